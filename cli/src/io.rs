//! Reading positions and lines, writing results.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail};
use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::{fen, uci};
use serde_json::Value;

use crate::args::{Common, DEFAULT_VARIANT, PositionArgument};
use crate::{Verdict, interrupt};

/// Whether the reader of our output has gone away, which is no failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error. That nobody can read it changes nothing about the work.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A count in JSON: a string where a double could not hold it.
pub(crate) fn count(nodes: u128) -> Value {
    match u64::try_from(nodes) {
        Ok(small) if small <= 1 << 53 => Value::from(small),
        _ => Value::from(nodes.to_string()),
    }
}

/// The game that the command line asks for. A position written `crc:27621` says it as well.
pub(crate) fn variant(common: &Common, argument: &PositionArgument) -> anyhow::Result<Variant> {
    let named = argument.fen.first().and_then(|text| text.split_once(':')).map(|(id, _)| id);
    let named = named.filter(|id| Variant::named(id).is_ok_and(|variant| variant.has_random_arrays()));
    let id = match (&common.variant, named) {
        (Some(id), Some(named)) if id != named => {
            bail!("`{}` is a position of {named}, but --variant says {id}", argument.fen[0]);
        }
        (Some(id), _) => id,
        (None, Some(named)) => named,
        (None, None) => DEFAULT_VARIANT,
    };
    Ok(Variant::named(id)?)
}

/// Reads a FEN, `startpos` or `crc:27621`, and plays moves from there.
pub(crate) fn position<'v>(text: &str, play: Option<&str>, variant: &'v Variant) -> anyhow::Result<Position<'v>> {
    let text = text.trim();
    let mut position = if text.is_empty() || text == "startpos" {
        Position::start(variant)
    } else if text.contains(':') && !text.contains('/') {
        fen::read_numbered(text, variant)?
    } else {
        fen::read(text, variant)?
    };
    for (index, mv) in play.unwrap_or_default().split_whitespace().enumerate() {
        let mv = uci::read(mv, &position).with_context(|| format!("--play, move {}", index + 1))?;
        position = position.play_unchecked(mv);
    }
    Ok(position)
}

/// Runs `each` on the position of the command line, or on each line of standard input when that is `-`.
pub(crate) fn for_each_position(
    argument: &PositionArgument,
    variant: &Variant,
    mut each: impl FnMut(&Position<'_>, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let play = argument.play.as_deref();
    if argument.fen != ["-"] {
        each(&position(&argument.fen.join(" "), play, variant)?, &mut out, false)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    let mut verdict = Verdict::Done;
    let mut lines = (1..).zip(io::stdin().lock().split(b'\n'));
    while let Some((number, line)) = interrupt::while_waiting(|| lines.next())? {
        let line = line.context("standard input")?;
        let position = std::str::from_utf8(&line)
            .context("not UTF-8 text")
            .and_then(|line| if line.trim().is_empty() { bail!("it is empty") } else { position(line, play, variant) });
        match position {
            // Whoever asks line by line waits for the answer before the next question.
            Ok(position) => {
                each(&position, &mut out, true)?;
                out.flush()?;
            }
            Err(error) => {
                out.flush()?;
                complain(&format!("line {number}: {error:#}"));
                verdict = Verdict::Failed;
            }
        }
    }
    out.flush()?;
    Ok(verdict)
}
