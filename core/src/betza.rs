//! Movements in Betza's shorthand, the subset that these games need.
//!
//! `R`, `B`, `Q` slide; `K` is `W` and `F`; the leaps are `W` (1,0), `F` (1,1), `D` (2,0), `N` (2,1), `A` (2,2),
//! `H` (3,0), `C` (3,1), `Z` (3,2), `G` (3,3), each to all its symmetric squares. A small `n` before a leap makes it
//! lame: it is barred by a man on the way (on every square passed for `D A H G`, on the square next to the start in the
//! long direction for `N`). Letters add up: `RN` is Carrera's champion, `NnAnD` Piacenza's centurion.

use thiserror::Error;

/// One leap of a movement: where it goes, and what must be empty for it.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Leap {
    /// Files and ranks from start to target.
    pub to: (i8, i8),
    /// Files and ranks from start to each square that must be empty; none for a true leap.
    pub legs: Vec<(i8, i8)>,
}

/// A movement: slides along lines, and leaps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Betza {
    /// Slides like a rook.
    pub orthogonal: bool,
    /// Slides like a bishop.
    pub diagonal: bool,
    /// Leaps, sorted, without duplicates.
    pub leaps: Vec<Leap>,
}

/// Text that is no movement of the supported subset.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BetzaError {
    /// The text is empty.
    #[error("the movement is empty: expected Betza letters such as `R`, `BN` or `NAD`")]
    Empty,
    /// A letter of no known meaning.
    #[error("`{text}`: letter {} (`{letter}`) is not one of R B Q K W F D N A H C Z G, nor a lame `n` before a leap", .index + 1)]
    Letter {
        /// The whole movement.
        text: String,
        /// Its position in characters, from 0.
        index: usize,
        /// The letter.
        letter: char,
    },
    /// An `n` that no leap follows, or one before a leap that passes over nothing.
    #[error("`{text}`: the lame `n` at letter {} must stand before D, A, H, G or N", .index + 1)]
    Lame {
        /// The whole movement.
        text: String,
        /// Position of the `n` in characters, from 0.
        index: usize,
    },
}

/// The (long, short) steps of a leap letter.
fn atom(letter: char) -> Option<(i8, i8)> {
    Some(match letter {
        'W' => (1, 0),
        'F' => (1, 1),
        'D' => (2, 0),
        'N' => (2, 1),
        'A' => (2, 2),
        'H' => (3, 0),
        'C' => (3, 1),
        'Z' => (3, 2),
        'G' => (3, 3),
        _ => return None,
    })
}

/// The squares to which an atom goes in all its symmetries.
fn symmetries((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (a, b) in [(long, short), (short, long)] {
        for (x, y) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            if !all.contains(&(x, y)) {
                all.push((x, y));
            }
        }
    }
    all
}

/// What a lame leap passes over.
fn legs((x, y): (i8, i8)) -> Vec<(i8, i8)> {
    let (dx, dy) = (x.signum(), y.signum());
    if x == 0 || y == 0 || x.abs() == y.abs() {
        (1..x.abs().max(y.abs())).map(|step| (dx * step, dy * step)).collect()
    } else if x.abs() > y.abs() {
        vec![(dx, 0)]
    } else {
        vec![(0, dy)]
    }
}

impl Betza {
    /// Reads a movement.
    ///
    /// # Errors
    /// [`BetzaError`] names the first letter that is not understood.
    pub fn parse(text: &str) -> Result<Betza, BetzaError> {
        if text.is_empty() {
            return Err(BetzaError::Empty);
        }
        let mut betza = Betza::default();
        let mut lame = None;
        for (index, letter) in text.chars().enumerate() {
            if let Some(at) = lame {
                let steps = atom(letter).filter(|_| matches!(letter, 'D' | 'A' | 'H' | 'G' | 'N'));
                let Some(steps) = steps else {
                    return Err(BetzaError::Lame { text: text.to_owned(), index: at });
                };
                betza.leaps.extend(symmetries(steps).into_iter().map(|to| Leap { to, legs: legs(to) }));
                lame = None;
                continue;
            }
            match letter {
                'n' => lame = Some(index),
                'R' => betza.orthogonal = true,
                'B' => betza.diagonal = true,
                'Q' => (betza.orthogonal, betza.diagonal) = (true, true),
                'K' => {
                    for steps in [(1, 0), (1, 1)] {
                        betza.leaps.extend(symmetries(steps).into_iter().map(|to| Leap { to, legs: Vec::new() }));
                    }
                }
                _ => {
                    let Some(steps) = atom(letter) else {
                        return Err(BetzaError::Letter { text: text.to_owned(), index, letter });
                    };
                    betza.leaps.extend(symmetries(steps).into_iter().map(|to| Leap { to, legs: Vec::new() }));
                }
            }
        }
        if let Some(index) = lame {
            return Err(BetzaError::Lame { text: text.to_owned(), index });
        }
        // A true leap makes a lame one to the same square superfluous: it sorts first and the rest are dropped.
        betza.leaps.sort();
        betza.leaps.dedup_by(|later, first| later.to == first.to);
        Ok(betza)
    }

    /// Whether no move of it ever leaves the color of square on which the man stands.
    pub fn is_colorbound(&self) -> bool {
        !self.orthogonal && self.leaps.iter().all(|leap| (leap.to.0 + leap.to.1) % 2 == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> usize {
        Betza::parse(text).unwrap().leaps.len()
    }

    #[test]
    fn pieces_of_the_games() {
        assert_eq!((leaps("N"), leaps("FA"), leaps("K"), leaps("NAD"), leaps("F"), leaps("KN")), (8, 8, 8, 16, 4, 16));
        let champion = Betza::parse("RN").unwrap();
        assert!(champion.orthogonal && !champion.diagonal && champion.leaps.len() == 8);
        let centurion = Betza::parse("NnAnD").unwrap();
        assert_eq!(centurion.leaps.iter().filter(|leap| !leap.legs.is_empty()).count(), 8);
        assert!(centurion.leaps.contains(&Leap { to: (0, -2), legs: vec![(0, -1)] }));
    }

    #[test]
    fn a_true_leap_covers_a_lame_one() {
        assert_eq!(Betza::parse("nDD").unwrap(), Betza::parse("D").unwrap());
        assert_eq!(Betza::parse("WKW").unwrap(), Betza::parse("K").unwrap());
    }

    #[test]
    fn colorbound() {
        for (text, bound) in
            [("B", true), ("FA", true), ("F", true), ("N", false), ("BN", false), ("D", true), ("K", false)]
        {
            assert_eq!(Betza::parse(text).unwrap().is_colorbound(), bound, "{text}");
        }
    }

    #[test]
    fn lame_legs() {
        assert_eq!(legs((3, 3)), [(1, 1), (2, 2)]);
        assert_eq!(legs((-1, 2)), [(0, 1)]);
    }

    #[test]
    fn errors_name_the_letter() {
        assert_eq!(Betza::parse(""), Err(BetzaError::Empty));
        let message = Betza::parse("Rx").unwrap_err().to_string();
        assert!(message.contains("letter 2 (`x`)"), "{message}");
        for text in ["n", "nW", "nR", "Nn"] {
            assert!(matches!(Betza::parse(text), Err(BetzaError::Lame { .. })), "{text}");
        }
    }
}
