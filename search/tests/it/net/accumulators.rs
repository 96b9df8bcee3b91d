//! Incremental evaluation equals evaluation from scratch.

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{MoveKind, Position};
use campione_notation::fen;
use campione_search::net::{Accumulators, Fitted, Inputs};

use super::{both_fitted, random_move};

const PLIES: usize = 40;

/// Counts of rare events in random games. The comparison is meaningful only if all of them occur.
#[derive(Default, Debug)]
struct Seen {
    castlings: u32,
    captures_en_passant: u32,
    promotions: u32,
    promotions_before_a_move: u32,
    promotions_of_the_other_side: u32,
    kings_across: u32,
    king_buckets: u32,
    passes: u32,
}

impl Seen {
    fn note(&mut self, inputs: &Inputs, position: &Position, next: &Position, mv: campione_movegen::Move) {
        let us = position.turn();
        let castling = mv.kind() == MoveKind::Castling;
        self.castlings += u32::from(castling);
        self.captures_en_passant += u32::from(mv.kind().is_en_passant());
        self.promotions += u32::from(mv.promotion().is_some());
        self.promotions_before_a_move += u32::from(mv.turn_promotion().is_some());
        let promotes = position.waiting_squares(!us) != next.waiting_squares(!us);
        self.promotions_of_the_other_side += u32::from(promotes);
        let [before, after] = [position, next].map(|position| inputs.view(us, position.king(us)));
        self.kings_across += u32::from(before % 2 != after % 2);
        self.king_buckets += u32::from(before / 2 != after / 2);
    }
}

/// Positions of Courier-Spiel in which pawns wait, on both sides, and promote before a move or by a capture.
const WAITING: [&str; 12] = [
    "P2k8/r11/12/2n9/12/1R10/12/RNBCUKQFCBN1 b - - 0 1 a8:0",
    "P2k8/12/12/2n9/12/1R10/12/RNBCUKQFCBN1 w - - 0 1 a8:0",
    "11P/Q11/9R1k/R11/8n3/12/12/1NBCUK1FCBN1 b - - 0 1 l8:1",
    "11P/12/9k2/12/3pP7/12/PPPP1PPPPPPP/RNBCUKQFCBNR b - e3 0 1 l8:0",
    "1P9P/12/9k2/12/12/2n9/1PPPPPPPPPPP/RNBCUKQFCBNR b - - 0 1 b8:0,l8:0",
    "11P/12/9k2/Q11/2n9/12/1PPPPPPPPPPP/1NBCUKQFCBNR b - - 0 1 l8:0",
    "3k2P4P/12/12/12/6R1r3/12/PPPPPPPPPPPP/RNBCUKQFCBN1 b - - 0 1 g8:0,l8:0",
    "12/2r9/4kP1r4/8P1Np/1pp4P3p/2p1f7/7F4/1C1R1K2C1p1 w - - 2 111 k1:1",
    "5k2N2r/6p5/3P3F4/11P/r1P9/12/7p2n1/R3pKp4R b KQk - 0 2 g1:0,e1:1",
    "1P10/12/12/5k6/12/12/12/p4K6 w - - 57 1 b8:0,a1:0",
    "rPb2k5r/12/12/12/12/12/12/R4Kp4R w KQkq - 0 1 b8:1,g1:2",
    "2P1P7/3k8/12/12/12/12/12/5K6 b - - 0 1 c8:1,e8:2",
];

/// The positions in which random games begin.
fn beginnings(variant: Variant) -> Vec<Position> {
    let waiting: &[&str] = if variant.id() == "courier-spiel" { &WAITING } else { &[] };
    let read = |text: &&str| fen::read(text, variant).unwrap_or_else(|error| panic!("{text}: {error}"));
    [Position::start(variant)].into_iter().chain(waiting.iter().map(read)).collect()
}

/// Walks up and down lines as a search does, and evaluates some of the positions.
fn walk(variant: Variant, judge: &Fitted, seed: u64, steps: usize, shown: &mut Seen) {
    let mut random = SplitMix64::new(seed);
    let mut accumulators = Accumulators::new(judge, PLIES);
    let beginnings = beginnings(variant);
    let mut line = vec![beginnings[0]];
    accumulators.start(judge, &line[0]);
    for _ in 0..steps {
        let ply = line.len() - 1;
        let position = line[ply];
        match random.below(8) {
            // Take moves back, to continue with other moves.
            0 => line.truncate(1 + random.index(line.len())),
            1 if ply < PLIES
                && let Some(next) = position.pass() =>
            {
                accumulators.pass(ply);
                line.push(next);
                shown.passes += 1;
            }
            _ if ply < PLIES => match random_move(&position, &mut random) {
                Some(mv) => {
                    let next = position.play_unchecked(mv);
                    shown.note(judge.inputs(), &position, &next, mv);
                    accumulators.play(judge, (&position, ply), &next, mv);
                    line.push(next);
                }
                // The game is over: begin another one.
                None => line = vec![beginnings[random.index(beginnings.len())]],
            },
            // Begin a new line from here, or another game.
            _ if random.below(4) > 0 => line = vec![position],
            _ => line = vec![beginnings[random.index(beginnings.len())]],
        }
        if line.len() == 1 {
            accumulators.start(judge, &line[0]);
        }
        if random.below(3) > 0 {
            let (ply, position) = (line.len() - 1, &line[line.len() - 1]);
            assert_eq!(
                accumulators.evaluate(judge, position, ply),
                judge.evaluate(position),
                "ply {ply}: {position:?}"
            );
        }
    }
}

#[test]
fn updated_is_computed_afresh_in_every_game() {
    let mut seen = Seen::default();
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        // Only one variant has waiting pawns.
        let steps = if variant.promotion_wait().is_some() { 20_000 } else { 1_500 };
        for seed in 0..6 {
            for judge in both_fitted(variant, 32, seed) {
                walk(variant, &judge, seed, steps, &mut seen);
            }
        }
    }
    let Seen { castlings, captures_en_passant, promotions, promotions_before_a_move, .. } = seen;
    let Seen { promotions_of_the_other_side, kings_across, king_buckets, passes, .. } = seen;
    let kings = [kings_across, king_buckets];
    let moves = [castlings, captures_en_passant, promotions, promotions_before_a_move, passes];
    let least = [&kings[..], &moves].concat();
    assert!(least.iter().all(|&count| count > 100), "{seen:?}");
    assert!(promotions_of_the_other_side > 10, "{seen:?}");
}

/// The same with every ply evaluated, so that each view is computed only from the one before.
#[test]
fn every_ply_of_random_games() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        for judge in both_fitted(variant, 64, 7) {
            let mut accumulators = Accumulators::new(&judge, PLIES);
            let mut random = SplitMix64::new(7);
            for _ in 0..20 {
                let mut position = Position::start(variant);
                accumulators.start(&judge, &position);
                for ply in 0..PLIES {
                    assert_eq!(
                        accumulators.evaluate(&judge, &position, ply),
                        judge.evaluate(&position),
                        "{position:?}"
                    );
                    let Some(mv) = random_move(&position, &mut random) else { break };
                    let next = position.play_unchecked(mv);
                    accumulators.play(&judge, (&position, ply), &next, mv);
                    position = next;
                }
            }
        }
    }
}

/// Every side has an input for each piece.
#[test]
fn every_piece_is_one_input_of_each_side() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let judges = both_fitted(variant, 32, 1);
        for position in super::random_positions(variant, 300, 3) {
            for (judge, us) in judges.iter().flat_map(|judge| Color::ALL.map(|us| (judge, us))) {
                let mut active = Vec::new();
                judge.inputs().for_each(&position, us, |input| active.push(input));
                assert_eq!(active.len(), position.occupied().count() as usize);
                active.sort_unstable();
                active.dedup();
                assert_eq!(active.len(), position.occupied().count() as usize, "{position:?}");
                assert!(usize::from(*active.last().unwrap()) < judge.inputs().layout().inputs());
            }
        }
    }
}
