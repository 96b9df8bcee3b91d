//! Games that cannot go on.

use std::fmt;

/// Why there is no game to go on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    /// The position that was set up is illegal.
    Position,
    /// The variant with this name cannot be played. No position can be set up either, because the other side means other
    /// rules.
    Variant(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Position => write!(f, "the position is illegal"),
            Broken::Variant(name) => {
                write!(f, "the variant `{name}` was refused: name another one, or begin again with `new`")
            }
        }
    }
}
