//! Games are turned into positions for training, each position once.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use campione_core::Color;
use campione_lab::data::DataError;
use campione_lab::data::game::{NO_SCORE, RecordedGame};
use campione_lab::data::packed::{PackReader, RECORD, Record, flags};
use campione_lab::{inspect, pack};
use clap::Parser;

use crate::{files, first_block, games, record};

#[derive(Parser)]
struct Pack {
    #[command(flatten)]
    options: pack::Options,
}

#[derive(Parser)]
struct Data {
    #[command(flatten)]
    options: inspect::Options,
}

fn packed(from: &Path, to: &Path, more: &[&str]) -> anyhow::Result<pack::Packed> {
    let (from, to) = (from.display().to_string(), to.display().to_string());
    pack::run(&Pack::parse_from(["pack", &from, "--to", &to].iter().chain(more)).options)
}

#[test]
fn a_missing_file_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = format!("{:#}", packed(&missing, &folder.path().join("out"), &[]).unwrap_err());
    let reason = fs::File::open(&missing).unwrap_err();
    assert_eq!(error, format!("{}: {reason}", missing.display()));
}

fn looked_at(from: &Path, more: &[&str]) -> inspect::Summary {
    let from = from.display().to_string();
    inspect::run(&Data::parse_from(["data", &from].iter().chain(more)).options).unwrap()
}

/// All positions of a file, read in small parts.
fn read(path: &Path) -> Result<Vec<Record>, DataError> {
    let mut reader = PackReader::open(path)?;
    assert!(reader.start().is_multiple_of(RECORD as u64));
    let (mut all, mut some) = (Vec::new(), Vec::new());
    while reader.read(&mut some, 7)? > 0 {
        all.extend(some.iter().copied());
    }
    assert_eq!(reader.read(&mut some, 7)?, 0);
    Ok(all)
}

fn with_ending(name: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", name.display()))
}

#[test]
fn every_position_is_packed_once() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..24", "--threads", "2"]).unwrap();
    let (games, variants) = games(folder.path());
    let mut expected: Vec<[u8; RECORD]> = Vec::new();
    for game in &games {
        let mut number = 0;
        let mut seen = Vec::new();
        game.replay(variants[usize::from(game.variant)], |played, mv, ply| {
            let position = played.position();
            let repeated = seen.contains(&position.zobrist());
            seen.push(position.zobrist());
            if ply.score != NO_SCORE {
                let record = Record::new(position, (mv, ply), (game, number, game.variant), repeated).unwrap();
                assert_eq!(record.flags & flags::IN_CHECK != 0, position.in_check());
                assert_eq!(record.flags & flags::GIVES_CHECK != 0, position.play(mv).unwrap().in_check());
                assert_eq!(record.flags & flags::CAPTURE != 0, mv.is_capture());
                assert_eq!(record.points, if position.turn() == Color::White { game.points } else { 2 - game.points });
                expected.push(record.to_bytes());
            }
            number += 1;
        })
        .unwrap();
    }
    let bytes = |records: &[Record]| records.iter().map(Record::to_bytes).collect::<Vec<_>>();
    let (one, many) = (folder.path().join("one"), folder.path().join("many"));
    let done = packed(folder.path(), &one, &["--held-out", "4"]).unwrap();
    let (training, held) = (read(&with_ending(&one, "train")).unwrap(), read(&with_ending(&one, "held")).unwrap());
    assert_eq!((done.training, done.held_out), (training.len() as u64, held.len() as u64));
    assert!(done.held_out > 0 && (done.duplicates, done.crowded) == (0, 0));
    let mut all = bytes(&[&training[..], &held[..]].concat());
    assert_ne!(all, expected, "they are shuffled");
    all.sort_unstable();
    expected.sort_unstable();
    assert_eq!(all, expected);
    // The same input gives the same file; with another number of buckets, the order differs.
    packed(folder.path(), &many, &["--held-out", "4"]).unwrap();
    assert!(fs::read(with_ending(&one, "train")).unwrap() == fs::read(with_ending(&many, "train")).unwrap());
    let error = packed(folder.path(), &many, &[]).unwrap_err().to_string();
    assert!(error.contains("many.train exists already"), "{error}");
    let header = PackReader::open(&with_ending(&one, "held")).unwrap().header().clone();
    assert_eq!((header.part.as_str(), header.held_out, header.sources.len()), ("hold-out", 4, 1));
    assert!(header.roles[0].contains(&"P pawn".to_owned()), "{:?}", header.roles);
    // Damage is reported when the file is read.
    let path = with_ending(&one, "train");
    let good = fs::read(&path).unwrap();
    let start = PackReader::open(&path).unwrap().start() as usize;
    for at in [start + 52, good.len() - 1, good.len() - 10] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(matches!(read(&path), Err(DataError::Damaged { .. })), "{at}");
    }
    for less in [1, 16, 64, 80] {
        fs::write(&path, &good[..good.len() - less]).unwrap();
        assert!(matches!(read(&path), Err(DataError::Damaged { .. })), "{less}");
    }
}

/// With foresight, a score is a mixture of itself, all later scores and the result, all from the view of the same side.
#[test]
fn scores_with_foresight() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..12"]).unwrap();
    let (plain, wise) = (folder.path().join("plain"), folder.path().join("wise"));
    packed(folder.path(), &plain, &[]).unwrap();
    packed(folder.path(), &wise, &["--foresight", "0.75"]).unwrap();
    let header = PackReader::open(&with_ending(&wise, "train")).unwrap().header().clone();
    assert!((header.foresight - 0.75).abs() < 1e-9);
    let all = |name: &Path| {
        let mut all = Vec::new();
        for ending in ["train", "held"] {
            all.extend(read(&with_ending(name, ending)).unwrap());
        }
        all
    };
    // The flag for repetitions is ignored.
    let key = |record: &Record| {
        let mut record = *record;
        (record.score, record.flags) = (0, record.flags & !flags::REPEATED);
        record.to_bytes()
    };
    let scores: HashMap<[u8; RECORD], i16> = all(&wise).iter().map(|record| (key(record), record.score)).collect();
    let expected = |score: i16| 1.0 / (1.0 + (-f64::from(score.clamp(-4000, 4000)) / 400.0).exp());
    let (mut looked_at, mut moved) = (0, 0);
    let (games, variants) = games(folder.path());
    for game in &games {
        let mut records = Vec::new();
        game.replay(variants[usize::from(game.variant)], |played, mv, ply| {
            let position = played.position();
            if ply.score != NO_SCORE {
                let number = game.opening as usize + records.len();
                records.push(Record::new(position, (mv, ply), (game, number, game.variant), false).unwrap());
            }
        })
        .unwrap();
        for (first, record) in records.iter().enumerate() {
            // Each later score has three quarters of the weight of the one before. The result has the remaining weight.
            let (mut sum, mut left) = (0.0, 1.0);
            for later in &records[first..] {
                let points = expected(later.score);
                sum += left * 0.25 * if later.turn() == record.turn() { points } else { 1.0 - points };
                left *= 0.75;
            }
            sum += left * f64::from(record.points) / 2.0;
            let score = scores[&key(record)];
            assert!((expected(score) - sum).abs() < 0.01, "{score}, {sum}");
            looked_at += 1;
            moved += u32::from(score != record.score);
        }
    }
    assert!(looked_at > 300 && moved > looked_at / 2, "{moved} of {looked_at}");
    let error = Pack::try_parse_from(["pack", "x", "--to", "y", "--foresight", "1"]).err().unwrap().to_string();
    assert!(error.contains("expected a number from 0, below 1"), "{error}");
}

#[test]
fn what_a_folder_holds() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..20"]).unwrap();
    let games = games(folder.path()).0;
    let summary = looked_at(folder.path(), &["--replay"]);
    let all: u64 = summary.variants.values().map(|count| count.games).sum();
    let positions: u64 = summary.variants.values().map(|count| count.positions).sum();
    let plies: usize = games.iter().map(|game| game.plies.len() - usize::from(game.opening)).sum();
    assert_eq!((all, positions), (20, plies as u64));
    assert_eq!(summary.endings.values().sum::<u64>(), 20);
    assert_eq!(summary.scores.iter().sum::<u64>() + summary.mates, positions);
    assert_eq!((summary.duplicates, summary.numbers_twice), (0, 0));
    assert!(summary.different.unwrap() > positions / 2);
    assert_eq!((summary.findings.len(), summary.notes.len()), (0, 0));
    assert!(summary.text().contains("games that ended by"), "{}", summary.text());
    // The same file twice, and one that was cut off.
    let file = &files(folder.path())[0];
    let bytes = fs::read(file).unwrap();
    fs::write(folder.path().join("again.games"), &bytes).unwrap();
    fs::write(folder.path().join("cut.games"), &bytes[..bytes.len() - 3]).unwrap();
    let summary = looked_at(folder.path(), &[]);
    assert_eq!((summary.duplicates, summary.numbers_twice), (20, 20));
    assert!(summary.notes[0].contains("is not complete"), "{:?}", summary.notes);
    let name = folder.path().join("packed");
    assert_eq!(packed(folder.path(), &name, &[]).unwrap().duplicates, 20);
    // Damage in the middle is a fault, and so are invalid moves.
    let start = first_block(&bytes);
    let mut twice = [&bytes[..], &bytes[start..]].concat();
    twice[start + 50] ^= 4;
    fs::write(folder.path().join("cut.games"), &twice).unwrap();
    assert!(looked_at(folder.path(), &[]).findings[0].contains(&format!("the block at byte {start} is damaged")));
    assert!(packed(folder.path(), &folder.path().join("no"), &[]).is_err());
    let empty = tempfile::tempdir().unwrap();
    let from = empty.path().display().to_string();
    let error = inspect::run(&Data::parse_from(["data", &from]).options).unwrap_err().to_string();
    assert!(error.contains("there are no files *.games in this folder"), "{error}");
}

/// A file with correct checksums and invalid games.
#[test]
fn a_game_that_goes_on_after_its_end_is_a_fault() {
    use campione_lab::data::file::Writer;
    use campione_lab::data::game::{Ending, RecordedGame, RecordedPly, Start};
    let folder = tempfile::tempdir().unwrap();
    let (header, ..) = crate::options(folder.path(), &["--seeds", "0..9", "--mix", "chess=1"]).header().unwrap();
    let path = folder.path().join("made.games");
    let mut writer = Writer::create(&path, &header).unwrap();
    let game = |number, fen: &str, ending, plies: &[u16]| RecordedGame {
        number,
        variant: 0,
        points: 2,
        ending,
        played_out: false,
        opening: 0,
        start: Start::Fen(fen.to_owned()),
        plies: plies.iter().map(|&mv| RecordedPly { mv, score: 0 }).collect(),
    };
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for number in [0, 1] {
        let plies: &[u16] = if number == 0 { &[0] } else { &[] };
        writer.add(&game(number, mated, Ending::Checkmate, plies)).unwrap();
    }
    writer.add(&game(2, mate_in_one, Ending::Checkmate, &[0])).unwrap();
    writer.add(&game(3, mate_in_one, Ending::BareKing, &[])).unwrap();
    writer.add(&game(4, mate_in_one, Ending::Resigned, &[0])).unwrap();
    writer.flush().unwrap();
    let summary = looked_at(&path, &["--replay"]);
    let expected = ["game 0 makes no sense", "game 2 makes no sense", "game 3 makes no sense"];
    assert_eq!(summary.findings.len(), expected.len(), "{:?}", summary.findings);
    for (finding, expected) in summary.findings.iter().zip(expected) {
        assert!(finding.contains(expected), "{finding}");
    }
}

#[test]
fn games_of_some_variants_alone() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..24"]).unwrap();
    let (games, variants) = games(folder.path());
    let ids: Vec<&str> = variants.iter().map(|variant| variant.id()).collect();
    assert!(ids.len() > 1, "{ids:?}");
    let all = packed(folder.path(), &folder.path().join("all"), &[]).unwrap();
    let mut sum = 0;
    for &id in &ids {
        let name = folder.path().join(id);
        let done = packed(folder.path(), &name, &["--only", id]).unwrap();
        let header = PackReader::open(&with_ending(&name, "train")).unwrap().header().clone();
        assert_eq!(header.variants.iter().map(|rules| rules.id.as_str()).collect::<Vec<_>>(), [id]);
        let plies = games.iter().filter(|game| variants[usize::from(game.variant)].id() == id);
        let searched = |game: &RecordedGame| game.plies.iter().filter(|ply| ply.score != NO_SCORE).count() as u64;
        assert_eq!(done.training + done.held_out, plies.map(searched).sum::<u64>(), "{id}");
        sum += done.training + done.held_out;
    }
    assert_eq!(sum, all.training + all.held_out);
    let error = packed(folder.path(), &folder.path().join("none"), &["--only", "chess"]).unwrap_err().to_string();
    assert!(error.starts_with("--only chess: the files have no games of that variant; they have "), "{error}");
    assert!(error.contains(ids[0]), "{error}");
}
