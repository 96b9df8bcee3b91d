//! `campione random`: positions reached by random legal play.

use std::sync::Arc;

use anyhow::{Context, bail};
use campione_core::SplitMix64;
use campione_movegen::{Perft, PerftMonitor, Position};
use campione_notation::{fen, random, uci};
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, RandomOptions};
use crate::cmd::perft::Counting;
use crate::interrupt;
use crate::messages;
use crate::positions::{self, PositionReader};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, options: &RandomOptions) -> anyhow::Result<Verdict> {
    let reader = PositionReader::of(common, &options.position)?;
    let mut numbers = SplitMix64::new(options.seed);
    let watch = options.perft.map(|_| Watch::start()).transpose()?;
    positions::for_each_position(common, &options.position, &reader, |start, out, _| {
        for _ in 0..options.count {
            let plies = options.plies.0.clone();
            let Some(game) = random::walk(start, plies.clone(), &mut numbers) else {
                bail!(
                    "random games from {} end before {} plies: ask for fewer with --plies",
                    fen::write(start),
                    plies.start()
                );
            };
            let position = game.position();
            let fen = fen::write(position);
            let counted = watch.as_ref().zip(options.perft);
            let counted =
                counted.map(|(watch, depth)| anyhow::Ok((depth, nodes(watch, position, depth)?))).transpose()?;
            if common.format == Format::Text {
                match counted {
                    None => writeln!(out, "{fen}")?,
                    Some((depth, nodes)) => writeln!(out, "{}\t{fen}\t{depth}\t{nodes}", start.variant().id())?,
                }
            } else {
                let mut at = *start;
                let played: Vec<String> = game
                    .moves()
                    .iter()
                    .map(|&mv| {
                        let text = uci::write(mv, &at);
                        at = at.play_unchecked(mv);
                        text
                    })
                    .collect();
                let mut line = json!({ "variant": start.variant().id(), "fen": fen, "moves": played });
                if let Some((depth, nodes)) = counted {
                    line["depth"] = depth.into();
                    line["nodes"] = messages::count(nodes);
                }
                writeln!(out, "{line}")?;
            }
            if counted.is_some() {
                // A count may take long, and a signal may end the next one.
                out.flush()?;
            }
        }
        Ok(())
    })
}

/// Counts; an error if a signal comes.
fn nodes(watch: &Watch, position: &Position, depth: u32) -> anyhow::Result<u128> {
    let work = Arc::new(Counting(PerftMonitor::new()));
    let counted = watch.during(work.clone(), || Perft::new().with_monitor(&work.0).count(position, depth));
    interrupt::check()?;
    counted.context("the count was stopped")
}
