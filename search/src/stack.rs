//! The search stack: the state of each ply of the current line.

use campione_movegen::{Move, Position};

use crate::history::{CONTINUATION_PLIES, Continuation, PieceTo};
use crate::score::{MAX_PLY, NONE, Value};

/// One ply of the current line.
#[derive(Clone, Debug)]
struct Frame {
    /// The move made here. `None` for a null move.
    mv: Option<Move>,
    piece_to: Option<PieceTo>,
    /// The corrected static evaluation; [`NONE`] in check.
    eval: Value,
    in_check: bool,
    killers: [Option<Move>; 2],
    /// The move that a singular extension search leaves out.
    excluded: Option<Move>,
    pv: Vec<Move>,
    /// How many nodes of this ply have beaten beta since the ply above was entered.
    cutoffs: u32,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            mv: None,
            piece_to: None,
            eval: NONE,
            in_check: false,
            killers: [None; 2],
            excluded: None,
            pv: Vec::new(),
            cutoffs: 0,
        }
    }
}

/// The plies of the current line, from the root on, and the keys of the positions that led to it.
#[derive(Debug)]
pub(crate) struct Stack {
    frames: Vec<Frame>,
    /// First the keys of the game, then those of the line.
    keys: Vec<u64>,
    /// How many of the keys are of the game.
    game_keys: usize,
}

/// The number of plies that the stack has room for.
pub(crate) const STACK_PLIES: usize = MAX_PLY + 4;

impl Stack {
    /// `game_keys` are the keys of the positions of the game that led to the root.
    pub(crate) fn new(game_keys: &[u64]) -> Stack {
        Stack { frames: vec![Frame::default(); STACK_PLIES], keys: game_keys.to_vec(), game_keys: game_keys.len() }
    }

    /// The line begins with a position.
    #[inline(always)]
    pub(crate) fn start(&mut self, in_check: bool) {
        self.frames[0].in_check = in_check;
    }

    /// A move is made.
    #[inline(always)]
    pub(crate) fn make_move(&mut self, position: &Position, ply: usize, mv: Move, to: PieceTo, gives_check: bool) {
        let frame = &mut self.frames[ply];
        frame.mv = Some(mv);
        frame.piece_to = Some(to);
        self.frames[ply + 1].in_check = gives_check;
        self.keys.push(position.zobrist());
    }

    /// A null move is made.
    #[inline(always)]
    pub(crate) fn make_null_move(&mut self, position: &Position, ply: usize) {
        let frame = &mut self.frames[ply];
        frame.mv = None;
        frame.piece_to = None;
        self.frames[ply + 1].in_check = false;
        self.keys.push(position.zobrist());
    }

    /// The last move, or null move, is taken back.
    #[inline(always)]
    pub(crate) fn undo_move(&mut self) {
        self.keys.pop();
    }

    /// Whether the position is a repetition: it has occurred since the root, or it occurs now for the `times`th time.
    #[inline]
    pub(crate) fn is_repetition(&self, position: &Position, times: u32) -> bool {
        let key = position.zobrist();
        let reach = (position.halfmove_clock() as usize).min(self.keys.len());
        let mut found = 0;
        // The same side must be to move, and within two plies nobody can go and come back.
        for back in (4..=reach).step_by(2) {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                found += 1;
                if index >= self.game_keys || found + 1 >= times {
                    return true;
                }
            }
        }
        false
    }

    /// The keys of the positions that led to the current one.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    #[inline(always)]
    pub(crate) fn in_check(&self, ply: usize) -> bool {
        self.frames[ply].in_check
    }

    #[inline(always)]
    pub(crate) fn eval(&self, ply: usize) -> Value {
        self.frames[ply].eval
    }

    #[inline(always)]
    pub(crate) fn set_eval(&mut self, ply: usize, eval: Value) {
        self.frames[ply].eval = eval;
    }

    /// Whether the static evaluation is better than the last time when this side was to move and not in check.
    #[inline(always)]
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let eval = self.frames[ply].eval;
        ply >= 2
            && match (self.frames[ply - 2].eval, self.frames.get(ply.wrapping_sub(4)).map(|frame| frame.eval)) {
                (NONE, Some(four_plies_ago)) => four_plies_ago != NONE && eval > four_plies_ago,
                (NONE, None) => false,
                (two_plies_ago, _) => eval > two_plies_ago,
            }
    }

    /// Earlier moves that led to this ply.
    #[inline(always)]
    pub(crate) fn continuation(&self, ply: usize) -> Continuation {
        let [a, b, c, d] = CONTINUATION_PLIES;
        let before = |back: usize| self.frames.get(ply.wrapping_sub(back)).and_then(|frame| frame.piece_to);
        // Written out: a `map` of an array is not inlined here.
        [before(a), before(b), before(c), before(d)]
    }

    /// How much the last move has changed the static evaluation, from the side to move, in centipawns. `None` if it is
    /// not known.
    #[inline(always)]
    pub(crate) fn eval_change(&self, ply: usize) -> Option<Value> {
        let (before, after) = (self.frames[ply.checked_sub(1)?].eval, self.frames[ply].eval);
        (before != NONE && after != NONE).then(|| before + after)
    }

    /// The last move that led to this ply. `None` after a null move.
    #[inline(always)]
    pub(crate) fn previous_move(&self, ply: usize) -> Option<(Move, PieceTo)> {
        let frame = &self.frames[ply - 1];
        Some((frame.mv?, frame.piece_to?))
    }

    #[inline(always)]
    pub(crate) fn is_after_null_move(&self, ply: usize) -> bool {
        self.frames[ply - 1].mv.is_none()
    }

    #[inline(always)]
    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.frames[ply].killers
    }

    pub(crate) fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    #[inline(always)]
    pub(crate) fn excluded(&self, ply: usize) -> Option<Move> {
        self.frames[ply].excluded
    }

    #[inline(always)]
    pub(crate) fn set_excluded(&mut self, ply: usize, mv: Option<Move>) {
        self.frames[ply].excluded = mv;
    }

    /// How many child nodes of the node at `ply` have beaten beta.
    #[inline(always)]
    pub(crate) fn child_cutoffs(&self, ply: usize) -> u32 {
        self.frames[ply + 1].cutoffs
    }

    #[inline(always)]
    pub(crate) fn count_cutoff(&mut self, ply: usize) {
        self.frames[ply].cutoffs += 1;
    }

    /// A node begins with its children: they have no killers and no cutoffs yet.
    #[inline(always)]
    pub(crate) fn reset_children(&mut self, ply: usize) {
        let child = &mut self.frames[ply + 1];
        child.cutoffs = 0;
        child.killers = [None; 2];
    }

    #[inline(always)]
    pub(crate) fn pv(&self, ply: usize) -> &[Move] {
        &self.frames[ply].pv
    }

    #[inline(always)]
    pub(crate) fn clear_pv(&mut self, ply: usize) {
        self.frames[ply].pv.clear();
    }

    /// Sets the principal variation of a node: this move, then the principal variation of the child.
    pub(crate) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// Sets the principal variation of a node to this move alone.
    pub(crate) fn set_pv(&mut self, ply: usize, mv: Move) {
        let pv = &mut self.frames[ply].pv;
        pv.clear();
        pv.push(mv);
    }
}
