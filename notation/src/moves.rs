//! Moves in every notation (NOTATION.md, "Moves"): the list of notations, detection, reading, and the errors.

use std::fmt;
use std::str::FromStr;

use campione_core::internal::one_of;
use campione_core::{CastlingRow, Square, Variant};
use campione_movegen::{Move, Position};
use thiserror::Error;

use crate::{san, uci};

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// Coordinates as in engine protocols: `e2e4`, `i7i8c`, `e1i1,j1g1`.
    Uci,
    /// Scharnagl's coordinates for random arrays: a castling that looks like an ordinary king's move is followed by `k`
    /// (`h1i1k`). In every other variant castlings are written as in [`MoveNotation::Uci`].
    Crc,
    /// Coordinates, but a castling is written as the king taking its own partner: `f1j1`.
    Uci960,
    /// Short algebraic, following FIDE: `Nh3`, `O-O`, `H-H-H`, `O-O:i1g1`, `e8=Q:Nc3`.
    San,
    /// Long algebraic: `Ng1-h3`, `e4xd5`.
    Lan,
    /// As [`MoveNotation::Uci`], but on boards of exactly ten ranks the ranks are counted from 0. Never detected.
    Xboard,
}

impl MoveNotation {
    /// All notations.
    pub const ALL: [MoveNotation; 6] = [
        MoveNotation::Uci,
        MoveNotation::Crc,
        MoveNotation::Uci960,
        MoveNotation::San,
        MoveNotation::Lan,
        MoveNotation::Xboard,
    ];

    /// The name used on the command line.
    ///
    /// ```
    /// use campione_notation::moves::MoveNotation;
    /// assert_eq!(MoveNotation::Lan.name(), "lan");
    /// assert_eq!("lan".parse(), Ok(MoveNotation::Lan));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            MoveNotation::Uci => "uci",
            MoveNotation::Crc => "crc",
            MoveNotation::Uci960 => "uci960",
            MoveNotation::San => "san",
            MoveNotation::Lan => "lan",
            MoveNotation::Xboard => "xboard",
        }
    }

    /// The number of the first rank: 0 or 1 (NOTATION.md, "`xboard`").
    pub(crate) fn first_rank(self, variant: Variant) -> u8 {
        u8::from(!(self == MoveNotation::Xboard && variant.ranks() == 10))
    }

    /// Writes a legal move of `position`.
    ///
    /// # Errors
    /// [`MoveNotSaid`] for a free castling or a promotion at the start of a turn in [`MoveNotation::Xboard`]. All other
    /// notations can write every move.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{fen, moves::{self, MoveNotation}};
    /// let game = Variant::named("archchess")?;
    /// let position = fen::read("r4k3r/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", game)?;
    /// let castling = moves::read("O-O:i1g1", &position)?;
    /// assert_eq!(MoveNotation::Uci.write(castling, &position)?, "e1i1,j1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, mv: Move, position: &Position) -> Result<String, MoveNotSaid> {
        match self {
            MoveNotation::Uci | MoveNotation::Crc => Ok(uci::write(mv, position)),
            MoveNotation::Uci960 => Ok(uci::write_king_takes_partner(mv, position)),
            MoveNotation::San => Ok(san::write(mv, position)),
            MoveNotation::Lan => Ok(san::write_long(mv, position)),
            MoveNotation::Xboard => uci::write_xboard(mv, position),
        }
    }

    /// Reads a move of `position`. More forms are read than are written (NOTATION.md, "Reading is wider than writing").
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move, is illegal or is ambiguous. It lists possible legal moves.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::moves::MoveNotation;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mv = MoveNotation::San.read("Nc3", &start)?;
    /// assert_eq!(MoveNotation::Lan.read("Nb1-c3", &start)?, mv);
    /// assert_eq!(MoveNotation::Uci.read("b1c3", &start)?, mv);
    /// assert!(MoveNotation::Uci.read("Nc3", &start).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &str, position: &Position) -> Result<Move, MoveError> {
        match self {
            MoveNotation::San | MoveNotation::Lan => san::read_in(self, text, position),
            MoveNotation::Uci | MoveNotation::Crc | MoveNotation::Uci960 | MoveNotation::Xboard => {
                uci::read_in(self, text, position)
            }
        }
    }
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no notation has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no notation `{0}`: expected {known}", known = one_of(&MoveNotation::ALL.map(MoveNotation::name)))]
pub struct UnknownNotation(pub String);

impl FromStr for MoveNotation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<MoveNotation, UnknownNotation> {
        let found = MoveNotation::ALL.into_iter().find(|notation| notation.name() == text);
        found.ok_or_else(|| UnknownNotation(text.to_owned()))
    }
}

/// A legal move that a notation cannot write.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{mv}` is {what}, which {notation} cannot say: write it as uci or san")]
pub struct MoveNotSaid {
    /// The move in coordinates.
    pub mv: String,
    /// What kind of move it is.
    pub what: &'static str,
    /// The notation.
    pub notation: MoveNotation,
}

/// What is wrong with the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveFault {
    /// In no position is it a move in this notation.
    Unreadable,
    /// It is not a legal move of the position.
    Illegal,
    /// Several legal moves match it.
    Ambiguous,
}

/// A text that does not name exactly one legal move of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub fault: MoveFault,
    /// The notation in which the text was read; `None` if it was detected.
    pub notation: Option<MoveNotation>,
    /// Legal moves that the user may have meant. For an ambiguous text, all that match; otherwise those of the same
    /// piece. If there are none of that piece, all legal moves, unless they are many.
    pub candidates: Vec<String>,
    /// The likely mistake, in words, if it is known.
    pub hint: Option<String>,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveError { text, fault, notation, candidates, hint } = self;
        match (fault, hint) {
            (_, Some(hint)) => write!(f, "`{text}`: {hint}")?,
            (MoveFault::Unreadable, None) => {
                let expected = match notation {
                    None => "coordinates such as `e2e4`, or algebraic such as `Nc3` or `O-O`",
                    Some(MoveNotation::San | MoveNotation::Lan) => "algebraic such as `Nc3` or `O-O`",
                    Some(MoveNotation::Uci | MoveNotation::Crc | MoveNotation::Uci960 | MoveNotation::Xboard) => {
                        "coordinates such as `e2e4`, or `O-O` with the letter O"
                    }
                };
                write!(f, "`{text}` cannot be read as a move: expected {expected}")?;
            }
            (MoveFault::Illegal, None) => write!(f, "`{text}` is no legal move here")?,
            (MoveFault::Ambiguous, None) => return write!(f, "`{text}` may be {}", candidates.join(" or ")),
        }
        if candidates.is_empty() { Ok(()) } else { write!(f, "; legal: {}", candidates.join(" ")) }
    }
}

impl std::error::Error for MoveError {}

/// The most candidates that an error lists when the text does not narrow them down.
const MOST_CANDIDATES: usize = 40;

/// The error for a text that matches no legal move. `near` selects the legal moves to suggest.
pub(crate) fn no_move(
    text: &str,
    fault: MoveFault,
    notation: MoveNotation,
    position: &Position,
    near: impl Fn(Move) -> bool,
) -> MoveError {
    let moves = position.legal_moves();
    let few = fault == MoveFault::Illegal && moves.len() <= MOST_CANDIDATES;
    let mut near: Vec<Move> = moves.iter().copied().filter(|&mv| near(mv)).collect();
    if near.is_empty() && few {
        near = moves.to_vec();
    }
    let candidates = all_written(&near, notation, position);
    MoveError { text: text.to_owned(), fault, notation: Some(notation), candidates, hint: None }
}

/// Moves in alphabetical order, in a notation, or in coordinates where the notation cannot write them.
fn all_written(moves: &[Move], notation: MoveNotation, position: &Position) -> Vec<String> {
    let written = |&mv| notation.write(mv, position).unwrap_or_else(|_| uci::write(mv, position));
    let mut texts: Vec<String> = moves.iter().map(written).collect();
    texts.sort();
    texts
}

/// The move, if exactly one was found; the error that lists them, if several were; `None` if none was.
pub(crate) fn only(
    text: &str,
    found: &[Move],
    notation: MoveNotation,
    position: &Position,
) -> Option<Result<Move, MoveError>> {
    match found {
        [] => None,
        [mv] => Some(Ok(*mv)),
        several => {
            let candidates = all_written(several, notation, position);
            let (text, notation) = (text.to_owned(), Some(notation));
            Some(Err(MoveError { text, fault: MoveFault::Ambiguous, notation, candidates, hint: None }))
        }
    }
}

/// The notation in which to read a text: [`MoveNotation::Uci`] if it looks like coordinates, else
/// [`MoveNotation::San`], which also reads the long form.
///
/// ```
/// use campione_notation::moves::{MoveNotation, detect};
/// assert_eq!(detect("i7i8c"), MoveNotation::Uci);
/// assert_eq!(["Nh3", "Ng1-h3", "O-O"].map(detect), [MoveNotation::San; 3]);
/// ```
pub fn detect(text: &str) -> MoveNotation {
    if uci::squares(text).is_some() { MoveNotation::Uci } else { MoveNotation::San }
}

/// Reads a move in any notation except [`MoveNotation::Xboard`].
///
/// # Errors
/// [`MoveError`], as for [`MoveNotation::read`].
///
/// ```
/// use campione_core::{CastlingRow, Role, Square, Variant};
/// use campione_notation::{fen, moves};
/// let herb_garden = Variant::named("herb-garden")?;
/// let position = fen::read("r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1", herb_garden)?;
/// let castling = moves::read("O-O", &position)?;
/// assert_eq!(moves::read("g1i1", &position)?, castling);
/// assert_eq!(position.moving_role(castling), Some(Role::KING));
/// let error = moves::read("Ke8", &position).unwrap_err();
/// assert_eq!(error.fault, moves::MoveFault::Illegal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    detect(text).read(text, position).map_err(|error| MoveError { notation: None, ..error })
}

/// Splits a line of text into its moves, unchanged. A castling with spaces (`O - O - O`) is one move; move numbers are
/// skipped.
///
/// ```
/// use campione_notation::moves::split;
/// assert_eq!(split("1. e4 O - O 2.Nf3 0-1").collect::<Vec<_>>(), ["e4", "O - O", "Nf3", "0-1"]);
/// ```
pub fn split(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        while let Some(after) = after_number(rest) {
            rest = after.trim_start();
        }
        let end = castling_length(rest).unwrap_or_else(|| rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The text after a move number (`12.`, `12...`, or a separate `...`); `None` if the text does not start with one.
fn after_number(text: &str) -> Option<&str> {
    let dots = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = dots.trim_start_matches('.');
    (after.len() < dots.len()).then_some(after)
}

/// The length of a castling with spaces at the start of a text, suffix included: `O - O`, `H-H - H+`. `None` for a
/// castling without spaces: like other moves, it ends at the next space.
pub(crate) fn castling_length(text: &str) -> Option<usize> {
    let length = castling_head(text.as_bytes())?;
    // `O - O:i1g1`, `O - O+`: the suffix belongs to the castling.
    Some(length + text[length..].find(char::is_whitespace).unwrap_or(text.len() - length))
}

/// The same length, but only up to the last letter of the castling.
pub(crate) fn castling_head(text: &[u8]) -> Option<usize> {
    let letter = text.first().filter(|letter| letter.is_ascii_uppercase() || **letter == b'0')?;
    let spaces = |text: &[u8]| text.iter().take_while(|&&byte| byte == b' ').count();
    let part = |text: &[u8]| {
        let sign = spaces(text);
        let after = text[sign..].strip_prefix(b"-")?;
        let next = spaces(after);
        (after.get(next) == Some(letter)).then_some(sign + 1 + next + 1)
    };
    let mut length = 1 + part(&text[1..])?;
    length += part(&text[length..]).unwrap_or(0);
    text[..length].contains(&b' ').then_some(length)
}

/// Whether the partner ends beside the king, on the side from which the king comes.
pub(crate) fn beside(row: &CastlingRow, partner_to: Square) -> bool {
    let back = if row.king_to > row.king_from { -1 } else { 1 };
    row.king_to.offset(back, 0) == Some(partner_to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Vec<&str> {
        split(line).collect()
    }

    #[test]
    fn castlings_with_spaces_are_one_move() {
        assert_eq!(parts("O - O - O O - O"), ["O - O - O", "O - O"]);
        assert_eq!(parts("O-O O-O-O"), ["O-O", "O-O-O"]);
        assert_eq!(parts("H - H - H+ E -E Ef3 - E"), ["H - H - H+", "E -E", "Ef3", "-", "E"]);
        assert_eq!(parts("0 - 0 1-0"), ["0 - 0", "1-0"]);
        assert_eq!(parts("O - O:i1g1 e5"), ["O - O:i1g1", "e5"]);
        assert_eq!(parts("  e4\te5 \r\n"), ["e4", "e5"]);
        assert_eq!(parts(""), Vec::<&str>::new());
    }

    #[test]
    fn results_are_no_castlings() {
        assert_eq!(parts("0-1"), ["0-1"]);
        assert_eq!(parts("1 - 0"), ["1", "-", "0"]);
        assert_eq!(parts("0 - 1"), ["0", "-", "1"]);
    }

    #[test]
    fn numbers_are_left_out() {
        assert_eq!(parts("1. e4 1... e5 2.Nf3 12"), ["e4", "e5", "Nf3", "12"]);
        assert_eq!(parts("1. ... e5 2. Nf3"), ["e5", "Nf3"]);
    }

    #[test]
    fn names_read_back() {
        for notation in MoveNotation::ALL {
            assert_eq!(notation.name().parse(), Ok(notation));
        }
        assert!("pgn".parse::<MoveNotation>().is_err());
    }
}
