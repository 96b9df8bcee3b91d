//! What can be wrong with the description of a game.

use std::fmt;

use thiserror::Error;

use super::castlings::{MAX_RIGHTS, MAX_ROWS};
use super::men::MAX_LEAP_CLASSES;
use crate::betza::BetzaError;

/// One fault of a game's description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VariantFault {
    /// A size that does not fit.
    #[error("board: {files}x{ranks} is out of range: 4 to 12 files and 5 to 10 ranks")]
    BoardSize {
        /// Files asked for.
        files: u8,
        /// Ranks asked for.
        ranks: u8,
    },
    /// The array does not fill the first rank.
    #[error("board.array: `{array}` has {found} men for {files} files")]
    ArrayLength {
        /// The array.
        array: String,
        /// Its length.
        found: usize,
        /// Files of the board.
        files: u8,
    },
    /// A letter of the array that is no man.
    #[error("board.array: `{letter}` is no piece of the game: describe it as `[piece.{letter}]`")]
    ArrayLetter {
        /// The letter.
        letter: char,
    },
    /// Not exactly one king in the array.
    #[error("board.array: a side needs exactly one king, found {0}")]
    ArrayKings(usize),
    /// Not exactly one royal man.
    #[error("piece: exactly one piece must be `royal = true`, found {0}")]
    Royal(usize),
    /// The royal man slides or has lame leaps.
    #[error("piece.{letter}: the royal piece must move by true leaps alone, such as `K`; `{moves}` does not")]
    RoyalMoves {
        /// Its letter.
        letter: String,
        /// Its movement.
        moves: String,
    },
    /// A letter that is not one of A to Z.
    #[error("{place}: `{letter}` must be one letter A to Z")]
    Letter {
        /// The key.
        place: String,
        /// What stands there.
        letter: String,
    },
    /// A letter that two men have.
    #[error("pawn.letter: `{0}` is already a piece")]
    PawnLetter(String),
    /// More sets of leaps than a position can hold.
    #[error("piece: {0} different sets of leaps; the limit is {MAX_LEAP_CLASSES}")]
    TooManyLeaps(usize),
    /// A movement that is not understood.
    #[error("piece.{letter}.moves: {error}")]
    Moves {
        /// The man's letter.
        letter: String,
        /// What is wrong.
        error: BetzaError,
    },
    /// A promotion to something impossible.
    #[error("promotion.to: `{0}` is no piece that a pawn can become")]
    PromotionLetter(char),
    /// A pawn that can become nothing.
    #[error("promotion.to: name at least one piece")]
    NoPromotion,
    /// A stock without waiting, or waiting without a stock.
    #[error("promotion: `wait` and `from_stock` go together (RULES.md §6), and a pawn waits at most 2 moves")]
    Waiting,
    /// A file that is not on the board, or a text of another form.
    #[error("castling.{name}: `{text}` is not of the form `f-i`, two files of the board or `*`")]
    CastlingFiles {
        /// The manoeuvre.
        name: String,
        /// The text.
        text: String,
    },
    /// A man that does not start where the castling wants it.
    #[error("castling.{name}: no {letter} starts on the {file}-file")]
    CastlingMan {
        /// The manoeuvre.
        name: String,
        /// The man's letter.
        letter: char,
        /// The file.
        file: char,
    },
    /// Too many rights or rows.
    #[error("castling: {rights} rights and {rows} manoeuvres a side; the limits are {MAX_RIGHTS} and {MAX_ROWS}")]
    TooManyCastlings {
        /// Rights of a side.
        rights: usize,
        /// Rows of a side.
        rows: usize,
    },
    /// Two rights that a FEN could not tell apart.
    #[error("castling: two rights would both be written `{0}`; set `notation.rights_by_file = true`")]
    RightLetter(char),
}

/// All faults of a game's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantFaults(pub Vec<VariantFault>);

impl fmt::Display for VariantFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for VariantFaults {}
