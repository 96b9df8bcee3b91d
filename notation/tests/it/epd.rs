//! EPD of every variant, written and read again.

use campione_core::{SplitMix64, Variant};
use campione_notation::epd::{self, Epd, Operand, Operation};
use campione_notation::random;

#[test]
fn positions_of_every_game_come_back() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let mut numbers = SplitMix64::new(6);
        for index in 0..40 {
            let start = random::start(variant, &mut numbers);
            let position = *random::walk(&start, 0..=120, &mut numbers).unwrap().position();
            let moves = position.legal_moves();
            // Every legal move, in one of the three operations.
            let (best, avoid) = moves.split_at(index % (moves.len() + 1));
            let comment = Operand::Text(format!("number {index}; of {id}"));
            let epd = Epd {
                names_game: index % 2 == 0,
                best: best.to_vec(),
                avoid: avoid.to_vec(),
                mate: (index % 3 == 0).then_some(index as i32 - 20).filter(|mate| *mate != 0),
                played: moves.first().copied(),
                id: Some(format!("{id} {index}")),
                others: vec![Operation { code: "c0".to_owned(), operands: vec![comment] }],
                ..Epd::new(position)
            };
            let line = epd::write(&epd);
            let parted = epd::split(&line).unwrap_or_else(|error| panic!("{line}: {error}")).unwrap();
            assert_eq!(parted.variant(), epd.names_game.then_some(id), "{line}");
            let read = parted.read(variant).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(read, epd, "{line}");
        }
    }
}

#[test]
fn no_text_makes_it_panic() {
    let chess = Variant::named("chess").unwrap();
    let good = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Ra8; dm 3; id \"a; b\"; hmvc 3; fmvn 9; c0 \"x\";";
    let letters = ["", ";", "\"", " ", "\t", "-", "0", "é", "#", "bm", ":", "\u{0}"];
    for at in 0..=good.len() {
        for letter in letters {
            // Inserted, and in place of a letter.
            for rest in [at, (at + 1).min(good.len())] {
                let text = format!("{}{letter}{}", &good[..at], &good[rest..]);
                if let Ok(Some(line)) = epd::split(&text)
                    && let Ok(epd) = line.read(chess)
                {
                    // A line that can be read can be written and read again.
                    let again = epd::split(&epd::write(&epd)).unwrap().unwrap();
                    assert_eq!(again.read(chess).as_ref().map(epd::write), Ok(epd::write(&epd)), "{text}");
                }
            }
        }
    }
}
