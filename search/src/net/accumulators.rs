//! What both sides see, kept up from move to move.

use std::array;

use campione_core::{Bitboard, Color, Square, for_each_square};
use campione_movegen::{Attacks, Move, MoveKind, Position, Scan};
use smallvec::SmallVec;

use super::arithmetic;
use super::fitted::Fitted;
use super::layout::{Code, Inputs, VIEWS};
use super::weights::Block;

/// A piece that came to a square or left it.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    code: Code,
    square: u8,
}

impl Change {
    #[inline(always)]
    fn new(code: Code, square: Square) -> Change {
        Change { code, square: square.index() as u8 }
    }

    #[inline(always)]
    fn input(self, inputs: &Inputs, us: Color, view: usize) -> u16 {
        inputs.index_of(us, view, self.code, Square::wrapping(u32::from(self.square)))
    }
}

/// The most pieces that come, or go, in a move: it may promote a waiting pawn, capture, and let the other side promote
/// one (RULES.md §6), each on a square of its own.
const MOST: usize = 4;

/// What the move to a position has changed.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    come: [Change; MOST],
    gone: [Change; MOST],
    comes: u8,
    goes: u8,
    /// Whether what each side sees is known here.
    known: [bool; 2],
    /// Whether more pieces came or went than there is room for.
    overflows: bool,
}

impl Frame {
    #[inline(always)]
    fn come(&mut self, change: Change) {
        match self.come.get_mut(usize::from(self.comes)) {
            Some(place) => (*place, self.comes) = (change, self.comes + 1),
            None => self.overflows = true,
        }
    }

    #[inline(always)]
    fn go(&mut self, change: Change) {
        match self.gone.get_mut(usize::from(self.goes)) {
            Some(place) => (*place, self.goes) = (change, self.goes + 1),
            None => self.overflows = true,
        }
    }
}

/// What a side saw when it last saw all anew with that view, and of which pieces.
#[derive(Clone, Debug)]
struct Seen {
    /// The piece on each square, 0 for none, otherwise its code and 1.
    pieces: [u8; 128],
    occupied: Bitboard,
}

/// What both sides see of each position of a line: computed at once where the line begins and where a king changes the view,
/// else when it is asked for.
///
/// The line is told by [`start`](Accumulators::start), [`play`](Accumulators::play) and [`pass`](Accumulators::pass): the position at ply `n + 1` is the
/// one after a move from the position at ply `n`. They belong to one [`Fitted`] net.
#[derive(Clone, Debug)]
pub struct Accumulators {
    blocks: usize,
    plies: Vec<Frame>,
    /// For each ply what White and what Black sees.
    views: Vec<Block>,
    /// For each side and each of its views.
    seen: [[Seen; VIEWS]; 2],
    /// What they saw then.
    seen_views: Vec<Block>,
}

impl Accumulators {
    /// For lines of this many plies.
    pub fn new(fitted: &Fitted, plies: usize) -> Accumulators {
        let blocks = fitted.blocks();
        let none = Seen { pieces: [0; 128], occupied: Bitboard::EMPTY };
        Accumulators {
            blocks,
            plies: vec![Frame::default(); plies + 1],
            views: vec![Block::ZERO; (plies + 1) * 2 * blocks],
            seen: [array::from_fn(|_| none.clone()), array::from_fn(|_| none.clone())],
            // What each side sees of an empty board: the biases alone.
            seen_views: fitted.net().input_biases.repeat(2 * VIEWS),
        }
    }

    /// A line begins with a position. What both sides see of it is computed at once: a search finds the evaluations of its
    /// first plies in its table and does not ask for them, and then each evaluation below would begin from nothing.
    ///
    /// # Panics
    /// If the net is of another size than that for which this was made.
    pub fn start(&mut self, fitted: &Fitted, position: &Position) {
        self.see_all(fitted, position, 0, [true; 2]);
    }

    /// The side to move has passed at `ply`.
    #[inline]
    pub fn pass(&mut self, ply: usize) {
        if let Some(below) = self.plies.get_mut(ply + 1) {
            // No piece has come or gone, so the view of the position above is copied when it is asked for.
            *below = Frame::default();
        }
    }

    /// A move has led from `position`, at `ply`, to `next`.
    #[inline]
    pub fn play(&mut self, fitted: &Fitted, (position, ply): (&Position, usize), next: &Position, mv: Move) {
        let inputs = fitted.inputs();
        let Some(below) = self.plies.get_mut(ply + 1) else { return };
        (below.comes, below.goes) = (0, 0);
        below.known = [false; 2];
        let us = position.turn();
        let (from, to) = (mv.from(), mv.to());
        if inputs.view(us, position.king(us)) != inputs.view(us, next.king(us)) {
            // Another half of the board or king bucket: all inputs of this side are others.
            self.see_all(fitted, next, ply + 1, [us == Color::White, us == Color::Black]);
        }
        // A view that was made anew is complete; the changes that follow are for the other one.
        let Some(below) = self.plies.get_mut(ply + 1) else { return };
        // The usual move changes its two squares. For all others the positions are compared.
        let plain = mv.kind() != MoveKind::Castling && !mv.kind().is_en_passant();
        let waits = |position: &Position| Color::ALL.iter().any(|&color| position.waiting_squares(color).any());
        if plain
            && (position.variant().promotion_wait().is_none() || !(waits(position) || waits(next)))
            // The role that arrives may be another one: the pawn may have promoted.
            && let (Some(moved), Some(came)) = (position.role_at(from), next.role_at(to))
        {
            below.come[0] = Change::new(inputs.code(us, came), to);
            below.gone[0] = Change::new(inputs.code(us, moved), from);
            (below.comes, below.goes) = (1, 1);
            if let Some(taken) = position.role_at(to) {
                below.gone[1] = Change::new(inputs.code(!us, taken), to);
                below.goes = 2;
            }
            return;
        }
        below.compare(inputs, position, next, mv);
        if below.overflows {
            // Both views are made anew, so nobody reads the list that was cut short.
            below.overflows = false;
            self.see_all(fitted, next, ply + 1, [true; 2]);
        }
    }

    /// Computes what the given sides see of a position, whatever they saw before.
    #[cold]
    fn see_all(&mut self, fitted: &Fitted, position: &Position, ply: usize, sides: [bool; 2]) {
        struct Run<'a> {
            accumulators: &'a mut Accumulators,
            fitted: &'a Fitted,
            position: &'a Position,
            ply: usize,
            sides: [bool; 2],
        }
        impl Scan for Run<'_> {
            type Output = ();
            #[inline(always)]
            fn run(self, _: impl Attacks) {
                let Run { accumulators, fitted, position, ply, sides } = self;
                for us in Color::ALL {
                    if sides[us.index()] {
                        accumulators.see_anew(fitted, position, ply, us);
                    }
                }
            }
        }
        position.scan(Run { accumulators: self, fitted, position, ply, sides });
    }

    /// The evaluation of the position at `ply` for the side to move, in centipawns.
    ///
    /// # Panics
    /// If the line has fewer plies than `ply`, as [`new`](Self::new) was told, or if the net is of another size.
    pub fn evaluate(&mut self, fitted: &Fitted, position: &Position, ply: usize) -> i32 {
        struct Run<'a> {
            accumulators: &'a mut Accumulators,
            fitted: &'a Fitted,
            position: &'a Position,
            ply: usize,
        }
        impl Scan for Run<'_> {
            type Output = i32;
            #[inline(always)]
            fn run(self, _: impl Attacks) -> i32 {
                let Run { accumulators, fitted, position, ply } = self;
                for us in Color::ALL {
                    accumulators.see(fitted, position, ply, us);
                }
                let blocks = accumulators.blocks;
                let views = &accumulators.views[2 * ply * blocks..2 * (ply + 1) * blocks];
                let (white, black) = views.split_at(blocks);
                fitted.output(position, bytemuck::cast_slice(white), bytemuck::cast_slice(black))
            }
        }
        let value = position.scan(Run { accumulators: self, fitted, position, ply });
        debug_assert_eq!(value, fitted.evaluate(position), "{position:?}");
        value
    }

    /// Computes what a side sees of the position at a ply, if that is not known.
    #[inline(always)]
    fn see(&mut self, fitted: &Fitted, position: &Position, ply: usize, us: Color) {
        let side = us.index();
        let view = fitted.inputs().view(us, position.king(us));
        let mut known = ply;
        // All plies on the way have the same view: where the king changed it, it was computed at once.
        while !self.plies[known].known[side] {
            let Some(above) = known.checked_sub(1) else { return self.see_anew(fitted, position, ply, us) };
            known = above;
        }
        let blocks = self.blocks;
        // The views of the plies on the way are kept: other lines of this search begin there.
        for at in known + 1..=ply {
            let change = &mut self.plies[at];
            change.known[side] = true;
            let (before, after) = self.views.split_at_mut(2 * at * blocks);
            let from: &[i16] = bytemuck::cast_slice(&before[(2 * (at - 1) + side) * blocks..][..blocks]);
            let to: &mut [i16] = bytemuck::cast_slice_mut(&mut after[side * blocks..][..blocks]);
            let row = |change: Change| fitted.row(change.input(fitted.inputs(), us, view));
            match (change.comes, change.goes) {
                // The two most usual changes take one pass over the numbers.
                (1, 1) => arithmetic::move_piece(to, from, row(change.come[0]), row(change.gone[0])),
                (1, 2) => {
                    let taken = row(change.gone[1]);
                    arithmetic::capture(to, from, row(change.come[0]), row(change.gone[0]), taken);
                }
                _ => {
                    to.copy_from_slice(from);
                    for &come in &change.come[..usize::from(change.comes)] {
                        arithmetic::add(to, row(come));
                    }
                    for &gone in &change.gone[..usize::from(change.goes)] {
                        arithmetic::sub(to, row(gone));
                    }
                }
            }
        }
    }

    /// Computes what a side sees of a position from what it saw when it last did so with this view.
    #[inline(always)]
    fn see_anew(&mut self, fitted: &Fitted, position: &Position, ply: usize, us: Color) {
        let view = fitted.inputs().view(us, position.king(us));
        let (side, blocks) = (us.index(), self.blocks);
        let seen = &mut self.seen[side][view];
        let sums = &mut self.seen_views[(VIEWS * side + view) * blocks..][..blocks];
        let numbers: &mut [i16] = bytemuck::cast_slice_mut(sums);
        let inputs = fitted.inputs();
        // Positions of one search are much alike, so few rows differ from those last added up.
        let (mut added, mut removed) = (SmallVec::<[u16; 64]>::new(), SmallVec::<[u16; 64]>::new());
        for_each_square!((seen.occupied | position.occupied()), square => {
            let before = seen.pieces[square.index()];
            let code = inputs.code_at(position, square);
            let now = code.map_or(0, |code| code.0 + 1);
            if now != before {
                if before != 0 {
                    removed.push(inputs.index_of(us, view, Code(before - 1), square));
                }
                if let Some(code) = code {
                    added.push(inputs.index_of(us, view, code, square));
                }
                seen.pieces[square.index()] = now;
            }
        });
        seen.occupied = position.occupied();
        for &input in &added {
            arithmetic::add(numbers, fitted.row(input));
        }
        for &input in &removed {
            arithmetic::sub(numbers, fitted.row(input));
        }
        self.views[(2 * ply + side) * blocks..][..blocks].copy_from_slice(sums);
        self.plies[ply].known[side] = true;
    }
}

impl Frame {
    /// What differs between a position and the one that a move leads to, found by comparing their pieces.
    #[inline(never)]
    fn compare(&mut self, inputs: &Inputs, position: &Position, next: &Position, mv: Move) {
        let mut squares = Bitboard::of(mv.from()).with(mv.to());
        for color in Color::ALL {
            squares |= position.by_color(color) ^ next.by_color(color);
            // Pawns that have waited change where they stand.
            squares |= position.waiting_squares(color);
        }
        if let Some(partner) = position.castling_row(mv).and_then(|row| row.partner) {
            squares = squares.with(partner.from).with(partner.to);
        }
        for_each_square!(squares, square => {
            let (before, after) = (inputs.code_at(position, square), inputs.code_at(next, square));
            if before != after {
                if let Some(code) = before {
                    self.go(Change::new(code, square));
                }
                if let Some(code) = after {
                    self.come(Change::new(code, square));
                }
            }
        });
    }
}
