//! Written data is read again, and damage is detected.

use std::fs;

use campione_core::{Color, SplitMix64, Variant};
use campione_lab::data::DataError;
use campione_lab::data::file::{Block, Reader};
use campione_lab::data::game::{Ending, MATE, RecordedGame, RecordedPly, Start, score};
use campione_lab::data::moves;
use campione_lab::data::packed::{PackReader, RECORD, Record};
use campione_movegen::Position;
use campione_notation::{random, uci};
use campione_search::Score;
use proptest::prelude::*;

use crate::{files, first_block, record};

fn any_game() -> impl Strategy<Value = RecordedGame> {
    let start = prop_oneof![Just(Start::Variant), any::<u32>().prop_map(Start::Array), ".{0,90}".prop_map(Start::Fen)];
    let ending = (0..Ending::ALL.len()).prop_map(|index| Ending::ALL[index]);
    let plies = prop::collection::vec((any::<u16>(), any::<i16>()), 0..40);
    (any::<u64>(), 0_u8..6, ending, any::<bool>(), any::<bool>(), start, plies).prop_map(
        |(number, variant, ending, white, played_out, start, plies)| RecordedGame {
            number,
            variant,
            points: if ending.is_draw() { 1 } else { 2 * u8::from(white) },
            ending,
            played_out,
            opening: plies.len().min(9) as u8,
            start,
            plies: plies.into_iter().map(|(mv, score)| RecordedPly { mv, score }).collect(),
        },
    )
}

proptest! {
    #[test]
    fn games_come_back(games in prop::collection::vec(any_game(), 0..4)) {
        let mut bytes = Vec::new();
        for game in &games {
            game.write(&mut bytes);
        }
        let mut rest = &bytes[..];
        for game in &games {
            prop_assert_eq!(&RecordedGame::read(&mut rest, 6).unwrap(), game);
        }
        prop_assert!(rest.is_empty());
    }

    #[test]
    fn no_bytes_make_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = RecordedGame::read(&mut &bytes[..], 3);
        let _ = Reader::new(&bytes[..]).is_err();
        let _ = PackReader::new(&bytes[..]).is_err();
        if let Some(record) = bytes.first_chunk::<RECORD>().and_then(Record::from_bytes) {
            prop_assert_eq!(&record.to_bytes()[..], &bytes[..RECORD]);
        }
    }
}

#[test]
fn games_that_make_no_sense_are_refused() {
    let game = RecordedGame {
        number: 77,
        variant: 0,
        points: 2,
        ending: Ending::Checkmate,
        played_out: false,
        opening: 1,
        start: Start::Fen("e".to_owned()),
        plies: vec![RecordedPly { mv: 1, score: 2 }],
    };
    let mut good = Vec::new();
    game.write(&mut good);
    for (at, byte, said) in [
        (8, 1, "variant 1 of 1"),
        (9, 1, "1 half points after `checkmate`"),
        (9, 3, "3 half points"),
        (10, 3, "2 half points after `stalemate`"),
        (10, 10, "ending 10, where 9 is the last"),
        (11, 2, "flags 2"),
        (12, 2, "2 plies of opening in a game of 1"),
        (13, 3, "start 3, where 2 is the last"),
        (14, 2, "too soon"),
        (18, 255, "not text"),
    ] {
        let mut bytes = good.clone();
        bytes[at] = byte;
        let error = RecordedGame::read(&mut &bytes[..], 1).unwrap_err().to_string();
        assert!(error.starts_with("game 77 makes no sense: ") && error.contains(said), "{error}");
    }
    for length in 0..good.len() {
        assert!(RecordedGame::read(&mut &good[..length], 1).is_err(), "{length}");
    }
    let carrera = Variant::named("carrera").unwrap();
    let replay = |start: Start, mv: u16| {
        let game = RecordedGame { start, plies: vec![RecordedPly { mv, score: 0 }], ..game.clone() };
        game.replay(carrera, |_, _, _| {}).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(replay(Start::Variant, 27), Ok(()));
    let error = replay(Start::Variant, 28).unwrap_err();
    assert!(error.contains("ply 1 is move 28, of 28"), "{error}");
    assert!(replay(Start::Array(1), 0).unwrap_err().contains("carrera has no numbered arrays"));
    assert!(replay(Start::Fen("x".to_owned()), 0).is_err());
}

#[test]
fn moves_are_numbered_by_their_squares() {
    let carrera = Variant::named("carrera").unwrap();
    let start = Position::start(carrera);
    let texts: Vec<String> = moves::in_order(&start).iter().map(|&mv| uci::write(mv, &start)).collect();
    assert_eq!(&texts[..3], ["b1a3", "b1c3", "c1b3"]);
    assert_eq!(texts[27], "j2j4");
    // Promotions with the same squares differ in their text. The moves of any position of any variant have numbers.
    let mut numbers = SplitMix64::new(7);
    for id in ["carrera", "archchess", "crc", "courier-spiel", "herb-garden", "janus"] {
        let variant = Variant::named(id).unwrap();
        for _ in 0..20 {
            let start = random::start(variant, &mut numbers);
            let Some(position) = random::walk(&start, 0..=60, &mut numbers).map(|game| *game.position()) else {
                continue;
            };
            let in_order = moves::in_order(&position);
            let key = |mv| {
                let text = uci::write(mv, &position);
                (mv.from().index(), mv.to().index(), text)
            };
            assert!(in_order.is_sorted_by_key(|&mv| key(mv)));
            for (number, &mv) in (0..).zip(&in_order) {
                assert_eq!(moves::number(&position, mv), Some(number));
                assert_eq!(moves::numbered(&position, number), Some(mv));
            }
            assert_eq!(in_order.len(), position.legal_moves().len());
            assert_eq!(moves::numbered(&position, in_order.len() as u16), None);
        }
    }
}

#[test]
fn scores_are_clamped() {
    let told = [Score::Cp(-31), Score::Cp(40_000), Score::Mate(1), Score::Mate(-3), Score::Mate(5_000)];
    assert_eq!(told.map(score), [-31, 30_999, MATE - 1, 3 - MATE, 31_000]);
}

#[test]
fn every_change_of_a_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..3", "--mix", "chess=1", "--opening", "2,2"]).unwrap();
    let good = fs::read(&files(folder.path())[0]).unwrap();
    let start = first_block(&good);
    // With two blocks, a fault in the first one cannot be an incomplete end of the file.
    let good = [&good[..], &good[start..]].concat();
    let blocks = |bytes: &[u8]| -> Result<Vec<Block>, DataError> {
        let mut reader = Reader::new(bytes)?;
        std::iter::from_fn(|| reader.block().transpose()).collect()
    };
    assert_eq!(blocks(&good).unwrap().len(), 2);
    let second = start + (good.len() - start) / 2;
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = blocks(&bytes).unwrap_err();
        let expected = match &error {
            DataError::Foreign { .. } => at < 8,
            DataError::Version { .. } => (8..12).contains(&at),
            DataError::Header { .. } => (12..start).contains(&at),
            DataError::Damaged { at: place, .. } => {
                *place == if at < second { start } else { second } as u64 && at >= start && at < second + 20
            }
            DataError::Torn { at: place } => *place == second as u64 && at >= second + 20,
            _ => false,
        };
        assert!(expected, "{at}: {error}");
    }
    for length in 0..good.len() {
        match blocks(&good[..length]) {
            Ok(blocks) => assert!([(start, 0), (second, 1)].contains(&(length, blocks.len())), "{length}"),
            Err(DataError::Torn { at }) => {
                assert_eq!(at, if length < second { start } else { second } as u64, "{length}");
            }
            Err(error) => assert!(length < start, "{length}: {error}"),
        }
    }
}

#[test]
fn positions_come_back() {
    let mut numbers = SplitMix64::new(3);
    for id in ["carrera", "archchess", "courier-spiel"] {
        let variant = Variant::named(id).unwrap();
        for round in 0..30 {
            let start = random::start(variant, &mut numbers);
            let Some(position) = random::walk(&start, 0..=80, &mut numbers).map(|game| *game.position()) else {
                continue;
            };
            let game = RecordedGame {
                number: 1,
                variant: 0,
                points: 2,
                ending: Ending::Resigned,
                played_out: false,
                opening: 0,
                start: Start::Variant,
                plies: vec![RecordedPly { mv: 0, score: -77 }; 60],
            };
            let mv = position.legal_moves()[0];
            let record = Record::new(&position, (mv, game.plies[0]), (&game, round, 5), false).unwrap();
            let bytes = record.to_bytes();
            assert_eq!(Record::from_bytes(&bytes), Some(record));
            for (square, color, role) in record.pieces() {
                let piece = position.piece_at(square).unwrap();
                assert_eq!((piece.color, piece.role), (color, role));
            }
            assert_eq!(record.pieces().count(), position.occupied().count() as usize);
            assert_eq!(record.turn(), position.turn());
            assert_eq!(record.points, if position.turn() == Color::White { 2 } else { 0 });
            assert_eq!(
                (record.score, record.ply, record.left, record.variant),
                (-77, round as u16, 60 - round as u8, 5)
            );
        }
    }
}
