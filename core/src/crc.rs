//! Numbered start arrays: Capablanca Random Chess (RULES.md §5) and Chess960.
//!
//! Both schemes are Scharnagl's. They place one piece after another on the free squares of the first rank, in the order of a
//! list of [`PlacingRule`]s. One walk over this list gives the array of a number, the number of an array, and the steps by
//! which an array is set up by hand or with dice.

mod check;
mod fault;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::SplitMix64;

pub use self::fault::{ArrayError, ArrayFault};

/// A scheme that numbers the start arrays of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrayNumbering {
    /// Scharnagl's 1 to 48000 on ten files (RULES.md §5).
    Crc,
    /// Scharnagl's 0 to 959 on eight files.
    Chess960,
}

/// An array number outside its range.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no start array {number}: expected {first} to {last}")]
pub struct ArrayNumberError {
    /// The number asked for.
    pub number: u32,
    /// The first number of the scheme.
    pub first: u32,
    /// The last number of the scheme.
    pub last: u32,
}

codes!(ArrayNumberError => "array.number");

/// Which squares of White's first rank a step may use; a1 is dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// b1, d1, f1 and so on.
    Light,
    /// a1, c1, e1 and so on.
    Dark,
    /// Every square.
    Any,
}

impl Shade {
    /// The files of that shade, a bit for each.
    const fn files(self) -> u16 {
        match self {
            Shade::Light => 0xaaaa,
            Shade::Dark => 0x5555,
            Shade::Any => 0xffff,
        }
    }
}

/// A step of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacingRule {
    /// Chooses which of queen and archbishop is placed first, on a light square: with digit 1 the queen.
    Order,
    /// A piece is placed on a free square of that shade.
    Piece {
        /// Its letter, in lower case.
        letter: char,
        /// The squares on which it may stand.
        on: Shade,
    },
    /// The knights are placed on two of the free squares; see [`PlacingStep::pair`].
    Knights,
    /// The king is placed on the middle one of the three free squares.
    King,
    /// The rooks are placed on the two free squares.
    Rooks,
}

/// One step of setting up an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacingStep {
    /// The rule of the step.
    pub rule: PlacingRule,
    /// The number of ways to do it.
    pub ways: u32,
    /// The way chosen, from 0.
    pub digit: u32,
    /// The files that were free, a bit for each.
    free: u16,
    /// The files that were used, a bit for each.
    used: u16,
    rank: Rank,
}

impl PlacingStep {
    /// The files among which the step could choose, from the a-file; empty for [`PlacingRule::Order`].
    pub fn free_files(&self) -> impl Iterator<Item = u8> + use<> {
        bits(self.free)
    }

    /// The files on which pieces were placed.
    pub fn used_files(&self) -> impl Iterator<Item = u8> + use<> {
        bits(self.used)
    }

    /// The first rank after the step, with `.` for a free square.
    pub fn rank(&self) -> String {
        self.rank.text()
    }

    /// For [`PlacingRule::Knights`], the numbers of the two squares among the five free ones, from 0.
    pub fn pair(&self) -> Option<(u8, u8)> {
        (self.rule == PlacingRule::Knights).then(|| KNIGHTS[self.digit as usize])
    }
}

/// The knights on five free squares, in the order of both numberings.
const KNIGHTS: [(u8, u8); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The files of a set, from the a-file.
fn bits(mut files: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let file = files.trailing_zeros();
        files &= files.wrapping_sub(1);
        (file < 16).then_some(file as u8)
    })
}

/// The file number `index` of a set; an empty set if there is none.
fn nth(files: u16, index: u32) -> u16 {
    bits(files).nth(index as usize).map_or(0, |file| 1 << file)
}

/// A first rank that is being filled; files are counted from the a-file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rank {
    pieces: [u8; Rank::MOST],
    files: u8,
}

impl Rank {
    /// The longest rank of a numbering.
    const MOST: usize = 10;

    fn new(files: u8) -> Rank {
        Rank { pieces: [b'.'; Rank::MOST], files }
    }

    /// The files of a letter, a bit for each.
    fn of(&self, letter: u8) -> u16 {
        let files = (0..self.files).filter(|&file| self.pieces[usize::from(file)] == letter);
        files.fold(0, |set, file| set | 1 << file)
    }

    fn put(&mut self, letter: u8, files: u16) {
        for file in bits(files) {
            self.pieces[usize::from(file)] = letter;
        }
    }

    fn text(&self) -> String {
        self.pieces[..usize::from(self.files)].iter().map(|&letter| char::from(letter)).collect()
    }
}

const CRC: [PlacingRule; 9] = [
    PlacingRule::Order,
    // The next two steps change places if the archbishop is first.
    PlacingRule::Piece { letter: 'q', on: Shade::Light },
    PlacingRule::Piece { letter: 'a', on: Shade::Dark },
    PlacingRule::Piece { letter: 'b', on: Shade::Light },
    PlacingRule::Piece { letter: 'b', on: Shade::Dark },
    PlacingRule::Piece { letter: 'c', on: Shade::Any },
    PlacingRule::Knights,
    PlacingRule::King,
    PlacingRule::Rooks,
];

const CHESS960: [PlacingRule; 6] = [
    PlacingRule::Piece { letter: 'b', on: Shade::Light },
    PlacingRule::Piece { letter: 'b', on: Shade::Dark },
    PlacingRule::Piece { letter: 'q', on: Shade::Any },
    PlacingRule::Knights,
    PlacingRule::King,
    PlacingRule::Rooks,
];

impl ArrayNumbering {
    /// First and last number.
    ///
    /// ```
    /// use campione_core::ArrayNumbering;
    /// let chess960 = ArrayNumbering::Chess960;
    /// assert_eq!((chess960.range(), chess960.count(), chess960.files()), ((0, 959), 960, 8));
    /// assert_eq!(ArrayNumbering::Crc.range(), (1, 48_000));
    /// ```
    pub const fn range(self) -> (u32, u32) {
        match self {
            ArrayNumbering::Crc => (1, 48_000),
            ArrayNumbering::Chess960 => (0, 959),
        }
    }

    /// How many arrays there are.
    pub const fn count(self) -> u32 {
        let (first, last) = self.range();
        last - first + 1
    }

    /// Files of the board.
    pub const fn files(self) -> u8 {
        match self {
            ArrayNumbering::Crc => 10,
            ArrayNumbering::Chess960 => 8,
        }
    }

    const fn rules(self) -> &'static [PlacingRule] {
        match self {
            ArrayNumbering::Crc => &CRC,
            ArrayNumbering::Chess960 => &CHESS960,
        }
    }

    /// Fills a rank. For each rule `digit` gets the number of ways and the free files, and chooses a way; `each` receives the
    /// steps.
    fn place(self, mut digit: impl FnMut(PlacingRule, u16, u32) -> u32, mut each: impl FnMut(PlacingStep)) -> Rank {
        let mut rank = Rank::new(self.files());
        let mut queen_first = true;
        for &rule in self.rules() {
            let rule = match rule {
                PlacingRule::Piece { letter: 'q', on } if !queen_first => PlacingRule::Piece { letter: 'a', on },
                PlacingRule::Piece { letter: 'a', on } if !queen_first => PlacingRule::Piece { letter: 'q', on },
                rule => rule,
            };
            let mut free = rank.of(b'.');
            let ways = match rule {
                PlacingRule::Order => {
                    free = 0;
                    2
                }
                PlacingRule::Piece { on, .. } => {
                    free &= on.files();
                    free.count_ones()
                }
                PlacingRule::Knights => KNIGHTS.len() as u32,
                PlacingRule::King | PlacingRule::Rooks => 1,
            };
            let digit = digit(rule, free, ways) % ways;
            let (letter, used) = match rule {
                PlacingRule::Order => {
                    queen_first = digit == 1;
                    (b'.', 0)
                }
                PlacingRule::Piece { letter, .. } => (letter as u8, nth(free, digit)),
                PlacingRule::Knights => {
                    let (first, second) = KNIGHTS[digit as usize];
                    (b'n', nth(free, u32::from(first)) | nth(free, u32::from(second)))
                }
                PlacingRule::King => (b'k', nth(free, 1)),
                PlacingRule::Rooks => (b'r', free),
            };
            rank.put(letter, used);
            each(PlacingStep { rule, ways, digit, free, used, rank });
        }
        rank
    }

    /// Fills a rank by the digits of a number, the least significant first.
    fn place_number(self, number: u32, each: impl FnMut(PlacingStep)) -> Result<Rank, ArrayNumberError> {
        let (first, last) = self.range();
        if !(first..=last).contains(&number) {
            return Err(ArrayNumberError { number, first, last });
        }
        // Where numbers begin with 1, the last one has the digits of 0.
        let mut rest = number % self.count();
        let digit = |_, _, ways| {
            let digit = rest % ways;
            rest /= ways;
            digit
        };
        Ok(self.place(digit, each))
    }

    /// The first rank with that number, in lower case from the a-file.
    ///
    /// # Errors
    /// [`ArrayNumberError`] outside [`ArrayNumbering::range`].
    ///
    /// ```
    /// use campione_core::ArrayNumbering;
    /// assert_eq!(ArrayNumbering::Crc.array(27621).as_deref(), Ok("rqnbakbncr"));
    /// assert_eq!(ArrayNumbering::Chess960.array(518).as_deref(), Ok("rnbqkbnr"));
    /// ```
    pub fn array(self, number: u32) -> Result<String, ArrayNumberError> {
        self.place_number(number, |_| ()).map(|rank| rank.text())
    }

    /// The steps by which the array with that number is set up: source 003, section b, steps 1 to 10. Steps 7 and 8, the
    /// knights, are one step here (RULES.md §5). The digits are those that a die would have to show.
    ///
    /// # Errors
    /// [`ArrayNumberError`] outside [`ArrayNumbering::range`].
    ///
    /// ```
    /// use campione_core::{ArrayNumbering, PlacingRule};
    /// let steps = ArrayNumbering::Crc.steps(27_621)?;
    /// assert_eq!(steps.iter().map(|step| step.ways).product::<u32>(), 48_000);
    /// let knights = steps.iter().find(|step| step.rule == PlacingRule::Knights).unwrap();
    /// assert!(knights.used_files().eq([2, 7]));
    /// assert_eq!(knights.free_files().count(), 5);
    /// assert_eq!(knights.pair(), Some((1, 3)));
    /// assert_eq!(steps.last().unwrap().rank(), "rqnbakbncr");
    /// # Ok::<(), campione_core::ArrayNumberError>(())
    /// ```
    pub fn steps(self, number: u32) -> Result<Vec<PlacingStep>, ArrayNumberError> {
        let mut steps = Vec::with_capacity(self.rules().len());
        self.place_number(number, |step| steps.push(step))?;
        Ok(steps)
    }

    /// The number of an array: the inverse of [`ArrayNumbering::array`]. Letters may be in either case.
    ///
    /// # Errors
    /// [`ArrayError`], with every rule of the scheme that the array breaks.
    ///
    /// ```
    /// use campione_core::ArrayNumbering;
    /// // The array of Gothic Chess.
    /// assert_eq!(ArrayNumbering::Crc.number("RNBQCKABNR"), Ok(25_933));
    /// let error = ArrayNumbering::Crc.number("kqnbarbncr").unwrap_err();
    /// assert!(error.to_string().ends_with("the king on a1 does not stand between the rooks on f1 and j1"));
    /// ```
    pub fn number(self, array: &str) -> Result<u32, ArrayError> {
        let wanted = self.check(array)?;
        let (mut number, mut weight) = (0, 1);
        let digit = |rule, free: u16, ways| {
            // Which of the free files it is: as many lie before the first of the pieces.
            let index_of = |pieces: u16| (free & (pieces & pieces.wrapping_neg()).wrapping_sub(1)).count_ones();
            let digit = match rule {
                PlacingRule::Order => u32::from(wanted.of(b'q') & Shade::Light.files() != 0),
                PlacingRule::Piece { letter, .. } => index_of(wanted.of(letter as u8) & free),
                PlacingRule::Knights => {
                    let knights = wanted.of(b'n');
                    let pair = (index_of(knights) as u8, index_of(knights & knights.wrapping_sub(1)) as u8);
                    KNIGHTS.iter().position(|&known| known == pair).unwrap_or_default() as u32
                }
                PlacingRule::King | PlacingRule::Rooks => 0,
            };
            number += digit * weight;
            weight *= ways;
            digit
        };
        let placed = self.place(digit, |_| ());
        debug_assert_eq!(placed, wanted);
        let (first, last) = self.range();
        Ok(if number < first { last } else { number })
    }

    /// One of the numbers, all equally likely.
    ///
    /// ```
    /// use campione_core::{ArrayNumbering, SplitMix64};
    /// let mut random = SplitMix64::new(7);
    /// let number = ArrayNumbering::Crc.choose(&mut random);
    /// assert!(ArrayNumbering::Crc.array(number).is_ok());
    /// ```
    pub const fn choose(self, random: &mut SplitMix64) -> u32 {
        self.range().0 + random.below(self.count() as u64) as u32
    }
}
