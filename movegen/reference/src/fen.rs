//! Native X-FEN (NOTATION.md, "Positions").

use crate::Position;
use crate::board::{BOARD_SIZE, Color, FILES, Piece, Square};
use crate::rules::{Role, Rules};
use crate::waiting::Waiting;

/// The whole text of a position.
pub(crate) fn write(position: &Position) -> String {
    let mut text = format!("{} {} {}", first_four_fields(position), position.halfmove, position.fullmove);
    if !position.waiting.is_empty() {
        text.push(' ');
        text += &waiting_list(position.waiting.iter().copied());
    }
    text
}

/// Placement, side, castling, en passant.
pub(crate) fn first_four_fields(position: &Position) -> String {
    let side = match position.turn {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let en_passant = match position.en_passant {
        Some(square) => square.to_string(),
        None => "-".to_string(),
    };
    format!("{} {side} {} {en_passant}", placement(position), position.rights_text())
}

/// `e8:2,b1:0`; empty when there are none.
pub(crate) fn waiting_list(waiting: impl Iterator<Item = Waiting>) -> String {
    let items: Vec<String> = waiting.map(|w| format!("{}:{}", w.square, w.wait)).collect();
    items.join(",")
}

fn placement(position: &Position) -> String {
    let rules = position.rules;
    let mut rows = Vec::new();
    for rank in (0..rules.ranks).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..rules.files {
            match position.at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        row += &empty.to_string();
                        empty = 0;
                    }
                    row.push(rules.piece_letter(piece));
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}

/// Reads and checks a position.
pub(crate) fn read(rules: &'static Rules, fen: &str) -> Result<Position, String> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let (clocks, waiting) = match fields.len() {
        4 => (["0", "1"], "-"),
        6 => ([fields[4], fields[5]], "-"),
        7 if rules.waiting_army.is_some() => ([fields[4], fields[5]], fields[6]),
        n => return Err(format!("{n} fields in {fen:?}")),
    };
    let turn = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        side => return Err(format!("side {side:?}: w or b expected")),
    };
    let mut position = Position {
        rules,
        board: [None; BOARD_SIZE],
        turn,
        rights: [[false; FILES as usize]; 2],
        leap_right: [false; 2],
        en_passant: None,
        waiting: Vec::new(),
        halfmove: number(clocks[0])?,
        fullmove: number(clocks[1])?,
    };
    read_placement(&mut position, fields[0])?;
    check_kings(&position)?;
    read_waiting(&mut position, waiting)?;
    check_pawns(&position)?;
    position.read_rights(fields[2])?;
    read_en_passant(&mut position, fields[3])?;
    if position.king_attacked(turn.other()) {
        return Err("side: the side not to move is in check".to_string());
    }
    // RULES.md §4: "one that still shows them for a side in check is rejected".
    if rules.check_loses_rights && position.in_check() && position.has_rights(turn) {
        return Err(format!("castling {:?}: a side in check has no rights", fields[2]));
    }
    Ok(position)
}

fn number(text: &str) -> Result<u32, String> {
    if !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("{text:?} is no number"));
    }
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn read_placement(position: &mut Position, field: &str) -> Result<(), String> {
    let rules = position.rules;
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != rules.ranks as usize {
        return Err(format!("placement: {} ranks, not {}", rows.len(), rules.ranks));
    }
    for (row, rank) in rows.iter().zip((0..rules.ranks).rev()) {
        read_row(position, row, rank).map_err(|why| format!("rank {}: {why}", rank + 1))?;
    }
    Ok(())
}

fn read_row(position: &mut Position, row: &str, rank: i8) -> Result<(), String> {
    let files = usize::try_from(position.rules.files).expect("a board has files");
    let mut file = 0;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        if letter.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            file += run_length(run, files - file)?;
            rest = after;
        } else {
            let Some(piece) = position.rules.piece_of_letter(letter) else {
                return Err(format!("no piece has the letter {letter:?}"));
            };
            if file < files {
                position.put(Square::new(file as i8, rank), piece);
            }
            file += 1;
            rest = &rest[letter.len_utf8()..];
        }
        if file > files {
            return Err("too long".to_string());
        }
    }
    if file < files { Err("too short".to_string()) } else { Ok(()) }
}

/// "A digit run whose value does not fit the rest of the rank is read digit by digit"; "a zero, a
/// leading zero or more than three digits is an error; there is no back-tracking".
fn run_length(run: &str, room: usize) -> Result<usize, String> {
    if run.starts_with('0') || run.len() > 3 {
        return Err(format!("{run:?} is no number of empty squares"));
    }
    let value: usize = run.parse().map_err(|_| format!("{run:?} is no number"))?;
    if value <= room {
        return Ok(value);
    }
    if run.contains('0') {
        return Err(format!("{run:?} does not fit, and has a zero"));
    }
    Ok(run.bytes().map(|digit| usize::from(digit - b'0')).sum())
}

fn check_kings(position: &Position) -> Result<(), String> {
    for color in Color::BOTH {
        let king = Piece { color, role: Role::King };
        let kings = position.pieces().filter(|&(_, piece)| piece == king).count();
        if kings != 1 {
            return Err(format!("placement: {color:?} has {kings} kings"));
        }
    }
    Ok(())
}

fn check_pawns(position: &Position) -> Result<(), String> {
    for (square, piece) in position.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
        if square.rank == position.rules.first_rank(piece.color) {
            return Err(format!("placement: a pawn on its own first rank, {square}"));
        }
        let waits = position.waiting.iter().any(|waiting| waiting.square == square);
        if square.rank == position.rules.last_rank(piece.color) && !waits {
            return Err(format!("placement: a pawn on its last rank, {square}, that does not wait"));
        }
    }
    Ok(())
}

fn read_waiting(position: &mut Position, field: &str) -> Result<(), String> {
    if field == "-" {
        return Ok(());
    }
    for item in field.split(',') {
        let wrong = |why: &str| Err(format!("waiting {item:?}: {why}"));
        let Some((square, wait)) = item.split_once(':') else {
            return wrong("no colon");
        };
        let Some(square) = Square::parse(square).filter(|&s| position.rules.is_on_board(s)) else {
            return wrong("no square of the board");
        };
        let wait = match wait {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return wrong("the wait is 0, 1 or 2"),
        };
        match position.at(square) {
            Some(piece) if position.is_waiting_pawn(square, piece) => {}
            _ => return wrong("no pawn waits there"),
        }
        if position.waiting.iter().any(|waiting| waiting.square == square) {
            return wrong("listed twice");
        }
        position.waiting.push(Waiting { square, wait });
    }
    for color in Color::BOTH {
        let waits: Vec<u32> = position.waiting_of(color).map(|waiting| waiting.wait).collect();
        // "Within a color the waits never fall along the list, and 1 and 2 occur at most once each."
        for pair in waits.windows(2) {
            if pair[1] < pair[0] || (pair[1] == pair[0] && pair[1] != 0) {
                return Err(format!("waiting {field:?}: the waits of {color:?} are impossible"));
            }
        }
    }
    Ok(())
}

fn read_en_passant(position: &mut Position, field: &str) -> Result<(), String> {
    if field == "-" {
        return Ok(());
    }
    let wrong = |why: &str| Err(format!("en passant {field:?}: {why}"));
    let rules = position.rules;
    if !rules.en_passant {
        return wrong("this variant has no en passant");
    }
    let Some(passed) = Square::parse(field).filter(|&s| rules.is_on_board(s)) else {
        return wrong("no square of the board");
    };
    let enemy = position.turn.other();
    let origin = passed.plus(0, -enemy.forward());
    let landed = passed.plus(0, enemy.forward());
    if origin.rank != rules.second_rank(enemy) {
        return wrong("no double step passes this rank");
    }
    if position.at(landed) != Some(Piece { color: enemy, role: Role::Pawn }) {
        return wrong("no pawn that has passed it");
    }
    if !position.is_empty(passed) || !position.is_empty(origin) {
        return wrong("the pawn's way is not empty");
    }
    // "Given only when an enemy pawn stands so that it could pseudo-legally capture there."
    let pawn = Piece { color: position.turn, role: Role::Pawn };
    let can_capture = [-1, 1].into_iter().any(|side| {
        let beside = landed.plus(side, 0);
        rules.is_on_board(beside) && position.at(beside) == Some(pawn)
    });
    if can_capture {
        position.en_passant = Some(passed);
    }
    Ok(())
}
