//! `campione suite`: positions with known answers, searched one after the other.

use std::io::{self as stdio, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::epd::{self, Epd, EpdError, EpdLine};
use campione_notation::{fen, san, uci};
use campione_search::{Engine, Limits, Report, Score, SearchResult};
use serde_json::{Value, json};
use thousands::Separable;

use crate::analysis::{self, Searching, about_no_mate, milliseconds, score_json};
use crate::args::{Common, DEFAULT_VARIANT, Format, SuiteOptions};
use crate::explain::Explained;
use crate::lines::{Line, read_files};
use crate::messages::{MOST_UNREAD, complain, count, more_unread, printable};
use crate::variants::Variants;
use crate::watch::Watch;
use crate::{Verdict, interrupt, nets, width};

/// The time of a search if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(common: &Common, options: &SuiteOptions) -> Result<Verdict> {
    let watch = Watch::start()?;
    let (lines, complete) =
        read_files(&options.files, "no position in it", |line| Ok(epd::split(line)?.into_iter().collect()))?;
    let variants = Variants::of(common)?;
    let fallback = variants.chosen().map_or(DEFAULT_VARIANT, Variant::id);
    let nets = options.limits.eval.nets()?;
    let named = |id: &str| -> Result<Variant> {
        let variant = variants.named(id)?;
        nets::fit(&nets, variant).context("--eval-file")?;
        Ok(variant)
    };
    let mut limits = options.limits.limits();
    if options.limits.are_missing() {
        limits.time = Some(DEFAULT_TIME);
    }
    let engine = analysis::engine(common, options.limits.hash, nets.clone())?;
    let mut suite = Suite { format: common.format, watch, engine, limits, tally: Tally::default() };
    let mut out = stdio::stdout().lock();
    for (index, Line { place, number, said }) in lines.iter().enumerate() {
        let test = said.as_ref().map_err(Clone::clone).and_then(|parted| {
            let assumed = common.assumed().filter(|_| parted.variant().is_none());
            let test = named(parted.variant().unwrap_or(fallback)).and_then(|variant| read(parted, variant));
            test.map_err(|error| Explained::of(&error, assumed))
        });
        let test = match test {
            Ok(test) => test,
            Err(error) => {
                if common.format == Format::Json {
                    writeln!(out, "{}", error.object(json!({ "place": place, "line": number })))?;
                }
                suite.tally.bad += 1;
                if common.format == Format::Json || suite.tally.bad <= MOST_UNREAD {
                    out.flush()?;
                    complain(&format!("{place}: {error}"));
                }
                continue;
            }
        };
        let answer = suite.answer(&test, (index, lines.len()));
        if interrupt::check().is_err() {
            // This search was cut short.
            suite.tally.left = lines.len() - index;
            break;
        }
        suite.report((place, *number), &test, &answer, &mut out)?;
    }
    if common.format == Format::Text && suite.tally.bad > MOST_UNREAD {
        out.flush()?;
        complain(&more_unread(suite.tally.bad - MOST_UNREAD, "read"));
    }
    suite.tally.report(common.format, &mut out)?;
    interrupt::check()?;
    let Tally { solved, positions, bad, .. } = suite.tally;
    Ok(if complete && bad == 0 && solved == positions { Verdict::Done } else { Verdict::Failed })
}

/// Reads a line as a position with something to solve.
fn read(line: &EpdLine, variant: Variant) -> Result<Epd> {
    let test = match line.read(variant) {
        // As a `FenError`, which `explain` recognizes.
        Err(EpdError::Fen(error)) => return Err(error.into()),
        test => test?,
    };
    if test.best.is_empty() && test.avoid.is_empty() && test.mate.is_none() {
        bail!(
            "there is nothing to solve: expected `bm` with the best moves, `am` with moves to avoid or `dm` with a mate"
        );
    }
    if let Some(outcome) = test.position.outcome() {
        bail!("the game is over: {}", outcome.in_words());
    }
    Ok(test)
}

/// A suite that is being run.
struct Suite {
    format: Format,
    watch: Watch,
    engine: Engine,
    limits: Limits,
    tally: Tally,
}

/// The results so far.
#[derive(Default)]
struct Tally {
    solved: usize,
    positions: usize,
    /// Lines that cannot be read.
    bad: usize,
    /// Lines that were not searched because a signal came.
    left: usize,
    nodes: u64,
    time: Duration,
}

/// When the engine found a solution.
#[derive(Clone, Copy)]
struct Found {
    depth: u32,
    nodes: u64,
    time: Duration,
}

/// The engine's answer to a position.
struct Answer {
    result: SearchResult,
    /// When it found the solution that it kept to the end; `None` if its final move is not a solution.
    solution: Option<Found>,
}

/// Whether a best move and its score solve a test.
fn solves(test: &Epd, best: Option<Move>, score: Option<Score>) -> bool {
    let Some(best) = best else { return false };
    let mates = |within: i32| matches!(score, Some(Score::Mate(moves)) if moves.signum() == within.signum() && moves.abs() <= within.abs());
    (test.best.is_empty() || test.best.contains(&best)) && !test.avoid.contains(&best) && test.mate.is_none_or(mates)
}

/// The moves in which the side to move mates; `None` if it is mated.
fn own_mate(mate: i32) -> Option<u32> {
    u32::try_from(mate).ok()
}

impl Suite {
    fn answer(&mut self, test: &Epd, (done, all): (usize, usize)) -> Answer {
        let limits = Limits { mate: test.mate.and_then(own_mate), ..self.limits.clone() };
        let work = Arc::new(Searching::one_of(&limits, done, all));
        let mut held: Option<Found> = None;
        let mut follow = |report: &Report| {
            if report.multipv == 1 {
                let &Report { depth, nodes, time, score, .. } = report;
                let good = solves(test, report.pv.first().copied(), Some(score));
                held = good.then(|| held.unwrap_or(Found { depth, nodes, time }));
            }
        };
        // Nothing is kept from the positions before.
        self.engine.clear();
        let game = Game::new(test.position);
        let result = analysis::search(&self.watch, &mut self.engine, &game, &work, &mut follow);
        let line = result.lines.first();
        let good = solves(test, result.best, line.map(|line| line.score));
        let end = Found { depth: line.map_or(0, |line| line.depth), nodes: result.nodes, time: result.time };
        Answer { solution: good.then(|| held.unwrap_or(end)), result }
    }

    fn report(
        &mut self,
        (place, number): (&str, u64),
        test: &Epd,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> stdio::Result<()> {
        let Answer { result, solution } = answer;
        self.tally.positions += 1;
        self.tally.solved += usize::from(solution.is_some());
        self.tally.nodes += result.nodes;
        self.tally.time += result.time;
        let position = &test.position;
        if self.format == Format::Json {
            let moves = |moves: &[Move]| -> Value { moves.iter().map(|&mv| uci::write(mv, position)).collect() };
            let line = result.lines.first();
            let object = json!({
                "place": place,
                "line": number,
                "variant": position.variant().id(),
                "fen": fen::write(position),
                "id": test.id,
                "bm": moves(&test.best),
                "am": moves(&test.avoid),
                "dm": test.mate,
                "solved": solution.is_some(),
                "solution": solution.map(|found| json!({
                    "depth": found.depth,
                    "nodes": count(found.nodes.into()),
                    "time_ms": milliseconds(found.time),
                })),
                "bestmove": result.best.map(|mv| uci::write(mv, position)),
                "score": line.map(|line| score_json(line.score)),
                "no_mate_in": test.mate.and_then(own_mate).map(|_| result.no_mate_in),
                "depth": line.map(|line| line.depth),
                "nodes": count(result.nodes.into()),
                "time_ms": milliseconds(result.time),
            });
            return writeln!(out, "{object}");
        }
        let id = test.id.as_ref().map_or_else(String::new, |id| format!(" \"{}\"", printable(id)));
        let best = result.best.map_or_else(|| "no move".to_owned(), |mv| san::write(mv, position));
        let score = result.lines.first().map_or_else(String::new, |line| format!(" ({})", line.score));
        if let Some(Found { depth, nodes, time }) = solution {
            return writeln!(
                out,
                "{place}: solved{id}: {best}{score} at depth {depth}, {:.2} s, {} nodes",
                time.as_secs_f64(),
                nodes.separate_with_commas()
            );
        }
        let expected = expected(test, position);
        let disproved = test.mate.and_then(own_mate).filter(|&moves| result.no_mate_in >= moves);
        let claim = disproved.map_or_else(String::new, |moves| format!("; {}", about_no_mate(moves, moves)));
        writeln!(out, "{place}: not solved{id}: {best}{score}, expected {expected}{claim}")
    }
}

/// What a test asks for, written as in EPD.
fn expected(test: &Epd, position: &Position) -> String {
    let moves = |moves: &[Move]| moves.iter().map(|&mv| format!(" {}", san::write(mv, position))).collect::<String>();
    let mut parts = Vec::new();
    if !test.best.is_empty() {
        parts.push(format!("bm{}", moves(&test.best)));
    }
    if !test.avoid.is_empty() {
        parts.push(format!("am{}", moves(&test.avoid)));
    }
    parts.extend(test.mate.map(|mate| format!("dm {mate}")));
    parts.join(", ")
}

impl Tally {
    fn report(&self, format: Format, out: &mut dyn Write) -> stdio::Result<()> {
        let &Tally { solved, positions, bad, left, nodes, time } = self;
        if format == Format::Json {
            let mut object = json!({
                "solved": solved,
                "positions": positions,
                "bad_lines": bad,
                "nodes": count(nodes.into()),
                "time_ms": milliseconds(time),
            });
            if left > 0 {
                object["interrupted"] = true.into();
                object["not_searched"] = left.into();
            }
            return writeln!(out, "{object}");
        }
        let mut text = if left > 0 { format!("interrupted, {left} not searched: ") } else { String::new() };
        text += &format!("solved {solved} of {positions}, time {:.2} s, nodes {nodes}", time.as_secs_f64());
        if bad > 0 {
            text += &format!(", bad lines {bad}");
        }
        out.write_all(width::line(&text, "  ").as_bytes())?;
        out.flush()
    }
}
