//! Legal moves in variants where checks and pins alone do not decide legality.
//!
//! A hopping piece gives check over another piece, so a piece that moves in between can parry a check or give one. So
//! each move that touches a way to the king is tried, and in check every move. All others are legal and stay in sets.
//! Variants with pawn steps of more than two squares, or with Berolina pawns, also come here, so that the others need not
//! test for them.

use campione_core::pawn_moves::{BEROLINA, STRAIGHT, Sides, ahead, forward};
use campione_core::{Bitboard, Color, PawnKind, Role, Square, movement};
use smallvec::SmallVec;

use super::pawns::EnPassants;
use super::{Batch, Castlings, Context, Pins, Sink, each_opening, for_each};
use crate::attacks::{Backend, Operation};
use crate::moves::MoveKind;
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
            let targets = sink.king_targets(view.position.variant.board());
            let mut sets = Sets { targets, batches: SmallVec::new() };
            backend.call(Turn { view, wanted, sets: &mut sets });
            for &batch in &sets.batches {
                sink.receive(batch);
            }
        });
        sink
    }
}

/// The sets of a turn, collected first: so there is one copy of the code that follows, which is large, and not one for each sink.
struct Sets {
    /// Where other pieces than pawns may go.
    targets: Bitboard,
    batches: SmallVec<[Batch; 32]>,
}

impl Sink for Sets {
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        targets & self.targets
    }

    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        let has_moves = match batch {
            Batch::Piece { targets, .. } | Batch::Pawns { targets, .. } | Batch::Promotions { targets, .. } => {
                targets.any()
            }
            Batch::EnPassant { .. } | Batch::Castling { .. } => true,
        };
        if has_moves {
            self.batches.push(batch);
        }
    }

    /// Nothing: the sink that receives the sets knows it.
    #[inline(always)]
    fn turn_promotion(&mut self, _role: Option<Role>) {}

    #[inline(always)]
    fn aside(&self) -> Self {
        Sets { targets: self.targets, batches: SmallVec::new() }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.batches.extend(aside.batches);
    }
}

/// The moves of a turn, after a promotion of a waiting pawn may have begun it.
struct Turn<'p> {
    view: View<'p>,
    wanted: Option<(Role, Square)>,
    sets: &'p mut Sets,
}

impl Operation for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Turn { view, wanted, sets } = self;
        if view.position.variant.promotion_wait().is_some() {
            turn::<B, true>(view, backend, wanted, sets);
        } else {
            turn::<B, false>(view, backend, wanted, sets);
        }
    }
}

#[inline(always)]
fn turn<B: Backend, const WAITING: bool>(view: View<'_>, backend: B, wanted: Option<(Role, Square)>, sets: &mut Sets) {
    let mut pins = Pins::new();
    let mut context = Context::new::<Color, WAITING>(view.state.turn, view, backend, &mut pins);
    // Checks and pins are dropped: where pieces hop they do not decide what is legal.
    (context.targets, context.pinned) = (context.king_targets, Bitboard::EMPTY);
    let mut movers = context.own;
    if let Some((role, to)) = wanted {
        context.targets &= Bitboard::of(to);
        context.king_targets &= Bitboard::of(to);
        movers = context.pieces_of(role);
    }
    if wanted.is_none_or(|(role, _)| role == Role::KING) {
        context.king_moves::<_, WAITING>(sets);
        if context.may_castle(view.state.turn) {
            let castlings = backend.call(Castlings { context, sink: sets.aside() });
            sets.absorb(castlings);
        }
    }
    let first = sets.batches.len();
    context.pieces::<_, WAITING>(sets, movers, sets.king_targets(context.targets));
    let pawns = view.state.boards[movement::PAWNS] & movers;
    match view.position.variant.pawn_kind() {
        PawnKind::Orthodox => context.all_pawns::<WAITING, 1, 2>(sets, pawns, STRAIGHT),
        PawnKind::Berolina => context.all_pawns::<WAITING, 2, 1>(sets, pawns, BEROLINA),
    }
    let ways = if context.in_check { view.position.variant.board() } else { context.ways_to_king() };
    for batch in sets.batches.iter_mut().skip(first) {
        batch.retain(ways, |from, to| context.leaves_king_safe(from, to));
    }
    let pawns = wanted.is_none_or(|(role, _)| role == Role::PAWN);
    // A longer step passes several squares, and `State::en_passant` has only the first.
    for square in view.position.en_passant_squares() {
        if pawns && wanted.is_none_or(|(_, to)| to == square) {
            let captures = backend.call(EnPassants { context, sink: sets.aside(), square });
            sets.absorb(captures);
        }
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
            if class.special_starts(!self.view.state.turn, self.king).intersects(leapers) {
                let leaps = class.special_to(!self.view.state.turn, self.king);
                for leap in leaps.iter().filter(|leap| leapers.contains(leap.end)) {
                    ways |= leap.legs | leap.hurdles;
                }
            }
        }
        ways
    }

    /// Whether the king is not attacked after a move of another piece.
    #[inline(always)]
    fn leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from).with(to);
        // A piece captured on the target attacks nothing any more.
        self.view.attackers(self.backend, self.king, !self.view.state.turn, occupied).without(to).is_empty()
    }
}
