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
use crate::dialect::{Dialect, of_marshalls};
use crate::fen::FenError;
use crate::moves::{self, MoveError, MoveNotation, MoveStyle, MoveText, Said};
use crate::roles::{cardinal, marshall};
use crate::xboard;

/// Options for reading games.
#[derive(Clone, Copy, Debug)]
pub struct PgnOptions {
    /// The variant of games without a `Variant` tag.
    pub variant: Variant,
    /// Whether `variant` takes precedence over the tag.
    pub overrule: bool,
    /// How to read the text. With `None`, a game is read as we write it. If that fails, the other readings are tried,
    /// and one is used if it is the only one that fits.
    pub reading: Option<Reading>,
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
        PgnOptions { variant, overrule: false, reading: None }
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
}

impl Reading {
    /// All readings, in the order in which they are tried.
    pub const ALL: [Reading; 4] = [Reading::Native, Reading::CastlingSwapped, Reading::Xboard, Reading::Brainking];

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
        }
    }

    /// A description for messages: the game is read "as `XBoard` writes it".
    ///
    /// See [`name`](Self::name) for an example.
    pub const fn about(self) -> &'static str {
        match self {
            Reading::Native => "as we write it",
            Reading::CastlingSwapped => "with O-O and O-O-O swapped",
            Reading::Xboard => "as XBoard writes it",
            Reading::Brainking => "with M for the marshall and C for the cardinal",
        }
    }

    /// How moves are read in it.
    pub(super) fn style(self, variant: Variant) -> MoveStyle {
        let ours = MoveStyle::NATIVE;
        match self {
            Reading::Native => ours,
            Reading::CastlingSwapped => MoveStyle { castlings_swapped: true, ..ours },
            Reading::Xboard => MoveStyle {
                castlings_swapped: starts_toward_first_file(variant),
                first_rank: MoveNotation::Xboard.first_rank(variant),
                partner_beside: true,
                ..ours
            },
            Reading::Brainking => MoveStyle { marshall: true, ..ours },
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
                let other_start = |fen| {
                    let start = self.start(fen, variant);
                    start.is_ok() && start != Reading::Native.start(fen, variant)
                };
                let other_start = || fen.is_some_and(other_start);
                ten_ranks || starts_toward_first_file(variant) || other_start()
            }
            Reading::Brainking => {
                variant.role_by_letter('M').is_none() && marshall(variant).is_some() && cardinal(variant).is_some()
            }
        }
    }

    /// Whether a text shows signs of this reading. `BrainKing`'s needs an `M`: with `C` alone, an illegal move of our
    /// `C` could be read as a cardinal's.
    pub(super) fn is_likely(self, text: &[u8], fen: Option<&str>) -> bool {
        self != Reading::Brainking
            || text.contains(&b'M')
            || fen.is_some_and(|fen| fen.split(' ').next().is_some_and(|placement| placement.contains(['M', 'm'])))
    }

    /// Reads the position of a `FEN` tag.
    pub(super) fn start(self, fen: &str, variant: Variant) -> Result<Position, FenError> {
        match self {
            Reading::Native | Reading::CastlingSwapped => Dialect::detect(fen, variant).map(|(_, position)| position),
            Reading::Xboard => xboard::read_position(fen, variant),
            Reading::Brainking => {
                let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
                let fen = format!("{} {rest}", of_marshalls(placement, variant));
                Dialect::detect(&fen, variant).map(|(_, position)| position)
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

/// The fault of a symbol that is no move in any position.
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
