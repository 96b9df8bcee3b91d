//! Knowledge about endings: which pieces can mate, how to drive a bare king to where it can be mated, and which
//! advantages are worth little.

use campione_core::{Bitboard, Color, Role};
use campione_movegen::Position;

use super::geometry::{color_of, distance};
use super::tables::Tables;
use crate::score::Value;

/// Greater than any advantage that is not yet a known win.
const WON: Value = 4_000;

/// The value for the side to move if one side has a bare king and the other has no pawns. `None` for other positions.
#[inline]
pub(crate) fn evaluate(tables: &Tables, position: &Position) -> Option<Value> {
    let strong =
        Color::ALL.into_iter().find(|&color| position.by_color(!color).without(position.king(!color)).is_empty())?;
    let pawns = position.pawns(strong) | position.waiting_squares(strong);
    if pawns.any() {
        return None;
    }
    let value = bare_king(tables, position, strong);
    Some(if position.turn() == strong { value } else { -value })
}

/// The value of a position with a bare king, for the strong side.
fn bare_king(tables: &Tables, position: &Position, strong: Color) -> Value {
    let king = position.king(strong);
    let pieces = position.by_color(strong).without(king);
    let mut material = 0;
    let mut bound = [0; 2];
    let mut roles = smallvec::SmallVec::<[Role; 8]>::new();
    for square in pieces {
        let Some(role) = position.role_at(square) else { continue };
        let piece = tables.piece(role);
        material += piece.value.end();
        if piece.bound {
            bound[color_of(square)] += 1;
        }
        roles.push(role);
    }
    if !tables.can_mate(&roles, bound) {
        return 0;
    }
    let weak = position.king(!strong);
    // With two pieces of which one is colorbound, mate is possible only in the corners of that color.
    let corner = match (roles.len(), bound) {
        (2, [1, 0]) if !tables.mates_alone(&roles) => Some(0),
        (2, [0, 1]) if !tables.mates_alone(&roles) => Some(1),
        _ => None,
    };
    let mut value = WON + material;
    let kings = distance(king, weak);
    let Some(color) = corner else {
        value += 12 * tables.to_edge(weak) + 4 * tables.to_center_sum(weak) - 8 * kings;
        // Pieces near the enemy king take squares from it.
        return pieces.into_iter().fold(value, |value, square| value - distance(square, weak).min(6));
    };
    let (files, ranks) = tables.to_edges(weak);
    value -= 60 * tables.to_corner(weak, color) + 10 * files.min(ranks) + 6 * kings;
    pieces.into_iter().fold(value, |value, square| value - distance(square, weak))
}

/// The score `white`, from White's side, scaled down if the side that is ahead will find it hard to win.
#[inline]
pub(crate) fn scale(tables: &Tables, position: &Position, white: Value) -> Value {
    let strong = if white > 0 { Color::White } else { Color::Black };
    let pawns = position.pawns(strong) | position.waiting_squares(strong);
    let mut parts = 64;
    if pawns.is_empty() {
        // Without pawns to promote, an advantage of less than about a rook is not enough. One piece against one is solved.
        let [own, other] = [strong, !strong].map(|color| officers(tables, position, color));
        let solved = match (own.alone(), other.alone()) {
            (Some(strong_piece), Some(weak_piece))
                if position.pawns(!strong).is_empty() && position.waiting_squares(!strong).is_empty() =>
            {
                tables.duel(strong_piece, weak_piece)
            }
            _ => None,
        };
        if let Some(solved) = solved {
            parts = solved;
        } else if own.value - other.value <= tables.decisive_margin {
            parts = if own.value <= tables.decisive_margin { 4 } else { 14 };
        }
    } else if position.by_color(strong).count() <= 12 {
        let [own, other] = [strong, !strong].map(|color| officers(tables, position, color));
        let opposite = own.bound[0] + other.bound[0] == 1 && own.bound[1] + other.bound[1] == 1;
        if own.count == 1 && other.count == 1 && opposite && own.bound[0] + own.bound[1] == 1 {
            parts = 32;
        }
    }
    let value = white * parts / 64;
    let Some(limit) = position.variant().draws().plies().map(|plies| plies as i32) else { return value };
    let clock = (position.halfmove_clock() as i32).min(limit);
    value - value * clock / (2 * limit)
}

/// The pieces of a side besides king and pawns.
#[derive(Default)]
struct Officers {
    value: Value,
    count: u32,
    bound: [u32; 2],
    /// The last one that was found.
    last: Option<Role>,
}

impl Officers {
    /// The only one.
    fn alone(&self) -> Option<Role> {
        self.last.filter(|_| self.count == 1)
    }
}

fn officers(tables: &Tables, position: &Position, color: Color) -> Officers {
    let pieces: Bitboard = position.by_color(color) - position.pawns(color) - position.waiting_squares(color);
    let mut officers = Officers::default();
    for square in pieces.without(position.king(color)) {
        let Some(role) = position.role_at(square) else { continue };
        let piece = tables.piece(role);
        officers.value += piece.value.end();
        officers.count += 1;
        officers.last = Some(role);
        officers.bound[color_of(square)] += u32::from(piece.bound);
    }
    officers
}
