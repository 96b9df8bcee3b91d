//! Native X-FEN (NOTATION.md, "Positions").

use super::{Game, PawnKind, Piece, Position, read};
use crate::board::{Color, Square, file_letter, file_of_letter};
use crate::waiting::Waiting;

pub(crate) fn read<'g>(game: &'g Game, fen: &str) -> Result<Position<'g>, String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [placement, side, rights, en_passant, halfmove, fullmove, ref waiting @ ..] = fields[..] else {
        return Err("too few fields".to_string());
    };
    if waiting.len() > 1 {
        return Err("too many fields".to_string());
    }
    let pieces = read::from_placement(placement, game.files, game.ranks)?;
    for color in Color::BOTH {
        let king = Piece { color, letter: game.king };
        if pieces.iter().filter(|(_, piece)| *piece == king).count() != 1 {
            return Err("each side has one king".to_string());
        }
    }
    let mut position = Position::with_pieces(game, &pieces)?;
    position.turn = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(format!("{side:?} is no side")),
    };
    position.read_rights(rights)?;
    if en_passant != "-" {
        position.read_en_passant(&squares(en_passant)?)?;
    }
    position.halfmove = halfmove.parse().map_err(|_| "the half-move clock")?;
    position.fullmove = fullmove.parse().map_err(|_| "the number of the move")?;
    for item in waiting.iter().flat_map(|waiting| waiting.split(',')) {
        let (square, wait) = item.split_once(':').ok_or("a waiting pawn")?;
        let square = Square::parse(square).ok_or("the square of a waiting pawn")?;
        let waits = game.is_on_board(square)
            && position.at(square).is_some_and(|piece| position.is_waiting_pawn(square, piece));
        if !waits {
            return Err(format!("no pawn waits on {square}"));
        }
        position.waiting.push(Waiting { square, wait: wait.parse().map_err(|_| "a wait")? });
    }
    Ok(position)
}

/// `d3c4`.
fn squares(text: &str) -> Result<Vec<Square>, String> {
    let mut found: Vec<String> = Vec::new();
    for letter in text.chars() {
        match found.last_mut() {
            Some(square) if letter.is_ascii_digit() => square.push(letter),
            _ => found.push(letter.to_string()),
        }
    }
    found.iter().map(|square| Square::parse(square).ok_or_else(|| format!("{text}: no squares"))).collect()
}

/// A step of two or more squares that a pawn may just have made.
struct Step {
    passed: Vec<Square>,
    to: Square,
}

pub(crate) fn write(position: &Position<'_>) -> String {
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
    let en_passant = if squares.is_empty() { "-".to_string() } else { squares };
    let rights = position.rights_text();
    let clocks = format!("{} {}", position.halfmove, position.fullmove);
    let mut text = format!("{} {side} {rights} {en_passant} {clocks}", placement(position));
    let waiting: Vec<String> = position.waiting.iter().map(|w| format!("{}:{}", w.square, w.wait)).collect();
    if !waiting.is_empty() {
        text += &format!(" {}", waiting.join(","));
    }
    text
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

impl Position<'_> {
    /// The field of en passant, squares in any order. All of them were passed by one pawn; in variants with Berolina pawns
    /// one may be where it stands now, and must be if several pawns may have passed the others.
    fn read_en_passant(&mut self, squares: &[Square]) -> Result<(), String> {
        let mut steps = if self.game.en_passant { self.steps_just_made() } else { Vec::new() };
        if (1..squares.len()).any(|index| squares[..index].contains(&squares[index])) {
            return Err("a square is given twice".to_string());
        }
        let names_pawn = |step: &Step| self.game.pawn_kind == PawnKind::Berolina && squares.contains(&step.to);
        steps.retain(|step| {
            let explained = |square: &Square| step.passed.contains(square) || (names_pawn(step) && *square == step.to);
            squares.iter().all(explained) && squares.iter().any(|square| step.passed.contains(square))
        });
        let Some(Step { to, .. }) = steps.first() else { return Err("no pawn has passed these squares".to_string()) };
        if steps.iter().any(|other| other.to != *to) {
            return Err("more than one pawn may have passed these squares".to_string());
        }
        // "On input the plain FEN habit (always given) is accepted and normalised."
        let can_be_captured = |square: &Square| square != to && self.own_pawn_captures_on(*square);
        let passed: Vec<Square> = squares.iter().copied().filter(can_be_captured).collect();
        self.stopped = if passed.is_empty() { None } else { Some(*to) };
        self.en_passant = passed;
        Ok(())
    }

    /// Whether a pawn of the side to move stands so that it could capture there.
    fn own_pawn_captures_on(&self, square: Square) -> bool {
        let pawn = Piece { color: self.turn, letter: self.game.pawn };
        self.game.pawn_kind.captures().iter().any(|&side| {
            let from = square.plus(-side, -self.turn.forward());
            self.game.is_on_board(from) && self.at(from) == Some(pawn)
        })
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
                    let arrived = self.game.is_on_board(to) && self.at(to) == Some(pawn);
                    if arrived && before.iter().all(|&square| self.is_empty(square)) {
                        steps.push(Step { passed: before[1..].to_vec(), to });
                    }
                }
            }
        }
        steps
    }

    /// "K: toward the last file, Q: toward the a-file", then L, the king's leap. File letters only with
    /// `notation.rights_by_file`.
    fn rights_text(&self) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            let king = self.king(color).file;
            let files = (0..self.game.files).filter(|&file| self.rights[color.index()][file as usize]);
            let mut own = String::new();
            if self.game.rights_by_file {
                own.extend(files.map(file_letter));
            } else {
                let (first, last): (Vec<i8>, Vec<i8>) = files.partition(|&file| file < king);
                for (marker, of_side) in [('K', last), ('Q', first)] {
                    for file in of_side {
                        own.push(marker);
                        own += &self.suffix(color, king, file);
                    }
                }
            }
            if self.leap_right[color.index()] {
                own.push('L');
            }
            // The file behind a marker is in lower case.
            text += &match (color, self.game.rights_by_file) {
                (Color::White, true) => own.to_ascii_uppercase(),
                (Color::White, false) => own,
                (Color::Black, _) => own.to_ascii_lowercase(),
            };
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// In variants with numbered arrays: the file of a partner that is not the outermost one of that side.
    fn suffix(&self, color: Color, king: i8, partner: i8) -> String {
        let rank = self.game.king_starts[color.index()].rank;
        let piece = self.at(Square::new(partner, rank));
        let outside = |file: i8| if partner > king { file > partner } else { file < partner };
        let is_inner = (0..self.game.files).any(|file| outside(file) && self.at(Square::new(file, rank)) == piece);
        if self.game.numbered && is_inner { file_letter(partner).to_string() } else { String::new() }
    }

    /// Reads the field of rights, or `board.rights`.
    pub(crate) fn read_rights(&mut self, field: &str) -> Result<(), String> {
        self.leap_right = [false; 2];
        if field == "-" {
            return Ok(());
        }
        for letter in field.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let own = &self.game.castlings[color.index()];
            let file = match letter.to_ascii_uppercase() {
                'L' if self.game.leap.is_some() => {
                    self.leap_right[color.index()] = true;
                    continue;
                }
                'K' if !self.game.rights_by_file => {
                    own.iter().map(|c| c.partner).find(|&file| file > self.king(color).file)
                }
                'Q' if !self.game.rights_by_file => {
                    own.iter().map(|c| c.partner).find(|&file| file < self.king(color).file)
                }
                other => {
                    file_of_letter(other.to_ascii_lowercase()).filter(|&file| own.iter().any(|c| c.partner == file))
                }
            };
            let file = file.ok_or_else(|| format!("rights: {letter:?} means no partner"))?;
            let partner = own.iter().find(|castling| castling.partner == file).map(|castling| castling.letter);
            let there = self.at(Square::new(file, self.game.king_starts[color.index()].rank));
            if there != partner.map(|letter| Piece { color, letter }) {
                return Err(format!("rights: no partner stands on the file of {letter:?}"));
            }
            self.rights[color.index()][file as usize] = true;
        }
        Ok(())
    }
}
