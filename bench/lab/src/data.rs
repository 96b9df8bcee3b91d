//! Recorded data: files of games ([`mod@file`]), their games ([`game`]), the order of moves that allows four bytes a
//! ply ([`moves`]), and files of positions made from them ([`packed`]).

pub mod file;
pub mod game;
pub mod header;
pub mod moves;
pub mod packed;

use thiserror::Error;

/// Why a file of the laboratory cannot be read. Places in a file are bytes, counted from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// The system could not read or write.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The file does not begin with the magic bytes.
    #[error("this is not a file of {what}: it does not begin with `{magic}`; name another file")]
    Foreign {
        /// The expected content.
        what: &'static str,
        /// The expected first bytes.
        magic: &'static str,
    },
    /// The file has another version of the format.
    #[error(
        "this is a file of format {found}, but this program reads format {read}; read it with the program that wrote it"
    )]
    Version {
        /// The version in the file.
        found: u32,
        /// The only one that can be read.
        read: u32,
    },
    /// The header is cut off or changed.
    #[error("the header is damaged ({what}); nothing after it can be trusted: delete the file or copy it again")]
    Header {
        /// What is wrong.
        what: String,
    },
    /// The file ends within a block, because the program that wrote it was stopped. Everything before the block is
    /// good.
    #[error("the last block, at byte {at}, is not complete; recording continues without it")]
    Torn {
        /// Where the good part ends.
        at: u64,
    },
    /// A block was changed.
    #[error("the block at byte {at} is damaged ({what}); copy the file again from its source, or truncate it there")]
    Damaged {
        /// Where the block begins.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// A game with a correct checksum is not valid.
    #[error("game {number} makes no sense: {what}; the program that wrote it has a bug")]
    Game {
        /// The game's number.
        number: u64,
        /// What is wrong.
        what: String,
    },
}
