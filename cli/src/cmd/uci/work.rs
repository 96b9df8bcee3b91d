//! The thread that searches, counts and clears, one after the other.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::{History, Outcome, Perft, Position};
use campione_notation::fen;
use campione_notation::moves::MoveNotation;
use campione_search::{Engine, EngineError, Limits, Report, Score, SearchResult};

use super::game::Game;
use super::say::{complain, say};
use super::task::Task;
use crate::analysis::{line_text, milliseconds, nps, score_text};
use crate::cmd::{bench, outcome_text};

/// Bytes of the thread's stack: a line of 240 plies takes about one of them where nothing is optimized.
const STACK: usize = 16 << 20;

/// What that thread is asked to do.
pub(super) enum Job {
    /// Say that all jobs before this one are done.
    Ready,
    /// Forget everything.
    Clear,
    /// A table of so many mebibytes.
    Hash(u32),
    /// So many threads.
    Threads(u32),
    /// Something that may take long.
    Begin(Arc<Task>, Box<Work>),
}

/// What may take long, and is stopped through its [`Task`].
pub(super) enum Work {
    Search { game: Game, notation: MoveNotation, limits: Limits },
    Perft { game: Game, notation: MoveNotation, depth: u32 },
    Eval(Game),
    Bench { depth: u32 },
}

/// The thread, which ends with its jobs.
pub(super) struct Worker {
    pub(super) jobs: Sender<Job>,
    pub(super) thread: JoinHandle<()>,
}

/// What belongs to the thread.
struct Searcher {
    engine: Engine,
    hash: u32,
    threads: u32,
}

impl Worker {
    /// Starts it.
    ///
    /// # Errors
    /// The system has not so much memory or so many threads to give.
    pub(super) fn start(hash: u32, threads: u32) -> anyhow::Result<Worker> {
        let mut searcher = Searcher { engine: engine(hash, threads)?, hash, threads };
        let (jobs, received): (_, Receiver<Job>) = channel();
        let work = move || {
            for job in received {
                // Where nobody reads any more, nobody will write either, and that is the end.
                let _ = searcher.obey(job);
            }
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        Ok(Worker { jobs, thread: thread.context("cannot start a thread")? })
    }
}

fn engine(hash: u32, threads: u32) -> Result<Engine, EngineError> {
    Engine::new(hash as usize, threads as usize)
}

impl Searcher {
    fn obey(&mut self, job: Job) -> anyhow::Result<()> {
        match job {
            Job::Ready => say("readyok")?,
            Job::Clear => self.engine.clear(),
            Job::Hash(hash) => self.resize(hash, self.threads)?,
            Job::Threads(threads) => self.resize(self.hash, threads)?,
            Job::Begin(task, work) => {
                let done = self.work(*work, &task);
                task.set_done();
                done?;
            }
        }
        Ok(())
    }

    fn resize(&mut self, hash: u32, threads: u32) -> anyhow::Result<()> {
        if (hash, threads) == (self.hash, self.threads) {
            return Ok(());
        }
        match engine(hash, threads) {
            Ok(engine) => *self = Searcher { engine, hash, threads },
            Err(error) => complain(&format!("{error}; Hash is still {}, Threads {}", self.hash, self.threads))?,
        }
        Ok(())
    }

    fn work(&mut self, work: Work, task: &Task) -> anyhow::Result<()> {
        match work {
            Work::Search { game, notation, limits } => search(&mut self.engine, &game, notation, &limits, task),
            Work::Perft { game, notation, depth } => perft(&game, notation, depth, self.threads, task),
            Work::Eval(game) => eval(&game, task),
            Work::Bench { depth } => bench(depth, task),
        }
    }
}

fn search(
    engine: &mut Engine,
    game: &Game,
    notation: MoveNotation,
    limits: &Limits,
    task: &Task,
) -> anyhow::Result<()> {
    let (mut position, mut history) = game.replay()?;
    let mut unplayable = None;
    if let Some(outcome) = position.outcome(&history) {
        complain(&format!("the game is over: {}", outcome_text(outcome)))?;
        match played_on(&position) {
            Some(on) => (position, history) = on,
            None => unplayable = Some(outcome),
        }
    }
    let result = match unplayable {
        Some(outcome) => over(&position, outcome)?,
        None => engine.search(&position, &history, limits, &task.control, &mut |report| {
            // Without a reader there is nothing more to find.
            if say(&info(report, &position, notation)).is_err() {
                task.stop();
            }
        }),
    };
    task.wait_until_released();
    let mut text = "bestmove ".to_owned();
    let Some(best) = result.best else {
        text += "(none)";
        return Ok(say(&text)?);
    };
    text += &line_text(&[best], &position, notation);
    if let Some(reply) = result.ponder {
        text += " ponder ";
        text += &line_text(&[reply], &position.play_unchecked(best), notation);
    }
    Ok(say(&text)?)
}

/// A position in which the game is over, as if it were not: where a draw must be claimed, or nobody counts repetitions, a
/// program asks for a move all the same. None if there is more to it than what came before.
fn played_on<'v>(position: &Position<'v>) -> Option<(Position<'v>, History)> {
    let mut setup = position.setup();
    setup.halfmove_clock = 0;
    let position = Position::new(&setup, position.variant()).ok()?;
    let history = History::new(&position);
    position.outcome(&history).is_none().then_some((position, history))
}

/// Any move that is left, and what the game has come to.
fn over(position: &Position<'_>, outcome: Outcome) -> anyhow::Result<SearchResult> {
    match outcome.winner() {
        None => say("info depth 0 score cp 0")?,
        Some(winner) if winner != position.turn() => say("info depth 0 score mate 0")?,
        Some(_) => {}
    }
    Ok(SearchResult { best: position.legal_moves().first().copied(), ..SearchResult::default() })
}

fn info(report: &Report, position: &Position<'_>, notation: MoveNotation) -> String {
    let Report { depth, seldepth, multipv, nodes, hashfull, .. } = report;
    let score = match report.score {
        Score::Cp(hundredths) => format!("cp {hundredths}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let (speed, time) = (report.nps(), milliseconds(report.time));
    let line = line_text(&report.pv, position, notation);
    format!(
        "info depth {depth} seldepth {seldepth} multipv {multipv} score {score} nodes {nodes} nps {speed} \
        hashfull {hashfull} time {time} pv {line}"
    )
}

fn perft(game: &Game, notation: MoveNotation, depth: u32, threads: u32, task: &Task) -> anyhow::Result<()> {
    let (position, _) = game.replay()?;
    let how = Perft::new().with_monitor(&task.perft);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build();
    let found = match pool {
        Ok(pool) => pool.install(|| how.divide(&position, depth)),
        Err(error) => return Ok(complain(&format!("go perft: {error}"))?),
    };
    let mut lines: Vec<String> = Vec::with_capacity(found.len() + 1);
    let mut total = u128::from(depth == 0);
    let mut complete = true;
    for (mv, nodes) in found {
        complete &= nodes.is_some();
        if let Some(nodes) = nodes {
            total += nodes;
            lines.push(format!("{}: {nodes}", line_text(&[mv], &position, notation)));
        }
    }
    lines.sort();
    lines.push(if complete {
        format!("\nNodes searched: {total}\n")
    } else {
        format!("info string stopped: {} nodes counted so far", task.perft.nodes())
    });
    Ok(say(&lines.join("\n"))?)
}

/// The score of the best move when only captures are looked at behind it.
fn eval(game: &Game, task: &Task) -> anyhow::Result<()> {
    let (position, history) = game.replay()?;
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let result = engine(1, 1)?.search(&position, &history, &limits, &task.control, &mut |_| {});
    let text = match (result.lines.first(), result.outcome) {
        (Some(line), _) => {
            format!("evaluation: {} for {}, by a search of one ply", score_text(line.score), position.turn())
        }
        (None, Some(outcome)) => format!("evaluation: none, the game is over: {}", outcome_text(outcome)),
        (None, None) => "evaluation: none".to_owned(),
    };
    Ok(say(&text)?)
}

/// The search of `campione bench` on one thread.
fn bench(depth: u32, task: &Task) -> anyhow::Result<()> {
    // Its own table: what is remembered of the game stays, and the nodes are the same whatever was set.
    let mut engine = engine(bench::DEFAULT_HASH, 1)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    say(&bench::head())?;
    for (id, text) in bench::positions() {
        let variant = Variant::named(id)?;
        let position = fen::read(text, &variant)?;
        engine.clear();
        let mut result = engine.search(&position, &History::new(&position), &limits, &task.control, &mut |_| {});
        // All searches are counted by one control.
        result.nodes = result.nodes.saturating_sub(nodes);
        nodes += result.nodes;
        time += result.time;
        if task.control.is_stopped() {
            return Ok(complain(&format!("bench stopped: {nodes} nodes so far"))?);
        }
        say(&bench::row(&position, &result))?;
    }
    Ok(say(&format!("nodes: {nodes} nps: {}", nps(nodes, time)))?)
}
