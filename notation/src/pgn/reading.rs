//! Ways to read a game's text, because programs write the same game differently (NOTATION.md, "Games as other programs
//! write them").

use std::fmt;
use std::str::FromStr;

use campione_core::internal::one_of;
use campione_core::{Color, Variant};
use campione_movegen::{Move, Position};
use smallvec::SmallVec;
use thiserror::Error;

use super::text::decode;
use crate::detect::Read;
use crate::dialect::{brainking_letters, of_brainking};
use crate::fen::FenError;
use crate::letters::{Letters, Program};
use crate::moves::{self, MoveError, MoveNotation, MoveStyle, MoveText, Said};
use crate::roles::{cardinal, marshall};
use crate::xboard;

/// Options for reading games.
#[derive(Clone, Copy, Debug)]
pub struct PgnOptions {
    /// The variant of games without a `Variant` tag, and of those whose tag is its id: one of your own may be read so too.
    pub variant: Variant,
    /// Whether `variant` takes precedence over the tag.
    pub overrule: bool,
    /// How to read the text. With `None`, a game is read as we write it. If that fails, the other readings are tried,
    /// and one is used if it is the only one that fits.
    pub reading: Option<Reading>,
    /// Letters of pieces in the moves, which take precedence over all others.
    pub letters: Letters,
}

impl PgnOptions {
    /// The `Variant` tag decides; games without it are of `variant`.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::pgn::{PgnOptions, Reading};
    /// let gothic = Variant::named("gothic")?;
    /// let options = PgnOptions { reading: Some(Reading::Native), ..PgnOptions::new(gothic) };
    /// assert!(options.variant == gothic && !options.overrule);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub const fn new(variant: Variant) -> PgnOptions {
        PgnOptions { variant, overrule: false, reading: None, letters: Letters::OURS }
    }
}

/// A way to read games, where programs write them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Reading {
    /// As we write games.
    Native,
    /// `O-O` is the castling that we write as `O-O-O`, and the reverse.
    CastlingSwapped,
    /// As `XBoard` saves games:
    ///
    /// - Boards of exactly ten ranks have their ranks counted from 0.
    /// - Where White's king starts on the a-file's half, `O-O` goes toward the a-file.
    /// - A free castling is the king's move, `O-O-d9` for one square or `O-O` for three.
    /// - Rights that its FEN cannot write are assumed.
    Xboard,
    /// As `BrainKing` saves games: `M` is the marshall (rook and knight), and `C` the cardinal (bishop and knight).
    Brainking,
    /// With the letters of `ChessV`: `G` is the guard (rook and knight), and `E` the equerry (bishop and knight).
    Chessv,
    /// With the letter of Jocly: `A` is the janus (bishop and knight).
    Jocly,
}

impl Reading {
    /// All readings, in the order in which they are tried.
    pub const ALL: [Reading; 6] = [
        Reading::Native,
        Reading::CastlingSwapped,
        Reading::Xboard,
        Reading::Brainking,
        Reading::Chessv,
        Reading::Jocly,
    ];

    /// The name used on the command line.
    ///
    /// ```
    /// use campione_notation::pgn::Reading;
    /// assert_eq!("xboard".parse(), Ok(Reading::Xboard));
    /// assert_eq!((Reading::Xboard.name(), Reading::Xboard.about()), ("xboard", "as XBoard writes it"));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Native => "native",
            Reading::CastlingSwapped => "castling-swapped",
            Reading::Xboard => "xboard",
            Reading::Brainking => "brainking",
            Reading::Chessv => "chessv",
            Reading::Jocly => "jocly",
        }
    }

    /// A description for messages: the game is read "as `XBoard` writes it".
    pub const fn about(self) -> &'static str {
        match self {
            Reading::Native => "as we write it",
            Reading::CastlingSwapped => "with O-O and O-O-O swapped",
            Reading::Xboard => "as XBoard writes it",
            Reading::Brainking => "with M for the marshall and C for the cardinal",
            Reading::Chessv => "with G for the guard (rook and knight) and E for the equerry (bishop and knight)",
            Reading::Jocly => "with A for the janus (bishop and knight)",
        }
    }

    /// The letters that it says.
    pub(super) fn letters(self, variant: Variant) -> Letters {
        match self {
            Reading::Native | Reading::CastlingSwapped | Reading::Xboard => Letters::OURS,
            Reading::Brainking => brainking_letters(variant),
            Reading::Chessv => Letters::foreign(&[Program::Chessv], variant),
            Reading::Jocly => Letters::foreign(&[Program::Jocly], variant),
        }
    }

    /// How moves are read in it, with these letters.
    pub(super) fn style(self, variant: Variant, letters: Letters) -> MoveStyle {
        let ours = MoveStyle { letters, ..MoveStyle::NATIVE };
        match self {
            Reading::Native | Reading::Brainking | Reading::Chessv | Reading::Jocly => ours,
            Reading::CastlingSwapped => MoveStyle { castlings_swapped: true, ..ours },
            Reading::Xboard => MoveStyle {
                castlings_swapped: starts_toward_first_file(variant),
                first_rank: MoveNotation::Xboard.first_rank(variant),
                partner_beside: true,
                ..ours
            },
        }
    }

    /// Whether, in this variant and with this `FEN` tag, it can differ from the native reading.
    fn is_another(self, variant: Variant, fen: Option<&str>) -> bool {
        match self {
            Reading::Native => false,
            Reading::CastlingSwapped => starts_toward_first_file(variant) && !variant.spec().castling.is_empty(),
            Reading::Xboard => {
                let ten_ranks = MoveNotation::Xboard.first_rank(variant) == 0;
                // XBoard's FEN cannot write all rights.
                let position = |reading: Reading| reading.start(fen, variant).map(|(position, _)| position);
                let other_start = || {
                    let start = position(self);
                    start.is_ok() && start != position(Reading::Native)
                };
                ten_ranks || starts_toward_first_file(variant) || (fen.is_some() && other_start())
            }
            Reading::Brainking => {
                variant.role_by_letter('M').is_none() && marshall(variant).is_some() && cardinal(variant).is_some()
            }
            Reading::Chessv | Reading::Jocly => !self.letters(variant).is_ours(),
        }
    }

    /// Whether a text shows signs of this reading. Those with other letters need one of them. `BrainKing`'s needs an `M`:
    /// with `C` alone, an illegal move of our `C` could be read as a cardinal's.
    pub(super) fn is_likely(self, text: &[u8], fen: Option<&str>) -> bool {
        let placement = fen.and_then(|fen| fen.split(' ').next()).unwrap_or_default().as_bytes();
        let has = |letter: u8| text.contains(&letter) || placement.contains(&letter);
        match self {
            Reading::Native | Reading::CastlingSwapped | Reading::Xboard => true,
            Reading::Brainking => has(b'M') || placement.contains(&b'm'),
            Reading::Chessv => has(b'G') || has(b'E'),
            Reading::Jocly => has(b'A'),
        }
    }

    /// Reads the position of a `FEN` tag; without one it is the start position. Also returns the letters of the game.
    pub(super) fn start(self, fen: Option<&str>, variant: Variant) -> Result<(Position, Letters), FenError> {
        let Some(fen) = fen else { return Ok((Position::start(variant), self.letters(variant))) };
        match self {
            Reading::Xboard => xboard::read_position(fen, variant).map(|position| (position, Letters::OURS)),
            Reading::Brainking => {
                let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
                let fen = format!("{} {rest}", of_brainking(placement, variant));
                Read::of(&fen, variant).map(|read| (read.position, self.letters(variant)))
            }
            Reading::Native | Reading::CastlingSwapped | Reading::Chessv | Reading::Jocly => {
                let read = Read::of(fen, variant)?;
                let letters = read.letters(fen);
                Ok((read.position, if letters.is_ours() { self.letters(variant) } else { letters }))
            }
        }
    }
}

/// Reads a move in any of the notations that occur in game texts. A null move is read where it is possible.
#[inline]
pub(super) fn read_move(
    symbol: &[u8],
    parsed: &MoveText,
    position: &Position,
    style: MoveStyle,
) -> Result<Move, MoveError> {
    parsed.resolve(position, style).or_else(|why| {
        let notation = match parsed.said {
            Said::Coordinates(_) if style.first_rank == 0 => MoveNotation::Xboard,
            Said::Coordinates(_) => MoveNotation::Uci,
            Said::Step(_) | Said::Castling(_) | Said::Null => MoveNotation::San,
        };
        let text = decode(symbol, &mut false);
        let error = MoveError::unresolved(&text, parsed, &why, notation, position);
        moves::or_pass(Err(error), position).map_err(|error| MoveError { notation: None, ..error })
    })
}

/// The fault of a symbol that is not a move in any position.
pub(super) fn unreadable(symbol: &[u8]) -> MoveError {
    let error = MoveError::unreadable(&decode(symbol, &mut false), MoveNotation::San);
    MoveError { notation: None, ..error }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not the name of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no reading `{0}`: expected {known}", known = one_of(&Reading::ALL.map(Reading::name)))]
pub struct UnknownReading(pub String);

campione_core::codes!(UnknownReading => "reading.unknown");

impl FromStr for Reading {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Reading, UnknownReading> {
        Reading::ALL.into_iter().find(|reading| reading.name() == text).ok_or_else(|| UnknownReading(text.to_owned()))
    }
}

/// Whether White's king always starts on the a-file's half of the board. Programs then disagree which side is the
/// king's.
fn starts_toward_first_file(variant: Variant) -> bool {
    !variant.has_random_arrays() && variant.default_castling(Color::White).king.file() < variant.files() / 2
}

/// The readings that are tried when a game cannot be read as we write it.
pub(super) fn others(variant: Variant, fen: Option<&str>) -> SmallVec<[Reading; 4]> {
    Reading::ALL.into_iter().filter(|reading| reading.is_another(variant, fen)).collect()
}
