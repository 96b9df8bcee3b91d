//! The public methods of the reader of games.

use std::io::BufRead;

use super::{Checked, Done, Head, PgnNote, PgnOptions, PgnReader, Played, Plies, ReadGame, Scanner, Visitor};
use crate::pgn::PgnGame;
use crate::pgn::visitor::{Build, Forget};

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
    /// while let Some(game) = reader.check()? {
    ///     legal.push(game.is_ok());
    /// }
    /// assert_eq!(legal, [true, false, true]);
    /// assert_eq!((reader.plies(), reader.variation_plies()), (6, 1));
    /// assert_eq!((reader.bytes(), reader.left_over()), (text.len() as u64, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(input: R, options: PgnOptions) -> PgnReader<R> {
        let scanner = Scanner::new(input);
        let plies = Plies::default();
        PgnReader { scanner, options, games: 0, plies, left_over: None, stack: Vec::new(), ambiguous: None }
    }

    /// The number of legal moves read so far, including those in variations and in games with a fault.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn plies(&self) -> u64 {
        self.plies.main + self.plies.in_variations
    }

    /// The number of legal moves in variations read so far.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn variation_plies(&self) -> u64 {
        self.plies.in_variations
    }

    /// The number of bytes read so far.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn bytes(&self) -> u64 {
        self.scanner.bytes
    }

    /// The line of a comment after the last game, which belongs to no game. Known only at the end of the stream.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn left_over(&self) -> Option<u64> {
        self.left_over
    }

    /// Checks the moves of the next game, including variations, and keeps none. `None` at the end of the stream.
    ///
    /// # Errors
    /// [`io::Error`](std::io::Error) if the stream cannot be read. A [`PgnError`](crate::pgn::PgnError) concerns only
    /// this game; the next can be read.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn check(&mut self) -> ReadGame<Checked> {
        self.visit(&mut Forget)
    }

    /// Reads the next game and passes its parts to a visitor. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    ///
    /// See [`Visitor`] for an example.
    pub fn visit(&mut self, visitor: &mut impl Visitor) -> ReadGame<Checked> {
        let done = self.game(visitor)?;
        Ok(done.map(|game| {
            game.map(|Done { head: Head { number, line, notes, .. }, played, .. }| Checked {
                number,
                line,
                reading: played.reading,
                notes,
            })
        }))
    }

    /// Reads the next game with everything that its text contains. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::pgn::{PgnOptions, PgnReader, Remark};
    /// let text = "1. d4 $1 {the usual move} *";
    /// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("carrera")?));
    /// let game = reader.read()?.expect("a game")?;
    /// let remarks = &game.moves.plies[0].remarks;
    /// assert_eq!(remarks[..], [Remark::Nag(1), Remark::Comment("the usual move".to_owned())]);
    /// assert_eq!(game.outcome, None);
    /// assert!(reader.read()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&mut self) -> ReadGame<PgnGame> {
        let mut build = Build::default();
        let done = self.game(&mut build)?;
        Ok(done.map(|game| {
            game.map(|Done { head: Head { number, line, tags, mut notes }, played, outcome }| {
                if build.latin1 && !notes.contains(&PgnNote::Latin1) {
                    notes.push(PgnNote::Latin1);
                }
                let Played { reading, start, .. } = played;
                PgnGame { number, line, tags, start, moves: build.line, outcome, reading, notes }
            })
        }))
    }
}
