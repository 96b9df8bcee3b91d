//! `campione fen`: converts positions from one dialect of FEN to another.

use std::io::{self as stdio, Write};

use anyhow::{Context, bail};
use campione_core::Variant;
use campione_notation::dialect::Dialect;
use campione_notation::mirror;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, FenOptions, Format};
use crate::lines;
use crate::positions::PositionReader;

pub(crate) fn run(common: &Common, options: &FenOptions) -> anyhow::Result<Verdict> {
    let first = options.fen.first().map(String::as_str);
    let reader = PositionReader::of_several(common, first)?.in_dialect(options.from);
    if options.chess960 && !matches!(options.to, Dialect::Fairy | Dialect::Xboard) {
        bail!("--chess960 goes with `--to fairy` and `--to xboard`: {} has one way to write rights", options.to);
    }
    if options.fen == ["-"] {
        let is_plain =
            common.format == Format::Text && !options.mirror && matches!(options.from, None | Some(Dialect::Xfen));
        return lines::convert_lines(common, "position", |line, text| {
            if is_plain && options.to.append_plain(line, reader.variant, text) {
                text.push('\n');
                return Ok(());
            }
            convert(line, &reader, common.format, options, text)
        });
    }
    let mut out = stdio::BufWriter::new(stdio::stdout().lock());
    let positions = parted(&options.fen);
    if positions.iter().any(|position| position == "-") {
        bail!("`-` reads positions from standard input, so it cannot be combined with others");
    }
    for (index, position) in positions.iter().enumerate() {
        let mut text = String::new();
        let done = convert(position, &reader, common.format, options, &mut text);
        if positions.len() > 1 {
            done.with_context(|| format!("position {}", index + 1))?;
        } else {
            done?;
        }
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// The positions among the arguments. A FEN that was not quoted comes in parts: an argument after a placement belongs
/// to it, unless it is a placement itself. The name of a start position has only one part.
fn parted(arguments: &[String]) -> Vec<String> {
    let mut positions: Vec<String> = Vec::new();
    let names = |argument: &str| {
        argument == "startpos"
            || argument.split_once(':').is_some_and(|(id, _)| Variant::all_ids().any(|known| known == id))
    };
    for argument in arguments {
        let begins = argument.contains('/') || names(argument);
        match positions.last_mut() {
            Some(last) if !begins && !names(last) => {
                last.push(' ');
                last.push_str(argument);
            }
            _ => positions.push(argument.clone()),
        }
    }
    if positions.is_empty() { vec!["startpos".to_owned()] } else { positions }
}

/// Appends a position, converted, as a line.
fn convert(
    line: &str,
    reader: &PositionReader,
    format: Format,
    options: &FenOptions,
    text: &mut String,
) -> anyhow::Result<()> {
    let (from, mut position) = reader.read(line)?;
    if options.mirror {
        position = mirror::mirror(&position);
    }
    if format == Format::Text {
        options.to.write_to(text, &position, options.chess960)?;
    } else {
        let object = json!({
            "variant": position.variant().id(),
            "from": from.name(),
            "to": options.to.name(),
            "mirror": options.mirror,
            "fen": options.to.write(&position, options.chess960)?,
        });
        text.push_str(&object.to_string());
    }
    text.push('\n');
    Ok(())
}
