//! `campione moves`: the legal moves of a position.

use std::fmt::Write;

use campione_movegen::Position;
use campione_notation::{fen, moves, san, why};
use serde_json::{Value, json};

use crate::Verdict;
use crate::args::{Common, Format, MovesOptions};
use crate::messages;
use crate::positions::{self, PositionReader};

pub(crate) fn run(common: &Common, options: &MovesOptions) -> anyhow::Result<Verdict> {
    let reader = PositionReader::of(common, &options.position)?;
    if let Some(text) = &options.why {
        one_move(text)?;
    }
    positions::answer_positions(common, &options.position, &reader, |position, _, out, linewise| {
        if let Some(text) = &options.why {
            return explain(text, position, common.format, linewise, out);
        }
        let moves = position.legal_moves().into_iter().map(|mv| options.notation.write(mv, position));
        let mut moves: Vec<String> = moves.collect::<Result<_, _>>()?;
        moves.sort();
        match common.format {
            Format::Json => {
                writeln!(
                    out,
                    "{}",
                    json!({ "variant": position.variant().id(), "fen": fen::write(position), "moves": moves })
                )?;
            }
            Format::Text if linewise => writeln!(out, "{}", moves.join(" "))?,
            Format::Text => {
                for text in moves {
                    writeln!(out, "{text}")?;
                }
            }
        }
        Ok(())
    })
}

/// Refuses more than one move.
fn one_move(text: &str) -> anyhow::Result<()> {
    let words: Vec<&str> = moves::split(text).collect();
    if let [before @ .., last] = words.as_slice()
        && !before.is_empty()
    {
        let before = before.join(" ");
        return Err(messages::Usage(format!("--why takes one move: say `--play '{before}' --why {last}`")).into());
    }
    Ok(())
}

/// Says whether a move is legal, and which rule forbids it if not.
fn explain(text: &str, position: &Position, format: Format, linewise: bool, out: &mut String) -> anyhow::Result<()> {
    let explanation = why::explain(text, position)?;
    let legal: Vec<String> = explanation.legal.iter().map(|&mv| san::write(mv, position)).collect();
    if format == Format::Json {
        let reasons = explanation.reasons.iter().map(|reason| {
            let squares = reason.cause.squares().into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
            json!({ "code": reason.cause.code(), "text": reason.to_string(), "squares": squares, "source": reason.source })
        });
        let line = json!({
            "variant": position.variant().id(),
            "fen": fen::write(position),
            "move": text,
            "legal": legal,
            "reasons": reasons.collect::<Vec<Value>>(),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let text = messages::printable(text);
    let reasons: Vec<String> =
        explanation.reasons.iter().map(|reason| format!("{reason} ({})", reason.source)).collect();
    match legal.as_slice() {
        [] if linewise => writeln!(out, "{text} is not legal: {}", reasons.join("; "))?,
        [] => writeln!(out, "{text} is not legal:")?,
        [one] if *one == text => writeln!(out, "{text} is legal")?,
        [one] => writeln!(out, "{text} is legal: {one}")?,
        several => writeln!(out, "{text} may be any of the legal moves {}", several.join(" "))?,
    }
    if !linewise {
        for reason in reasons {
            writeln!(out, "  {reason}")?;
        }
    }
    Ok(())
}
