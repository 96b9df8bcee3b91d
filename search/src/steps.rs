//! What the steps of a node share.

use campione_movegen::{Move, Position};

use crate::history::{Continuation, Structure};
use crate::picker::Refutations;
use crate::score::Value;
use crate::tt::TtEntry;

/// What the steps of a node know about it. A step may set fields that later steps need.
#[allow(clippy::struct_field_names, clippy::struct_excessive_bools, reason = "the names of the field: a cut node")]
#[derive(Debug)]
pub(crate) struct Node<'p> {
    pub(crate) position: &'p Position,
    /// The 128-bit key of the position.
    pub(crate) key: u128,
    pub(crate) in_check: bool,
    /// Whether the node is searched with an open window.
    pub(crate) pv: bool,
    /// Whether some move is expected to beat beta.
    pub(crate) cut_node: bool,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// The lower end of the window, as it was when the node was entered.
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    /// Plies that remain.
    pub(crate) depth: i32,
    /// The depth with which the result is stored.
    pub(crate) tt_depth: i32,
    /// The move that a singular extension search leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) tt_entry: Option<TtEntry>,
    /// The move from the transposition table, known to be legal; at the root the best move so far.
    pub(crate) tt_move: Option<Move>,
    /// Whether the position is or was part of a principal variation.
    pub(crate) tt_pv: bool,
    /// The static evaluation before correction; [`NONE`](crate::score::NONE) if it is not known exactly.
    pub(crate) raw_eval: Value,
    /// The static evaluation; [`NONE`](crate::score::NONE) in check.
    pub(crate) static_eval: Value,
    /// The static evaluation, or a better estimate from the transposition table.
    pub(crate) eval: Value,
    pub(crate) improving: bool,
    /// What the correction history adds to the evaluation, in centipawns; 0 in check.
    pub(crate) correction: Value,
    /// Known after the cutoff by the transposition table.
    pub(crate) structure: Structure,
    pub(crate) continuation: Continuation,
    pub(crate) refutations: Refutations,
}

impl Node<'_> {
    #[inline(always)]
    pub(crate) fn is_root(&self) -> bool {
        self.ply == 0
    }
}

/// A move of a node that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriedMove {
    pub(crate) mv: Move,
    /// From 1, in the order of the picker.
    pub(crate) number: usize,
    pub(crate) is_noisy: bool,
    /// Its history score.
    pub(crate) history: i32,
}

/// The best result of the moves of a node so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) value: Value,
    /// The move that raised alpha last.
    pub(crate) mv: Option<Move>,
    pub(crate) alpha: Value,
}
