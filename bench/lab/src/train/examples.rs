//! Training examples: the active inputs of a position, and the expected points of the side to move.

use anyhow::Context;
use campione_core::{Role, Variant};
use campione_search::net::{Inputs, KingBuckets, Layout};

use crate::data::game::LEAST_MATE;
use crate::data::packed::{MOST_PIECES, PackHeader, Record, flags};

/// Which positions are used, and how their targets are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lessons {
    /// Positions after fewer plies are left out.
    pub(super) first_ply: u16,
    /// The limit of scores, also for mates, in centipawns.
    pub(super) most: i16,
    /// The part of the score in the target; the rest is the result.
    pub(super) score_part: f32,
}

/// A position as a net sees it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// The active inputs from the view of the side to move and of the other side: the first [`Example::count`] of each.
    inputs: [[u16; MOST_PIECES]; 2],
    count: u8,
    /// The index of the output weights.
    pub(super) bucket: u8,
    /// The points that the side to move should expect, 0 to 1.
    pub(super) target: f32,
}

impl Example {
    /// Pairs of active inputs, one from each view. Each active input of a view occurs in exactly one pair.
    #[inline(always)]
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let [own, other] = &self.inputs;
        own.iter().zip(other).take(usize::from(self.count)).map(|(&own, &other)| (usize::from(own), usize::from(other)))
    }
}

/// Makes examples of records.
#[derive(Debug)]
pub(super) struct Examples {
    layout: Layout,
    /// For each variant of the records.
    variants: Vec<Seen>,
    lessons: Lessons,
}

/// The inputs of a variant, and what identifies its waiting pawns.
#[derive(Debug)]
struct Seen {
    inputs: Inputs,
    ranks: u8,
    waits: bool,
}

impl Examples {
    /// The examples for the records of a file.
    ///
    /// # Errors
    /// The variants of the file do not all have the same board, or there would be too many inputs.
    pub(super) fn new(header: &PackHeader, lessons: Lessons, king_buckets: KingBuckets) -> anyhow::Result<Examples> {
        let variants = header.variants.iter().map(|rules| rules.variant().with_context(|| rules.id.clone()));
        let variants = variants.collect::<anyhow::Result<Vec<Variant>>>()?;
        let layout = Layout::of(&variants)?.with_king_buckets(king_buckets)?;
        let seen = |variant: Variant| -> anyhow::Result<Seen> {
            let (ranks, waits) = (variant.ranks(), variant.promotion_wait().is_some());
            Ok(Seen { inputs: Inputs::new(&layout, variant)?, ranks, waits })
        };
        let variants = variants.iter().copied().map(seen).collect::<anyhow::Result<_>>()?;
        Ok(Examples { layout, variants, lessons })
    }

    /// The inputs of the net.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether a position is used: a quiet one, whose value does not depend on the next move.
    pub(super) fn are_of(&self, record: &Record) -> bool {
        record.flags & flags::NOISY == 0 && record.ply >= self.lessons.first_ply
    }

    /// The limited score of a record.
    pub(super) fn score(&self, record: &Record) -> i16 {
        debug_assert!(self.lessons.most < LEAST_MATE);
        record.score.clamp(-self.lessons.most, self.lessons.most)
    }

    /// The example of a record. `scale` is the number of centipawns for one unit of the logistic function.
    pub(super) fn example(&self, record: &Record, scale: f32) -> Example {
        let Seen { inputs, ranks, waits } = &self.variants[usize::from(record.variant)];
        let turn = record.turn();
        let mut kings = [None; 2];
        for (square, color, role) in record.pieces() {
            if role == Role::KING {
                kings[color.index()] = Some(square);
            }
        }
        let mut example = Example { inputs: [[0; MOST_PIECES]; 2], count: 0, bucket: 0, target: 0.0 };
        let views = [turn, !turn];
        for (place, (square, color, role)) in record.pieces().enumerate() {
            let waits = *waits && role == Role::PAWN && color.relative_rank(square.rank(), *ranks) == ranks - 1;
            let movement = if waits { inputs.waiting_pawn() } else { inputs.movement(role) };
            for (view, us) in views.into_iter().enumerate() {
                let king = kings[us.index()].unwrap_or(square);
                example.inputs[view][place] = inputs.index(us, king, movement, color, square);
            }
            example.count += 1;
        }
        example.bucket = self.layout.bucket(usize::from(example.count)) as u8;
        let said = logistic(f32::from(self.score(record)) / scale);
        let part = self.lessons.score_part;
        example.target = part * said + (1.0 - part) * f32::from(record.points) / 2.0;
        example
    }
}

/// The logistic function, from all numbers to 0 to 1.
#[inline(always)]
pub(super) fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{Ending, RecordedGame, RecordedPly, Start};
    use crate::data::header::Rules;
    use campione_core::{Color, SplitMix64};
    use campione_movegen::{Move, Position};
    use campione_notation::{fen, random};

    fn header(variants: &[Variant]) -> PackHeader {
        PackHeader {
            seed: 1,
            part: "training".to_owned(),
            held_out: 100,
            foresight: 0.0,
            sources: Vec::new(),
            variants: variants.iter().map(|variant| Rules::of(*variant, 0)).collect(),
            roles: variants.iter().map(|_| Vec::new()).collect(),
        }
    }

    fn record(position: &Position, mv: Move, (score, points, variant): (i16, u8, u8)) -> Record {
        let game = RecordedGame {
            number: 0,
            variant,
            points,
            ending: Ending::Longest,
            played_out: false,
            opening: 0,
            start: Start::Variant,
            plies: vec![RecordedPly { mv: 0, score }; 30],
        };
        Record::new(position, (mv, game.plies[0]), (&game, 20, variant), false).unwrap()
    }

    /// A position of Courier-Spiel in which pawns of both sides wait.
    const WAITING: &str = "2P1P7/3k8/12/12/12/12/12/p4K6 b - - 0 1 c8:1,e8:2,a1:0";

    /// The inputs of a record's example are those of the net in play, also for waiting pawns.
    #[test]
    fn records_give_the_inputs_of_their_positions() {
        let lessons = Lessons { first_ply: 0, most: 3000, score_part: 0.5 };
        let games = [&["capablanca", "janus", "crc"][..], &["courier-spiel"], &["carrera"], &["archchess"], &["chess"]];
        for (ids, king_buckets) in games.iter().flat_map(|&ids| KingBuckets::ALL.map(|buckets| (ids, buckets))) {
            let variants: Vec<Variant> = ids.iter().map(|id| Variant::named(id).unwrap()).collect();
            let examples = Examples::new(&header(&variants), lessons, king_buckets).unwrap();
            let mut random = SplitMix64::new(7);
            let mut waiting = 0;
            for (number, variant) in variants.iter().enumerate() {
                let inputs = Inputs::new(examples.layout(), *variant).unwrap();
                let waiting_pawns = fen::read(WAITING, *variant).into_iter();
                let walks = (0..40).filter_map(|_| random::walk(&Position::start(*variant), 20..=160, &mut random));
                let positions: Vec<_> = walks.map(|game| *game.position()).chain(waiting_pawns).collect();
                for position in positions {
                    let Some(&mv) = position.legal_moves().first() else { continue };
                    let example = examples.example(&record(&position, mv, (0, 1, number as u8)), 300.0);
                    let mut expected = [Vec::new(), Vec::new()];
                    for (view, us) in [position.turn(), !position.turn()].into_iter().enumerate() {
                        inputs.for_each(&position, us, |input| expected[view].push(usize::from(input)));
                    }
                    let [own, other] = expected;
                    assert_eq!(example.pairs().collect::<Vec<_>>(), own.into_iter().zip(other).collect::<Vec<_>>());
                    assert_eq!(usize::from(example.bucket), inputs.bucket(&position));
                    waiting += Color::ALL.iter().filter(|&&color| position.waiting_squares(color).any()).count();
                }
            }
            assert!(ids != ["courier-spiel"] || waiting > 0, "no waiting pawn was looked at");
        }
    }

    #[test]
    fn targets_are_of_the_side_to_move() {
        let variant = Variant::named("capablanca").unwrap();
        let lessons = Lessons { first_ply: 0, most: 3000, score_part: 0.75 };
        let examples = Examples::new(&header(std::slice::from_ref(&variant)), lessons, KingBuckets::One).unwrap();
        let white = Position::start(variant);
        let black = white.play_unchecked(white.legal_moves()[0]);
        let target = |position: &Position, score: i16, points: u8| {
            let mv = position.legal_moves()[0];
            examples.example(&record(position, mv, (score, points, 0)), 300.0).target
        };
        // White wins; the score is for the side to move.
        let said = logistic(1.0);
        for (target, expected) in [
            (target(&white, 300, 2), 0.75 * said + 0.25),
            (target(&black, -300, 2), 0.75 * (1.0 - said)),
            // A mate is the most that a score can be.
            (target(&white, 31_999, 2), target(&white, 3000, 2)),
        ] {
            assert!((target - expected).abs() < 1e-6, "{target} instead of {expected}");
        }
    }
}
