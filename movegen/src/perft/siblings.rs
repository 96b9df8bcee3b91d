//! What the replies to all quiet moves of one position have in common (docs/background/delta.md, "The plain count").
//!
//! The replying side has the same pieces after each of these moves, and most of the pieces have the same moves. So these are counted once.
//! After each move, checks, pins, the king and castling are looked at anew, and the pieces whose moves depend on one of its two squares
//! are counted again. In check, or if a piece is pinned, everything is counted again.

use campione_core::pawn_moves::{STRAIGHT, ahead};
use campione_core::{Bitboard, Role, Square, movement};

use super::leaps_alone;
use crate::attacks::{Backend, Operation, Side};
use crate::generate::{All, Batch, Context, Counter, Pins, Sink, for_each, generate};
use crate::position::View;

/// The greatest number of slides: as many as `seen_by` has bits.
const SLIDES: usize = u32::BITS as usize;

/// The moves of the replying side if we passed, and the squares on which they depend. The king's moves, castlings and captures en passant
/// are not among them.
pub(super) struct Siblings {
    /// The number of these moves.
    moves: u32,
    /// How many of them are moves of pawns, and on which squares these depend.
    pawn_moves: u32,
    pawn_squares: Bitboard,
    /// The slides of the pieces; a queen has two.
    slides: [Slide; SLIDES],
    /// For each square, the set of slides that see it.
    seen_by: [u32; 128],
    /// Whether no piece of its own stands in the way of all castlings.
    may_castle: bool,
}

/// The orthogonal or the diagonal slide of a piece.
#[derive(Clone, Copy)]
struct Slide {
    from: Square,
    is_orthogonal: bool,
    moves: u32,
}

impl Slide {
    #[inline(always)]
    fn seen<B: Backend>(self, backend: B, view: View<'_>, occupied: Bitboard) -> Bitboard {
        let tables = view.position.tables;
        if self.is_orthogonal {
            backend.orthogonal(tables, self.from, occupied)
        } else {
            backend.diagonal(tables, self.from, occupied)
        }
    }
}

/// Finds what the [`Siblings`] of a position have in common; it has the replying side to move. `None` if the moves depend on more than
/// what its pieces see, as lame leaps do.
pub(super) struct FindSiblings<'p>(pub(super) View<'p>);

impl Operation for FindSiblings<'_> {
    type Output = Option<Siblings>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<Siblings> {
        let view = self.0;
        let View { position, state } = view;
        let variant = position.variant;
        if !leaps_alone(variant.leap_classes()) {
            return None;
        }
        let mut pins = Pins::new();
        let context = Context::new::<_, false>(state.turn, view, backend, &mut pins);
        let own = context.own;
        let rights = state.rights[state.turn.index()];
        let castlings = &position.castling[state.turn.index()].rights;
        let mut siblings = Siblings {
            moves: 0,
            pawn_moves: pawn_moves(state.turn, &context),
            pawn_squares: pawn_squares(state.turn, &context),
            slides: [Slide { from: context.king, is_orthogonal: false, moves: 0 }; SLIDES],
            seen_by: [0; 128],
            may_castle: castlings.iter().any(|right| rights.contains(right) && !own.intersects(right.empty)),
        };
        siblings.moves += siblings.pawn_moves;
        for (class, board) in view.leap_classes() {
            for_each!((board & own), from => { siblings.moves += (class.leaps[from.index()] - own).count(); });
        }
        let mut slides = siblings.slides.iter_mut().zip(0..);
        for (board, is_orthogonal) in [(movement::ORTHOGONAL, true), (movement::DIAGONAL, false)] {
            for_each!((state.boards[board] & own), from => {
                let (slide, number) = slides.next()?;
                *slide = Slide { from, is_orthogonal, moves: 0 };
                let targets = slide.seen(backend, view, context.occupied) - own;
                slide.moves = targets.count();
                siblings.moves += slide.moves;
                for_each!(targets, square => { siblings.seen_by[square.index()] |= 1_u32 << number; });
            });
        }
        Some(siblings)
    }
}

/// The number of moves of pawns of a side that is not in check, pins ignored, captures en passant excepted.
#[inline(always)]
fn pawn_moves<C: Side, B: Backend>(side: C, context: &Context<'_, B>) -> u32 {
    let mut counter = Counter::default();
    let pawns = context.view.state.boards[movement::PAWNS] & context.own;
    if context.view.position.variant.promotion_wait().is_some() {
        context.pawns::<_, _, true>(side, &mut counter, pawns, context.targets);
    } else {
        context.pawns::<_, _, false>(side, &mut counter, pawns, context.targets);
    }
    counter.moves
}

/// The squares on which these moves depend.
#[inline(always)]
fn pawn_squares<C: Side, B: Backend>(side: C, context: &Context<'_, B>) -> Bitboard {
    let us = side.color();
    let pawns = context.view.state.boards[movement::PAWNS] & context.own;
    let double = pawns & context.view.position.variant.double_step_from(us);
    let steps = ahead(us, pawns, 0) | ahead(us, ahead(us, double, 0), 0);
    STRAIGHT.captures.iter().fold(steps, |squares, &side| squares | ahead(us, pawns, side))
}

/// The number of replies to a quiet move between two squares, which has been made in `view`.
pub(super) struct Sibling<'a> {
    pub(super) view: View<'a>,
    pub(super) siblings: &'a Siblings,
    pub(super) moved: [Square; 2],
}

impl Operation for Sibling<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Sibling { view, siblings, moved } = self;
        let mut sink = SiblingCounter { siblings, moved, counter: Counter::default() };
        generate(view, backend, All, &mut sink);
        u64::from(sink.counter.moves)
    }
}

/// Counts moves, and knows how many there are of the pieces that the moved piece does not concern.
struct SiblingCounter<'a> {
    siblings: &'a Siblings,
    moved: [Square; 2],
    counter: Counter,
}

impl Sink for SiblingCounter<'_> {
    // `needs_roles` turns away the variants in which moves are tried.
    const TRIES: bool = false;

    #[inline(always)]
    fn may_castle(&self) -> bool {
        self.siblings.may_castle
    }

    #[inline(always)]
    fn knows<C: Side, B: Backend>(&mut self, side: C, context: &Context<'_, B>) -> bool {
        let SiblingCounter { siblings, moved: [from, to], counter } = self;
        counter.moves += siblings.moves;
        let mut changed = siblings.seen_by[from.index()] | siblings.seen_by[to.index()];
        while changed != 0 {
            let one = siblings.slides[changed.trailing_zeros() as usize % SLIDES];
            changed &= changed - 1;
            let seen = one.seen(context.backend, context.view, context.occupied);
            counter.moves = counter.moves + (seen & context.targets).count() - one.moves;
        }
        if siblings.pawn_squares.intersects(Bitboard::of(*from).with(*to)) {
            counter.moves = counter.moves + pawn_moves(side, context) - siblings.pawn_moves;
        }
        true
    }

    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        self.counter.receive(batch);
    }

    /// Never called: where pawns wait, every move is played in full.
    #[inline(always)]
    fn turn_promotion(&mut self, _role: Option<Role>) {}

    #[inline(always)]
    fn aside(&self) -> Self {
        SiblingCounter { counter: self.counter.aside(), ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.counter.absorb(aside.counter);
    }
}
