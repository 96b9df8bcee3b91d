//! Pawn moves, and their rare cases: promotions with conditions, captures en passant, and double steps that are barred
//! in check.

use std::slice;

use campione_core::pawn_moves::{STRAIGHT, Sides, ahead, forward};
use campione_core::{Bitboard, Color, Square, movement};

use super::{Batch, Context, Sink, for_each, origin};
use crate::attacks::{Backend, Operation, Side};
use crate::moves::MoveKind;
use crate::position::{View, beside};

impl<B: Backend> Context<'_, B> {
    /// The squares beside enemy pawns. In some variants no double or longer step may land there while in check
    /// (RULES.md §1).
    #[inline(always)]
    pub(super) fn barred(&self) -> Bitboard {
        let mut pawns = self.view.state.boards[movement::PAWNS] & self.enemy;
        if !self.view.position.variant.pinned_pawn_bars() {
            pawns = self.backend.call(FreePawns { context: *self, pawns });
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
        self.pawns_to::<C, S, WAITING, 1, 2>(side, sink, pawns, targets, STRAIGHT);
    }

    /// The same for pawns that step and capture to these sides.
    #[inline(always)]
    pub(super) fn pawns_to<C: Side, S: Sink, const WAITING: bool, const STEPS: usize, const CAPTURES: usize>(
        &self,
        side: C,
        sink: &mut S,
        pawns: Bitboard,
        targets: Bitboard,
        sides: Sides<STEPS, CAPTURES>,
    ) {
        let us = side.color();
        let variant = self.view.position.variant;
        let step = |side: i8| forward(us) + side;
        let empty = variant.board() - self.occupied;
        let mut single = ahead_each(us, pawns, &sides.steps, empty & targets);
        let from = pawns & variant.double_step_from(us);
        // The square passed over need only be empty: in check it is the target alone that parries.
        let mut double = ahead_each(us, from, &sides.steps, empty);
        for (double, &side) in double.iter_mut().zip(&sides.steps) {
            *double = ahead(us, *double, side) & empty & targets;
        }
        if self.in_check && variant.double_step_barred() {
            double = within(&double, !self.barred());
        }
        let mut captures = ahead_each(us, pawns, &sides.captures, self.enemy & targets);
        // Pawns go by sets, but whether a capture exposes the king depends on which pawn captures.
        if WAITING && self.instant.is_some() {
            for (captures, &side) in captures.iter_mut().zip(&sides.captures) {
                for_each!((*captures), to => {
                    let from = origin(to, step(side));
                    *captures ^= Bitboard::of(to) ^ self.without_exposing_captures(from, Bitboard::of(to));
                });
            }
        }
        let zone = variant.arrival_zone(us);
        if !WAITING && ahead(us, pawns, 0).intersects(zone) {
            if variant.promotes_freely() {
                let roles = variant.promotions();
                for (&targets, &side) in single.iter().zip(&sides.steps) {
                    let (targets, step, kind) = (targets & zone, step(side), MoveKind::Promotion);
                    sink.receive(Batch::Promotions { targets, step, kind, roles });
                }
                for (&targets, &side) in captures.iter().zip(&sides.captures) {
                    let (targets, step, kind) = (targets & zone, step(side), MoveKind::PromotionCapture);
                    sink.receive(Batch::Promotions { targets, step, kind, roles });
                }
            } else {
                let (quiet, captures) = (within(&single, zone), within(&captures, zone));
                let chosen = self.backend.call(Arrivals { context: *self, sink: sink.aside(), sides, quiet, captures });
                sink.absorb(chosen);
            }
            single = within(&single, !zone);
            captures = within(&captures, !zone);
        }
        for (&targets, &side) in single.iter().zip(&sides.steps) {
            sink.receive(Batch::Pawns { targets, step: step(side), kind: MoveKind::Quiet });
        }
        for (&targets, &side) in captures.iter().zip(&sides.captures) {
            sink.receive(Batch::Pawns { targets, step: step(side), kind: MoveKind::Capture });
        }
        for (&targets, &side) in double.iter().zip(&sides.steps) {
            sink.receive(Batch::Pawns { targets, step: 2 * step(side), kind: MoveKind::DoubleStep });
        }
    }
}

/// The squares of a set that pawns reach by a step to each side. A loop, because `array::map` with a closure made plain perft take 1 % more
/// instructions.
#[inline(always)]
fn ahead_each<const N: usize>(us: Color, pawns: Bitboard, sides: &[i8; N], squares: Bitboard) -> [Bitboard; N] {
    let mut each = [Bitboard::EMPTY; N];
    for (targets, &side) in each.iter_mut().zip(sides) {
        *targets = ahead(us, pawns, side) & squares;
    }
    each
}

/// The squares of each set that are in another one.
#[inline(always)]
fn within<const N: usize>(sets: &[Bitboard; N], squares: Bitboard) -> [Bitboard; N] {
    let mut each = *sets;
    for set in &mut each {
        *set &= squares;
    }
    each
}

/// The enemy pawns of a set that are not pinned to their king.
pub(super) struct FreePawns<'p, B> {
    pub(super) context: Context<'p, B>,
    pub(super) pawns: Bitboard,
}

impl<X: Backend> Operation for FreePawns<'_, X> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Bitboard {
        let FreePawns { context, pawns } = self;
        let state = context.view.state;
        let king = state.kings[(!state.turn).index()];
        let mut free = pawns;
        for_each!(pawns, pawn => {
            // Their king is not in check, as they have just moved: any attack on it without the pawn comes through the
            // pawn.
            let occupied = context.occupied.without(pawn);
            if context.view.attackers(context.backend, king, state.turn, occupied).any() {
                free = free.without(pawn);
            }
        });
        free
    }
}

/// Pawns that reach the promotion zone by steps and by captures, to each of their sides, in a variant where they may stay
/// pawns or promote only from the stock.
struct Arrivals<'p, B, S, const STEPS: usize, const CAPTURES: usize> {
    context: Context<'p, B>,
    sink: S,
    sides: Sides<STEPS, CAPTURES>,
    quiet: [Bitboard; STEPS],
    captures: [Bitboard; CAPTURES],
}

impl<X: Backend, S: Sink, const STEPS: usize, const CAPTURES: usize> Operation for Arrivals<'_, X, S, STEPS, CAPTURES> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let Arrivals { context, mut sink, sides, quiet, captures } = self;
        let View { position, state } = context.view;
        let variant = position.variant;
        let stock = if variant.promotes_from_stock() { position.stock(state.turn) } else { u32::MAX };
        let quiet = quiet.into_iter().zip(sides.steps).map(|arrival| (arrival, true));
        let captures = captures.into_iter().zip(sides.captures).map(|arrival| (arrival, false));
        for ((targets, side), quiet) in quiet.chain(captures) {
            let step = forward(state.turn) + side;
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
pub(super) struct EnPassants<'p, B, S> {
    pub(super) context: Context<'p, B>,
    pub(super) sink: S,
    pub(super) square: Square,
}

impl<X: Backend, S: Sink> Operation for EnPassants<'_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let EnPassants { context, mut sink, square } = self;
        let us = context.view.state.turn;
        let View { position, .. } = context.view;
        let variant = position.variant;
        for_each!((context.view.state.pawn_captors(variant, us, square)), from => {
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
    let captured = state.passer;
    let occupied = occupied.without(from).without(captured).with(square);
    // The captured pawn may have given the check that the capture parries.
    view.attackers(backend, state.kings[us.index()], !us, occupied).without(captured).is_empty()
}

/// The first square on which a pawn may legally capture en passant. The color is that of the capturing side, which
/// moves next. The search goes from the given square to the pawn that has passed it.
pub(crate) struct FirstEnPassant<'p> {
    pub(crate) view: View<'p>,
    pub(crate) us: Color,
    pub(crate) square: Square,
}

impl Operation for FirstEnPassant<'_> {
    type Output = Option<Square>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<Square> {
        let FirstEnPassant { view, us, mut square } = self;
        let variant = view.position.variant;
        let passer = view.state.passer;
        while square != passer {
            let mut safe = false;
            for_each!((view.state.pawn_captors(variant, us, square)), from => { safe |= is_safe(view, backend, us, from, square); });
            // If the capture must promote, there must be a role to promote to.
            let promotes = variant.arrival_zone(us).contains(square) && !variant.promotion_is_optional();
            if safe && !(promotes && variant.promotes_from_stock() && view.position.stock(us) == 0) {
                return Some(square);
            }
            square = variant.next_of_first_step(!us, square, passer);
        }
        None
    }
}
