//! What tables say.

/// What is asked about positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// Who wins with best play.
    Best,
    /// Whether anybody can win at all, if both sides help: a win in so many plies, or a draw. Without pawns.
    Help,
}
