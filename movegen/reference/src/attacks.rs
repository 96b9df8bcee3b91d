//! The word "attacked" of RULES.md, by walking over the board.

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::rules::Role;

impl Position {
    /// RULES.md "Attacked": a piece of color `by` could capture a piece of the other color on `target` if one stood
    /// there. Pins and what really stands there do not matter.
    pub(crate) fn attacked(&self, target: Square, by: Color) -> bool {
        self.pieces().any(|(from, piece)| piece.color == by && self.piece_attacks(from, piece, target))
    }

    /// Whether the king of the color is attacked.
    pub(crate) fn king_attacked(&self, color: Color) -> bool {
        self.attacked(self.king(color), color.other())
    }

    fn piece_attacks(&self, from: Square, piece: Piece, target: Square) -> bool {
        let offset = (target.file - from.file, target.rank - from.rank);
        if piece.role == Role::Pawn {
            // A waiting pawn (RULES.md §6) attacks nothing: no rank lies before it.
            return offset == (-1, piece.color.forward()) || offset == (1, piece.color.forward());
        }
        let leaps = || piece.role.leaps().iter().any(|leaps| leaps.contains(&offset));
        let two_steps = || {
            piece.role.two_step_moves().iter().any(|moves| moves.contains(&offset))
                && self.is_empty(from.plus(offset.0 / 2, offset.1 / 2))
        };
        leaps() || two_steps() || self.slides_to(from, piece.role, target)
    }

    fn slides_to(&self, from: Square, role: Role, target: Square) -> bool {
        let files = target.file - from.file;
        let ranks = target.rank - from.rank;
        let on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if from == target || !on_a_line {
            return false;
        }
        let direction = (files.signum(), ranks.signum());
        if !role.slides().iter().any(|directions| directions.contains(&direction)) {
            return false;
        }
        let mut square = from.plus(direction.0, direction.1);
        while square != target {
            if !self.is_empty(square) {
                return false;
            }
            square = square.plus(direction.0, direction.1);
        }
        true
    }
}
