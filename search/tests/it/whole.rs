//! Whole games, the engine against itself, with the game's history and a transposition table that is kept between
//! moves.

use campione_core::Color;
use campione_movegen::{Game, Outcome};

use super::*;
use crate::positions::games;

/// `CAMPIONE_GAMES=50 cargo test --release -p campione-search whole` plays 50 games of each kind.
#[test]
fn whole_games_are_played_to_their_end() {
    let rounds = std::env::var("CAMPIONE_GAMES").ok().map_or(1, |text| text.parse().expect("CAMPIONE_GAMES"));
    let (mut over, mut stronger_won, mut weaker_won) = (0, 0, 0);
    for variant in games() {
        for round in 0..rounds {
            let threads = 1 + round as usize % 2;
            let mut engines = Color::ALL.map(|_| new_engine(1, threads));
            let mut random = SplitMix64::new(round);
            let mut game = Game::new(campione_notation::random::start(variant, &mut random));
            let strong = Color::ALL[random.index(2)];
            let outcome = loop {
                if let Some(outcome) = game.outcome() {
                    break Some(outcome);
                }
                if game.plies() >= 300 {
                    break None;
                }
                let mv = if game.plies() < 4 {
                    let moves = game.position().legal_moves();
                    moves[random.index(moves.len())]
                } else {
                    let limits = nodes(if game.turn() == strong { 800 } else { 60 });
                    search_game(&mut engines[game.turn().index()], &game, &limits).best.unwrap()
                };
                game.play(mv).unwrap();
            };
            // Several threads together exceed such small limits.
            if threads > 1 {
                continue;
            }
            over += 1;
            if let Some(Outcome { winner: Some(winner), .. }) = outcome {
                stronger_won += u32::from(winner == strong);
                weaker_won += u32::from(winner != strong);
            }
        }
    }
    println!("of {over} games the side with more nodes has won {stronger_won}, the other {weaker_won}");
    assert!(stronger_won > 3 * weaker_won && stronger_won * 3 > over, "{stronger_won} and {weaker_won} of {over}");
}
