//! `campione moves`: the legal moves of a position.

use campione_notation::{fen, uci};
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, MovesOptions, Notation};
use crate::io;

pub(crate) fn run(common: &Common, options: &MovesOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, &options.position)?;
    io::for_each_position(common, &options.position, &variant, |position, out, linewise| {
        let mut moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| match options.notation {
                Notation::Uci => uci::write(mv, position),
            })
            .collect();
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
