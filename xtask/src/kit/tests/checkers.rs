//! The checkers for other languages, and the schema of a line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use campione_driver::find;
use serde_json::Value;

use super::*;
use crate::python;

/// What a generator does wrong, the exit status, and what the checker prints. The faults in moves are made where a double
/// step is barred.
const FAULTS: &[(&str, i32, &[&str])] = &[
    ("none", 0, &["all                       24         0         0         8         0"]),
    ("missing", 1, &["carrera-2: 4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1\n  missing: e1d1\n  tags: ", IN_COMMON]),
    ("superfluous", 1, &["\n  superfluous: b2b4\n", IN_COMMON]),
    ("twice", 1, &["\n  superfluous: e1d1 e1e2 e1f1 e1f2\n", IN_COMMON]),
    ("raises", 1, &["rror: no such square\n", IN_COMMON]),
    ("counts", 1, &["\n  depth 2: 53 nodes, not 52\n"]),
    ("accepts", 1, &["carrera-illegal-1: ", "\n  accepted, although it has "]),
    (
        "unknown",
        1,
        &["no position was checked", "carrera                    0         0        12         0         0"],
    ),
];

const IN_COMMON: &str = "tags in common of all wrong positions: check, double-step-barred\n";

fn folder() -> PathBuf {
    root().join("docs/kit")
}

fn path_of(program: &str) -> Option<PathBuf> {
    let found = find(program);
    if found.is_none() {
        println!("skipped: there is no {program}");
    }
    found
}

/// A kit with two variants of the sample.
fn small_kit(to: &Path) -> PathBuf {
    let text = std::fs::read_to_string(root().join(SAMPLE)).unwrap();
    let is_in = |line: &&str| match serde_json::from_str(line).unwrap() {
        KitLine::Kit(_) => true,
        KitLine::Variant(line) => ["carrera", "chess960"].contains(&line.id.as_str()),
        KitLine::Position(KitPosition { variant, .. }) | KitLine::Illegal(KitIllegal { variant, .. }) => {
            ["carrera", "chess960"].contains(&variant.as_str())
        }
    };
    let lines: Vec<&str> = text.lines().filter(is_in).collect();
    let path = to.join("kit.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

/// Runs a checker, which `start` begins to call, with all faults, and with files that are not kits.
fn planted_faults(start: impl Fn() -> Command) {
    let scratch = tempfile::tempdir().unwrap();
    let kit = small_kit(scratch.path());
    for &(fault, status, texts) in FAULTS {
        let made = output(start().arg(folder()).arg(&kit).arg(fault));
        let said = String::from_utf8(made.stdout).unwrap();
        let complaint = String::from_utf8_lossy(&made.stderr);
        assert_eq!(made.status.code(), Some(status), "{fault}: {said}{complaint}");
        for text in texts {
            assert!(said.contains(text), "{fault}: no {text:?} in {said}");
        }
    }
    let text = std::fs::read_to_string(&kit).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    for (text, complaint) in [
        (rest.to_owned(), "a kit has one header, its first line"),
        (header.replace("\"version\":1", "\"version\":2") + "\n", "reads"),
        (format!("{header}\n{}", &rest[..100]), ":2: not a line of a kit"),
    ] {
        let path = scratch.path().join("other.jsonl");
        std::fs::write(&path, text).unwrap();
        let made = output(start().arg(folder()).arg(&path).arg("none"));
        let said = String::from_utf8(made.stderr).unwrap();
        assert!(!made.status.success() && said.starts_with("not a kit: ") && said.contains(complaint), "{said}");
    }
}

fn of_tests(file: &str) -> PathBuf {
    root().join("xtask/src/kit/tests").join(file)
}

#[test]
fn the_checker_in_python() {
    let Some(python) = path_of("python3") else { return };
    planted_faults(|| {
        let mut command = Command::new(&python);
        command.arg(of_tests("faults.py"));
        command
    });
}

#[test]
fn the_checker_in_javascript() {
    let Some(node) = path_of("node") else { return };
    planted_faults(|| {
        let mut command = Command::new(&node);
        command.arg(of_tests("faults.mjs"));
        command
    });
}

#[test]
fn the_checker_in_cpp() {
    let Some(compiler) = path_of("g++") else { return };
    let scratch = tempfile::tempdir().unwrap();
    let checker = scratch.path().join("checker");
    let made = output(
        Command::new(compiler)
            .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0", "-I"])
            .arg(folder())
            .arg(of_tests("faults.cpp"))
            .arg("-o")
            .arg(&checker),
    );
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    planted_faults(|| Command::new(&checker));

    if !cfg!(unix) {
        println!("skipped: programs are started by a POSIX shell");
        return;
    }
    // A program that answers from a table, without one move of Chess960 in file letters; it does not play Carrera's game.
    let kit = small_kit(scratch.path());
    let mut answers = String::new();
    for line in std::fs::read_to_string(&kit).unwrap().lines() {
        if let KitLine::Position(line) = serde_json::from_str(line).unwrap() {
            let fen = line.fens.get("shredder").unwrap_or(&line.fen);
            let moves = line.moves.iter().filter(|text| !(*text == "c1b1" && fen.starts_with("7k/")));
            moves.for_each(|text| answers += &format!("{fen}|{text}: 1\n"));
        }
    }
    std::fs::write(scratch.path().join("answers"), answers).unwrap();
    let program = "test {variant} = carrera && exit 77; grep -q ^{fen}'|' answers || exit 3; echo Nodes searched: 9; \
                   grep ^{fen}'|' answers | cut -d '|' -f 2";
    let run = |options: &[&str], kit: &str| {
        let mut command = Command::new(&checker);
        output(command.current_dir(scratch.path()).arg("program").args(options).args([kit, program, "shredder"]))
    };
    let made = run(&["--illegal"], "kit.jsonl");
    let said = String::from_utf8(made.stdout).unwrap();
    assert_eq!(made.status.code(), Some(1), "{said}");
    for text in [
        "chess960                  12         1         0         4         0\n",
        "carrera                    0         0        12         0         0\n",
        "chess960-7: 7k/8/8/8/8/8/8/RRK5 w B - 0 1\n  missing: c1b1\n",
        "\nfailures: 1\n",
    ] {
        assert!(said.contains(text), "no {text:?} in {said}");
    }
    assert_eq!(run(&[], "missing.jsonl").status.code(), Some(2));
}

/// The schema names the same keys as the lines have.
#[test]
fn keys_of_the_schema() {
    let schema: Value = serde_json::from_slice(&std::fs::read(folder().join("kit.schema.json")).unwrap()).unwrap();
    let mut kinds = BTreeSet::new();
    for line in std::fs::read_to_string(root().join(SAMPLE)).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let kind = line["type"].as_str().unwrap();
        kinds.insert(kind.to_owned());
        let of_kind = &schema["$defs"][kind];
        for key in line.as_object().unwrap().keys() {
            assert!(of_kind["properties"].get(key).is_some(), "the schema of `{kind}` lacks `{key}`");
        }
        for key in of_kind["required"].as_array().unwrap() {
            assert!(line.get(key.as_str().unwrap()).is_some(), "{line} lacks {key}");
        }
    }
    assert_eq!(kinds.len(), schema["oneOf"].as_array().unwrap().len());
}

/// The sample is valid by the schema, and lines with a fault are not.
#[test]
fn lines_by_the_schema() {
    const SCRIPT: &str = "
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1], encoding='utf-8'))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
lines = [json.loads(line) for line in open(sys.argv[2], encoding='utf-8')]
wrong = [number for number, line in enumerate(lines, 1) if not validator.is_valid(line)]
assert not wrong, f'lines {wrong}'
position = next(line for line in lines if line['type'] == 'position')
for change in ({'moves': ['e2-e4']}, {'counts': []}, {'fen': ''}, {'tags': ['Check']}, {'more': 1}, {'type': 'legal'}):
    assert not validator.is_valid({**position, **change}), change
";
    let python = python::python(None);
    if python::lacks(&python, "jsonschema").is_some() {
        println!("skipped: {} has no module `jsonschema`", python.display());
        return;
    }
    let mut command = Command::new(python);
    let made = output(command.args(["-c", SCRIPT]).arg(folder().join("kit.schema.json")).arg(root().join(SAMPLE)));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}
