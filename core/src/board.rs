//! Where the men stand, and its text.

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::{Piece, Role};
use crate::square::{MAX_FILES, SQUARES, Square};
use crate::variant::Variant;

/// A man or nothing on each of the 120 squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    men: [Option<Piece>; SQUARES],
    /// The squares of `men` that are not empty.
    occupied: Bitboard,
}

impl Default for Board {
    fn default() -> Board {
        Board { men: [None; SQUARES], occupied: Bitboard::EMPTY }
    }
}

/// A fault in the text of a placement. Ranks are counted as on the board, from 1 at White's side.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// All ranks are equally long, but the board is another one.
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
        /// Id of the game.
        variant: String,
    },
    /// Not as many ranks as the board has.
    #[error(
        "it has {found} ranks, but the board of {variant} has {expected}: separate them by `/`, the top rank first"
    )]
    Ranks {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
        /// Id of the game.
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
    /// A letter that no man of the game has.
    #[error("rank {rank} (`{text}`): `{letter}` is no man of {variant}, whose letters are {letters}")]
    Letter {
        /// The rank's number on the board.
        rank: u8,
        /// The rank's text.
        text: String,
        /// The letter found.
        letter: char,
        /// Id of the game.
        variant: String,
        /// The letters of the game's men.
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

impl Board {
    /// The man on `square`, if any.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.men.get(square.index()).copied().flatten()
    }

    /// Puts a man on `square`, or clears it, and gives back what stood there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        self.occupied = if piece.is_some() { self.occupied.with(square) } else { self.occupied.without(square) };
        std::mem::replace(&mut self.men[square.index()], piece)
    }

    /// All men with their squares, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied.into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares on which some man stands.
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The squares of the men of one color and role.
    pub fn squares_of(&self, color: Color, role: Role) -> Bitboard {
        self.pieces().filter(|(_, piece)| *piece == Piece { color, role }).map(|(square, _)| square).collect()
    }

    /// Reads the first field of a FEN (NOTATION.md, "Placement"): ranks from the top down, separated by `/`; a run of
    /// digits is one number of empty squares, and is read digit by digit where its value does not fit the rest of the rank.
    ///
    /// # Errors
    /// Every fault, one for each bad rank at most; the placement of another board is one fault.
    pub fn parse_placement(text: &str, variant: &Variant) -> Result<Board, Vec<PlacementError>> {
        Board::parse_ranks(text, variant).map_err(|errors| other_size(text, variant).map_or(errors, |size| vec![size]))
    }

    fn parse_ranks(text: &str, variant: &Variant) -> Result<Board, Vec<PlacementError>> {
        let expected = variant.ranks();
        let found = 1 + text.bytes().filter(|&byte| byte == b'/').count();
        if found != usize::from(expected) {
            return Err(vec![PlacementError::Ranks { found, expected, variant: variant.id().to_owned() }]);
        }
        let mut board = Board::default();
        let mut errors = Vec::new();
        for (text, rank) in text.split('/').zip((0..expected).rev()) {
            if board.parse_plain_rank(text.as_bytes(), rank, variant) {
                continue;
            }
            if let Err(error) = board.parse_rank(text, rank, variant) {
                errors.push(error);
            }
        }
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    /// Reads a rank as most are written, without numbers of two digits, and says whether it was one; if not, nothing has
    /// changed. There is no branch that depends on the text, because such branches are guessed wrongly half the time.
    fn parse_plain_rank(&mut self, text: &[u8], rank: u8, variant: &Variant) -> bool {
        const MOST: usize = 32;
        let mut row = [None; MOST];
        let (mut file, mut occupied) = (0, 0_u32);
        let (mut plain, mut digit) = (text.len() <= usize::from(MAX_FILES), false);
        for &byte in text.iter().take(usize::from(MAX_FILES)) {
            let symbol = variant.placement_symbol(byte);
            let at = file % MOST;
            row[at] = symbol.piece;
            occupied |= u32::from(symbol.piece.is_some()) << at;
            let is_digit = byte.is_ascii_digit();
            plain &= symbol.files > 0 && !(digit && is_digit) && file < MOST;
            digit = is_digit;
            file += usize::from(symbol.files);
        }
        let files = usize::from(variant.files());
        if !plain || file != files {
            return false;
        }
        let start = usize::from(rank) * usize::from(MAX_FILES);
        if let (Some(squares), Some(row)) = (self.men.get_mut(start..start + files), row.get(..files)) {
            squares.copy_from_slice(row);
            self.occupied |= Bitboard::from_bits(u128::from(occupied) << start);
        }
        true
    }

    fn parse_rank(&mut self, text: &str, rank: u8, variant: &Variant) -> Result<(), PlacementError> {
        let files = variant.files();
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
            let Some(role) = variant.role_by_letter(char::from(first.to_ascii_uppercase())) else {
                let letter = text.get(text.len() - rest.len()..).and_then(|rest| rest.chars().next());
                return Err(PlacementError::Letter {
                    rank: number,
                    text: text.to_owned(),
                    letter: letter.unwrap_or(char::REPLACEMENT_CHARACTER),
                    variant: variant.id().to_owned(),
                    letters: variant.letters(),
                });
            };
            let color = if first.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some(square) = Square::new(file, rank).filter(|_| file < files) else { return Err(too_long()) };
            self.set(square, Some(Piece { color, role }));
            file += 1;
            rest = after;
        }
        if file < files {
            return Err(PlacementError::TooShort { rank: number, text: text.to_owned(), found: file, files });
        }
        Ok(())
    }

    /// The first field of a FEN: runs of empty squares in decimal, `/` between ranks, lower case for Black.
    pub fn placement(&self, variant: &Variant) -> String {
        let mut text = String::with_capacity(96);
        write_placement(&mut text, variant, self.occupied, |square| self.piece_at(square));
        text
    }
}

/// Appends the first field of a FEN for the men on `occupied`, which `piece_at` knows.
pub fn write_placement(
    text: &mut String,
    variant: &Variant,
    occupied: Bitboard,
    piece_at: impl Fn(Square) -> Option<Piece>,
) {
    for rank in (0..variant.ranks()).rev() {
        let mut next = 0;
        for square in occupied & Bitboard::rank(rank) {
            if let Some(piece) = piece_at(square) {
                write_empty(text, square.file() - next);
                next = square.file() + 1;
                text.push(variant.piece_letter(piece));
            }
        }
        write_empty(text, variant.files().saturating_sub(next));
        if rank > 0 {
            text.push('/');
        }
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

/// The squares that a rank fills when each run of digits that a board could have is one number.
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

/// The fault of a placement that has equally long ranks, two at least, but not those of the game's board.
fn other_size(text: &str, variant: &Variant) -> Option<PlacementError> {
    let (files, ranks) = (variant.files(), variant.ranks());
    let (first, others) = text.split_once('/')?;
    let found_files = width(first)?;
    let found_ranks = 1 + others.split('/').count();
    let even = others.split('/').all(|rank| width(rank) == Some(found_files));
    let other = (found_files, found_ranks) != (usize::from(files), usize::from(ranks));
    let variant = variant.id().to_owned();
    (even && other).then_some(PlacementError::Size { found_files, found_ranks, files, ranks, variant })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank_error(text: &str) -> String {
        let variant = Variant::named("courier-spiel").unwrap();
        let placement = format!("{text}/12/12/12/12/12/12/12");
        Board::parse_placement(&placement, &variant).unwrap_err()[0].to_string()
    }

    #[test]
    fn placements_read_back() {
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            let board = &variant.start().board;
            let text = board.placement(&variant);
            assert_eq!(Board::parse_placement(&text, &variant).as_ref(), Ok(board), "{id}");
        }
    }

    #[test]
    fn runs_that_do_not_fit_are_read_digit_by_digit() {
        let variant = Variant::named("carrera").unwrap();
        let empty = Board::default();
        for rank in ["10", "91", "19", "55", "111111112", "28", "1117"] {
            let text = format!("{rank}/10/10/10/10/10/10/10");
            let read = Board::parse_placement(&text, &variant);
            if rank.len() > 3 {
                assert!(read.is_err(), "{rank}");
            } else {
                assert_eq!(read, Ok(empty.clone()), "{rank}");
            }
        }
    }

    #[test]
    fn faults_name_the_rank() {
        assert!(rank_error("13").contains("rank 8 (`13`) is too short: 4 of 12"));
        assert!(rank_error("99").contains("rank 8 (`99`) is too long"));
        assert!(rank_error("k12").contains("too short"), "{}", rank_error("k12"));
        assert!(rank_error("0k11").contains("`0` is no number"));
        assert!(rank_error("k011").contains("`011` is no number"));
        assert!(rank_error("120").contains("too long"));
        assert!(rank_error("z11").contains("`z` is no man of courier-spiel"));
        assert!(rank_error("é11").contains("`é` is no man"));
        assert!(rank_error("kkkkkkkkkkkkk").contains("too long"));
        assert!(rank_error("").contains("too short: 0 of 12"));
    }

    #[test]
    fn another_board_is_one_fault() {
        let errors = |text: &str, game: &str| -> Vec<String> {
            let errors = Board::parse_placement(text, &Variant::named(game).unwrap()).unwrap_err();
            errors.iter().map(ToString::to_string).collect()
        };
        let chess = "rnbqkbnr/pppppppp/8/8/8/44/PPPPPPPP/RNBQKBNR";
        assert_eq!(errors(chess, "gothic"), ["its board is 8x8, but gothic is played on 10x8"]);
        // Whose men are others as well.
        for game in Variant::ids().map(|id| Variant::named(id).unwrap()).filter(|game| game.files() > 8) {
            let text = game.start().board.placement(&game);
            let board = format!("its board is {}x{}, but chess is played on 8x8", game.files(), game.ranks());
            assert_eq!(errors(&text, "chess"), [board], "{}", game.id());
        }
        assert_eq!(errors("k9/10/10/10/10/10/9K", "gothic"), ["its board is 10x7, but gothic is played on 10x8"]);
        // Ranks of different lengths are no board.
        assert_eq!(errors("k7/8/8/8/8/9/8/7K", "gothic").len(), 8);
        assert!(errors("k9/10/10/10/10/10/8K", "gothic")[0].contains("it has 7 ranks"));
        assert!(errors("k9", "gothic")[0].contains("it has 1 ranks"));
        assert!(errors("", "gothic")[0].contains("it has 1 ranks"));
    }
}
