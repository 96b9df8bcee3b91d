//! The value of a position, and how it is stored.

use std::fmt;

use campione_movegen::Position;

/// What a position is worth to the side to move, with best play of both sides.
///
/// Distances are in plies up to the end of the game: mate, or, where the variant says so, stalemate or a bare king. They
/// are computed as if there were no rule of moves, no repetition and no dead position.
///
/// ```
/// use campione_endgame::Value;
/// assert_eq!(Value::Win(19).moves(), Some(10));
/// assert_eq!(Value::Loss(20).moves(), Some(10));
/// assert_eq!(Value::Draw.moves(), None);
/// assert_eq!(Value::Win(3).to_string(), "win, mate in 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Value {
    /// Neither side can force the end.
    Draw,
    /// The side to move wins in this many plies.
    Win(u16),
    /// The side to move loses in this many plies; 0 if the game is over.
    Loss(u16),
}

impl Value {
    /// Plies to the end; `None` for a draw.
    ///
    /// ```
    /// use campione_endgame::Value;
    /// assert_eq!((Value::Win(3).plies(), Value::Draw.plies()), (Some(3), None));
    /// ```
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// Moves of the winner to the end; `None` for a draw.
    pub const fn moves(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) => Some(plies.div_ceil(2)),
            Value::Loss(plies) => Some(plies / 2),
        }
    }

    /// The value one ply earlier, for the side that moves into a position with this value.
    ///
    /// ```
    /// use campione_endgame::Value;
    /// assert_eq!(Value::Loss(0).before(), Value::Win(1));
    /// assert_eq!(Value::Win(1).before(), Value::Loss(2));
    /// assert_eq!(Value::Draw.before(), Value::Draw);
    /// ```
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// Whether the end comes before the move rule draws, if nothing is captured and no pawn moves until then. True for a draw.
    pub fn is_in_time(self, position: &Position) -> bool {
        let most = position.variant().draws().plies().unwrap_or(u32::MAX);
        self.plies().is_none_or(|plies| position.halfmove_clock().saturating_add(u32::from(plies)) <= most)
    }

    /// A number by which values are ordered: the greater the better for the side to move. The sooner win is better, and
    /// the later loss.
    ///
    /// ```
    /// use campione_endgame::Value;
    /// assert!(Value::Win(1).rank() > Value::Win(3).rank() && Value::Win(9).rank() > Value::Draw.rank());
    /// assert!(Value::Draw.rank() > Value::Loss(8).rank() && Value::Loss(8).rank() > Value::Loss(2).rank());
    /// ```
    pub const fn rank(self) -> i32 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) => 100_000 - plies as i32,
            Value::Loss(plies) => plies as i32 - 100_000,
        }
    }

    /// The number that stands for it in tables: 0 for a draw, else 2 and twice the plies, and 1 more for a win.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Value::Draw => DRAW,
            Value::Win(plies) => 3 + 2 * plies,
            Value::Loss(plies) => 2 + 2 * plies,
        }
    }

    /// The value of a code; `None` for a placement that is not a position.
    #[inline(always)]
    pub(crate) const fn of_code(code: u16) -> Option<Value> {
        match code {
            DRAW => Some(Value::Draw),
            INVALID => None,
            code if code % 2 == 1 => Some(Value::Win((code - 3) / 2)),
            code => Some(Value::Loss((code - 2) / 2)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Draw => f.write_str("draw"),
            Value::Win(0) => f.write_str("win, the game is over"),
            Value::Loss(0) => f.write_str("loss, the game is over"),
            Value::Win(plies) => write!(f, "win, mate in {}", plies.div_ceil(2)),
            Value::Loss(plies) => write!(f, "loss, mate in {}", plies / 2),
        }
    }
}

/// The code of a draw.
pub(crate) const DRAW: u16 = 0;
/// The code of a placement that is not a position: pieces on one square, or the side not to move in check.
pub(crate) const INVALID: u16 = 1;
/// The most plies that a code can say.
pub(crate) const MOST_PLIES: u16 = 32_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for plies in 0..=MOST_PLIES {
            for value in [Value::Win(plies), Value::Loss(plies)] {
                assert_eq!(Value::of_code(value.code()), Some(value));
            }
        }
        assert_eq!((Value::of_code(DRAW), Value::of_code(INVALID)), (Some(Value::Draw), None));
    }
}
