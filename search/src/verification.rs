//! Verification of null moves.

/// The state of a verification search: null move pruning is switched off near its root.
#[derive(Debug, Default)]
pub(crate) struct Verification {
    /// The first ply with null moves, while a verification search runs; otherwise 0.
    pub(crate) first_ply: usize,
}

impl Verification {
    pub(crate) fn is_running(&self) -> bool {
        self.first_ply > 0
    }
}
