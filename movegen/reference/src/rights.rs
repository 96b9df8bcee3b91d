//! The rights of castling and of the king's leap: how they are lost, read and written.

use crate::Position;
use crate::board::{Color, FILES, Piece, Square, file_letter, file_of_letter};
use crate::rules::Castling;

impl Position<'_> {
    pub(crate) fn has_rights(&self, color: Color) -> bool {
        self.leap_right[color.index()] || self.rights[color.index()].contains(&true)
    }

    /// Call when the king has moved, or has been put in check where that ends rights.
    pub(crate) fn lose_all_rights(&mut self, color: Color) {
        self.rights[color.index()] = [false; FILES as usize];
        self.leap_right[color.index()] = false;
    }

    /// Call when a piece has left this square or was captured on it: if it was a partner, its right ends.
    pub(crate) fn lose_right_at(&mut self, square: Square) {
        for color in Color::BOTH {
            if square.rank == self.game.king_start(color).rank {
                self.rights[color.index()][square.file as usize] = false;
            }
        }
    }

    /// Every castling of the start position.
    pub(crate) fn grant_all_castlings(&mut self) -> Result<(), String> {
        for color in Color::BOTH {
            for castling in &self.game.castlings[color.index()] {
                let file = self.start_of_partner(color, castling).ok_or("castling: no partner")?;
                self.grant_right(color, file)?;
            }
        }
        Ok(())
    }

    /// "K: toward the last file, Q: toward the a-file", then L, the king's leap; or the files of the partners.
    pub(crate) fn rights_text(&self) -> String {
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
                        if self.game.numbered
                            && self.outermost(color, file > king, self.home_piece(color, file)) != Some(file)
                        {
                            own.push(file_letter(file));
                        }
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

    /// The file of such a piece on the king's start rank that is farthest from the king on that side.
    fn outermost(&self, color: Color, toward_last: bool, piece: Option<Piece>) -> Option<i8> {
        let king = self.king(color).file;
        let mut files = (0..self.game.files)
            .filter(|&file| file != king && (file > king) == toward_last && self.home_piece(color, file) == piece);
        if toward_last { files.next_back() } else { files.next() }
    }

    /// What stands on that file of the rank where the color's king starts.
    fn home_piece(&self, color: Color, file: i8) -> Option<Piece> {
        self.at(Square::new(file, self.game.king_start(color).rank))
    }

    /// Where the partner of a castling starts; if an array may put it anywhere, the outermost such piece of its side.
    fn start_of_partner(&self, color: Color, castling: &Castling) -> Option<i8> {
        match castling.from {
            Some((_, partner)) => Some(partner),
            None => self.outermost(color, castling.toward_last, Some(Piece { color, letter: castling.letter })),
        }
    }

    /// Reads the castling field of a FEN into this position, whose pieces are all set up.
    pub(crate) fn read_rights(&mut self, field: &str) -> Result<(), String> {
        self.rights = [[false; FILES as usize]; 2];
        self.leap_right = [false; 2];
        if field == "-" {
            return Ok(());
        }
        let mut letters = field.chars().peekable();
        while let Some(letter) = letters.next() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let granted = match letter.to_ascii_uppercase() {
                'L' if self.game.leap.is_some() => self.grant_leap(color),
                marker @ ('K' | 'Q') if !self.game.rights_by_file => {
                    let suffix =
                        letters.next_if(|&next| self.is_suffix(next)).and_then(|next| self.file_on_board(next));
                    let file = self.file_of_marker(color, marker == 'K', suffix);
                    file.ok_or_else(|| "no such partner".to_string()).and_then(|file| self.grant_right(color, file))
                }
                _ => {
                    let file = self.file_on_board(letter);
                    file.ok_or_else(|| "no such file".to_string()).and_then(|file| self.grant_right(color, file))
                }
            };
            granted.map_err(|why| format!("castling {field:?}: {letter:?}: {why}"))?;
        }
        Ok(())
    }

    fn file_on_board(&self, letter: char) -> Option<i8> {
        file_of_letter(letter.to_ascii_lowercase()).filter(|&file| file < self.game.files)
    }

    /// "A letter right after a marker is that marker's file if it names a file of the board and is
    /// none of K k Q q, nor L l in a variant with the king's leap; otherwise it starts a new item."
    fn is_suffix(&self, letter: char) -> bool {
        match letter.to_ascii_uppercase() {
            'K' | 'Q' => false,
            'L' if self.game.leap.is_some() => false,
            _ => self.file_on_board(letter).is_some(),
        }
    }

    /// The file of the partner that a marker names, with or without a file after it.
    fn file_of_marker(&self, color: Color, toward_last: bool, suffix: Option<i8>) -> Option<i8> {
        let castling =
            self.game.castlings[color.index()].iter().find(|castling| castling.toward_last == toward_last)?;
        match (castling.from, suffix) {
            (None, Some(file)) => Some(file).filter(|&file| castling.is_of(self.king(color).file, file)),
            // "In the variants with a fixed array K and Q always name the start rook"; "a suffix other than the start
            // file of that rook is an error".
            _ => self.start_of_partner(color, castling).filter(|&start| suffix.is_none_or(|file| file == start)),
        }
    }

    fn grant_leap(&mut self, color: Color) -> Result<(), String> {
        if self.king(color) != self.game.king_start(color) {
            return Err(format!("the {color:?} king is not on its start square"));
        }
        if std::mem::replace(&mut self.leap_right[color.index()], true) {
            return Err("the king's leap twice".to_string());
        }
        Ok(())
    }

    fn grant_right(&mut self, color: Color, file: i8) -> Result<(), String> {
        let king = self.king(color);
        if king.rank != self.game.king_start(color).rank {
            return Err(format!("the {color:?} king is not on its start rank"));
        }
        let piece = self.home_piece(color, file);
        let fits = |castling: &&Castling| {
            castling.is_of(king.file, file) && piece == Some(Piece { color, letter: castling.letter })
        };
        let Some(castling) = self.game.castlings[color.index()].iter().find(fits) else {
            return Err(format!("king and partner on file {} do not castle", file_letter(file)));
        };
        let has_right = |other: i8| {
            self.rights[color.index()][other as usize]
                && castling.is_of(king.file, other)
                && self.home_piece(color, other) == piece
        };
        if (0..self.game.files).any(has_right) {
            return Err(format!("file {}: a right twice, or two partners of one side", file_letter(file)));
        }
        self.rights[color.index()][file as usize] = true;
        Ok(())
    }
}
