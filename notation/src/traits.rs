//! Extension traits that add reading and writing to variants and positions.

use campione_core::Variant;
use campione_movegen::{Move, Position};

use crate::dialect::Dialect;
use crate::fen::{self, FenError, StartError};
use crate::moves::{self, MoveError};
use crate::{san, uci};

/// Reads positions of a variant.
pub trait ReadPosition {
    /// Reads a FEN in any dialect except `xboard` (NOTATION.md, "Dialects").
    ///
    /// # Errors
    /// [`FenError`] lists every fault found, with its field.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{Notation, ReadPosition};
    /// let janus = Variant::named("janus")?;
    /// let position = janus.position("4k5/10/10/10/10/10/4P5/4K5 w - - 0 1")?;
    /// assert_eq!(position.legal_moves().len(), 6);
    /// assert!(janus.position("4k5/10/10/10/10/10/4P5/4X5 w - - 0 1").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn position(self, fen: &str) -> Result<Position, FenError>;

    /// The start position with the given number, in a variant that numbers its arrays.
    ///
    /// # Errors
    /// [`StartError`] if the variant does not number its arrays, or has no array with this number.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{Notation, ReadPosition};
    /// let crc = Variant::named("crc")?;
    /// assert_eq!(crc.array(27621)?.fen(), "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn array(self, number: u32) -> Result<Position, StartError>;
}

impl ReadPosition for Variant {
    fn position(self, fen: &str) -> Result<Position, FenError> {
        Ok(Dialect::detect(fen, self)?.1)
    }

    fn array(self, number: u32) -> Result<Position, StartError> {
        fen::numbered(Some(number), &format!("{}:{number}", self.id()), self)
    }
}

/// Writes positions, and reads and writes their moves.
pub trait Notation {
    /// The position as a FEN (NOTATION.md, "Positions").
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::Notation;
    /// let start = Position::start(Variant::named("capablanca")?);
    /// assert_eq!(start.fen(), "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    fn fen(&self) -> String;

    /// A legal move in Standard Algebraic Notation: `Nf3`, `O-O`, `exd5`, `Ah4#` (NOTATION.md, "SAN").
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::Notation;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mv = start.parse_move("b1c3")?;
    /// assert_eq!((start.san(mv), start.uci(mv)), ("Nc3".to_owned(), "b1c3".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn san(&self, mv: Move) -> String;

    /// A legal move in coordinates, as in UCI: `g1f3` (NOTATION.md, "Coordinates").
    fn uci(&self, mv: Move) -> String;

    /// Reads a legal move in SAN, long algebraic notation or coordinates.
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move, is illegal or is ambiguous.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// use campione_notation::Notation;
    /// let start = Position::start(Variant::named("gothic")?);
    /// assert_eq!(start.parse_move("Nc3")?, start.parse_move("b1c3")?);
    /// assert!(start.parse_move("Nc4").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn parse_move(&self, text: &str) -> Result<Move, MoveError>;
}

impl Notation for Position {
    fn fen(&self) -> String {
        fen::write(self)
    }

    fn san(&self, mv: Move) -> String {
        san::write(mv, self)
    }

    fn uci(&self, mv: Move) -> String {
        uci::write(mv, self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        moves::read(text, self)
    }
}
