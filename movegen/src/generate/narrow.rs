//! The legal moves of one kind of piece to one square: what a move in algebraic notation asks for.

use campione_core::{Bitboard, Role, Square, component};

use super::{Castlings, Context, EnPassants, PinnedMen, Pins, Sink, each_opening, for_each, is_over_or_tried};
use crate::attacks::{Backend, ForSide, Operation, Side};
use crate::position::View;

/// Hands the legal moves of pieces of `role` to `to` to a sink, and for the king all castlings. A waiting pawn that promotes
/// at the start of the turn moves as what it becomes.
#[inline(always)]
pub(crate) fn generate_to<B: Backend, S: Sink>(view: View<'_>, backend: B, what: (Role, Square), sink: &mut S) {
    struct Generate<'a, 'p, B, S>(View<'p>, B, (Role, Square), &'a mut S);
    impl<B: Backend, S: Sink> ForSide for Generate<'_, '_, B, S> {
        type Output = ();
        #[inline(always)]
        fn run<C: Side>(self, side: C) {
            let Generate(view, backend, what, sink) = self;
            if view.position.variant.promotion_wait().is_some() {
                each_opening(view, sink, |view, sink| {
                    let turn = backend.call(WaitingTurnTo(side, view, what, sink.aside()));
                    sink.absorb(turn);
                });
            } else {
                turn_to::<C, B, S, false>(side, view, backend, what, sink);
            }
        }
    }
    // Most games have none of these rules, and ask once.
    if view.position.variant.has_rare_turns() && is_over_or_tried(view, backend, Some(what), sink) {
        return;
    }
    backend.for_side(view.state.turn, Generate(view, backend, what, sink));
}

/// What follows the promotion at the start of the turn.
struct WaitingTurnTo<'p, C, S>(C, View<'p>, (Role, Square), S);

impl<C: Side, S: Sink> Operation for WaitingTurnTo<'_, C, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> S {
        let WaitingTurnTo(side, view, what, mut sink) = self;
        turn_to::<C, B, S, true>(side, view, backend, what, &mut sink);
        sink
    }
}

#[inline(always)]
fn turn_to<C: Side, B: Backend, S: Sink, const WAITING: bool>(
    side: C,
    view: View<'_>,
    backend: B,
    (role, to): (Role, Square),
    sink: &mut S,
) {
    let mut pins = Pins::new();
    let mut context = Context::new::<C, WAITING>(side, view, backend, &mut pins);
    let state = view.state;
    debug_assert_eq!(state.turn, side.color());
    if role == Role::KING {
        context.king_targets &= Bitboard::of(to);
        context.king_moves::<S, WAITING>(sink);
        if context.may_castle(side) {
            let castlings = backend.call(Castlings(context, sink.aside()));
            sink.absorb(castlings);
        }
        return;
    }
    if context.targets.is_empty() {
        return;
    }
    context.targets &= Bitboard::of(to);
    let movers = context.pieces_of(role);
    if role == Role::PAWN {
        context.pawns::<C, S, WAITING>(side, sink, movers - context.pinned, context.targets);
        if state.en_passant == Some(to) {
            let en_passants = backend.call(EnPassants(context, sink.aside(), to));
            sink.absorb(en_passants);
        }
    } else if context.targets.is_empty() {
        return;
    } else {
        context.state::<S, WAITING>(sink, movers - context.pinned, context.targets);
    }
    if context.pinned.intersects(movers) {
        pins.retain(|(piece, _)| movers.contains(*piece));
        let pinned = backend.call(PinnedMen::<_, _, WAITING>(context, &pins, sink.aside()));
        sink.absorb(pinned);
    }
}

impl<B: Backend> Context<'_, B> {
    /// The pieces of the side to move that have a role and can move.
    #[inline(always)]
    pub(super) fn pieces_of(&self, role: Role) -> Bitboard {
        let View { position, state } = self.view;
        if role == Role::PAWN {
            return state.boards[component::PAWNS] & self.own;
        }
        // All pieces of the role are on each of its boards, but they are not alone there.
        let boards =
            position.variant.role(role).boards.into_iter().filter(|&board| usize::from(board) < component::COUNT);
        let mut found = boards.fold(self.own, |found, board| found & state.board(board));
        for_each!(found, square => {
            if position.role_at(square) != Some(role) {
                found = found.without(square);
            }
        });
        found
    }
}
