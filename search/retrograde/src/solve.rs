//! The retrograde solver.
//!
//! Each placement of the strong side's pieces has sets of squares of the weak king, and the solver works on whole sets
//! at once. With the weak side to move, a position is lost if every step leads to a position that is won for the strong
//! side, and if there is a step or a check. With the strong side to move, a position is won if some move leads to a
//! lost position. Each pass takes back every move that can have led to the positions that were lost in the last pass.
//! Then it examines again only placements with newly won positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use campione_core::{Bitboard, Square, Variant};
use rayon::prelude::*;

use crate::layout::{Army, Layout, Pieces};
use crate::piece::Mover;
use crate::table::{ILLEGAL, NOT_WON, Table};

/// One placement of the strong side while it is being solved: sets of squares of the weak king.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Where the weak king would be in check, even if another piece stands there.
    attacked: Bitboard,
    /// With the strong side to move: legal and not yet won.
    open: Bitboard,
    /// With the weak side to move: lost.
    lost: Bitboard,
    /// For each piece, the plies to mate after the weak king has captured it; 0 if the capture saves the weak side.
    after_capture: [u16; 2],
}

/// A set of squares to which several threads add.
#[derive(Default)]
struct SharedSet([AtomicU64; 2]);

impl SharedSet {
    fn add(&self, squares: Bitboard) {
        let bits = squares.bits();
        for (half, bits) in self.0.iter().zip([bits as u64, (bits >> 64) as u64]) {
            if bits & !half.load(Ordering::Relaxed) != 0 {
                half.fetch_or(bits, Ordering::Relaxed);
            }
        }
    }

    fn take(&mut self) -> Bitboard {
        let [low, high] = &mut self.0;
        let bits = u128::from(std::mem::take(low.get_mut())) | u128::from(std::mem::take(high.get_mut())) << 64;
        Bitboard::from_bits(bits)
    }
}

/// The king's steps as shifts of whole sets.
struct KingSteps(Vec<(i8, Bitboard)>);

impl KingSteps {
    fn new(variant: Variant) -> KingSteps {
        let mut shifts: Vec<(i8, Bitboard)> = Vec::new();
        for from in variant.board() {
            for to in variant.king_steps(from) {
                let by = to.index() as i8 - from.index() as i8;
                match shifts.iter_mut().find(|(known, _)| *known == by) {
                    Some((_, origins)) => *origins = origins.with(from),
                    None => shifts.push((by, Bitboard::of(from))),
                }
            }
        }
        KingSteps(shifts)
    }

    /// The squares one step away from a set. From these the set can also be reached, because kings step both ways.
    fn around(&self, set: Bitboard) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |around, &(by, origins)| around | (set & origins).shift(by))
    }
}

/// What does not change while an ending is solved.
struct Rules {
    pieces: Vec<Mover>,
    layout: Layout,
    steps: KingSteps,
    /// For each piece, the ending that remains after its capture; empty with a single piece.
    left: Vec<Arc<Table>>,
    dead_position: bool,
}

/// An ending that is being solved, pass by pass.
pub(crate) struct Solver {
    rules: Rules,
    cells: Vec<Cell>,
    won: Vec<SharedSet>,
    plies: Vec<u16>,
    /// The placements with positions that were lost in the last pass, and the squares of the weak king in them.
    lost: Vec<(usize, Bitboard)>,
    /// The distance to mate of the positions that the next pass finds, in plies.
    distance: u16,
    /// The longest win after a capture.
    last_capture: u16,
}

/// The squares on which the weak king would be in check. The king itself does not block slides: when it steps back
/// along a slide, it is still in check.
pub(crate) fn attacked(variant: Variant, army: &[Mover], king: Square, pieces: Pieces) -> Bitboard {
    let occupied = Layout::occupied(king, pieces);
    let mut attacked = variant.king_steps(king);
    for (piece, square) in army.iter().zip(pieces) {
        for way in &piece.attacks[square.index()] {
            if !way.path.intersects(occupied) {
                attacked = attacked.with(way.end);
            }
        }
    }
    attacked
}

impl Solver {
    /// A solver before the first pass. `left` has, for each of two pieces, the ending that remains after its capture.
    pub(crate) fn new(variant: Variant, pieces: Vec<Mover>, army: Army, left: Vec<Arc<Table>>) -> Solver {
        let layout = Layout::new(variant, &pieces, army);
        let dead_position = variant.draws().dead_position && variant.king_is_orthodox();
        let rules = Rules { pieces, layout, steps: KingSteps::new(variant), left, dead_position };
        let squares = rules.layout.squares();
        let mut plies = vec![ILLEGAL; rules.layout.placements() * squares];
        let mut cells = vec![Cell::default(); rules.layout.placements()];
        let mut won: Vec<SharedSet> = Vec::new();
        won.resize_with(cells.len(), SharedSet::default);
        let placements = cells.par_iter_mut().zip(plies.par_chunks_mut(squares)).enumerate();
        let lost = placements
            .filter_map(|(placement, (cell, plies))| {
                *cell = rules.cell(variant, placement);
                cell.open.for_each(|weak| plies[rules.layout.number(weak)] = NOT_WON);
                rules.lose(variant, placement, cell, 0).map(|squares| (placement, squares))
            })
            .collect();
        let last_capture = cells.par_iter().flat_map_iter(|cell| cell.after_capture).max().unwrap_or(0);
        Solver { rules, cells, won, plies, lost, distance: 1, last_capture }
    }

    /// Finds the positions that are won in two plies more than in the last pass. Returns `false` if the ending was
    /// already solved.
    pub(crate) fn pass(&mut self, variant: Variant) -> bool {
        let Solver { rules, cells, won, plies, lost, distance, last_capture } = self;
        if lost.is_empty() && *distance > *last_capture {
            return false;
        }
        lost.par_iter().for_each(|&(placement, squares)| rules.take_back(variant, placement, squares, cells, won));
        let placements = cells.par_iter_mut().zip(won.par_iter_mut()).zip(plies.par_chunks_mut(rules.layout.squares()));
        let now = *distance;
        *lost = placements
            .enumerate()
            .filter_map(|(placement, ((cell, won), plies))| {
                let won = won.take();
                if won.is_empty() && !cell.after_capture.contains(&now) {
                    return None;
                }
                won.for_each(|weak| plies[rules.layout.number(weak)] = now);
                cell.open -= won;
                rules.lose(variant, placement, cell, now).map(|squares| (placement, squares))
            })
            .collect();
        *distance += 2;
        true
    }

    /// The table that the passes have filled.
    pub(crate) fn finish(self) -> Table {
        Table { layout: self.rules.layout, plies: self.plies }
    }
}

impl Rules {
    /// A placement before the first pass.
    fn cell(&self, variant: Variant, placement: usize) -> Cell {
        let (king, pieces) = self.layout.squares_of(placement);
        if !self.layout.is_sound(king, pieces) {
            return Cell::default();
        }
        let occupied = Layout::occupied(king, pieces);
        let attacked = attacked(variant, &self.pieces, king, pieces);
        let mut after_capture = [0; 2];
        for (index, left) in self.left.iter().enumerate() {
            let (captured, other) = (pieces[index], pieces[1 - index]);
            if !attacked.contains(captured) {
                after_capture[index] = left.won(king, [other; 2], captured).unwrap_or(0);
            }
        }
        let open = self.layout.board - occupied - attacked;
        Cell { attacked, open, lost: Bitboard::EMPTY, after_capture }
    }

    /// Finds the squares on which the weak side, to move, is lost, when all wins in up to `distance` plies are known.
    /// Returns the squares that were not known to be lost before, `None` if there are none.
    fn lose(&self, variant: Variant, placement: usize, cell: &mut Cell, distance: u16) -> Option<Bitboard> {
        let (king, pieces) = self.layout.squares_of(placement);
        if !self.layout.is_sound(king, pieces) {
            return None;
        }
        let occupied = Layout::occupied(king, pieces);
        // The squares to which the weak king may go, captures included; and those on which it is then not lost.
        let targets = self.layout.board - cell.attacked - Bitboard::of(king);
        let mut safe = cell.open;
        for (&piece, plies) in pieces.iter().zip(cell.after_capture).take(self.layout.army.count()) {
            if targets.contains(piece) && (plies == 0 || plies > distance) {
                safe = safe.with(piece);
            }
        }
        let legal = self.layout.board - variant.king_steps(king) - occupied;
        let lost = (legal - self.steps.around(safe)) & (cell.attacked | self.steps.around(targets));
        let new = lost - cell.lost;
        cell.lost = lost;
        new.any().then_some(new)
    }

    /// Takes back every move of the strong side that leads to this placement. Adds the squares on which the weak side
    /// is lost to the won squares of the placements before the moves.
    fn take_back(&self, variant: Variant, placement: usize, lost: Bitboard, cells: &[Cell], won: &[SharedSet]) {
        let (king, pieces) = self.layout.squares_of(placement);
        if self.is_dead(pieces) {
            return;
        }
        let win = |placement: usize, squares: Bitboard| {
            let squares = squares & cells[placement].open;
            if squares.any() {
                won[placement].add(squares);
            }
        };
        let occupied = Layout::occupied(king, pieces);
        let stored = placement / self.layout.pairs.len();
        for (index, piece) in self.pieces.iter().enumerate() {
            let others = occupied.without(pieces[index]);
            for way in &piece.arrivals[pieces[index].index()] {
                if !way.path.with(way.end).intersects(others) {
                    let mut before = pieces;
                    before[index] = way.end;
                    win(self.layout.placement(stored, before), lost - way.path);
                }
            }
        }
        for before in variant.king_steps(king) - occupied {
            for home in self.layout.homes(before) {
                let map = &self.layout.symmetries[home.symmetry];
                let pieces: Pieces = pieces.map(|piece: Square| map.of(piece));
                let squares = if home.symmetry == 0 { lost } else { map.of_set(lost) };
                win(self.layout.placement(home.king, pieces), squares);
            }
        }
    }

    /// Whether the rule of dead positions draws the game with these pieces: a lone knight, or colorbound pieces that
    /// are all on squares of the same color.
    fn is_dead(&self, pieces: Pieces) -> bool {
        let shade = |square: Square| (square.file() + square.rank()) % 2;
        let bound = self.pieces.iter().all(|piece| piece.colorbound) && shade(pieces[0]) == shade(pieces[1]);
        let lone_knight = self.pieces.len() == 1 && self.pieces.iter().all(|piece| piece.knight);
        self.dead_position && (bound || lone_knight)
    }
}
