//! Native X-FEN (NOTATION.md, "Positions"): writing, and the field of rights.

use super::{Piece, Position};
use crate::board::{Color, Square, file_letter, file_of_letter};

pub(crate) fn write(position: &Position<'_>) -> String {
    let side = match position.turn {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let mut passed = position.en_passant.clone();
    passed.sort_by_key(|square| square.rank);
    let passed: String = passed.iter().map(Square::to_string).collect();
    let en_passant = if passed.is_empty() { "-".to_string() } else { passed };
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

    /// Reads `board.rights`.
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
            let file = file.ok_or_else(|| format!("board.rights: {letter:?} means no partner"))?;
            let partner = own.iter().find(|castling| castling.partner == file).map(|castling| castling.letter);
            let there = self.at(Square::new(file, self.game.king_starts[color.index()].rank));
            if there != partner.map(|letter| Piece { color, letter }) {
                return Err(format!("board.rights: no partner stands on the file of {letter:?}"));
            }
            self.rights[color.index()][file as usize] = true;
        }
        Ok(())
    }
}
