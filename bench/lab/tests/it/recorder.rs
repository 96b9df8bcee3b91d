//! Games are recorded as they were played, also after interruptions.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use campione_lab::data::DataError;
use campione_lab::data::file::Reader;
use campione_lab::data::game::{Ending, NO_SCORE, RecordedGame, points};
use campione_lab::selfplay::play::Player;
use campione_movegen::Game;
use clap::Parser;

use crate::{Line, files, first_block, games, options, record};

#[test]
fn games_replay_to_their_results() {
    let folder = tempfile::tempdir().unwrap();
    assert!(record(folder.path(), &["--seeds", "5..25"]).unwrap().complete);
    let (games, variants) = games(folder.path());
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), (5..25).collect::<Vec<_>>());
    assert!(games.iter().map(|game| game.variant).collect::<BTreeSet<_>>().len() == 3);
    for game in &games {
        let variant = &variants[usize::from(game.variant)];
        let mut checked = Game::new(game.first(*variant).unwrap());
        let whole = game.replay(*variant, |played, mv, recorded| {
            // No game continues after its end, and random moves have no score.
            assert_eq!((played, played.outcome()), (&checked, None));
            assert_eq!(recorded.score == NO_SCORE, played.plies() < usize::from(game.opening));
            checked.play(mv).unwrap();
        });
        assert_eq!(whole.unwrap(), checked);
        assert!((8..=9).contains(&game.opening));
        match checked.outcome() {
            Some(outcome) => {
                assert_eq!((game.ending, game.points), (Ending::of(outcome), points(outcome.winner)));
            }
            None => assert!(matches!(game.ending, Ending::MateSeen | Ending::Resigned | Ending::Longest)),
        }
    }
}

#[test]
fn a_number_is_a_game_whatever_was_played_before() {
    let folder = tempfile::tempdir().unwrap();
    let (header, variants, nets) = options(folder.path(), &["--seeds", "0..100"]).header().unwrap();
    let stop = AtomicBool::new(false);
    let mut player = Player::new(&header, &variants, &nets, &stop);
    let mut play = |number| player.play(number).unwrap().unwrap();
    let first: Vec<RecordedGame> = [3, 4, 5, 6].map(&mut play).into();
    let again: Vec<RecordedGame> = [6, 5, 4, 3].map(&mut play).into();
    assert!(first.iter().eq(again.iter().rev()));
    assert_ne!(first[0].plies, first[1].plies);
    let mut fresh = Player::new(&header, &variants, &nets, &stop);
    assert_eq!(fresh.play(5).unwrap().as_ref(), Some(&first[2]));
}

#[test]
fn as_many_positions_as_were_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let first = record(folder.path(), &["--seeds", "0..1000", "--positions", "500"]).unwrap();
    assert!(first.complete && first.positions >= 500 && first.games < 30, "{first:?}");
    let recorded: u64 = games(folder.path()).0.iter().map(RecordedGame::searched).sum();
    assert_eq!(recorded, first.positions);
    assert_eq!(record(folder.path(), &["--seeds", "0..1000", "--positions", "500"]).unwrap(), first, "nothing to do");
    let more = record(folder.path(), &["--seeds", "0..1000", "--positions", "900"]).unwrap();
    assert!(more.complete && more.positions >= 900 && more.games > first.games, "{more:?}");
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    record(whole.path(), &["--seeds", "0..12"]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..12"]).unwrap();
    let file = &files(folder.path())[0];
    let bytes = fs::read(file).unwrap();
    // The file looks as if the process was killed during the write of a block, or the power failed.
    let start = first_block(&bytes);
    let zeros = |from: usize| [&bytes[..from], &vec![0; bytes.len() - from]].concat();
    let left = [bytes[..start + 7].to_vec(), bytes[..bytes.len() - 1].to_vec(), zeros(start), zeros(bytes.len() - 9)];
    for torn in left {
        fs::write(file, torn).unwrap();
        let mut reader = Reader::open(file).unwrap();
        assert!(matches!(reader.block(), Err(DataError::Torn { at }) if at == start as u64));
        assert!(record(folder.path(), &["--seeds", "0..12"]).unwrap().complete);
        assert_eq!(files(folder.path()).len(), 1);
        assert_eq!(games(folder.path()).0, games(whole.path()).0);
    }
}

#[test]
fn threads_have_a_file_each_and_the_same_games() {
    let one = tempfile::tempdir().unwrap();
    record(one.path(), &["--seeds", "0..10"]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..10", "--threads", "3"]).unwrap();
    assert_eq!(files(folder.path()).len(), 3);
    assert_eq!(games(folder.path()).0, games(one.path()).0);
    // More games are a separate run, and no game is played twice.
    record(folder.path(), &["--seeds", "5..13"]).unwrap();
    assert_eq!(games(folder.path()).0.iter().map(|game| game.number).collect::<Vec<_>>(), (0..13).collect::<Vec<_>>());
}

#[test]
fn what_cannot_go_on_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..4"]).unwrap();
    let lock = fs::File::open(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let refused = |said: &str| {
        let error = format!("{:#}", record(folder.path(), &["--seeds", "0..4"]).unwrap_err());
        assert!(error.contains(said), "{error}");
    };
    refused("another run records there now; stop it");
    lock.unlock().unwrap();
    let file = &files(folder.path())[0];
    let bytes = fs::read(file).unwrap();
    let start = first_block(&bytes);
    // If a damaged block has a second block after it, nothing is cut off.
    let mut twice = [&bytes[..], &bytes[start..]].concat();
    twice[start + 40] ^= 1;
    fs::write(file, &twice).unwrap();
    refused(&format!("{}: the block at byte {start} is damaged", file.display()));
    assert_eq!(fs::read(file).unwrap(), twice);
    fs::write(file, "what?").unwrap();
    refused("not a file of recorded games");
    for (mix, said) in [
        ("carrera", "`carrera` has no weight: carrera=1"),
        ("carrera=0", "not a number from 1"),
        ("carrera=1,carrera=2", "named twice"),
        ("carera=1", "carrera"),
        ("none/there.toml=1", "none/there.toml"),
    ] {
        let error = format!("{:#}", campione_lab::selfplay::mixture(mix).unwrap_err());
        assert!(error.contains(said), "{error}");
    }
    for line in ["--seeds 4..4", "--seeds 9", "--seeds 0..9 --opening 9,8", "--seeds 0..9 --threads 0"] {
        assert!(Line::try_parse_from("lab --to x".split(' ').chain(line.split(' '))).is_err(), "{line}");
    }
}

#[test]
fn a_game_from_a_file_carries_its_rules_along() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/courier.toml");
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), &["--seeds", "0..2", "--mix", &format!("{file}=1")]).unwrap();
    let (games, variants) = games(folder.path());
    assert_eq!((games.len(), variants[0].id()), (2, "courier"));
    for game in &games {
        game.replay(variants[0], |_, _, _| {}).unwrap();
    }
}
