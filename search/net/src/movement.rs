//! What a net knows of a piece: how it moves, not what it is called.

use std::fmt;

use campione_core::{Betza, BetzaError, Role, Variant};

/// A kind of piece as a net tells them apart. Two pieces that move alike are one kind, whatever their games call them.
#[derive(Clone, Debug)]
pub enum Movement {
    /// The king, by its steps.
    Royal(Shorthand),
    /// A pawn that can move. Whether it has a double step, captures en passant or what it becomes makes no difference: those
    /// are rules of a game, and a net belongs to games that were in its data.
    Pawn,
    /// A pawn on its last rank that waits to be promoted (RULES.md §6).
    WaitingPawn,
    /// Any other piece.
    Piece(Shorthand),
}

/// A movement in Betza's shorthand, as somebody wrote it, and as it is understood.
#[derive(Clone, Debug)]
pub struct Shorthand {
    text: String,
    betza: Betza,
}

impl PartialEq for Shorthand {
    /// `BN` and `NB` are equal.
    fn eq(&self, other: &Shorthand) -> bool {
        self.betza == other.betza
    }
}

impl Shorthand {
    fn parse(text: &str) -> Result<Shorthand, BetzaError> {
        Ok(Shorthand { text: text.to_owned(), betza: Betza::parse(text)? })
    }
}

const ROYAL: &str = "royal ";
const PAWN: &str = "pawn";
const WAITING_PAWN: &str = "waiting pawn";

impl PartialEq for Movement {
    fn eq(&self, other: &Movement) -> bool {
        match (self, other) {
            (Movement::Royal(one), Movement::Royal(other)) | (Movement::Piece(one), Movement::Piece(other)) => {
                one == other
            }
            (Movement::Pawn, Movement::Pawn) | (Movement::WaitingPawn, Movement::WaitingPawn) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Movement {
    /// As [`Movement::parse`] reads it: `royal K`, `pawn`, `waiting pawn`, `BN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Movement::Royal(Shorthand { text, .. }) => write!(f, "{ROYAL}{text}"),
            Movement::Pawn => f.write_str(PAWN),
            Movement::WaitingPawn => f.write_str(WAITING_PAWN),
            Movement::Piece(Shorthand { text, .. }) => f.write_str(text),
        }
    }
}

impl Movement {
    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// The text is no movement that this program knows.
    pub fn parse(text: &str) -> Result<Movement, BetzaError> {
        match text {
            PAWN => Ok(Movement::Pawn),
            WAITING_PAWN => Ok(Movement::WaitingPawn),
            _ => match text.strip_prefix(ROYAL) {
                Some(steps) => Shorthand::parse(steps).map(Movement::Royal),
                None => Shorthand::parse(text).map(Movement::Piece),
            },
        }
    }

    /// That of a role of a game.
    ///
    /// # Panics
    /// If the variant does not have this role.
    pub fn of(variant: Variant, role: Role) -> Movement {
        if role == Role::PAWN {
            return Movement::Pawn;
        }
        let letter = variant.role(role).letter.to_string();
        let piece = &variant.spec().piece[&letter];
        let moves = Shorthand::parse(&piece.moves)
            .unwrap_or_else(|error| unreachable!("a variant is compiled, so its movements can be read: {error}"));
        if role == Role::KING { Movement::Royal(moves) } else { Movement::Piece(moves) }
    }

    /// Those of all pieces of a game, each once: of its roles in their order, then the waiting pawn where there is one.
    pub fn all_of(variant: Variant) -> Vec<Movement> {
        let mut movements: Vec<Movement> = Vec::new();
        for role in variant.all_roles() {
            let movement = Movement::of(variant, role);
            if !movements.contains(&movement) {
                movements.push(movement);
            }
        }
        if variant.promotion_wait().is_some() {
            movements.push(Movement::WaitingPawn);
        }
        movements
    }
}
