//! What a walk finds.

use campione_movegen::{Move, Position};
use campione_notation::{san, uci};

use crate::compare::Comparison;

/// A move of the path.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) before: Position,
    /// As it is sent to the other program.
    pub(super) theirs: String,
}

impl Step {
    pub(super) fn uci(&self) -> String {
        uci::write(self.mv, &self.before)
    }

    pub(super) fn san(&self) -> String {
        san::write(self.mv, &self.before)
    }
}

/// A position of the walk, and the path to it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) position: Position,
    pub(super) path: Vec<Step>,
}

impl Spot {
    pub(super) fn after(&self, mv: Move, theirs: String) -> Spot {
        let mut path = self.path.clone();
        path.push(Step { mv, before: self.position, theirs });
        Spot { position: self.position.play_unchecked(mv), path }
    }
}

/// What the walk has found.
#[derive(Clone, Debug)]
pub(super) enum Finding {
    /// No difference to the full depth.
    Agreement,
    /// The two differ in the position that was reached.
    Difference(Comparison),
    /// The other program has another position than the one it was sent.
    NotTaken {
        /// Its position, as far as it is known.
        stands_at: String,
    },
    /// It has the move to this position, but counts nothing after it.
    Ended {
        /// Our count after the move.
        ours: u128,
    },
    /// Asked about the position itself, it counts as we do. In the count of the position before, it did not.
    OnTheWay {
        /// Our count after the last move and the other program's, from the count of the position before.
        counts: (u128, u128),
        /// The depth of these counts.
        depth: u32,
    },
}

/// How far a walk has come: what is known when it is interrupted.
#[derive(Clone, Debug, Default)]
pub struct BisectProgress {
    /// The greatest depth without a difference in the root position, and the count.
    pub agreed: Option<(u32, u128)>,
    /// The smallest depth with a difference in the root position, and both counts.
    pub differs: Option<(u32, (u128, u128))>,
    /// The moves from the root position to where the walk is, in coordinates.
    pub path: Vec<String>,
    /// Our count after the last of these moves and the other program's, as the divide before it has them.
    pub promised: Option<(u128, u128)>,
    /// The moves from the root position to the one that the other program was last asked about, in coordinates.
    pub asked: Vec<String>,
}

impl BisectProgress {
    /// The depth, our count and the other program's where they first differ, or at the greatest depth where they agree.
    pub fn counts(&self) -> Option<(u32, (u128, u128))> {
        self.differs.or(self.agreed.map(|(depth, nodes)| (depth, (nodes, nodes))))
    }
}

/// Everything that is reported.
pub(super) struct Divergence {
    pub(super) finding: Finding,
    pub(super) spot: Spot,
    /// The position as it is sent to the other program.
    pub(super) engine_fen: String,
    /// The move that it plays wrongly: when it is sent the position after that move, it finds the same moves as we do.
    pub(super) culprit: Option<Step>,
    pub(super) notes: Vec<String>,
}
