//! The text of a placement, the first field of a FEN (NOTATION.md, "Placement").

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::role::{Piece, Role};
use crate::square::{MAX_FILES, MAX_RANKS, SQUARES, Square};

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
        "rank {rank} (`{text}`): `{digits}` is not a number of empty squares: write 1 to {files} without leading zeros"
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

codes!(PlacementError {
    Size => "placement.size",
    Ranks => "placement.ranks",
    TooLong => "placement.too-long",
    TooShort => "placement.too-short",
    Letter => "placement.letter",
    Digits => "placement.digits",
});

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
pub struct Alphabet {
    files: u8,
    ranks: u8,
    /// The letters of the roles, upper case.
    letters: Vec<char>,
    /// The same in lower case, as bytes.
    small: Vec<u8>,
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
        let small = letters.iter().map(|letter| letter.to_ascii_lowercase() as u8).collect();
        Alphabet { files, ranks, letters, small, symbols }
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

    /// Reads a placement: ranks from the top down, separated by `/`. A run of digits is one number of empty squares. If that
    /// number does not fit in the rank, its digits are read one by one. `variant` is the id for error messages.
    ///
    /// # Errors
    /// Every fault, at most one for each rank. A placement for a board of another size is one fault.
    pub(crate) fn read(&self, text: &str, variant: &str) -> Result<Board, Vec<PlacementError>> {
        let mut board = Board::default();
        if self.read_usual(text.as_bytes(), &mut board).is_some() {
            return Ok(board);
        }
        self.read_ranks(text, variant)
            .map_err(|errors| self.other_size(text, variant).map_or(errors, |size| vec![size]))
    }

    /// Reads a placement of the usual form, which is how we write it, to an empty board: letters, and each run of empty
    /// squares as one number. `None` for any other text, right or wrong; then the board has no meaning. One pass over the bytes; whether a byte is a piece decides no branch, because such branches
    /// are mispredicted half the time.
    pub(crate) fn read_usual(&self, text: &[u8], board: &mut Board) -> Option<()> {
        let files = usize::from(self.files);
        let mut rank = self.ranks.checked_sub(1)?;
        let (mut file, mut run, mut occupied) = (0_usize, 0_usize, 0_u32);
        for &byte in text {
            let symbol = self.symbols.get(usize::from(byte))?;
            if let Some(piece) = symbol.piece.filter(|_| file < files) {
                board.put(rank, file, piece);
                occupied |= 1 << file;
                (file, run) = (file + 1, 0);
                continue;
            }
            let width = usize::from(symbol.files);
            if symbol.piece.is_some() {
                return None;
            }
            if width == 0 {
                // The end of a rank, or the zero of `10`.
                if byte == b'/' && file == files {
                    board.occupy(rank, occupied);
                    rank = rank.checked_sub(1)?;
                    (file, run, occupied) = (0, 0, 0);
                    continue;
                }
                (byte == b'0' && run == 1).then_some(())?;
                (file, run) = (file + 9, usize::MAX);
            } else if run > 0 {
                // The second digit of `11` or `12`; any other pair is no number of empty squares.
                (run == 1).then_some(())?;
                (file, run) = (file + 9 + width, usize::MAX);
            } else {
                (file, run) = (file + width, width);
            }
            (file <= files).then_some(())?;
        }
        board.occupy(rank, occupied);
        (rank == 0 && file == files).then_some(())
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
            if let Err(error) = self.read_rank(text, rank, &mut board, variant) {
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(board) } else { Err(errors) }
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
        // Collected as bytes, because a string checks and grows with every letter. A rank is never longer than its files,
        // and all ranks but the last have a slash.
        let mut bytes = [0_u8; SQUARES + MAX_RANKS as usize];
        let mut length = 0;
        let mut push = |byte: u8| {
            if let Some(place) = bytes.get_mut(length) {
                *place = byte;
                length += 1;
            }
        };
        let letters: &[u8] = &self.small;
        for rank in (0..self.ranks).rev() {
            let start = rank * MAX_FILES;
            let mut rest = (occupied.bits() >> start) as u32 & ((1 << MAX_FILES) - 1);
            let mut next = 0;
            while rest != 0 {
                let file = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let piece = Square::new(file, rank).and_then(&piece_at);
                if let Some(piece) = piece {
                    push_empty(&mut push, file - next);
                    next = file + 1;
                    let small = letters.get(piece.role.index()).copied().unwrap_or_default();
                    push(small - (b'a' - b'A') * u8::from(piece.color == Color::White));
                }
            }
            push_empty(&mut push, self.files.saturating_sub(next));
            if rank > 0 {
                push(b'/');
            }
        }
        text.push_str(std::str::from_utf8(bytes.get(..length).unwrap_or_default()).unwrap_or_default());
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
#[inline(always)]
fn push_empty(push: &mut impl FnMut(u8), empty: u8) {
    if empty > 9 {
        push(b'1');
    }
    if empty > 0 {
        push(b'0' + empty % 10);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::variant::Variant;

    /// What the reader of the usual form reads, the other one reads in the same way; and it reads what we write.
    #[test]
    fn both_readers_agree() {
        const PARTS: [&str; 16] =
            ["k", "K", "p", "P", "1", "2", "9", "10", "11", "12", "0", "/", "/", "x", "4k3", "ppp"];
        let mut numbers = SplitMix64::new(3);
        for id in Variant::all_ids() {
            let variant = Variant::named(id).unwrap();
            let letters = variant.all_roles().map(|role| variant.role(role).letter).collect();
            let alphabet = Alphabet::new(variant.files(), variant.ranks(), letters);
            let start = variant.placement(&variant.start().board);
            let mut read = 0;
            for _ in 0..2000 {
                let mut ranks: Vec<String> = start.split('/').map(str::to_owned).collect();
                let at = numbers.below(ranks.len() as u64) as usize;
                ranks[at] = (0..=numbers.below(4)).map(|_| PARTS[numbers.below(16) as usize]).collect();
                let text = ranks.join("/");
                let mut board = Board::default();
                if alphabet.read_usual(text.as_bytes(), &mut board).is_some() {
                    assert_eq!(alphabet.read_ranks(&text, id).as_ref(), Ok(&board), "{id}: {text}");
                    assert_eq!(variant.placement(&board), text, "{id}");
                    read += 1;
                }
            }
            assert!(read >= 5, "{id}: {read}");
            let mut board = Board::default();
            assert!(alphabet.read_usual(start.as_bytes(), &mut board).is_some());
            assert_eq!(board, variant.start().board, "{id}");
        }
    }
}
