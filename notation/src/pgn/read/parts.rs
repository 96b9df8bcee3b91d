//! What the parts of the reader tell each other.

use std::io;

use campione_movegen::Outcome;

use crate::moves::MoveFault;
use crate::pgn::error::{PgnFault, PgnNote};
use crate::pgn::scan::Broken;
use crate::pgn::tree::Tag;
use crate::why::Reason;

/// The part of a game before its moves.
pub(super) struct Head {
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) tags: Vec<Tag>,
    /// The comments before the moves.
    pub(super) comments: Vec<Vec<u8>>,
    pub(super) notes: Vec<PgnNote>,
}

/// A fault with the known details of its place.
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) fault: PgnFault,
    pub(super) ply: Option<u64>,
    pub(super) in_variation: bool,
    pub(super) fen: Option<String>,
    pub(super) reason: Option<Reason>,
    /// Id of the variant that was assumed because no tag names one.
    pub(super) assumed: Option<String>,
    /// The value of the `Variant` tag that was overruled.
    pub(super) overruled: Option<String>,
}

/// An error of the stream, or a fault of the game.
pub(super) enum Stop {
    Io(io::Error),
    Game(Box<Place>),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Stop {
        match broken {
            Broken::Io(error) => Stop::Io(error),
            Broken::Fault { line, fault } => Stop::of(line, fault),
        }
    }
}

impl Stop {
    /// The place of a game's fault. An error of the stream is returned as an error.
    pub(super) fn place(self) -> io::Result<Place> {
        match self {
            Stop::Io(error) => Err(error),
            Stop::Game(place) => Ok(*place),
        }
    }

    pub(super) fn of(line: u64, fault: PgnFault) -> Stop {
        Stop::Game(Box::new(Place::of(line, fault)))
    }
}

impl Place {
    /// Whether it is a move that may be several.
    pub(super) fn is_ambiguous(&self) -> bool {
        matches!(&self.fault, PgnFault::Move(error) if error.fault == MoveFault::Ambiguous)
    }

    /// The place of a fault of which only the line is known.
    pub(super) fn of(line: u64, fault: PgnFault) -> Place {
        let (assumed, overruled) = (None, None);
        Place { line, fault, ply: None, in_variation: false, fen: None, reason: None, assumed, overruled }
    }
}

/// The stated result: `None` for `*`.
pub(super) type StatedResult = Option<Outcome>;
