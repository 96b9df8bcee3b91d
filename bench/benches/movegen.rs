//! Generation, play and perft of each variant: `cargo bench -p campione-bench`.
//!
//! Compare only runs of the same machine, and report ratios.

use campione_bench::{MIDDLE_GAMES, middle_game, variant};
use campione_movegen::{Position, perft};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const GAMES: [&str; 6] = ids();

const fn ids() -> [&'static str; 6] {
    let mut ids = [""; 6];
    let mut index = 0;
    while index < ids.len() {
        ids[index] = MIDDLE_GAMES[index].0;
        index += 1;
    }
    ids
}

/// Listing the legal moves of a middle game.
#[divan::bench(args = GAMES)]
fn legal_moves(bencher: Bencher<'_, '_>, id: &str) {
    let variant = variant(id);
    let position = middle_game(variant);
    bencher.counter(ItemsCount::new(position.legal_moves().len())).bench(|| divan::black_box(&position).legal_moves());
}

/// Counting the legal moves of a middle game without listing them.
#[divan::bench(args = GAMES)]
fn count(bencher: Bencher<'_, '_>, id: &str) {
    let variant = variant(id);
    let position = middle_game(variant);
    bencher.counter(ItemsCount::new(position.legal_moves().len())).bench(|| perft(divan::black_box(&position), 1));
}

/// Playing each legal move of a middle game.
#[divan::bench(args = GAMES)]
fn play(bencher: Bencher<'_, '_>, id: &str) {
    let variant = variant(id);
    let position = middle_game(variant);
    let moves = position.legal_moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for &mv in &moves {
            divan::black_box(divan::black_box(&position).play_unchecked(mv));
        }
    });
}

/// Perft of the start position to depth 4, in nodes, on all threads.
#[divan::bench(args = GAMES, sample_count = 20)]
fn perft_4(bencher: Bencher<'_, '_>, id: &str) {
    let variant = variant(id);
    let start = Position::start(variant);
    let nodes = perft(&start, 4);
    bencher.counter(ItemsCount::new(nodes as u64)).bench(|| perft(divan::black_box(&start), 4));
}
