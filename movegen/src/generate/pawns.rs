//! What pawns do seldom: promotions with conditions, captures en passant, and who bars a double step in check.

use campione_core::{Bitboard, Square, component};

use super::{Context, Sink, for_each, origin};
use crate::attacks::{Backend, Operation};
use crate::moves::MoveKind;
use crate::play::passed_pawn;
use crate::position::{View, beside, forward};

/// Those of some enemy pawns that are not pinned to their king.
pub(super) struct FreePawns<'p, 'v, B>(pub(super) Context<'p, 'v, B>, pub(super) Bitboard);

impl<X: Backend> Operation for FreePawns<'_, '_, X> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Bitboard {
        let FreePawns(context, pawns) = self;
        let men = context.view.men;
        let king = men.kings[(!men.turn).index()];
        let mut free = pawns;
        for_each!(pawns, pawn => {
            let occupied = context.occupied.without(pawn);
            if context.view.attackers(context.backend, king, men.turn, occupied).any() {
                free = free.without(pawn);
            }
        });
        free
    }
}

/// Pawns that reach the promotion zone by a step, a capture to the left and one to the right, in a game where they may stay
/// pawns or become only what their owner has not too many of.
pub(super) struct Arrivals<'p, 'v, B, S>(pub(super) Context<'p, 'v, B>, pub(super) S, pub(super) [Bitboard; 3]);

impl<X: Backend, S: Sink> Operation for Arrivals<'_, '_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let Arrivals(context, mut sink, arrivals) = self;
        let View { position, men } = context.view;
        let variant = position.variant;
        let step = forward(men.turn);
        let stock = if variant.promotes_from_stock() { position.stock(men.turn) } else { u32::MAX };
        for (targets, step) in arrivals.into_iter().zip([step, step - 1, step + 1]) {
            let quiet = step == forward(men.turn);
            let kind = if quiet { MoveKind::Promotion } else { MoveKind::PromotionCapture };
            for &role in variant.promotions() {
                if stock & (1 << role.index()) != 0 {
                    sink.promotion(targets, step, kind, role);
                }
            }
            if variant.promotion_is_optional() {
                let kind = if quiet { MoveKind::Quiet } else { MoveKind::Capture };
                sink.pawns(targets - variant.last_rank(men.turn), step, kind);
            }
        }
        sink
    }
}

/// First steps of more than two squares of some pawns to some targets.
pub(super) struct LongSteps<'p, 'v, B, S>(
    pub(super) Context<'p, 'v, B>,
    pub(super) S,
    pub(super) Bitboard,
    pub(super) Bitboard,
);

impl<X: Backend, S: Sink> Operation for LongSteps<'_, '_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let LongSteps(context, mut sink, pawns, targets) = self;
        let View { position, men } = context.view;
        let variant = position.variant;
        let step = forward(men.turn);
        let empty = variant.board() - context.occupied;
        let mut targets = targets;
        if context.in_check && variant.double_step_barred() {
            let mut enemies = men.boards[component::PAWNS] & context.enemy;
            if !variant.pinned_pawn_bars() {
                enemies = context.backend.call(FreePawns(context, enemies));
            }
            targets -= beside(enemies);
        }
        for long in variant.long_steps() {
            let from = pawns & long.from[men.turn.index()];
            let to = (0..long.squares).fold(from, |at, _| at.shift(step) & empty);
            sink.pawns(to & targets, step * long.squares as i8, MoveKind::DoubleStep);
        }
        sink
    }
}

/// Captures en passant on those of some squares that a pawn has passed, from the first on which it could be captured:
/// tried out, because two men leave their squares at once.
pub(super) struct EnPassants<'p, 'v, B, S>(
    pub(super) Context<'p, 'v, B>,
    pub(super) S,
    pub(super) Square,
    pub(super) Bitboard,
);

impl<X: Backend, S: Sink> Operation for EnPassants<'_, '_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let EnPassants(context, mut sink, first, wanted) = self;
        let us = context.view.men.turn;
        let View { position, .. } = context.view;
        let variant = position.variant;
        let captured = passed_pawn(first, us, context.occupied);
        let mut square = first;
        while square != captured {
            if !wanted.contains(square) {
                square = origin(square, forward(us));
                continue;
            }
            for_each!((context.view.men.pawn_captors(us, square)), from => {
                let occupied = context.occupied.without(from).without(captured).with(square);
                let attackers = context.view.attackers(context.backend, context.king, !us, occupied);
                if attackers.without(captured).is_empty() {
                    let promotes = variant.arrival_zone(us).contains(square);
                    if promotes {
                        let stock = if variant.promotes_from_stock() { position.stock(us) } else { u32::MAX };
                        for &role in variant.promotions().iter().filter(|role| stock & (1 << role.index()) != 0) {
                            sink.en_passant_promotion(from, square, role);
                        }
                    }
                    if !promotes || variant.promotion_is_optional() {
                        sink.en_passant(from, square);
                    }
                }
            });
            square = origin(square, forward(us));
        }
        sink
    }
}
