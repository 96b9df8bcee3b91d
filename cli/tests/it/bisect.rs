//! `campione bisect` against engines with a bug each, against engines that misbehave, and against real ones.

mod bugs;
mod manners;
mod real;

use serde_json::Value;

pub(crate) use crate::engine::command as faulty;
use crate::{Run, campione};

/// Runs `campione bisect`.
pub(crate) fn bisect(arguments: &str, engine: &str) -> Run {
    campione(&format!("bisect {arguments} --engine '{engine}'"))
}

/// The JSON object of a run that has found a difference.
#[track_caller]
fn difference(arguments: &str, engine: &str) -> Value {
    let run = bisect(&format!("{arguments} --format json"), engine);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{arguments} with {engine}: {}", run.out);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["agrees"], false, "{found}");
    found
}

/// A run that has found no difference.
#[track_caller]
fn agreement(arguments: &str, engine: &str) {
    let run = bisect(arguments, engine);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments} with {engine}: {}", run.out);
    assert!(run.out.lines().last().unwrap().starts_with("no difference to depth "), "{}", run.out);
}

/// The texts of an array.
fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The moves of an array of moves.
fn moves(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item["move"].as_str().unwrap()).collect()
}

/// All that is reported about rules, in one text.
fn rules(found: &Value) -> String {
    found["rules"].to_string()
}

/// All notes, in one text.
fn notes(found: &Value) -> String {
    texts(&found["notes"]).join("\n")
}

/// A command that runs a script of the shell, with the FEN and the depth.
#[cfg(unix)]
pub(crate) fn script(folder: &tempfile::TempDir, lines: &str) -> String {
    let path = folder.path().join("engine.sh");
    std::fs::write(&path, lines).unwrap();
    format!("sh {} {{fen}} {{depth}}", path.display())
}
