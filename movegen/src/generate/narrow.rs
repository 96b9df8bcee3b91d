//! The legal moves of one kind of man to one square: what a move in algebraic notation asks for.

use campione_core::{Bitboard, Color, Role, Square, component};

use super::hops::{Tried, hand_over};
use super::{Castlings, Context, EnPassants, PinnedMen, Pins, Sink, color, for_each};
use crate::attacks::Backend;
use crate::position::View;

/// Hands the legal moves of men of `role` to `to` to a sink, and for the king all castlings. A waiting pawn that promotes
/// at the start of the turn moves as what it becomes.
#[inline(always)]
pub(crate) fn generate_to<B: Backend, S: Sink>(
    view: View<'_, '_>,
    backend: B,
    (role, to): (Role, Square),
    sink: &mut S,
) {
    match (view.men.turn, view.position.variant.promotion_wait().is_some()) {
        (Color::White, false) => turn_to::<B, S, true, false>(view, backend, role, to, sink),
        (Color::Black, false) => turn_to::<B, S, false, false>(view, backend, role, to, sink),
        (us, true) => {
            let position = view.position;
            let ready = position.waiting.of(us).first_ready().is_some();
            let stock = if ready { position.stock(us) } else { 0 };
            if stock == 0 {
                return waiting_turn_to(view, backend, role, to, sink);
            }
            for &becomes in position.variant.promotions() {
                if stock & (1 << becomes.index()) != 0 {
                    let mut promoted = *position;
                    promoted.promote_first_waiting(us, becomes);
                    sink.turn_promotion(Some(becomes));
                    waiting_turn_to(promoted.view(), backend, role, to, sink);
                }
            }
            sink.turn_promotion(None);
        }
    }
}

/// A turn in a game where promotion waits, after that of the turn's start.
#[inline(always)]
fn waiting_turn_to<B: Backend, S: Sink>(view: View<'_, '_>, backend: B, role: Role, to: Square, sink: &mut S) {
    match view.men.turn {
        Color::White => turn_to::<B, S, true, true>(view, backend, role, to, sink),
        Color::Black => turn_to::<B, S, false, true>(view, backend, role, to, sink),
    }
}

#[inline(always)]
fn turn_to<B: Backend, S: Sink, const WHITE: bool, const WAITING: bool>(
    view: View<'_, '_>,
    backend: B,
    role: Role,
    to: Square,
    sink: &mut S,
) {
    let mut pins = Pins::new();
    let mut context = Context::new::<WHITE, WAITING>(view, backend, &mut pins);
    let men = view.men;
    debug_assert_eq!(men.turn, color(WHITE));
    if role == Role::KING {
        context.king_targets &= Bitboard::of(to);
        context.king_moves::<S, WHITE, WAITING>(sink);
        if context.may_castle::<WHITE>() {
            let castlings = backend.call(Castlings(context, sink.aside()));
            sink.absorb(castlings);
        }
        return;
    }
    if context.targets.is_empty() {
        return;
    }
    context.targets &= Bitboard::of(to);
    let movers = context.men_of(role);
    if role == Role::PAWN
        && let Some(square) = men.en_passant
        && (square == to || view.position.variant.has_long_steps())
    {
        let en_passants = backend.call(EnPassants(context, sink.aside(), square, Bitboard::of(to)));
        sink.absorb(en_passants);
    }
    if view.position.variant.has_hoppers() {
        let moves = backend.call(Tried::<_, WHITE, WAITING>(context, movers, context.targets));
        return hand_over(&moves, &context, sink);
    }
    if role == Role::PAWN {
        context.pawns::<S, WHITE, WAITING>(sink, movers - context.pinned, context.targets);
    } else if context.targets.is_empty() {
        return;
    } else {
        context.men::<S, WAITING>(sink, movers - context.pinned, context.targets);
    }
    if context.pinned.intersects(movers) {
        pins.retain(|(man, _)| movers.contains(*man));
        let pinned = backend.call(PinnedMen::<_, _, WHITE, WAITING>(context, &pins, sink.aside()));
        sink.absorb(pinned);
    }
}

impl<B: Backend> Context<'_, '_, B> {
    /// The men of the side to move that have a role and can move.
    #[inline(always)]
    fn men_of(&self, role: Role) -> Bitboard {
        let View { position, men } = self.view;
        if role == Role::PAWN {
            return men.boards[component::PAWNS] & self.own;
        }
        // All men of the role are on each of its boards, but they are not alone there.
        let boards =
            position.variant.role(role).boards.into_iter().filter(|&board| usize::from(board) < component::COUNT);
        let mut found = boards.fold(self.own, |found, board| found & men.board(board));
        for_each!(found, square => {
            if position.role_at(square) != Some(role) {
                found = found.without(square);
            }
        });
        found
    }
}
