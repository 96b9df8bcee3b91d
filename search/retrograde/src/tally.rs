//! How often an ending is won.

use rayon::prelude::*;

use crate::ending::Ending;
use crate::layout::Pieces;
use crate::table::{ILLEGAL, NOT_WON};

/// On squares of which color two pieces stand. This never changes for colorbound pieces such as bishops and decurions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shades {
    /// On any squares.
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

/// Counts of the positions of an ending with the strong side to move. Symmetric images of a position count separately.
/// Two pieces of one role are not distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Legal positions.
    pub positions: u64,
    /// Won positions.
    pub won: u64,
    /// Positions that are won before the move rule draws, with the count starting in that position.
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
    /// The number of plies within which the strong side must mate before the move rule draws.
    pub fn time(&self) -> u16 {
        let plies = self.variant().draws().plies();
        plies.and_then(|plies| u16::try_from(plies).ok()).unwrap_or(ILLEGAL - 1)
    }

    /// Counts the positions with the pieces on squares of these colors.
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
            // Each stored square of the king stands for all its images.
            let images = layout.orbits[placement / layout.pairs.len()];
            tally.positions *= images;
            tally.won *= images;
            tally.won_in_time *= images;
            tally
        };
        placements.map(count).reduce(Tally::default, Tally::and)
    }
}
