//! Common parts of all commands that search: the engine, searches with progress, scores and lines as text.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use campione_movegen::{Game, Move, Outcome, Position};
use campione_notation::moves::MoveNotation;
use campione_notation::{san, uci};
use campione_search::{Chances, Control, Engine, EngineConfig, Limits, NetChoice, Report, Score, SearchResult};
use serde_json::{Value, json};
use thousands::Separable;

use crate::args::{Common, LimitOptions};
use crate::memory;
use crate::messages;
use crate::progress::Progress;
use crate::watch::{Watch, Work};

/// The engine of a command, with a table of `hash` mebibytes.
pub(crate) fn engine(common: &Common, hash: u32, nets: NetChoice) -> anyhow::Result<Engine> {
    let threads = common.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    memory::check(hash, 0).with_context(|| format!("--hash {hash}"))?;
    let config = EngineConfig::default().with_hash(hash as usize).with_threads(threads).with_nets(nets);
    Engine::new(&config).with_context(|| format!("--hash {hash}, {threads} threads"))
}

impl LimitOptions {
    /// Whether no limit is set, so that a search would never end.
    pub(crate) fn are_missing(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none()
    }

    /// The limits for the engine.
    pub(crate) fn limits(&self) -> Limits {
        let time = self.movetime.map(|milliseconds| Duration::from_millis(milliseconds.into()));
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }
}

/// A running search, as other threads see it.
#[derive(Debug, Default)]
pub(crate) struct Searching {
    pub(crate) control: Control,
    limits: Limits,
    /// The number of finished searches of a command, and of all its searches.
    place: Option<(usize, usize)>,
}

impl Searching {
    /// The only search of a command.
    pub(crate) fn alone(limits: &Limits) -> Searching {
        Searching { limits: limits.clone(), ..Searching::default() }
    }

    /// One of `all` searches, of which `done` are finished.
    pub(crate) fn one_of(limits: &Limits, done: usize, all: usize) -> Searching {
        Searching { place: Some((done, all)), ..Searching::alone(limits) }
    }

    /// The part of the search that is done, from 0 to 1, by the limit that will end it.
    fn done(&self, elapsed: Duration) -> f64 {
        let Limits { depth, nodes, time, .. } = &self.limits;
        let time = time.map(|time| elapsed.as_secs_f64() / time.as_secs_f64().max(1e-3));
        let nodes = nodes.map(|nodes| self.control.nodes() as f64 / nodes as f64);
        // Each iteration takes about as long as all before it.
        let depth = depth.map(|depth| 0.5_f64.powi(depth.saturating_sub(self.control.depth()).min(1000) as i32));
        [time, nodes, depth].into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }
}

impl Work for Searching {
    fn stop(&self) {
        self.control.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let state = state(&self.control, elapsed);
        match self.place {
            None => Progress { done: self.done(elapsed), text: state },
            Some((done, all)) => Progress {
                done: (done as f64 + self.done(elapsed)) / all as f64,
                text: format!("position {} of {all}, {state}", done + 1),
            },
        }
    }
}

/// The progress of a search, in a few words.
pub(crate) fn state(control: &Control, elapsed: Duration) -> String {
    let nodes = control.nodes();
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    format!("depth {}, {} nodes, {speed:.1} Mnps", control.depth(), nodes.separate_with_commas())
}

impl AsRef<Searching> for Searching {
    fn as_ref(&self) -> &Searching {
        self
    }
}

/// Searches under the watcher, so that a signal stops the search and a terminal shows its progress.
pub(crate) fn search(
    watch: &Watch,
    engine: &mut Engine,
    game: &Game,
    work: &Arc<impl Work + AsRef<Searching> + 'static>,
    report: &mut dyn FnMut(&Report),
) -> SearchResult {
    let Searching { control, limits, .. } = (**work).as_ref();
    watch.during(work.clone(), || engine.search(game, limits, control, report))
}

/// What is known of a mate in `moves` moves, where one in `excluded` moves is disproved.
pub(crate) fn about_mate(moves: u32, excluded: u32) -> String {
    let mate = format!("mate in {}", in_moves(moves));
    match excluded {
        _ if excluded + 1 >= moves => format!("{mate}, the shortest (proven)"),
        0 => format!("{mate}, perhaps not the shortest"),
        _ => format!("{mate}, perhaps not the shortest; no mate in {} (proven)", in_moves(excluded)),
    }
}

/// What is known if a mate in `moves` moves was not found, and one in `excluded` moves is disproved.
pub(crate) fn about_no_mate(moves: u32, excluded: u32) -> String {
    match excluded {
        _ if excluded >= moves => format!("no mate in {} (proven)", in_moves(moves)),
        0 => format!("no mate in {} found so far", in_moves(moves)),
        _ => format!("no mate in {} found so far; none in {} (proven)", in_moves(moves), in_moves(excluded)),
    }
}

fn in_moves(moves: u32) -> String {
    format!("{moves} move{}", if moves == 1 { "" } else { "s" })
}

/// How a game ended, for programs: `code` is stable, `words` are for people.
pub(crate) fn outcome_json(outcome: Outcome) -> Value {
    json!({
        "result": outcome.text(),
        "winner": outcome.winner.map(|winner| winner.to_string().to_ascii_lowercase()),
        "code": outcome.reason.code(),
        "words": outcome.in_words(),
    })
}

/// A score for programs: `{"cp":35}` or `{"mate":3}`.
pub(crate) fn score_json(score: Score) -> Value {
    match score {
        Score::Cp(hundredths) => json!({ "cp": hundredths }),
        Score::Mate(moves) => json!({ "mate": moves }),
    }
}

/// The moves of a line, each written by `write`.
fn written(line: &[Move], position: &Position, write: impl Fn(Move, &Position) -> String) -> Vec<String> {
    let mut position = *position;
    let words = line.iter().map(|&mv| {
        let word = write(mv, &position);
        position = position.play_unchecked(mv);
        word
    });
    words.collect()
}

/// A line in a notation; moves that it cannot write are in coordinates.
pub(crate) fn line_text(line: &[Move], position: &Position, notation: MoveNotation) -> String {
    let write = |mv, position: &Position| notation.write(mv, position).unwrap_or_else(|_| uci::write(mv, position));
    written(line, position, write).join(" ")
}

/// The chances of the side to move for people, in per cent of wins, draws and losses: `62 20 18`.
pub(crate) fn chances_text(score: Score, position: &Position) -> String {
    let Chances { win, draw, loss } = Chances::of(position.variant(), score);
    [win, draw, loss].map(|part| ((part + 5) / 10).to_string()).join(" ")
}

/// A line of an iteration as a JSON object; with `wdl`, with the chances of the side to move in thousandths.
pub(crate) fn report_json(report: &Report, position: &Position, wdl: bool) -> Value {
    let mut object = json!({
        "depth": report.depth,
        "seldepth": report.seldepth,
        "multipv": report.multipv,
        "score": score_json(report.score),
        "nodes": messages::count(report.nodes.into()),
        "nps": messages::count(report.nps().into()),
        "time_ms": milliseconds(report.time),
        "hashfull": report.hashfull,
        "pv": written(&report.pv, position, uci::write),
        "san": written(&report.pv, position, san::write).join(" "),
    });
    if wdl {
        let Chances { win, draw, loss } = Chances::of(position.variant(), report.score);
        object["wdl"] = json!([win, draw, loss]);
    }
    object
}

/// A time for programs, in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_words() {
        let scores = [Score::Cp(35), Score::Cp(-1205), Score::Cp(0), Score::Mate(3), Score::Mate(-2)];
        assert_eq!(scores.map(|score| score.to_string()), ["+0.35", "-12.05", "0.00", "#3", "#-2"]);
        assert_eq!(scores.map(|score| score_json(score).to_string())[3], r#"{"mate":3}"#);
    }

    #[test]
    fn the_first_limit_to_be_reached_says_how_far_it_is() {
        let seconds = Duration::from_secs;
        let done = |limits: &Limits, elapsed| Searching::alone(limits).done(elapsed);
        let time = Limits { time: Some(seconds(4)), ..Limits::default() };
        assert!((done(&time, seconds(1)) - 0.25).abs() < 1e-9);
        assert!((done(&time, seconds(9)) - 1.0).abs() < 1e-9);
        let depth = Limits { depth: Some(3), ..time.clone() };
        assert!((done(&depth, Duration::ZERO) - 0.125).abs() < 1e-9);
        assert!(done(&Limits::default(), seconds(1)).abs() < 1e-9);
        let now = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!((done(&now, seconds(1)) - 1.0).abs() < 1e-9);
        let third = Searching::one_of(&time, 2, 4).progress(seconds(2));
        assert!((third.done - 0.625).abs() < 1e-9);
        assert!(third.text.starts_with("position 3 of 4, depth 0, 0 nodes"), "{}", third.text);
    }
}
