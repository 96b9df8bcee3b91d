//! The compiled rules of a variant.

use super::LongStep;
use super::castlings::Castlings;
use super::pieces::Pieces;
use super::start::Home;
use crate::bitboard::Bitboard;
use crate::crc::ArrayNumbering;
use crate::placement::Alphabet;
use crate::setup::Setup;
use crate::spec::{DrawSpec, NotationSpec, StalemateResult};

/// The compiled rules without texts. Variants with equal rules are played and written the same way.
#[derive(Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule with a name")]
pub(super) struct Rules {
    pub(super) files: u8,
    pub(super) ranks: u8,
    pub(super) board: Bitboard,
    pub(super) pieces: Pieces,
    pub(super) alphabet: Alphabet,
    pub(super) double_step_from: [Bitboard; 2],
    pub(super) long_steps: Vec<LongStep>,
    pub(super) double_step_barred: bool,
    pub(super) pinned_pawn_bars: bool,
    pub(super) en_passant: bool,
    pub(super) last_rank: [Bitboard; 2],
    pub(super) promotion_zone: [Bitboard; 2],
    pub(super) arrival_zone: [Bitboard; 2],
    pub(super) promotes_freely: bool,
    pub(super) promotes_from_stock: bool,
    pub(super) promotion_is_optional: bool,
    pub(super) promotion_wait: Option<u8>,
    /// How many pieces of each role a side may have for a pawn to become one, where that is limited.
    pub(super) limits: [[u8; 32]; 2],
    pub(super) castlings: Castlings,
    pub(super) draws: DrawRules,
    pub(super) rare_turns: bool,
    pub(super) notation: NotationSpec,
    pub(super) numbering: Option<ArrayNumbering>,
    pub(super) home: Home,
    pub(super) start: Setup,
}

/// How games end without checkmate (RULES.md, "Orthodox draws", "Bare king").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
    ///
    /// See [`Variant::draws`](crate::Variant::draws) for an example.
    #[inline(always)]
    pub const fn plies(&self) -> Option<u32> {
        match self.moves {
            Some(moves) => Some(2 * moves),
            None => None,
        }
    }

    /// Whether the move rule draws when this many plies have been made without capture, pawn move or promotion.
    ///
    /// See [`Variant::draws`](crate::Variant::draws) for an example.
    #[inline(always)]
    pub fn draws_at(&self, halfmove_clock: u32) -> bool {
        self.plies().is_some_and(|plies| halfmove_clock >= plies)
    }

    pub(super) fn of(spec: &DrawSpec) -> DrawRules {
        let &DrawSpec { stalemate, bare_king, repetition, moves, dead_position, .. } = spec;
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
