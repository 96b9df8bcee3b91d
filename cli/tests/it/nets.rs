//! Nets in files, through every command that searches.

use std::path::PathBuf;

use campione_core::Variant;
use campione_search::net::{FloatNet, HIDDEN_UNIT, Layout, OUTPUT_UNIT};

use crate::checkpoint::Folder;
use crate::contract::refused;
use crate::program::Engine;
use crate::{campione, start, with_input};

/// A net with random weights for some variants.
fn net(folder: &Folder, games: &[&str], data: &str) -> PathBuf {
    let variants: Vec<Variant> = games.iter().map(|id| Variant::named(id).unwrap()).collect();
    let mut net = FloatNet::random(Layout::of(&variants).unwrap(), 32, 150, 1);
    data.clone_into(&mut net.data);
    let file = folder.file("random.net");
    std::fs::write(&file, net.quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap().to_bytes()).unwrap();
    file
}

/// The line with the total of nodes.
fn total(arguments: &str) -> String {
    let run = campione(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments}");
    let last = run.out.lines().last().unwrap();
    last.strip_prefix("nodes: ").and_then(|rest| rest.split_once(' ')).unwrap().0.to_owned()
}

#[test]
fn the_bench_counts_every_evaluation() {
    let folder = Folder::new();
    let file = net(&folder, &["gothic"], "");
    let file = file.display();
    let bench = "bench 4 -v capablanca --threads 1";
    let by_hand = total(&format!("{bench} --no-net"));
    let by_net = total(&format!("{bench} --eval-file '{file}'"));
    assert_ne!(by_net, by_hand);
    assert_eq!(total(&format!("{bench} --eval-file '{file}'")), by_net, "the same again");
    // Without a variant, those that the net fits are searched: they have ten files, eight ranks and the same pieces.
    let run = campione(&format!("bench 1 --threads 1 --eval-file '{file}'"));
    let games: Vec<&str> = run.out.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    let fitting =
        ["bird", "capablanca", "carrera", "carrera-qac", "crc", "embassy", "gothic", "janus", "modern-carrera"];
    let mut rows: Vec<&str> = games[..games.len() - 1].to_vec();
    rows.sort_unstable();
    assert_eq!(rows.len(), 3 * fitting.len());
    rows.dedup();
    assert_eq!(rows, fitting);
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let file = net(&folder, &["carrera"], "");
    let misfit = "the net does not fit the variant: the net is for a board of 10x8, and chess is played on 8x8";
    for command in ["analyse -v chess --depth 1", "bench 1 -v chess", "play -v chess --side none --depth 1"] {
        refused(&format!("{command} --eval-file '{}'", file.display()), &["--eval-file", misfit]);
        refused(&format!("{command} --eval-file no.net"), &["--eval-file: no.net: "]);
        refused(&format!("{command} --no-net --eval-file x.net"), &["--no-net", "--eval-file"]);
    }
    let text = folder.file("text.net");
    std::fs::write(&text, "not a net\n").unwrap();
    refused(&format!("analyse --eval-file '{}'", text.display()), &["text.net: not a net of this program"]);
    refused("analyse --eval-file .", &["--eval-file: .: "]);
    let mut damaged = std::fs::read(&file).unwrap();
    damaged[1_000] ^= 8;
    std::fs::write(&text, damaged).unwrap();
    refused(&format!("suite - --eval-file '{}'", text.display()), &["the file is damaged or cut short"]);
    // In a suite, lines of variants that the net does not fit are bad.
    let suite =
        "7k/8/5KQ1/8/8/8/8/8 w - - dm 1; variant chess;\n9k/10/7KQ1/10/10/10/10/10 w - - dm 1; variant carrera;\n";
    let run = with_input(&format!("suite - --eval-file '{}'", file.display()), suite);
    assert_eq!((run.code, run.err.lines().count()), (Some(1), 1), "{}", run.err);
    assert!(run.err.contains(&format!("line 1: --eval-file: {misfit}")), "{}", run.err);
    assert!(run.out.contains("solved 1 of 1"), "{}", run.out);
}

#[test]
fn a_net_analyses() {
    let folder = Folder::new();
    let file = net(&folder, &["carrera"], "");
    let search = "analyse -v carrera --depth 5 --threads 1 --format json";
    let [by_net, by_hand] = [format!("{search} --eval-file '{}'", file.display()), format!("{search} --no-net")]
        .map(|arguments| campione(&arguments))
        .map(|run| serde_json::from_str::<serde_json::Value>(run.out.lines().last().unwrap()).unwrap());
    assert_ne!(by_net["nodes"], by_hand["nodes"]);
    assert!(by_net["bestmove"].is_string());
}

/// The answers to some lines, of which the last may be a search.
fn ask(engine: &mut Engine, lines: &[&str]) -> Vec<String> {
    for line in lines {
        engine.send(line);
    }
    if lines.last().is_some_and(|line| line.starts_with("go ")) {
        return engine.until("bestmove ");
    }
    engine.send("isready");
    let mut lines = engine.until("readyok");
    lines.pop();
    lines
}

#[test]
fn interfaces_choose_nets() {
    let folder = Folder::new();
    let file = net(&folder, &["carrera", "janus"], "games of nobody");
    let mut engine = Engine::of(start("uci -v carrera"));
    engine.send("uci");
    let offered = engine.until("uciok");
    for line in ["option name EvalFile type string default <empty>", "option name Use NNUE type check default true"] {
        assert!(offered.iter().any(|offered| offered == line), "{line}");
    }
    let load = format!("setoption name EvalFile value {}", file.display());
    assert_eq!(ask(&mut engine, &[&load]), Vec::<String>::new());
    let lines = ask(&mut engine, &["position startpos", "eval"]);
    let value = |line: &str, before: &str| line.strip_prefix(before).unwrap().split(' ').next().unwrap().to_owned();
    assert_eq!(lines.len(), 3, "{lines:?}");
    let by_net = value(&lines[1], "by the net: ");
    assert_eq!(value(&lines[0], "evaluation: "), by_net);
    assert!(lines[1].ends_with(" (32 hidden neurons; games of nobody)"), "{lines:?}");
    let by_hand = value(&lines[2], "by hand-written terms: ");
    assert_ne!(by_hand, by_net);
    // The net stays when the memory changes.
    ask(&mut engine, &["setoption name Hash value 2"]);
    let without = ask(&mut engine, &["setoption name Use NNUE value false", "eval"]);
    assert_eq!(without, [format!("evaluation: {by_hand} for White, without a search")]);
    let go = |engine: &mut Engine, option: &str| {
        let lines = ask(engine, &[option, "ucinewgame", "go depth 4"]);
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
        let last = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        last.split(' ').skip_while(|word| *word != "nodes").nth(1).unwrap().to_owned()
    };
    let off = go(&mut engine, "setoption name Use NNUE value false");
    let on = go(&mut engine, "setoption name Use NNUE value true");
    assert_ne!(on, off);
    assert_eq!(go(&mut engine, "setoption name Threads value 1"), on);
    // A variant that the net does not fit is played without it, with a message.
    let lines = ask(&mut engine, &["setoption name UCI_Variant value chess", "position startpos", "go depth 2"]);
    let misfit = "info string EvalFile: the net does not fit the variant: the net is for a board of 10x8, and chess \
                  is played on 8x8; it is not used";
    assert_eq!(lines[0], misfit);
    let again = ask(&mut engine, &["go depth 2"]);
    assert!(!again.iter().any(|line| line.contains("EvalFile")), "it is told once: {again:?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    // A file that is not a net changes nothing.
    let lines = ask(&mut engine, &["setoption name EvalFile value no.net"]);
    assert!(lines[0].starts_with("info string setoption EvalFile: no.net: "), "{lines:?}");
    let lines = ask(&mut engine, &["setoption name Use NNUE value perhaps"]);
    assert!(lines[0].contains("expected `true` or `false`, not `perhaps`"), "{lines:?}");
    assert_eq!(ask(&mut engine, &["setoption name UCI_Variant value carrera", "position startpos", "eval"]).len(), 3);
    let lines =
        ask(&mut engine, &["setoption name EvalFile value <empty>", "setoption name Use NNUE value false", "eval"]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    engine.quit();
}

#[test]
fn xboard_chooses_nets() {
    let folder = Folder::new();
    let file = net(&folder, &["carrera"], "");
    let mut engine = Engine::of(start("xboard -v carrera"));
    engine.send("protover 2");
    let features = engine.until("feature done=1").join("\n");
    assert!(features.contains("feature option=\"EvalFile -file \"") && features.contains("\"Use NNUE -check 1\""));
    let mut does = |line: &str| {
        engine.send(line);
        engine.send("ping 5");
        let mut lines = engine.until("pong 5");
        lines.pop();
        lines
    };
    assert_eq!(does(&format!("option EvalFile={}", file.display())), Vec::<String>::new());
    assert_eq!(does("option Use NNUE=0"), Vec::<String>::new());
    assert_eq!(does("option Use NNUE=1"), Vec::<String>::new());
    assert!(does("option EvalFile=no.net").join("\n").contains("no.net"));
    assert!(does("option Use NNUE=2").join("\n").contains("expected `1` or `0`"));
    engine.quit();
}
