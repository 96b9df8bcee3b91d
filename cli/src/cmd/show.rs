//! `campione show`: a position drawn.

use campione_notation::fen;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, ShowOptions};
use crate::cmd::outcome_text;
use crate::diagram::{self, Style};
use crate::io;

pub(crate) fn run(common: &Common, options: &ShowOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, options.position.first())?;
    let style = if options.ascii { Style::Ascii } else { Style::Unicode };
    io::for_each_position(common, &options.position, &variant, |position, out, linewise| {
        let outcome = position.outcome_without_history().map(outcome_text);
        let fen = fen::write(position);
        if common.format == Format::Json {
            let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
            let line = json!({
                "variant": variant.id(),
                "fen": fen,
                "turn": position.turn().letter().to_string(),
                "checkers": checkers,
                "legal_moves": position.legal_moves().len(),
                "outcome": outcome,
                "diagram": diagram::board(position, style, options.flip),
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        write!(out, "{}", diagram::board(position, style, options.flip))?;
        writeln!(out, "{}", diagram::caption(position))?;
        if let Some(outcome) = outcome {
            writeln!(out, "{outcome}")?;
        }
        writeln!(out, "{fen}")?;
        if linewise {
            writeln!(out)?;
        }
        Ok(())
    })
}
