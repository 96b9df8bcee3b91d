//! What was recorded: files of games ([`mod@file`]), their games ([`game`]) and the order of moves by which a game is kept in
//! four bytes a ply ([`moves`]); and files of positions made from them ([`packed`]).

pub mod file;
pub mod game;
pub mod header;
pub mod moves;
pub mod packed;

use thiserror::Error;

/// Why a file of the laboratory cannot be read. Positions in a file are counted in bytes from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// The system could not read or write.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The first bytes are other ones.
    #[error("this is no file of {what}: it does not begin with `{magic}`; name another file")]
    Foreign {
        /// What it should hold.
        what: &'static str,
        /// How it would begin.
        magic: &'static str,
    },
    /// It is of another time.
    #[error(
        "this is a file of format {found}, but this program reads format {read}; read it with the program that wrote it"
    )]
    Version {
        /// The version that it names.
        found: u32,
        /// The only one that can be read.
        read: u32,
    },
    /// What it says of itself is cut off or changed.
    #[error("the header is damaged ({what}); nothing after it can be trusted: delete the file or bring it again")]
    Header {
        /// What is wrong.
        what: String,
    },
    /// The file ends within a block: whoever wrote it was stopped. All before it is good.
    #[error("the last block, at byte {at}, was not written to its end; recording goes on without it")]
    Torn {
        /// Where the good part ends.
        at: u64,
    },
    /// A block was changed.
    #[error("the block at byte {at} is damaged ({what}); bring the file again from where it was made, or cut it there")]
    Damaged {
        /// Where the block begins.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// A game whose checksum is right makes no sense.
    #[error("game {number} makes no sense: {what}; whatever wrote it has a bug")]
    Game {
        /// The game's number.
        number: u64,
        /// What is wrong.
        what: String,
    },
}
