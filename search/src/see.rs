//! Static exchange evaluation: what a capture wins if both sides keep capturing on its square.

use campione_core::{Bitboard, Role, Square};
use campione_movegen::{Attacks, Move, MoveKind, Position, Scan};

use crate::eval::Tables;
use crate::score::Value;

/// What a move gains at once: the captured piece, and the gain by promotion.
pub(crate) fn gain(tables: &Tables, position: &Position, mv: Move) -> Value {
    let captured = position.captured_role(mv).map_or(0, |role| tables.see_values[role.index()]);
    let promoted = mv.promotion().map_or(0, |role| tables.see_values[role.index()] - tables.see_values[1]);
    captured + promoted
}

/// Whether the exchange that begins with a move wins at least `threshold` centipawns for the side to move. Pins are
/// ignored, and so are waiting pawns that promote meanwhile.
pub(crate) fn see(tables: &Tables, position: &Position, mv: Move, threshold: Value) -> bool {
    // The king arrives on a safe square, so it loses nothing. What a leap captures, and where the partner stands then,
    // is left aside.
    if mv.kind() == MoveKind::Castling {
        return threshold <= 0;
    }
    let values = &tables.see_values;
    let (from, to) = (mv.from(), mv.to());
    let balance = gain(tables, position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let moved = mv.promotion().or_else(|| position.moving_role(mv)).unwrap_or(Role::PAWN);
    // A pawn that waits on its last rank cannot be captured.
    if moved == Role::PAWN && tables.wait.is_some() && position.variant().last_rank(position.turn()).contains(to) {
        return true;
    }
    // What the side that moved last would lose beyond the threshold if its piece were captured and the exchange ended
    // there.
    let swap = values[moved.index()] - balance;
    if swap <= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(from).with(to);
    if mv.kind().is_en_passant()
        && let Some(passed) = position.passed_pawn()
    {
        occupied = occupied.without(passed);
    }
    position.scan(Exchange { tables, position, to, swap, occupied })
}

/// An exchange: both sides capture in turn on one square.
struct Exchange<'a> {
    tables: &'a Tables,
    position: &'a Position,
    to: Square,
    swap: Value,
    occupied: Bitboard,
}

impl Scan for Exchange<'_> {
    /// Whether the exchange is good for the side that moved first.
    type Output = bool;

    #[inline(always)]
    fn run(self, attacks: impl Attacks) -> bool {
        let Exchange { tables, position, to, mut swap, mut occupied } = self;
        let values = &tables.see_values;
        let mut side = position.turn();
        let mut wins = true;
        let mut attackers = attacks.on(to, occupied);
        loop {
            side = !side;
            let ours = attackers & occupied & position.by_color(side);
            let Some((square, role)) = least(values, position, ours) else { return wins };
            // The capturing pawn waits there, and a waiting pawn cannot be captured.
            if role == Role::PAWN && tables.wait.is_some() && position.variant().last_rank(side).contains(to) {
                return !wins;
            }
            wins = !wins;
            occupied = occupied.without(square);
            if role == Role::KING {
                // A king can capture only if the square is not defended.
                let defenders = attacks.still_on(attackers, to, occupied) & occupied & position.by_color(!side);
                return wins != defenders.any();
            }
            swap = values[role.index()] - swap;
            // Even the loss of this piece would not change the result. At equality the first side has reached its
            // threshold.
            if swap < Value::from(wins) {
                return wins;
            }
            attackers = attacks.still_on(attackers, to, occupied);
        }
    }
}

/// The least valuable of the given pieces.
#[inline(always)]
fn least(values: &[Value; 32], position: &Position, pieces: Bitboard) -> Option<(Square, Role)> {
    let mut best: Option<(Square, Role, Value)> = None;
    for square in pieces {
        let Some(role) = position.role_at(square) else { continue };
        if role == Role::PAWN {
            return Some((square, role));
        }
        let value = if role == Role::KING { Value::MAX } else { values[role.index()] };
        if best.is_none_or(|(.., least)| value < least) {
            best = Some((square, role, value));
        }
    }
    best.map(|(square, role, _)| (square, role))
}

#[cfg(test)]
mod tests;
