//! The options that limit the playing strength, of both protocols.

use campione_search::Strength;

use crate::seed;

/// The greatest seed that can be set. 0 stands for another seed for each game.
pub(crate) const MOST_SEED: u32 = i32::MAX as u32;

/// The values of these options.
#[derive(Debug)]
pub(crate) struct Skill {
    pub(crate) level: u32,
    /// Whether `elo` is used, not `level`.
    pub(crate) limited: bool,
    pub(crate) elo: u32,
    pub(crate) seed: u32,
    /// The seed of this game.
    drawn: u32,
}

impl Default for Skill {
    fn default() -> Skill {
        let (level, elo) = (*Strength::LEVELS.end(), *Strength::elo_range().end());
        Skill { level, limited: false, elo, seed: 0, drawn: seed::fresh() }
    }
}

impl Skill {
    /// The engine makes other errors from now on, unless a seed is set.
    pub(crate) fn begin_game(&mut self) {
        self.drawn = if self.seed == 0 { seed::fresh() } else { self.seed };
    }

    /// Sets the seed of all games, this one included.
    pub(crate) fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
        self.begin_game();
    }

    /// The strength, and the seed of its errors.
    pub(crate) fn strength(&self) -> (Strength, u64) {
        let strength = if self.limited { Strength::of_elo(self.elo) } else { Strength::of_level(self.level) };
        (strength.unwrap_or_default(), self.drawn.into())
    }
}
