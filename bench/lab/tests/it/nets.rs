//! A net from nothing, by one command that continues wherever it was stopped.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use campione_lab::net;
use clap::Parser;

#[derive(Parser)]
#[command(args_override_self = true)]
struct Line {
    #[command(flatten)]
    options: net::Options,
}

/// A game on a small board, so that everything is quick.
pub(crate) const SMALL: &str = r#"
    board = { files = 6, ranks = 6, array = "rnqknr" }
    piece.K = { moves = "K", royal = true }
    piece.Q.moves = "Q"
    piece.R.moves = "R"
    piece.N.moves = "N"
    pawn.double_step = false
    promotion.to = "QRN"
"#;

fn run(folder: &Path, more: &[&str], stop: bool) -> anyhow::Result<Option<std::path::PathBuf>> {
    let (game, to) = (folder.join("small.toml"), folder.join("net"));
    fs::write(&game, SMALL).unwrap();
    let (game, to) = (game.display().to_string(), to.display().to_string());
    let few = ["lab", &game, "--to", &to, "--positions", "1500", "--nodes", "20", "--neighbors", "1", "--hidden", "32"];
    let fewer = ["--epochs", "1", "--games", "4", "--match-nodes", "50", "--threads", "2"];
    let options = Line::parse_from(few.iter().chain(&fewer).chain(more)).options;
    net::run(&options, &Arc::new(AtomicBool::new(stop)))
}

#[test]
fn a_net_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join("net").join(name);
    assert_eq!(run(folder.path(), &[], true).unwrap(), None, "stopped at once");
    assert!(!path("report.md").exists());
    let report = run(folder.path(), &[], false).unwrap().unwrap();
    let text = fs::read_to_string(&report).unwrap();
    for (number, least) in [(1, 1_500), (2, 3_000)] {
        let row = text.lines().find(|line| line.starts_with(&format!("| [g{number}.net]"))).unwrap();
        let positions = row.split(" | ").nth(1).unwrap().replace(',', "");
        assert!(positions.parse::<u64>().unwrap() >= least && !row.contains("NaN"), "{row}");
    }
    for number in [1, 2] {
        for ending in ["net", "pgn", "svg", "tsv"] {
            assert!(path(&format!("g{number}.{ending}")).exists(), "g{number}.{ending}");
        }
        assert!(!path(&format!("g{number}.train")).exists(), "files of positions are deleted");
        assert_eq!(fs::read_to_string(path(&format!("g{number}.pgn"))).unwrap().matches("[Event ").count(), 4);
    }
    // Nothing is left to do, and nothing changes.
    let net = fs::read(path("g2.net")).unwrap();
    assert_eq!(run(folder.path(), &[], false).unwrap(), Some(report.clone()));
    assert_eq!((fs::read_to_string(&report).unwrap(), fs::read(path("g2.net")).unwrap()), (text.clone(), net.clone()));
    // What is missing is made again, and is the same.
    for ending in ["net", "svg", "tsv"] {
        fs::remove_file(path(&format!("g2.{ending}"))).unwrap();
    }
    run(folder.path(), &[], false).unwrap();
    assert!(fs::read(path("g2.net")).unwrap() == net);
    let error = run(folder.path(), &["--hidden", "64"], false).unwrap_err().to_string();
    assert!(error.contains("plan.toml: this folder was begun with other options"), "{error}");
}
