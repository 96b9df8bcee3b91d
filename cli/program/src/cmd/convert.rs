//! `campione convert`: moves from one notation to another.

use std::io::{self as stdio, Write};

use anyhow::bail;
use campione_movegen::Position;
use campione_notation::{fen, moves};
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, ConvertOptions, Format};
use crate::io::{self, Answers};

pub(crate) fn run(common: &Common, options: &ConvertOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, Some(&options.fen))?;
    let start = io::position(&options.fen, None, variant)?;
    if options.moves != ["-"] {
        let mut out = stdio::BufWriter::new(stdio::stdout().lock());
        convert(&options.moves.join(" "), &start, common, options, &mut out)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    io::for_each_line(common, Answers::BeforeWaiting, "move", |line, out| convert(line, &start, common, options, out))
}

/// Converts a line of moves from `start`.
fn convert(
    line: &str,
    start: &Position,
    common: &Common,
    options: &ConvertOptions,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut written = Vec::new();
    let end = io::play_moves(
        "",
        *start,
        line,
        |text, position| match options.from {
            Some(notation) => notation.read(text, position),
            None => moves::read(text, position),
        },
        |mv, position| {
            written.push(options.to.write(mv, position)?);
            Ok(())
        },
    )?;
    if written.is_empty() {
        bail!("there is no move in `{line}`: expected moves such as `e2e4 e7e5`, or `-` to read lines of them");
    }
    match common.format {
        Format::Text => writeln!(out, "{}", written.join(" "))?,
        Format::Json => {
            let line = json!({
                "variant": start.variant().id(),
                "fen": fen::write(start),
                "to": options.to.name(),
                "moves": written,
                "end": fen::write(&end),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
