//! What is kept up from move to move is what is computed from nothing.

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{MoveKind, Position};
use campione_net::{Accumulators, Inputs};
use campione_notation::fen;

use crate::{fitted, random_move};

const PLIES: usize = 40;

/// What random games have to show so that the comparison means something.
#[derive(Default, Debug)]
struct Seen {
    castlings: u32,
    captures_en_passant: u32,
    promotions: u32,
    promotions_before_a_move: u32,
    promotions_of_the_other_side: u32,
    kings_across: u32,
    passes: u32,
}

impl Seen {
    fn note(&mut self, inputs: &Inputs, position: &Position<'_>, next: &Position<'_>, mv: campione_movegen::Move) {
        let us = position.turn();
        let castling = mv.kind() == MoveKind::Castling;
        self.castlings += u32::from(castling);
        self.captures_en_passant += u32::from(mv.kind().is_en_passant());
        self.promotions += u32::from(mv.promotion().is_some());
        self.promotions_before_a_move += u32::from(mv.turn_promotion().is_some());
        let promotes = position.waiting_squares(!us) != next.waiting_squares(!us);
        self.promotions_of_the_other_side += u32::from(promotes);
        let crosses = inputs.is_mirrored(position.king(us)) != inputs.is_mirrored(next.king(us));
        self.kings_across += u32::from(crosses);
    }
}

/// The start of a game, and the positions of its perft suite, which show every rule that it has.
fn beginnings(variant: &Variant) -> Vec<Position<'_>> {
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/../../notation/tests/data");
    let read = |prefix: &str| std::fs::read_to_string(format!("{suites}/{prefix}{}.tsv", variant.id()));
    let text = ["", "rules-"].map(|prefix| read(prefix).unwrap_or_default()).concat();
    let fens = text.lines().filter_map(|line| line.strip_prefix(variant.id())?.strip_prefix('\t')?.split('\t').next());
    let positions = fens.filter_map(|text| fen::read(text, variant).ok());
    let mut beginnings: Vec<Position<'_>> = [Position::start(variant)].into_iter().chain(positions).collect();
    beginnings.dedup();
    beginnings
}

/// Walks up and down lines as a search does, asking here and there.
fn walk(variant: &Variant, seed: u64, steps: usize, seen: &mut Seen) {
    let mut random = SplitMix64::new(seed);
    let net = fitted(variant, 32, seed);
    let mut accumulators = Accumulators::new(&net, PLIES);
    let beginnings = beginnings(variant);
    let mut line = vec![beginnings[0]];
    accumulators.start();
    for _ in 0..steps {
        let ply = line.len() - 1;
        let position = line[ply];
        match random.below(8) {
            // Up again, and down another way.
            0 => line.truncate(1 + random.index(line.len())),
            1 if ply < PLIES
                && let Some(next) = position.pass() =>
            {
                accumulators.pass(ply);
                line.push(next);
                seen.passes += 1;
            }
            _ if ply < PLIES => match random_move(&position, &mut random) {
                Some(mv) => {
                    let next = position.play_unchecked(mv);
                    seen.note(net.inputs(), &position, &next, mv);
                    accumulators.play(&net, (&position, ply), &next, mv);
                    line.push(next);
                }
                // The game is over: another one begins.
                None => line = vec![beginnings[random.index(beginnings.len())]],
            },
            // The game goes on from here, or another one begins.
            _ if random.below(4) > 0 => line = vec![position],
            _ => line = vec![beginnings[random.index(beginnings.len())]],
        }
        if line.len() == 1 {
            accumulators.start();
        }
        if random.below(3) > 0 {
            let (ply, position) = (line.len() - 1, &line[line.len() - 1]);
            assert_eq!(accumulators.evaluate(&net, position, ply), net.evaluate(position), "ply {ply}: {position:?}");
        }
    }
}

#[test]
fn updated_is_computed_afresh_in_every_game() {
    let mut seen = Seen::default();
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        // The waiting pawns are all in one game.
        let steps = if variant.promotion_wait().is_some() { 20_000 } else { 1_500 };
        for seed in 0..6 {
            walk(&variant, seed, steps, &mut seen);
        }
    }
    let Seen { castlings, captures_en_passant, promotions, promotions_before_a_move, .. } = seen;
    let Seen { promotions_of_the_other_side, kings_across, passes, .. } = seen;
    let least = [castlings, captures_en_passant, promotions, promotions_before_a_move, kings_across, passes];
    assert!(least.iter().all(|&count| count > 100), "{seen:?}");
    assert!(promotions_of_the_other_side > 10, "{seen:?}");
}

/// The same where every ply is asked for, so that each position comes from the one before alone.
#[test]
fn every_ply_of_random_games() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let net = fitted(&variant, 64, 7);
        let mut accumulators = Accumulators::new(&net, PLIES);
        let mut random = SplitMix64::new(7);
        for _ in 0..20 {
            let mut position = Position::start(&variant);
            accumulators.start();
            for ply in 0..PLIES {
                assert_eq!(accumulators.evaluate(&net, &position, ply), net.evaluate(&position), "{position:?}");
                let Some(mv) = random_move(&position, &mut random) else { break };
                let next = position.play_unchecked(mv);
                accumulators.play(&net, (&position, ply), &next, mv);
                position = next;
            }
        }
    }
}

/// Every side has an input for each piece.
#[test]
fn every_piece_is_one_input_of_each_side() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let net = fitted(&variant, 32, 1);
        for position in crate::random_positions(&variant, 300, 3) {
            for us in Color::ALL {
                let mut active = Vec::new();
                net.inputs().for_each(&position, us, |input| active.push(input));
                assert_eq!(active.len(), position.occupied().count() as usize);
                active.sort_unstable();
                active.dedup();
                assert_eq!(active.len(), position.occupied().count() as usize, "{position:?}");
                assert!(usize::from(*active.last().unwrap()) < net.inputs().layout().inputs());
            }
        }
    }
}
