//! `campione endgame`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::contract::refused;
use crate::program::Engine;
use crate::{by_system, campione, start, with_input};

fn json(arguments: &str) -> Vec<Value> {
    let run = campione(&format!("{arguments} --format json"));
    assert_eq!(run.err, "", "{arguments}");
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn built(endings: &str, variant: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let run = campione(&format!("endgame build {endings} -v {variant} --to '{}'", place.path().display()));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    place
}

fn tables(place: &Path) -> String {
    format!("--tables '{}'", place.display())
}

#[test]
fn built_tables_are_probed_described_and_verified() {
    let place = built("KPvK KRvK", "gardner");
    let at = tables(place.path());
    let run = campione(&format!("endgame probe -v gardner {at} '5/5/2k2/2P2/2K2 w - - 0 1'"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out.lines().next(), Some("KPvK: White to move: draw"));
    let probe = json(&format!("endgame probe -v gardner {at} '5/5/k4/5/2KR1 w - - 0 1'")).remove(0);
    assert_eq!((probe["ending"].as_str(), probe["value"].as_str()), (Some("KRvK"), Some("win")));
    let plies = probe["plies"].as_u64().unwrap();
    assert_eq!(probe["moves"][0]["plies"].as_u64(), Some(plies));
    // Colors swapped: the side that is to move loses.
    let swapped = json(&format!("endgame probe -v gardner {at} '1rk2/5/4K/5/5 b - - 0 1'")).remove(0);
    assert_eq!((swapped["value"].as_str(), swapped["plies"].as_u64()), (Some("win"), Some(plies)));
    let lines = with_input(&format!("endgame probe -v gardner {at} -"), "5/5/k4/5/2KR1 w - - 0 1\nstartpos\n");
    assert_eq!(lines.code, Some(1), "{}", lines.err);
    assert!(lines.out.starts_with("win, mate in ") && lines.err.contains("at most 5"), "{} {}", lines.out, lines.err);
    let stats = json(&format!("endgame stats KRvK -v gardner {at}")).remove(0);
    assert_eq!((stats["ending"].as_str(), stats["white"]["draws"].as_u64()), (Some("KRvK"), Some(0)));
    let longest = stats["white"]["longest_win_fen"].as_str().unwrap();
    let probe = json(&format!("endgame probe -v gardner {at} '{longest}'")).remove(0);
    assert_eq!(probe["plies"], stats["white"]["longest_win"]);
    let verified = json(&format!("endgame verify -v gardner {at}"));
    assert!(verified.len() > 4 && verified.iter().all(|line| line["passed"] == true));
    // Nothing is built twice.
    let again = campione(&format!("endgame build KPvK -v gardner --to '{}'", place.path().display()));
    assert!(again.out.starts_with("KPvK: ") && again.out.ends_with("is there already\n"), "{}", again.out);
}

/// A new user has no folder yet. It is made for tables, not for a plan or a mistake.
#[test]
fn the_folder_is_created() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("new/tables");
    let build = |endings: &str| campione(&format!("endgame build {endings} --to '{}'", folder.display()));
    let plan = build("KQvK -v gardner --plan");
    assert!(plan.code == Some(0) && plan.out.contains("KQvK") && !folder.exists(), "{} {}", plan.out, plan.err);
    assert_eq!((build("KQRvKR -v grand --memory 1").code, folder.exists()), (Some(2), false));
    let made = build("KQvK -v gardner");
    assert!(made.code == Some(0) && folder.join("gardner-KQvK.endgame").exists(), "{} {}", made.out, made.err);
}

#[test]
fn what_cannot_be_built_or_probed() {
    let place = built("KQvK", "gardner");
    let (at, folder) = (tables(place.path()), place.path().display());
    refused(
        &format!("endgame stats -v gardner --tables '{folder}/none'"),
        &[by_system("No such file or directory", " (os error ")],
    );
    let table = format!("{folder}/gardner-KQvK.endgame");
    refused(&format!("endgame build KRvK -v gardner --to '{table}'"), &[by_system("Not a directory", " (os error ")]);
    refused(&format!("endgame build KXvK -v gardner --to '{folder}'"), &["`X` is not a piece of gardner", "KPQRBN"]);
    refused(&format!("endgame build KQRBvKN -v gardner --to '{folder}'"), &["6 pieces", "at most 5"]);
    refused(&format!("endgame build KQK -v gardner --to '{folder}'"), &["`KQK` is not an ending", "`v` between"]);
    refused(
        &format!("endgame build KQRvKR -v grand --to '{folder}' --memory 100"),
        &["MB of memory", "--memory allows 100"],
    );
    refused(
        &format!("endgame probe -v gardner {at} '5/5/k4/5/2KR1 w - - 0 1'"),
        &["no table of KRvK by the rules of gardner", "campione endgame build KRvK -v gardner --to"],
    );
    refused(&format!("endgame probe -v gardner {at} startpos"), &["20 pieces", "at most 5"]);
    refused(&format!("endgame probe -v chess {at} '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'"), &["rights to castle or leap"]);
    refused(&format!("endgame stats -v chess {at}"), &["no table of chess", "campione endgame build"]);
    let plan = campione(&format!("endgame build KPvK -v gardner --to '{folder}' --plan"));
    assert!(plan.out.contains("KRvK: ") && plan.out.contains("memory: "), "{}", plan.out);
}

#[test]
fn damaged_tables_are_reported() {
    let place = built("KQvK", "gardner");
    let path = place.path().join("gardner-KQvK.endgame");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let run = campione(&format!("endgame verify -v gardner {}", tables(place.path())));
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("KQvK: cannot be read") && run.err.contains("block 1 of 1 is damaged"), "{}", run.err);
    fs::write(&path, &bytes[..100]).unwrap();
    let run = campione(&format!("endgame verify -v gardner {}", tables(place.path())));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("gardner-KQvK.endgame: the file has 100 bytes instead of"), "{}", run.err);
}

#[test]
fn which_pieces_are_dead() {
    let run = campione("endgame dead -v archchess");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for name in ["KvK", "KDvK", "KBvK", "KNvK"] {
        assert!(run.out.contains(&format!("{name}: dead: nobody can win")), "{}", run.out);
    }
    assert!(run.out.ends_with("the list of dead positions is right and complete\n"), "{}", run.out);
    let rows = json("endgame dead -v gardner");
    assert_eq!(rows.iter().filter(|row| row["dead"] == true).count(), 3);
    assert!(rows.iter().all(|row| row["agrees"] == true));
}

/// `analyse`, UCI and `XBoard`: at depth 1 only a table can know the mate. Damaged tables are reported and not used.
#[test]
fn engines_use_the_tables() {
    let place = built("KRvKN", "losalamos");
    let (at, folder) = (tables(place.path()), place.path().display());
    let stats = json(&format!("endgame stats KRvKN -v losalamos {at}")).remove(0);
    let fen = stats["white"]["longest_win_fen"].as_str().unwrap();
    let moves = stats["white"]["longest_win"].as_u64().unwrap().div_ceil(2);
    assert!(moves > 10);
    let probe = json(&format!("endgame probe -v losalamos {at} '{fen}'")).remove(0);
    let best: Vec<&str> = probe["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|mv| mv["plies"] == probe["plies"])
        .map(|mv| mv["move"].as_str().unwrap())
        .collect();
    let run = campione(&format!("analyse -v losalamos {at} --depth 1 '{fen}'"));
    assert!(run.code == Some(0) && run.out.contains(&format!("score #{moves}")), "{} {}", run.out, run.err);
    let run = campione(&format!("analyse -v losalamos --depth 1 '{fen}'"));
    assert!(run.code == Some(0) && !run.out.contains('#'), "{}", run.out);

    let searched = || {
        let mut uci = Engine::of(start("uci"));
        uci.send("setoption name UCI_Variant value losalamos");
        uci.send(&format!("setoption name TablePath value {folder}"));
        uci.send(&format!("position fen {fen}"));
        uci.send("go depth 1");
        uci.until("bestmove ")
    };
    let lines = searched();
    assert!(lines.iter().any(|line| line.contains(&format!("score mate {moves} "))), "{lines:?}");
    assert!(best.contains(&lines[lines.len() - 1].split_whitespace().nth(1).unwrap()), "{lines:?}");

    let mut xboard = Engine::of(start("xboard -v losalamos"));
    for line in
        ["xboard", "protover 2", &format!("option TablePath={folder}"), "sd 1", &format!("setboard {fen}"), "go"]
    {
        xboard.send(line);
    }
    let lines = xboard.until("move ");
    assert!(best.contains(&&lines[lines.len() - 1]["move ".len()..]), "{lines:?}, {best:?}");

    let path = place.path().join("losalamos-KRvKN.endgame");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let lines = searched();
    assert!(
        lines.iter().any(|line| line.contains("is damaged (checksum)") && line.contains("it is not used")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:?}");
}

/// A win that the move rule may not grant is told.
#[test]
fn the_clock_is_told() {
    let place = built("KRvK", "gardner");
    let at = tables(place.path());
    let late = campione(&format!("endgame probe -v gardner {at} '5/5/k4/5/2KR1 w - - 96 90'"));
    assert!(late.out.contains("the rule of 50 moves may draw before: the clock stands at 96 plies"), "{}", late.out);
    assert_eq!(json(&format!("endgame probe -v gardner {at} '5/5/k4/5/2KR1 w - - 96 90'"))[0]["in_time"], false);
    assert_eq!(json(&format!("endgame probe -v gardner {at} '5/5/k4/5/2KR1 w - - 0 1'"))[0]["in_time"], true);
}

/// A killed program leaves nothing that looks like a table and is none, and the next one goes on with the tables that are there.
#[cfg(unix)]
#[test]
fn a_killed_program_goes_on() {
    const ENDINGS: &str = "KQQvK KQNvK KRvKN";
    let whole = built(ENDINGS, "losalamos");
    let place = tempfile::tempdir().unwrap();
    let build = format!("endgame build {ENDINGS} -v losalamos --to '{}'", place.path().display());
    let names = || {
        let names = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let is_table = |name: &String| name.ends_with(".endgame");
    let read = |place: &Path, name: &str| fs::read(place.join(name)).unwrap();
    let mut kills = 0;
    for delay in [0, 200, 20_000, 1_000, 5_000] {
        let before = names();
        let has_more = || !names().is_subset(&before);
        kills += u32::from(crate::kill_when(start(&build), has_more, std::time::Duration::from_micros(delay)));
        for name in names() {
            if is_table(&name) {
                assert!(read(place.path(), &name) == read(whole.path(), &name), "{name}");
            } else {
                assert!(name.starts_with(".campione-"), "{name}");
            }
        }
        assert!(names().is_superset(&before.into_iter().filter(is_table).collect()));
    }
    assert!(kills > 2, "killed {kills} times");
    let last = campione(&build);
    assert_eq!((last.code, last.err.as_str()), (Some(0), ""), "{}", last.out);
    let tables: Vec<String> = names().into_iter().filter(is_table).collect();
    assert_eq!(tables.len(), fs::read_dir(whole.path()).unwrap().count());
    for name in tables {
        assert!(read(place.path(), &name) == read(whole.path(), &name), "{name}");
    }
}
