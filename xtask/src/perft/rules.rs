//! The positions of the committed suites that show the special rules of each variant.

use anyhow::{anyhow, ensure};

use crate::lines::Line;

/// Positions by variant, in the order of the rules in docs/RULES.md. The note in the suite says what each shows.
const POSITIONS: &[(&str, &[&str])] = &[
    (
        "carrera",
        &[
            "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1",
            "2r1k5/10/10/b9/2p7/10/1P8/2R1K5 w - - 0 1",
            "9k/10/10/b9/2p7/10/1P2PP4/3BKB4 w - - 0 1",
            "r4k3r/10/10/10/10/10/10/R4K3R w - - 0 1",
            "4k5/10/10/3P6/2pp1p4/10/1P2P5/9K w - - 0 1",
            "nn8/P8n/9P/6k3/10/9p/1p8/NN4K1N1 w - - 0 1",
            "9k/10/4a5/3p6/3K6/7N2/2P1P5/10 w - - 0 1",
            "9k/10/10/10/10/3c6/2PPP5/3K6 w - - 0 1",
        ],
    ),
    ("carrera-qac", &["10/3P6/5k4/10/10/10/10/9K w - - 0 1"]),
    (
        "modern-carrera",
        &[
            "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1",
            "5k4/10/10/10/3p1p3p/10/P3P4P/5K4 w - - 0 1",
            "2n1n5/3P6/9k/10/10/10/10/5K4 w - - 0 1",
        ],
    ),
    (
        "archchess",
        &[
            "10/10/9k/10/10/b9/2p7/10/1P2PP4/3BKB4 w L - 0 1",
            "10/10/10/10/5k4/10/2p7/10/1P3P4/9K w - - 0 1",
            "1n7n/P6NPn/10/5k4/10/5K4/10/10/10/10 w - - 0 1",
            "4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1",
            "8k1/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1",
            "4k5/10/10/10/10/10/10/4r5/10/R3K4R w KQL - 0 1",
            "1k8/10/4r5/10/10/10/10/5n4/10/R3K4R w KQL - 0 1",
            "k9/10/10/10/10/10/10/10/10/1r2K4R w KL - 0 1",
            "k9/10/10/10/10/10/10/3n6/3PPP4/3NKN4 w L - 0 1",
            "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1",
            "9k/10/10/10/10/10/10/4c5/3PPP4/3CK5 w - - 0 1",
            "9k/4r5/10/10/10/10/1b8/10/3DD5/4K5 w - - 0 1",
        ],
    ),
    (
        "arciscacchiere",
        &[
            "9k/10/10/4c5/4P5/4K5/10/10/10/10 w - - 0 1",
            "10/10/4k5/4N5/4C5/10/10/10/10/K8R w - - 0 1",
            "3ckc4/10/10/10/10/10/10/10/3PP5/3CKC4 w - - 0 1",
        ],
    ),
    (
        "herb-garden",
        &[
            "r4k5r/12/12/12/12/12/R5K4R w ALal - 0 1",
            "1h3k4h1/12/12/12/12/12/1H4K3H1 w BKbk - 0 1",
            "2e2k3e2/12/12/12/12/12/2E3K2E2 w CJcj - 0 1",
            "rhe2k3ehr/12/12/12/12/12/RHE3K2EHR w ABCJKLabcjkl - 0 1",
            "5k6/12/12/12/12/12/6K3Hr w K - 0 1",
            "r4k5r/1p10/12/12/12/10P1/R5K4R w ALal - 0 1",
            "r4k5r/12/12/2N9/1B10/12/6K5 w al - 0 1",
            "r4k5r/12/12/1pP2n6/1B10/12/6K5 w al b5 0 1",
            "5k6/12/12/1pPp4r3/12/12/6K5 w - b5 0 1",
            "5k6/PP10/12/12/12/10pp/6K5 w - - 0 1",
        ],
    ),
    (
        "herb-garden-2002b",
        &[
            "r4k5r/12/12/12/5Q6/12/R5K4R b ALal - 0 1",
            "r4k5r/12/7n4/12/12/12/R5K4R w ALal - 0 1",
            "r4k5r/12/12/1pP2n6/1B10/12/6K5 w al b5 0 1",
        ],
    ),
    (
        "crc",
        &[
            "9k/10/10/10/10/10/10/R1KN6 w Q - 0 1",
            "9k/10/10/10/10/10/10/R1K7 w Q - 0 1",
            "2r6k/10/10/10/10/10/10/R1K7 w Q - 0 1",
            "9k/10/10/10/10/10/10/1R5K2 w Q - 0 1",
            "k8r/10/10/10/10/10/10/1KR7 w K - 0 1",
            "4k5/10/10/10/10/10/10/qR3KR3 w KQ - 0 1",
            "4k5/10/10/10/10/10/10/R1R1K2R1R w KhQc - 0 1",
            "9k/10/10/R9/10/10/10/3R2K3 w Q - 0 1",
            "3k6/8P1/10/4Pp4/10/10/10/3K6 w - f6 0 1",
        ],
    ),
    (
        "courier-spiel",
        &[
            "12/10k1/12/12/12/3b8/4P7/5K6 w - - 0 1",
            "5r6/10k1/12/12/12/4U7/6P5/5K6 w - - 0 1",
            "5k6/12/12/RpP2K6/12/12/12/12 w - b6 0 1",
            "r4k5r/12/12/12/12/12/12/R4K5R w KQkq - 0 1",
            "r4k4r1/12/12/12/12/12/12/R4K5R w KQ - 0 1",
            "rPb2k5r/12/12/12/12/12/12/R4Kp4R w KQkq - 0 1 b8:1,g1:2",
            "4k7/P11/12/12/12/12/11p/4K7 w - - 0 1",
            "11k/4P5p1/10P1/12/12/1p10/1P10/K11 w - - 0 1",
            "11k/4P5p1/10P1/12/12/1p10/1P5p4/K11 w - - 0 1",
            "P2k8/12/12/12/12/12/12/3K8 b - - 0 1 a8:2",
            "P2k8/12/12/12/12/12/12/3K8 w - - 0 1 a8:0",
            "P4r6/12/12/12/10k1/12/12/5K6 w - - 0 1 a8:0",
            "P2k7P/12/12/12/12/12/12/p2K7p w - - 0 1 l8:0,a8:0,a1:0,l1:1",
            "3bPk6/12/2B9/12/4u7/5F6/12/5K6 w - - 0 1 e8:1",
            "P2k8/r11/12/2n9/12/1R10/12/RNBCUKQFCBN1 b - - 0 1 a8:0",
            "P5k5/12/12/1n10/12/R1R9/12/1NBCUKQFCBN1 b - - 0 1 a8:0",
            "11P/Q11/9R1k/R11/8n3/12/12/1NBCUK1FCBN1 b - - 0 1 l8:0",
            "11P/12/9k2/12/3pP7/12/PPPP1PPPPPPP/RNBCUKQFCBNR b - e3 0 1 l8:0",
        ],
    ),
    (
        "capablanca",
        &[
            "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1",
            "9k/10/10/K2pP4r/10/10/10/10 w - d6 0 1",
            "nn8/P8n/5k3P/10/10/10/10/5K4 w - - 0 1",
        ],
    ),
    ("gothic", &["r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "2n7/3P6/5k4/10/10/10/10/5K4 w - - 0 1"]),
    ("embassy", &["r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", "2n7/3P6/5k4/10/10/10/10/4K5 w - - 0 1"]),
    ("janus", &["r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", "2n7/3P6/5k4/10/10/10/10/4K5 w - - 0 1"]),
    ("bird", &["r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1", "2n7/3P6/5k4/10/10/10/10/5K4 w - - 0 1"]),
    (
        "chess",
        &[
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/1p4p1/8/P6P/4K3 w - - 0 1",
            "2n5/3P4/5k2/8/8/8/8/4K3 w - - 0 1",
        ],
    ),
    (
        "chess960",
        &[
            "1k6/8/8/8/8/8/8/6KR w K - 0 1",
            "7k/8/8/8/8/8/8/qRK5 w Q - 0 1",
            "7k/8/8/8/8/8/8/RRK5 w Qb - 0 1",
            "7k/8/8/R7/8/8/8/4RK2 w Q - 0 1",
        ],
    ),
];

/// A position for a rule, at the greatest depth in the suites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    /// What the position shows.
    pub(crate) shows: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
}

/// The positions for the special rules of a variant; empty if it has none.
pub(crate) fn of(game: &str, lines: &[Line]) -> anyhow::Result<Vec<Rule>> {
    let fens = POSITIONS.iter().find(|(id, _)| *id == game).map_or(&[] as &[&str], |(_, fens)| fens);
    fens.iter().map(|fen| rule(game, fen, lines)).collect()
}

fn rule(game: &str, fen: &str, lines: &[Line]) -> anyhow::Result<Rule> {
    let cases = lines.iter().map(|line| &line.case).filter(|case| case.variant.as_deref() == Some(game));
    let deepest = cases.filter(|case| case.fen == fen).max_by_key(|case| case.depth);
    let case = deepest.ok_or_else(|| anyhow!("no suite has the position {fen} of {game}"))?;
    // The suite's note says what it shows.
    let shows = case.note.trim_start_matches("hand-made: ").to_owned();
    ensure!(!shows.is_empty() && !shows.contains('|'), "{game} {fen}: its note does not fit into a table: {shows}");
    Ok(Rule { shows, fen: fen.to_owned(), depth: case.depth })
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;

    use super::*;
    use crate::lines;

    #[test]
    fn every_game_has_positions_and_every_position_stands_in_a_suite() {
        let lines = lines::read(&lines::committed().unwrap()).unwrap();
        for id in Variant::ids() {
            let rules = of(id, &lines).unwrap();
            assert!(!rules.is_empty(), "{id}");
            let mut fens: Vec<&str> = rules.iter().map(|rule| rule.fen.as_str()).collect();
            fens.sort_unstable();
            fens.dedup();
            assert_eq!(fens.len(), rules.len(), "{id} has a position twice");
        }
        assert!(POSITIONS.iter().all(|(id, _)| Variant::named(id).is_ok()));
        assert!(rule("carrera", "4k5/10/10/10/10/10/10/4K5 w - - 0 1", &lines).is_err());
    }
}
