//! Random games of every variant: at every ply the fast generator is compared with the slow one.

use std::collections::BTreeMap;

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::{EndReason, Game, Outcome, Position, perft};
use campione_notation::{fen, random, uci};
use campione_reference as slow;
use rayon::prelude::*;

use crate::sample;
use crate::slow_words::{outcome_text, slow_position};

/// The greatest length of a game, in plies.
const PLIES: u32 = 240;

/// Compares the two generators in one position. Returns the moves with their texts.
fn compare(fast: &Position, slow: &slow::Position<'static>) -> Vec<(String, slow::Position<'static>)> {
    let text = fen::write(fast);
    assert_eq!(text, slow.fen(), "FEN of {}", fast.variant().id());
    let place = format!("{} {text}", fast.variant().id());
    let read = fen::read(&text, fast.variant()).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(&read, fast, "{place}: FEN round trip");
    assert_eq!(read.zobrist(), fast.zobrist(), "{place}: key");
    assert_eq!(fast.in_check(), slow.in_check(), "{place}: check");
    assert_eq!(fast.is_dead(), slow.is_dead(), "{place}: dead position");
    let moves = fast.legal_moves();
    assert_eq!(perft(fast, 1), moves.len() as u128, "{place}: counted and listed moves");
    let mut ours: Vec<String> = moves.iter().map(|&mv| uci::write(mv, fast)).collect();
    ours.sort();
    let mut theirs = slow.legal_moves();
    theirs.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(ours, theirs.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), "{place}: moves");
    let captures = moves.iter().any(|mv| mv.kind().is_en_passant());
    assert_eq!(fast.legal_en_passant(), fast.en_passant().filter(|_| captures), "{place}: en passant");
    assert_eq!(outcome_text(fast.outcome()).as_deref(), slow.outcome_without_history(), "{place}: outcome");
    theirs
}

/// The slow generator's table of a variant, written by hand from RULES.md, against what it reads in the variant's file.
#[test]
fn table_and_file_of_a_variant_are_the_same_rules() {
    let sorted = |position: &slow::Position<'_>| {
        let mut moves: Vec<(String, String)> =
            position.legal_moves().into_iter().map(|(text, after)| (text, after.fen())).collect();
        moves.sort();
        moves
    };
    for id in Variant::ids() {
        let file = Variant::named(id).unwrap().spec().to_toml();
        let rules = slow::Game::from_toml(&file).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(slow::Position::start(&rules).fen(), slow::Position::start(slow::Game::named(id).unwrap()).fen());
        for text in starts(id) {
            let by_file =
                slow::Position::from_fen(&rules, &text).unwrap_or_else(|error| panic!("{id} {text}: {error}"));
            assert_eq!(sorted(&by_file), sorted(&slow_position(id, &text)), "{id} {text}");
        }
    }
}

/// Plays one game from `start`; `seed` determines the moves.
fn game(variant: Variant, start: &str, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(fen::read(start, variant).unwrap());
    let mut slow = slow_position(variant.id(), start);
    let mut keys = BTreeMap::from([(slow.repetition_key(), 1)]);
    for _ in 0..PLIES {
        let fast = *game.position();
        let mut moves = compare(&fast, &slow);
        if moves.is_empty() {
            return;
        }
        // Castlings, promotions at the start of a turn and pawn moves are preferred, so that rare cases occur.
        let chosen = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..moves.len()).filter(|&index| wanted(&moves[index].0)).collect()
        };
        let read = |text: &str| uci::read(text, &fast).unwrap();
        let special = chosen(&|text| text.contains(',') || read(text).castling_row().is_some());
        let pawns = chosen(&|text| fast.role_at(read(text).from()) == Some(Role::PAWN));
        let index = match random.index(6) {
            0 if !special.is_empty() => special[random.index(special.len())],
            1 | 2 if !pawns.is_empty() => pawns[random.index(pawns.len())],
            _ => random.index(moves.len()),
        };
        let (text, next) = moves.swap_remove(index);
        let mv = uci::read(&text, &fast).unwrap();
        game.play(mv).unwrap();
        let fast = game.position();
        slow = next;
        let count = keys.entry(slow.repetition_key()).or_insert(0);
        *count += 1;
        let draw = fast.outcome().is_none() && *count >= 3;
        let ours = game.outcome() == Some(Outcome::draw(EndReason::Repetition));
        assert_eq!(ours, draw, "{}: repetition", fen::write(fast));
    }
}

/// The positions from which games start: the start position, and the positions of the committed suites.
fn starts(id: &str) -> Vec<String> {
    let start = fen::write(&Position::start(Variant::named(id).unwrap()));
    let others = crate::suite_positions(id).into_iter().filter(|text| *text != start);
    std::iter::once(start.clone()).chain(others).collect()
}

/// `CAMPIONE_GAMES=2000 cargo test --release -p campione-notation random_games` plays 2000 games of each variant.
#[test]
fn random_games_agree_with_the_slow_generator() {
    let games: u64 =
        std::env::var("CAMPIONE_GAMES").ok().map_or(sample(4, 24), |text| text.parse().expect("CAMPIONE_GAMES"));
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let starts = starts(id);
        (0..games).into_par_iter().for_each(|seed| {
            // Every second game begins at the usual start, the others at the special positions in turn.
            let start = if seed % 2 == 0 { 0 } else { (seed / 2) as usize % starts.len() };
            let numbered;
            let start = match variant.numbered_start((seed as u32 * 7919) % 960) {
                Some(Ok(setup)) if seed % 4 == 0 => {
                    numbered = fen::write(&Position::new(&setup, variant).unwrap());
                    &numbered
                }
                _ => &starts[start],
            };
            game(variant, start, seed);
        });
        println!("{id}: {games} games, {} start positions", starts.len());
    }
}

/// The positions that `campione random` must give for a seed in every version, computed with the slow generator.
#[test]
fn random_walks_are_those_of_the_slow_generator() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let start = Position::start(variant);
        let position = *random::walk(&start, 8..=20, &mut SplitMix64::new(42)).unwrap().position();
        let mut numbers = SplitMix64::new(42);
        let mut slow = slow_position(id, &fen::write(&start));
        for _ in 0..8 + numbers.below(13) {
            let mut moves = slow.legal_moves();
            moves.sort_by(|a, b| a.0.cmp(&b.0));
            slow = moves.swap_remove(numbers.index(moves.len())).1;
        }
        assert_eq!(fen::write(&position), slow.fen(), "{id}");
    }
}
