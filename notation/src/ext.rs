//! What positions and variants can do once this crate is there: read and write.

use campione_core::Variant;
use campione_movegen::{Move, Position};

use crate::dialect::Dialect;
use crate::fen::{self, FenError, StartError};
use crate::moves::{self, MoveError};
use crate::{san, uci};

/// Positions of a variant from texts.
pub trait ReadPosition {
    /// Reads a FEN in any dialect that is known (NOTATION.md, "Dialects").
    ///
    /// # Errors
    /// [`FenError`] names each fault, its place and the remedy.
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

    /// The start position with the array of that number, in a variant that numbers its arrays.
    ///
    /// # Errors
    /// [`StartError`]: the variant has no numbers, or not this one.
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

/// Positions and their moves as texts.
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

    /// A legal move in coordinates, as UCI has it: `g1f3` (NOTATION.md, "Coordinates").
    ///
    /// See [`san`](Self::san) for an example.
    fn uci(&self, mv: Move) -> String;

    /// Reads a legal move in any notation: SAN, coordinates, a castling's letters.
    ///
    /// # Errors
    /// [`MoveError`]: it cannot be read, is not legal, or may be one of several.
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
