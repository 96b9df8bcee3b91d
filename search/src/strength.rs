//! The playing strength: full, or that of a level or an Elo number.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use campione_core::Variant;
use serde::Deserialize;

use crate::limits::Limits;

/// How strong an engine plays: [full strength](Strength::FULL), or less, for people.
///
/// Three things make it weaker, and none of them is a bad move drawn at random: it looks at fewer positions, it misjudges squares,
/// and it overlooks replies. Which squares and replies these are follows from a seed, and stays the same
/// throughout a game.
///
/// The levels were measured in matches: `search/data/levels.toml`, docs/background/engine.md. The same level is weaker in chess
/// than on a large board, so an Elo number is another level there.
///
/// ```
/// use campione_core::Variant;
/// use campione_search::Strength;
/// let (chess, gothic) = (Variant::named("chess")?, Variant::named("gothic")?);
/// let level = Strength::of_level(5).unwrap();
/// assert!(level.elo(chess) < level.elo(gothic));
/// assert_eq!(Strength::of_elo(1_500).unwrap().elo(chess), Some(1_500));
/// assert_eq!(Strength::of_level(*Strength::LEVELS.end()), Some(Strength::FULL));
/// assert_eq!(Strength::of_level(21), None);
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strength(Limit);

/// What a strength is asked for as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Limit {
    #[default]
    Full,
    /// An index of [`LEVELS`].
    Level(usize),
    /// A number of the range.
    Elo(u32),
}

/// What a level may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// No iteration begins after this many nodes. The first one is always complete.
    pub(crate) nodes: u64,
    /// The standard deviation of what a piece on a square is misjudged by, in centipawns.
    pub(crate) noise: u32,
    /// How many moves in a thousand are overlooked.
    pub(crate) oversight: u32,
}

/// The file of the levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    level: Vec<Row>,
}

/// A level of the file: what it may do, and the Elo numbers that it has with that.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    nodes: u64,
    noise: u32,
    oversight: u32,
    capablanca: u32,
    chess: u32,
}

/// The levels below full strength, the weakest first.
static LEVELS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let file: Result<LevelFile, _> = toml::from_str(include_str!("../data/levels.toml"));
    file.unwrap_or_else(|error| unreachable!("search/data: {error}")).level
});

/// The largest board on which the numbers of chess are used.
const CHESS_SQUARES: u32 = 64;

/// A search that is stopped within an iteration has used at most this many times the nodes of its level, and
/// [`MOST_FIRST`] more.
const MOST_TIMES: u64 = 4;

/// More than the first iteration takes.
const MOST_FIRST: u64 = 2_000;

impl Strength {
    /// All that the engine can.
    pub const FULL: Strength = Strength(Limit::Full);

    /// The levels. The last one is full strength.
    pub const LEVELS: RangeInclusive<u32> = 0..=20;

    /// The strength of a level. `None` if there is no such level.
    pub fn of_level(level: u32) -> Option<Strength> {
        let limit = if level == *Self::LEVELS.end() { Limit::Full } else { Limit::Level(level as usize) };
        Self::LEVELS.contains(&level).then_some(Strength(limit))
    }

    /// The Elo numbers that can be asked for: from the least of the weakest level to the greatest of the strongest one below
    /// full strength.
    ///
    /// ```
    /// use campione_search::Strength;
    /// let (low, high) = Strength::elo_range().into_inner();
    /// assert!(Strength::of_elo(low).is_some() && Strength::of_elo(high + 1).is_none());
    /// ```
    pub fn elo_range() -> RangeInclusive<u32> {
        let both = |row: Option<&Row>| row.map_or([0; 2], |row| [row.capablanca, row.chess]);
        let ([low, other], [high, last]) = (both(LEVELS.first()), both(LEVELS.last()));
        low.min(other)..=high.max(last)
    }

    /// The strength of an Elo number, in each variant between the two levels that are nearest to it there, or that of the
    /// first or last one if all are above or below it. `None` if the number is not in the [range](Strength::elo_range).
    pub fn of_elo(elo: u32) -> Option<Strength> {
        Self::elo_range().contains(&elo).then_some(Strength(Limit::Elo(elo)))
    }

    /// The Elo number of this strength in a variant: as measured in chess for boards of 64 squares at most, else as measured in
    /// capablanca. `None` for full strength, which depends on the time and on the machine.
    pub fn elo(self, variant: Variant) -> Option<u32> {
        match self.0 {
            Limit::Full => None,
            Limit::Level(level) => LEVELS.get(level).map(|row| row.elo(variant)),
            Limit::Elo(elo) => {
                let [low, high] = [LEVELS.first()?, LEVELS.last()?].map(|row| row.elo(variant));
                Some(elo.clamp(low, high))
            }
        }
    }

    /// What it may do in a variant. `None` for full strength.
    pub(crate) fn level(self, variant: Variant) -> Option<Level> {
        if let Limit::Level(level) = self.0 {
            return LEVELS.get(level).map(Row::level);
        }
        let elo = self.elo(variant)?;
        // At or below the number. The last level has none above it.
        let low = LEVELS.iter().rposition(|row| row.elo(variant) <= elo)?;
        let (low, Some(high)) = (&LEVELS[low], LEVELS.get(low + 1)) else { return LEVELS.last().map(Row::level) };
        let range = f64::from(high.elo(variant) - low.elo(variant));
        let share = f64::from(elo - low.elo(variant)) / range;
        Some(low.level().towards(&high.level(), share))
    }
}

impl Row {
    fn level(&self) -> Level {
        let &Row { nodes, noise, oversight, .. } = self;
        Level { nodes, noise, oversight }
    }

    fn elo(&self, variant: Variant) -> u32 {
        if variant.board().count() <= CHESS_SQUARES { self.chess } else { self.capablanca }
    }
}

impl Level {
    /// Between two levels.
    fn towards(&self, high: &Level, share: f64) -> Level {
        let between =
            |low: u32, high: u32| (f64::from(low) + share * (f64::from(high) - f64::from(low))).round() as u32;
        // Elo grows with the logarithm of the nodes.
        let nodes = (self.nodes as f64).powf(1.0 - share) * (high.nodes as f64).powf(share);
        Level {
            nodes: nodes.round() as u64,
            noise: between(self.noise, high.noise),
            oversight: between(self.oversight, high.oversight),
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

    fn variants() -> [Variant; 3] {
        ["chess", "capablanca", "courier-spiel"].map(|id| Variant::named(id).unwrap())
    }

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        assert_eq!(LEVELS.len(), *Strength::LEVELS.end() as usize);
        for (low, high) in LEVELS.iter().zip(LEVELS.iter().skip(1)) {
            assert!(variants().iter().all(|&variant| low.elo(variant) < high.elo(variant)));
            let (low, high) = (low.level(), high.level());
            assert!(
                low.nodes <= high.nodes && low.noise >= high.noise && low.oversight >= high.oversight,
                "{low:?} {high:?}"
            );
        }
        assert!(LEVELS.iter().all(|row| row.nodes > 0));
    }

    #[test]
    fn every_elo_number_of_the_range_has_its_strength() {
        for variant in variants() {
            let [weakest, strongest] = [0, 19].map(|level| Strength::of_level(level).unwrap());
            let range = weakest.elo(variant).unwrap()..=strongest.elo(variant).unwrap();
            let mut last = 0;
            for elo in Strength::elo_range() {
                let strength = Strength::of_elo(elo).unwrap();
                let level = strength.level(variant).unwrap();
                assert_eq!(strength.elo(variant), Some(elo.clamp(*range.start(), *range.end())));
                assert!(level.nodes >= last, "{level:?}");
                last = level.nodes;
            }
            for row in LEVELS.iter() {
                assert_eq!(
                    Strength::of_elo(row.elo(variant)).and_then(|strength| strength.level(variant)),
                    Some(row.level())
                );
            }
            assert_eq!(last, strongest.level(variant).unwrap().nodes);
        }
        let (low, high) = Strength::elo_range().into_inner();
        let elo =
            |level| variants().map(|variant| Strength::of_level(level).and_then(|strength| strength.elo(variant)));
        assert_eq!((elo(0).into_iter().min(), elo(19).into_iter().max()), (Some(Some(low)), Some(Some(high))));
        assert_eq!([low - 1, high + 1].map(Strength::of_elo), [None; 2]);
    }

    #[test]
    fn an_elo_number_is_a_higher_level_in_chess() {
        let [chess, capablanca, courier_spiel] = variants();
        let nodes = |variant| Strength::of_elo(1_800).unwrap().level(variant).unwrap().nodes;
        assert!(nodes(chess) > nodes(capablanca));
        assert_eq!(nodes(courier_spiel), nodes(capablanca));
    }

    #[test]
    fn a_level_keeps_smaller_limits() {
        let level = Level { nodes: 100, noise: 0, oversight: 0 };
        let both = |limits: Limits| (level.limit(&limits).soft_nodes, level.limit(&limits).nodes);
        assert_eq!(both(Limits::default()), (Some(100), Some(2_400)));
        let small = Limits { nodes: Some(7), soft_nodes: Some(5), ..Limits::default() };
        assert_eq!(both(small), (Some(5), Some(7)));
    }
}
