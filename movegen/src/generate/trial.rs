//! Legal moves in variants where checks and pins alone do not decide legality.
//!
//! A hopping piece gives check over another piece, so a piece that moves in between can parry a check or give one. So
//! each move that touches a way to the king is tried. This is slower than the rest of the generator, but simple.
//! Variants with pawn steps of more than two squares, or with Berolina pawns, also come here, so that the others need not
//! test for them.

use campione_core::pawn_moves::{BEROLINA, STRAIGHT, Sides, ahead, forward};
use campione_core::{Bitboard, Color, PawnKind, Role, Square, movement};

use super::pawns::EnPassants;
use super::{Batch, Castlings, Context, Lister, Pins, Sink, each_opening, for_each};
use crate::attacks::{Backend, Operation};
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::View;

/// All legal moves of a position, or those of one role to one square with the king's castlings.
pub(super) struct Trial<'p, S> {
    pub(super) view: View<'p>,
    pub(super) wanted: Option<(Role, Square)>,
    pub(super) sink: S,
}

impl<S: Sink> Operation for Trial<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> S {
        let Trial { view, wanted, mut sink } = self;
        each_opening(view, &mut sink, |view, sink| {
            let tried = backend.call(Turn { view, wanted, sink: sink.aside() });
            sink.absorb(tried);
        });
        sink
    }
}

/// The moves of a turn, after a promotion of a waiting pawn may have begun it.
struct Turn<'p, S> {
    view: View<'p>,
    wanted: Option<(Role, Square)>,
    sink: S,
}

impl<S: Sink> Operation for Turn<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> S {
        let Turn { view, wanted, sink } = self;
        if view.position.variant.promotion_wait().is_some() {
            turn::<B, S, true>(view, backend, wanted, sink)
        } else {
            turn::<B, S, false>(view, backend, wanted, sink)
        }
    }
}

#[inline(always)]
fn turn<B: Backend, S: Sink, const WAITING: bool>(
    view: View<'_>,
    backend: B,
    wanted: Option<(Role, Square)>,
    mut sink: S,
) -> S {
    let mut pins = Pins::new();
    let mut context = Context::new::<Color, WAITING>(view.state.turn, view, backend, &mut pins);
    // Checks and pins are dropped: where pieces hop they do not decide what is legal, so each move is tried below.
    (context.targets, context.pinned) = (context.king_targets, Bitboard::EMPTY);
    let mut movers = context.own;
    if let Some((role, to)) = wanted {
        context.targets &= Bitboard::of(to);
        context.king_targets &= Bitboard::of(to);
        movers = context.pieces_of(role);
    }
    if wanted.is_none_or(|(role, _)| role == Role::KING) {
        context.king_moves::<S, WAITING>(&mut sink);
        sink = backend.call(Castlings { context, sink });
    }
    let tried = backend.call(Tried::<_, WAITING> { context, movers });
    hand_over(&tried, &context, &mut sink);
    let pawns = wanted.is_none_or(|(role, _)| role == Role::PAWN);
    // A longer step passes several squares, and `State::en_passant` has only the first.
    for square in view.position.en_passant_squares() {
        if pawns && wanted.is_none_or(|(_, to)| to == square) {
            sink = backend.call(EnPassants { context, sink, square });
        }
    }
    sink
}

/// The legal moves of some pieces, without those of the king and captures en passant.
struct Tried<'p, B, const WAITING: bool> {
    context: Context<'p, B>,
    movers: Bitboard,
}

impl<X: Backend, const WAITING: bool> Operation for Tried<'_, X, WAITING> {
    type Output = MoveList;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> MoveList {
        let Tried { context, movers } = self;
        let View { position, state } = context.view;
        let mut lister = Lister::new(position);
        let pawns = state.boards[movement::PAWNS] & movers;
        context.pieces::<_, WAITING>(&mut lister, movers, context.targets);
        match position.variant.pawn_kind() {
            PawnKind::Orthodox => context.all_pawns::<WAITING, 1, 2>(&mut lister, pawns, STRAIGHT),
            PawnKind::Berolina => context.all_pawns::<WAITING, 2, 1>(&mut lister, pawns, BEROLINA),
        }
        let ways = context.ways_to_king();
        lister.moves.retain(|mv| context.leaves_king_safe(mv.from(), mv.to(), ways));
        lister.moves
    }
}

impl<B: Backend> Context<'_, B> {
    /// All moves of `pawns` that step and capture to these sides, but captures en passant.
    #[inline(always)]
    fn all_pawns<const WAITING: bool, const STEPS: usize, const CAPTURES: usize>(
        &self,
        sink: &mut impl Sink,
        pawns: Bitboard,
        sides: Sides<STEPS, CAPTURES>,
    ) {
        let us = self.view.state.turn;
        self.pawns_to::<_, _, WAITING, STEPS, CAPTURES>(us, sink, pawns, self.targets, sides);
        self.long_steps(sink, pawns, sides.steps);
    }

    /// First steps of more than two squares of `pawns` that step to these sides.
    #[inline(always)]
    fn long_steps<const N: usize>(&self, sink: &mut impl Sink, pawns: Bitboard, sides: [i8; N]) {
        let View { position, state } = self.view;
        let variant = position.variant;
        let us = state.turn;
        let empty = variant.board() - self.occupied;
        let mut targets = self.targets;
        if self.in_check && variant.double_step_barred() {
            targets -= self.barred();
        }
        for long in variant.long_steps() {
            let from = pawns & long.from[us.index()];
            for side in sides {
                let to = (0..long.squares).fold(from, |at, _| ahead(us, at, side) & empty);
                let step = (forward(us) + side) * long.squares as i8;
                sink.receive(Batch::Pawns { targets: to & targets, step, kind: MoveKind::DoubleStep });
            }
        }
    }

    /// The squares on which a piece can affect an attack on our king.
    #[inline(always)]
    fn ways_to_king(&self) -> Bitboard {
        let mut ways = Bitboard::EMPTY;
        for_each!((self.view.potential_pinners(self.enemy, self.king)), pinner => {
            ways |= campione_core::between(self.king, pinner);
        });
        for (class, board) in self.view.leap_classes() {
            let leapers = board & self.enemy;
            let leaps = class.special_to(!self.view.state.turn, self.king);
            for leap in leaps.iter().filter(|leap| leapers.contains(leap.end)) {
                ways |= leap.legs | leap.hurdles;
            }
        }
        ways
    }

    /// Whether the king is not attacked after a move of another piece.
    #[inline(always)]
    fn leaves_king_safe(&self, from: Square, to: Square, ways: Bitboard) -> bool {
        // Such a move neither begins an attack on the king nor needs to end one.
        if !self.in_check && !ways.contains(from) && !ways.contains(to) {
            return true;
        }
        let occupied = self.occupied.without(from).with(to);
        // A piece captured on the target attacks nothing any more.
        self.view.attackers(self.backend, self.king, !self.view.state.turn, occupied).without(to).is_empty()
    }
}

/// Sends moves to a sink, one by one.
#[inline(always)]
fn hand_over<B: Backend, S: Sink>(moves: &[Move], context: &Context<'_, B>, sink: &mut S) {
    let pawns = context.view.state.boards[movement::PAWNS];
    for &mv in moves {
        // One move a batch: a batch of pawns has one step, from which the sink finds the start square.
        let (from, targets, kind) = (mv.from(), Bitboard::of(mv.to()), mv.kind());
        let step = (mv.to().index() as i32 - from.index() as i32) as i8;
        match mv.promotion() {
            Some(role) => sink.receive(Batch::Promotions { targets, step, kind, roles: &[role] }),
            None if pawns.contains(from) => sink.receive(Batch::Pawns { targets, step, kind }),
            None => sink.receive(Batch::Piece { from, targets }),
        }
    }
}
