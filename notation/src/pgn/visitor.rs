//! Visitors, which receive the parts of a game while it is read.

use std::hash::{DefaultHasher, Hash, Hasher};

use campione_movegen::{Move, Outcome, Position};

use super::{MAX_KEPT, Movetext, Ply, Remark, Tag};

/// Receives the parts of a game while it is read by [`PgnReader::visit`](super::PgnReader::visit). Thus a game can be
/// processed without building its tree.
///
/// The calls for one game, in their order:
///
/// 1. [`comment`](Self::comment), for comments before the moves.
/// 2. [`begin`](Self::begin), once the tags and the start position are known.
/// 3. [`play`](Self::play), [`nag`](Self::nag) and [`comment`](Self::comment) in the order of the text. The moves
///    between [`begin_variation`](Self::begin_variation) and [`end_variation`](Self::end_variation) replace the last
///    move before them.
/// 4. [`end`](Self::end), once the result is known. It is not called for a game with a fault.
///
/// A game may have to be read in another [`Reading`](super::Reading). Then the calls are repeated from step 2 on, to a
/// clone of the visitor that was made before step 2. So a visitor should be cheap to clone, and keep its results by
/// value.
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
    /// The moves begin. `tags` are in the order of the text; `start` is the start position.
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

    /// A legal move. `before` is the position before it.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn play(&mut self, mv: Move, before: &Position) {
        let _ = (mv, before);
    }

    /// A numeric annotation glyph (NAG) of the last move: 1 for `!`, 2 for `?` and so on.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn nag(&mut self, number: u16) {
        let _ = number;
    }

    /// A comment, without its braces. It is UTF-8, or Latin-1 in old files.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn comment(&mut self, text: &[u8]) {
        let _ = text;
    }

    /// A variation begins: moves that replace the last one.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn begin_variation(&mut self) {}

    /// The variation ends; the line around it continues.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn end_variation(&mut self) {}

    /// The game ends, with the outcome that its text states; `None` for `*`.
    ///
    /// See [`begin`](Self::begin) for an example.
    fn end(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }

    /// Whether the visitor has exceeded its limit. If so, reading the game ends with a fault.
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

/// Ignores everything.
#[derive(Clone, Copy)]
pub(super) struct Forget;

impl Visitor for Forget {}

/// Builds the tree of the game.
#[derive(Clone, Default)]
pub(super) struct Build {
    pub(super) line: Movetext,
    /// The number of moves and remarks so far.
    kept: usize,
    around: Vec<Movetext>,
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
            // An empty variation `()` is dropped.
            if variation != Movetext::default() {
                self.remark(Remark::Variation(variation));
            }
        }
    }
}

/// Forwards all calls to another visitor, and computes a hash of the moves.
#[derive(Clone)]
pub(super) struct Fingerprint<C> {
    pub(super) visitor: C,
    moves: DefaultHasher,
}

impl<C: Visitor> Fingerprint<C> {
    pub(super) fn new(visitor: C) -> Fingerprint<C> {
        Fingerprint { visitor, moves: DefaultHasher::new() }
    }

    /// The hash: equal for equal moves and variations.
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

/// Decodes a text as UTF-8, else as Latin-1, in which every byte is a character. `latin1` is then set.
pub(super) fn decode(text: &[u8], latin1: &mut bool) -> String {
    std::str::from_utf8(text).map_or_else(
        |_| {
            *latin1 = true;
            text.iter().map(|&byte| char::from(byte)).collect()
        },
        str::to_owned,
    )
}
