//! The numbers of evaluation and search, a line each. Scores are in centipawns, middle game before endgame.

use crate::eval::tables::ValueCurve;
use crate::score::Value;
use crate::tapered::Tapered;

const fn pair(middle: Value, end: Value) -> Tapered {
    Tapered::new(middle, end)
}

// Values of men, from the number of squares that they reach on average.

/// How likely a square on the way of a slider is empty, in per cent.
pub(crate) const EMPTY_MIDDLE: i32 = 62;
pub(crate) const EMPTY_END: i32 = 75;
/// Value for a number of squares reached.
pub(crate) const VALUE_MIDDLE: ValueCurve = ValueCurve { linear: 47.0, square: 1.6 };
pub(crate) const VALUE_END: ValueCurve = ValueCurve { linear: 45.0, square: 1.5 };
/// What a man that is bound to a color of squares keeps of its value, in per cent.
pub(crate) const BOUND_KEEPS: i32 = 94;
pub(crate) const PAWN: Tapered = pair(82, 106);

/// A man that is worth as much in the endgame mates alone, if its squares are of both colors.
pub(crate) const MATING_VALUE: Value = 430;

// Squares.

/// For each square that a man reaches from a square beyond its average.
pub(crate) const REACH: Tapered = pair(6, 4);
/// For each step toward the center.
pub(crate) const CENTER: Tapered = pair(3, 3);
/// The king, for each step from the center files along its first rank, for each rank that it leaves behind, and for each
/// step toward the center in the endgame.
pub(crate) const KING_ASIDE: Value = 9;
pub(crate) const KING_ADVANCED: Value = 28;
pub(crate) const KING_CENTER: Value = 12;
/// Pawns: for each step ahead on the center files, on the others, and for the whole way in the endgame.
pub(crate) const PAWN_CENTER_STEP: Value = 9;
pub(crate) const PAWN_STEP: Value = 1;
pub(crate) const PAWN_WAY: Value = 36;

// Terms.

/// What mobility, kings and threats together hardly ever change.
pub(crate) const LAZY: Value = 450;
pub(crate) const TEMPO: Value = 14;
/// The weight of a square that a man reaches: as much for all squares of a man of average reach together.
pub(crate) const MOBILITY: Tapered = pair(26, 30);
pub(crate) const MOBILITY_EACH: Tapered = pair(1, 1);
pub(crate) const BOTH_COLORS: Tapered = pair(28, 45);
pub(crate) const CASTLING_RIGHT: Tapered = pair(16, 0);
/// A man that attacks squares round the king, per hundred centipawns of its value.
pub(crate) const KING_ATTACK: f64 = 2.2;
pub(crate) const WEAK_ZONE: i32 = 14;
pub(crate) const SHELTER_DANGER: i32 = 9;
pub(crate) const DANGER_SCALE: i32 = 48;
pub(crate) const DANGER_LIMIT: i32 = 900;
pub(crate) const SHELTER: Tapered = pair(13, 0);
pub(crate) const THREAT_BY_PAWN: Tapered = pair(55, 45);
pub(crate) const PAWN_PUSH_THREAT: Tapered = pair(18, 14);
pub(crate) const HANGING: Tapered = pair(28, 22);
pub(crate) const PRESSED: Tapered = pair(12, 14);

// Pawns.

pub(crate) const DOUBLED: Tapered = pair(-9, -22);
pub(crate) const ISOLATED: Tapered = pair(-9, -13);
pub(crate) const BACKWARD: Tapered = pair(-8, -10);
pub(crate) const SUPPORTED: Tapered = pair(9, 9);
pub(crate) const BESIDE: Tapered = pair(6, 5);
/// A passed pawn that has gone its whole way.
pub(crate) const PASSED: Tapered = pair(95, 170);
/// A waiting pawn that will find nothing to become.
pub(crate) const WAITING_FOR_NOTHING: Value = 120;

// Search. Depths are in plies.

pub(crate) const ASPIRATION: Value = 18;
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 8;
pub(crate) const REVERSE_FUTILITY: Value = 78;
pub(crate) const RAZORING_DEPTH: i32 = 3;
pub(crate) const RAZORING: Value = 240;
pub(crate) const RAZORING_STEP: Value = 190;
pub(crate) const FUTILITY_DEPTH: i32 = 8;
pub(crate) const FUTILITY: Value = 95;
pub(crate) const FUTILITY_STEP: Value = 88;
pub(crate) const NULL_VERIFICATION_DEPTH: i32 = 10;
pub(crate) const SEE_QUIET: Value = -28;
pub(crate) const SEE_NOISY: Value = -95;
/// An evaluation that is further below alpha need not be exact.
pub(crate) const FAR_BELOW: Value = 400;
pub(crate) const DELTA: Value = 160;
pub(crate) const HISTORY_PRUNING: i32 = -3_400;
pub(crate) const SINGULAR_DEPTH: i32 = 7;
/// From this depth on a thread leaves moves for later that another one searches.
pub(crate) const TEAM_DEPTH: i32 = 4;
