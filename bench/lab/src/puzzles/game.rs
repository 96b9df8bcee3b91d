//! The mates in one weak game of the engine against itself.

use std::cmp::Reverse;

use anyhow::Context;
use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Move, Position};
use campione_notation::random;
use campione_search::{Control, Engine, EngineConfig, Limits, Score};

use crate::proof::{Minimax, TooLong};
use crate::suites::find::{weak_move, without_clock};

/// Nodes for each move of a game.
const NODES: u64 = 200;

/// The longest game, in plies.
const PLIES: usize = 150;

/// The fewest pieces on the board: with fewer it is an ending to be known, not a mate to be found.
const FEWEST: u32 = 8;

/// From this score on, in centipawns, a mate is looked for.
const AHEAD: i32 = 200;

/// The longest mate, in moves.
pub(super) const LONGEST: u32 = 5;

/// Nodes of the mate solver: to find a mate, and to refute all other first moves.
const LOOK: u64 = 40_000;
const REFUTE: u64 = 400_000;

/// The fewest legal moves of a puzzle: where only a few moves are possible, nothing has to be found.
const CHOICES: usize = 8;

/// Moves that the exchange after a first move may take to judge.
const EXCHANGE: u64 = 1_000_000;

/// A sacrifice gives up at least so much, in centipawns.
const SACRIFICE: i32 = 200;

/// With more material than this ahead, in centipawns, any way wins.
const DECIDED: i32 = 2_500;

/// A mate with one solution.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) position: Position,
    /// The only first move, the longest defence, and so on to the mate.
    pub(super) line: Vec<Move>,
    /// The number of the game, and of the ply before which the position arose.
    pub(super) game: u64,
    pub(super) ply: usize,
    /// How difficult it is: more is harder.
    pub(super) points: u32,
}

/// Puzzles of a game lie at least so many plies apart: one must not be the end of another.
const APART: usize = 2 * LONGEST as usize;

/// The mates of a game, the hardest first; the same on every machine for a number.
pub(super) fn mates_in(variant: Variant, game: u64) -> anyhow::Result<Vec<Found>> {
    // Games with neighboring numbers must have different random numbers.
    let mut random = SplitMix64::new(SplitMix64::new(game).next_u64());
    let mut engine = Engine::new(&EngineConfig::default().with_hash(1))?;
    let mut solver = Engine::new(&EngineConfig::default().with_hash(1))?;
    let limits = Limits { nodes: Some(NODES), multipv: 3, ..Limits::default() };
    let start = random::start(variant, &mut random);
    let begun = random::walk(&start, 2..=8, &mut random).context("a game that ends at once")?;
    let mut played = Game::new(*begun.position());
    let mut found: Vec<Found> = Vec::new();
    for ply in begun.plies()..PLIES {
        if played.position().occupied().count() < FEWEST {
            break;
        }
        let lines = engine.search(&played, &limits, &Control::new(), &mut |_| {}).lines;
        let choices: Vec<(Move, Score)> =
            lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect();
        let Some(&(best, score)) = choices.first() else { break };
        let is_ahead = match score {
            Score::Cp(score) => score >= AHEAD,
            Score::Mate(moves) => moves > 0,
        };
        if is_ahead
            && let position = without_clock(played.position())?
            && let Some(line) = only_mate(&mut solver, &position)
            && let Ok(Some(points)) = points(&position, &line)
        {
            found.push(Found { position, line, game, ply, points });
        }
        played.play_unchecked(weak_move(&choices, (best, score), &mut random));
    }
    found.sort_by_key(|one| (Reverse(one.points), one.ply));
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        if kept.iter().all(|other| other.ply.abs_diff(one.ply) >= APART) {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// The line of a mate that one first move alone forces, if it is known to be the shortest.
pub(super) fn only_mate(solver: &mut Engine, position: &Position) -> Option<Vec<Move>> {
    let legal = position.legal_moves();
    if legal.len() < CHOICES {
        return None;
    }
    let game = Game::new(*position);
    let limits = Limits { mate: Some(LONGEST), nodes: Some(LOOK), ..Limits::default() };
    let found = solver.search(&game, &limits, &Control::new(), &mut |_| {});
    let best = found.lines.first()?;
    let Score::Mate(moves @ 1..) = best.score else { return None };
    let moves = moves as u32;
    let [key, ..] = *best.pv.as_slice() else { return None };
    let is_whole = found.no_mate_in + 1 == moves && best.pv.len() as u32 == 2 * moves - 1;
    (is_whole && moves <= LONGEST && is_only(solver, &game, key, moves)).then(|| best.pv.clone())
}

/// Whether every other first move than `key` is refuted: after it there is no mate in so many moves in all.
pub(super) fn is_only(solver: &mut Engine, game: &Game, key: Move, moves: u32) -> bool {
    let others = game.position().legal_moves().into_iter().filter(|&mv| mv != key).collect();
    // Without a limit of depth the search would go on when all is settled.
    let limits = Limits {
        mate: Some(moves),
        depth: Some(2 * moves - 1),
        nodes: Some(REFUTE),
        search_moves: others,
        ..Limits::default()
    };
    solver.search(game, &limits, &Control::new(), &mut |_| {}).no_mate_in >= moves
}

/// How difficult a mate is; `None` if there is nothing to find.
fn points(position: &Position, line: &[Move]) -> Result<Option<u32>, TooLong> {
    let Some(&key) = line.first() else { return Ok(None) };
    let mut minimax = Minimax::new(position.variant(), EXCHANGE);
    let before = minimax.material(position);
    if before > DECIDED {
        return Ok(None);
    }
    let taken = position.captured_role(key).map_or(0, |role| minimax.worth(role));
    let given = before - minimax.value_of(position, key, 1)?;
    let moves = line.len().div_ceil(2) as u32;
    // It takes something valuable for nothing.
    if moves > 1 && taken >= 500 && given <= -taken {
        return Ok(None);
    }
    let legal = position.legal_moves();
    let checks = legal.iter().filter(|&&mv| position.play_unchecked(mv).in_check()).count();
    let mut points = 3 * (moves - 1);
    points += if position.play_unchecked(key).in_check() { 0 } else { 2 };
    points += if given >= SACRIFICE { 2 } else { 0 };
    points += u32::from(taken == 0);
    points += u32::from(legal.len() >= 40);
    points += u32::from(checks >= 5);
    // Castling, promotion, and what has waited are easily overlooked.
    points += 2 * u32::from(position.castling_row(key).is_some() || key.turn_promotion().is_some());
    Ok(Some(points))
}
