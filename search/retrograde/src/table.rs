//! The solved positions of an ending.

use campione_core::Square;

use crate::layout::{Layout, Pieces};

/// Stands for a position with the strong side to move that is not won.
pub(crate) const NOT_WON: u16 = 0;
/// Stands for an illegal position.
pub(crate) const ILLEGAL: u16 = u16::MAX;

/// Every position of an ending with the strong side to move. Positions with the weak side to move follow by one king's
/// step.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    /// For each placement of the strong side, then for each square of the weak king: plies to mate, [`NOT_WON`] or
    /// [`ILLEGAL`].
    pub(crate) plies: Vec<u16>,
}

impl Table {
    /// The plies to mate with the strong side to move. `None` if it does not win or the position is illegal.
    pub(crate) fn won(&self, king: Square, pieces: Pieces, weak: Square) -> Option<u16> {
        if !self.layout.is_sound(king, pieces) || !self.layout.board.contains(weak) {
            return None;
        }
        let home = self.layout.homes(king).first()?;
        let map = &self.layout.symmetries[home.symmetry];
        let placement = self.layout.placement(home.king, pieces.map(|piece| map.of(piece)));
        match self.plies[placement * self.layout.squares() + self.layout.number(map.of(weak))] {
            NOT_WON | ILLEGAL => None,
            plies => Some(plies),
        }
    }
}
