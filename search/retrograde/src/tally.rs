//! How often an ending is won.

use rayon::prelude::*;

use crate::ending::Ending;
use crate::layout::Pieces;
use crate::table::{ILLEGAL, NOT_WON};

/// On which squares two pieces stand, where that never changes: bishops, decurions, any that are bound to a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shades {
    /// On any.
    Any,
    /// Both on dark squares or both on light ones.
    Same,
    /// One on a dark and one on a light square.
    Different,
}

impl Shades {
    pub(crate) fn admits(self, pieces: Pieces) -> bool {
        let [one, two] = pieces.map(|square| (square.file() + square.rank()) % 2);
        match self {
            Shades::Any => true,
            Shades::Same => one == two,
            Shades::Different => one != two,
        }
    }
}

/// Counts of the positions of an ending with the strong side to move, each image of a position counted for itself, and
/// two pieces of one role not told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Legal positions.
    pub positions: u64,
    /// Those that are won.
    pub won: u64,
    /// Those that are won before the move rule draws them, counted from that position.
    pub won_in_time: u64,
    /// Plies to mate in the longest win.
    pub longest: Option<u16>,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            positions: self.positions + other.positions,
            won: self.won + other.won,
            won_in_time: self.won_in_time + other.won_in_time,
            longest: self.longest.max(other.longest),
        }
    }
}

impl Ending {
    /// The plies within which the strong side must have mated before the move rule draws.
    pub fn time(&self) -> u16 {
        let plies = self.variant().draws().plies();
        plies.and_then(|plies| u16::try_from(plies).ok()).unwrap_or(ILLEGAL - 1)
    }

    /// Counts the positions with the pieces on such squares.
    pub fn tally(&self, shades: Shades) -> Tally {
        let layout = &self.solution.table.layout;
        let time = self.time();
        let placements = self.solution.table.plies.par_chunks(layout.squares()).enumerate();
        let count = |(placement, plies): (usize, &[u16])| {
            let (_, pieces) = layout.squares_of(placement);
            let mut tally = Tally::default();
            if !shades.admits(pieces) {
                return tally;
            }
            for &plies in plies.iter().filter(|&&plies| plies != ILLEGAL) {
                tally.positions += 1;
                if plies != NOT_WON {
                    tally.won += 1;
                    tally.won_in_time += u64::from(plies <= time);
                    tally.longest = tally.longest.max(Some(plies));
                }
            }
            // Each square of the king stands for its images.
            let images = layout.orbits[placement / layout.pairs.len()];
            tally.positions *= images;
            tally.won *= images;
            tally.won_in_time *= images;
            tally
        };
        placements.map(count).reduce(Tally::default, Tally::and)
    }
}
