//! Who is told of a game while it is read.

use std::hash::{DefaultHasher, Hash, Hasher};

use campione_movegen::{Move, Outcome, Position};

use super::{Line, MAX_KEPT, Ply, Remark, Tag};

/// Is told of a game while it is read, and builds whatever it likes of it; [`PgnReader::visit`](super::PgnReader::visit)
/// takes one. No tree of the game is made.
///
/// The phases of a game, in their order:
///
/// 1. [`comment`](Self::comment), for comments before the moves.
/// 2. [`begin`](Self::begin), once the tags and the start position are known.
/// 3. [`play`](Self::play), [`nag`](Self::nag) and [`comment`](Self::comment) in the order of the text. What stands between
///    [`begin_variation`](Self::begin_variation) and [`end_variation`](Self::end_variation) replaces the last move before it.
/// 4. [`end`](Self::end), once the result is known. A game with a fault does not come so far.
///
/// A game that can only be read in another [`Reading`](super::Reading) is told again, from phase 2 on, to a clone that was made
/// before it. So a visitor should be cheap to clone, and keep its results by value.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Move, Position};
/// use campione_notation::pgn::{PgnOptions, PgnReader, Visitor};
///
/// /// Counts captures, variations included.
/// #[derive(Clone, Default)]
/// struct Captures(u32);
///
/// impl Visitor for Captures {
///     fn play(&mut self, mv: Move, before: &Position) {
///         self.0 += u32::from(before.captured_role(mv).is_some());
///     }
/// }
///
/// let text = "1. e4 d5 2. exd5 (2. e5 f6 3. exf6) Qxd5 *";
/// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess")?));
/// let mut captures = Captures::default();
/// reader.visit(&mut captures)?.expect("there is a game")?;
/// assert_eq!(captures.0, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor: Clone {
    /// The moves begin: the tags in their order, and the position.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Move, Outcome, Position};
    /// use campione_notation::Notation;
    /// use campione_notation::pgn::{PgnOptions, PgnReader, Tag, Visitor, result_text};
    ///
    /// /// Writes down all that it is told.
    /// #[derive(Clone, Default)]
    /// struct Told(Vec<String>);
    ///
    /// impl Visitor for Told {
    ///     fn begin(&mut self, tags: &[Tag], _: &Position) { self.0.push(tags[0].value.clone()) }
    ///     fn play(&mut self, mv: Move, before: &Position) { self.0.push(before.san(mv)) }
    ///     fn nag(&mut self, number: u16) { self.0.push(format!("${number}")) }
    ///     fn comment(&mut self, text: &[u8]) { self.0.push(String::from_utf8_lossy(text).into()) }
    ///     fn begin_variation(&mut self) { self.0.push("(".to_owned()) }
    ///     fn end_variation(&mut self) { self.0.push(")".to_owned()) }
    ///     fn end(&mut self, outcome: Option<Outcome>) { self.0.push(result_text(outcome).to_owned()) }
    /// }
    ///
    /// let text = "[Site \"Lima\"]\n\n1. d4 $1 (1. e4 {sharp}) d5 1/2-1/2";
    /// let mut told = Told::default();
    /// PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("carrera")?)).visit(&mut told)?.expect("a game")?;
    /// assert_eq!(told.0, ["Lima", "d4", "$1", "(", "e4", "sharp", ")", "d5", "1/2-1/2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn begin(&mut self, tags: &[Tag], start: &Position) {
        let _ = (tags, start);
    }

    /// A legal move, and the position before it.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn play(&mut self, mv: Move, before: &Position) {
        let _ = (mv, before);
    }

    /// A Numeric Annotation Glyph of the last move: 1 for `!`, 2 for `?` and so on.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn nag(&mut self, number: u16) {
        let _ = number;
    }

    /// A comment without its braces: UTF-8, or Latin-1 in old files.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn comment(&mut self, text: &[u8]) {
        let _ = text;
    }

    /// Moves that could have been played instead of the last one.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn begin_variation(&mut self) {}

    /// Back to the moves around the variation.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn end_variation(&mut self) {}

    /// How the game ended, as its text says; `None` for `*`.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn end(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }

    /// Whether no more can be kept: reading then ends with a fault.
    ///
    /// A visitor that keeps at most two moves:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Move, Position};
    /// use campione_notation::pgn::{PgnOptions, PgnReader, Visitor};
    ///
    /// #[derive(Clone, Default)]
    /// struct Short(Vec<Move>);
    ///
    /// impl Visitor for Short {
    ///     fn play(&mut self, mv: Move, _: &Position) { self.0.push(mv) }
    ///     fn is_full(&self) -> bool { self.0.len() > 2 }
    /// }
    ///
    /// let text = "1. d4 d5 *\n\n1. d4 d5 2. e4 e5 *\n";
    /// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("carrera")?));
    /// assert!(reader.visit(&mut Short::default())?.expect("a game").is_ok());
    /// assert!(reader.visit(&mut Short::default())?.expect("a game").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// Forgets it.
#[derive(Clone, Copy)]
pub(super) struct Forget;

impl Visitor for Forget {}

/// Makes a tree of it.
#[derive(Clone, Default)]
pub(super) struct Build {
    pub(super) line: Line,
    /// Moves and remarks so far.
    kept: usize,
    around: Vec<Line>,
    pub(super) latin1: bool,
}

impl Build {
    fn remark(&mut self, remark: Remark) {
        self.kept += 1;
        self.line.plies.last_mut().map_or(&mut self.line.remarks, |ply| &mut ply.remarks).push(remark);
    }
}

impl Visitor for Build {
    fn play(&mut self, mv: Move, _: &Position) {
        self.kept += 1;
        self.line.plies.push(Ply { mv, remarks: Vec::new() });
    }

    fn nag(&mut self, number: u16) {
        self.remark(Remark::Nag(number));
    }

    fn comment(&mut self, text: &[u8]) {
        let text = decode(text, &mut self.latin1);
        self.remark(Remark::Comment(text));
    }

    fn is_full(&self) -> bool {
        self.kept > MAX_KEPT
    }

    fn begin_variation(&mut self) {
        self.around.push(std::mem::take(&mut self.line));
    }

    fn end_variation(&mut self) {
        if let Some(around) = self.around.pop() {
            let variation = std::mem::replace(&mut self.line, around);
            // `()` says nothing.
            if variation != Line::default() {
                self.remark(Remark::Variation(variation));
            }
        }
    }
}

/// Hands it on, and has a number that tells the moves of one game from those of another.
#[derive(Clone)]
pub(super) struct Fingerprint<C> {
    pub(super) visitor: C,
    moves: DefaultHasher,
}

impl<C: Visitor> Fingerprint<C> {
    pub(super) fn new(visitor: C) -> Fingerprint<C> {
        Fingerprint { visitor, moves: DefaultHasher::new() }
    }

    /// The same for the same moves.
    pub(super) fn number(&self) -> u64 {
        self.moves.finish()
    }
}

impl<C: Visitor> Visitor for Fingerprint<C> {
    fn begin(&mut self, tags: &[Tag], start: &Position) {
        self.visitor.begin(tags, start);
    }

    fn play(&mut self, mv: Move, before: &Position) {
        mv.hash(&mut self.moves);
        self.visitor.play(mv, before);
    }

    fn nag(&mut self, number: u16) {
        self.visitor.nag(number);
    }

    fn comment(&mut self, text: &[u8]) {
        self.visitor.comment(text);
    }

    fn begin_variation(&mut self) {
        '('.hash(&mut self.moves);
        self.visitor.begin_variation();
    }

    fn end_variation(&mut self) {
        ')'.hash(&mut self.moves);
        self.visitor.end_variation();
    }

    fn is_full(&self) -> bool {
        self.visitor.is_full()
    }
}

/// Text as UTF-8, else as Latin-1, in which every byte is a character.
pub(super) fn decode(text: &[u8], latin1: &mut bool) -> String {
    std::str::from_utf8(text).map_or_else(
        |_| {
            *latin1 = true;
            text.iter().map(|&byte| char::from(byte)).collect()
        },
        str::to_owned,
    )
}
