//! `cargo lab ladder`: our engine against other programs in every game on a large board, as a table.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use campione_core::Variant;
use campione_referee::{
    EngineKind, EngineSettings, MatchError, MatchReport, MatchSettings, NotPlayed, OpeningList, TimeControl,
    VariantSource, book, elo_in_words, play_match,
};
use campione_search::{EngineConfig, NetChoice};
use campione_workspace::Verdict;

/// Our own hand-written evaluation as an opponent.
const BY_HAND: &str = "ourselves without net";

/// The table of each engine, in mebibytes.
const HASH: usize = 64;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// A folder for the table, `ladder.md`, and for the games: a file for each opponent and game, from which the same command continues
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// An opponent: its name in the table and its command; may be repeated. We without our nets always play too
    #[arg(long, value_name = "NAME=ENGINE", value_parser = opponent)]
    engine: Vec<(String, EngineKind)>,
    /// Time control: `5+0.05` seconds on a clock, or `20000n` nodes a move, which does not depend on the machine
    #[arg(long, default_value = "20000n", value_name = "TC")]
    tc: TimeControl,
    /// Games of each match
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u32,
    /// Games at the same time
    #[arg(long, default_value_t = 2, value_name = "N")]
    concurrency: u32,
    /// Only this game; may be repeated. By default all built-in games on boards of more than 64 squares
    #[arg(short, long = "variant", value_name = "ID")]
    variants: Vec<String>,
}

fn opponent(text: &str) -> Result<(String, EngineKind), String> {
    let (name, engine) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=ENGINE"))?;
    Ok((name.to_owned(), engine.parse()?))
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let all = || Variant::all_ids().filter_map(|id| Variant::named(id).ok()).filter(is_large).collect();
    let variants: Vec<Variant> = if options.variants.is_empty() {
        all()
    } else {
        options.variants.iter().map(|id| Variant::named(id)).collect::<Result<_, _>>()?
    };
    fs::create_dir_all(&options.to).with_context(|| options.to.display().to_string())?;
    let mut opponents = options.engine.clone();
    opponents.push((BY_HAND.to_owned(), EngineKind::Own));
    let mut table = format!(
        "{}; {} games a match, {HASH} MiB and one thread each, openings from `--book` where there is one, else random.\n\n\
         | game | our net | {} |\n|---|---|{}\n",
        options.tc,
        options.games,
        opponents.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" | "),
        "---|".repeat(opponents.len())
    );
    let mut faults = 0;
    for variant in variants {
        let has_net = NetChoice::Embedded.fitted(variant).is_some();
        let mut cells = Vec::new();
        for (name, engine) in &opponents {
            let cell = if name == BY_HAND && !has_net {
                "–".to_owned()
            } else {
                match play(variant, name, engine, options)? {
                    Ok(report) => {
                        faults += report.our_faults;
                        say!("{} against {name}:\n{}", variant.id(), report.lines.join("\n"));
                        cell(&report)
                    }
                    Err(reason) => {
                        say!("{} against {name}: {reason}", variant.id());
                        "does not play it".to_owned()
                    }
                }
            };
            cells.push(cell);
        }
        table += &format!("| `{}` | {} | {} |\n", variant.id(), if has_net { "yes" } else { "no" }, cells.join(" | "));
    }
    let path = options.to.join("ladder.md");
    fs::write(&path, &table).with_context(|| path.display().to_string())?;
    say!("{table}");
    if faults > 0 {
        say!("our engine made {faults} faults");
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}

/// Whether a variant is played on more than 64 squares.
fn is_large(variant: &Variant) -> bool {
    variant.board().count() > 64
}

/// Plays a match, or goes on with it; the reason if the opponent does not play the game.
fn play(
    variant: Variant,
    name: &str,
    engine: &EngineKind,
    options: &Options,
) -> anyhow::Result<Result<MatchReport, String>> {
    let config = EngineConfig::default().with_hash(HASH);
    let mut settings = MatchSettings::new(VariantSource::built_in(variant));
    let ours = EngineSettings { control: options.tc, config: config.clone(), ..settings.first.clone() };
    settings.second = EngineSettings { kind: engine.clone(), ..ours.clone() };
    if name == BY_HAND {
        settings.second.config = config.with_nets(NetChoice::Off);
    }
    settings.first = ours;
    settings.games = options.games;
    settings.concurrency = options.concurrency;
    settings.hash = HASH;
    if book::openings(variant).is_some() {
        settings.openings = Some(OpeningList::Book);
        settings.shuffle = true;
    }
    let file: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    let path = options.to.join(format!("{}-{file}-{}.pgn", variant.id(), options.tc));
    settings.resume = path.exists();
    settings.pgn = Some(path);
    match play_match(&settings, &|line| say!("{line}")) {
        Ok(report) if report.stopped => bail!("stopped; the same command continues"),
        Ok(report) => Ok(Ok(report)),
        Err(MatchError::Settings(error) | MatchError::Play(error)) if error.is::<NotPlayed>() => {
            Ok(Err(format!("{error:#}")))
        }
        Err(MatchError::Settings(error) | MatchError::Play(error)) => {
            Err(error.context(format!("{} against {name}; --variant names the games to play", variant.id())))
        }
    }
}

/// Elo with its error, and the games. They say nothing if the opponent lost all by a fault, as one with other rules does.
fn cell(report: &MatchReport) -> String {
    let &MatchReport { wins, draws, losses, their_faults, .. } = report;
    if their_faults > 0 && their_faults == wins + draws + losses {
        return "every game ends by its fault".to_owned();
    }
    let faults = if their_faults > 0 { format!(", {their_faults} by its faults") } else { String::new() };
    format!("{} (+{wins} ={draws} -{losses}{faults})", elo_in_words(report.elo))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_tells_games_from_faults() {
        let played = |wins, their_faults| MatchReport {
            wins,
            draws: 0,
            losses: 4,
            elo: Some((70.0, 20.0)),
            ratio: None,
            our_faults: 0,
            their_faults,
            stopped: false,
            lines: Vec::new(),
        };
        assert_eq!(cell(&played(6, 0)), "+70.0 (±20.0) (+6 =0 -4)");
        assert_eq!(cell(&played(6, 2)), "+70.0 (±20.0) (+6 =0 -4, 2 by its faults)");
        assert_eq!(cell(&MatchReport { losses: 0, ..played(6, 6) }), "every game ends by its fault");
    }
}
