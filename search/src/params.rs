//! The numbers of evaluation and search, read from `search/data`. Scores are in centipawns, those of evaluation for the
//! middle game and for the endgame. `cargo xtask tune` writes them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use campione_core::{Role, Variant};
use serde::{Deserialize, Serialize};

use crate::eval::Tables;
use crate::score::Value;
use crate::tapered::Tapered;

/// The numbers of evaluation and search for one variant. Other crates read and write them through serde, as a table of names
/// and numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    pub(crate) eval: EvalParams,
    pub(crate) search: SearchParams,
}

impl Params {
    /// The default numbers of a variant: those fitted to it if there are any, otherwise the general ones.
    ///
    /// See [`Engine::set_params`](crate::Engine::set_params) for an example.
    pub fn of(variant: Variant) -> Params {
        let own = EVALUATIONS.iter().find(|file| file.games.iter().any(|id| Variant::named(id) == Ok(variant)));
        own.map_or_else(Params::general, |own| Params { eval: own.eval.clone(), search: SEARCH.clone() })
    }

    /// The general numbers, for variants to which none were fitted.
    pub fn general() -> Params {
        Params { eval: EVALUATIONS[EVALUATIONS.len() - 1].eval.clone(), search: SEARCH.clone() }
    }

    /// These numbers of evaluation, with the search numbers of `other`.
    #[must_use]
    pub fn with_search_of(self, other: &Params) -> Params {
        Params { eval: self.eval, search: other.search.clone() }
    }

    /// The same, with the numbers that follow from how a role moves written out, so that each can be changed.
    #[must_use]
    pub fn spelled_out(mut self, variant: Variant) -> Params {
        let tables = Tables::new(variant, &self.eval);
        for role in variant.all_roles() {
            let piece = tables.piece(role);
            let files = vec![Tapered::default(); usize::from(variant.files().div_ceil(2))];
            let ranks = vec![Tapered::default(); usize::from(variant.ranks())];
            let officer = role != Role::PAWN && role != Role::KING;
            let (value, mobility) = (officer.then_some(piece.value), officer.then_some(piece.mobility));
            let derived = PieceParams { value, mobility, files, ranks };
            self.eval.pieces.entry(variant.role(role).letter).or_insert(derived);
        }
        self
    }
}

/// The numbers of evaluation for some variants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationFile {
    /// Empty for the general numbers.
    games: Vec<String>,
    eval: EvalParams,
}

/// The last one is the general one.
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

static SEARCH: LazyLock<SearchParams> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/search.toml")).unwrap_or_else(|error| unreachable!("search/data: {error}"))
});

/// The weights of the evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalParams {
    // Values of pieces, from the number of squares that they reach on average.
    /// How likely a square on the way of a slider is empty, in per cent.
    pub(crate) empty: Tapered,
    /// Value in tenths for each square reached, and in hundredths for each square of that number.
    pub(crate) value_linear: Tapered,
    pub(crate) value_square: Tapered,
    /// The value of a colorbound piece, in per cent of that of another piece.
    pub(crate) bound_keeps: Value,
    pub(crate) pawn: Tapered,
    /// A piece of at least this endgame value mates alone, unless it is colorbound.
    pub(crate) mating_value: Value,

    // Squares.
    /// For each square that a piece reaches from a square beyond its average.
    pub(crate) reach: Tapered,
    /// For each step toward the center files.
    pub(crate) center: Tapered,
    /// The king, for each step from the center files along its first rank, for each rank that it leaves behind, and for
    /// each step toward the center in the endgame.
    pub(crate) king_aside: Value,
    pub(crate) king_advanced: Value,
    pub(crate) king_center: Value,
    /// Pawns: for each step ahead on the center files, on the others, and for the whole way in the endgame.
    pub(crate) pawn_center_step: Value,
    pub(crate) pawn_step: Value,
    pub(crate) pawn_aside: Value,
    pub(crate) pawn_way: Value,

    // Terms.
    /// A score that mobility, kings and threats together hardly ever exceed.
    pub(crate) lazy: Value,
    pub(crate) tempo: Value,
    /// The weight of a square that a piece reaches: as much for all squares of a piece of average reach together.
    pub(crate) mobility: Tapered,
    /// In tenths, for each square.
    pub(crate) mobility_each: Tapered,
    /// For each square less than four that a piece reaches.
    pub(crate) cramped: Tapered,
    pub(crate) both_colors: Tapered,
    /// For each own pawn on the squares of a piece that is bound to a color.
    pub(crate) own_pawns_on_color: Tapered,
    pub(crate) castling_right: Tapered,
    /// A piece that moves along its file, where no pawn of its own stands, and where no pawn stands.
    pub(crate) half_open_file: Tapered,
    pub(crate) open_file: Tapered,
    /// A piece of less value than a rook that a pawn protects where no enemy pawn will attack it, and one that could go
    /// there.
    pub(crate) outpost: Tapered,
    pub(crate) outpost_reached: Tapered,
    /// For each square in front of and behind the own pawns on the center files that no enemy pawn attacks.
    pub(crate) space: Tapered,
    /// For each square that the enemy attacks, no more than once, and we too.
    pub(crate) contested: Tapered,

    // Kings.
    /// A piece that attacks squares round the king, per hundred centipawns of its value, in tenths.
    pub(crate) king_attack: Value,
    pub(crate) king_attack_each: Value,
    pub(crate) weak_zone: Value,
    pub(crate) undefended_zone: Value,
    pub(crate) shelter_danger: Value,
    pub(crate) open_king_file: Value,
    /// For each role of which a piece could give check where nothing of ours stops it, and where something does.
    pub(crate) safe_check: Value,
    pub(crate) unsafe_check: Value,
    pub(crate) danger_scale: Value,
    pub(crate) danger_limit: Value,
    /// The weight of king danger in the endgame, in per cent.
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
    /// A passed pawn at the start of its path, and the bonus for the whole path.
    pub(crate) passed: Tapered,
    pub(crate) passed_way: Tapered,
    /// At the end of its path: for a free path, and again for one that the enemy does not attack.
    pub(crate) passed_free: Tapered,
    /// At the end of its path: the malus for an enemy piece on the next square.
    pub(crate) passed_held: Tapered,
    /// At the end of its path, for each step that a king is nearer.
    pub(crate) passed_king: Value,
    /// A waiting pawn without a piece that it can become.
    pub(crate) waiting_for_nothing: Value,

    /// Numbers of roles by their letters, which replace or add to those from their movements.
    #[serde(default)]
    pub(crate) pieces: BTreeMap<char, PieceParams>,
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
    /// A bonus for each file, counted from the nearer edge, and for each rank, counted from the own first one.
    pub(crate) files: Vec<Tapered>,
    pub(crate) ranks: Vec<Tapered>,
}

/// The parameters of the search. Depths are in plies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchParams {
    pub(crate) aspiration: Value,
    pub(crate) reverse_futility_depth: i32,
    pub(crate) reverse_futility: Value,
    pub(crate) razoring_depth: i32,
    pub(crate) razoring: Value,
    pub(crate) razoring_step: Value,
    pub(crate) futility_depth: i32,
    pub(crate) futility: Value,
    pub(crate) futility_step: Value,
    /// Null move pruning: the reduction in hundredths of a ply, at depth 0 and for each ply, and for how many centipawns above
    /// beta it is one ply more.
    pub(crate) null_base: i32,
    pub(crate) null_depth: i32,
    pub(crate) null_eval: i32,
    pub(crate) null_margin: i32,
    pub(crate) null_margin_step: i32,
    pub(crate) null_verification_depth: i32,
    pub(crate) probcut: Value,
    pub(crate) see_quiet: Value,
    pub(crate) see_noisy: Value,
    /// Lazy evaluation: if the score is further below alpha than this, it need not be exact.
    pub(crate) far_below: Value,
    pub(crate) delta: Value,
    pub(crate) history_pruning: i32,
    pub(crate) singular_depth: i32,
    /// Check extension: checks that lose no material, up to this depth; on principal variations at any depth.
    pub(crate) check_extension_depth: i32,
    /// Late move reduction, in hundredths of a ply.
    pub(crate) reduction_base: i32,
    pub(crate) reduction_factor: i32,
    pub(crate) reduction_history: i32,
    pub(crate) reduction_cut: i32,
    pub(crate) reduction_worsening: i32,
    pub(crate) reduction_killer: i32,
    pub(crate) reduction_hash_noisy: i32,
    pub(crate) reduction_cutoffs: i32,
    pub(crate) reduction_was_pv: i32,
    pub(crate) reduction_pv: i32,
    pub(crate) reduction_check: i32,
    /// Late move pruning: how many quiet moves are tried, in hundredths: at depth 0, and for each ply squared.
    pub(crate) late_moves: i32,
    pub(crate) late_moves_step: i32,
    pub(crate) history_step: i32,
    /// The bonus of the previous move if no move raises alpha, in per cent of that of a move that beats beta.
    pub(crate) history_before: i32,
    /// A reduced move that is better than the best one by more than `deeper` is searched a ply more deeply, and one that is
    /// better by less than `shallower` a ply less deeply.
    pub(crate) deeper: i32,
    pub(crate) shallower: i32,
    pub(crate) history_most: i32,
}

/// From this depth on, a thread defers moves that another thread searches.
pub(crate) const TEAM_DEPTH: i32 = 4;

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
            for letter in Params::of(variant).eval.pieces.keys() {
                assert!(variant.role_by_letter(*letter).is_some(), "{id} has no {letter}");
            }
        }
        let general = &EVALUATIONS[EVALUATIONS.len() - 1];
        assert!(general.games.is_empty() && general.eval.pieces.is_empty());
        assert!(SEARCH.aspiration > 0);
    }
}
