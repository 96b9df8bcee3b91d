//! The work that takes time, and the lines that it sends.

use std::time::Duration;

use campione_core::Variant;
use campione_movegen::{Game, Outcome, Perft, Position};
use campione_notation::fen;
use campione_notation::moves::MoveNotation;
use campione_search::{Chances, EngineConfig, Limits, NetChoice, Report, Score, SearchResult, Strength, nps};

use super::complaint::complain;
use crate::analysis::{self, line_text, milliseconds};
use crate::args::BENCH_HASH;
use crate::cmd::bench;
use crate::nets::evaluations;
use crate::play::say::say;
use crate::play::task::Task;
use crate::play::worker::{SearchEvent, Work, WorkerState, engine};

/// How lines are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) notation: MoveNotation,
    /// Whether scores come with the chances of a win, a draw and a loss.
    pub(super) wdl: bool,
}

/// Looks for the best move, at a strength with the seed of its errors.
pub(super) fn search(game: Game, style: Style, limits: Limits, strength: (Strength, u64)) -> Work {
    Box::new(move |state, task| best_move(state, &game, style, &limits, strength, task))
}

/// The answer to `go` after a `position` that was refused: no move, and why.
pub(super) fn refused(why: String) -> Work {
    Box::new(move |_, task| {
        complain(&why)?;
        // After `go infinite` and `go ponder` even this answer must not come before it is asked for.
        task.wait_until_released();
        Ok(say("bestmove 0000")?)
    })
}

/// Counts moves.
pub(super) fn perft(game: Game, notation: MoveNotation, depth: u32) -> Work {
    Box::new(move |state, task| divide(&game, notation, depth, state.threads(), task))
}

/// The search of `campione bench` on one thread.
pub(super) fn bench(depth: u32) -> Work {
    // With a table of its own: that of the game keeps its entries, and the nodes do not depend on the options.
    Box::new(move |_, task| bench_positions(depth, task))
}

fn best_move(
    state: &mut WorkerState,
    game: &Game,
    style: Style,
    limits: &Limits,
    strength: (Strength, u64),
    task: &Task,
) -> anyhow::Result<()> {
    let (position, notation) = (*game.position(), style.notation);
    let found = |result: &SearchResult| {
        limits.mate.map_or(Ok(()), |asked| say(&format!("info string {}", about_mate(asked, result))))
    };
    let mut tell = |told: SearchEvent<'_>| {
        let said = match told {
            SearchEvent::Complaint(text) => complain(text),
            SearchEvent::Report(report) => say(&info(report, &position, style)),
            SearchEvent::Found(result) => found(result),
        };
        // The output is closed, so the search can end.
        if said.is_err() {
            task.stop();
        }
    };
    let mut result = state.search(strength, game, limits, task, &mut tell);
    if let Some(outcome) = result.outcome {
        complain(&format!("the game is over: {}", outcome.in_words()))?;
        if let Some(on) = as_if_begun(&position) {
            result = state.search(strength, &on, limits, task, &mut tell);
        } else {
            result = over(&position, outcome)?;
            found(&result)?;
            task.wait_until_released();
        }
    }
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

/// What is known of the mate in `asked` moves that was asked for.
fn about_mate(asked: u32, result: &SearchResult) -> String {
    let score = result.lines.first().map(|line| line.score);
    match score {
        Some(Score::Mate(moves)) if (1..=i64::from(asked)).contains(&moves.into()) => {
            analysis::about_mate(moves.unsigned_abs(), result.no_mate_in)
        }
        _ => analysis::about_no_mate(asked, result.no_mate_in),
    }
}

/// A new game from a position in which the game is over. A program may still ask for a move there: it may require a
/// draw to be claimed, or not count repetitions. `None` if the game is over because of the position itself.
fn as_if_begun(position: &Position) -> Option<Game> {
    let mut setup = position.setup();
    setup.halfmove_clock = 0;
    let game = Game::new(Position::new(&setup, position.variant()).ok()?);
    game.outcome().is_none().then_some(game)
}

/// Any legal move, after sending the score of a game that is over.
fn over(position: &Position, outcome: Outcome) -> anyhow::Result<SearchResult> {
    match outcome.winner {
        None => say("info depth 0 score cp 0")?,
        Some(winner) if winner != position.turn() => say("info depth 0 score mate 0")?,
        Some(_) => {}
    }
    Ok(SearchResult { best: position.legal_moves().first().copied(), ..SearchResult::default() })
}

fn info(report: &Report, position: &Position, Style { notation, wdl }: Style) -> String {
    let Report { depth, seldepth, multipv, nodes, hashfull, .. } = report;
    let mut score = match report.score {
        Score::Cp(hundredths) => format!("cp {hundredths}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    if wdl {
        let Chances { win, draw, loss } = Chances::of(position.variant(), report.score);
        score += &format!(" wdl {win} {draw} {loss}");
    }
    let (speed, time) = (report.nps(), milliseconds(report.time));
    let line = line_text(&report.pv, position, notation);
    format!(
        "info depth {depth} seldepth {seldepth} multipv {multipv} score {score} nodes {nodes} nps {speed} \
        hashfull {hashfull} time {time} pv {line}"
    )
}

fn divide(game: &Game, notation: MoveNotation, depth: u32, threads: usize, task: &Task) -> anyhow::Result<()> {
    let position = *game.position();
    let how = Perft::new().with_monitor(&task.perft);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
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

/// The evaluation of a position without a search.
pub(super) fn evaluation(game: &Game, nets: &NetChoice) -> String {
    let position = *game.position();
    if let Some(outcome) = game.outcome() {
        return format!("evaluation: none, the game is over: {}", outcome.in_words());
    }
    if position.in_check() {
        return format!("evaluation: none, {} is in check", position.turn());
    }
    evaluations(nets, &position)
}

fn bench_positions(depth: u32, task: &Task) -> anyhow::Result<()> {
    let mut engine = engine(&EngineConfig::default().with_hash(BENCH_HASH as usize))?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    say(&bench::head())?;
    for (id, text) in bench::positions() {
        let variant = Variant::named(id)?;
        let position = fen::read(text, variant)?;
        engine.clear();
        let mut result = engine.search(&Game::new(position), &limits, &task.control, &mut |_| {});
        // One control counts the nodes of all searches together.
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
