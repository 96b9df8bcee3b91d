//! The public methods of the reader of games.

use std::io::BufRead;

use super::{Checked, PgnOptions, PgnReader, Place, Plies, Scanner};
use crate::pgn::error::{PgnError, PgnFault};
use crate::pgn::visitor::{Build, Check, Full, SkipGame, Visitor};
use crate::pgn::{MAX_KEPT, PgnGame};

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader of a stream.
    ///
    /// The second game has an illegal move; the third is still read:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::pgn::{PgnOptions, PgnReader};
    /// let text = "1. d4 d5 (1... Nc6) 2. Nc3 *\n\n1. d4 d4 *\n\n1. e4 1-0\n";
    /// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("gothic")?));
    /// let mut legal = Vec::new();
    /// while let Some(game) = reader.check() {
    ///     legal.push(game.is_ok());
    /// }
    /// assert_eq!(legal, [true, false, true]);
    /// assert_eq!((reader.plies(), reader.variation_plies()), (6, 1));
    /// assert_eq!((reader.bytes(), reader.left_over()), (text.len() as u64, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(input: R, options: PgnOptions) -> PgnReader<R> {
        let scanner = Scanner::new(input);
        let (plies, stack) = (Plies::default(), Vec::new());
        let (games, left_over, ambiguous, broken_off, ended) = (0, None, None, 0, false);
        PgnReader { scanner, options, games, plies, left_over, stack, ambiguous, broken_off, ended }
    }

    /// The number of legal moves read so far, including those in variations and in games with a fault.
    pub fn plies(&self) -> u64 {
        self.plies.main + self.plies.in_variations
    }

    /// The number of legal moves in variations read so far.
    pub fn variation_plies(&self) -> u64 {
        self.plies.in_variations
    }

    /// The number of bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.scanner.bytes
    }

    /// The line of a comment after the last game, which belongs to no game. Known only at the end of the stream.
    pub fn left_over(&self) -> Option<u64> {
        self.left_over
    }

    /// Checks the moves of the next game, including variations, and keeps none. `None` at the end of the stream.
    ///
    /// # Errors
    /// A [`PgnError`] concerns only this game; the next can be read. The exception is [`PgnFault::Stream`], after which
    /// there is no other item.
    pub fn check(&mut self) -> Option<Result<Checked, Box<PgnError>>> {
        self.visit(&mut Check)
    }

    /// Reads the next game and passes its parts to a visitor. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    pub fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<V::Output, Box<PgnError>>> {
        self.game(visitor)
    }

    /// Skips the next game: its tags are read, its moves are not checked. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    pub fn skip_game(&mut self) -> Option<Result<(), Box<PgnError>>> {
        self.visit(&mut SkipGame)
    }
}

/// The games with everything that their text contains.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::pgn::{PgnOptions, PgnReader, Remark};
/// let text = "1. d4 $1 {the usual move} *";
/// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("carrera")?));
/// let game = reader.next().expect("a game")?;
/// let remarks = &game.moves.plies[0].remarks;
/// assert_eq!(remarks[..], [Remark::Nag(1), Remark::Comment("the usual move".to_owned())]);
/// assert_eq!(game.outcome, None);
/// assert!(reader.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, Box<PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.visit(&mut Build)?.and_then(|game| {
            game.map_err(|Full| {
                let limit = PgnFault::Limit { what: "game", most: MAX_KEPT as u64, unit: "moves and remarks" };
                self.error(Place::of(self.broken_off, limit))
            })
        }))
    }
}
