//! Scores inside the search, and in its reports.

use std::fmt;

/// A score within the search, in centipawns from the side to move, or a distance to mate near [`MATE`].
pub(crate) type Value = i32;

/// The deepest line, in plies from the root.
pub(crate) const MAX_PLY: usize = 240;

/// The deepest search, in plies. A greater depth limit is reduced to this.
pub const MAX_DEPTH: u32 = MAX_PLY as u32;

/// The score of a draw.
pub(crate) const DRAW: Value = 0;

/// The score of a mate on the board.
pub(crate) const MATE: Value = 32_000;

/// Greater than every score.
pub(crate) const INFINITE: Value = MATE + 1;

/// No score.
pub(crate) const NONE: Value = MATE + 2;

/// Scores from here on are proven wins.
pub(crate) const MATE_BOUND: Value = MATE - 1_000;

/// No evaluation is greater than this.
pub(crate) const EVAL_LIMIT: Value = MATE_BOUND - 1_000;

const _: () = assert!(MATE - MATE_BOUND > 2 * MAX_PLY as Value && NONE < i16::MAX as Value);

/// The score of being mated `ply` plies from the root.
#[inline(always)]
pub(crate) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The score of giving mate `ply` plies from the root.
#[inline(always)]
pub(crate) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether a score is a proven win or loss.
#[inline(always)]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A score as reported, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Score {
    /// Centipawns: about a hundred to a pawn.
    Cp(i32),
    /// Moves to mate: `Mate(3)` says that the side to move mates with its third move, `Mate(-2)` that it is mated by the
    /// second move of the other side.
    Mate(i32),
}

impl Score {
    pub(crate) fn from_value(value: Value) -> Score {
        if !is_decisive(value) {
            return Score::Cp(value);
        }
        let plies = MATE - value.abs();
        // A side that has lost already, by a rule other than mate, is reported as lost in one move.
        Score::Mate(if value > 0 { (plies + 1) / 2 } else { -(plies / 2).max(1) })
    }
}

/// For people: pawns with a sign, or the moves to mate.
///
/// ```
/// use campione_search::Score;
/// let scores = [Score::Cp(35), Score::Cp(-1205), Score::Cp(0), Score::Mate(3), Score::Mate(-2)];
/// assert_eq!(scores.map(|score| score.to_string()), ["+0.35", "-12.05", "0.00", "#3", "#-2"]);
/// ```
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Score::Cp(0) => "0.00".to_owned(),
            Score::Cp(hundredths) => format!("{:+.2}", f64::from(*hundredths) / 100.0),
            Score::Mate(moves) => format!("#{moves}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_reported_in_moves() {
        assert_eq!(Score::from_value(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from_value(mate_in(5)), Score::Mate(3));
        assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(mated_in(4)), Score::Mate(-2));
        // For example when the only move leaves the own king bare.
        assert_eq!(Score::from_value(mated_in(1)), Score::Mate(-1));
        assert_eq!(Score::from_value(EVAL_LIMIT), Score::Cp(EVAL_LIMIT));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn scores_are_written_as_the_program_writes_them() {
        for (score, text) in [(Score::Cp(-35), r#"{"cp":-35}"#), (Score::Mate(3), r#"{"mate":3}"#)] {
            assert_eq!(serde_json::to_string(&score).unwrap(), text);
            assert_eq!(serde_json::from_str::<Score>(text).unwrap(), score);
        }
    }
}
