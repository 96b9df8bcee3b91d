//! Mates with few pieces: random positions, because games of the engine seldom have a long mate that can be proven.

use crate::proof::{Claim, Mates};
use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant, WaitingPawn};
use campione_movegen::{Game, Position};
use campione_search::{Control, Engine, EngineConfig, Limits, Score};
use rayon::prelude::*;

use super::find::{self, Found};

/// Nodes of the engine for each position.
const NODES: u64 = 8_000;

/// The most moves of a proof.
const LONG: u64 = 3_000_000;

/// The number of positions drawn in a batch.
const BATCH: u64 = 256;

/// Finds at least `number` mates in `moves` with a single solution, or all in some thousand positions.
pub(super) fn mates_in(moves: u32, variant: Variant, enough: usize) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for batch in 0..40 {
        let seeds = (batch * BATCH..(batch + 1) * BATCH).into_par_iter();
        found.extend(seeds.filter_map(|seed| one(moves, variant, seed)).collect::<Vec<_>>());
        if found.len() >= enough {
            break;
        }
    }
    found
}

/// The position of a seed, if it is such a mate.
fn one(moves: u32, variant: Variant, seed: u64) -> Option<Found> {
    let position = draw(moves, variant, &mut SplitMix64::new(seed << 8 | u64::from(moves)))?;
    if position.in_check() || position.outcome().is_some() {
        return None;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let result = Engine::new(&EngineConfig::default().with_hash(1)).ok()?.search(
        &Game::new(position),
        &limits,
        &Control::new(),
        &mut |_| {},
    );
    let Score::Mate(claimed) = result.lines.first()?.score else { return None };
    if !(moves as i32..=moves as i32 + 1).contains(&claimed) {
        return None;
    }
    let mut mates = if moves <= 3 { Mates::plain(LONG) } else { Mates::with_memory(LONG) };
    if mates.mates(&position, moves - 1).ok()? {
        return None;
    }
    let &[best] = mates.keys(&position, moves, 2).ok()?.as_slice() else { return None };
    let found = find::proven(&position, best, Claim::Mate(moves), seed).ok()??;
    Some(Found { drawn: true, ..found })
}

/// White has a king, two pieces and a pawn, Black a king, a piece and two pawns; White is to move. In variants with
/// waiting pawns, White's pawn waits, except for mates in four, whose proof would be too long.
fn draw(moves: u32, variant: Variant, random: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut piece = || Role::from_index(2 + random.index(variant.roles().len() - 2));
    let (white, black) = ([Role::KING, piece()?, piece()?, Role::PAWN], [Role::KING, piece()?, Role::PAWN, Role::PAWN]);
    let pieces = white.map(|role| (Color::White, role)).into_iter().chain(black.map(|role| (Color::Black, role)));
    for (color, role) in pieces {
        let ranks = usize::from(variant.ranks());
        let wait = variant.promotion_wait().filter(|_| moves < 4 && (color, role) == (Color::White, Role::PAWN));
        let rank = match (role, wait) {
            (_, Some(_)) => ranks - 1,
            (Role::PAWN, None) => 1 + random.index(ranks - 2),
            _ => random.index(ranks),
        };
        let square = Square::new(random.index(usize::from(variant.files())) as u8, rank as u8)?;
        if let Some(wait) = wait {
            setup.waiting.push(WaitingPawn { square, wait: random.index(usize::from(wait) + 1) as u8 });
        }
        if setup.board.set(square, Some(Piece { color, role })).is_some() {
            return None;
        }
    }
    Position::new(&setup, variant).ok()
}
