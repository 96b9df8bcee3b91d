//! The playing strength: full, or that of a level or an Elo number.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::limits::Limits;

/// How strong an engine plays: [full strength](Strength::FULL), or less, for people.
///
/// Three things make it weaker, and none of them is a bad move drawn at random: it looks at fewer positions, it misjudges squares,
/// and it overlooks replies. Which squares and replies these are follows from a seed, and stays the same
/// throughout a game.
///
/// The levels were measured in matches: `search/data/levels.toml`, docs/background/strength.md.
///
/// ```
/// use campione_search::Strength;
/// let weakest = Strength::of_level(0).unwrap();
/// assert!(weakest != Strength::FULL && weakest.elo() < Strength::of_level(1).unwrap().elo());
/// assert_eq!(Strength::of_level(*Strength::LEVELS.end()), Some(Strength::FULL));
/// assert_eq!(Strength::of_level(21), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strength(Option<Level>);

/// What a level may do, and how strong that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Level {
    /// No iteration begins after this many nodes. The first one is always complete.
    pub(crate) nodes: u64,
    /// The standard deviation of what a piece on a square is misjudged by, in centipawns.
    pub(crate) noise: u32,
    /// How many moves in a thousand are overlooked.
    pub(crate) oversight: u32,
    /// Measured, as are `error` (half the 95 % interval) and `games`.
    pub(crate) elo: u32,
    #[allow(dead_code, reason = "for the reader of the file")]
    error: u32,
    #[allow(dead_code, reason = "for the reader of the file")]
    games: u32,
}

/// The file of the levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    level: Vec<Level>,
}

/// The levels below full strength, the weakest first.
static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
    let file: Result<LevelFile, _> = toml::from_str(include_str!("../data/levels.toml"));
    file.unwrap_or_else(|error| unreachable!("search/data: {error}")).level
});

/// A search that is stopped within an iteration has used at most this many times the nodes of its level, and
/// [`MOST_FIRST`] more.
const MOST_TIMES: u64 = 4;

/// More than the first iteration takes.
const MOST_FIRST: u64 = 2_000;

impl Strength {
    /// All that the engine can.
    pub const FULL: Strength = Strength(None);

    /// The levels. The last one is full strength.
    pub const LEVELS: RangeInclusive<u32> = 0..=20;

    /// The strength of a level. `None` if there is no such level.
    pub fn of_level(level: u32) -> Option<Strength> {
        match LEVELS.get(level as usize) {
            Some(&level) => Some(Strength(Some(level))),
            None => (level == *Self::LEVELS.end()).then_some(Strength::FULL),
        }
    }

    /// The Elo numbers that can be asked for: from that of the weakest level to that of the strongest one below full
    /// strength.
    ///
    /// ```
    /// use campione_search::Strength;
    /// let range = Strength::elo_range();
    /// assert_eq!(Strength::of_level(0).unwrap().elo(), Some(*range.start()));
    /// assert_eq!(Strength::of_level(19).unwrap().elo(), Some(*range.end()));
    /// ```
    pub fn elo_range() -> RangeInclusive<u32> {
        let elo = |level: Option<&Level>| level.map_or(0, |level| level.elo);
        elo(LEVELS.first())..=elo(LEVELS.last())
    }

    /// The strength of an Elo number, between the two levels that are nearest to it. `None` if it is not in the
    /// [range](Strength::elo_range).
    ///
    /// ```
    /// use campione_search::Strength;
    /// let (low, high) = Strength::elo_range().into_inner();
    /// assert_eq!(Strength::of_elo(low), Strength::of_level(0));
    /// assert_eq!(Strength::of_elo(low + 1).unwrap().elo(), Some(low + 1));
    /// assert_eq!(Strength::of_elo(high + 1), None);
    /// ```
    pub fn of_elo(elo: u32) -> Option<Strength> {
        if let Some(&level) = LEVELS.iter().find(|level| level.elo == elo) {
            return Some(Strength(Some(level)));
        }
        let (low, high) =
            LEVELS.iter().zip(LEVELS.iter().skip(1)).find(|(low, high)| (low.elo..high.elo).contains(&elo))?;
        Some(Strength(Some(low.towards(high, elo))))
    }

    /// The Elo number of this strength, as measured in capablanca. `None` for full strength, which depends on the time
    /// and on the machine.
    pub fn elo(self) -> Option<u32> {
        self.0.map(|level| level.elo)
    }

    /// `None` for full strength.
    pub(crate) fn level(self) -> Option<Level> {
        self.0
    }
}

impl Level {
    /// Between two levels, where an Elo number is between theirs.
    fn towards(&self, high: &Level, elo: u32) -> Level {
        let share = f64::from(elo - self.elo) / f64::from(high.elo - self.elo);
        let between =
            |low: u32, high: u32| (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u32;
        // Elo grows with the logarithm of the nodes.
        let nodes = (self.nodes as f64).powf(1.0 - share) * (high.nodes as f64).powf(share);
        Level {
            nodes: nodes.round() as u64,
            noise: between(self.noise, high.noise),
            oversight: between(self.oversight, high.oversight),
            elo,
            error: self.error.max(high.error),
            games: self.games.min(high.games),
        }
    }

    /// The limits of a search at this level.
    pub(crate) fn limit(&self, limits: &Limits) -> Limits {
        let most = self.nodes.saturating_mul(MOST_TIMES).saturating_add(MOST_FIRST);
        let least = |limit: Option<u64>, own: u64| Some(limit.map_or(own, |limit| limit.min(own)));
        Limits { nodes: least(limits.nodes, most), soft_nodes: least(limits.soft_nodes, self.nodes), ..limits.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        assert_eq!(LEVELS.len(), *Strength::LEVELS.end() as usize);
        for (low, high) in LEVELS.iter().zip(LEVELS.iter().skip(1)) {
            assert!(low.elo < high.elo && low.nodes <= high.nodes, "{low:?} {high:?}");
            assert!(low.noise >= high.noise && low.oversight >= high.oversight, "{low:?} {high:?}");
        }
        assert!(LEVELS.iter().all(|level| level.nodes > 0 && level.games >= 100));
    }

    #[test]
    fn every_elo_number_of_the_range_has_its_strength() {
        let mut last = 0;
        for elo in Strength::elo_range() {
            let level = Strength::of_elo(elo).and_then(Strength::level).unwrap();
            assert!(level.elo == elo && level.nodes >= last, "{level:?}");
            last = level.nodes;
        }
        assert_eq!(Strength::of_elo(Strength::elo_range().start() - 1), None);
    }

    #[test]
    fn a_level_keeps_smaller_limits() {
        let level = Level { nodes: 100, noise: 0, oversight: 0, elo: 1, error: 0, games: 0 };
        let both = |limits: Limits| (level.limit(&limits).soft_nodes, level.limit(&limits).nodes);
        assert_eq!(both(Limits::default()), (Some(100), Some(2_400)));
        let small = Limits { nodes: Some(7), soft_nodes: Some(5), ..Limits::default() };
        assert_eq!(both(small), (Some(5), Some(7)));
    }
}
