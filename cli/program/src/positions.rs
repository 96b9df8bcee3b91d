//! Positions and moves of the command line.

use std::io::{self, Write};

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::dialect::Dialect;
use campione_notation::fen::{self, StartError};
use campione_notation::moves::{self, MoveError};
use campione_notation::pgn::read_result;

use crate::Verdict;
use crate::args::{Common, DEFAULT_VARIANT, PositionArgument};
use crate::lines::{Answers, for_each_line};
use crate::variants;

/// The variant that the command line names. A position such as `crc:27621` names it as well.
pub(crate) fn variant(common: &Common, position: Option<&str>) -> anyhow::Result<Variant> {
    let named = position.and_then(|text| text.split_once(':')).map(|(id, _)| id);
    let named = named.filter(|id| Variant::named(id).is_ok_and(campione_core::Variant::has_random_arrays));
    let variant = variants::load(match (&common.variant, named) {
        (Some(name), _) => name,
        (None, Some(named)) => named,
        (None, None) => DEFAULT_VARIANT,
    })?;
    if let (Some(name), Some(named)) = (&common.variant, named)
        && variant.id() != named
    {
        bail!("`{}` is a position of {named}, but --variant says {name}", position.unwrap_or_default());
    }
    Ok(variant)
}

/// Reads a FEN in any dialect, `startpos` or `crc:27621`.
pub(crate) fn named_position(text: &str, variant: Variant) -> anyhow::Result<Position> {
    Ok(match named_start(text, variant) {
        Some(start) => start?,
        None => Dialect::detect(text, variant)?.1,
    })
}

/// The start position that a text names, if it names one: `startpos` or `crc:27621`.
pub(crate) fn named_start(text: &str, variant: Variant) -> Option<Result<Position, StartError>> {
    if text == "startpos" {
        Some(Ok(Position::start(variant)))
    } else if !text.contains('/') && text.contains(':') {
        Some(fen::read_numbered(text, variant))
    } else {
        None
    }
}

/// Reads a position and plays moves from there.
pub(crate) fn position(text: &str, play: Option<&str>, variant: Variant) -> anyhow::Result<Position> {
    Ok(*game(text, play, variant)?.position())
}

/// A position from text that must not be empty: an unset shell variable does not mean the start position.
fn start(text: &str, variant: Variant) -> anyhow::Result<Position> {
    named_position(not_blank(text)?, variant)
}

/// The text of a position without the spaces around it.
///
/// # Errors
/// The text is empty.
pub(crate) fn not_blank(text: &str) -> anyhow::Result<&str> {
    let text = text.trim();
    ensure!(!text.is_empty(), "the FEN is empty: say `startpos`, or leave it out, for the start position");
    Ok(text)
}

/// A position and a line of moves from there, as a game.
pub(crate) fn game(text: &str, play: Option<&str>, variant: Variant) -> anyhow::Result<Game> {
    let mut game = Game::new(start(text, variant)?);
    play_moves("--play, ", &mut game, play.unwrap_or_default(), moves::read_or_pass)?;
    Ok(game)
}

/// Plays a line of moves in `game`. Messages begin with `place`. A result after the last move is skipped.
pub(crate) fn play_moves(
    place: &str,
    game: &mut Game,
    line: &str,
    read: impl Fn(&str, &Position) -> Result<Move, MoveError>,
) -> anyhow::Result<()> {
    let mut words = moves::split(line).peekable();
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

/// Runs `each` on the position of the command line, or on each line of standard input when that is `-`.
pub(crate) fn for_each_position(
    common: &Common,
    argument: &PositionArgument,
    variant: Variant,
    mut each: impl FnMut(&Position, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    for_each_game(common, argument, variant, |position, _, out, linewise| each(position, out, linewise))
}

/// As [`for_each_position`], with the last move of `--play`.
pub(crate) fn for_each_game(
    common: &Common,
    argument: &PositionArgument,
    variant: Variant,
    mut each: impl FnMut(&Position, Option<Move>, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut read = |text: &str, out: &mut dyn Write, linewise| {
        let game = game(text, argument.play.as_deref(), variant)?;
        each(game.position(), game.moves().last().copied(), out, linewise)
    };
    if argument.fen != ["-"] {
        let mut out = io::BufWriter::new(io::stdout().lock());
        read(&argument.text(), &mut out, false)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    for_each_line(common, Answers::AtOnce, "position", |line, out| read(line, out, true))
}
