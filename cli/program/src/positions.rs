//! Positions and moves of the command line.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::detect::{self, Claim, DetectNote, Detected};
use campione_notation::dialect::Dialect;
use campione_notation::epd::PositionText;
use campione_notation::fen;
use campione_notation::moves::{self, MoveError};
use campione_notation::pgn::read_result;

use crate::Verdict;
use crate::args::{Common, DEFAULT_VARIANT, PositionArgument, UNNAMED_VARIANT};
use crate::lines::{self, Answers, for_each_line};
use crate::messages::complain;
use crate::variants;

/// Reads the positions of a command.
#[derive(Clone, Copy)]
pub(crate) struct PositionReader {
    /// The variant that the user has named, or that of the only position. If there are several positions and the user has
    /// named none, each of them may be of another, and this is the default.
    pub(crate) variant: Variant,
    claim: Claim,
    /// The dialect of FENs; `None` if it is found for each position.
    dialect: Option<Dialect>,
}

impl PositionReader {
    /// Reads positions of the variant that the command line names; a position such as `crc:27621` names it as well. If
    /// nothing names it, it is found for each position.
    pub(crate) fn of_several(common: &Common, first: Option<&str>) -> anyhow::Result<PositionReader> {
        let named = first.and_then(|text| text.split_once(':')).map(|(id, _)| id);
        let named = named.filter(|id| Variant::named(id).is_ok_and(campione_core::Variant::has_random_arrays));
        if let Some(name) = &common.variant {
            let variant = variants::load(name)?;
            if let Some(named) = named.filter(|&named| variant.id() != named) {
                bail!("`{}` is a position of {named}, but --variant says {name}", first.unwrap_or_default());
            }
            return Ok(PositionReader { variant, claim: Claim::Named(variant), dialect: None });
        }
        let variant = variants::load(named.unwrap_or(DEFAULT_VARIANT))?;
        let claim = match named {
            Some(_) => Claim::Named(variant),
            None => Claim::Assumed(variant, Some(variants::load(UNNAMED_VARIANT)?)),
        };
        Ok(PositionReader { variant, claim, dialect: None })
    }

    /// The same, for FENs of one dialect; all dialects for `None`.
    pub(crate) fn in_dialect(self, dialect: Option<Dialect>) -> PositionReader {
        PositionReader { dialect, ..self }
    }

    /// As [`PositionReader::of_several`], for one position: its variant is found at once.
    pub(crate) fn of_one(common: &Common, text: &str) -> anyhow::Result<PositionReader> {
        let reader = PositionReader::of_several(common, Some(text))?;
        let variant = match reader.claim {
            Claim::Assumed(..) => reader.read(text)?.1.variant(),
            _ => reader.variant,
        };
        Ok(PositionReader { variant, claim: Claim::Named(variant), dialect: None })
    }

    /// Reads the position of an argument, or the lines of standard input if that is `-`.
    pub(crate) fn of(common: &Common, argument: &PositionArgument) -> anyhow::Result<PositionReader> {
        if argument.is_lines() {
            PositionReader::of_several(common, None)
        } else {
            PositionReader::of_one(common, &argument.text())
        }
    }

    /// As [`PositionReader::of`], for a command that can serve one variant: all lines are of it.
    pub(crate) fn of_one_variant(common: &Common, argument: &PositionArgument) -> anyhow::Result<PositionReader> {
        let reader = PositionReader::of(common, argument)?;
        Ok(PositionReader { claim: Claim::Named(reader.variant), ..reader })
    }

    /// Reads a FEN in any dialect, with or without operations behind it, `startpos` or `crc:27621`. Notes go to standard
    /// error.
    pub(crate) fn read(&self, text: &str) -> anyhow::Result<(Dialect, Position)> {
        let text = not_blank(text)?;
        if let Some((start, moves)) = with_moves(text) {
            let (dialect, position) = self.read(start)?;
            let mut game = Game::new(position);
            play_moves("", &mut game, moves, moves::read_or_pass)?;
            return Ok((dialect, *game.position()));
        }
        if let Some(dialect) = self.dialect {
            return match fen::read_start(text, self.variant) {
                Some(start) => Ok((Dialect::Xfen, start?)),
                None => Ok((dialect, dialect.read(&PositionText::of(text).fen, self.variant)?)),
            };
        }
        let Detected { position, dialect, notes } = detect::read(text, self.claim)?;
        notes.iter().for_each(say_once);
        Ok((dialect, position))
    }

    /// A position and a line of moves from there, as a game.
    pub(crate) fn game(&self, text: &str, play: Option<&str>) -> anyhow::Result<Game> {
        let mut game = Game::new(self.read(text)?.1);
        play_moves("--play, ", &mut game, play.unwrap_or_default(), moves::read_or_pass)?;
        Ok(game)
    }
}

/// A position and moves from there, as programs send them: `position fen … moves …`.
fn with_moves(text: &str) -> Option<(&str, &str)> {
    let (start, moves) = text.split_once(" moves ")?;
    // In a list of operations, it is a word of a text.
    (!start.contains([';', '"'])).then_some((start, moves))
}

/// The most notes on positions that a command writes.
const MOST_NOTES: usize = 50;

/// Says a note on standard error, unless it has been said: the positions of a list are mostly of one kind.
pub(crate) fn say_once(note: &DetectNote) {
    static SAID: Mutex<Vec<DetectNote>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.contains(note) || said.len() >= MOST_NOTES {
        return;
    }
    let remedy = match note {
        DetectNote::Variant { found, .. } => format!(" (`-v {found}` says so)"),
        DetectNote::TooMany { .. } => " (`-v` names another)".to_owned(),
        _ => String::new(),
    };
    complain(&format!("note: {note}{remedy}"));
    said.push(note.clone());
}

/// The text of a position without the spaces around it.
///
/// # Errors
/// The text is empty.
fn not_blank(text: &str) -> anyhow::Result<&str> {
    let text = text.trim();
    ensure!(!text.is_empty(), "the FEN is empty: say `startpos`, or leave it out, for the start position");
    Ok(text)
}

/// Plays a line of moves in `game`. Messages begin with `place`. Comments in braces, and a result after the last move, are
/// skipped.
pub(crate) fn play_moves(
    place: &str,
    game: &mut Game,
    line: &str,
    read: impl Fn(&str, &Position) -> Result<Move, MoveError>,
) -> anyhow::Result<()> {
    let line = without_comments(line);
    let mut words = moves::split(&line).peekable();
    let mut index = 0;
    while let Some(text) = words.next() {
        let position = game.position();
        let mv = read(text, position);
        if mv.is_err() && words.peek().is_none() && read_result(text.as_bytes()).is_ok() {
            continue;
        }
        if mv.is_err()
            && position.legal_moves().is_empty()
            && let Some(outcome) = position.outcome()
        {
            let over = if index == 0 { "before the first move".to_owned() } else { format!("after move {index}") };
            bail!("{place}move {} (`{text}`): the game is over {over}: {}", index + 1, outcome.in_words());
        }
        game.play_unchecked(mv.with_context(|| format!("{place}move {}", index + 1))?);
        index += 1;
    }
    Ok(())
}

/// A line of moves without the comments in braces that PGN and the protocols' results have.
fn without_comments(line: &str) -> Cow<'_, str> {
    if !line.contains('{') {
        return Cow::Borrowed(line);
    }
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, comment)) = rest.split_once('{') {
        text += before;
        text.push(' ');
        rest = comment.split_once('}').map_or("", |(_, after)| after);
    }
    Cow::Owned(text + rest)
}

/// Runs `each` on the position of the command line, or on each line of standard input when that is `-`.
pub(crate) fn for_each_position(
    common: &Common,
    argument: &PositionArgument,
    reader: &PositionReader,
    mut each: impl FnMut(&Position, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut read = |text: &str, out: &mut dyn Write, linewise| {
        each(reader.game(text, argument.play.as_deref())?.position(), out, linewise)
    };
    if !argument.is_lines() {
        let mut out = io::BufWriter::new(io::stdout().lock());
        read(&argument.text(), &mut out, false)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    for_each_line(common, Answers::AtOnce, "position", |line, out| read(line, out, true))
}

/// As [`for_each_position`], for answers that take no time: they are independent, so all threads work on a file
/// ([`lines::convert_lines`]). `each` is also told the last move of `--play`, and appends its answer to a text.
pub(crate) fn answer_positions(
    common: &Common,
    argument: &PositionArgument,
    reader: &PositionReader,
    each: impl Fn(&Position, Option<Move>, &mut String, bool) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<Verdict> {
    let play = argument.play.as_deref();
    let answer = |text: &str, answer: &mut String, linewise| {
        let game = reader.game(text, play)?;
        each(game.position(), game.moves().last().copied(), answer, linewise)
    };
    if argument.is_lines() {
        return lines::convert_lines(common, "position", |line, text| answer(line, text, true));
    }
    let mut text = String::new();
    answer(&argument.text(), &mut text, false)?;
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Verdict::Done)
}
