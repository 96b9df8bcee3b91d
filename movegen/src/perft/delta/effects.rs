//! What changes with each square.

use campione_core::{Bitboard, Square, movement};
use smallvec::SmallVec;

use crate::attacks::{Backend, DIAGONAL_LINES, ORTHOGONAL_LINES, Side};
use crate::generate::{Castlings, Context, Counter, PinnedPieces, Pins, for_each};
use crate::position::View;

/// Their replies if we passed, and how that number changes when a piece of ours leaves or enters a square.
pub(super) struct Effects {
    /// Their replies if we passed.
    pub(super) base: i32,
    /// The change when our piece leaves the square.
    pub(super) leaving: [i16; 128],
    /// The change when a piece of ours enters the square, which is empty or holds the piece that it captures.
    pub(super) entering: [i16; 128],
    /// For squares of our pieces: the targets for which leaving and entering do not simply add up.
    pub(super) exceptions: SmallVec<[(Square, Bitboard); 16]>,
    /// The squares for which there are exceptions.
    pub(super) with_exceptions: Bitboard,
    /// Squares that no counted move may leave or enter: attacks on them, or along a line through them, affect their
    /// king.
    pub(super) sensitive: Bitboard,
    /// Squares from which a piece of ours would check, pin, or attack a square that must be safe for castling.
    pub(super) zones: Zones,
    /// For each safe step of their king, the squares from which a piece of ours would attack its target.
    pub(super) king_steps: SmallVec<[Zones; 8]>,
    /// Squares where our king would be too near to theirs.
    pub(super) king_zone: Bitboard,
    /// The squares of their king's steps, where it may recapture.
    pub(super) king_ring: Bitboard,
    /// Squares attacked by their pawns: a double step over one can be answered en passant.
    pub(super) pawn_attacks: Bitboard,
}

impl Effects {
    #[inline(always)]
    pub(super) fn new() -> Effects {
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
    pub(super) fn fill<C: Side, B: Backend>(&mut self, side: C, view: View<'_>, backend: B) -> Option<()> {
        let mut pins = Pins::new();
        let context = Context::new::<C, false>(side, view, backend, &mut pins);
        // First, because it may give up, and then nothing else need be computed.
        let safe_for_castling = self.castlings(&context)?;
        let state = view.state;
        // Pinned pieces are counted below, along their pins.
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
        // Every row that their own pieces do not bar has its king's target in this set: if the set is empty, there is no
        // castling to count.
        if safe_for_castling.any() {
            let counter = backend.call(Castlings { context, sink: Counter::default() });
            self.base += counter.moves as i32;
        }
        // This number stays true: moves that could change a pin are excluded, unless it is the pinner that leaves.
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
                // A leap to a piece of their own becomes a reply only when we capture that piece.
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
    pub(super) fn except(&mut self, from: Square, targets: Bitboard) {
        self.exceptions.push((from, targets));
        self.with_exceptions = self.with_exceptions.with(from);
    }

    /// The targets of our piece on `from` that are taken out of the sum.
    #[inline(always)]
    pub(super) fn exceptions_of(&self, from: Square) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        // The test spares most pieces the walk over the list. A table with a set for each square would have to be cleared
        // for every position.
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
pub(super) struct Zones(pub(super) [Bitboard; movement::COUNT + 1]);

impl Zones {
    pub(super) const EMPTY: Zones = Zones([Bitboard::EMPTY; movement::COUNT + 1]);

    /// Adds the squares from which `square` would be attacked with `occupied` as blockers.
    #[inline(always)]
    pub(super) fn add<B: Backend>(&mut self, context: &Context<'_, B>, square: Square, occupied: Bitboard) {
        let View { position, state } = context.view;
        self.0[movement::ORTHOGONAL] |= context.backend.orthogonal(position.tables, square, occupied);
        self.0[movement::DIAGONAL] |= context.backend.diagonal(position.tables, square, occupied);
        self.0[movement::PAWNS] |= position.variant.pawn_captors(!state.turn, square);
        let leaper_zones = &mut self.0[movement::LEAPS..movement::COUNT];
        // True leaps are symmetric: the squares reached from `square` are those from which it is reached.
        for (class, zone) in position.variant.leap_classes().iter().zip(leaper_zones) {
            *zone |= class.leaps[square.index()];
        }
    }

    /// The squares from which a piece that stands on `boards` would attack.
    #[inline(always)]
    pub(super) fn of<const N: usize>(&self, boards: [u8; N]) -> Bitboard {
        let mut zone = Bitboard::EMPTY;
        for board in boards {
            // The unused places of `RoleInfo::boards` name the last zone, which stays empty.
            zone |= self.0.get(usize::from(board)).copied().unwrap_or_default();
        }
        zone
    }

    /// The squares from which a pawn would attack.
    #[inline(always)]
    pub(super) fn of_pawns(&self) -> Bitboard {
        self.0[movement::PAWNS]
    }

    /// The squares from which any piece would attack, together with `also`.
    #[inline(always)]
    pub(super) fn of_all(&self, also: Bitboard) -> Bitboard {
        self.0.iter().fold(also, |all, &zone| all | zone)
    }
}
