//! Dialects of FEN: how other programs write the same positions (NOTATION.md, "Other dialects").

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use campione_core::{Betza, Color, Partner, Right, Role, Variant};
use campione_movegen::Position;
use thiserror::Error;

use crate::fen::{self, FenError, FenFault, Fields, cased, held_rights, is_outermost};

/// A way to write positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Our own, [`crate::fen`].
    Xfen,
    /// Ours with the castling field by file letters in every game: `AJaj`.
    Shredder,
    /// Fairy-Stockfish's: `KQkq`, or file letters for all where `K` or `Q` would name another rook.
    Fairy,
    /// `XBoard`'s and `WinBoard`'s: as Fairy-Stockfish's, and boards of exactly ten ranks are counted from 0.
    Xboard,
    /// `ChessV`'s: in games with a king's leap, file letters and a field of its own for the leap; else as Fairy-Stockfish's.
    Chessv,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] = [Dialect::Xfen, Dialect::Shredder, Dialect::Fairy, Dialect::Xboard, Dialect::Chessv];

    /// The name by which commands call it.
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

    /// Whether rights to leap have a field of their own.
    fn own_leaps(self, variant: Variant) -> bool {
        self == Dialect::Chessv && variant.spec().king_leap.is_some()
    }

    /// Reads a position. Castling fields are read in every dialect with markers (`KQkq`, `Kh`) and with file letters in any
    /// order.
    ///
    /// # Errors
    /// Every fault found, with its field.
    ///
    /// Fairy-Stockfish may write an empty hand behind the placement:
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
        self.read_fields(text, variant).map_err(|faults| FenError { fen: text.to_owned(), faults })
    }

    fn read_fields(self, text: &str, variant: Variant) -> Result<Position, Vec<FenFault>> {
        let mut fields = Fields::split(text, variant, self.own_leaps(variant))?;
        let placement = match self {
            Dialect::Chessv => in_our_letters(fields.placement, variant),
            // Fairy-Stockfish shows an empty hand where a game might have drops.
            Dialect::Fairy => Cow::Borrowed(fields.placement.strip_suffix("[]").unwrap_or(fields.placement)),
            _ => Cow::Borrowed(fields.placement),
        };
        fields.placement = &placement;
        // These two have no suffixes: every letter is a right of its own.
        let suffixes = !matches!(self, Dialect::Fairy | Dialect::Xboard);
        let setup = fields.read(variant, self.first_rank(variant), suffixes)?;
        fen::position_of(&setup, variant)
    }

    /// Writes a position. `letters` is Chess960's habit of naming every rook by the letter of its file, for the dialects
    /// [`Dialect::Fairy`] and [`Dialect::Xboard`], which know both.
    ///
    /// # Errors
    /// [`PositionNotSaid`] for whatever the dialect has no words for: waiting pawns, a king's leap, a castling with another
    /// piece than a rook, a rook that its letters cannot name. Nothing is left out silently.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{dialect::Dialect, fen};
    /// let game = Variant::named("archchess")?;
    /// let position = fen::read("r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1", game)?;
    /// assert_eq!(Dialect::Chessv.write(&position, false)?, "r3k4r/10/10/10/10/10/10/10/10/R3K4R w AJaj Kk - 0 1");
    /// assert!(Dialect::Fairy.write(&position, false).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, position: &Position, letters: bool) -> Result<String, PositionNotSaid> {
        let mut text = String::with_capacity(128);
        self.write_to(&mut text, position, letters)?;
        Ok(text)
    }

    /// As [`Dialect::write`], at the end of a text.
    ///
    /// # Errors
    /// As [`Dialect::write`]; then the text may have got a part of the position.
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
                // One rook that `K` or `Q` would not name, and all are named by letters: beside a marker, a letter could be
                // taken for its suffix. Where the k-file may have a partner of its own, `K` is a file.
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

    /// The dialect in which a text is written, and the position. A text that several dialects could have is in the first
    /// of them, in the order of [`Dialect::ALL`]; `xboard`'s habit of counting ranks from 0 is never assumed.
    ///
    /// # Errors
    /// Every fault of the text as [`Dialect::Xfen`], in whose wide reading the others are contained but for `ChessV`'s.
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
        match Dialect::Xfen.read(text, variant) {
            Ok(position) => {
                let shredder = has_letters_alone(text, variant);
                Ok((if shredder { Dialect::Shredder } else { Dialect::Xfen }, position))
            }
            Err(error) => {
                // Fairy-Stockfish's is known by the empty hand alone: its other way to read castling fields would find a
                // meaning in mistyped ones of ours.
                let hand = text.split_ascii_whitespace().next().is_some_and(|placement| placement.ends_with("[]"));
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

/// A name that no dialect has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no dialect `{0}`: expected xfen, shredder, fairy, xboard or chessv")]
pub struct UnknownDialect(pub String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Dialect, UnknownDialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

/// Something in a position that a dialect has no words for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{dialect} cannot say {what}: write the position as xfen or shredder, or without it")]
pub struct PositionNotSaid {
    /// The dialect.
    pub dialect: Dialect,
    /// What it cannot say.
    pub what: String,
}

/// Whose kings may still leap.
fn leaps(position: &Position) -> impl Iterator<Item = Color> {
    held_rights(position).filter(|(_, right)| right.partner.is_none()).map(|(color, _)| color)
}

/// The castling field by file letters, each color's from the a-file on, then the rights to leap if they are asked for.
fn by_file(text: &mut String, position: &Position, leaps: impl Fn(Color, &Right) -> bool) {
    for color in Color::ALL {
        let rights = held_rights(position).filter(|&(owner, _)| owner == color);
        let mut files = 0_u16;
        let mut leap = false;
        for (_, right) in rights {
            match right.partner {
                Some(partner) => files |= 1 << partner.square.file(),
                None => leap |= leaps(color, right),
            }
        }
        text.extend(
            (0..16_u8).filter(|file| files & (1 << file) != 0).map(|file| cased(char::from(b'a' + file), color)),
        );
        if leap {
            text.push(cased('L', color));
        }
    }
}

/// The letter of one right in the castling field of `fairy` and `xboard`, or what cannot be said.
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
    // These letters would be read as markers.
    if matches!(square.file_letter(), 'k' | 'q') {
        return Err(format!("{color}'s right to castle with the rook on {square}"));
    }
    Ok(cased(square.file_letter(), color))
}

/// Whether the castling field has file letters and nothing else, in a game whose native field has markers.
fn has_letters_alone(text: &str, variant: Variant) -> bool {
    let field = text.split_ascii_whitespace().nth(2).unwrap_or("-");
    let leap = |letter: char| variant.spec().king_leap.is_some() && letter.eq_ignore_ascii_case(&'l');
    let mut letters = field.chars().filter(|&letter| !leap(letter)).peekable();
    field != "-"
        && !variant.rights_by_file()
        && letters.peek().is_some()
        && letters.all(|letter| !matches!(letter.to_ascii_uppercase(), 'K' | 'Q'))
}

/// A placement of `ChessV`, whose older versions have `M` for the piece that moves as rook or knight, or of `BrainKing`, which
/// has `C` beside it for the one that moves as bishop or knight.
fn in_our_letters(placement: &str, variant: Variant) -> Cow<'_, str> {
    if variant.role_by_letter('M').is_some() || !placement.contains(['M', 'm']) {
        return Cow::Borrowed(placement);
    }
    // Both cannot be the same piece; with ours among them nobody could say which is which.
    let both = placement.contains(['C', 'c']);
    match marshalls_letters(variant) {
        Some((_, Some(cardinal))) if both && placement.contains([cardinal, cardinal.to_ascii_lowercase()]) => {
            Cow::Borrowed(placement)
        }
        Some((marshall, cardinal)) => Cow::Owned(with_letters(placement, marshall, cardinal.filter(|_| both))),
        None => Cow::Borrowed(placement),
    }
}

/// A placement in which `M` is the piece that moves as rook or knight and `C` the one that moves as bishop or knight, whether
/// the first stands there or not.
pub(crate) fn of_marshalls(placement: &str, variant: Variant) -> Cow<'_, str> {
    match marshalls_letters(variant) {
        Some((marshall, cardinal)) => Cow::Owned(with_letters(placement, marshall, cardinal)),
        None => Cow::Borrowed(placement),
    }
}

/// Our letters of the two pieces.
fn marshalls_letters(variant: Variant) -> Option<(char, Option<char>)> {
    let letter = |role| variant.role(role).letter;
    Some((letter(marshall(variant)?), cardinal(variant).map(letter)))
}

fn with_letters(placement: &str, marshall: char, cardinal: Option<char>) -> String {
    let own = |found: char| match found {
        'M' => marshall,
        'm' => marshall.to_ascii_lowercase(),
        'C' => cardinal.unwrap_or('C'),
        'c' => cardinal.unwrap_or('C').to_ascii_lowercase(),
        other => other,
    };
    placement.chars().map(own).collect()
}

/// The piece that moves as rook or knight.
pub(crate) fn marshall(variant: Variant) -> Option<Role> {
    moving_as("RN", variant)
}

/// The piece that moves as bishop or knight.
pub(crate) fn cardinal(variant: Variant) -> Option<Role> {
    moving_as("BN", variant)
}

fn moving_as(movement: &str, variant: Variant) -> Option<Role> {
    let movement = Betza::parse(movement).ok()?;
    variant.roles().iter().map(|info| info.letter).find_map(|letter| {
        let piece = variant.spec().piece.get(&letter.to_string())?;
        (Betza::parse(&piece.moves).ok()? == movement).then(|| variant.role_by_letter(letter))?
    })
}
