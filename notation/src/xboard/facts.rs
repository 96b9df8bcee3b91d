//! Facts about castlings and leaps that decide what `XBoard` can be told and shows.

use campione_core::{Bitboard, CastlingRow, DrawRules, PawnKind, Pieces, Rules, Square, Variant};

use crate::moves::rows::beside;

/// Whether a variant has castling with a partner.
pub(super) fn castles(variant: Variant) -> bool {
    !variant.spec().castling.is_empty()
}

/// What decides, besides castlings and leaps, which moves and ends `XBoard` shows correctly.
pub(super) struct Known {
    /// Whether pawns wait for their promotion.
    pub(super) waits: bool,
    /// Whether a double step may be forbidden, so that it cannot tell mate.
    pub(super) barred: bool,
    /// Whether castlings are told by name.
    pub(super) random: bool,
    /// The squares on which pawns promote.
    pub(super) promotion_zone: [Bitboard; 2],
    /// The squares on which `XBoard` lets them.
    pub(super) last_rank: [Bitboard; 2],
    /// Repetitions for a draw.
    pub(super) repetition: Option<u32>,
    /// Which way pawns step and capture.
    pub(super) pawn_kind: PawnKind,
    /// Whether there is a double step, and a capture en passant.
    pub(super) steps: (bool, bool),
}

impl Known {
    /// What there is to know of a variant. A rule is `_` if its moves look the same to `XBoard`, or if it learns it from the
    /// lines of [`describe`](super::describe): pieces, board and start position.
    pub(super) fn of(variant: Variant) -> Known {
        let Rules {
            files: _,
            ranks: _,
            board: _,
            pieces:
                Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
            alphabet: _,
            pawn_kind,
            double_step_from,
            // Each move says itself how far it goes.
            long_steps: _,
            double_step_barred,
            pinned_pawn_bars: _,
            en_passant,
            last_rank,
            promotion_zone,
            arrival_zone: _,
            promotes_freely: _,
            promotes_from_stock: _,
            promotion_is_optional: _,
            promotion_wait,
            limits: _,
            castlings: _,
            // The others come with the end that is claimed.
            draws: DrawRules { stalemate: _, bare_king: _, repetition, moves: _, dead_position: _ },
            rare_turns: _,
            notation: _,
            numbering,
            home: _,
            start: _,
        } = variant.rules();
        Known {
            waits: promotion_wait.is_some(),
            barred: *double_step_barred,
            random: numbering.is_some(),
            promotion_zone: *promotion_zone,
            last_rank: *last_rank,
            repetition: *repetition,
            pawn_kind: *pawn_kind,
            steps: (double_step_from.iter().any(|squares| squares.any()), *en_passant),
        }
    }
}

/// The king's leaps that can be described: the number of squares and the letter for it.
pub(super) const LEAPS: [(u8, char); 2] = [(2, 'D'), (3, 'H')];

/// The number of squares of a king's leap.
pub(super) fn leap_distance(leap: &CastlingRow) -> u8 {
    leap.king_from.file().abs_diff(leap.king_to.file()).max(leap.king_from.rank().abs_diff(leap.king_to.rank()))
}

/// Whether `XBoard` moves the partner correctly in this castling. `from` and `to` are the partner's squares.
pub(super) fn castling_shown(row: &CastlingRow, from: Square, to: Square) -> bool {
    let steps = row.king_from.file().abs_diff(row.king_to.file());
    beside(row, to) && same_way(row, from) && (row.free || steps > 1)
}

/// Whether the king moves toward its partner.
pub(super) fn same_way(row: &CastlingRow, partner: Square) -> bool {
    (row.king_to > row.king_from) == (partner > row.king_from)
}
