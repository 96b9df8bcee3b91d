//! The depths of moves, and by how much late ones are reduced.

use campione_core::Variant;

use crate::branching::branching;
use crate::search_params::SearchParams;

/// The depths of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depths {
    pub(crate) full: i32,
    /// The depth of the first search of a late move. `None` if the move is not late.
    pub(crate) reduced: Option<i32>,
}

/// How many numbers of moves late move reductions tell apart.
const NUMBERS: usize = 128;

/// Late move reductions by depth and number of the move, in hundredths of a ply.
#[derive(Debug)]
pub(crate) struct Reductions {
    table: Box<[[u16; NUMBERS]; 64]>,
    /// The [`branching`] of the variant, in hundredths.
    branching: i32,
}

impl Reductions {
    pub(crate) fn new(variant: Variant, params: &SearchParams) -> Reductions {
        let branching = branching(variant);
        let mut table = Box::new([[0; NUMBERS]; 64]);
        let base = f64::from(params.reduction_base);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let factor = f64::from(params.reduction_factor);
                let number = (number as f64 / branching).max(1.0);
                *reduction = (base + factor * (depth as f64).ln() * number.ln()) as u16;
            }
        }
        Reductions { table, branching: (100.0 * branching).round() as i32 }
    }

    #[inline(always)]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.table[(depth as usize).min(63)][number.min(NUMBERS - 1)])
    }

    /// A limit that counts moves, scaled to this variant.
    #[inline(always)]
    pub(crate) fn scale(&self, moves: i32) -> i32 {
        moves * self.branching / 100
    }
}
