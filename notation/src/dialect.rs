//! Dialects of FEN: how other programs write positions (NOTATION.md, "Other dialects").

mod letters;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use campione_core::internal::one_of;
use campione_core::{Color, Partner, Right, Variant};
use campione_movegen::Position;
use thiserror::Error;

use self::letters::in_our_letters;
pub(crate) use self::letters::{Swap, brainking_letters, foreign_letters, has_known_letters, letters_of, of_brainking};
use crate::fen::{self, FenError, FenFault, Fields, PlainFen, cased, held_rights, is_outermost, without_empty_hand};

/// A way to write positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Our own dialect, [`crate::fen`].
    Xfen,
    /// Our own dialect, but with file letters in the castling field of every variant: `AJaj`.
    Shredder,
    /// Fairy-Stockfish's: `KQkq`, or only file letters if a `K` or `Q` would name another rook.
    Fairy,
    /// `XBoard`'s and `WinBoard`'s: as Fairy-Stockfish's, but on boards of exactly ten ranks the ranks are counted from
    /// 0.
    Xboard,
    /// `ChessV`'s: in variants with a king's leap, file letters and a separate field for the leap; else as
    /// Fairy-Stockfish's.
    Chessv,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] = [Dialect::Xfen, Dialect::Shredder, Dialect::Fairy, Dialect::Xboard, Dialect::Chessv];

    /// The name used on the command line.
    ///
    /// ```
    /// use campione_notation::dialect::Dialect;
    /// assert_eq!(Dialect::ALL.map(Dialect::name), ["xfen", "shredder", "fairy", "xboard", "chessv"]);
    /// assert_eq!("chessv".parse(), Ok(Dialect::Chessv));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Xfen => "xfen",
            Dialect::Shredder => "shredder",
            Dialect::Fairy => "fairy",
            Dialect::Xboard => "xboard",
            Dialect::Chessv => "chessv",
        }
    }

    /// The number of the first rank.
    fn first_rank(self, variant: Variant) -> u8 {
        u8::from(!(self == Dialect::Xboard && variant.ranks() == 10))
    }

    /// Whether rights to the king's leap have a separate field.
    fn own_leaps(self, variant: Variant) -> bool {
        self == Dialect::Chessv && variant.spec().king_leap.is_some()
    }

    /// Reads a position. In every dialect the castling field may have markers (`KQkq`, `Kh`) or file letters, in any
    /// order.
    ///
    /// # Errors
    /// [`FenError`] lists every fault found, with its field.
    ///
    /// Fairy-Stockfish may write an empty hand (`[]`) after the placement:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::dialect::Dialect;
    /// let gothic = Variant::named("gothic")?;
    /// let text = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR[] w KQkq - 0 1";
    /// assert_eq!(Dialect::Fairy.read(text, gothic)?, Position::start(gothic));
    /// assert!(Dialect::Xfen.read(text, gothic).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &str, variant: Variant) -> Result<Position, FenError> {
        match self {
            Dialect::Xfen | Dialect::Shredder => fen::read(text, variant),
            Dialect::Fairy | Dialect::Xboard | Dialect::Chessv => {
                self.read_fields(text, variant).map_err(|faults| FenError { fen: text.to_owned(), faults })
            }
        }
    }

    /// Reads a text in a dialect that is not ours.
    fn read_fields(self, text: &str, variant: Variant) -> Result<Position, Vec<FenFault>> {
        let mut fields = Fields::split(text, variant, self.own_leaps(variant))?;
        let placement = match self {
            Dialect::Chessv => in_our_letters(fields.placement, variant),
            // Fairy-Stockfish writes an empty hand if a variant might have drops.
            Dialect::Fairy => Cow::Borrowed(without_empty_hand(fields.placement).unwrap_or(fields.placement)),
            _ => Cow::Borrowed(fields.placement),
        };
        fields.placement = &placement;
        // These two have no suffixes: every letter is a separate right.
        let suffixes = !matches!(self, Dialect::Fairy | Dialect::Xboard);
        let setup = fields.read(variant, self.first_rank(variant), suffixes)?;
        fen::position_of(&setup, variant)
    }

    /// Writes a position. With `letters`, [`Dialect::Fairy`] and [`Dialect::Xboard`] name every rook by the letter of
    /// its file, as in Chess960. So does [`Dialect::Chessv`] in variants without a king's leap.
    ///
    /// # Errors
    /// [`PositionNotSaid`] for anything that the dialect cannot write: waiting pawns, a king's leap, a castling with a
    /// piece other than a rook, a rook that its letters cannot name. Nothing is dropped silently.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{dialect::Dialect, fen};
    /// let variant = Variant::named("archchess")?;
    /// let position = fen::read("r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1", variant)?;
    /// assert_eq!(Dialect::Chessv.write(&position, false)?, "r3k4r/10/10/10/10/10/10/10/10/R3K4R w AJaj Kk - 0 1");
    /// assert!(Dialect::Fairy.write(&position, false).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, position: &Position, letters: bool) -> Result<String, PositionNotSaid> {
        let mut text = String::with_capacity(128);
        self.write_to(&mut text, position, letters)?;
        Ok(text)
    }

    /// As [`Dialect::write`], but appends to a text.
    ///
    /// # Errors
    /// As [`Dialect::write`]. On an error, a part of the position may have been appended already.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::dialect::Dialect;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mut text = "position fen ".to_owned();
    /// Dialect::Shredder.write_to(&mut text, &start, false)?;
    /// assert!(text.starts_with("position fen rnbqckabnr/") && text.ends_with("RNBQCKABNR w AJaj - 0 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_to(self, text: &mut String, position: &Position, letters: bool) -> Result<(), PositionNotSaid> {
        let variant = position.variant();
        let not_said = |what: String| PositionNotSaid { dialect: self, what };
        if matches!(self, Dialect::Fairy | Dialect::Xboard | Dialect::Chessv)
            && let Some(pawn) = position.all_waiting_pawns().next()
        {
            return Err(not_said(format!("the pawn that waits on {} for its promotion", pawn.square)));
        }
        match self {
            Dialect::Xfen => fen::write_fields(text, position, 1, |text| fen::write_rights(text, position)),
            Dialect::Shredder => {
                fen::write_fields(text, position, 1, |text| {
                    by_file(text, position, |_, right| right.partner.is_none());
                });
            }
            Dialect::Chessv if self.own_leaps(variant) || variant.rights_by_file() => {
                fen::write_fields(text, position, 1, |text| {
                    by_file(text, position, |_, _| false);
                    if self.own_leaps(variant) {
                        text.push_str(if text.ends_with(' ') { "- " } else { " " });
                        let before = text.len();
                        text.extend(leaps(position).map(|color| cased('K', color)));
                        if text.len() == before {
                            text.push('-');
                        }
                    }
                });
            }
            Dialect::Fairy | Dialect::Xboard | Dialect::Chessv => {
                // If `K` or `Q` does not name one of the rooks, all rooks are named by file letters: a letter after a
                // marker could be read as its suffix. With rights by file, `K` is the k-file.
                let letters = letters
                    || variant.rights_by_file()
                    || held_rights(position).any(|(color, right)| {
                        right.partner.is_some_and(|partner| !is_outermost(position, color, partner.square))
                    });
                let mut field = String::new();
                for color in Color::ALL {
                    let rights = held_rights(position).filter(|&(owner, _)| owner == color);
                    let markers = rights.map(|(_, right)| marker(position, color, right, letters));
                    let mut markers = markers.collect::<Result<Vec<char>, String>>().map_err(not_said)?;
                    markers.sort_by_key(|letter| (!matches!(letter.to_ascii_uppercase(), 'K' | 'Q'), *letter));
                    field.extend(markers);
                }
                fen::write_fields(text, position, self.first_rank(variant), |text| text.push_str(&field));
            }
        }
        Ok(())
    }

    /// Converts a position from [`Dialect::Xfen`] or [`Dialect::Shredder`] to one of these two, and appends it. This is
    /// faster than reading and writing. Texts that are not complete, not as we write them or faulty are not converted, nor
    /// are other dialects: then nothing is appended, and the result is false.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::dialect::Dialect;
    /// let gothic = Variant::named("gothic")?;
    /// let mut text = String::new();
    /// assert!(Dialect::Shredder.append_plain("4k4r/10/10/10/10/10/10/5K4 b - - 3 9", gothic, &mut text));
    /// assert_eq!(text, "4k4r/10/10/10/10/10/10/5K4 b - - 3 9");
    /// assert!(!Dialect::Shredder.append_plain("4k4r/91/10/10/10/10/10/5K4 b - - 3 9", gothic, &mut text));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn append_plain(self, from: &str, variant: Variant, to: &mut String) -> bool {
        if !matches!(self, Dialect::Xfen | Dialect::Shredder) {
            return false;
        }
        let Some(PlainFen { position, placement, .. }) = fen::read_plain(from, variant) else { return false };
        let Some(placement) = from.get(..placement) else { return false };
        to.push_str(placement);
        fen::write_other_fields(to, &position, 1, |text| match self {
            Dialect::Shredder => by_file(text, &position, |_, right| right.partner.is_none()),
            _ => fen::write_rights(text, &position),
        });
        true
    }

    /// Detects the dialect of a text, and reads the position. It is [`Dialect::Xfen`], or [`Dialect::Shredder`] if the
    /// castling field has only file letters. If it cannot be read so, it is [`Dialect::Fairy`] if an empty hand follows
    /// the placement, else [`Dialect::Chessv`]. [`Dialect::Xboard`] is never detected.
    ///
    /// # Errors
    /// [`FenError`] lists every fault of the text, read as [`Dialect::Xfen`].
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::dialect::Dialect;
    /// let archchess = Variant::named("archchess")?;
    /// let text = "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR w AJaj Kk - 0 1";
    /// assert_eq!(Dialect::detect(text, archchess)?, (Dialect::Chessv, Position::start(archchess)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn detect(text: &str, variant: Variant) -> Result<(Dialect, Position), FenError> {
        Dialect::detect_plain(text, variant).map_or_else(|| Dialect::detect_by_faults(text, variant), Ok)
    }

    /// As [`Dialect::detect`], for texts that are complete and as we write them; `None` for all others.
    pub(crate) fn detect_plain(text: &str, variant: Variant) -> Option<(Dialect, Position)> {
        let PlainFen { position, has_letters_alone, .. } = fen::read_plain(text, variant)?;
        Some((if has_letters_alone { Dialect::Shredder } else { Dialect::Xfen }, position))
    }

    /// As [`Dialect::detect`], for texts that are not of the usual form.
    pub(crate) fn detect_by_faults(text: &str, variant: Variant) -> Result<(Dialect, Position), FenError> {
        match fen::read_any_form(text, variant) {
            Ok(position) => {
                let shredder = has_letters_alone(text, variant);
                Ok((if shredder { Dialect::Shredder } else { Dialect::Xfen }, position))
            }
            Err(error) => {
                // Only an empty hand marks Fairy-Stockfish's dialect: it reads castling fields in another way, and so
                // it would accept mistyped castling fields of ours.
                let hand = text.split_ascii_whitespace().next().and_then(without_empty_hand).is_some();
                let dialect = if hand { Dialect::Fairy } else { Dialect::Chessv };
                dialect.read(text, variant).map(|position| (dialect, position)).map_err(|_| error)
            }
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not the name of a dialect.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no dialect `{0}`: expected {known}", known = one_of(&Dialect::ALL.map(Dialect::name)))]
pub struct UnknownDialect(pub String);

campione_core::codes!(UnknownDialect => "dialect.unknown");

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Dialect, UnknownDialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

/// Something in a position that a dialect cannot write.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{dialect} cannot say {what}: write the position as xfen or shredder, or without it")]
pub struct PositionNotSaid {
    /// The dialect.
    pub dialect: Dialect,
    /// What it cannot write.
    pub what: String,
}

campione_core::codes!(PositionNotSaid => "dialect.not-said");

/// The colors whose kings may still leap.
fn leaps(position: &Position) -> impl Iterator<Item = Color> {
    held_rights(position).filter(|(_, right)| right.partner.is_none()).map(|(color, _)| color)
}

/// Writes the castling field in file letters: for each color from the a-file on, then `L` if `leaps` accepts its leap.
fn by_file(text: &mut String, position: &Position, leaps: impl Fn(Color, &Right) -> bool) {
    for color in Color::ALL {
        let rights = position.castling_rights(color);
        if rights.is_empty() {
            continue;
        }
        let mut files = 0_u16;
        let mut leap = false;
        for right in position.castling(color).held(rights) {
            match right.partner {
                Some(partner) => files |= 1 << partner.square.file(),
                None => leap |= leaps(color, right),
            }
        }
        while files != 0 {
            text.push(cased(char::from(b'a' + files.trailing_zeros() as u8), color));
            files &= files - 1;
        }
        if leap {
            text.push(cased('L', color));
        }
    }
}

/// The letter of one right in the castling field of `fairy` and `xboard`. The error names a right that they cannot
/// write.
fn marker(position: &Position, color: Color, right: &Right, letters: bool) -> Result<char, String> {
    let variant = position.variant();
    let Some(Partner { square, role }) = right.partner else {
        return Err(format!("{color}'s right to the king's leap"));
    };
    let rook = variant.role(role);
    if rook.letter != 'R' {
        return Err(format!("{color}'s right to castle with the {} on {square}", variant.role_name(role)));
    }
    let marker = if square > position.king(color) { 'K' } else { 'Q' };
    if !letters {
        return Ok(cased(marker, color));
    }
    // The letters `k` and `q` would be read as markers.
    if matches!(square.file_letter(), 'k' | 'q') {
        return Err(format!("{color}'s right to castle with the rook on {square}"));
    }
    Ok(cased(square.file_letter(), color))
}

/// Whether the castling field has only file letters, in a variant whose native field has markers.
fn has_letters_alone(text: &str, variant: Variant) -> bool {
    let field = text.split_ascii_whitespace().nth(2).unwrap_or("-");
    let leap = |letter: char| variant.spec().king_leap.is_some() && letter.eq_ignore_ascii_case(&'l');
    let mut letters = field.chars().filter(|&letter| !leap(letter)).peekable();
    field != "-"
        && !variant.rights_by_file()
        && letters.peek().is_some()
        && letters.all(|letter| !matches!(letter.to_ascii_uppercase(), 'K' | 'Q'))
}
