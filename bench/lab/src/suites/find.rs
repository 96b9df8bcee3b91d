//! Weak games of the engine against itself, and the test positions found in them.

use std::cmp::Reverse;

use crate::proof::{Claim, LEAST_GAIN, LEAST_MARGIN, MATE, Mates, Minimax, ONLY_MOVE_HOLDS, ONLY_MOVE_LOSES, TooLong};
use anyhow::Context;
use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Move, Position};
use campione_notation::{fen, random};
use campione_search::{Control, Engine, EngineConfig, Limits, Score};

/// Nodes for each move of a game.
const NODES: u64 = 3_000;

/// Nodes for the engine to confirm won material: what minimax finds may be refuted just beyond its horizon.
const SECOND_LOOK: u64 = 500_000;

/// The longest game, in plies.
const PLIES: usize = 160;

/// The most moves of a proof: for mates in up to three, longer mates, minimax.
const PLAIN: u64 = 4_000_000;
const LONG: u64 = 20_000_000;
const DEEP: u64 = 2_000_000;

/// The most pieces on the board when a mate in four is sought.
const PIECES_OF_LONG_MATES: u32 = 16;

/// A proven position.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) position: Position,
    pub(super) best: Move,
    pub(super) claim: Claim,
    /// The number of its game, or the seed of a position with few pieces.
    pub(super) game: u64,
    /// Whether it is a random position.
    pub(super) drawn: bool,
    /// Its score of interest.
    pub(super) interest: i32,
}

/// The positions found in one game; the same on every machine for a number.
pub(super) fn in_game(variant: Variant, game: u64) -> anyhow::Result<Vec<Found>> {
    let mut random = SplitMix64::new(game);
    let mut engine = Engine::new(&EngineConfig::default().with_hash(2))?;
    let limits = Limits { nodes: Some(NODES), multipv: 3, ..Limits::default() };
    let start = random::start(variant, &mut random);
    let begun = random::walk(&start, 2..=8, &mut random).context("a game that ends at once")?;
    let mut played = Game::new(*begun.position());
    let mut found = Vec::new();
    for ply in 0..PLIES {
        let lines = engine.search(&played, &limits, &Control::new(), &mut |_| {}).lines;
        let choices: Vec<(Move, Score)> =
            lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect();
        let Some(&(best, score)) = choices.first() else { break };
        let fresh = without_clock(played.position())?;
        let second = choices.get(1).map_or(i32::MIN, |&(_, other)| value(other));
        if let Ok(Some(one)) = look(&fresh, score, second, game) {
            found.push(one);
        }
        if ply % 4 == 0 {
            found.extend(threatened(&fresh, game));
        }
        played.play_unchecked(weak_move(&choices, (best, score), &mut random));
    }
    Ok(keep(found))
}

/// A move that a weak player might choose: often not the best one, sometimes any of the choices.
pub(crate) fn weak_move(choices: &[(Move, Score)], (best, score): (Move, Score), random: &mut SplitMix64) -> Move {
    match random.below(8) {
        0 => choices[random.index(choices.len())].0,
        1..=3 => {
            let near = choices.iter().filter(|(_, other)| value(*other) >= value(score) - 100);
            let near: Vec<Move> = near.map(|&(mv, _)| mv).collect();
            near[random.index(near.len())]
        }
        _ => best,
    }
}

/// The best of each kind, because positions of one game are similar.
fn keep(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|one| Reverse(one.interest));
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let alike = |other: &Found| std::mem::discriminant(&other.claim) == std::mem::discriminant(&one.claim);
        // One mate of each length is kept.
        let same = |other: &&Found| alike(other) && (other.claim == one.claim || !matches!(one.claim, Claim::Mate(_)));
        if kept.iter().filter(same).count() == 0 {
            kept.push(one);
        }
    }
    kept
}

fn value(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value,
        Score::Mate(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) => -30_000 - moves,
    }
}

/// The same position with the clock of the move rule at 0.
pub(crate) fn without_clock(position: &Position) -> anyhow::Result<Position> {
    let mut setup = position.setup();
    setup.halfmove_clock = 0;
    Position::new(&setup, position.variant()).map_err(|faults| anyhow::anyhow!("{}: {faults}", fen::write(position)))
}

/// What can be solved in a position, proven. The engine's scores of the best moves tell where to try.
fn look(position: &Position, score: Score, second: i32, game: u64) -> Result<Option<Found>, TooLong> {
    let found = match score {
        Score::Mate(moves @ 2..=6) => mate(position, moves as u32)?,
        Score::Cp(score) if score >= second.saturating_add(LEAST_MARGIN) => pieces(position)?,
        _ => None,
    };
    let Some((best, claim)) = found else { return Ok(None) };
    proven(position, best, claim, game)
}

pub(super) fn proven(position: &Position, best: Move, claim: Claim, game: u64) -> Result<Option<Found>, TooLong> {
    let interest = interest(position, best, claim)?;
    Ok(interest.map(|interest| Found { position: *position, best, claim, game, drawn: false, interest }))
}

/// Positions after any move in which the other side is in check, or threatened with mate, and has a single defense.
fn threatened(position: &Position, game: u64) -> Vec<Found> {
    let next = position.legal_moves().into_iter().filter_map(|mv| without_clock(&position.play_unchecked(mv)).ok());
    let found = next.filter_map(|next| {
        let (best, claim) = only_move(&next).ok()??;
        proven(&next, best, claim, game).ok()?
    });
    found.collect()
}

type Proven = Option<(Move, Claim)>;

/// A mate in two to four with a single solution. `known` is an upper bound.
fn mate(position: &Position, known: u32) -> Result<Proven, TooLong> {
    let most = if position.occupied().count() <= PIECES_OF_LONG_MATES { 4 } else { 3 };
    for moves in 1..=known.min(most) {
        let mut mates = if moves <= 3 { Mates::plain(PLAIN) } else { Mates::with_memory(LONG) };
        match mates.keys(position, moves, 2)?.as_slice() {
            [] => {}
            &[key] if moves > 1 => return Ok(Some((key, Claim::Mate(moves)))),
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// The only defense against a check or a threat of mate in one.
fn only_move(position: &Position) -> Result<Proven, TooLong> {
    let moves = position.legal_moves().len();
    if moves < if position.in_check() { 4 } else { 10 } {
        return Ok(None);
    }
    let mut mates = Mates::plain(PLAIN);
    if let Some(passed) = position.pass()
        && !mates.mates(&passed, 1)?
    {
        return Ok(None);
    }
    // A mate in one leaves few defenses; mates in two are checked among those only.
    if mates.defences(position, 1, 6)?.len() > 5 {
        return Ok(None);
    }
    let &[mv] = mates.defences(position, ONLY_MOVE_LOSES, 2)?.as_slice() else { return Ok(None) };
    let next = position.play_unchecked(mv);
    // A defense that mates counts as a mate.
    let held = !mates.mates(&next, ONLY_MOVE_HOLDS)? && !next.legal_moves().is_empty();
    Ok(held.then_some((mv, Claim::OnlyMove)))
}

/// A move that wins material: within three plies, and within five if that proof is short enough; or within five only.
fn pieces(position: &Position) -> Result<Proven, TooLong> {
    let mut minimax = Minimax::new(position.variant(), DEEP);
    let goal = minimax.material(position) + LEAST_GAIN;
    let three = minimax.bounded(position, 3, goal - 1, goal)? >= goal;
    if !three && minimax.bounded(position, 5, goal - 1, goal)? < goal {
        return Ok(None);
    }
    let best = |plies| {
        let found = Minimax::new(position.variant(), DEEP).clearly_best(position, plies, LEAST_MARGIN);
        found.map(|found| found.filter(|&(_, value)| value >= goal && value < MATE))
    };
    let (plies, (mv, balance)) = match (if three { best(3)? } else { None }, best(5)) {
        (Some(first), Ok(Some(second))) if first.0 == second.0 => (5, second),
        (Some(first), Err(TooLong)) => (3, first),
        (None, Ok(Some(second))) => (5, second),
        _ => return Ok(None),
    };
    // At one ply another move must look as good.
    let at_once = minimax.value_of(position, mv, 1)?;
    if minimax.others_are_below(position, mv, 1, at_once - 1)? {
        return Ok(None);
    }
    Ok(Some((mv, Claim::Material { plies, balance })))
}

/// The score of interest of a position; `None` if it is of no interest.
fn interest(position: &Position, best: Move, claim: Claim) -> Result<Option<i32>, TooLong> {
    let mut minimax = Minimax::new(position.variant(), DEEP);
    let before = minimax.material(position);
    let next = position.play_unchecked(best);
    let taken = position.captured_role(best).map_or(0, |role| minimax.worth(role));
    // Captures that the other side can make at once.
    let after = minimax.value_of(position, best, 1)?;
    let given = before - after;
    let mut interest = 0;
    interest += if taken == 0 { 3 } else { 0 };
    interest += if next.in_check() { 0 } else { 2 };
    interest += match given {
        500.. => 5,
        200.. => 3,
        _ => 0,
    };
    interest -= if position.in_check() { 2 } else { 0 };
    // A decided game is of less interest.
    interest -= (before.abs() - 400).max(0) / 400;
    // Special rules of this variant.
    interest += if position.castling_row(best).is_some() { 8 } else { 0 };
    interest += if best.turn_promotion().is_some() { 4 } else { 0 };
    interest += if best.promotion().is_some_and(|role| minimax.worth(role) < 900) { 3 } else { 0 };
    interest += if position.all_waiting_pawns().next().is_some() { 3 } else { 0 };
    let rights = position.castling_rights(position.turn()) | position.castling_rights(!position.turn());
    interest += i32::from(!rights.is_empty());
    let own = position.variant().all_roles().skip(2).filter(|&role| {
        let letter = position.variant().role(role).letter;
        !"QRNB".contains(letter) && position.moving_role(best) == Some(role)
    });
    interest += own.count() as i32;
    match claim {
        Claim::Mate(moves) => {
            interest += moves as i32 - 2;
            // The key move just takes an unprotected piece of high value.
            if taken >= 500 && given <= -taken {
                return Ok(None);
            }
        }
        Claim::Material { plies, .. } => {
            let seen_at_three = minimax.value_of(position, best, 3)? >= before + LEAST_GAIN;
            interest += if plies == 5 && !seen_at_three { 4 } else { 0 };
        }
        Claim::OnlyMove => interest += (position.legal_moves().len() / 10) as i32,
    }
    Ok(Some(interest))
}

/// Whether the engine, given time, plays the move that wins material.
pub(super) fn engine_agrees(found: &Found) -> anyhow::Result<bool> {
    if !matches!(found.claim, Claim::Material { .. }) {
        return Ok(true);
    }
    let limits = Limits { nodes: Some(SECOND_LOOK), ..Limits::default() };
    let best = Engine::new(&EngineConfig::default().with_hash(32))?
        .search(&Game::new(found.position), &limits, &Control::new(), &mut |_| {})
        .best;
    Ok(best == Some(found.best))
}
