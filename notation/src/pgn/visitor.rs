//! Visitors, which receive the parts of a game while it is read.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash};
use std::ops::ControlFlow;

use campione_movegen::{Move, Position};

use super::error::PgnNote;
use super::text::decode;
use super::tree::{Checked, MAX_KEPT, Movetext, PgnGame, Ply, Remark, Tag};

/// Whether a variation is skipped: its moves are neither checked nor passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skip(pub bool);

/// Receives the parts of a game while it is read by [`PgnReader::visit`](super::PgnReader::visit). Thus a game can be
/// processed without building its tree.
///
/// The calls for one game, in their order:
///
/// 1. [`begin`](Self::begin), once the tags and the start position are known. It makes the state of the game.
/// 2. [`play`](Self::play), [`nag`](Self::nag) and [`comment`](Self::comment) in the order of the text, comments before
///    the tags first. The moves between [`begin_variation`](Self::begin_variation) and
///    [`end_variation`](Self::end_variation) replace the last move before them.
/// 3. [`end`](Self::end), once the result is known, makes the output of the game. It is not called for a game with a
///    fault.
///
/// Each of them may break off: then the output is what it says, and the rest of the game is skipped unchecked.
///
/// A game that cannot be read as we write it may be read again in another [`Reading`](super::Reading). Then `begin` is
/// called again, and the state of the first attempt is dropped. So what belongs to a game should be in its
/// [`Movetext`](Self::Movetext), or be set back by `begin`.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use campione_core::Variant;
/// use campione_movegen::{Move, Position};
/// use campione_notation::pgn::{Checked, PgnOptions, PgnReader, Skip, Tag, Visitor};
///
/// /// Counts the captures of a game, without its variations; skips games of unknown players.
/// struct Captures;
///
/// impl Visitor for Captures {
///     type Movetext = u32;
///     type Output = Option<u32>;
///
///     fn begin(&mut self, tags: &[Tag], _: &Position) -> ControlFlow<Option<u32>, u32> {
///         if tags.iter().any(|tag| tag.name == "White") { ControlFlow::Continue(0) } else { ControlFlow::Break(None) }
///     }
///
///     fn play(&mut self, captures: &mut u32, mv: Move, before: &Position) -> ControlFlow<Option<u32>> {
///         *captures += u32::from(before.captured_role(mv).is_some());
///         ControlFlow::Continue(())
///     }
///
///     fn begin_variation(&mut self, _: &mut u32) -> ControlFlow<Option<u32>, Skip> {
///         ControlFlow::Continue(Skip(true))
///     }
///
///     fn end(&mut self, captures: u32, _: Checked) -> Option<u32> {
///         Some(captures)
///     }
/// }
///
/// let text = "[White \"Greco\"]\n\n1. e4 d5 2. exd5 (2. e5 f6 3. exf6) Qxd5 *\n\n[Black \"?\"]\n\n1. e4 *\n";
/// let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess")?));
/// assert_eq!(reader.visit(&mut Captures).transpose()?, Some(Some(2)));
/// assert_eq!(reader.visit(&mut Captures).transpose()?, Some(None));
/// assert_eq!(reader.visit(&mut Captures).transpose()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// What is kept of a game while its moves are read.
    type Movetext;
    /// What a game becomes.
    type Output;

    /// The moves begin. `tags` are in the order of the text; `start` is the start position.
    fn begin(&mut self, tags: &[Tag], start: &Position) -> ControlFlow<Self::Output, Self::Movetext>;

    /// A legal move, or a null move. `before` is the position before it.
    #[inline(always)]
    fn play(&mut self, movetext: &mut Self::Movetext, mv: Move, before: &Position) -> ControlFlow<Self::Output> {
        let _ = (movetext, mv, before);
        ControlFlow::Continue(())
    }

    /// A numeric annotation glyph (NAG) of the last move: 1 for `!`, 2 for `?` and so on.
    fn nag(&mut self, movetext: &mut Self::Movetext, number: u16) -> ControlFlow<Self::Output> {
        let _ = (movetext, number);
        ControlFlow::Continue(())
    }

    /// A comment, without its braces. It is UTF-8, or Latin-1 in old files.
    fn comment(&mut self, movetext: &mut Self::Movetext, text: &[u8]) -> ControlFlow<Self::Output> {
        let _ = (movetext, text);
        ControlFlow::Continue(())
    }

    /// A variation begins: moves that replace the last one. If it is skipped, [`end_variation`](Self::end_variation) is
    /// not called for it.
    fn begin_variation(&mut self, movetext: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        let _ = movetext;
        ControlFlow::Continue(Skip(false))
    }

    /// The variation ends; the line around it continues.
    fn end_variation(&mut self, movetext: &mut Self::Movetext) -> ControlFlow<Self::Output> {
        let _ = movetext;
        ControlFlow::Continue(())
    }

    /// The game ends. `checked` has its result, and what was noticed.
    fn end(&mut self, movetext: Self::Movetext, checked: Checked) -> Self::Output;
}

/// Only checks the moves.
pub(super) struct Check;

impl Visitor for Check {
    type Movetext = ();
    type Output = Checked;

    fn begin(&mut self, _: &[Tag], _: &Position) -> ControlFlow<Checked, ()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self, (): (), checked: Checked) -> Checked {
        checked
    }
}

/// Skips the moves.
pub(super) struct SkipGame;

impl Visitor for SkipGame {
    type Movetext = Infallible;
    type Output = ();

    fn begin(&mut self, _: &[Tag], _: &Position) -> ControlFlow<(), Infallible> {
        ControlFlow::Break(())
    }

    fn end(&mut self, never: Infallible, _: Checked) {
        match never {}
    }
}

/// Builds the tree of a game.
pub(super) struct Build;

/// A game has more moves and remarks than are kept.
pub(super) struct Full;

/// A tree that is being built.
pub(super) struct Tree {
    tags: Vec<Tag>,
    start: Position,
    line: Movetext,
    /// The number of moves and remarks so far.
    kept: usize,
    around: Vec<Movetext>,
    latin1: bool,
}

impl Tree {
    fn remark(&mut self, remark: Remark) -> ControlFlow<Result<PgnGame, Full>> {
        self.line.plies.last_mut().map_or(&mut self.line.remarks, |ply| &mut ply.remarks).push(remark);
        self.keep()
    }

    fn keep(&mut self) -> ControlFlow<Result<PgnGame, Full>> {
        self.kept += 1;
        if self.kept > MAX_KEPT { ControlFlow::Break(Err(Full)) } else { ControlFlow::Continue(()) }
    }
}

impl Visitor for Build {
    type Movetext = Tree;
    type Output = Result<PgnGame, Full>;

    fn begin(&mut self, tags: &[Tag], start: &Position) -> ControlFlow<Self::Output, Tree> {
        let (line, around) = (Movetext::default(), Vec::new());
        ControlFlow::Continue(Tree { tags: tags.to_vec(), start: *start, line, kept: 0, around, latin1: false })
    }

    fn play(&mut self, tree: &mut Tree, mv: Move, _: &Position) -> ControlFlow<Self::Output> {
        tree.line.plies.push(Ply { mv, remarks: Vec::new() });
        tree.keep()
    }

    fn nag(&mut self, tree: &mut Tree, number: u16) -> ControlFlow<Self::Output> {
        tree.remark(Remark::Nag(number))
    }

    fn comment(&mut self, tree: &mut Tree, text: &[u8]) -> ControlFlow<Self::Output> {
        let text = decode(text, &mut tree.latin1);
        tree.remark(Remark::Comment(text))
    }

    fn begin_variation(&mut self, tree: &mut Tree) -> ControlFlow<Self::Output, Skip> {
        tree.around.push(std::mem::take(&mut tree.line));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, tree: &mut Tree) -> ControlFlow<Self::Output> {
        let Some(around) = tree.around.pop() else { return ControlFlow::Continue(()) };
        let variation = std::mem::replace(&mut tree.line, around);
        // An empty variation `()` is dropped.
        if variation == Movetext::default() {
            ControlFlow::Continue(())
        } else {
            tree.remark(Remark::Variation(variation))
        }
    }

    fn end(&mut self, tree: Tree, checked: Checked) -> Self::Output {
        let Tree { tags, start, line: moves, latin1, .. } = tree;
        let Checked { number, line, reading, mut notes, outcome } = checked;
        if latin1 && !notes.contains(&PgnNote::Latin1) {
            notes.push(PgnNote::Latin1);
        }
        Ok(PgnGame { number, line, tags, start, moves, outcome, reading, notes })
    }
}

/// Computes a hash of the moves and variations: equal games have equal hashes.
pub(super) struct Fingerprint;

impl Visitor for Fingerprint {
    type Movetext = DefaultHasher;
    type Output = Infallible;

    fn begin(&mut self, _: &[Tag], start: &Position) -> ControlFlow<Infallible, DefaultHasher> {
        let mut hasher = DefaultHasher::new();
        start.wide_zobrist().hash(&mut hasher);
        ControlFlow::Continue(hasher)
    }

    fn play(&mut self, moves: &mut DefaultHasher, mv: Move, _: &Position) -> ControlFlow<Infallible> {
        mv.hash(moves);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, moves: &mut DefaultHasher) -> ControlFlow<Infallible, Skip> {
        '('.hash(moves);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, moves: &mut DefaultHasher) -> ControlFlow<Infallible> {
        ')'.hash(moves);
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: DefaultHasher, _: Checked) -> Infallible {
        unreachable!("only its hash is asked for")
    }
}
