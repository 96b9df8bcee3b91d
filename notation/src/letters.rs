//! Letters of pieces in moves that are not ours.

use std::fmt;
use std::str::FromStr;

use campione_core::Variant;
use thiserror::Error;

use crate::roles::{CARDINAL, MARSHALL, moving_as};

/// The most letters that differ.
const MOST: usize = 8;

/// Letters of pieces in a text and ours for the same pieces, in upper case. All others are ours.
///
/// ```
/// use campione_notation::moves::Letters;
/// let german: Letters = "D=Q,T=R,L=B,S=N".parse()?;
/// assert_eq!(german.ours('S'), 'N');
/// assert_eq!(german.to_string(), "D=Q,T=R,L=B,S=N");
/// # Ok::<(), campione_notation::moves::LettersError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Letters {
    theirs: [u8; MOST],
    ours: [u8; MOST],
}

impl Letters {
    /// No letter differs.
    pub const OURS: Letters = Letters { theirs: [0; MOST], ours: [0; MOST] };

    /// Pairs of theirs and ours, both ASCII letters in upper case. Of more than eight the first are taken.
    pub(crate) fn of(pairs: impl IntoIterator<Item = (char, char)>) -> Letters {
        let mut letters = Letters::OURS;
        for (place, (theirs, ours)) in pairs.into_iter().take(MOST).enumerate() {
            (letters.theirs[place], letters.ours[place]) = (theirs as u8, ours as u8);
        }
        letters
    }

    /// Those of some programs that name a piece of the variant by a letter that no piece has there.
    pub(crate) fn foreign(programs: &[Program], variant: Variant) -> Letters {
        let table = FOREIGN.iter().filter(|foreign| foreign.program.is_some_and(|program| programs.contains(&program)));
        Letters::of(table.filter_map(|&ForeignLetter { letter, movement, .. }| {
            let role = moving_as(movement, variant).filter(|_| variant.role_by_letter(letter).is_none())?;
            Some((letter, variant.role(role).letter))
        }))
    }

    /// Our letter for a letter in upper case.
    #[inline]
    pub fn ours(self, letter: char) -> char {
        if self.is_ours() {
            return letter;
        }
        let place = self.theirs.iter().position(|&theirs| char::from(theirs) == letter);
        place.map_or(letter, |place| char::from(self.ours[place]))
    }

    /// Whether no letter differs.
    #[inline]
    pub(crate) fn is_ours(self) -> bool {
        self.theirs[0] == 0
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.theirs.iter().zip(self.ours).filter(|&(&theirs, _)| theirs != 0);
        for (index, (&theirs, ours)) in pairs.enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{}={}", char::from(theirs), char::from(ours))?;
        }
        Ok(())
    }
}

/// A text that is not a list of letters.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected at most {MOST} pairs of their letter and ours, such as `S=N,L=B`, not `{0}`")]
pub struct LettersError(pub String);

campione_core::codes!(LettersError => "letters.unreadable");

impl FromStr for Letters {
    type Err = LettersError;

    fn from_str(text: &str) -> Result<Letters, LettersError> {
        let letter = |text: &str| match text.trim().as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(char::from(letter.to_ascii_uppercase())),
            _ => None,
        };
        let pair = |part: &str| part.split_once('=').and_then(|(theirs, ours)| Some((letter(theirs)?, letter(ours)?)));
        let pairs: Option<Vec<(char, char)>> = text.split(',').map(pair).collect();
        let is_once = |pairs: &Vec<(char, char)>| {
            let first = |theirs| pairs.iter().position(|&(other, _)| other == theirs);
            pairs.len() <= MOST && pairs.iter().enumerate().all(|(at, &(theirs, _))| first(theirs) == Some(at))
        };
        pairs.filter(is_once).map(Letters::of).ok_or_else(|| LettersError(text.to_owned()))
    }
}

/// A program whose letters differ from ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Program {
    Brainking,
    Chessv,
    Jocly,
}

/// A letter, upper case, of a piece that moves as a knight and more.
pub(crate) struct ForeignLetter {
    pub(crate) letter: char,
    /// How the piece moves, in Betza's notation.
    pub(crate) movement: &'static str,
    /// What the piece is called.
    pub(crate) name: &'static str,
    /// Whose letter it is; `None` if only variants of ours have it.
    pub(crate) program: Option<Program>,
}

const fn foreign(letter: char, movement: &'static str, name: &'static str, program: Option<Program>) -> ForeignLetter {
    ForeignLetter { letter, movement, name, program }
}

/// The letters of other programs. `M` is also that of older versions of `ChessV`. The `C` of `BrainKing` is not here: it is
/// read only beside an `M`, because it is our letter for the other piece.
pub(crate) const FOREIGN: [ForeignLetter; 6] = [
    foreign('M', MARSHALL, "a marshall (rook and knight)", Some(Program::Brainking)),
    foreign('G', MARSHALL, "a guard (rook and knight)", Some(Program::Chessv)),
    foreign('E', CARDINAL, "an equerry (bishop and knight)", Some(Program::Chessv)),
    foreign('A', CARDINAL, "an archbishop (bishop and knight)", Some(Program::Jocly)),
    foreign('C', MARSHALL, "a chancellor (rook and knight)", None),
    foreign('J', CARDINAL, "a janus (bishop and knight)", None),
];
