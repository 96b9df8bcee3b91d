//! The public methods of the reader of games.

use std::io::BufRead;

use super::parts::Place;
use super::{Core, PgnOptions, PgnReader, Plies, Scanner, State};
use crate::pgn::error::{PgnError, PgnFault};
use crate::pgn::tree::{Checked, MAX_KEPT, PgnGame};
use crate::pgn::visitor::{Build, Check, Full, SkipGame, Visitor};

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
        let state = State {
            options,
            games: 0,
            plies: Plies::default(),
            left_over: None,
            stack: Vec::new(),
            ambiguous: Vec::new(),
            start: None,
            tags: Vec::new(),
            spare: Vec::new(),
            broken_off: 0,
            ended: false,
        };
        PgnReader { input, scanner: Scanner::new(()), state }
    }

    /// The number of legal moves read so far, including those in variations and in games with a fault.
    pub fn plies(&self) -> u64 {
        self.state.plies.main + self.state.plies.in_variations
    }

    /// The number of legal moves in variations read so far.
    pub fn variation_plies(&self) -> u64 {
        self.state.plies.in_variations
    }

    /// The number of bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.scanner.bytes
    }

    /// What the line on which the last game ended has behind it. It was taken from the stream and belongs to the next game.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::pgn::{PgnOptions, PgnReader};
    /// let text = "1. e4 e5 1-0 1. d4 *\n\n1. c4 *\n";
    /// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess")?));
    /// assert!(reader.check().is_some_and(|game| game.is_ok()));
    /// assert_eq!(reader.rest_of_line(), b"1. d4 *");
    /// assert!(reader.check().is_some_and(|game| game.is_ok()));
    /// assert_eq!(reader.rest_of_line(), b"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest_of_line(&self) -> &[u8] {
        self.scanner.rest_of_line().trim_ascii()
    }

    /// The line of a comment after the last game, which belongs to no game. Known only at the end of the stream.
    pub fn left_over(&self) -> Option<u64> {
        self.state.left_over
    }

    /// Checks the moves of the next game, including variations, and keeps none. `None` at the end of the stream.
    ///
    /// # Errors
    /// A [`PgnError`] concerns only this game; the next can be read. The exception is [`PgnFault::Stream`], after which
    /// there is no other item.
    pub fn check(&mut self) -> Option<Result<Checked, Box<PgnError>>> {
        self.with_core(check)
    }

    /// Reads the next game and passes its parts to a visitor. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    pub fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<V::Output, Box<PgnError>>> {
        self.with_core(|core| core.game(visitor))
    }

    /// Skips the next game: its tags are read, its moves are not checked. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    pub fn skip_game(&mut self) -> Option<Result<(), Box<PgnError>>> {
        self.with_core(skip)
    }

    fn with_core<T>(&mut self, read: impl FnOnce(&mut Core<'_>) -> T) -> T {
        let scanner = std::mem::replace(&mut self.scanner, Scanner::new(()));
        let mut core = Core { scanner: scanner.with_input(&mut self.input), state: &mut self.state };
        let read = read(&mut core);
        self.scanner = core.scanner.with_input(());
        read
    }
}

// None of these depends on a type of the caller, so they are compiled here.

fn check(core: &mut Core<'_>) -> Option<Result<Checked, Box<PgnError>>> {
    core.game(&mut Check)
}

fn skip(core: &mut Core<'_>) -> Option<Result<(), Box<PgnError>>> {
    core.game(&mut SkipGame)
}

fn build(core: &mut Core<'_>) -> Option<Result<PgnGame, Box<PgnError>>> {
    Some(core.game(&mut Build)?.and_then(|game| {
        game.map_err(|Full| {
            let limit = PgnFault::Limit { what: "game", most: MAX_KEPT as u64, unit: "moves and remarks" };
            core.error(Place::of(core.state.broken_off, limit))
        })
    }))
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
        self.with_core(build)
    }
}
