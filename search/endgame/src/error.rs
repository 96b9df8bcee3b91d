//! What can go wrong.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// What is too large about an ending with a longer win than a table has values for.
pub(crate) const LONG_WIN: &str = "a win takes more plies than a table can say";

/// Why there is no table, or none that can be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// Too many pieces.
    #[error("{0} pieces, kings included: an ending has at most 5")]
    Pieces(usize),
    /// A role that endings of the variant cannot have.
    #[error("role {index} is the king, or not a piece of {variant}")]
    Role {
        /// The index of the role.
        index: usize,
        /// Id of the variant.
        variant: String,
    },
    /// Text that is not the name of an ending.
    #[error("`{name}` is not an ending: {reason}")]
    Name {
        /// The text.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// An ending that this one leads to has not been solved.
    #[error("{material}: it leads to {needed}, which is not solved: build that first")]
    Missing {
        /// The ending.
        material: String,
        /// What it needs.
        needed: String,
    },
    /// A position with more moves than a counter holds, or a win of more plies than a table can say.
    #[error("{material}: {what}")]
    TooLarge {
        /// The ending.
        material: String,
        /// What is too large.
        what: &'static str,
    },
    /// A file that cannot be read or written.
    // The field is not called `source`: the text has the reason already, and whoever prints the chain of causes would print it
    // twice.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// A file that is not a table, or a damaged one.
    #[error("{}: {fault}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: FormatFault,
    },
}

/// What is wrong with the content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatFault {
    /// It does not begin as a table does.
    #[error("this is not an endgame table")]
    Magic,
    /// Another version of the format.
    #[error("a table of format {found}; this program reads format {own}: build it again")]
    Version {
        /// The version of the file.
        found: u16,
        /// The version that is read.
        own: u16,
    },
    /// The file ends too early, or something follows its end.
    #[error("the file has {found} bytes instead of {expected}: it was cut or something was added; build it again")]
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes that it should have.
        expected: u64,
    },
    /// A part whose checksum is wrong.
    #[error("{part} is damaged (checksum): build it again")]
    Checksum {
        /// Which part.
        part: String,
    },
    /// The header contradicts itself, in spite of its checksum.
    #[error("the header is wrong: {0}")]
    Header(&'static str),
    /// The table of other rules.
    #[error("a table of {variant}, whose rules differ from those of {asked}: build one for {asked}")]
    Rules {
        /// The variant of the table.
        variant: String,
        /// The variant that was asked for.
        asked: String,
    },
}
