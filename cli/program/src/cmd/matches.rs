//! `campione match`: engines play each other under our rules.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use campione_core::Variant;
use campione_referee::{MatchError, MatchReport, VariantFile, VariantSource, play_match};
use serde_json::json;

use crate::args::{Common, DEFAULT_VARIANT, Format, MatchOptions};
use crate::messages::complain;
use crate::options::own;
use crate::watch::Watch;
use crate::{Verdict, interrupt, variants, width};

pub(crate) fn run(common: &Common, options: &MatchOptions) -> anyhow::Result<Verdict> {
    let source = source(common.variant.as_deref().unwrap_or(DEFAULT_VARIANT))?;
    let settings = options.settings(source, own)?;
    let _watch = Watch::start()?;
    let format = common.format;
    let report = play_match(&settings, &|line| match format {
        Format::Text => say(line),
        Format::Json => complain(line),
    });
    let report = match report {
        Ok(report) => report,
        Err(MatchError::Settings(error) | MatchError::Play(error)) => return Err(error),
    };
    match format {
        Format::Text => report.lines.iter().for_each(|line| say(line)),
        Format::Json => {
            // As in `say`: the exit status is that of the match.
            let _ = writeln!(std::io::stdout(), "{}", json(&report));
        }
    }
    if report.stopped {
        interrupt::check()?;
    }
    Ok(if report.our_faults == 0 { Verdict::Done } else { Verdict::Failed })
}

/// Prints a line, on a terminal no wider than that. A closed output does not end the match.
fn say(line: &str) {
    let _ = write!(std::io::stdout(), "{}", width::line(line, "  "));
}

/// The variant of the command line, with its file for other engines.
fn source(name: &str) -> anyhow::Result<VariantSource> {
    let Some(file) = variants::VariantFile::find(name)? else {
        return Ok(VariantSource::built_in(variants::built_in(name)?));
    };
    let path = std::path::absolute(Path::new(&file.path)).with_context(|| file.path.clone())?;
    let is_ini = file.is_ini();
    let section = file.name.clone();
    let variant: Variant = file.variant()?;
    let section = is_ini.then(|| section.unwrap_or_else(|| variant.id().to_owned()));
    Ok(VariantSource { variant, file: Some(VariantFile { path, section }) })
}

fn json(report: &MatchReport) -> serde_json::Value {
    let MatchReport { wins, draws, losses, elo, ratio, our_faults, stopped, .. } = report;
    json!({
        "games": wins + draws + losses,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "elo": elo.map(|(value, _)| value),
        "elo_error": elo.map(|(_, error)| error),
        "llr": ratio,
        "faults": our_faults,
        "interrupted": stopped,
    })
}
