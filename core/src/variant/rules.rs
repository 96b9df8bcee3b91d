//! The compiled rules of a variant.

use super::castlings::Castlings;
use super::long_steps::LongStep;
use super::pieces::Pieces;
use super::start::Home;
use crate::bitboard::Bitboard;
use crate::crc::ArrayNumbering;
use crate::placement::Alphabet;
use crate::setup::Setup;
use crate::spec::{DrawSpec, NotationSpec, PawnKind, StalemateResult};

/// The compiled rules without texts. Variants with equal rules are played and written the same way.
///
/// All fields are public, so that whatever is right only for some rules (a fast path, a cache, a file format, another
/// program's knowledge) can take them apart without `..`, and a new field does not compile until it is decided there
/// (ARCHITECTURE.md, "A new rule"). To ask for one rule, [`Variant`](crate::Variant) has a method for each.
#[derive(Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule with a name")]
pub struct Rules {
    /// See [`Variant::files`](crate::Variant::files).
    pub files: u8,
    /// See [`Variant::ranks`](crate::Variant::ranks).
    pub ranks: u8,
    /// See [`Variant::board`](crate::Variant::board).
    pub board: Bitboard,
    /// How pieces move, and what pawns become.
    pub pieces: Pieces,
    /// The letters of the pieces.
    pub alphabet: Alphabet,
    /// See [`Variant::pawn_kind`](crate::Variant::pawn_kind).
    pub pawn_kind: PawnKind,
    /// See [`Variant::double_step_from`](crate::Variant::double_step_from).
    pub double_step_from: [Bitboard; 2],
    /// See [`Variant::long_steps`](crate::Variant::long_steps).
    pub long_steps: Vec<LongStep>,
    /// See [`Variant::double_step_barred`](crate::Variant::double_step_barred).
    pub double_step_barred: bool,
    /// See [`Variant::pinned_pawn_bars`](crate::Variant::pinned_pawn_bars).
    pub pinned_pawn_bars: bool,
    /// See [`Variant::en_passant`](crate::Variant::en_passant).
    pub en_passant: bool,
    /// See [`Variant::last_rank`](crate::Variant::last_rank).
    pub last_rank: [Bitboard; 2],
    /// See [`Variant::promotion_zone`](crate::Variant::promotion_zone).
    pub promotion_zone: [Bitboard; 2],
    /// See [`Variant::arrival_zone`](crate::Variant::arrival_zone).
    pub arrival_zone: [Bitboard; 2],
    /// See [`Variant::promotes_freely`](crate::Variant::promotes_freely).
    pub promotes_freely: bool,
    /// See [`Variant::promotes_from_stock`](crate::Variant::promotes_from_stock).
    pub promotes_from_stock: bool,
    /// See [`Variant::promotion_is_optional`](crate::Variant::promotion_is_optional).
    pub promotion_is_optional: bool,
    /// See [`Variant::promotion_wait`](crate::Variant::promotion_wait).
    pub promotion_wait: Option<u8>,
    /// How many pieces of each role a side may have for a pawn to become one, where that is limited.
    pub limits: [[u8; 32]; 2],
    /// The castlings and leaps of both sides, as rows, each of which says what it changes.
    pub castlings: Castlings,
    /// See [`Variant::draws`](crate::Variant::draws).
    pub draws: DrawRules,
    /// See [`Variant::has_rare_turns`](crate::Variant::has_rare_turns); it follows from other rules.
    pub rare_turns: bool,
    /// How positions and moves are written.
    pub notation: NotationSpec,
    /// See [`Variant::numbering`](crate::Variant::numbering).
    pub numbering: Option<ArrayNumbering>,
    /// Where the arrays stand.
    pub home: Home,
    /// See [`Variant::start`](crate::Variant::start).
    pub start: Setup,
}

/// How games end without checkmate (RULES.md, "Orthodox draws", "Bare king").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawRules {
    /// What stalemate is for the side that cannot move.
    pub stalemate: StalemateResult,
    /// Whether a side that has only its king has lost.
    pub bare_king: bool,
    /// How often a position must occur for a draw; `None` for never.
    pub repetition: Option<u32>,
    /// Moves by each side without capture, pawn move or promotion for a draw; `None` for never.
    pub moves: Option<u32>,
    /// Whether a position in which no sequence of moves can mate, by material, is a draw.
    pub dead_position: bool,
}

impl DrawRules {
    /// Plies without capture, pawn move or promotion for a draw by the move rule; `None` without such a rule.
    #[inline(always)]
    pub const fn plies(&self) -> Option<u32> {
        match self.moves {
            Some(moves) => Some(2 * moves),
            None => None,
        }
    }

    /// Whether the move rule draws when this many plies have been made without capture, pawn move or promotion.
    #[inline(always)]
    pub fn draws_at(&self, halfmove_clock: u32) -> bool {
        self.plies().is_some_and(|plies| halfmove_clock >= plies)
    }

    pub(super) fn of(spec: &DrawSpec) -> DrawRules {
        let &DrawSpec { stalemate, bare_king, repetition, moves, dead_position, why: _ } = spec;
        let unless_zero = |count: u32| Some(count).filter(|&count| count > 0);
        DrawRules {
            stalemate,
            bare_king,
            repetition: unless_zero(repetition),
            moves: unless_zero(moves),
            dead_position,
        }
    }
}
