//! `campione moves`: the legal moves of a position.

use campione_notation::fen;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, MovesOptions};
use crate::io;

pub(crate) fn run(common: &Common, options: &MovesOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, options.position.first())?;
    io::for_each_position(common, &options.position, &variant, |position, out, linewise| {
        let moves = position.legal_moves().into_iter().map(|mv| options.notation.write(mv, position));
        let mut moves: Vec<String> = moves.collect::<Result<_, _>>()?;
        moves.sort();
        match common.format {
            Format::Json => {
                writeln!(out, "{}", json!({ "variant": variant.id(), "fen": fen::write(position), "moves": moves }))?;
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
