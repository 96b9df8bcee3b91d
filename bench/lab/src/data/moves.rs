//! The order that gives each legal move a number.

use campione_movegen::{Move, MoveList, Position};
use campione_notation::uci;

/// The legal moves in the order of their numbers: by start square, then by target square, then by their text in UCI.
/// Squares are counted from a1 along the ranks of a board of 12 files; a castling has the king's squares. The order
/// depends only on the rules.
pub fn in_order(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    let squares = |mv: &Move| (mv.from().index(), mv.to().index());
    moves.sort_unstable_by(|a, b| {
        squares(a).cmp(&squares(b)).then_with(|| uci::write(*a, position).cmp(&uci::write(*b, position)))
    });
    moves
}

/// The number of a legal move; `None` for other moves.
pub fn number(position: &Position, mv: Move) -> Option<u16> {
    in_order(position).iter().position(|&other| other == mv)?.try_into().ok()
}

/// The legal move with that number, if there is one.
pub fn numbered(position: &Position, number: u16) -> Option<Move> {
    in_order(position).get(usize::from(number)).copied()
}
