//! Pawn moves, and their rare cases: promotions with conditions, captures en passant, and double steps that are barred
//! in check.

use std::slice;

use campione_core::{Bitboard, Color, Square, movement};

use super::{Batch, Context, Sink, for_each, origin};
use crate::attacks::{Backend, Operation, Side};
use crate::moves::MoveKind;
use crate::play::{behind, passed_pawn};
use crate::position::{FILE_A, LAST_FILE, View, beside, forward};

impl<B: Backend> Context<'_, B> {
    /// The squares beside enemy pawns. In some variants no double or longer step may land there while in check
    /// (RULES.md §1).
    #[inline(always)]
    pub(super) fn barred(&self) -> Bitboard {
        let mut pawns = self.view.state.boards[movement::PAWNS] & self.enemy;
        if !self.view.position.variant.pinned_pawn_bars() {
            pawns = self.backend.call(FreePawns(*self, pawns));
        }
        beside(pawns)
    }

    /// Steps, double steps, captures and promotions of `pawns` to squares of `targets`.
    #[inline(always)]
    pub(crate) fn pawns<C: Side, S: Sink, const WAITING: bool>(
        &self,
        side: C,
        sink: &mut S,
        pawns: Bitboard,
        targets: Bitboard,
    ) {
        let us = side.color();
        let variant = self.view.position.variant;
        let step = forward(us);
        let empty = variant.board() - self.occupied;
        let ahead = pawns.shift(step);
        let single = ahead & empty;
        let mut double = ((pawns & variant.double_step_from(us)).shift(step) & empty).shift(step) & empty & targets;
        if self.in_check && variant.double_step_barred() {
            double -= self.barred();
        }
        let mut single = single & targets;
        let mut left = (pawns - FILE_A).shift(step - 1) & self.enemy & targets;
        let mut right = (pawns - LAST_FILE).shift(step + 1) & self.enemy & targets;
        if WAITING && self.instant.is_some() {
            for_each!(left, to => {
                left ^= Bitboard::of(to) ^ self.without_exposing_captures(origin(to, step - 1), Bitboard::of(to));
            });
            for_each!(right, to => {
                right ^= Bitboard::of(to) ^ self.without_exposing_captures(origin(to, step + 1), Bitboard::of(to));
            });
        }
        let zone = variant.arrival_zone(us);
        if !WAITING && ahead.intersects(zone) {
            if variant.promotes_freely() {
                let roles = variant.promotions();
                let mut promote = |targets, step, kind| sink.receive(Batch::Promotions { targets, step, kind, roles });
                promote(single & zone, step, MoveKind::Promotion);
                promote(left & zone, step - 1, MoveKind::PromotionCapture);
                promote(right & zone, step + 1, MoveKind::PromotionCapture);
            } else {
                let arrivals = [single & zone, left & zone, right & zone];
                let chosen = self.backend.call(Arrivals(*self, sink.aside(), arrivals));
                sink.absorb(chosen);
            }
            (single, left, right) = (single - zone, left - zone, right - zone);
        }
        sink.receive(Batch::Pawns { targets: single, step, kind: MoveKind::Quiet });
        sink.receive(Batch::Pawns { targets: left, step: step - 1, kind: MoveKind::Capture });
        sink.receive(Batch::Pawns { targets: right, step: step + 1, kind: MoveKind::Capture });
        sink.receive(Batch::Pawns { targets: double, step: 2 * step, kind: MoveKind::DoubleStep });
    }
}

/// The enemy pawns of a set that are not pinned to their king.
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

/// Pawns that reach the promotion zone by a step, by a capture to the left and by one to the right, in a variant where
/// they may stay pawns or promote only from the stock.
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
            for role in variant.promotions() {
                if stock & (1 << role.index()) != 0 {
                    sink.receive(Batch::Promotions { targets, step, kind, roles: slice::from_ref(role) });
                }
            }
            if variant.promotion_is_optional() {
                let kind = if quiet { MoveKind::Quiet } else { MoveKind::Capture };
                let targets = targets - variant.last_rank(state.turn);
                sink.receive(Batch::Pawns { targets, step, kind });
            }
        }
        sink
    }
}

/// Captures en passant on a square. Each is tried, because two pieces leave their squares at once.
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
                        sink.receive(Batch::EnPassant { from, to: square, promotion: Some(role) });
                    }
                }
                if !promotes || variant.promotion_is_optional() {
                    sink.receive(Batch::EnPassant { from, to: square, promotion: None });
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
    // After a step of more than two squares the pawn may stand farther behind.
    let captured = passed_pawn(square, us, occupied);
    let occupied = occupied.without(from).without(captured).with(square);
    view.attackers(backend, state.kings[us.index()], !us, occupied).without(captured).is_empty()
}

/// The first square on which a pawn may legally capture en passant. The color is that of the capturing side, which
/// moves next. The search goes from the given square to the pawn that has passed it.
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
            // If the capture must promote, there must be a role to promote to.
            let promotes = variant.arrival_zone(us).contains(square) && !variant.promotion_is_optional();
            if safe && !(promotes && variant.promotes_from_stock() && view.position.stock(us) == 0) {
                return Some(square);
            }
            square = behind(square, us);
        }
        None
    }
}
