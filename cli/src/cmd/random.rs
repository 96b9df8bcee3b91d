//! `campione random`: positions reached by random legal play.

use anyhow::bail;
use campione_core::SplitMix64;
use campione_notation::{fen, random, uci};
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, RandomOptions};
use crate::io;

pub(crate) fn run(common: &Common, options: &RandomOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, options.position.first())?;
    let mut numbers = SplitMix64::new(options.seed);
    io::for_each_position(common, &options.position, &variant, |start, out, _| {
        for _ in 0..options.count {
            let plies = options.plies.0.clone();
            let Some((position, moves)) = random::walk(start, plies.clone(), &mut numbers) else {
                bail!(
                    "random games from {} end before {} plies: ask for fewer with --plies",
                    fen::write(start),
                    plies.start()
                );
            };
            if common.format == Format::Text {
                writeln!(out, "{}", fen::write(&position))?;
                continue;
            }
            let mut at = *start;
            let played: Vec<String> = moves
                .into_iter()
                .map(|mv| {
                    let text = uci::write(mv, &at);
                    at = at.play_unchecked(mv);
                    text
                })
                .collect();
            let line = json!({ "variant": variant.id(), "fen": fen::write(&position), "moves": played });
            writeln!(out, "{line}")?;
        }
        Ok(())
    })
}
