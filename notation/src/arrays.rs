//! Filters of the start arrays of Capablanca Random Chess (RULES.md §5), and maps of the arrays that pass them.

use std::sync::OnceLock;

use bitvec::prelude::{BitBox, Lsb0, bitbox};
use campione_core::{ArrayNumbering, Bitboard, Color, SplitMix64, Variant};
use campione_movegen::Position;

/// A filter of the 48,000 arrays of `crc` (RULES.md §5). Each filter accepts a part of what the one before it accepts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[non_exhaustive]
pub enum ArrayFilter {
    /// All 48,000.
    All,
    /// Every pawn of the second rank is protected by a piece or the king: 21,836.
    Protected,
    /// As [`ArrayFilter::Protected`], and at least three squares of the first rank differ from Gothic Chess: 21,821.
    /// This is source 003, step b13. The source says "about 21,259", but no interpretation found so far gives that
    /// number.
    Seed,
    /// As [`ArrayFilter::Seed`], and the bishops do not stand side by side: the 12,118 published in 2005.
    Published2005,
}

impl ArrayFilter {
    /// All filters, the widest first.
    pub const ALL: [ArrayFilter; 4] =
        [ArrayFilter::All, ArrayFilter::Protected, ArrayFilter::Seed, ArrayFilter::Published2005];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ArrayFilter::All => "all",
            ArrayFilter::Protected => "protected",
            ArrayFilter::Seed => "seed",
            ArrayFilter::Published2005 => "2005",
        }
    }

    /// The numbers of the arrays that pass. The first call computes the maps of all filters, which are then kept.
    pub fn map(self) -> &'static ArrayMap {
        static MAPS: OnceLock<[ArrayMap; ArrayFilter::ALL.len()]> = OnceLock::new();
        &MAPS.get_or_init(ArrayMap::build)[self as usize]
    }
}

/// The array of Gothic Chess, which was patented when the filter was made (RULES.md §5).
const GOTHIC: &str = "rnbqckabnr";

/// The least number of squares in which an array must differ from [`GOTHIC`].
const UNLIKE_GOTHIC: usize = 3;

/// The properties of an array that the filters use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayTraits {
    /// White's pawns that neither a piece nor the king protects.
    pub unprotected: Bitboard,
    /// The number of squares of the first rank that differ from Gothic Chess.
    pub unlike_gothic: usize,
    /// Whether the bishops stand side by side.
    pub bishops_together: bool,
}

impl ArrayTraits {
    /// The traits of a start position of `crc`, from the squares that White's pieces attack there. (Black's array is
    /// the same.)
    pub fn of(start: &Position) -> ArrayTraits {
        let variant = start.variant();
        let second_rank = Bitboard::rank(1) & variant.board();
        let unprotected = second_rank.into_iter().filter(|&pawn| start.attackers_to(pawn, Color::White).is_empty());
        let letters: Vec<Option<char>> = (Bitboard::rank(0) & variant.board())
            .into_iter()
            .map(|square| Some(variant.role(start.role_at(square)?).letter.to_ascii_lowercase()))
            .collect();
        ArrayTraits {
            unprotected: unprotected.map(Bitboard::of).fold(Bitboard::EMPTY, |all, pawn| all | pawn),
            unlike_gothic: letters.iter().zip(GOTHIC.chars()).filter(|&(&piece, other)| piece != Some(other)).count(),
            bishops_together: letters.windows(2).any(|pair| pair == [Some('b'); 2]),
        }
    }

    /// Whether every pawn is protected.
    pub fn all_protected(&self) -> bool {
        self.unprotected.is_empty()
    }

    /// Whether the array differs enough from that of Gothic Chess.
    pub fn differs_from_gothic(&self) -> bool {
        self.unlike_gothic >= UNLIKE_GOTHIC
    }

    /// Whether an array with these traits passes a filter.
    pub fn pass(&self, filter: ArrayFilter) -> bool {
        match filter {
            ArrayFilter::All => true,
            ArrayFilter::Protected => self.all_protected(),
            ArrayFilter::Seed => self.pass(ArrayFilter::Protected) && self.differs_from_gothic(),
            ArrayFilter::Published2005 => self.pass(ArrayFilter::Seed) && !self.bishops_together,
        }
    }
}

/// The arrays that pass a filter: a bit for each of the 48,000, starting with number 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayMap(BitBox<usize, Lsb0>);

impl ArrayMap {
    const FIRST: u32 = ArrayNumbering::Crc.range().0;

    fn build() -> [ArrayMap; ArrayFilter::ALL.len()] {
        const ARRAYS: usize = ArrayNumbering::Crc.count() as usize;
        let mut maps = ArrayFilter::ALL.map(|_| ArrayMap(bitbox![usize, Lsb0; 0; ARRAYS]));
        let variant = Variant::named("crc").unwrap_or_else(|error| unreachable!("crc: {error}"));
        for (index, number) in (Self::FIRST..).take(ARRAYS).enumerate() {
            let Some(Ok(setup)) = variant.numbered_start(number) else { unreachable!("crc has number {number}") };
            let start = Position::new(&setup, variant).unwrap_or_else(|faults| unreachable!("{number}: {faults}"));
            let traits = ArrayTraits::of(&start);
            for filter in ArrayFilter::ALL {
                maps[filter as usize].0.set(index, traits.pass(filter));
            }
        }
        maps
    }

    /// The number of arrays that pass.
    pub fn count(&self) -> u32 {
        self.0.count_ones() as u32
    }

    /// Whether the array with this number passes; false if no array has this number.
    pub fn contains(&self, number: u32) -> bool {
        number.checked_sub(Self::FIRST).is_some_and(|index| self.0.get(index as usize).is_some_and(|bit| *bit))
    }

    /// The numbers of the arrays that pass, in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.0.iter_ones().map(|index| index as u32 + Self::FIRST)
    }

    /// Chooses one of the arrays that pass, all equally likely. With k drawn from 0 to [`ArrayMap::count`] - 1, it is
    /// item k of [`ArrayMap::numbers`], counted from 0. A seed gives the same array on every machine and in every
    /// version.
    ///
    /// # Panics
    /// Never: every filter accepts some arrays.
    pub fn choose(&self, random: &mut SplitMix64) -> u32 {
        let index = random.index(self.0.count_ones());
        self.numbers().nth(index).unwrap_or_else(|| unreachable!("there are more than {index} arrays"))
    }
}

#[cfg(test)]
mod tests;
