//! `campione bisect`: the first position where another program's moves and ours differ.
//!
//! `campione_driver::bisect` does the work. `report` prints the result.

mod report;

pub(crate) use self::report::json;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, bail};
use campione_driver::bisect::{BisectProgress, Bisection};
use campione_movegen::{Move, Perft, PerftMonitor, Position};

use crate::Verdict;
use crate::args::{BisectOptions, Common, DEFAULT_VARIANT, Format};
use crate::cmd::perft::Counting;
use crate::interrupt::Interrupted;
use crate::peer;
use crate::positions::{self, PositionReader};
use crate::watch::Watch;

/// How long a count may take unless `--timeout` says otherwise.
const TIMEOUT: Duration = Duration::from_secs(600);

pub(crate) fn run(common: &Common, options: &BisectOptions) -> anyhow::Result<Verdict> {
    if options.position.fen == ["-"] && common.format == Format::Text {
        bail!("bisect prints many lines for each position: with `-` it needs --format json");
    }
    let reader = PositionReader::of_one_variant(common, &options.position)?;
    let variant = reader.variant;
    options.counter.letters.check(variant).map_err(|fault| anyhow!("--letters: {fault}"))?;
    let watch = Watch::start()?;
    let settings = peer::settings(&options.counter, options.depth);
    let ours = |position: &Position, depth: u32| ours(&watch, position, depth);
    // Nobody has said that it is this one: an engine that cannot be told the variant may play another.
    let is_guess = common.variant.is_none() && variant.id() == DEFAULT_VARIANT;
    let start_peer = || -> anyhow::Result<_> {
        let command = peer::Command::of(&options.engine, &options.counter, TIMEOUT)?;
        command.start(&options.counter, variant, is_guess && !command.is_template()).map_err(peer::explain)
    };
    let start = || Ok(Bisection::new(start_peer()?, settings.clone(), variant, &ours));
    let mut verdict = Verdict::Done;
    let mut running: Option<Bisection<'_>> = None;
    let positions = positions::for_each_position(common, &options.position, &reader, |position, out, _| {
        let (found, known) = match running.take().map_or_else(start, Ok) {
            Ok(mut bisection) => {
                let found = bisection.walk(position).map_err(peer::failed);
                let known = bisection.progress().clone();
                // After an error the other program is started again for the next position.
                running = found.is_ok().then_some(bisection);
                (found, known)
            }
            Err(error) => (Err(error), BisectProgress::default()),
        };
        match (found, common.format) {
            (Ok(found), format) => {
                if !found.agrees {
                    verdict = Verdict::Failed;
                }
                match format {
                    Format::Text => report::text(&found, out)?,
                    Format::Json => writeln!(out, "{}", report::json(&found))?,
                }
                Ok(())
            }
            (Err(error), format) => {
                if error.is::<Interrupted>() {
                    match format {
                        Format::Text => report::interrupted(&known, out)?,
                        Format::Json => {
                            writeln!(out, "{}", report::interrupted_json(&known, position, options.depth))?;
                        }
                    }
                    out.flush()?;
                    return Err(error);
                }
                // What is known is not lost with the answer that did not come.
                Err(match report::so_far(&known) {
                    Some(known) => anyhow!("{error:#}; {known}"),
                    None => error,
                })
            }
        }
    })?;
    Ok(if verdict == Verdict::Done { positions } else { verdict })
}

/// Our divide; `None` if the user stops it.
fn ours(watch: &Watch, position: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
    let work = Arc::new(Counting(PerftMonitor::new()));
    let how = Perft::new().with_monitor(&work.0);
    let found = watch.during(work.clone(), || how.divide(position, depth));
    found.into_iter().map(|(mv, nodes)| Some((mv, nodes?))).collect()
}
