//! The binary as its users call it: output, errors, exit status.

mod analysis;
mod bare_king;
mod bisect;
mod checkpoint;
mod completions;
mod contract;
mod conversion;
mod crc;
mod endgame;
mod engine;
mod faulty;
mod games;
// A changed program is not started on macOS, where it is signed.
#[cfg(not(target_os = "macos"))]
mod garbled;
mod hostile;
#[cfg(unix)]
mod interrupted;
#[cfg(unix)]
mod lines;
mod many_games;
mod matches;
mod nets;
mod newcomer;
mod pages;
mod pgn;
mod pictures;
mod piped;
mod play;
mod program;
mod suite;
mod uci;
mod units;
mod verify;
mod xboard;

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The output and the exit status of a run.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

/// The size of a sample: the larger one where `CAMPIONE_THOROUGH` is set, as `cargo xtask thorough` sets it.
fn sample<T>(everyday: T, thorough: T) -> T {
    if std::env::var_os("CAMPIONE_THOROUGH").is_some() { thorough } else { everyday }
}

/// What is expected where the words are those of the system.
const fn by_system(unix: &'static str, windows: &'static str) -> &'static str {
    if cfg!(windows) { windows } else { unix }
}

/// Runs `campione` with arguments as a shell would split them (single quotes keep a FEN together).
fn campione(arguments: &str) -> Run {
    with_input(arguments, "")
}

/// The output of a run that must succeed without a message.
#[track_caller]
fn ok(arguments: &str) -> String {
    let run = campione(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments}: {}", run.out);
    run.out
}

/// The JSON objects of an output, one in each line.
#[track_caller]
fn objects(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The keys of an object in their order, with spaces between them.
#[track_caller]
fn keys(object: &Value) -> String {
    object.as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Starts `campione` with pipes.
fn start(arguments: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("campione"))
        .args(split(arguments))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until a program has written more or has ended, and so long after that kills it. Whether it was killed before its end.
#[track_caller]
fn kill_when(mut child: Child, has_more: impl Fn() -> bool, delay: Duration) -> bool {
    while child.try_wait().unwrap().is_none() && !has_more() {
        std::thread::sleep(Duration::from_micros(200));
    }
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

fn with_input(arguments: &str, input: &str) -> Run {
    finish(start(arguments), input)
}

/// The run of a program that was started with pipes.
fn finish(mut child: Child, input: &str) -> Run {
    let mut stdin = child.stdin.take().unwrap();
    // Write and read at the same time: writing everything first would block if the program waits until its output is
    // read.
    let Output { status, stdout, stderr } = std::thread::scope(|scope| {
        // The test does not fail if the program ends before it has read everything.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().unwrap()
    });
    Run { out: String::from_utf8(stdout).unwrap(), err: String::from_utf8(stderr).unwrap(), code: status.code() }
}

fn split(arguments: &str) -> Vec<String> {
    let mut split = Vec::new();
    for (index, part) in arguments.split('\'').enumerate() {
        if index % 2 == 1 {
            split.push(part.to_owned());
        } else {
            split.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    split
}
