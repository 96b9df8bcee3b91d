//! The values of positions from those one ply later.

use campione_core::StalemateResult;
use campione_movegen::{Move, MoveList, Position};

use crate::value::Value;

/// The legal moves, the best first, by the values after them.
pub(crate) fn rated_moves(
    position: &Position,
    mut probe: impl FnMut(&Position) -> Option<Value>,
) -> Option<Vec<(Move, Value)>> {
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        moves.push((mv, probe(&position.play_unchecked(mv))?.before()));
    }
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
    Some(moves)
}

/// The value of a position from the values one ply later.
pub(crate) fn one_ply(position: &Position, mut probe: impl FnMut(&Position) -> Option<Value>) -> Option<Value> {
    let moves = position.legal_moves();
    if let Some(value) = end(position, &moves) {
        return Some(value);
    }
    let mut best: Option<Value> = None;
    for mv in moves {
        let value = probe(&position.play_unchecked(mv))?.before();
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}

/// The value of a position in which the game is over, without the draws that a table leaves aside; `moves`
/// are all its legal moves.
pub(crate) fn end(position: &Position, moves: &MoveList) -> Option<Value> {
    let draws = position.variant().draws();
    if let Some(loser) = position.lost_by_bare_king() {
        return Some(if loser == position.turn() { Value::Loss(0) } else { Value::Win(0) });
    }
    if draws.bare_king && position.occupied().count() == 2 {
        return Some(Value::Draw);
    }
    if !moves.is_empty() {
        return None;
    }
    Some(match draws.stalemate {
        _ if position.in_check() => Value::Loss(0),
        StalemateResult::Draw => Value::Draw,
        StalemateResult::Loss => Value::Loss(0),
        StalemateResult::Win => Value::Win(0),
    })
}
