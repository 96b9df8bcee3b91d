//! Waiting pawns, packed into a few bits (RULES.md §6).

use campione_core::{Color, MAX_FILES, Square};

/// The waiting pawns of one color in order of arrival, in 64 bits.
///
/// They all stand on one rank, so four bits, the file, identify each; the first pawn has the lowest bits. Waits never
/// decrease along the list, and 1 and 2 occur at most once each, so two flags encode all waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct WaitingList(u64);

const FILES: u64 = (1 << 48) - 1;
const COUNT: u32 = 48;
const ONE: u64 = 1 << 56;
const TWO: u64 = 1 << 57;

impl WaitingList {
    /// The number of waiting pawns.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        ((self.0 >> COUNT) & 15) as usize
    }

    /// The list as a number, for hashing; 0 if no pawn waits.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// File (0 = a) and wait of each, in order of arrival.
    pub(crate) fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        let len = self.len();
        let two = usize::from(self.0 & TWO != 0);
        let one = usize::from(self.0 & ONE != 0);
        (0..len).map(move |index| {
            let wait = if index + two >= len { 2 } else { u8::from(index + two + one >= len) };
            (((self.0 >> (4 * index)) & 15) as u8, wait)
        })
    }

    /// The file of the pawn that has waited longest, if its wait is 0.
    #[inline(always)]
    pub(crate) const fn first_ready(self) -> Option<u8> {
        let recent = (self.0 & ONE != 0) as usize + (self.0 & TWO != 0) as usize;
        if self.len() > recent { Some((self.0 & 15) as u8) } else { None }
    }

    /// Counts a move of the owner: every wait drops by one.
    #[inline(always)]
    pub(crate) const fn tick(&mut self) {
        let one = if self.0 & TWO != 0 { ONE } else { 0 };
        self.0 = self.0 & !(ONE | TWO) | one;
    }

    /// Adds a pawn. Callers make sure that the waits stay in order and that the list has fewer than 12 pawns before.
    #[inline(always)]
    pub(crate) const fn push(&mut self, file: u8, wait: u8) {
        let len = self.len() as u32;
        self.0 = (self.0 & !(15 << (4 * len))) | (file as u64) << (4 * len);
        self.0 += 1 << COUNT;
        self.0 |= match wait {
            0 => 0,
            1 => ONE,
            _ => TWO,
        };
    }

    /// Removes the pawn that has waited longest.
    #[inline(always)]
    pub(crate) const fn pop_first(&mut self) {
        if self.len() > 0 {
            let files = (self.0 & FILES) >> 4;
            self.0 = (self.0 & !FILES | files) - (1 << COUNT);
        }
    }
}

/// The waiting pawns of both colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Waiting {
    lists: [WaitingList; 2],
    /// The color of each pawn in order of arrival, the first in the lowest bit. A FEN lists the pawns in this order; no
    /// rule depends on it.
    arrivals: u32,
}

impl Waiting {
    /// The list of one color.
    #[inline(always)]
    pub(crate) const fn of(&self, color: Color) -> WaitingList {
        self.lists[color.index()]
    }

    /// Counts a move of `color`: its waits drop by one.
    #[inline(always)]
    pub(crate) const fn tick(&mut self, color: Color) {
        self.lists[color.index()].tick();
    }

    /// Adds a pawn of `color`.
    #[inline(always)]
    pub(crate) const fn push(&mut self, color: Color, file: u8, wait: u8) {
        let total = self.lists[0].len() + self.lists[1].len();
        self.arrivals |= (color as u32) << total;
        self.lists[color.index()].push(file, wait);
    }

    /// Removes the pawn of `color` that has waited longest.
    #[inline(always)]
    pub(crate) const fn pop_first(&mut self, color: Color) {
        let same = match color {
            Color::White => !self.arrivals,
            Color::Black => self.arrivals,
        };
        // Only a color that has a waiting pawn gets here. Else Black's index would be 32, and the shifts would
        // overflow.
        let index = same.trailing_zeros();
        let earlier = self.arrivals & !(u32::MAX << index);
        self.arrivals = earlier | (self.arrivals >> 1) & (u32::MAX << index);
        self.lists[color.index()].pop_first();
    }

    /// Color, file and wait of all, in order of arrival.
    pub(crate) fn in_order_of_arrival(&self) -> impl Iterator<Item = (Color, u8, u8)> {
        let arrivals = self.arrivals;
        let total = self.lists[0].len() + self.lists[1].len();
        let mut lists = self.lists.map(WaitingList::iter);
        (0..total).filter_map(move |index| {
            let color = if arrivals & (1 << index) == 0 { Color::White } else { Color::Black };
            lists[color.index()].next().map(|(file, wait)| (color, file, wait))
        })
    }
}

/// The square on which a pawn of `color` waits on `file` of a board with `ranks` ranks.
#[inline(always)]
pub(crate) const fn waiting_square(color: Color, file: u8, ranks: u8) -> Square {
    let rank = color.relative_rank(ranks - 1, ranks);
    Square::wrapping(rank as u32 * MAX_FILES as u32 + file as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(list: WaitingList) -> Vec<(u8, u8)> {
        list.iter().collect()
    }

    #[test]
    fn a_pawn_waits_two_moves() {
        let mut waiting = WaitingList::default();
        waiting.push(4, 2);
        assert_eq!((list(waiting), waiting.first_ready()), (vec![(4, 2)], None));
        waiting.tick();
        waiting.push(0, 2);
        assert_eq!((list(waiting), waiting.first_ready()), (vec![(4, 1), (0, 2)], None));
        waiting.tick();
        assert_eq!((list(waiting), waiting.first_ready()), (vec![(4, 0), (0, 1)], Some(4)));
        waiting.pop_first();
        assert_eq!((list(waiting), waiting.first_ready()), (vec![(0, 1)], None));
        waiting.tick();
        waiting.tick();
        assert_eq!((list(waiting), waiting.first_ready()), (vec![(0, 0)], Some(0)));
        waiting.pop_first();
        assert_eq!(waiting, WaitingList::default());
    }

    #[test]
    fn arrivals_of_both_colors_keep_their_order() {
        let mut waiting = Waiting::default();
        for (index, color) in [Color::Black, Color::White, Color::White, Color::Black].into_iter().enumerate() {
            waiting.push(color, index as u8, 0);
        }
        let files = |waiting: &Waiting| waiting.in_order_of_arrival().map(|(_, file, _)| file).collect::<Vec<_>>();
        assert_eq!(files(&waiting), [0, 1, 2, 3]);
        waiting.pop_first(Color::White);
        assert_eq!(files(&waiting), [0, 2, 3]);
        waiting.pop_first(Color::Black);
        assert_eq!(files(&waiting), [2, 3]);
        waiting.push(Color::White, 7, 0);
        assert_eq!(files(&waiting), [2, 3, 7]);
    }

    #[test]
    fn twelve_may_wait() {
        let mut waiting = WaitingList::default();
        for file in 0..12 {
            waiting.push(11 - file, 0);
        }
        assert_eq!(waiting.len(), 12);
        for file in (0..12).rev() {
            assert_eq!(waiting.first_ready(), Some(file));
            waiting.pop_first();
        }
        assert_eq!(waiting.bits(), 0);
    }
}
