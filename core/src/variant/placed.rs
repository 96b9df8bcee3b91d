//! Reading the usual form of a placement.

use super::Variant;
use crate::board::Board;

impl Variant {
    /// Reads a placement as it is written by [`placement`](Self::placement) to an empty board. Any other text is not read,
    /// even if it is right; then the result is false, and the board is empty.
    ///
    /// ```
    /// use campione_core::{Board, Variant};
    /// let gothic = Variant::named("gothic")?;
    /// let mut board = Board::default();
    /// assert!(gothic.read_own_placement("4k5/10/10/10/10/10/10/4K5", &mut board));
    /// assert_eq!(gothic.read_placement("4k5/91/10/10/10/10/10/4K5"), Ok(board));
    /// assert!(!gothic.read_own_placement("4k5/91/10/10/10/10/10/4K5", &mut Board::default()));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn read_own_placement(self, text: &str, board: &mut Board) -> bool {
        let read = self.alphabet().read_usual(text.as_bytes(), board).is_some();
        if !read {
            *board = Board::default();
        }
        read
    }
}
