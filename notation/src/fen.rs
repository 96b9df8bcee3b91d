//! FEN in our native dialect: extended X-FEN (NOTATION.md, "Positions").
//!
//! `placement side castling en-passant halfmove fullmove [waiting]`

mod faults;
mod missing;
mod passed;
mod plain;
mod rights;

use std::fmt::Write;

use campione_core::{Color, PlacementError, Setup, SetupField, Variant, WaitingPawn};
use campione_movegen::{Position, PositionFaults};
use smallvec::SmallVec;

use self::faults::WITH_WAITING;
pub use self::faults::{FenError, FenFault, StartError};
pub use self::missing::MissingFields;
use self::passed::read_passed;
pub(crate) use self::plain::{PlainFen, read as read_plain};
pub(crate) use self::rights::{cased, held_rights, is_outermost, write_rights};
use self::rights::{read_leaps, read_rights};
use crate::number;

/// Reads a FEN as a position of `variant`.
///
/// # Errors
/// [`FenError`] lists every fault found, with its field.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::fen;
/// let archchess = Variant::named("archchess")?;
/// let text = "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1";
/// assert_eq!(fen::write(&fen::read(text, archchess)?), text);
/// let error = fen::read("4k5/10/10/10/10/10/10/10/10/4K5 x - - 0 one", archchess).unwrap_err();
/// assert_eq!(error.faults.len(), 2); // The side to move, and the number of the move.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, variant: Variant) -> Result<Position, FenError> {
    if let Some(plain) = read_plain(text, variant) {
        return Ok(plain.position);
    }
    read_any_form(text, variant)
}

/// As [`read`], without the short way for a text that is complete and as we write it.
pub(crate) fn read_any_form(text: &str, variant: Variant) -> Result<Position, FenError> {
    let setup = read_setup(text, variant)?;
    position_of(&setup, variant).map_err(|faults| FenError { fen: text.to_owned(), faults })
}

/// Validates the fields of a FEN as a position.
pub(crate) fn position_of(setup: &Setup, variant: Variant) -> Result<Position, Vec<FenFault>> {
    Position::new(setup, variant).map_err(|PositionFaults(faults)| faults.into_iter().map(FenFault::Position).collect())
}

/// Reads the fields of a FEN without checking that they make a position.
///
/// # Errors
/// [`FenError`] lists every field that cannot be read.
///
/// A setup need not be a position: here Black has no king.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::fen;
/// let carrera = Variant::named("carrera")?;
/// let text = "10/10/10/10/10/10/10/4K5 b - - 3 40";
/// let setup = fen::read_setup(text, carrera)?;
/// assert_eq!((setup.board.occupied().count(), setup.halfmove_clock, setup.fullmove_number), (1, 3, 40));
/// assert!(fen::read(text, carrera).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_setup(text: &str, variant: Variant) -> Result<Setup, FenError> {
    Fields::split(text, variant, false).and_then(|fields| fields.read(variant, 1, true)).map_err(|faults| {
        let fen = text.to_owned();
        FenError { fen, faults }
    })
}

/// The fields of a FEN in any dialect.
pub(crate) struct Fields<'t> {
    pub(crate) placement: &'t str,
    side: &'t str,
    pub(crate) castling: &'t str,
    /// The rights to the king's leap, if the dialect has a separate field for them.
    leaps: Option<&'t str>,
    en_passant: &'t str,
    clocks: Option<[&'t str; 2]>,
    waiting: Option<&'t str>,
}

impl<'t> Fields<'t> {
    /// Splits a text into fields. `own_leaps` says whether the rights to leap have a separate field after the castling
    /// field.
    pub(crate) fn split(text: &'t str, variant: Variant, own_leaps: bool) -> Result<Fields<'t>, Vec<FenFault>> {
        let fields: SmallVec<[&str; 8]> = text.split_ascii_whitespace().collect();
        let waits = variant.promotion_wait().is_some();
        let (head, tail) = fields.split_at(fields.len().min(if own_leaps { 5 } else { 4 }));
        let head = match *head {
            [placement, side, castling] if !own_leaps => Some((placement, side, castling, None, "-")),
            [placement, side, castling, en_passant] if !own_leaps => {
                Some((placement, side, castling, None, en_passant))
            }
            [placement, side, castling, leaps, en_passant] => {
                Some((placement, side, castling, Some(leaps), en_passant))
            }
            _ => None,
        };
        let tail = match *tail {
            [] => Some((None, None)),
            [halfmove] if !own_leaps => Some((Some([halfmove, "1"]), None)),
            [halfmove, fullmove] => Some((Some([halfmove, fullmove]), None)),
            [halfmove, fullmove, waiting] if waits => Some((Some([halfmove, fullmove]), Some(waiting))),
            _ => None,
        };
        if let (Some((placement, side, castling, leaps, en_passant)), Some((clocks, waiting))) = (head, tail) {
            return Ok(Fields { placement, side, castling, leaps, en_passant, clocks, waiting });
        }
        let expected = match (own_leaps, waits) {
            (true, _) => "5 or 7 (the king's leap has one of its own, behind castling)",
            (false, true) => WITH_WAITING,
            (false, false) => "3 to 6",
        };
        let mut faults = vec![FenFault::Fields { found: fields.len(), expected, variant: variant.id().to_owned() }];
        // A FEN of another variant is a likely cause: report the size of its board too.
        let placement = fields.first().and_then(|field| variant.read_placement(field).err());
        let size = placement.into_iter().flatten().find(|fault| matches!(fault, PlacementError::Size { .. }));
        faults.extend(size.map(FenFault::Placement));
        Err(faults)
    }

    /// Reads each field. `first_rank` is the dialect's number of the first rank. `suffixes` says whether a file letter
    /// after `K` or `Q` belongs to that marker.
    pub(crate) fn read(&self, variant: Variant, first_rank: u8, suffixes: bool) -> Result<Setup, Vec<FenFault>> {
        let mut faults = Vec::new();
        let mut setup = Setup::empty();
        let mut placed = true;
        let hand = self.placement.find('[').filter(|_| without_empty_hand(self.placement).is_none());
        let board = match hand {
            Some(hand) => Err(vec![FenFault::Hand(self.placement[hand..].to_owned())]),
            None => variant
                .read_placement(self.placement)
                .map_err(|faults| faults.into_iter().map(FenFault::Placement).collect()),
        };
        match board {
            Ok(board) => setup.board = board,
            Err(errors) => {
                placed = false;
                faults.extend(errors);
            }
        }
        match self.side {
            "w" => setup.turn = Color::White,
            "b" => setup.turn = Color::Black,
            other => faults.push(FenFault::Side(other.to_owned())),
        }
        // Rights name pieces, so they can be read only with a valid placement.
        if placed {
            read_rights(self.castling, variant, suffixes, &mut setup, &mut faults);
        }
        if let Some(leaps) = self.leaps {
            read_leaps(leaps, variant, &mut setup, &mut faults);
        }
        if self.en_passant != "-" && read_passed(self.en_passant, first_rank, variant, &mut setup).is_none() {
            faults.push(FenFault::EnPassantSquare { text: self.en_passant.to_owned() });
        }
        if let Some([halfmove, fullmove]) = self.clocks {
            for (field, text, into) in [
                (SetupField::HalfmoveClock, halfmove, &mut setup.halfmove_clock),
                (SetupField::FullmoveNumber, fullmove, &mut setup.fullmove_number),
            ] {
                match number::read(text) {
                    Some(number) => *into = number,
                    None => faults.push(FenFault::Clock { field, text: text.to_owned() }),
                }
            }
        }
        if let Some(list) = self.waiting.filter(|&list| list != "-") {
            for entry in list.split(',') {
                match read_waiting(entry, variant) {
                    Some(pawn) => setup.waiting.push(pawn),
                    None => faults.push(FenFault::Waiting { entry: entry.to_owned() }),
                }
            }
        }
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }
}

/// A placement without the empty hand behind it.
pub(crate) fn without_empty_hand(placement: &str) -> Option<&str> {
    placement.strip_suffix("[]").or_else(|| placement.strip_suffix("[-]"))
}

fn read_waiting(entry: &str, variant: Variant) -> Option<WaitingPawn> {
    let (square, wait) = entry.split_once(':')?;
    let square = square.parse().ok().filter(|&square| variant.board().contains(square))?;
    let wait = match wait {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return None,
    };
    Some(WaitingPawn { square, wait })
}

/// Writes a position as a FEN with all fields.
pub fn write(position: &Position) -> String {
    let mut text = String::with_capacity(128);
    write_fields(&mut text, position, 1, |text| write_rights(text, position));
    text
}

/// Writes all fields; `rights` writes the castling field. `first_rank` is the dialect's number of the first rank.
pub(crate) fn write_fields(text: &mut String, position: &Position, first_rank: u8, rights: impl FnOnce(&mut String)) {
    let variant = position.variant();
    variant.write_placement(text, position.occupied(), |square| position.piece_at(square));
    write_other_fields(text, position, first_rank, rights);
}

/// Writes all fields behind the placement.
pub(crate) fn write_other_fields(
    text: &mut String,
    position: &Position,
    first_rank: u8,
    rights: impl FnOnce(&mut String),
) {
    text.extend([' ', position.turn().letter(), ' ']);
    let before = text.len();
    rights(text);
    if text.len() == before {
        text.push('-');
    }
    text.push(' ');
    let mut passed = position.en_passant_squares();
    if position.variant().passers_are_named()
        && let Some(pawn) = position.passed_pawn()
    {
        passed = passed.with(pawn);
    }
    for square in passed {
        text.push(square.file_letter());
        number::write(text, u32::from(square.rank() + first_rank));
    }
    if passed.is_empty() {
        text.push('-');
    }
    text.push(' ');
    number::write(text, position.halfmove_clock());
    text.push(' ');
    number::write(text, position.fullmove_number());
    for (index, pawn) in position.all_waiting_pawns().enumerate() {
        let separator = if index == 0 { ' ' } else { ',' };
        let _ = write!(text, "{separator}{}:{}", pawn.square, pawn.wait);
    }
}

/// Reads the start position that a text names, `startpos` or `crc:27621`; `None` if it names none.
///
/// # Errors
/// As [`read_numbered`].
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::fen;
/// let chess = Variant::named("chess")?;
/// assert_eq!(fen::read_start("startpos", chess), Some(Ok(Position::start(chess))));
/// assert!(fen::read_start("crc:1", chess).is_some_and(|start| start.is_err()));
/// assert_eq!(fen::read_start("4k3/8/8/8/8/8/8/4K3 w - - 0 1", chess), None);
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn read_start(text: &str, variant: Variant) -> Option<Result<Position, StartError>> {
    if text.strip_prefix("position ").unwrap_or(text) == "startpos" {
        Some(Ok(Position::start(variant)))
    } else {
        // Waiting pawns have colons too, but every FEN has slashes.
        (!text.contains('/') && text.contains(':')).then(|| read_numbered(text, variant))
    }
}

/// Reads a start position by its variant and number: `crc:27621`.
///
/// # Errors
/// [`StartError`] if the variant does not number its arrays, is not `variant`, or has no such number.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::fen;
/// let crc = Variant::named("crc")?;
/// let position = fen::read_numbered("crc:25933", crc)?; // Gothic Chess
/// assert_eq!(fen::write(&position), "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1");
/// assert!(fen::read_numbered("crc:48001", crc).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_numbered(text: &str, variant: Variant) -> Result<Position, StartError> {
    let whole = text.to_owned();
    let not_numbered = || StartError::NotNumbered { text: text.to_owned() };
    let (named, number) = text.split_once(':').ok_or_else(not_numbered)?;
    if named != variant.id() {
        let other = Variant::named(named).map_err(|error| StartError::Variant { text: text.to_owned(), error })?;
        return Err(match other.numbering() {
            Some(_) => StartError::OtherGame { text: whole, named: named.to_owned(), variant: variant.id().to_owned() },
            None => not_numbered(),
        });
    }
    let (first, last) = variant.numbering().ok_or_else(not_numbered)?.range();
    if !number::is_digits(number) {
        return Err(StartError::Digits { text: whole, number: number.to_owned(), first, last });
    }
    numbered(number.parse().ok(), text, variant)
}

/// The start position of a number; `None` stands for a number that does not fit into 32 bits. `text` is for the error.
pub(crate) fn numbered(number: Option<u32>, text: &str, variant: Variant) -> Result<Position, StartError> {
    let not_numbered = || StartError::NotNumbered { text: text.to_owned() };
    let (first, last) = variant.numbering().ok_or_else(not_numbered)?.range();
    let unknown = || {
        let number = text.rsplit(':').next().unwrap_or(text).to_owned();
        StartError::Number { text: text.to_owned(), number, first, last }
    };
    let setup = number.and_then(|number| variant.numbered_start(number)?.ok()).ok_or_else(unknown)?;
    Position::new(&setup, variant).map_err(|_| not_numbered())
}
