//! The rights of castling and of the king's leap: how they are lost, read and written.

use crate::Position;
use crate::board::{Color, Piece, Square, file_letter, file_of_letter};
use crate::rules::{Castling, Role};

impl Position {
    pub(crate) fn has_rights(&self, color: Color) -> bool {
        self.leap_right[color.index()] || self.rights[color.index()].contains(&true)
    }

    /// Call when the king has moved, or has been put in check in herb-garden.
    pub(crate) fn lose_all_rights(&mut self, color: Color) {
        self.rights[color.index()] = [false; 12];
        self.leap_right[color.index()] = false;
    }

    /// Call when a piece has left this square or was captured on it: if it was a partner, its right ends.
    pub(crate) fn lose_right_at(&mut self, square: Square) {
        for color in Color::BOTH {
            if square.rank == self.rules.first_rank(color) {
                self.rights[color.index()][square.file as usize] = false;
            }
        }
    }

    /// The castling field of a FEN.
    pub(crate) fn rights_text(&self) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            let of_color = match self.rules.castling {
                Castling::TwoSquares => self.rights_as_files(color),
                _ => self.rights_as_markers(color),
            };
            text += &match color {
                Color::White => of_color,
                Color::Black => of_color.to_ascii_lowercase(),
            };
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// herb-garden: file letters only.
    fn rights_as_files(&self, color: Color) -> String {
        (0..self.rules.files)
            .filter(|&file| self.rights[color.index()][file as usize])
            .map(|file| file_letter(file).to_ascii_uppercase())
            .collect()
    }

    /// `K`, then `Q`, then `L`, with the rook's file where the rook is not the outermost one. That
    /// happens only in `crc` and `chess960`: elsewhere the rook stands in the corner.
    fn rights_as_markers(&self, color: Color) -> String {
        let mut text = String::new();
        let king = self.king(color);
        for (marker, far_side) in [('K', true), ('Q', false)] {
            for file in 0..self.rules.files {
                if self.rights[color.index()][file as usize] && (file > king.file) == far_side {
                    text.push(marker);
                    if self.outermost_rook(color, far_side) != Some(file) {
                        text.push(file_letter(file));
                    }
                }
            }
        }
        if self.leap_right[color.index()] {
            text.push('L');
        }
        text
    }

    /// The file of the rook on the color's first rank that is farthest from its king on that side.
    fn outermost_rook(&self, color: Color, far_side: bool) -> Option<i8> {
        let king = self.king(color);
        let mut rooks = (0..self.rules.files)
            .filter(|&file| self.home_piece(color, file) == Some(Role::Rook) && (file > king.file) == far_side);
        if far_side { rooks.next_back() } else { rooks.next() }
    }

    /// The kind of the color's own piece on that file of its first rank.
    fn home_piece(&self, color: Color, file: i8) -> Option<Role> {
        match self.at(Square::new(file, self.rules.first_rank(color))) {
            Some(Piece { color: c, role }) if c == color => Some(role),
            _ => None,
        }
    }

    /// Reads the castling field of a FEN into this position, whose pieces are all set up.
    pub(crate) fn read_rights(&mut self, field: &str) -> Result<(), String> {
        if field == "-" {
            return Ok(());
        }
        let letters: Vec<char> = field.chars().collect();
        let mut next = 0;
        while next < letters.len() {
            let letter = letters[next];
            next += 1;
            if !letter.is_ascii_alphabetic() {
                return Err(format!("castling {field:?}: {letter:?} is no letter of this field"));
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let file = match (self.rules.castling, letter.to_ascii_uppercase()) {
                (Castling::None, _) => {
                    return Err(format!("castling {field:?}: there is no castling in this game"));
                }
                (Castling::TwoSquares, 'Q') => {
                    return Err(format!("castling {field:?}: this game has file letters, not Q"));
                }
                (Castling::Free, 'L') => {
                    self.grant_leap(color).map_err(|why| format!("castling {field:?}: {why}"))?;
                    continue;
                }
                (castling, marker @ ('K' | 'Q')) if !matches!(castling, Castling::TwoSquares) => {
                    let suffix = letters.get(next).and_then(|&c| self.suffix_file(c));
                    if suffix.is_some() {
                        next += 1;
                    }
                    self.file_of_marker(color, marker == 'K', suffix)
                }
                _ => self.file_on_board(letter),
            };
            file.ok_or_else(|| format!("no piece for {letter:?}"))
                .and_then(|file| self.grant_right(color, file))
                .map_err(|why| format!("castling {field:?}: {why}"))?;
        }
        Ok(())
    }

    fn file_on_board(&self, letter: char) -> Option<i8> {
        file_of_letter(letter.to_ascii_lowercase()).filter(|&file| file < self.rules.files)
    }

    /// "A letter right after a marker is that marker's file if it names a file of the board and is
    /// none of K k Q q, nor L l in a game with the king's leap; otherwise it starts a new item."
    fn suffix_file(&self, letter: char) -> Option<i8> {
        match letter.to_ascii_uppercase() {
            'K' | 'Q' => None,
            'L' if matches!(self.rules.castling, Castling::Free) => None,
            _ => self.file_on_board(letter),
        }
    }

    /// The file of the rook that a marker names, with or without a file after it.
    fn file_of_marker(&self, color: Color, far_side: bool, suffix: Option<i8>) -> Option<i8> {
        let king = self.king(color);
        if let Castling::Random { .. } = self.rules.castling {
            return match suffix {
                Some(file) => Some(file).filter(|file| (*file > king.file) == far_side),
                None => self.outermost_rook(color, far_side),
            };
        }
        // "In the games with a fixed array K and Q always name the start rook"; "a suffix other
        // than the start file of that rook is an error".
        let partner = if far_side { self.rules.partners.last() } else { self.rules.partners.first() };
        let start = partner.map(|(file, _)| *file);
        if suffix.is_some() && suffix != start { None } else { start }
    }

    fn grant_leap(&mut self, color: Color) -> Result<(), String> {
        self.check_king_is_home(color)?;
        if std::mem::replace(&mut self.leap_right[color.index()], true) {
            return Err("the king's leap twice".to_string());
        }
        Ok(())
    }

    fn grant_right(&mut self, color: Color, file: i8) -> Result<(), String> {
        self.check_king_is_home(color)?;
        let piece = self.home_piece(color, file);
        let is_partner = match self.rules.castling {
            Castling::Random { .. } => piece == Some(Role::Rook),
            _ => self.rules.partners.iter().any(|&(f, role)| f == file && piece == Some(role)),
        };
        if !is_partner {
            return Err(format!("no partner on file {}", file_letter(file)));
        }
        if std::mem::replace(&mut self.rights[color.index()][file as usize], true) {
            return Err(format!("file {} twice", file_letter(file)));
        }
        let king = self.king(color).file;
        let rights = self.rights[color.index()];
        let same_side = (0..self.rules.files).filter(|&f| rights[f as usize] && (f > king) == (file > king)).count();
        if matches!(self.rules.castling, Castling::Random { .. }) && same_side > 1 {
            return Err("two rooks of one side".to_string());
        }
        Ok(())
    }

    fn check_king_is_home(&self, color: Color) -> Result<(), String> {
        let king = self.king(color);
        let start_file = self.rules.king_files.map_or(king.file, |files| files[color.index()]);
        if king == Square::new(start_file, self.rules.first_rank(color)) {
            Ok(())
        } else {
            Err(format!("the {color:?} king is not on its start square"))
        }
    }
}
