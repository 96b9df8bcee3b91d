//! What pawns do seldom: promotions with conditions, captures en passant, and who bars a double step in check.

use campione_core::{Bitboard, Color, Square};

use super::{Context, Sink, for_each};
use crate::attacks::{Backend, Operation};
use crate::moves::MoveKind;
use crate::play::{behind, passed_pawn};
use crate::position::{View, forward};

/// Those of some enemy pawns that are not pinned to their king.
pub(super) struct FreePawns<'p, B>(pub(super) Context<'p, B>, pub(super) Bitboard);

impl<X: Backend> Operation for FreePawns<'_, X> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Bitboard {
        let FreePawns(context, pawns) = self;
        let state = context.view.state;
        let king = state.kings[(!state.turn).index()];
        let mut free = pawns;
        for_each!(pawns, pawn => {
            let occupied = context.occupied.without(pawn);
            if context.view.attackers(context.backend, king, state.turn, occupied).any() {
                free = free.without(pawn);
            }
        });
        free
    }
}

/// Pawns that reach the promotion zone by a step, a capture to the left and one to the right, in a game where they may stay
/// pawns or become only what their owner has not too many of.
pub(super) struct Arrivals<'p, B, S>(pub(super) Context<'p, B>, pub(super) S, pub(super) [Bitboard; 3]);

impl<X: Backend, S: Sink> Operation for Arrivals<'_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let Arrivals(context, mut sink, arrivals) = self;
        let View { position, state } = context.view;
        let variant = position.variant;
        let step = forward(state.turn);
        let stock = if variant.promotes_from_stock() { position.stock(state.turn) } else { u32::MAX };
        for (targets, step) in arrivals.into_iter().zip([step, step - 1, step + 1]) {
            let quiet = step == forward(state.turn);
            let kind = if quiet { MoveKind::Promotion } else { MoveKind::PromotionCapture };
            for &role in variant.promotions() {
                if stock & (1 << role.index()) != 0 {
                    sink.promotion(targets, step, kind, role);
                }
            }
            if variant.promotion_is_optional() {
                let kind = if quiet { MoveKind::Quiet } else { MoveKind::Capture };
                sink.pawns(targets - variant.last_rank(state.turn), step, kind);
            }
        }
        sink
    }
}

/// Captures en passant on a square: tried out, because two pieces leave their squares at once.
pub(super) struct EnPassants<'p, B, S>(pub(super) Context<'p, B>, pub(super) S, pub(super) Square);

impl<X: Backend, S: Sink> Operation for EnPassants<'_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let EnPassants(context, mut sink, square) = self;
        let us = context.view.state.turn;
        let View { position, .. } = context.view;
        let variant = position.variant;
        for_each!((context.view.state.pawn_captors(us, square)), from => {
            if is_safe(context.view, context.backend, us, from, square) {
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
        sink
    }
}

/// Whether a capture en passant leaves the king of its side unattacked.
#[inline(always)]
fn is_safe<B: Backend>(view: View<'_>, backend: B, us: Color, from: Square, square: Square) -> bool {
    let state = view.state;
    let occupied = state.colors[0] | state.colors[1];
    // After a longer step than a double one the pawn may stand farther behind.
    let captured = passed_pawn(square, us, occupied);
    let occupied = occupied.without(from).without(captured).with(square);
    view.attackers(backend, state.kings[us.index()], !us, occupied).without(captured).is_empty()
}

/// The first square, from one that a pawn has passed up to where it stands, on which a pawn of a color, whose turn it is
/// next, may legally capture it en passant.
pub(crate) struct FirstEnPassant<'p>(pub(crate) View<'p>, pub(crate) Color, pub(crate) Square);

impl Operation for FirstEnPassant<'_> {
    type Output = Option<Square>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<Square> {
        let FirstEnPassant(view, us, mut square) = self;
        let variant = view.position.variant;
        let occupied = view.state.colors[0] | view.state.colors[1];
        while !occupied.contains(square) {
            let mut safe = false;
            for_each!((view.state.pawn_captors(us, square)), from => { safe |= is_safe(view, backend, us, from, square); });
            // Where it would have to promote, there must be something to become.
            let promotes = variant.arrival_zone(us).contains(square) && !variant.promotion_is_optional();
            if safe && !(promotes && variant.promotes_from_stock() && view.position.stock(us) == 0) {
                return Some(square);
            }
            square = behind(square, us);
        }
        None
    }
}
