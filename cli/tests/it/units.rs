//! Perft that is split over machines: work units, their results, and the sum.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::{Run, campione, keys, start, with_input};

/// Variants and positions with several kinds of rules, and depths that are counted quickly.
const GAMES: [&str; 9] = [
    "4 -v capablanca",
    "3 crc:27621",
    "3 chess960:1",
    "4 -v chess --play 'e2e4 a7a6 e4e5 d7d5'",
    "3 -v archchess",
    "4 -v archchess '1k8/10/4r5/10/10/10/10/5n4/10/R3K4R w KQL - 0 1'",
    "3 -v herb-garden",
    "3 -v courier-spiel 'PPP9/12/9k2/12/12/2n9/1PPPPPPPPPPP/RNBCUKQFCBNR b - - 0 1 a8:0,b8:1,c8:2'",
    "4 -v courier-spiel '1P9P/12/9k2/12/12/2n9/1PPPPPPPPPPP/RNBCUKQFCBNR b - - 0 1 b8:0,l8:0'",
];

/// The output of a run that must succeed without messages.
#[track_caller]
fn quiet(run: Run) -> String {
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    run.out
}

/// Checks the exit status and the last line of a run.
#[track_caller]
fn ends(run: &Run, code: i32, last: &str) {
    assert_eq!((run.code, run.out.lines().last()), (Some(code), Some(last)), "{}\n{}", run.out, run.err);
}

/// A folder with files of these contents; their names are 0, 1, ….
fn files(contents: &[&str]) -> (TempDir, Vec<PathBuf>) {
    let folder = TempDir::new().unwrap();
    let paths: Vec<PathBuf> = (0..contents.len()).map(|number| folder.path().join(number.to_string())).collect();
    for (path, content) in paths.iter().zip(contents) {
        fs::write(path, content).unwrap();
    }
    (folder, paths)
}

/// Counts the units of a file.
fn count(path: &Path) -> Run {
    campione(&format!("perft --units '{}'", path.display()))
}

/// Adds up files.
fn sum(paths: &[PathBuf]) -> Run {
    campione(&format!("perft --sum {}", paths.iter().map(|path| format!("'{}' ", path.display())).collect::<String>()))
}

fn multiplicity(unit: &str) -> u128 {
    unit.split('\t').nth(3).unwrap().parse().unwrap()
}

#[test]
fn a_split_merges_equal_positions_and_loses_none() {
    for (game, plies) in [("capablanca", 3), ("archchess", 3), ("courier-spiel", 3)] {
        let out = quiet(campione(&format!("perft 5 -v {game} --split {plies}")));
        let total: u128 = quiet(campione(&format!("perft {plies} -v {game}")))[7..].trim().parse().unwrap();
        assert_eq!(out.lines().map(multiplicity).sum::<u128>(), total);
        // Positions that differ only in the clocks.
        let mut positions: Vec<&str> = out.lines().map(|line| line.rsplitn(3, ' ').last().unwrap()).collect();
        positions.sort_unstable();
        let all = positions.len();
        positions.dedup();
        assert_eq!(positions.len(), all);
        assert!((all as u128) < total, "{game} has transpositions after {plies} plies");
        assert!(out.lines().all(|line| line.starts_with(game) && line.split('\t').nth(2) == Some("2")));
    }
}

#[test]
fn the_ends_of_a_split() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(quiet(campione("perft 3 -v chess --split 0")), format!("chess\t{start}\t3\t1\n"));
    let leaves = quiet(campione("perft 2 -v chess --split 2"));
    assert!(leaves.lines().all(|line| line.contains("\t0\t")));
    assert!(quiet(with_input("perft --units -", &leaves)).lines().all(|line| line.ends_with("\t1")));
    assert_eq!(leaves.lines().map(multiplicity).sum::<u128>(), 400);
    // Fool's mate: no move, so no units below it.
    let mate = "--play 'f2f3 e7e5 g2g4 d8h4' -v chess";
    assert_eq!(quiet(campione(&format!("perft 2 {mate} --split 1"))), "");
    let unit = quiet(campione(&format!("perft 2 {mate} --split 0")));
    assert!(quiet(with_input("perft --units -", &unit)).ends_with("\t2\t1\t0\n"));
}

#[test]
fn units_for_programs() {
    let arguments = "perft 3 -v courier-spiel --split 1";
    let (text, json) = (quiet(campione(arguments)), quiet(campione(&format!("{arguments} --format json"))));
    assert_eq!(text.lines().count(), json.lines().count());
    for (text, json) in text.lines().zip(json.lines()) {
        let json: Value = serde_json::from_str(json).unwrap();
        assert_eq!(keys(&json), "variant fen depth multiplicity");
        let fields = ["variant", "fen"].map(|key| json[key].as_str().unwrap());
        assert_eq!(format!("{}\t{}\t{}\t{}", fields[0], fields[1], json["depth"], json["multiplicity"]), text);
    }
    let results = quiet(with_input("perft --units - --format json", text.lines().next().unwrap()));
    let result: Value = serde_json::from_str(&results).unwrap();
    assert_eq!(
        result["nodes"],
        quiet(with_input("perft --units -", &text)).lines().next().unwrap()[..]
            .rsplit_once('\t')
            .unwrap()
            .1
            .parse::<u64>()
            .unwrap()
    );
}

#[test]
fn units_count_what_perft_counts() {
    for game in GAMES {
        let nodes = quiet(campione(&format!("perft {game}")));
        for plies in [1, 2] {
            let units = quiet(campione(&format!("perft {game} --split {plies}")));
            let (_folder, paths) = files(&[&units, ""]);
            let out = quiet(count(&paths[0]));
            let number = units.lines().count();
            assert_eq!(out, format!("{number} units counted, 0 known before\n{nodes}"), "{game}");
            assert_eq!(quiet(count(&paths[0])), format!("0 units counted, {number} known before\n{nodes}"));
            assert_eq!(quiet(sum(&paths[..1])), nodes);
            let content = fs::read_to_string(&paths[0]).unwrap();
            assert_eq!(content.lines().count(), 2 * number);
            assert!(content.starts_with(&units));
            for options in ["", "--hash 1", "--plain --threads 1"] {
                let results = quiet(with_input(&format!("perft --units - {options}"), &units));
                fs::write(&paths[1], &results).unwrap();
                assert!(results.lines().zip(units.lines()).all(|(result, unit)| result.starts_with(unit)), "{game}");
                let sum = sum(&paths);
                ends(&sum, 0, nodes.trim_end());
            }
        }
    }
}

#[test]
fn games_do_not_share_a_table() {
    // The same position in two variants: a pawn promotes only to a queen in one, and to any piece in the other.
    let fen = "9k/P9/10/10/10/10/10/4K5 w - - 0 1";
    let (mut units, mut expected) = (String::new(), String::new());
    for depth in [4, 5] {
        for game in ["carrera", "carrera-qac"] {
            let nodes = quiet(campione(&format!("perft {depth} -v {game} '{fen}'")));
            units += &format!("{game}\t{fen}\t{depth}\t1\n");
            expected += &format!("{game}\t{fen}\t{depth}\t1\t{}", &nodes[7..]);
        }
    }
    let nodes: Vec<&str> = expected.lines().map(|line| line.rsplit_once('\t').unwrap().1).collect();
    assert_ne!((nodes[0], nodes[2]), (nodes[1], nodes[3]));
    assert_eq!(quiet(with_input("perft --units - --hash 1 --threads 1", &units)), expected);
}

#[test]
fn a_killed_count_continues() {
    let units = quiet(campione("perft 6 -v capablanca --split 2"));
    let (_folder, paths) = files(&[&units]);
    for kill_after in [1, 200] {
        let child = Command::new(assert_cmd::cargo::cargo_bin!("campione"))
            .args(["perft", "--threads", "1", "--units"])
            .arg(&paths[0])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let results = || fs::read_to_string(&paths[0]).unwrap()[units.len()..].matches('\n').count();
        crate::kill_when(child, || results() >= kill_after, Duration::ZERO);
    }
    // The file looks as if the process was killed during a write.
    let torn = fs::read_to_string(&paths[0]).unwrap();
    let torn = &torn[..torn.len() - 2];
    fs::write(&paths[0], torn).unwrap();
    let known = torn[units.len()..].matches('\n').count();
    ends(&sum(&paths), 1, &incomplete(torn));
    let run = count(&paths[0]);
    let summary = format!("{} units counted, {known} known before\nnodes: 1015802437\n", 784 - known);
    assert_eq!((run.code, run.out), (Some(0), summary), "{}", run.err);
    assert_eq!(quiet(sum(&paths)), "nodes: 1015802437\n");
    assert_eq!(fs::read_to_string(&paths[0]).unwrap().lines().count(), 2 * 784);
}

/// The last line of a sum over a file of 784 units, some of them without a result. All multiplicities are 1.
fn incomplete(content: &str) -> String {
    let whole = &content[..content.rfind('\n').unwrap()];
    let results = whole.lines().filter_map(|line| line.split('\t').nth(4));
    let nodes: Vec<u128> = results.map(|nodes| nodes.parse().unwrap()).collect();
    format!("incomplete: {} counted in {} of 784 units", nodes.iter().sum::<u128>(), nodes.len())
}

/// Three units, of which two begin alike, and their results.
const UNITS: &str = "chess\t8/8/8/8/8/1k6/8/K7 w - - 0 1\t3\t12\n\
    chess\t8/8/8/8/8/1k6/8/K7 w - - 0 1\t4\t1\n\
    chess\t7k/8/8/8/8/8/8/K7 w - - 10 7\t3\t345\n";

fn results() -> String {
    let results = quiet(with_input("perft --units -", UNITS));
    assert!(results.lines().all(|line| line.split('\t').count() == 5), "{results}");
    results
}

#[test]
fn a_torn_result_is_cut_off_wherever_it_was_torn() {
    let results = results();
    let whole = format!("{UNITS}{results}");
    let (_folder, paths) = files(&[UNITS, ""]);
    let nodes = quiet(with_input("perft --sum", &whole));
    assert!(nodes.starts_with("nodes: "));
    for end in UNITS.len()..=whole.len() {
        fs::write(&paths[1], &whole[..end]).unwrap();
        let torn = !whole[..end].ends_with('\n');
        let known = whole[UNITS.len()..end].matches('\n').count();
        let before = sum(&paths[1..]);
        if known == 3 {
            assert_eq!((before.code, before.out.as_str()), (Some(0), nodes.as_str()));
        } else {
            assert_eq!(before.code, Some(1));
            let last = before.out.lines().last().unwrap();
            assert!(last.starts_with("incomplete: ") && last.ends_with(&format!("{known} of 3 units")), "{last}");
        }
        assert_eq!(before.err.contains("torn, dropped"), torn, "{end}: {}", before.err);
        let run = count(&paths[1]);
        let expected = format!("{} units counted, {known} known before\n{nodes}", 3 - known);
        assert_eq!((run.code, run.out), (Some(0), expected), "byte {end}: {}", run.err);
        assert_eq!(run.err.contains("torn, dropped"), torn, "{end}: {}", run.err);
        // Only the torn line is lost, and no line is doubled.
        let after = fs::read_to_string(&paths[1]).unwrap();
        let kept = whole[..end].rfind('\n').unwrap() + 1;
        assert_eq!(&after[..kept], &whole[..kept]);
        let (mut found, mut expected): (Vec<_>, Vec<_>) = (after.lines().collect(), whole.lines().collect());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "byte {end}");
    }
}

#[test]
fn a_torn_result_is_never_believed() {
    let results = results();
    let nodes = quiet(with_input("perft --sum", &format!("{UNITS}{results}")));
    let (_folder, paths) = files(&[UNITS, ""]);
    for end in 0..=results.len() {
        fs::write(&paths[1], &results[..end]).unwrap();
        let known = results[..end].matches('\n').count();
        let with_units = sum(&paths);
        let alone = sum(&paths[1..]);
        if known == 3 {
            ends(&with_units, 0, nodes.trim_end());
            ends(&alone, 0, nodes.trim_end());
        } else {
            let last = with_units.out.lines().last().unwrap();
            assert_eq!(with_units.code, Some(1), "byte {end}: {}", with_units.out);
            assert!(last.starts_with("incomplete: ") && last.ends_with(&format!(" in {known} of 3 units")), "{last}");
            // Without the units, a sum of whole lines may be correct, but a torn file is reported.
            let good = known > 0 && results[..end].ends_with('\n');
            assert_eq!(alone.code, Some(i32::from(!good)), "byte {end}: {}", alone.out);
            assert_eq!(alone.out.lines().last().unwrap().starts_with("nodes: "), good, "byte {end}: {}", alone.out);
        }
    }
}

#[test]
fn what_a_person_has_saved_stays() {
    let nodes = quiet(with_input("perft --sum", &format!("{UNITS}{}", results())));
    let units = UNITS.trim_end();
    let saved = [
        units.to_owned(),
        units.replace('\n', "\r\n"),
        format!("\u{feff}{units}"),
        format!("# by hand\n\n{units}"),
        format!("{units}\n# by hand"),
        format!("{units}\n  "),
    ];
    for content in saved {
        let (_folder, paths) = files(&[&content]);
        let run = count(&paths[0]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{content:?}: {}", run.out);
        assert_eq!(run.out, format!("3 units counted, 0 known before\n{nodes}"), "{content:?}");
        let after = fs::read_to_string(&paths[0]).unwrap();
        assert!(after.starts_with(&format!("{content}\n")) && after.ends_with('\n'), "{after:?}");
        assert_eq!(quiet(sum(&paths)), nodes);
    }
    // The last line is a unit that begins like another one, or is no valid line: neither is the beginning of a result.
    let (_folder, paths) = files(&[&format!("{UNITS}chess\t8/8/8/8/8/1k6/8/K7 w - - 0 1\t2\t1")]);
    assert!(quiet(count(&paths[0])).starts_with("4 units counted"));
    let content = format!("{UNITS}chess\t8/8/8/8/8/1k6/8/K7 w - - 0 1 and more");
    let (_folder, paths) = files(&[&content]);
    let run = count(&paths[0]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(1), "line 4: 2 fields, but `variant<TAB>fen<TAB>depth<TAB>multiplicity[<TAB>nodes]` has 4 or 5\n")
    );
    assert!(fs::read_to_string(&paths[0]).unwrap().starts_with(&format!("{content}\n")));
    // A result without its unit: it may be cut off, and the program cannot know.
    let content = format!("{UNITS}chess\t8/8/8/8/8/2k5/8/K7 w - - 0 1\t3\t1\t99");
    let (_folder, paths) = files(&[&content]);
    let run = count(&paths[0]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("line 4 has no newline"), "{}", run.err);
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), content);
}

#[test]
fn a_file_has_one_owner() {
    let (_folder, paths) = files(&[UNITS]);
    let owner = File::open(&paths[0]).unwrap();
    owner.lock().unwrap();
    let run = count(&paths[0]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("another process"), "{}", run.err);
    // Not by closing it: a process that another test is just starting has a copy of the descriptor until it runs.
    owner.unlock().unwrap();
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), UNITS);
    assert_eq!(count(&paths[0]).code, Some(0));
}

#[test]
fn bad_lines_stop_nothing() {
    let units = "chess\t7k/8/8/8/8/8/8/K7 w - - 0 1\t2\t1\n\
        chess\t7k/8/8/8/8/8/8/K7 w - - 0 1\ttwo\t1\n\
        chess\t7kk/8/8/8/8/8/8/K7 w - - 0 1\t2\t1\n\
        no-such-game\t7k/8/8/8/8/8/8/K7 w - - 0 1\t2\t1\n\
        \n\
        chess\tK7/8/8/8/8/8/8/7k w - - 0 1\t2\t1\n";
    let good = "chess\t7k/8/8/8/8/8/8/K7 w - - 0 1\t2\t1\t9\nchess\tK7/8/8/8/8/8/8/7k w - - 0 1\t2\t1\t9\n";
    let places = |run: &Run| -> Vec<String> {
        run.err.lines().map(|line| line.split_once(": ").unwrap().0.to_owned()).collect()
    };
    let run = with_input("perft --units -", units);
    assert_eq!((run.code, run.out.as_str()), (Some(1), good));
    assert_eq!(places(&run), ["line 2", "line 3", "line 4"], "{}", run.err);
    let (_folder, paths) = files(&[units]);
    let run = count(&paths[0]);
    ends(&run, 1, "incomplete: 18 counted in 2 of 4 units");
    assert_eq!(places(&run), ["line 2", "line 3", "line 4"], "{}", run.err);
    assert!(fs::read_to_string(&paths[0]).unwrap().len() == units.len() + good.len());
    let run = with_input("perft --units - -v gothic", units.lines().next().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(1), "line 1: a unit of chess, but --variant says gothic\n"));
    // A line that is not text, and text that is not a unit.
    let mut child = start("perft --units -");
    child.stdin.take().unwrap().write_all(b"chess\t\xff\t2\t1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b"line 1: not UTF-8 text\n"[..]));
}

#[test]
fn a_filter_keeps_what_it_is_given() {
    let unit = "chess\t7k/8/8/8/8/8/8/K7 w - - 0 1\t2\t5";
    // The wrong result shows that the unit was not counted again. A result without a line end is counted again.
    let out = quiet(with_input("perft --units -", &format!("{unit}\t8\r\n\r\n{unit}\r\n{unit}\t8")));
    assert_eq!(out, format!("{unit}\t8\n{unit}\t8\n{unit}\t8\n"));
    assert_eq!(quiet(with_input("perft --units -", &format!("{unit}\t8"))), format!("{unit}\t9\n"));
    // One unit at a time: its result comes before the next unit is sent.
    let mut child = start("perft --units -");
    let (mut ask, mut answers) = (child.stdin.take().unwrap(), std::io::BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        writeln!(ask, "{unit}").unwrap();
        let mut answer = String::new();
        std::io::BufRead::read_line(&mut answers, &mut answer).unwrap();
        assert_eq!(answer, format!("{unit}\t9\n"));
    }
    drop(ask);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_sum_finds_what_does_not_fit() {
    let (units, a, b) = ("g\tp\t1\t2\ng\tq\t1\t3\n", "g\tp\t1\t2\t10\n", "g\tq\t1\t3\t100\n");
    let sum = |parts: &[&str]| {
        let (_folder, paths) = files(parts);
        sum(&paths)
    };
    for parts in [vec![units, a, b], vec![b, units, a], vec!["", b, "# note\n\ng\tp\t1\t2\t10\r\n", units]] {
        assert_eq!(quiet(sum(&parts)), "nodes: 320\n");
    }
    // The result lines repeat their units.
    assert_eq!(quiet(sum(&[units, &format!("{units}{a}"), &format!("{units}{b}")])), "nodes: 320\n");
    let run = sum(&[units, a]);
    ends(&run, 1, "incomplete: 20 counted in 1 of 2 units");
    assert!(run.out.starts_with("units without result: 1\n  g\tq\t1\t3\n"), "{}", run.out);
    let run = sum(&[units, a, b, a]);
    ends(&run, 0, "nodes: 320");
    assert!(run.out.starts_with("results found twice or more, counted once: 1\n  g\tp\t1\t2 ("), "{}", run.out);
    let run = sum(&[units, a, b, "g\tp\t1\t2\t11\n"]);
    ends(&run, 1, "incomplete: 300 counted in 1 of 2 units");
    assert!(run.out.starts_with("contradictions: 1\n  g\tp\t1: nodes 11 ("), "{}", run.out);
    let run = sum(&[units, a, b, "g\tp\t2\t2\t11\n"]);
    ends(&run, 1, "incomplete: 320 counted in 2 of 2 units");
    assert!(run.out.starts_with("results without unit: 1\n  g\tp\t2\t2 ("), "{}", run.out);
    let run = sum(&[units, a, b, "g\tp\t1\t3\n"]);
    ends(&run, 1, "incomplete: 300 counted in 1 of 2 units");
    assert!(run.out.starts_with("contradictions: 1\n  g\tp\t1: multiplicity 3 ("), "{}", run.out);
    let run = sum(&[&format!("{units}{units}"), a, b]);
    ends(&run, 0, "nodes: 320");
    assert!(run.out.starts_with("units listed twice or more, counted once: 2\n  g\tp\t1\t2 ("), "{}", run.out);
    let run = sum(&[units, a, b, "g\tp\n"]);
    ends(&run, 1, "incomplete: 320 counted in 2 of 2 units");
    assert!(run.err.contains(":1: 2 fields, but"), "{}", run.err);
    // Without units it is unknown whether the results are complete.
    let run = sum(&[a, b]);
    ends(&run, 0, "nodes: 320");
    assert!(run.err.contains("could not be checked"), "{}", run.err);
    ends(&sum(&[""]), 1, "incomplete: 0 counted in 0 of 0 units");
    // Many problems are counted, but not all are shown.
    let many: String = (1..=9).map(|multiplicity| format!("g\t{multiplicity}\t1\t1\n")).collect();
    assert!(sum(&[&many]).out.contains("\n  g\t5\t1\t1\n  and 4 more\nincomplete: 0 counted in 0 of 9 units"));
}

#[test]
fn sums_are_exact() {
    let max = u128::MAX;
    let sum = |text: String| with_input("perft --sum -", &text);
    ends(&sum(format!("g\tp\t1\t1\ng\tp\t1\t1\t{max}\n")), 0, &format!("nodes: {max}"));
    let half = max / 2;
    ends(&sum(format!("g\tp\t1\t2\t{half}\ng\tq\t1\t1\t1\n")), 0, &format!("nodes: {max}"));
    ends(&sum(format!("g\tp\t1\t2\t{half}\ng\tq\t1\t1\t2\n")), 1, "incomplete: 2^128 or more counted in 2 of 2 units");
    ends(&sum(format!("g\tp\t1\t3\t{half}\n")), 1, "incomplete: 2^128 or more counted in 1 of 1 units");
}

#[test]
fn sums_for_programs() {
    let (units, result) = ("g\tp\t1\t9007199254740993\ng\tq\t1\t3\n", "g\tp\t1\t9007199254740993\t1\n");
    let json = |parts: &[&str]| -> (Value, Option<i32>) {
        let run = with_input("perft --sum --format json", &parts.concat());
        (serde_json::from_str(&run.out).unwrap(), run.code)
    };
    let (incomplete, code) = json(&[units, result]);
    assert_eq!((code, &incomplete["nodes"], &incomplete["complete"]), (Some(1), &Value::Null, &Value::Bool(false)));
    assert_eq!((&incomplete["counted"], &incomplete["units"]), (&"9007199254740993".into(), &2.into()));
    assert_eq!(incomplete["missing"], serde_json::json!({ "count": 1, "first": ["g\tq\t1\t3"] }));
    let (complete, code) = json(&[units, result, "g\tq\t1\t3\t5\n"]);
    assert_eq!((code, &complete["nodes"]), (Some(0), &"9007199254741008".into()));
    assert_eq!(keys(&complete), keys(&incomplete));
    let (alone, _) = json(&[result]);
    assert_eq!((&alone["complete"], &alone["units"]), (&Value::Bool(true), &Value::Null));
    let (_folder, paths) = files(&[UNITS]);
    let run = quiet(campione(&format!("perft --format json --units '{}'", paths[0].display())));
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!((&run["counted_now"], &run["known_before"], &run["units"]), (&3.into(), &0.into(), &3.into()));
}

#[test]
fn combinations_that_mean_nothing_are_refused() {
    for (arguments, words) in [
        ("perft 3 --split 4", "only 3 plies"),
        ("perft 3 - --split 1", "one position"),
        ("perft --split 1", "<DEPTH>"),
        ("perft 3 --split x", "--split"),
        ("perft 3 --split 1 --divide", "cannot be used with"),
        ("perft 3 --split 1 --hash 1", "cannot be used with"),
        ("perft 3 --units f", "cannot be used with"),
        ("perft --units f --play a2a4", "cannot be used with"),
        ("perft --units f --stats", "cannot be used with"),
        ("perft 3 --split 1 --units f", "cannot be used with"),
        ("perft --units - -v no-such-game", "no variant"),
        ("perft --units no-such-file", "no-such-file"),
        ("perft --sum no-such-file", "no-such-file"),
        ("perft 3 --sum f", "cannot be used with"),
        ("perft --hash 1 --sum f", "cannot be used with"),
        ("perft --units", "--units"),
    ] {
        let run = campione(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments}: {}", run.err);
        assert!(run.err.contains(words) && !run.err.contains("panicked"), "{arguments}: {}", run.err);
    }
    // --sum with the file of --units is the same as --sum with that file.
    let (_folder, paths) = files(&["g\tp\t1\t2\ng\tp\t1\t2\t3\n"]);
    assert_eq!(quiet(campione(&format!("perft --units '{}' --sum", paths[0].display()))), "nodes: 6\n");
}

#[cfg(unix)]
#[test]
fn what_cannot_keep_results_is_no_file_of_units() {
    let run = campione("perft --units /dev/null");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("/dev/null: not a regular file") && run.err.contains("`--units -`"), "{}", run.err);
}
