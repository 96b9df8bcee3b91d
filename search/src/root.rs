//! The moves of the root with their scores and principal variations.

use std::cmp::Reverse;
use std::time::Duration;

use campione_movegen::{Move, MoveList, Position};

use crate::report::Report;
use crate::score::{INFINITE, MATE, Score, Value, is_decisive};

/// The legal moves of a root, captures first.
pub(crate) fn root_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_moves(&mut moves);
    moves
}

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    mv: Move,
    /// Its score in this iteration; minus infinity if it was not searched yet or did not raise alpha.
    value: Value,
    /// Its score in the last iteration.
    previous: Value,
    nodes: u64,
    seldepth: usize,
    pv: Vec<Move>,
}

/// The moves of the root, in the order in which they are searched.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The index of the line that is searched, from 0. The line may not begin with one of the moves at a lower index.
    multipv_index: usize,
    /// The depth of the iteration.
    depth: i32,
    /// The greatest ply of a node with an open window.
    seldepth: usize,
}

impl RootMoves {
    pub(crate) fn new(moves: &[Move]) -> RootMoves {
        let root_move =
            |&mv: &Move| RootMove { mv, value: -INFINITE, previous: -INFINITE, nodes: 0, seldepth: 0, pv: vec![mv] };
        RootMoves { moves: moves.iter().map(root_move).collect(), multipv_index: 0, depth: 0, seldepth: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The depth of the iteration.
    #[inline(always)]
    pub(crate) fn depth(&self) -> i32 {
        self.depth
    }

    pub(crate) fn multipv_index(&self) -> usize {
        self.multipv_index
    }

    /// The moves in their order.
    pub(crate) fn order(&self) -> Vec<Move> {
        self.moves.iter().map(|root_move| root_move.mv).collect()
    }

    /// Move number `number`, from 0, of those that are searched.
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> Option<Move> {
        self.moves.get(self.multipv_index + number).map(|root_move| root_move.mv)
    }

    /// The best move so far of those that are searched.
    #[inline(always)]
    pub(crate) fn best(&self) -> Move {
        self.moves[self.multipv_index].mv
    }

    /// The move at a `multipv` index.
    pub(crate) fn mv(&self, index: usize) -> Move {
        self.moves[index].mv
    }

    /// The score of the move at a `multipv` index.
    pub(crate) fn value(&self, index: usize) -> Value {
        self.moves[index].value
    }

    /// The score at this `multipv` index in the last iteration.
    pub(crate) fn expected_value(&self) -> Value {
        self.moves[self.multipv_index].previous
    }

    /// The nodes below the best move.
    pub(crate) fn nodes_of_best(&self) -> u64 {
        self.moves[0].nodes
    }

    /// The principal variation at a `multipv` index.
    pub(crate) fn pv(&self, index: usize) -> &[Move] {
        &self.moves[index].pv
    }

    pub(crate) fn set_pv(&mut self, index: usize, pv: Vec<Move>) {
        self.moves[index].pv = pv;
    }

    pub(crate) fn begin_iteration(&mut self, depth: i32) {
        self.depth = depth;
        for root_move in &mut self.moves {
            root_move.previous = root_move.value;
        }
    }

    pub(crate) fn begin_multipv(&mut self, multipv_index: usize) {
        self.multipv_index = multipv_index;
        self.seldepth = 0;
    }

    /// Begins the same search as another thread: the same `multipv` index, the same depth, and the moves in the same
    /// order.
    pub(crate) fn follow(&mut self, order: &[Move], multipv_index: usize, depth: i32) {
        self.moves.sort_by_key(|root_move| order.iter().position(|&mv| mv == root_move.mv));
        for root_move in &mut self.moves {
            root_move.value = -INFINITE;
        }
        self.begin_multipv(multipv_index);
        self.depth = depth;
    }

    /// Takes the scores and the principal variations of another thread, which was faster.
    pub(crate) fn take_over(&mut self, other: &RootMoves) {
        for own in &mut self.moves[self.multipv_index..] {
            if let Some(theirs) = other.moves.iter().find(|theirs| theirs.mv == own.mv) {
                own.value = theirs.value;
                own.seldepth = theirs.seldepth;
                own.pv.clone_from(&theirs.pv);
            }
        }
    }

    /// A node of a principal variation is entered.
    #[inline(always)]
    pub(crate) fn reach(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
    }

    /// A move was searched. It has a score and a principal variation if it is the first one or raised alpha.
    pub(crate) fn update(&mut self, mv: Move, nodes: u64, scored: Option<Value>, child_pv: &[Move]) {
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if let Some(value) = scored {
            root_move.value = value;
            root_move.seldepth = self.seldepth;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(child_pv);
        } else {
            // All such moves have the same value, so their order is that of the iteration before.
            root_move.value = -INFINITE;
        }
    }

    /// Sorts the moves that are searched, the best first.
    pub(crate) fn sort_searched(&mut self) {
        self.moves[self.multipv_index..].sort_by_key(|root_move| Reverse((root_move.value, root_move.previous)));
    }

    /// Sorts the lines that are complete, the best first.
    pub(crate) fn sort_complete(&mut self) {
        self.moves[..=self.multipv_index].sort_by_key(|root_move| Reverse((root_move.value, root_move.previous)));
    }

    /// Sorts all moves by their scores in an iteration that was stopped.
    pub(crate) fn sort_by_value(&mut self) {
        self.moves.sort_by_key(|root_move| Reverse(root_move.value));
    }

    /// Whether the first `lines` moves are proven wins or losses for which a deeper search finds no shorter mate.
    pub(crate) fn are_decided(&self, lines: usize) -> bool {
        self.moves[..lines]
            .iter()
            .all(|root_move| is_decisive(root_move.value) && self.depth > 2 * (MATE - root_move.value.abs()) + 8)
    }

    /// Whether this iteration has a score at a `multipv` index.
    pub(crate) fn is_searched(&self, index: usize) -> bool {
        self.moves[index].value != -INFINITE
    }

    /// The report for a `multipv` index.
    pub(crate) fn report(&self, index: usize, nodes: u64, time: Duration, hashfull: u32) -> Report {
        let root_move = &self.moves[index];
        let value = if root_move.value == -INFINITE { root_move.previous } else { root_move.value };
        Report {
            depth: self.depth as u32,
            seldepth: root_move.seldepth as u32,
            multipv: index + 1,
            // There is no score if not even the first move was searched.
            score: if value == -INFINITE { Score::Cp(0) } else { Score::from_value(value) },
            nodes,
            time,
            hashfull,
            pv: root_move.pv.clone(),
        }
    }
}
