//! The static evaluation of the positions of a line. What can be kept from move to move is kept for each ply.

use crate::net::{Accumulators, Fitted};
use campione_movegen::{Move, Position};

use crate::eval::{self, Material, PawnTable, Tables};
use crate::handicap::Handicap;
use crate::net_choice::EvalCache;
use crate::score::{EVAL_LIMIT, INFINITE, NONE, Value};
use crate::shared::Shared;
use crate::stack::STACK_PLIES;

/// Evaluates the positions of the line that a thread searches.
pub(crate) struct EvalStack<'a> {
    tables: &'a Tables,
    by: By<'a>,
    /// What a weak level adds.
    handicap: Option<&'a Handicap>,
}

/// The evaluator in use.
enum By<'a> {
    /// Terms written by hand. The material is kept for each ply.
    Hand { pawns: &'a mut PawnTable, material: Vec<Material> },
    /// A net. Its accumulators are kept for each ply.
    Net { net: &'a Fitted, accumulators: &'a mut Accumulators },
}

impl<'a> EvalStack<'a> {
    pub(crate) fn new(shared: &Shared<'a>, cache: &'a mut EvalCache) -> EvalStack<'a> {
        let EvalCache { pawns, accumulators } = cache;
        let by = match (shared.net, accumulators) {
            (Some(net), Some(accumulators)) => By::Net { net, accumulators },
            _ => By::Hand { pawns, material: vec![Material::default(); STACK_PLIES] },
        };
        EvalStack { tables: shared.tables, by, handicap: shared.handicap }
    }

    /// The line begins with this position.
    #[inline(always)]
    pub(crate) fn start(&mut self, position: &Position) {
        match &mut self.by {
            By::Hand { material, .. } => material[0] = Material::of(self.tables, position),
            By::Net { net, accumulators } => accumulators.start(net, position),
        }
    }

    /// A move leads to the position `next`.
    #[inline(always)]
    pub(crate) fn make_move(&mut self, position: &Position, ply: usize, next: &Position, mv: Move) {
        match &mut self.by {
            By::Hand { material, .. } => material[ply + 1] = material[ply].after(self.tables, position, next, mv),
            By::Net { net, accumulators } => accumulators.play(net, (position, ply), next, mv),
        }
    }

    /// A null move is made.
    #[inline(always)]
    pub(crate) fn make_null_move(&mut self, ply: usize) {
        match &mut self.by {
            By::Hand { material, .. } => material[ply + 1] = material[ply],
            By::Net { accumulators, .. } => accumulators.pass(ply),
        }
    }

    /// The static evaluation, without the correction history.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Value {
        self.evaluate_lazy(position, ply, (-INFINITE, INFINITE)).0
    }

    /// Lazy evaluation: far outside the window the score is only approximate. The second value is the one to store in
    /// the transposition table: the same, or [`NONE`] if the score is approximate.
    #[inline]
    pub(crate) fn evaluate_lazy(&mut self, position: &Position, ply: usize, window: (Value, Value)) -> (Value, Value) {
        let (value, stored) = match &mut self.by {
            By::Net { net, accumulators } => {
                let value = eval::by_net(self.tables, position, || accumulators.evaluate(net, position, ply));
                (value, value)
            }
            By::Hand { pawns, material } => {
                let (value, whole) = eval::evaluate_lazy(self.tables, pawns, position, &material[ply], window);
                (value, if whole { value } else { NONE })
            }
        };
        let Some(handicap) = self.handicap else { return (value, stored) };
        let judged = (value + handicap.misjudgment(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT);
        (judged, if stored == NONE { NONE } else { judged })
    }
}
