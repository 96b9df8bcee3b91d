//! A solved ending in memory.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use campione_core::{Color, Square, Variant};
use campione_movegen::Position;
use rayon::prelude::*;

use crate::layout::Layout;
use crate::material::Material;
use crate::place::{Placed, Placer};
use crate::value::{INVALID, Value};

/// How many numbers a thread takes at once.
pub(crate) const CHUNK: usize = 1 << 14;

/// The code of each number, in one byte if all fit.
#[derive(Debug)]
pub(crate) enum Codes {
    Small(Vec<u8>),
    Large(Vec<u16>),
}

impl Codes {
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> u16 {
        match self {
            Codes::Small(codes) => codes.get(number).map_or(INVALID, |&code| u16::from(code)),
            Codes::Large(codes) => codes.get(number).copied().unwrap_or(INVALID),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Codes::Small(codes) => codes.len(),
            Codes::Large(codes) => codes.len(),
        }
    }

    /// Bytes for each code.
    pub(crate) fn width(&self) -> usize {
        if matches!(self, Codes::Small(_)) { 1 } else { 2 }
    }
}

/// What is won, drawn and lost with one side to move, on the whole board: images of a position count as positions. Pieces of
/// one kind are not distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Plies of the longest win, and the number of the first such position.
    pub longest_win: Option<(u16, u64)>,
    /// Plies of the longest loss, and the number of the first such position.
    pub longest_loss: Option<(u16, u64)>,
}

impl Tally {
    /// All positions.
    ///
    /// ```
    /// use campione_endgame::Tally;
    /// assert_eq!(Tally { wins: 3, draws: 2, losses: 1, ..Tally::default() }.positions(), 6);
    /// ```
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    #[inline(always)]
    fn add(&mut self, value: Value, number: u64) {
        match value {
            Value::Draw => self.draws += 1,
            Value::Win(plies) => {
                self.wins += 1;
                longer(&mut self.longest_win, (plies, number));
            }
            Value::Loss(plies) => {
                self.losses += 1;
                longer(&mut self.longest_loss, (plies, number));
            }
        }
    }

    /// Each position counts so many times.
    fn times(self, images: u64) -> Tally {
        Tally { wins: self.wins * images, draws: self.draws * images, losses: self.losses * images, ..self }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, other) in [(&mut self.longest_win, other.longest_win), (&mut self.longest_loss, other.longest_loss)] {
            if let Some(other) = other {
                longer(own, other);
            }
        }
        self
    }
}

/// Keeps the greater distance, and of equal ones the smaller number.
#[inline(always)]
fn longer(own: &mut Option<(u16, u64)>, (plies, number): (u16, u64)) {
    if own.is_none_or(|(best, at)| (plies, std::cmp::Reverse(number)) > (best, std::cmp::Reverse(at))) {
        *own = Some((plies, number));
    }
}

/// A solved ending in memory: the value of each position, one or two bytes each.
#[derive(Debug)]
pub struct Table {
    pub(crate) layout: Layout,
    pub(crate) codes: Codes,
    tallies: OnceLock<[Tally; 2]>,
}

impl Table {
    pub(crate) fn new(layout: Layout, codes: Codes) -> Table {
        Table { layout, codes, tallies: OnceLock::new() }
    }

    /// Counts the positions that `which` admits, by their number and value.
    fn count(&self, turn: Color, which: impl Fn(usize, Value) -> bool + Sync) -> Tally {
        let layout = &self.layout;
        let with_king = |king: usize| {
            let mut tally = Tally::default();
            let first = layout.half(turn) + king * layout.king_stride;
            for number in first..first + layout.king_stride {
                if let Some(value) = Value::of_code(self.codes.get(number))
                    && which(number, value)
                {
                    tally.add(value, number as u64);
                }
            }
            tally.times(layout.orbits[king])
        };
        (0..layout.kings.len()).into_par_iter().map(with_king).reduce(Tally::default, Tally::merge)
    }

    /// The pieces.
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// The variant for which it was solved.
    pub fn variant(&self) -> Variant {
        self.layout.variant
    }

    /// What is won, drawn and lost with this side to move.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let mut tables = Tables::new(Variant::named("gardner")?);
    /// let queen = tables.build(Material::read("KQvK", tables.variant())?, &Monitor::new())?;
    /// let (white, black) = (queen.tally(Color::White), queen.tally(Color::Black));
    /// assert_eq!((white.wins, white.draws, black.losses > black.draws), (white.positions(), 0, true));
    /// assert_eq!(white.longest_win.map(|(plies, _)| plies.div_ceil(2)), Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tally(&self, turn: Color) -> &Tally {
        &self.tallies()[turn.index()]
    }

    /// What is won, drawn and lost with this side to move in the positions that `which` admits: by the squares of White's king,
    /// Black's king and the pieces in the order of [`Material::roles`], White's first; and by the value.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let mut tables = Tables::new(Variant::named("gardner")?);
    /// let queen = tables.build(Material::read("KQvK", tables.variant())?, &Monitor::new())?;
    /// let (all, soon) = (queen.tally(Color::White), queen.tally_of(Color::White, |_, value| value.plies() <= Some(5)));
    /// let in_corner = queen.tally_of(Color::White, |squares, _| squares[2].to_string() == "a1");
    /// assert!(soon.wins < all.wins && soon.longest_win.unwrap().0 == 5);
    /// // The queen may stand on 25 squares, and the kings have more room when she is in a corner.
    /// assert!(25 * in_corner.wins > all.wins && in_corner.wins < all.wins);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tally_of(&self, turn: Color, which: impl Fn(&[Square], Value) -> bool + Sync) -> Tally {
        let pieces = self.layout.material.pieces();
        self.count(turn, |number, value| which(&self.layout.placement(number).0[..pieces], value))
    }

    /// Both tallies, counted when they are first asked for: the engine never does.
    pub(crate) fn tallies(&self) -> &[Tally; 2] {
        if let Some(tallies) = self.tallies.get() {
            return tallies;
        }
        // Counted outside of the lock: the threads that help might ask for the same.
        let tallies = Color::ALL.map(|turn| self.count(turn, |_, _| true));
        self.tallies.get_or_init(|| tallies)
    }

    /// How many numbers positions have, valid ones and others.
    pub fn entries(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Bytes that the table takes in memory.
    pub fn memory(&self) -> u64 {
        (self.codes.len() * self.codes.width()) as u64
    }

    /// The position with a number below [`entries`](Self::entries); `None` if there is none.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_endgame::{Material, Monitor, Tables, Value};
    /// let mut tables = Tables::new(Variant::named("gardner")?);
    /// let queen = tables.build(Material::read("KQvK", tables.variant())?, &Monitor::new())?;
    /// let (plies, number) = queen.tally(Color::White).longest_win.unwrap();
    /// let position = queen.position(number).unwrap();
    /// assert_eq!(tables.probe(&position), Some(Value::Win(plies)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, number: u64) -> Option<Position> {
        let number = usize::try_from(number).ok().filter(|&number| number < self.codes.len())?;
        let (squares, turn) = self.layout.placement(number);
        Placer::new(self.layout.variant, self.layout.material).position(squares, turn, None)
    }

    /// The value with that number; `None` if it is the number of no position.
    pub fn value(&self, number: u64) -> Option<Value> {
        usize::try_from(number).ok().and_then(|number| Value::of_code(self.codes.get(number)))
    }

    /// The value of a placement of this material, as if nothing could be captured en passant.
    #[inline]
    pub(crate) fn value_of(&self, placed: Placed, turn: Color) -> Option<Value> {
        let number = self.layout.number(placed.squares, turn)?;
        Value::of_code(self.codes.get(number))
    }

    /// Calls `check` for each number, on all threads, until one returns an error; the one with the least number is
    /// returned. `monitor` stops it and learns how far it is.
    pub(crate) fn each<E: Send>(
        &self,
        monitor: &crate::Monitor,
        check: impl Fn(&mut Placer, usize) -> Result<(), E> + Sync,
    ) -> Result<u64, E> {
        let entries = self.codes.len();
        monitor.begin(entries as u64);
        let seen = AtomicU64::new(0);
        let failed = (0..entries.div_ceil(CHUNK)).into_par_iter().find_map_first(|chunk| {
            if monitor.is_stopped() {
                return None;
            }
            let mut placer = Placer::new(self.layout.variant, self.layout.material);
            let numbers = chunk * CHUNK..entries.min((chunk + 1) * CHUNK);
            let error = numbers.clone().find_map(|number| check(&mut placer, number).err());
            monitor.listed(numbers.len() as u64);
            seen.fetch_add(numbers.len() as u64, Ordering::Relaxed);
            error
        });
        failed.map_or_else(|| Ok(seen.load(Ordering::Relaxed)), Err)
    }
}
