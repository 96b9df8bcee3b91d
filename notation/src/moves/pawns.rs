//! What notation must know of pawns.

use campione_core::{Bitboard, DrawRules, PawnKind, Pieces, Rules, Square, Variant};

/// The files from which a pawn may come that goes to a square without a capture. In SAN such a move has no file where
/// only one pawn can make it. Every other letter of a move follows from the legal moves, whatever the rules are.
#[inline]
pub(crate) fn quiet_origins(rules: &Rules, to: Square) -> Bitboard {
    let Rules {
        files: _,
        ranks: _,
        board,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
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
        PawnKind::Orthodox => Bitboard::file(to.file()),
        PawnKind::Berolina => *board - Bitboard::file(to.file()),
    }
}

/// Whether several pawns may come to a square without a capture, so that a move may have to say which.
pub(crate) fn several_may_step(variant: Variant) -> bool {
    match variant.pawn_kind() {
        PawnKind::Orthodox => false,
        PawnKind::Berolina => true,
    }
}
