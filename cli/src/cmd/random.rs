//! `campione random`: positions reached by random legal play.

use anyhow::bail;
use campione_core::SplitMix64;
use campione_movegen::perft;
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
            let fen = fen::write(&position);
            let nodes = options.perft.map(|depth| (depth, perft(&position, depth)));
            if common.format == Format::Text {
                match nodes {
                    None => writeln!(out, "{fen}")?,
                    Some((depth, nodes)) => writeln!(out, "{}\t{fen}\t{depth}\t{nodes}", variant.id())?,
                }
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
            let mut line = json!({ "variant": variant.id(), "fen": fen, "moves": played });
            if let Some((depth, nodes)) = nodes {
                line["depth"] = depth.into();
                line["nodes"] = io::count(nodes);
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    })
}
