//! The positions of the benchmarks, and tools to count instructions.

pub mod callgrind;
pub mod counts;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::fen;

/// The id and a middle-game position of some variants. Pieces of both sides are developed, and lines are open.
pub const MIDDLE_GAMES: [(&str, &str); 6] = [
    ("capablanca", "r1abqkb1nr/ppp1pp1cpp/2n4p2/3pp5/3PP5/2N4P2/PPP1PP1CPP/R1ABQKB1NR w KQkq - 2 8"),
    ("carrera", "ra1bqkb1cr/ppp1pp1ppp/2n3pn2/3p6/3P6/2N3PN2/PPP1PP1PPP/RA1BQKB1CR w - - 2 6"),
    ("archchess", "rn2kqdbnr/ppp1pp1ppp/2bp2p3/2c7/10/4P5/3P1C4/2N3P3/PPP2P1PPP/R1B1KQDBNR w KQLkql - 1 7"),
    ("herb-garden", "rhe1bkqb1ehr/ppp1pp1ppppp/3n2p1n3/3P2P5/2N1N7/PPP1PP1PPPPP/RHE1BQKB2HR w ABKLabcjkl - 1 6"),
    ("crc", "rq1bakb1cr/ppp1pp1ppp/2np2pn2/10/10/2NP2PN2/PPP1PP1PPP/RQ1BAKB1CR w KQkq - 2 6"),
    ("courier-spiel", "r1bcuk1fcb1r/ppp1pp1ppppp/2np2q2n2/12/12/2NP2Q2N2/PPP1PP1PPPPP/R1BCUK1FCB1R w KQkq - 2 6"),
];

/// The variant with this id.
///
/// # Panics
/// No variant has this id.
pub fn variant(id: &str) -> Variant {
    Variant::named(id).unwrap_or_else(|error| panic!("{error}"))
}

/// The middle-game position of a variant.
///
/// # Panics
/// The variant is not in [`MIDDLE_GAMES`]. A test checks that all of these positions can be read.
pub fn middle_game(variant: Variant) -> Position {
    let text = MIDDLE_GAMES.iter().find(|(id, _)| *id == variant.id()).map(|(_, text)| *text);
    let text = text.unwrap_or_else(|| panic!("no middle game of {}", variant.id()));
    fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_middle_game_is_a_position() {
        for (id, text) in MIDDLE_GAMES {
            assert_eq!(fen::write(&middle_game(variant(id))), text);
        }
    }
}
