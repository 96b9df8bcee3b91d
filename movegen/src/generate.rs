//! Legal moves, set-wise.
//!
//! One generic walk serves every purpose: it sends sets of targets to a [`Sink`], which lists moves or only counts
//! them. The walk goes over movement bitboards: all orthogonal sliders, all diagonal sliders, each class of leapers; a
//! queen is visited twice, with different targets.

mod castling;
mod context;
mod instant;
mod pawns;
mod sink;
mod target;
mod trial;

use campione_core::{Bitboard, DrawRules, PawnKind, Pieces, Role, Rules, Square, movement};

use crate::attacks::{Backend, ForSide, Operation, Side};
use crate::position::View;

pub(crate) use campione_core::for_each_square as for_each;
pub(crate) use castling::Castlings;
pub(crate) use context::{Context, PinnedPieces, Pins};
pub(crate) use instant::promotes_instantly;
use pawns::EnPassants;
pub(crate) use pawns::FirstEnPassant;
pub(crate) use sink::{Batch, Counter, Lister, Part, Sink};
pub(crate) use target::{ToSquare, Unique};
use trial::Trial;

/// The square from which a step leads to `to`.
#[inline(always)]
pub(crate) fn origin(to: Square, step: i8) -> Square {
    Square::wrapping((to.index() as i32 - i32::from(step)) as u32)
}

/// Which legal moves to generate. It is a type, so that generating all of them costs nothing extra.
pub(crate) trait Wanted: Copy {
    /// The role and the target to generate moves for; `None` for all moves.
    fn one(self) -> Option<(Role, Square)>;
}

/// All legal moves.
#[derive(Clone, Copy)]
pub(crate) struct All;

/// The moves of the pieces of one role to one square, as needed for algebraic notation. For the king, all castlings are
/// included. A waiting pawn that promotes at the start of the turn moves in its new role.
#[derive(Clone, Copy)]
pub(crate) struct Only {
    pub(crate) role: Role,
    pub(crate) to: Square,
}

impl Wanted for All {
    #[inline(always)]
    fn one(self) -> Option<(Role, Square)> {
        None
    }
}

impl Wanted for Only {
    #[inline(always)]
    fn one(self) -> Option<(Role, Square)> {
        Some((self.role, self.to))
    }
}

/// Sends the wanted legal moves of a position to a sink.
#[inline(always)]
pub(crate) fn generate<B: Backend, S: Sink>(view: View<'_>, backend: B, wanted: impl Wanted, sink: &mut S) {
    struct Generate<'a, 'p, B, W, S> {
        view: View<'p>,
        backend: B,
        wanted: W,
        sink: &'a mut S,
    }
    impl<B: Backend, W: Wanted, S: Sink> ForSide for Generate<'_, '_, B, W, S> {
        type Output = ();
        #[inline(always)]
        fn run<C: Side>(self, side: C) {
            let Generate { view, backend, wanted, sink } = self;
            generate_for(side, view, backend, wanted, sink);
        }
    }
    backend.for_side(view.state.turn, Generate { view, backend, wanted, sink });
}

/// Same as [`generate`], with the side to move given.
#[inline(always)]
pub(crate) fn generate_for<C: Side, B: Backend, W: Wanted, S: Sink>(
    side: C,
    view: View<'_>,
    backend: B,
    wanted: W,
    sink: &mut S,
) {
    let variant = view.position.variant;
    // Most variants have none of these rules, so this one test skips them all.
    if variant.has_rare_turns() {
        if variant.bare_king_loses() && view.lost_by_bare_king().is_some() {
            return;
        }
        if S::TRIES && tries_moves(variant.rules()) {
            let tried = backend.call(Trial { view, wanted: wanted.one(), sink: sink.aside() });
            return sink.absorb(tried);
        }
        if variant.promotion_wait().is_some() {
            return each_opening(view, sink, |view, sink| {
                let turn = backend.call(WaitingTurn { side, view, wanted, sink: sink.aside() });
                sink.absorb(turn);
            });
        }
    }
    turn::<C, B, W, S, false>(side, view, backend, wanted, sink);
}

/// Whether checks and pins do not decide which moves are legal, or pawns make other moves than one step, a double step and a
/// capture to two sides. Then the generator tries moves one by one.
#[inline(always)]
pub(crate) fn tries_moves(rules: &Rules) -> bool {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes, promotions: _ },
        alphabet: _,
        pawn_kind,
        double_step_from: _,
        long_steps,
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
    *pawn_kind == PawnKind::Berolina || !long_steps.is_empty() || leap_classes.iter().any(|class| class.hops)
}

/// Calls `go_on` for each way to begin a turn in a variant where promotion waits (RULES.md §6). If the first waiting
/// pawn is ready and the stock is not empty, these are the positions after its promotion to each role of the stock;
/// otherwise it is the position itself.
#[inline(always)]
fn each_opening<S: Sink>(view: View<'_>, sink: &mut S, mut go_on: impl FnMut(View<'_>, &mut S)) {
    let us = view.state.turn;
    let position = view.position;
    let ready = position.waiting.of(us).first_ready().is_some();
    let stock = if ready { position.stock(us) } else { 0 };
    if stock == 0 {
        return go_on(view, sink);
    }
    for &role in position.variant.promotions() {
        if stock & (1 << role.index()) != 0 {
            // The promotion comes first in the turn, so checks and pins are looked for with the new piece on the board.
            let mut promoted = *position;
            promoted.promote_first_waiting(us, role);
            sink.turn_promotion(Some(role));
            go_on(promoted.view(), sink);
        }
    }
    sink.turn_promotion(None);
}

/// The rest of a turn, after a promotion of a waiting pawn may have begun it.
struct WaitingTurn<'p, C, W, S> {
    side: C,
    view: View<'p>,
    wanted: W,
    sink: S,
}

impl<C: Side, W: Wanted, S: Sink> Operation for WaitingTurn<'_, C, W, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> S {
        let WaitingTurn { side, view, wanted, mut sink } = self;
        turn::<C, B, W, S, true>(side, view, backend, wanted, &mut sink);
        sink
    }
}

#[inline(always)]
fn turn<C: Side, B: Backend, W: Wanted, S: Sink, const WAITING: bool>(
    side: C,
    view: View<'_>,
    backend: B,
    wanted: W,
    sink: &mut S,
) {
    let state = view.state;
    let mut pins = Pins::new();
    let mut context = Context::new::<C, WAITING>(side, view, backend, &mut pins);
    let role = wanted.one().map(|(role, _)| role);
    let king = role.is_none_or(|role| role == Role::KING);
    if let Some((_, to)) = wanted.one()
        && king
    {
        context.king_targets &= Bitboard::of(to);
    }
    if king {
        context.king_moves::<S, WAITING>(sink);
        if sink.may_castle() && context.may_castle(side) {
            let castlings = backend.call(Castlings { context, sink: sink.aside() });
            sink.absorb(castlings);
        }
    }
    // In double check no target is left: only the king moves.
    if context.targets.is_empty() || role == Some(Role::KING) {
        return;
    }
    // A constant if all moves are wanted, so that it needs no register.
    let mut asked = !Bitboard::EMPTY;
    if let Some((role, to)) = wanted.one() {
        context.targets &= Bitboard::of(to);
        asked = context.pieces_of(role);
    }
    let known = !context.in_check && context.pinned.is_empty() && sink.knows(side, &context);
    if !known && role != Some(Role::PAWN) {
        context.pieces::<S, WAITING>(sink, asked - context.pinned, context.targets);
    }
    if role.is_none_or(|role| role == Role::PAWN) {
        if !known {
            let pawns = state.boards[movement::PAWNS] & context.own & asked;
            context.pawns::<C, S, WAITING>(side, sink, pawns - context.pinned, context.targets);
        }
        if let Some(square) = state.en_passant
            && wanted.one().is_none_or(|(_, to)| to == square)
        {
            let en_passants = backend.call(EnPassants { context, sink: sink.aside(), square });
            sink.absorb(en_passants);
        }
    }
    if context.pinned.intersects(asked) {
        if role.is_some() {
            // The moves of pinned pieces are not asked for their role.
            pins.retain(|(square, _)| asked.contains(*square));
        }
        let pinned = backend.call(PinnedPieces::<_, _, WAITING> { context, pins: &pins, sink: sink.aside() });
        sink.absorb(pinned);
    }
}
