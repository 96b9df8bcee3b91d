//! What a net knows about a piece: how it moves, not its name.

use std::fmt;

use campione_core::{Betza, BetzaError, DrawRules, PawnKind, Pieces, Role, Rules, Variant};

/// A kind of piece, as nets distinguish them. Two pieces with the same movement are one kind, whatever their names are.
#[derive(Clone, Debug)]
pub enum Movement {
    /// The king, by its steps.
    Royal(Shorthand),
    /// A pawn that can move. Its double step, en passant and promotions make no difference: they are rules of a
    /// variant, and a net is made for the variants in its training data.
    Pawn,
    /// A pawn that steps diagonally and captures straight ahead.
    BerolinaPawn,
    /// A pawn on its last rank that waits to be promoted (RULES.md §6).
    WaitingPawn,
    /// Any other piece.
    Piece(Shorthand),
}

/// A movement in Betza's shorthand: its text, and the parsed movement.
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
const BEROLINA_PAWN: &str = "berolina pawn";
const WAITING_PAWN: &str = "waiting pawn";

impl PartialEq for Movement {
    fn eq(&self, other: &Movement) -> bool {
        match (self, other) {
            (Movement::Royal(one), Movement::Royal(other)) | (Movement::Piece(one), Movement::Piece(other)) => {
                one == other
            }
            (Movement::Pawn, Movement::Pawn)
            | (Movement::BerolinaPawn, Movement::BerolinaPawn)
            | (Movement::WaitingPawn, Movement::WaitingPawn) => true,
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
            Movement::BerolinaPawn => f.write_str(BEROLINA_PAWN),
            Movement::WaitingPawn => f.write_str(WAITING_PAWN),
            Movement::Piece(Shorthand { text, .. }) => f.write_str(text),
        }
    }
}

impl Movement {
    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// The text is not a movement that this program knows.
    pub fn parse(text: &str) -> Result<Movement, BetzaError> {
        match text {
            PAWN => Ok(Movement::Pawn),
            BEROLINA_PAWN => Ok(Movement::BerolinaPawn),
            WAITING_PAWN => Ok(Movement::WaitingPawn),
            _ => match text.strip_prefix(ROYAL) {
                Some(steps) => Shorthand::parse(steps).map(Movement::Royal),
                None => Shorthand::parse(text).map(Movement::Piece),
            },
        }
    }

    /// The movement of a role of a variant.
    ///
    /// # Panics
    /// If the variant does not have the role.
    pub fn of(variant: Variant, role: Role) -> Movement {
        if role == Role::PAWN {
            return Movement::pawn(variant.rules());
        }
        let letter = variant.role(role).letter.to_string();
        let piece = &variant.spec().piece[&letter];
        let moves = Shorthand::parse(&piece.moves)
            .unwrap_or_else(|error| unreachable!("a variant is compiled, so its movements can be read: {error}"));
        if role == Role::KING { Movement::Royal(moves) } else { Movement::Piece(moves) }
    }

    /// The movement of pawns that do not wait. Rules that change neither steps nor captures make no difference.
    fn pawn(rules: &Rules) -> Movement {
        let Rules {
            files: _,
            ranks: _,
            board: _,
            pieces:
                Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
            alphabet: _,
            pawn_kind,
            double_step_from: _,
            long_steps: _,
            double_step_barred: _,
            pinned_pawn_bars: _,
            en_passant: _,
            last_rank: _,
            promotion_zone: _,
            arrival_zone: _,
            promotes_freely: _,
            promotes_from_stock: _,
            promotion_is_optional: _,
            promotion_wait: _,
            limits: _,
            castlings: _,
            draws: DrawRules { stalemate: _, bare_king: _, repetition: _, moves: _, dead_position: _ },
            rare_turns: _,
            notation: _,
            numbering: _,
            home: _,
            start: _,
        } = rules;
        match pawn_kind {
            PawnKind::Orthodox => Movement::Pawn,
            PawnKind::Berolina => Movement::BerolinaPawn,
        }
    }

    /// The movements of all pieces of a variant, each once: those of its roles in order, then the waiting pawn if there
    /// is one.
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
