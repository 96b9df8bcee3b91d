//! Native X-FEN (NOTATION.md, "Positions").

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::rules::{Game, PawnKind};
use crate::waiting::Waiting;

/// The whole text of a position.
pub(crate) fn write(position: &Position<'_>) -> String {
    let mut text = format!("{} {} {}", first_four_fields(position), position.halfmove, position.fullmove);
    if !position.waiting.is_empty() {
        text.push(' ');
        text += &waiting_list(position.waiting.iter().copied());
    }
    text
}

/// Placement, side, castling, en passant.
pub(crate) fn first_four_fields(position: &Position<'_>) -> String {
    let side = match position.turn {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let mut squares = position.en_passant.clone();
    // A Berolina pawn that has passed a square may stand on either side of it.
    if position.game.pawn_kind == PawnKind::Berolina {
        squares.extend(position.stopped);
    }
    squares.sort_by_key(|square| square.rank);
    let squares: String = squares.iter().map(Square::to_string).collect();
    let en_passant = if squares.is_empty() { "-" } else { &squares };
    format!("{} {side} {} {en_passant}", placement(position), position.rights_text())
}

/// `e8:2,b1:0`; empty when there are none.
pub(crate) fn waiting_list(waiting: impl Iterator<Item = Waiting>) -> String {
    let items: Vec<String> = waiting.map(|w| format!("{}:{}", w.square, w.wait)).collect();
    items.join(",")
}

fn placement(position: &Position<'_>) -> String {
    let mut rows = Vec::new();
    for rank in (0..position.game.ranks).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..position.game.files {
            let Some(piece) = position.at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(match piece.color {
                Color::White => piece.letter,
                Color::Black => piece.letter.to_ascii_lowercase(),
            });
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}

/// Reads and checks a position.
pub(crate) fn read<'g>(game: &'g Game, fen: &str) -> Result<Position<'g>, String> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let (clocks, waiting) = match fields.len() {
        4 => (["0", "1"], "-"),
        6 => ([fields[4], fields[5]], "-"),
        7 if game.promotion.wait.is_some() => ([fields[4], fields[5]], fields[6]),
        n => return Err(format!("{n} fields in {fen:?}")),
    };
    let mut position = Position::with_pieces(game, &read_placement(fields[0], game.files, game.ranks)?)?;
    position.turn = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        side => return Err(format!("side {side:?}: w or b expected")),
    };
    position.halfmove = number(clocks[0])?;
    position.fullmove = number(clocks[1])?;
    position.read_waiting(waiting)?;
    position.check_pawns()?;
    position.read_rights(fields[2])?;
    position.read_en_passant(fields[3])?;
    if position.king_attacked(position.turn.other()) {
        return Err("side: the side not to move is in check".to_string());
    }
    // RULES.md §4: "one that still shows them for a side in check is rejected".
    if game.lost_by_check && position.in_check() && position.has_rights(position.turn) {
        return Err(format!("castling {:?}: a side in check has no rights", fields[2]));
    }
    Ok(position)
}

fn number(text: &str) -> Result<u32, String> {
    if !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("{text:?} is not a number"));
    }
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// The pieces of a placement on a board of that size.
pub(crate) fn read_placement(text: &str, files: i8, ranks: i8) -> Result<Vec<(Square, Piece)>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks as usize {
        return Err(format!("placement: {} ranks, not {ranks}", rows.len()));
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..ranks).rev()) {
        read_row(row, files, rank, &mut pieces).map_err(|why| format!("placement: rank {}: {why}", rank + 1))?;
    }
    Ok(pieces)
}

fn read_row(row: &str, files: i8, rank: i8, pieces: &mut Vec<(Square, Piece)>) -> Result<(), String> {
    let mut file = 0;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        if letter.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            file += run_length(run, files - file)?;
            rest = after;
        } else if letter.is_ascii_alphabetic() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            pieces.push((Square::new(file, rank), Piece { color, letter: letter.to_ascii_uppercase() }));
            file += 1;
            rest = &rest[1..];
        } else {
            return Err(format!("{letter:?} is not a letter of a piece"));
        }
        if file > files {
            return Err("too long".to_string());
        }
    }
    if file < files { Err("too short".to_string()) } else { Ok(()) }
}

/// "A digit run whose value does not fit the rest of the rank is read digit by digit"; "a zero, a
/// leading zero or more than three digits is an error; there is no back-tracking".
fn run_length(run: &str, room: i8) -> Result<i8, String> {
    if run.starts_with('0') || run.len() > 3 {
        return Err(format!("{run:?} is not a number of empty squares"));
    }
    if let Ok(value) = run.parse()
        && value <= room
    {
        return Ok(value);
    }
    if run.contains('0') {
        return Err(format!("{run:?} does not fit, and has a zero"));
    }
    Ok(run.bytes().map(|digit| (digit - b'0') as i8).sum())
}

/// A step of two or more squares that a pawn may just have made.
struct Step {
    passed: Vec<Square>,
    to: Square,
}

impl Position<'_> {
    fn check_pawns(&self) -> Result<(), String> {
        for (square, piece) in self.pieces().filter(|(_, piece)| piece.letter == self.game.pawn) {
            let rank = self.game.own_rank(square, piece.color);
            if rank == 0 {
                return Err(format!("placement: a pawn on its own first rank, {square}"));
            }
            // "With `to = ""` no pawn promotes: it goes to the last rank, stays there as a pawn".
            let stays = self.game.promotion.to.is_empty();
            let waits = self.waiting.iter().any(|waiting| waiting.square == square);
            if rank == self.game.ranks - 1 && !stays && !waits {
                return Err(format!("placement: a pawn on its last rank, {square}, that does not wait"));
            }
        }
        Ok(())
    }

    fn read_waiting(&mut self, field: &str) -> Result<(), String> {
        if field == "-" {
            return Ok(());
        }
        for item in field.split(',') {
            let wrong = |why: &str| Err(format!("waiting {item:?}: {why}"));
            let Some((square, wait)) = item.split_once(':') else {
                return wrong("no colon");
            };
            let Some(square) = Square::parse(square).filter(|&s| self.game.is_on_board(s)) else {
                return wrong("no square of the board");
            };
            let wait = match wait {
                "0" => 0,
                "1" => 1,
                "2" => 2,
                _ => return wrong("the wait is 0, 1 or 2"),
            };
            match self.at(square) {
                Some(piece) if self.is_waiting_pawn(square, piece) => {}
                _ => return wrong("no pawn waits there"),
            }
            if self.waiting.iter().any(|waiting| waiting.square == square) {
                return wrong("listed twice");
            }
            self.waiting.push(Waiting { square, wait });
        }
        for color in Color::BOTH {
            let waits: Vec<u32> = self.waiting_of(color).map(|waiting| waiting.wait).collect();
            // "Within a color the waits never fall along the list, and 1 and 2 occur at most once each."
            for pair in waits.windows(2) {
                if pair[1] < pair[0] || (pair[1] == pair[0] && pair[1] != 0) {
                    return Err(format!("waiting {field:?}: the waits of {color:?} are impossible"));
                }
            }
        }
        Ok(())
    }

    /// The field of en passant, squares in any order. All of them were passed by one pawn; in variants with Berolina pawns
    /// one may be where it stands now, and must be if several pawns may have passed the others.
    fn read_en_passant(&mut self, field: &str) -> Result<(), String> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |why: &str| Err(format!("en passant {field:?}: {why}"));
        let Some(squares) = squares(field) else {
            return wrong("no squares");
        };
        let mut steps = if self.game.en_passant { self.steps_just_made() } else { Vec::new() };
        if (1..squares.len()).any(|index| squares[..index].contains(&squares[index])) {
            return wrong("a square is given twice");
        }
        let names_pawn = |step: &Step| self.game.pawn_kind == PawnKind::Berolina && squares.contains(&step.to);
        steps.retain(|step| {
            let explained = |square: &Square| step.passed.contains(square) || (names_pawn(step) && *square == step.to);
            squares.iter().all(explained) && squares.iter().any(|square| step.passed.contains(square))
        });
        let Some(Step { to, .. }) = steps.first() else {
            return wrong("no pawn has passed these squares");
        };
        if steps.iter().any(|other| other.to != *to) {
            return wrong("more than one pawn may have passed these squares");
        }
        // "On input the plain FEN habit (always given) is accepted and normalised."
        let can_be_captured = |square: &Square| square != to && self.pawn_captures_on(self.turn, *square);
        let passed: Vec<Square> = squares.iter().copied().filter(can_be_captured).collect();
        self.stopped = if passed.is_empty() { None } else { Some(*to) };
        self.en_passant = passed;
        Ok(())
    }

    /// "A square that no double step can have passed (no pawn before it, it or the pawn's origin occupied, wrong rank) is
    /// an error."
    fn steps_just_made(&self) -> Vec<Step> {
        let mover = self.turn.other();
        let pawn = Piece { color: mover, letter: self.game.pawn };
        let double = self.game.double_step_ranks.iter().map(|&rank| (2, rank));
        let double = double.filter(|(squares, rank)| rank + squares < self.game.promotion.rank);
        let lengths: Vec<(i8, i8)> = double.chain(self.game.long_steps.iter().copied()).collect();
        let mut steps = Vec::new();
        for from in self.game.squares() {
            for &(squares, _) in lengths.iter().filter(|(_, rank)| *rank == self.game.own_rank(from, mover)) {
                for &side in self.game.pawn_kind.steps() {
                    let way: Vec<Square> =
                        (0..=squares).map(|steps| from.plus(steps * side, steps * mover.forward())).collect();
                    let (&to, before) = way.split_last().expect("a step has a target");
                    if self.has(to, pawn) && before.iter().all(|&square| self.is_empty(square)) {
                        steps.push(Step { passed: before[1..].to_vec(), to });
                    }
                }
            }
        }
        steps
    }
}

/// `d3c4`.
fn squares(text: &str) -> Option<Vec<Square>> {
    let mut found: Vec<String> = Vec::new();
    for letter in text.chars() {
        match found.last_mut() {
            Some(square) if letter.is_ascii_digit() => square.push(letter),
            _ => found.push(letter.to_string()),
        }
    }
    found.iter().map(|square| Square::parse(square)).collect()
}
