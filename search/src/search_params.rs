//! The parameters of the search: one row each. A new parameter is a new row; nothing else lists them.

use std::ops::RangeInclusive;

use thiserror::Error;

/// A parameter of the search, as programs that tune it see it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchParam {
    /// The name: `see_quiet`.
    pub name: &'static str,
    /// The value that the engine has unless it is set.
    pub default: i32,
    /// The values that can be set.
    pub range: RangeInclusive<i32>,
    /// What it does, with its unit.
    pub help: &'static str,
}

/// Why a parameter of the search was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchParamError {
    /// No parameter has this name.
    #[error("`{0}` is not a parameter of the search")]
    Unknown(String),
    /// The value is not within the range.
    #[error("{name}: expected a whole number from {} to {}, not {value}", range.start(), range.end())]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        value: i32,
        /// The values that can be set.
        range: RangeInclusive<i32>,
    },
}

/// Makes the struct, its default and the table of rows.
macro_rules! search_params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $least:literal..=$most:literal;)+) => {
        /// The parameters of the search. Scores are in centipawns, depths in plies.
        ///
        /// ```
        /// use campione_search::SearchParams;
        /// let mut params = SearchParams::default();
        /// params.set("aspiration", 25)?;
        /// assert_eq!(params.get("aspiration"), Some(25));
        /// assert!(params.set("aspiration", -1).is_err());
        /// # Ok::<(), campione_search::SearchParamError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub(crate) $name: i32,)+
        }

        impl Default for SearchParams {
            fn default() -> SearchParams {
                SearchParams { $($name: $default,)+ }
            }
        }

        impl SearchParams {
            /// All parameters, in the order of their steps in a search.
            pub const ALL: &[SearchParam] = &[$(SearchParam {
                name: stringify!($name),
                default: $default,
                range: $least..=$most,
                help: concat!($($doc),+).trim_ascii(),
            },)+];

            /// The place of a parameter. `None` if no parameter has this name.
            fn place(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }

            /// The value of a parameter. `None` if no parameter has this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

impl SearchParams {
    /// Sets a parameter.
    ///
    /// # Errors
    /// No parameter has this name, or the value is not within its range. Then nothing is changed.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), SearchParamError> {
        let row = Self::ALL.iter().find(|row| row.name == name);
        match (row, self.place(name)) {
            (Some(row), Some(place)) if row.range.contains(&value) => {
                *place = value;
                Ok(())
            }
            (Some(row), _) => Err(SearchParamError::Value { name: row.name, value, range: row.range.clone() }),
            (None, _) => Err(SearchParamError::Unknown(name.to_owned())),
        }
    }
}

search_params! {
    /// Aspiration windows: the half width of the first window.
    aspiration = 22 in 1..=500;
    /// From this depth on there are windows.
    aspiration_depth = 4 in 1..=20;
    /// The window is wider by the square of the score, divided by this.
    aspiration_score = 13_091 in 100..=1_000_000;
    /// After a score outside of the window, its half width grows by this percentage, and 5.
    aspiration_growth = 51 in 0..=400;
    /// A window wider than this has no bounds.
    aspiration_limit = 587 in 50..=5_000;
    /// How many plies a search after scores above the window is shallower at most.
    aspiration_reductions = 4 in 0..=10;
    /// Razoring is tried up to this depth.
    razoring_depth = 2 in 0..=20;
    /// Razoring: how far below alpha, at depth 0.
    razoring = 233 in 0..=2_000;
    /// Razoring: in addition for each ply of depth.
    razoring_step = 189 in 0..=2_000;
    /// Reverse futility pruning is tried up to this depth.
    reverse_futility_depth = 9 in 0..=20;
    /// Reverse futility pruning: how far above beta, for each ply of depth.
    reverse_futility = 84 in 0..=1_000;
    /// Null move pruning is tried from this depth on.
    null_least_depth = 3 in 1..=20;
    /// Null move pruning: the reduction in hundredths of a ply, at depth 0.
    null_base = 306 in 0..=1_000;
    /// Null move pruning: the reduction in hundredths of a ply, in addition for each ply of depth.
    null_depth = 38 in 0..=100;
    /// Null move pruning: the reduction is one ply more for each of these steps above beta.
    null_eval = 206 in 1..=2_000;
    /// Null move pruning: the most that the score above beta adds to the reduction, in hundredths of a ply.
    null_eval_limit = 331 in 0..=1_000;
    /// Null move pruning: how far the static evaluation may be below beta, less.
    null_margin = 126 in -1_000..=1_000;
    /// Null move pruning: how far the static evaluation may be below beta, for each ply of depth.
    null_margin_step = 20 in 0..=200;
    /// Null move pruning is verified from this depth on.
    null_verification_depth = 18 in 1..=100;
    /// Probcut is tried from this depth on.
    probcut_depth = 5 in 2..=20;
    /// Probcut: how far above beta.
    probcut = 166 in 0..=2_000;
    /// Probcut: how much shallower its search is, in plies.
    probcut_reduction = 4 in 1..=10;
    /// Singular extensions are tried from this depth on.
    singular_depth = 5 in 3..=30;
    /// Singular extension: how far below the score of the move in the table, for each ply of depth.
    singular_margin = 2 in 0..=50;
    /// Singular extension: beyond the margin by this, the extension is two plies.
    singular_double = 17 in 0..=1_000;
    /// Lazy evaluation: a score this far below alpha need not be exact.
    far_below = 399 in 0..=5_000;
    /// Late move pruning: how many moves are tried, in hundredths, at depth 0.
    late_moves = 359 in 0..=10_000;
    /// Late move pruning: in addition for each unit of the squared depth, in hundredths.
    late_moves_step = 121 in 0..=2_000;
    /// History pruning is tried up to this depth.
    history_pruning_depth = 4 in 0..=20;
    /// History pruning: the history score, for each ply of depth.
    history_pruning = -3_529 in -20_000..=0;
    /// Futility pruning of quiet moves is tried up to this depth.
    futility_depth = 8 in 0..=20;
    /// Futility pruning of quiet moves: how far below alpha, at depth 0.
    futility = 75 in 0..=2_000;
    /// Futility pruning of quiet moves: in addition for each ply of depth.
    futility_step = 81 in 0..=1_000;
    /// Futility pruning of captures is tried up to this depth.
    futility_noisy_depth = 4 in 0..=20;
    /// Futility pruning of captures: how far below alpha, at depth 0.
    futility_noisy = 151 in 0..=2_000;
    /// Futility pruning of captures: in addition for each ply of depth.
    futility_noisy_step = 118 in 0..=1_000;
    /// Futility pruning of captures: what 1024 points of history add.
    futility_noisy_history = 9 in 0..=256;
    /// SEE pruning of quiet moves is tried up to this depth.
    see_quiet_depth = 8 in 0..=20;
    /// SEE pruning of quiet moves: the exchange may lose this, for each unit of the squared depth.
    see_quiet = -23 in -500..=0;
    /// SEE pruning of captures and checks is tried up to this depth.
    see_noisy_depth = 6 in 0..=20;
    /// SEE pruning of captures and checks: the exchange may lose this, for each ply of depth.
    see_noisy = -88 in -1_000..=0;
    /// SEE pruning of captures and checks: what 1024 points of history may lose in addition.
    see_noisy_history = 19 in 0..=256;
    /// SEE pruning of captures and checks: history beyond this counts as this.
    see_noisy_history_limit = 7_481 in 0..=16_384;
    /// Delta pruning in quiescence search: how far below alpha.
    delta = 169 in 0..=2_000;
    /// Late move reduction, in hundredths of a ply.
    reduction_base = 66 in 0..=500;
    /// Late move reduction: the factor of the logarithms of depth and number of the move, in hundredths of a ply.
    reduction_factor = 39 in 0..=300;
    /// Late move reduction: as much history as takes off one ply.
    reduction_history = 5_200 in 100..=100_000;
    /// The same for captures.
    reduction_history_noisy = 7_762 in 100..=100_000;
    /// Late move reduction at cut nodes, in hundredths of a ply.
    reduction_cut = 107 in 0..=400;
    /// Late move reduction if the evaluation does not improve, in hundredths of a ply.
    reduction_worsening = 85 in 0..=400;
    /// Late move reduction: taken off for killers and countermoves, in hundredths of a ply.
    reduction_killer = 91 in 0..=400;
    /// Late move reduction if the move in the table is a capture, in hundredths of a ply.
    reduction_hash_noisy = 94 in 0..=400;
    /// Late move reduction after several cutoffs among the children, in hundredths of a ply.
    reduction_cutoffs = 102 in 0..=400;
    /// Late move reduction: taken off if the node was in a principal variation, in hundredths of a ply.
    reduction_was_pv = 128 in 0..=400;
    /// Late move reduction: taken off in the principal variation, in hundredths of a ply.
    reduction_pv = 102 in 0..=400;
    /// Late move reduction: taken off for checks and in check, in hundredths of a ply.
    reduction_check = 100 in 0..=400;
    /// Late move reduction: taken off for each centipawn of correction, in ten thousandths of a ply.
    reduction_correction = 133 in 0..=2_000;
    /// A reduced move that is better than the best one by more than this is searched one ply deeper.
    deeper = 46 in 0..=1_000;
    /// A reduced move that is better than the best one by less than this is searched one ply less deeply.
    shallower = 9 in 0..=200;
    /// The bonus of a move in the histories, for each ply of depth.
    history_step = 145 in 0..=1_000;
    /// The greatest bonus.
    history_most = 1_962 in 1..=16_384;
    /// The bonus of the previous move if no move raises alpha, in per cent of the bonus of a move that beats beta.
    history_before = 50 in 0..=400;
    /// The bonus of a move for each centipawn by which it has improved the static evaluation of its side.
    history_eval = 11 in 0..=200;
    /// Correction history: what an entry at its limit adds to the evaluation, by pawn structure.
    correction_pawns = 59 in 0..=500;
    /// Correction history: the same by squares of pieces.
    correction_pieces = 54 in 0..=500;
    /// Correction history: the same by the last moves.
    correction_moves = 53 in 0..=500;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_set_and_read_by_its_name_alone() {
        let defaults = SearchParams::default();
        for row in SearchParams::ALL {
            assert!(row.range.contains(&row.default) && !row.help.is_empty(), "{row:?}");
            assert_eq!(defaults.get(row.name), Some(row.default));
            for value in [*row.range.start(), *row.range.end()] {
                let mut params = defaults.clone();
                params.set(row.name, value).unwrap();
                for other in SearchParams::ALL {
                    let expected = if other.name == row.name { value } else { other.default };
                    assert_eq!(params.get(other.name), Some(expected), "{}", other.name);
                }
            }
            let mut params = defaults.clone();
            let error = params.set(row.name, row.range.end() + 1).unwrap_err();
            assert!(matches!(error, SearchParamError::Value { name, .. } if name == row.name));
            assert_eq!(params, defaults);
        }
        assert_eq!(SearchParams::default().set("no", 1), Err(SearchParamError::Unknown("no".to_owned())));
    }
}
