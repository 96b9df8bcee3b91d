//! The numbers of evaluation, read from `search/data`. Scores are in centipawns. Most are pairs: one for the middle game,
//! one for the endgame. `cargo lab tune` writes them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use campione_core::Variant;
use serde::{Deserialize, Serialize};

use crate::score::Value;
use crate::tapered::Tapered;

/// The numbers of evaluation for some variants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationFile {
    /// The ids of the variants. Empty in the general file, which serves every other variant.
    games: Vec<String>,
    eval: EvalParams,
}

/// The last file is the general one.
static EVALUATIONS: LazyLock<[EvaluationFile; 5]> = LazyLock::new(|| {
    [
        include_str!("../data/capablanca.toml"),
        include_str!("../data/archchess.toml"),
        include_str!("../data/herb-garden.toml"),
        include_str!("../data/courier-spiel.toml"),
        include_str!("../data/general.toml"),
    ]
    .map(|text| toml::from_str(text).unwrap_or_else(|error| unreachable!("search/data: {error}")))
});

/// The numbers of the hand-written evaluation for one variant. Outside this crate they are read and written through serde,
/// as a table of names and numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvalParams {
    // Values of pieces, from the number of squares that they reach on average.
    /// The probability that a square on the path of a slider is empty, in per cent.
    pub(crate) empty: Tapered,
    /// The value by reach, the number of reached squares: in tenths for the reach, and in hundredths for its second
    /// power.
    pub(crate) value_linear: Tapered,
    pub(crate) value_square: Tapered,
    /// The share of its value that a colorbound piece keeps, in per cent.
    pub(crate) bound_keeps: Value,
    pub(crate) pawn: Tapered,
    /// A piece with at least this value in the endgame can mate alone, unless it is colorbound.
    pub(crate) mating_value: Value,

    // Squares.
    /// For each square that a piece reaches beyond its average.
    pub(crate) reach: Tapered,
    /// For each step toward the center.
    pub(crate) center: Tapered,
    /// The king: for each file away from the center, for each rank that it has advanced, and for each step toward the
    /// center in the endgame.
    pub(crate) king_aside: Value,
    pub(crate) king_advanced: Value,
    pub(crate) king_center: Value,
    /// Pawns: for each step ahead on the center files, for each step ahead on other files, for each file away from the
    /// center, and for the whole way in the endgame.
    pub(crate) pawn_center_step: Value,
    pub(crate) pawn_step: Value,
    pub(crate) pawn_aside: Value,
    pub(crate) pawn_way: Value,

    // Terms.
    /// Mobility, king safety and threats together rarely change the score by more than this.
    pub(crate) lazy: Value,
    pub(crate) tempo: Value,
    /// The mobility of a piece on all squares that it reaches on average; each square counts an equal share.
    pub(crate) mobility: Tapered,
    /// In addition for each square, in tenths.
    pub(crate) mobility_each: Tapered,
    /// A piece that reaches fewer than four squares: for each missing square.
    pub(crate) cramped: Tapered,
    pub(crate) both_colors: Tapered,
    /// For a colorbound piece, for each own pawn on squares of its color.
    pub(crate) own_pawns_on_color: Tapered,
    pub(crate) castling_right: Tapered,
    /// A piece that slides along files: on a file without own pawns, and on a file without any pawns.
    pub(crate) half_open_file: Tapered,
    pub(crate) open_file: Tapered,
    /// A minor piece on an outpost, a square that an own pawn protects and no enemy pawn can attack; and a minor piece
    /// that could move to an outpost.
    pub(crate) outpost: Tapered,
    pub(crate) outpost_reached: Tapered,
    /// For each square in the own half that has no own pawn and that no enemy pawn attacks, without the outermost
    /// files.
    pub(crate) space: Tapered,
    /// For each square that we attack and that the enemy attacks only once, and not by a pawn.
    pub(crate) contested: Tapered,

    // Kings.
    /// A piece that attacks squares around the king: per hundred centipawns of its value, in tenths, and in addition
    /// for each piece.
    pub(crate) king_attack: Value,
    pub(crate) king_attack_each: Value,
    pub(crate) weak_zone: Value,
    pub(crate) undefended_zone: Value,
    pub(crate) shelter_danger: Value,
    pub(crate) open_king_file: Value,
    /// For each role of which a piece could give check: from a square where we cannot capture it, and from one where we
    /// can.
    pub(crate) safe_check: Value,
    pub(crate) unsafe_check: Value,
    pub(crate) danger_scale: Value,
    pub(crate) danger_limit: Value,
    /// The weight of danger in the endgame, in per cent.
    pub(crate) danger_end: Value,
    pub(crate) shelter: Tapered,

    // Threats.
    pub(crate) threat_by_pawn: Tapered,
    pub(crate) threat_by_lesser: Tapered,
    pub(crate) threat_by_king: Tapered,
    pub(crate) pawn_push_threat: Tapered,
    pub(crate) hanging: Tapered,
    pub(crate) pressed: Tapered,

    // Pawns.
    pub(crate) doubled: Tapered,
    pub(crate) isolated: Tapered,
    pub(crate) backward: Tapered,
    pub(crate) supported: Tapered,
    pub(crate) beside: Tapered,
    /// A passed pawn at the beginning of its way, and what the whole way adds.
    pub(crate) passed: Tapered,
    pub(crate) passed_way: Tapered,
    /// At the end of its way: if all squares ahead are empty, and again if the enemy attacks none of them.
    pub(crate) passed_free: Tapered,
    /// At the end of its way: the penalty if an enemy piece stands on the next square, or if only the enemy attacks it.
    pub(crate) passed_held: Tapered,
    /// At the end of its way: for each step that the own king is nearer, and twice for each step that the enemy king is
    /// farther.
    pub(crate) passed_king: Value,
    /// A waiting pawn for which the promotion stock has no piece.
    pub(crate) waiting_for_nothing: Value,

    /// Numbers of roles by their letters. They replace the numbers that are derived from the movement, or are added to
    /// them.
    #[serde(default)]
    pub(crate) pieces: BTreeMap<char, PieceParams>,
}

impl EvalParams {
    /// The numbers that an engine uses for a variant by default: those that were fitted to the variant if there are
    /// any, otherwise the general ones.
    pub fn of(variant: Variant) -> EvalParams {
        let own = EVALUATIONS.iter().find(|file| file.games.iter().any(|id| Variant::named(id) == Ok(variant)));
        own.map_or_else(EvalParams::general, |own| own.eval.clone())
    }

    /// The general numbers, for variants without fitted numbers.
    pub fn general() -> EvalParams {
        EVALUATIONS[EVALUATIONS.len() - 1].eval.clone()
    }
}

/// The numbers of one role.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceParams {
    /// `None` for kings and pawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<Tapered>,
    /// In tenths, for each square that it reaches; `None` for kings and pawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mobility: Option<Tapered>,
    /// A bonus for each file, counted from the nearer edge, and for each rank, counted from the own first rank.
    pub(crate) files: Vec<Tapered>,
    pub(crate) ranks: Vec<Tapered>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read_and_names_its_games_once() {
        let mut games: Vec<&String> = EVALUATIONS.iter().flat_map(|file| &file.games).collect();
        let count = games.len();
        games.sort();
        games.dedup();
        assert_eq!(games.len(), count);
        for id in games {
            let variant = Variant::named(id).unwrap();
            for letter in EvalParams::of(variant).pieces.keys() {
                assert!(variant.role_by_letter(*letter).is_some(), "{id} has no {letter}");
            }
        }
        let general = &EVALUATIONS[EVALUATIONS.len() - 1];
        assert!(general.games.is_empty() && general.eval.pieces.is_empty());
    }
}
