//! Our own generator, checked with kits and with kits that are wrong.

use std::fs;

use serde_json::Value;

use super::{SAMPLE, objects};
use crate::campione;
use crate::checkpoint::Folder;
use crate::with_input;

/// The lines of the sample about a variant: the header, its rules and its positions.
fn kit(id: &str) -> String {
    let all = fs::read_to_string(SAMPLE).unwrap();
    let of = [format!("\"type\":\"variant\",\"id\":\"{id}\""), format!("\"variant\":\"{id}\"")];
    let lines =
        all.lines().filter(|line| line.contains("\"type\":\"kit\"") || of.iter().any(|part| line.contains(part)));
    lines.map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn our_generator_passes_the_sample() {
    let run = campione(&format!("verify '{SAMPLE}' --budget 1000"));
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "544 passed, 0 failed\n", ""));
    let run = with_input("verify - -v archchess --depth 3", &fs::read_to_string(SAMPLE).unwrap());
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "16 passed, 0 failed\n", ""));
    let (lines, summary) = objects(&campione(&format!("verify '{SAMPLE}' -v grand --budget 100 --format json")));
    assert_eq!((lines.len(), &summary["passed"]), (16, &16.into()));
    assert_eq!((&lines[0]["id"], &lines[0]["passed"]), (&"grand-1".into(), &true.into()), "{}", lines[0]);
}

#[test]
fn a_kit_that_is_wrong_fails_where_it_is_wrong() {
    let kit = kit("carrera");
    let counts = "\"counts\":[4,52,367,";
    assert!(kit.contains(counts));
    for (right, wrong, expected) in [
        (
            counts,
            "\"counts\":[4,53,367,",
            "carrera-2: carrera 4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1: depth 2: expected 53, counted 52",
        ),
        ("\"moves\":[\"e1d1\",\"e1e2\",", "\"moves\":[\"b2b4\",\"e1e2\",", "moves: missing b2b4; superfluous e1d1"),
        ("[\"position.kings\"]", "[\"position.waiting\"]", "expected position.waiting, found position.kings"),
        (
            "\"fen\":\"10/10/10/b9/3p6/10/1P8/4K5 w - - 0 1\"",
            "\"fen\":\"4k5/10/10/b9/3p6/10/1P8/4K5 w - - 0 1\"",
            "expected position.kings, but it was accepted",
        ),
    ] {
        let run = with_input("verify - --depth 2", &kit.replacen(right, wrong, 1));
        assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{expected}");
        assert!(run.out.contains(expected), "`{expected}` is not in {}", run.out);
        assert!(run.out.ends_with("15 passed, 1 failed\n"), "{}", run.out);
    }
}

#[test]
fn the_rules_of_the_kit_decide() {
    let kit = kit("carrera");
    let rules = |change: fn(&mut Value)| -> String {
        let lines = kit.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            change(&mut line);
            line.to_string() + "\n"
        });
        lines.collect()
    };
    // Another name for the same rules.
    let named = rules(|line| {
        for key in ["variant", "id"] {
            if line[key] == "carrera" {
                line[key] = "mine".into();
            }
        }
    });
    let run = with_input("verify - --depth 2", &named);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "16 passed, 0 failed\n", ""));
    // Carrera's Chess with another rule: the barred double step is now a move.
    let free = rules(|line| {
        if line["type"] == "variant" {
            line["rules"]["pawn"]["double_step_barred_in_check_beside_pawn"] = false.into();
        }
    });
    let run = with_input("verify - --depth 1", &free);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("moves: superfluous b2b4") && run.out.ends_with("13 passed, 3 failed\n"), "{}", run.out);
    let run = with_input("verify - -v carrera", &free);
    assert!(run.err.contains("line 2: the kit has other rules for carrera than --variant"), "{}", run.err);
}

#[test]
fn parts_of_kits_and_suites_together() {
    let kit = kit("gothic");
    // Lines that were searched out of a kit have no header.
    let positions: String =
        kit.lines().filter(|line| line.contains("check")).map(|line| line.to_owned() + "\n").collect();
    let folder = Folder::new();
    let (part, suite) = (folder.file("part"), folder.file("suite"));
    fs::write(&part, &positions[positions.find("{\"type\":\"position\"").unwrap()..]).unwrap();
    fs::write(&suite, "gothic\tstartpos\t1\t28\n").unwrap();
    let run = campione(&format!("verify '{}' '{}' --depth 1", part.display(), suite.display()));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let run = campione(&format!("verify '{}' -v carrera", part.display()));
    assert_eq!((run.code, run.err.as_str()), (Some(1), "no position of carrera in the kit\n"), "{}", run.out);
}

#[test]
fn lines_that_cannot_be_read() {
    let head = kit("gothic").lines().next().unwrap().to_owned();
    for (line, words) in [
        ("{\"type\":\"nonsense\"}", "not a line of a conformance kit: unknown variant `nonsense`"),
        ("{", "not a line of a conformance kit: EOF"),
        (&head.replace("\"version\":1", "\"version\":9"), "a kit of version 9; this program reads version 1"),
    ] {
        let run = with_input("verify -", &format!("{line}\n"));
        assert_eq!((run.code, run.out.as_str()), (Some(1), "0 passed, 1 failed\n"), "{line}");
        assert!(run.err.starts_with("line 1: ") && run.err.contains(words), "`{words}` is not in {}", run.err);
    }
    // A position that is none, and one of an unknown variant.
    let kit = kit("gothic").replacen("\"fen\":\"", "\"fen\":\"x", 1).replacen(
        "\"variant\":\"gothic\"",
        "\"variant\":\"no\"",
        1,
    );
    let run = with_input("verify - --depth 1", &kit);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("there is no variant `no`"), "{}", run.err);
    let run = with_input("verify - --engine true", &kit);
    assert!(run.err.contains("there is no variant `no`"), "{}", run.err);
}
