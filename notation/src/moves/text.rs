//! What the text of a move says, before a position is asked.

use campione_core::Square;

use crate::letters::Letters;

/// The text of a move as a value: what it says, without a position.
///
/// A text is read in three steps. [`MoveText::parse`] needs no position; [`MoveText::resolve`] finds the one legal move
/// that it means; and `san` and `uci` write that move again.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::moves::{CheckMark, MoveStyle, MoveText, Said};
/// let text = MoveText::parse("♘b1–c3+", MoveStyle::NATIVE).unwrap();
/// let Said::Step(step) = text.said else { panic!("not an ordinary move") };
/// assert_eq!((step.piece, step.to.to_string().as_str(), text.check), (Some('N'), "c3", Some(CheckMark::Check)));
/// let start = Position::start(Variant::named("gothic")?);
/// assert_eq!(text.resolve(&start, MoveStyle::NATIVE).unwrap().from().to_string(), "b1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MoveText {
    /// What moves, and where.
    pub said: Said,
    /// The promotion at the start of the turn (RULES.md §6): `e8=Q:Nc3`, `b1c3,e8q`.
    pub turn_promotion: Option<TurnPromotion>,
    /// The mark of check or mate. It need not be true.
    pub check: Option<CheckMark>,
    /// The annotation glyph (NAG) at the end of the text: 1 for `!`. Only the last of several is kept.
    pub glyph: Option<u16>,
}

/// What a text says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Said {
    /// An algebraic move: `Nb1xc3`, `exd5`, `i8=C`.
    Step(StepText),
    /// Coordinates: `e2e4`, `i7i8c`, `e1i1,j1g1`.
    Coordinates(CoordinatesText),
    /// A castling by its name: `O-O`, `H-H-H`, `O-O:i1g1`, `O-Q-O`.
    Castling(CastlingText),
    /// A null move: `--`, `Z0`, `0000`, `@@@@`, `null`, `pass`.
    Null,
}

/// An algebraic move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct StepText {
    /// The letter of the piece in upper case, or the figurine of a piece that has no letter of its own there; `None` for
    /// a pawn, or for any piece if the whole origin is given.
    pub piece: Option<char>,
    /// The file of the origin, from 0.
    pub file: Option<u8>,
    /// The rank of the origin, from 0.
    pub rank: Option<u8>,
    /// Whether it is marked as a capture.
    pub capture: bool,
    /// The target.
    pub to: Square,
    /// The letter of the piece that a pawn becomes, in upper case.
    pub promotion: Option<char>,
}

/// A move in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CoordinatesText {
    /// The start square.
    pub from: Square,
    /// The target, or in a castling the partner's square.
    pub to: Square,
    /// The letter after the squares, as written: a promotion, or `k` for a castling.
    pub letter: Option<char>,
    /// Start and target of the partner in free castling (RULES.md §3).
    pub partner: Option<(Square, Square)>,
}

/// A castling by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CastlingText {
    /// The letter of the row, in upper case: `O`, `H`, `E`.
    pub letter: char,
    /// The side to which the king castles.
    pub way: Way,
    /// Target of the king in free castling.
    pub king_to: Option<Square>,
    /// Target of the partner in free castling. If only the king's is given, the partner ends beside the king.
    pub partner_to: Option<Square>,
}

/// The side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Way {
    /// `O-O`.
    Short,
    /// `O-O-O`.
    Long,
    /// The side on which a piece with this letter stands at the start, between king and partner: `O-Q-O`.
    Of(char),
}

/// A waiting pawn that is promoted at the start of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct TurnPromotion {
    /// Where the pawn waits.
    pub square: Square,
    /// The letter of the piece that it becomes, in upper case.
    pub letter: char,
}

/// A mark at the end of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CheckMark {
    /// `+`, `++`, `ch`, `†`.
    Check,
    /// `#`, `mate`.
    Mate,
}

impl Said {
    /// Whether it is written algebraically, so that a remedy is too.
    pub(crate) const fn is_algebraic(&self) -> bool {
        match self {
            Said::Step(_) | Said::Castling(_) => true,
            Said::Coordinates(_) | Said::Null => false,
        }
    }
}

/// How a text is read where programs write the same move differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStyle {
    /// The number of the first rank: 1, or 0 in `XBoard`'s notation on boards of ten ranks.
    pub first_rank: u8,
    /// Which of the two syntaxes is expected.
    pub syntax: Syntax,
    /// Whether castlings may have zeros instead of letters, and small letters. Source 003, rule f, forbids zeros among
    /// coordinates.
    pub zeros: bool,
    /// Whether `O-O` means what we write as `O-O-O`, and the reverse.
    pub castlings_swapped: bool,
    /// Whether a free castling without the partner's target leaves the partner beside the king, as `XBoard` writes it:
    /// `O-O-d9` if the king moves one square, the king's move for two or more, also `O-O` for three.
    pub partner_beside: bool,
    /// Letters of pieces that are not ours.
    pub letters: Letters,
}

/// The syntax of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// Coordinates if the text begins with two squares, else algebraic.
    Any,
    /// Coordinates, and castlings by name.
    Coordinates,
    /// Algebraic, short or long.
    Algebraic,
}

impl MoveStyle {
    /// As we write moves, in any syntax.
    pub const NATIVE: MoveStyle = MoveStyle {
        first_rank: 1,
        syntax: Syntax::Any,
        zeros: true,
        castlings_swapped: false,
        partner_beside: false,
        letters: Letters::OURS,
    };

    /// Algebraic moves, as we write them.
    pub(crate) const ALGEBRAIC: MoveStyle = MoveStyle { syntax: Syntax::Algebraic, ..MoveStyle::NATIVE };
}
