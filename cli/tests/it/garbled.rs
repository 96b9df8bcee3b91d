//! Words are for people: what programs read does not depend on them.
//!
//! A copy of the program has all its sentences changed, letter by letter (a becomes n, b becomes o and so on), in the file of
//! the program itself. All that it writes for programs must stay the same.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::Value;

use crate::{Run, engine, finish, split};

/// The folders and files whose sentences are changed, from the root of the repository. In all others it is the texts of
/// errors (`#[error(…)]`) alone: there are commands of protocols, too.
const WORDS: &[&str] = &[
    "core/src",
    "core/files/src",
    "movegen/src",
    "notation/src",
    "search/endgame/src",
    "cli/driver/src/bisect",
    "cli/program/src/explain.rs",
    "cli/program/src/positions.rs",
];
const ERRORS: &[&str] = &["search/src", "cli/driver/src", "cli/program/src/count", "cli/referee/src"];

/// The least number of sentences, or parts of sentences between values, that are found in the program.
const LEAST: usize = 500;

/// Keys of JSON whose values are for people.
const FOR_PEOPLE: &[&str] = &["error", "message", "text", "rule", "source", "note", "notes"];

/// Keys of JSON that differ from run to run.
const TIMES: &[&str] = &["seconds", "nps", "time_ms"];

/// Whether a part of a text is more than a few words, so that it cannot be a command or a key.
fn is_sentence(part: &str) -> bool {
    let words = part.split(' ').filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    part.len() >= 8 && words.count() >= 2
}

/// Collects the parts of sentences among the literals of a source.
fn collect(tokens: TokenStream, everywhere: bool, parts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let first = group.stream().into_iter().next().map(|first| first.to_string()).unwrap_or_default();
                let is_attribute = group.delimiter() == Delimiter::Bracket;
                if !(is_attribute && first == "doc") {
                    collect(group.stream(), everywhere || is_attribute && first == "error", parts);
                }
            }
            TokenTree::Literal(literal) if everywhere => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    let text = text.value();
                    // Between values, and without the lines of a longer text.
                    let between = text.split(['{', '}', '\n']);
                    parts.extend(between.filter(|part| is_sentence(part)).map(str::to_owned));
                }
            }
            _ => {}
        }
    }
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
        found.push(path.to_owned());
    }
}

/// All parts of sentences.
fn sentences() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut parts = Vec::new();
    for (everywhere, places) in [(true, WORDS), (false, ERRORS)] {
        for place in places {
            let mut files = Vec::new();
            sources(&root.join(place), &mut files);
            assert!(!files.is_empty(), "{place}");
            for file in files {
                collect(fs::read_to_string(&file).unwrap().parse().unwrap(), everywhere, &mut parts);
            }
        }
    }
    parts
}

/// Marks the places of the parts in the program. Returns them and how many parts there are.
fn places(program: &[u8], parts: &[String]) -> (Vec<bool>, usize) {
    let mut begins: HashMap<[u8; 8], Vec<&[u8]>> = HashMap::new();
    // Most bytes of a program begin no sentence: two of them are enough to see it.
    let mut likely = vec![false; 1 << 16];
    for part in parts {
        let bytes = part.as_bytes();
        begins.entry(bytes[..8].try_into().unwrap()).or_default().push(bytes);
        likely[usize::from(bytes[0]) << 8 | usize::from(bytes[1])] = true;
    }
    let mut is_word = vec![false; program.len()];
    let mut found = std::collections::HashSet::new();
    for (at, pair) in program.windows(2).enumerate() {
        if !likely[usize::from(pair[0]) << 8 | usize::from(pair[1])] {
            continue;
        }
        let Some(known) = program.get(at..at + 8).and_then(|begin| begins.get(begin)) else { continue };
        for part in known.iter().filter(|part| program[at..].starts_with(part)) {
            is_word[at..at + part.len()].fill(true);
            found.insert(*part);
        }
    }
    (is_word, found.len())
}

/// The letter half the alphabet away.
fn turned(byte: u8) -> u8 {
    match byte {
        b'a'..=b'm' | b'A'..=b'M' => byte + 13,
        b'n'..=b'z' | b'N'..=b'Z' => byte - 13,
        other => other,
    }
}

/// The copy of the program with other words.
fn garbled() -> &'static Path {
    static COPY: OnceLock<PathBuf> = OnceLock::new();
    COPY.get_or_init(|| {
        let original = assert_cmd::cargo::cargo_bin!("campione");
        let mut program = fs::read(original).unwrap();
        let (is_word, found) = places(&program, &sentences());
        assert!(found >= LEAST, "{found} sentences are in the program");
        for (byte, _) in program.iter_mut().zip(is_word).filter(|(_, is_word)| *is_word) {
            *byte = turned(*byte);
        }
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campione-garbled");
        // A copy of the file may be executed, as the original may.
        fs::copy(original, &copy).unwrap();
        fs::write(&copy, program).unwrap();
        copy
    })
}

fn start(program: &Path, arguments: &str) -> Child {
    loop {
        let mut command = Command::new(program);
        command.args(split(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match command.spawn() {
            // Another thread was just starting a program while the copy was written, and has not let go of the file.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            child => return child.unwrap(),
        }
    }
}

/// The runs of the program and of its copy.
fn both(arguments: &str, input: &str) -> [Run; 2] {
    [assert_cmd::cargo::cargo_bin!("campione"), garbled()].map(|program| finish(start(program, arguments), input))
}

/// Compares what is not for people. Counts the texts for people that differ.
fn compare(place: &str, key: &str, values: [&Value; 2], changed: &mut usize) {
    match values {
        _ if TIMES.contains(&key) => {}
        [Value::Object(one), Value::Object(other)] => {
            assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{place}");
            for (key, value) in one {
                compare(place, key, [value, &other[key]], changed);
            }
        }
        [Value::Array(one), Value::Array(other)] => {
            assert_eq!(one.len(), other.len(), "{place}: {key}");
            one.iter().zip(other).for_each(|(one, other)| compare(place, key, [one, other], changed));
        }
        [one, other] if one == other => {}
        [one, other] => {
            assert!(FOR_PEOPLE.contains(&key) && one.is_string(), "{place}: {key}: {one} became {other}");
            *changed += 1;
        }
    }
}

/// Runs a command that writes JSON. Its objects must be the same, without the texts for people, of which `least` must be other.
#[track_caller]
fn same_json(arguments: &str, input: &str, least: usize) {
    let [one, other] = both(arguments, input);
    assert_eq!(one.code, other.code, "{arguments}: {} {}", one.err, other.err);
    let objects = |run: &Run| -> Vec<Value> {
        let objects = serde_json::Deserializer::from_str(&run.out).into_iter();
        objects.map(|object| object.unwrap_or_else(|error| panic!("{arguments}: {error}: {}", run.out))).collect()
    };
    let mut changed = 0;
    let values = [Value::from(objects(&one)), Value::from(objects(&other))];
    compare(arguments, "", [&values[0], &values[1]], &mut changed);
    assert!(changed >= least, "{arguments}: {changed} texts have changed: {} {}", one.out, other.out);
}

const FENS: &str = "4k5/10/10/b9/2p7/10/1P8/4K5 b - - 0 1\nrnbqk w\n4k5/10/10/10/10/10/10/4K4X w - - 0 1\n\
                    4k5/10/10/10/10/10/10/4K4R w Q - 0 1\n4k5/10/10/10/10/10/P9/4K5 w - e3 0 1\n4k5/10/10/10/10/10/10/10 x - - 0 1\n\
                    4k5/10/10/10/10/10/4R5/4K5 w - - 0 1\n4k5/10/10/10/10/10/10/4K5 w - - a 1\n";

#[test]
fn positions_and_moves() {
    same_json("fen - -v carrera --format json", FENS, 7);
    same_json("show - -v carrera --format json", FENS, 7);
    same_json("fen e2e4 --format json", "", 0);
    same_json("perft 1 crc:50000 --format json", "", 1);
    for mv in ["b2b4", "b2b3", "e1e3", "a5a6"] {
        let fen = "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1";
        same_json(&format!("moves '{fen}' -v carrera --why {mv} --format json"), "", 1);
    }
    let moves = "e2e5\nO-O\nNf3\nQxe7#\ne2e4 e7e5\nwhat?\n";
    same_json("convert - -v chess --to lan --format json", moves, 1);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let suite = write(
        "suite.tsv",
        "chess\tstartpos\t2\t400\nchess\tstartpos\t2\t401\nchess\tk w\t1\t1\nchess\t\nches\tx\t1\t1\n",
    );
    same_json(&format!("verify '{suite}' --format json"), "", 2);
    let tests = "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+ Ra7;\n4k3/8/8/8/8/8/8/R3K3 w - - bm Rh2;\n8/8 w - - dm 1;\nk w;\n";
    let tests = write("tests.epd", tests);
    same_json(&format!("suite '{tests}' -v chess --nodes 200 --threads 1 --format json"), "", 2);
    let file = "extends = \"chess\"\nboard.files = 9\npawn.zebra = 1\npiece.Q.moves = \"Q?\"\ndraws.moves = 20000\n";
    let file = write("game.toml", file);
    same_json(&format!("variants --check '{file}' --format json"), "", 1);
    same_json(&format!("perft 1 -v '{file}' --format json"), "", 1);
    let ini =
        write("games.ini", "[a:chess]\nflagRegion = e4\n[b:atomic]\n[c:chess]\nmaxRank = x\nking = k:R\n[d:chess]\n");
    same_json(&format!("variants --check '{ini}' --format json"), "", 3);
    let games =
        "[Variant \"chess\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"zebra\"]\n\n*\n\n[FEN \"8/8 w\"]\n\n*\n\n1. e4 {open\n";
    let games = write("games.pgn", games);
    same_json(&format!("pgn '{games}' --to json"), "", 3);
}

#[test]
fn other_programs_are_driven_and_their_bugs_found() {
    let arguments = "bisect 2 '4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1' -v carrera --format json";
    same_json(&format!("{arguments} --engine '{}'", engine::command("double-step-in-check")), "", 1);
    // Each program has the other, with the other words, as its engine.
    let original = assert_cmd::cargo::cargo_bin!("campione");
    let arguments = "bisect 2 -v archchess --format json --engine";
    for (driver, driven) in [(original, garbled()), (garbled(), original)] {
        let run = finish(start(driver, &format!("{arguments} '{} uci'", driven.display())), "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}: {}", driver.display(), run.out);
    }
}

/// A line of a protocol without what it says to people.
fn for_programs(line: &str) -> &str {
    if ["info string", "#", "telluser"].iter().any(|beginning| line.starts_with(beginning)) {
        return "";
    }
    // The command or the move behind the words is for the program that sent it.
    let refused = ["Error (", "Illegal move ("].iter().any(|beginning| line.starts_with(beginning));
    line.rsplit_once("): ").filter(|_| refused).map_or(line, |(_, rest)| rest)
}

#[test]
fn protocols() {
    let uci = "uci\nsetoption name Hash value x\nposition startpos moves e2e5\nposition fen 8/8 w\ngo perft 2\nd\ngo nodes 500\nfoo\n";
    let xboard =
        "protover 2\nnew\nforce\nusermove e2e5\nusermove e2e4\nusermove what\nsetboard 8/8 w\nvariant zebra\nping 1\n";
    for (protocol, script) in [("uci", uci), ("xboard", xboard)] {
        let [one, other] = both(protocol, script);
        assert_eq!(one.code, other.code, "{protocol}");
        // Sorted: a search answers when it likes, before or after the answer to the next command.
        let lines = |run: &Run| -> Vec<String> {
            let lines = run.out.lines().filter(|line| !line.starts_with("info depth"));
            let mut lines: Vec<String> = lines.map(|line| for_programs(line).to_owned()).collect();
            lines.retain(|line| !line.is_empty());
            lines.sort_unstable();
            lines
        };
        assert_eq!(lines(&one), lines(&other), "{protocol}");
        assert_ne!(one.out, other.out, "{protocol}: no words have changed");
    }
}
