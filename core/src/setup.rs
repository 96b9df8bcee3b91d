//! A position before validation.

use crate::board::Board;
use crate::color::Color;
use crate::square::Square;

/// A right to castle or to leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RightName {
    /// To castle with the partner that starts on that square.
    Partner(Color, Square),
    /// To make the king's leap (RULES.md §3).
    Leap(Color),
}

impl RightName {
    /// The side that has it.
    ///
    /// ```
    /// use campione_core::{Color, RightName};
    /// let j8 = "j8".parse()?;
    /// assert_eq!(RightName::Partner(Color::Black, j8).color(), Color::Black);
    /// assert_eq!(RightName::Leap(Color::White).color(), Color::White);
    /// # Ok::<(), campione_core::ParseSquareError>(())
    /// ```
    pub const fn color(self) -> Color {
        match self {
            RightName::Partner(color, _) | RightName::Leap(color) => color,
        }
    }
}

/// A pawn that has reached the last rank and waits for its promotion (RULES.md §6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaitingPawn {
    /// Its square.
    pub square: Square,
    /// Moves of its owner until it may promote, 2 when it arrives.
    pub wait: u8,
}

/// Any position that can be written down, legal or not.
///
/// `Position::new` in `campione-movegen` validates it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Where the pieces stand.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Rights to castle or leap that are still held, in any order.
    pub rights: Vec<RightName>,
    /// The square that the last double step passed over.
    pub en_passant: Option<Square>,
    /// The pawn that made it. Needed only where two pawns may have passed the square, as Berolina pawns do; where pawns step
    /// straight ahead it is `None`.
    pub passer: Option<Square>,
    /// Plies since the last capture, pawn move or promotion.
    pub halfmove_clock: u32,
    /// Number of the move, from 1; it grows after each move of Black.
    pub fullmove_number: u32,
    /// Waiting pawns of both colors; those of one color in order of arrival.
    pub waiting: Vec<WaitingPawn>,
}

impl Setup {
    /// An empty board with White to move.
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// let board = Variant::named("gothic")?.read_placement("4k5/10/10/10/10/10/10/4K5").unwrap();
    /// let setup = Setup { board, turn: Color::Black, ..Setup::empty() };
    /// assert_eq!((setup.fullmove_number, setup.rights.len(), setup.en_passant), (1, 0, None));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn empty() -> Setup {
        Setup {
            board: Board::default(),
            turn: Color::White,
            rights: Vec::new(),
            en_passant: None,
            passer: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            waiting: Vec::new(),
        }
    }
}

/// What a fault of a position is about, by the fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SetupField {
    /// The pieces on the board.
    Placement,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The square passed by a double step.
    EnPassant,
    /// Moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// The pawns that wait for their promotion.
    Waiting,
}

impl SetupField {
    /// Its index among the fields of a FEN, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name for people: `side to move`.
    pub const fn words(self) -> &'static str {
        match self {
            SetupField::Placement => "placement",
            SetupField::Side => "side to move",
            SetupField::Castling => "castling",
            SetupField::EnPassant => "en passant",
            SetupField::HalfmoveClock => "half-move clock",
            SetupField::FullmoveNumber => "move number",
            SetupField::Waiting => "waiting pawns",
        }
    }
}
