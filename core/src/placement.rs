//! The text of a placement, the first field of a FEN (NOTATION.md, "Placement").

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::role::{Piece, Role};
use crate::square::{MAX_FILES, Square};

/// A fault in the text of a placement. Ranks are counted as on the board, from 1 at White's side.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// All ranks have the same length, but the board has another size.
    #[error("its board is {found_files}x{found_ranks}, but {variant} is played on {files}x{ranks}")]
    Size {
        /// Files in the text.
        found_files: usize,
        /// Ranks in the text.
        found_ranks: usize,
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
        /// Id of the variant.
        variant: String,
    },
    /// Too many or too few ranks.
    #[error(
        "it has {found} ranks, but the board of {variant} has {expected}: separate them by `/`, the top rank first"
    )]
    Ranks {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
        /// Id of the variant.
        variant: String,
    },
    /// A rank with too many squares.
    #[error("rank {rank} (`{text}`) is too long: the board has {files} files")]
    TooLong {
        /// The rank's number on the board.
        rank: u8,
        /// The rank's text.
        text: String,
        /// Files of the board.
        files: u8,
    },
    /// A rank with too few squares.
    #[error("rank {rank} (`{text}`) is too short: {found} of {files} files are filled")]
    TooShort {
        /// The rank's number on the board.
        rank: u8,
        /// The rank's text.
        text: String,
        /// Squares given.
        found: u8,
        /// Files of the board.
        files: u8,
    },
    /// A letter that no piece of the variant has.
    #[error("rank {rank} (`{text}`): `{letter}` is not a piece of {variant}, whose letters are {letters}")]
    Letter {
        /// The rank's number on the board.
        rank: u8,
        /// The rank's text.
        text: String,
        /// The letter found.
        letter: char,
        /// Id of the variant.
        variant: String,
        /// The letters of the variant's pieces.
        letters: String,
    },
    /// A number of empty squares that is zero, has a leading zero or more than three digits.
    #[error(
        "rank {rank} (`{text}`): `{digits}` is no number of empty squares: write 1 to {files} without leading zeros"
    )]
    Digits {
        /// The rank's number on the board.
        rank: u8,
        /// The rank's text.
        text: String,
        /// The digits found.
        digits: String,
        /// Files of the board.
        files: u8,
    },
}

/// The meaning of a character in a placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Symbol {
    /// The piece, if the character is a piece's letter.
    piece: Option<Piece>,
    /// How many squares it fills; 0 if it is not allowed.
    files: u8,
}

/// The letters of a variant's pieces on its board: all that the text of a placement needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Alphabet {
    files: u8,
    ranks: u8,
    /// The letters of the roles, upper case.
    letters: Vec<char>,
    /// The meaning of each ASCII character.
    symbols: [Symbol; 128],
}

impl Alphabet {
    /// The alphabet of roles with these letters, in the order of the roles.
    pub(crate) fn new(files: u8, ranks: u8, letters: Vec<char>) -> Alphabet {
        let mut symbols = [Symbol::default(); 128];
        for (digit, files) in (b'1'..=b'9').zip(1..) {
            symbols[usize::from(digit)] = Symbol { piece: None, files };
        }
        for (index, &letter) in letters.iter().enumerate() {
            for (color, letter) in [(Color::White, letter), (Color::Black, letter.to_ascii_lowercase())] {
                let piece = Role::from_index(index).map(|role| Piece { color, role });
                if let Some(symbol) = symbols.get_mut(letter as usize) {
                    *symbol = Symbol { piece, files: 1 };
                }
            }
        }
        Alphabet { files, ranks, letters, symbols }
    }

    /// The letters of the roles, upper case, in the order of the roles.
    pub(crate) fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The role with that upper-case letter.
    pub(crate) fn role(&self, letter: char) -> Option<Role> {
        let symbol = self.symbols.get(usize::try_from(u32::from(letter)).ok()?)?;
        symbol.piece.filter(|piece| piece.color == Color::White).map(|piece| piece.role)
    }

    /// The letter of a piece, lower case for Black.
    pub(crate) fn letter(&self, piece: Piece) -> char {
        let letter = self.letters[piece.role.index()];
        if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    #[inline]
    fn symbol(&self, byte: u8) -> Symbol {
        self.symbols.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Reads a placement: ranks from the top down, separated by `/`. A run of digits is one number of empty squares. If that
    /// number does not fit in the rank, its digits are read one by one. `variant` is the id for error messages.
    ///
    /// # Errors
    /// Every fault, at most one for each rank. A placement for a board of another size is one fault.
    pub(crate) fn read(&self, text: &str, variant: &str) -> Result<Board, Vec<PlacementError>> {
        self.read_ranks(text, variant)
            .map_err(|errors| self.other_size(text, variant).map_or(errors, |size| vec![size]))
    }

    fn read_ranks(&self, text: &str, variant: &str) -> Result<Board, Vec<PlacementError>> {
        let expected = self.ranks;
        let found = 1 + text.bytes().filter(|&byte| byte == b'/').count();
        if found != usize::from(expected) {
            return Err(vec![PlacementError::Ranks { found, expected, variant: variant.to_owned() }]);
        }
        let mut board = Board::default();
        let mut errors = Vec::new();
        for (text, rank) in text.split('/').zip((0..expected).rev()) {
            if self.read_plain_rank(text.as_bytes(), rank, &mut board) {
                continue;
            }
            if let Err(error) = self.read_rank(text, rank, &mut board, variant) {
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    /// Reads a rank of the usual form, without numbers of two digits. Returns whether the rank has that form; if not,
    /// nothing has changed. No branch depends on the text: such branches are mispredicted half the time.
    fn read_plain_rank(&self, text: &[u8], rank: u8, board: &mut Board) -> bool {
        const MOST: usize = 32;
        let mut row = [None; MOST];
        let (mut file, mut occupied) = (0, 0_u32);
        let (mut plain, mut digit) = (text.len() <= usize::from(MAX_FILES), false);
        for &byte in text.iter().take(usize::from(MAX_FILES)) {
            let symbol = self.symbol(byte);
            let at = file % MOST;
            row[at] = symbol.piece;
            occupied |= u32::from(symbol.piece.is_some()) << at;
            let is_digit = byte.is_ascii_digit();
            plain &= symbol.files > 0 && !(digit && is_digit) && file < MOST;
            digit = is_digit;
            file += usize::from(symbol.files);
        }
        let files = usize::from(self.files);
        if !plain || file != files {
            return false;
        }
        board.fill_rank(rank, row.get(..files).unwrap_or_default(), occupied);
        true
    }

    fn read_rank(&self, text: &str, rank: u8, board: &mut Board, variant: &str) -> Result<(), PlacementError> {
        let files = self.files;
        let number = rank + 1;
        let too_long = || PlacementError::TooLong { rank: number, text: text.to_owned(), files };
        let mut file = 0;
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            if first.is_ascii_digit() {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let (run, after) = rest.split_at(digits);
                if digits > 3 || *first == b'0' {
                    let digits = String::from_utf8_lossy(run).into_owned();
                    return Err(PlacementError::Digits { rank: number, text: text.to_owned(), digits, files });
                }
                let left = u32::from(files - file);
                let mut empty = run.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
                if empty > left && !run.contains(&b'0') {
                    empty = run.iter().map(|digit| u32::from(digit - b'0')).sum();
                }
                if empty > left {
                    return Err(too_long());
                }
                file += empty as u8;
                rest = after;
                continue;
            }
            let Some(role) = self.role(char::from(first.to_ascii_uppercase())) else {
                let letter = text.get(text.len() - rest.len()..).and_then(|rest| rest.chars().next());
                return Err(PlacementError::Letter {
                    rank: number,
                    text: text.to_owned(),
                    letter: letter.unwrap_or(char::REPLACEMENT_CHARACTER),
                    variant: variant.to_owned(),
                    letters: self.letters.iter().collect(),
                });
            };
            let color = if first.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some(square) = Square::new(file, rank).filter(|_| file < files) else { return Err(too_long()) };
            board.set(square, Some(Piece { color, role }));
            file += 1;
            rest = after;
        }
        if file < files {
            return Err(PlacementError::TooShort { rank: number, text: text.to_owned(), found: file, files });
        }
        Ok(())
    }

    /// Appends the placement of the squares of `occupied`; `piece_at` returns the piece on each.
    pub(crate) fn write(&self, text: &mut String, occupied: Bitboard, piece_at: impl Fn(Square) -> Option<Piece>) {
        for rank in (0..self.ranks).rev() {
            let mut next = 0;
            for square in occupied & Bitboard::rank(rank) {
                if let Some(piece) = piece_at(square) {
                    write_empty(text, square.file() - next);
                    next = square.file() + 1;
                    text.push(self.letter(piece));
                }
            }
            write_empty(text, self.files.saturating_sub(next));
            if rank > 0 {
                text.push('/');
            }
        }
    }

    /// The fault of a placement whose ranks, two or more, have the same length, but which does not fit the board.
    fn other_size(&self, text: &str, variant: &str) -> Option<PlacementError> {
        let &Alphabet { files, ranks, .. } = self;
        let (first, others) = text.split_once('/')?;
        let found_files = width(first)?;
        let found_ranks = 1 + others.split('/').count();
        let even = others.split('/').all(|rank| width(rank) == Some(found_files));
        let other = (found_files, found_ranks) != (usize::from(files), usize::from(ranks));
        let variant = variant.to_owned();
        (even && other).then_some(PlacementError::Size { found_files, found_ranks, files, ranks, variant })
    }
}

/// A run of at most twelve empty squares.
fn write_empty(text: &mut String, empty: u8) {
    if empty > 9 {
        text.push('1');
    }
    if empty > 0 {
        text.push(char::from(b'0' + empty % 10));
    }
}

/// How many squares a rank fills if each run of digits is one number.
fn width(rank: &str) -> Option<usize> {
    let mut width = 0_usize;
    let mut rest = rank;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let run = &rest[..rest.len() - after.len()];
        if run.is_empty() {
            width += first.is_ascii_alphabetic().then_some(1)?;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let empty = run.parse::<usize>().ok().filter(|&empty| empty <= usize::from(MAX_FILES) && !run.starts_with('0'));
        let digits = || run.bytes().map(|digit| usize::from(digit - b'0')).sum();
        width += empty.or_else(|| (!run.contains('0')).then(digits))?;
        rest = after;
    }
    Some(width)
}
