//! `campione bisect`: the first position where another program's moves and ours differ.
//!
//! `peer` drives the other program: over UCI, over the protocol of `xboard`, or as a command that is run for each
//! question. `offers` are the variants and options that it lists. `answer` reads the divides that it prints, `speech`
//! its notation. `compare` compares two divides, and `walk` goes down the tree. `rule` names the rule, and `report`
//! prints the result.

mod answer;
mod compare;
mod offers;
mod options;
mod peer;
mod readback;
mod report;
mod rule;
mod speech;
mod template;
mod uci;
mod walk;
mod xboard;

use anyhow::bail;
use campione_movegen::Position;

pub(crate) use self::options::BisectOptions;

use self::report::Words;
use self::walk::{Bisection, Known};
use crate::args::{Common, Format};
use crate::interrupt::Interrupted;
use crate::watch::Watch;
use crate::{Verdict, io};

pub(crate) fn run(common: &Common, options: &BisectOptions) -> anyhow::Result<Verdict> {
    if options.position.fen == ["-"] && common.format == Format::Text {
        bail!("bisect prints many lines for each position: with `-` it needs --format json");
    }
    let variant = io::variant(common, options.position.first())?;
    options.letters.check(variant)?;
    let watch = Watch::start()?;
    let mut verdict = Verdict::Done;
    let mut running: Option<Bisection<'_>> = None;
    let positions = io::for_each_position(common, &options.position, variant, |position, out, _| {
        let (found, known) = match running.take().map_or_else(|| Bisection::start(options, &watch, variant), Ok) {
            Ok(mut bisection) => {
                let words = walk(&mut bisection, options, position);
                let known = bisection.known.clone();
                // After an error the other program is started again for the next position.
                running = words.is_ok().then_some(bisection);
                (words, known)
            }
            Err(error) => (Err(error), Known::default()),
        };
        match (found, common.format) {
            (Ok(words), format) => {
                if !words.agrees() {
                    verdict = Verdict::Failed;
                }
                match format {
                    Format::Text => words.text(out)?,
                    Format::Json => writeln!(out, "{}", words.json())?,
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
                }
                Err(error)
            }
        }
    })?;
    Ok(if verdict == Verdict::Done { positions } else { verdict })
}

/// Compares the two programs in one position.
fn walk(bisection: &mut Bisection<'_>, options: &BisectOptions, position: &Position) -> anyhow::Result<Words> {
    let report = bisection.walk(position)?;
    let (engine, known) = (bisection.engine(), &bisection.known);
    Ok(Words::new(position, options.depth, engine, known, bisection.speech(), report))
}
