//! Numbered start arrays: Capablanca Random Chess (RULES.md §5) and Chess960.

use serde::Deserialize;
use thiserror::Error;

/// A scheme that numbers the start arrays of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
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

/// The knights on five free squares, in the order of both numberings.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// A first rank that is being filled; files are counted from the a-file, which is dark on White's first rank.
struct Rank<const N: usize>([u8; N]);

impl<const N: usize> Rank<N> {
    fn free(&self, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..N).filter(|&file| self.0[file] == b'.' && wanted(file)).collect()
    }

    /// Puts `letter` on the free square number `digit` of those wanted, where the digit is taken off `n`.
    fn place(&mut self, n: &mut u32, letter: u8, wanted: impl Fn(usize) -> bool) {
        let free = self.free(wanted);
        let count = free.len() as u32;
        self.0[free[(*n % count) as usize]] = letter;
        *n /= count;
    }

    fn place_knights_and_rooks(&mut self, n: u32) {
        let free = self.free(|_| true);
        let (first, second) = KNIGHTS[(n % 10) as usize];
        (self.0[free[first]], self.0[free[second]]) = (b'n', b'n');
        for (file, letter) in self.free(|_| true).into_iter().zip(*b"rkr") {
            self.0[file] = letter;
        }
    }

    fn text(&self) -> String {
        self.0.iter().map(|&letter| char::from(letter)).collect()
    }
}

fn bright(file: usize) -> bool {
    file % 2 == 1
}

fn dark(file: usize) -> bool {
    !bright(file)
}

impl ArrayNumbering {
    /// First and last number.
    pub const fn range(self) -> (u32, u32) {
        match self {
            ArrayNumbering::Crc => (1, 48_000),
            ArrayNumbering::Chess960 => (0, 959),
        }
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
        let (first, last) = self.range();
        if !(first..=last).contains(&number) {
            return Err(ArrayNumberError { number, first, last });
        }
        Ok(match self {
            ArrayNumbering::Crc => {
                let mut rank = Rank([b'.'; 10]);
                let mut n = number % 48_000;
                let (on_bright, on_dark) = if n % 2 == 1 { (b'q', b'a') } else { (b'a', b'q') };
                n /= 2;
                rank.place(&mut n, on_bright, bright);
                rank.place(&mut n, on_dark, dark);
                rank.place(&mut n, b'b', bright);
                rank.place(&mut n, b'b', dark);
                rank.place(&mut n, b'c', |_| true);
                rank.place_knights_and_rooks(n);
                rank.text()
            }
            ArrayNumbering::Chess960 => {
                let mut rank = Rank([b'.'; 8]);
                let mut n = number;
                rank.place(&mut n, b'b', bright);
                rank.place(&mut n, b'b', dark);
                rank.place(&mut n, b'q', |_| true);
                rank.place_knights_and_rooks(n);
                rank.text()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn published_arrays() {
        // RULES.md §5: arrays that Scharnagl published, and the game's default.
        let published = [
            (1, "aqbbcnnrkr"),
            (2, "qbbacnnrkr"),
            (3, "abbqcnnrkr"),
            (4, "qbbcnanrkr"),
            (5, "abbcnqnrkr"),
            (10, "baqbcnnrkr"),
            (15, "bbacnqnrkr"),
            (27621, "rqnbakbncr"),
            (25933, "rnbqckabnr"),
        ];
        for (number, array) in published {
            assert_eq!(ArrayNumbering::Crc.array(number).as_deref(), Ok(array), "{number}");
        }
        assert_eq!(ArrayNumbering::Chess960.array(0).as_deref(), Ok("bbqnnrkr"));
        assert_eq!(ArrayNumbering::Chess960.array(959).as_deref(), Ok("rkrnnqbb"));
    }

    #[test]
    fn all_arrays_differ() {
        for numbering in [ArrayNumbering::Crc, ArrayNumbering::Chess960] {
            let (first, last) = numbering.range();
            let all: HashSet<_> = (first..=last).map(|n| numbering.array(n).unwrap()).collect();
            assert_eq!(all.len() as u32, last - first + 1);
            assert!(numbering.array(last + 1).is_err());
        }
        assert!(ArrayNumbering::Crc.array(0).is_err());
    }
}
