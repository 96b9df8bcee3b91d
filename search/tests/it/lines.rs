//! Reported lines: every move is legal, and several lines are in order.

use super::*;
use crate::positions::games;

#[test]
fn every_line_can_be_played() {
    // `search` checks each report.
    for variant in games() {
        let mut engine = new_engine(1, 1);
        let mut longest = 0;
        some_positions(variant, sample(5, 12), |position, random| {
            for limits in [depth(5), nodes(1 + random.below(4_000))] {
                let result = search(&mut engine, position, &limits);
                longest = longest.max(result.lines[0].pv.len());
            }
        });
        assert!(longest > 4, "{}: {longest}", variant.id());
    }
}

#[test]
fn several_lines_begin_differently_and_come_in_order() {
    for variant in games() {
        let mut engine = new_engine(1, 1);
        some_positions(variant, sample(3, 8), |position, random| {
            let legal = position.legal_moves().len();
            for multipv in [0, 1, 2, 5, 500] {
                let limits = if random.index(2) == 0 { depth(4) } else { nodes(1 + random.below(6_000)) };
                let result = search(&mut engine, position, &Limits { multipv, ..limits.clone() });
                let wanted = multipv.clamp(1, legal);
                let told = result.lines.len();
                // The first iteration may have been cut short.
                assert!(told == wanted || (told < wanted && limits.nodes.is_some() && result.lines[0].depth == 1));
            }
        });
    }
}
