//! `campione convert`: converts moves from one notation to another.

use std::io::{self as stdio, Write};

use anyhow::{Context, bail};
use campione_movegen::{Game, Position};
use campione_notation::{fen, moves};
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, ConvertOptions, Format};
use crate::lines;
use crate::positions::{self, PositionReader};

pub(crate) fn run(common: &Common, options: &ConvertOptions) -> anyhow::Result<Verdict> {
    let start = PositionReader::of_one(common, &options.fen)?.read(&options.fen)?.1;
    if options.moves != ["-"] {
        let mut out = stdio::BufWriter::new(stdio::stdout().lock());
        let mut text = String::new();
        convert(&options.moves.join(" "), &start, common, options, &mut text)?;
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    lines::convert_lines(common, "move", |line, text| convert(line, &start, common, options, text))
}

/// Converts a line of moves from `start`, and appends it as a line.
fn convert(
    line: &str,
    start: &Position,
    common: &Common,
    options: &ConvertOptions,
    text: &mut String,
) -> anyhow::Result<()> {
    let mut game = Game::new(*start);
    positions::play_moves("", &mut game, line, |text, position| match options.from {
        Some(notation) => notation.read_or_pass(text, position),
        None => moves::read_or_pass(text, position),
    })?;
    let played = game.moves().iter().zip(game.positions()).enumerate();
    let written = played
        .map(|(index, (&mv, before))| options.to.write(mv, before).with_context(|| format!("move {}", index + 1)));
    let written = written.collect::<anyhow::Result<Vec<String>>>()?;
    if written.is_empty() {
        bail!("there is no move in `{line}`: expected moves such as `e2e4 e7e5`, or `-` to read lines of them");
    }
    match common.format {
        Format::Text => text.push_str(&written.join(" ")),
        Format::Json => {
            let line = json!({
                "variant": start.variant().id(),
                "fen": fen::write(start),
                "to": options.to.name(),
                "moves": written,
                "end": fen::write(game.position()),
            });
            text.push_str(&line.to_string());
        }
    }
    text.push('\n');
    Ok(())
}
