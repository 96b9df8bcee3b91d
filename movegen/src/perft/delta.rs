//! Incremental (delta) counting: the replies to many moves at once, without making the moves.
//!
//! The replies are counted once, as if we passed. Each move of ours then corrects that number by what changes on the
//! square that it leaves and by what changes on the square that it enters. A move for which this sum would be wrong is
//! made, and its replies are counted. docs/background/delta.md explains why the sum is right for all others; each part of this
//! module has a section there. This is for perft only and not part of the generator. The test
//! `every_way_to_count_replies_agrees` compares it with the plain count.
//!
//! "We" are the side to move, "they" reply. A [`Context`] here is made for them: its `own` pieces are theirs and its
//! `enemy` pieces ours.

mod count;
mod king;
mod pawns;
mod sliders;

use campione_core::{Bitboard, DrawRules, Pieces, Rules, Square, movement};
use smallvec::SmallVec;

use self::count::Sum;
use crate::attacks::{Backend, DIAGONAL_LINES, ForSide, ORTHOGONAL_LINES, Operation, Side};
use crate::generate::{All, Castlings, Context, Counter, PinnedPieces, Pins, for_each, generate_for};
use crate::position::{Position, View};

/// The number of replies to all legal moves of a position without waiting pawns; `None` where they must be counted the
/// plain way (docs/background/delta.md, "Positions that are not counted so").
#[inline(always)]
pub(super) fn replies<B: Backend>(position: &Position, backend: B) -> Option<u64> {
    if !suits(position.variant.rules(), position) {
        return None;
    }
    backend.for_side(position.state.turn, Begin { position, backend })
}

/// Whether somebody has shown that the sum is right under these rules (docs/background/delta.md, "Positions that are not counted
/// so"). Castlings are decided row by row in `king.rs`.
#[inline(always)]
fn suits(rules: &Rules, position: &Position) -> bool {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes, promotions: _ },
        alphabet: _,
        // `needs_roles` has turned away all but orthodox pawns, and long steps.
        pawn_kind: _,
        double_step_from: _,
        long_steps: _,
        double_step_barred: _,
        pinned_pawn_bars,
        en_passant: _,
        last_rank: _,
        promotion_zone: _,
        arrival_zone: _,
        promotes_freely,
        promotes_from_stock: _,
        promotion_is_optional: _,
        promotion_wait,
        limits: _,
        castlings: _,
        draws: DrawRules { stalemate: _, bare_king, repetition: _, moves: _, dead_position: _ },
        rare_turns: _,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = rules;
    !(leap_classes.iter().any(|class| class.is_special() || class.overlaps_slides)
        || !(*promotes_freely || promotion_wait.is_some())
        || !pinned_pawn_bars
        || (*bare_king && position.state.colors.iter().any(|pieces| pieces.count() < 3)))
}

struct Begin<'a, B> {
    position: &'a Position,
    backend: B,
}

impl<B: Backend> ForSide for Begin<'_, B> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<C: Side>(self, side: C) -> Option<u64> {
        let Begin { position, backend } = self;
        backend.call(Delta { position, side })
    }
}

/// The count for one side to move.
struct Delta<'a, C> {
    position: &'a Position,
    side: C,
}

impl<C: Side> Operation for Delta<'_, C> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<u64> {
        let Delta { position, side } = self;
        let us = side.color();
        if position.view().attackers(backend, position.king(us), !us, position.occupied()).any() {
            return None;
        }
        let mut state = position.state;
        state.turn = !us;
        state.en_passant = None;
        let mut effects = Effects::new();
        let view = View { position, state: &state };
        effects.fill(side.other(), view, backend)?;
        let mut sum = Sum::new(position, &effects, backend);
        generate_for(side, position.view(), backend, All, &mut sum);
        Some(sum.nodes())
    }
}

/// Their replies if we passed, and how that number changes when a piece of ours leaves or enters a square.
struct Effects {
    /// Their replies if we passed.
    base: i32,
    /// The change when our piece leaves the square.
    leaving: [i16; 128],
    /// The change when a piece of ours enters the square, which is empty or holds the piece that it captures.
    entering: [i16; 128],
    /// For squares of our pieces: the targets for which leaving and entering do not simply add up.
    exceptions: SmallVec<[(Square, Bitboard); 16]>,
    /// The squares for which there are exceptions.
    with_exceptions: Bitboard,
    /// Squares that no counted move may leave or enter: attacks on them, or along a line through them, affect their
    /// king.
    sensitive: Bitboard,
    /// Squares from which a piece of ours would check, pin, or attack a square that must be safe for castling.
    zones: Zones,
    /// For each safe step of their king, the squares from which a piece of ours would attack its target.
    king_steps: SmallVec<[Zones; 8]>,
    /// Squares where our king would be too near to theirs.
    king_zone: Bitboard,
    /// The squares of their king's steps, where it may recapture.
    king_ring: Bitboard,
    /// Squares attacked by their pawns: a double step over one can be answered en passant.
    pawn_attacks: Bitboard,
}

impl Effects {
    #[inline(always)]
    fn new() -> Effects {
        Effects {
            base: 0,
            leaving: [0; 128],
            entering: [0; 128],
            exceptions: SmallVec::new(),
            with_exceptions: Bitboard::EMPTY,
            sensitive: Bitboard::EMPTY,
            zones: Zones::EMPTY,
            king_steps: SmallVec::new(),
            king_zone: Bitboard::EMPTY,
            king_ring: Bitboard::EMPTY,
            pawn_attacks: Bitboard::EMPTY,
        }
    }

    /// Fills the tables; `side` is theirs, and in `view` they are to move.
    #[inline(always)]
    fn fill<C: Side, B: Backend>(&mut self, side: C, view: View<'_>, backend: B) -> Option<()> {
        let mut pins = Pins::new();
        let context = Context::new::<C, false>(side, view, backend, &mut pins);
        let safe_for_castling = self.castlings(&context)?;
        let state = view.state;
        let movers = context.own - context.pinned;
        for_each!((state.boards[movement::ORTHOGONAL] & movers), from => {
            self.slider(&context, from, ORTHOGONAL_LINES);
        });
        for_each!((state.boards[movement::DIAGONAL] & movers), from => {
            self.slider(&context, from, DIAGONAL_LINES);
        });
        self.leapers(&context, movers);
        self.pawns(side, &context, state.boards[movement::PAWNS] & movers);
        let variant = view.position.variant;
        self.pawn_attacks = variant.pawn_attacks(side.color(), state.boards[movement::PAWNS] & context.own);
        if safe_for_castling.any() {
            let counter = backend.call(Castlings { context, sink: Counter::default() });
            self.base += counter.moves as i32;
        }
        if context.pinned.any() {
            let counter = backend.call(PinnedPieces::<_, _, false> { context, pins: &pins, sink: Counter::default() });
            self.base += counter.moves as i32;
        }
        self.king_steps(&context);
        self.checks_and_pins(&context, safe_for_castling);
        Some(())
    }

    /// The leaps of their pieces: nothing blocks them, so only captures change their number.
    #[inline(always)]
    fn leapers<B: Backend>(&mut self, context: &Context<'_, B>, movers: Bitboard) {
        for (class, board) in context.view.leap_classes() {
            for_each!((board & movers), from => {
                let leaps = class.leaps[from.index()];
                let guarded = leaps & context.own;
                let count = leaps.count() - guarded.count();
                self.base += count as i32;
                self.entering[from.index()] -= count as i16;
                for_each!(guarded, to => { self.entering[to.index()] += 1; });
            });
        }
    }

    /// Takes the moves of our piece on `from` to any of `targets` out of the sum.
    #[inline(always)]
    fn except(&mut self, from: Square, targets: Bitboard) {
        self.exceptions.push((from, targets));
        self.with_exceptions = self.with_exceptions.with(from);
    }

    /// The targets of our piece on `from` that are taken out of the sum.
    #[inline(always)]
    fn exceptions_of(&self, from: Square) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        if self.with_exceptions.contains(from) {
            for &(square, set) in &self.exceptions {
                if square == from {
                    targets |= set;
                }
            }
        }
        targets
    }
}

/// For each movement bitboard, the squares from which a piece of ours on it would attack a square, or one of several.
#[derive(Clone, Copy)]
struct Zones([Bitboard; movement::COUNT + 1]);

impl Zones {
    const EMPTY: Zones = Zones([Bitboard::EMPTY; movement::COUNT + 1]);

    /// Adds the squares from which `square` would be attacked with `occupied` as blockers.
    #[inline(always)]
    fn add<B: Backend>(&mut self, context: &Context<'_, B>, square: Square, occupied: Bitboard) {
        let View { position, state } = context.view;
        self.0[movement::ORTHOGONAL] |= context.backend.orthogonal(position.tables, square, occupied);
        self.0[movement::DIAGONAL] |= context.backend.diagonal(position.tables, square, occupied);
        self.0[movement::PAWNS] |= position.variant.pawn_captors(!state.turn, square);
        let leaper_zones = &mut self.0[movement::LEAPS..movement::COUNT];
        for (class, zone) in position.variant.leap_classes().iter().zip(leaper_zones) {
            *zone |= class.leaps[square.index()];
        }
    }

    /// The squares from which a piece that stands on `boards` would attack.
    #[inline(always)]
    fn of<const N: usize>(&self, boards: [u8; N]) -> Bitboard {
        let mut zone = Bitboard::EMPTY;
        for board in boards {
            zone |= self.0[usize::from(board) % self.0.len()];
        }
        zone
    }

    /// The squares from which a pawn would attack.
    #[inline(always)]
    fn of_pawns(&self) -> Bitboard {
        self.0[movement::PAWNS]
    }

    /// The squares from which any piece would attack, together with `also`.
    #[inline(always)]
    fn of_all(&self, also: Bitboard) -> Bitboard {
        self.0.iter().fold(also, |all, &zone| all | zone)
    }
}
