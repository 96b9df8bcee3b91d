//! `campione verify` with conformance kits: our own generator, and engines with a bug each.

mod kits;

use serde_json::Value;

#[cfg(unix)]
use crate::bisect::script;
use crate::checkpoint::{Folder, read};
use crate::contract::refused;
use crate::engine::command as faulty;
use crate::{Run, campione};

/// The committed kit.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/kit/sample.jsonl");

/// Runs `campione verify` with the sample and an engine.
fn verify(engine: &str, arguments: &str) -> Run {
    let processes = if arguments.contains("--processes") { "" } else { "--processes 2" };
    campione(&format!("verify '{SAMPLE}' --engine '{}' --protocol uci {processes} {arguments}", faulty(engine)))
}

/// The objects of a run: those of positions and variants, and the summary.
#[track_caller]
fn objects(run: &Run) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = lines.pop().unwrap_or_else(|| panic!("{}", run.err));
    (lines, summary)
}

/// A bug for each line: its name; the depth and the variant, where the moves of all variants do not show it; the most frequent
/// kind of failure, and how many positions have it; the tags that its failures have in common, and how many other positions
/// have them; words about the rule in the text.
const CASES: &str = "\
double-step-in-check |  | superfluous: illegal.double-step-barred | 5 | double-step-barred | 0 | in check a pawn may not make the double step
en-passant-pin |  | superfluous: illegal.en-passant-pinned | 1 | en-passant-illegal | 0 | capturing en passant opens a line to the king
fixed-castling |  | missing: free castling | 18 | free-castling | 0 | free castling toward the a-file; king to a1, rook to b1
no-castling-in-check |  | missing: free castling | 8 | castling-out-of-check | 0 | it is allowed out of check
no-leap-over-pieces |  | missing: king's leap | 4 | double-step king-leap | 0 | it jumps over a piece
# In Arciscacchiere the centurion can be blocked (docs/RULES.md, companions).
lame-centurion |  | missing: move of the centurion | 1 |  | 0 | it leaps over a piece
waiting-captured |  | superfluous: illegal.waiting-pawn-capture | 1 | waiting-promotion | 1 | the pawn on l1 waits for its promotion and cannot be captured
early-promotion |  | superfluous: illegal.still-waiting | 1 | waiting-pawn | 4 | the pawn on a8 still waits
no-promotion-by-capture |  | missing: promotion | 11 | promotion-capture | 0 | promotion: queen
captures-beyond-the-edge |  | superfluous: illegal.pawn-movement | 5 |  | 0 | captures diagonally ahead
one-of-two-checks | --depth 2 --budget 2000 | superfluous: illegal.in-check | 1 | gives-double-check | 0 | and this does not parry it
forgets-en-passant | --depth 2 --budget 2000 -v gothic | a move is played wrongly | 1 |  | 0 | it plays that move wrongly, or remembers something that is not in the position
";

#[test]
fn every_planted_bug_is_named() {
    for case in CASES.lines().filter(|line| !line.starts_with('#')) {
        let [bug, arguments, kind, positions, tags, others, rule] = case.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let [positions, others] = [positions, others].map(|number| number.parse::<usize>().unwrap());
        let run = verify(&format!("all {bug}"), &format!("{arguments} --format json"));
        assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{bug}");
        let (lines, summary) = objects(&run);
        let found = &summary["kinds"][0];
        assert_eq!((&found["kind"], &found["positions"]), (&kind.into(), &positions.into()), "{bug}: {summary}");
        let failed = lines.iter().filter(|line| line["passed"] == false).count();
        assert_eq!(summary["failed"], failed, "{bug}");
        let shared: Vec<&str> =
            found["shared"][0]["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !tags.is_empty() {
            assert_eq!(
                (shared.join(" ").as_str(), &found["shared"][0]["others"]),
                (tags, &others.into()),
                "{bug}: {summary}"
            );
        }
        assert!(run.out.contains(rule), "{bug}: `{rule}` is not in {}", run.out);
    }
}

#[test]
fn the_report_for_people() {
    let run = verify("all double-step-in-check", "");
    let end = run.out.lines().skip_while(|line| !line.starts_with("tag ")).collect::<Vec<_>>().join("\n");
    let end = end.replace(SAMPLE, "sample.jsonl");
    insta::assert_snapshot!("verify-engine", end);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    // A variant of which every position fails is reported as a whole.
    let run = verify("all no-last-file", "");
    assert!(run.out.contains("\nevery position of crc: 12 positions\n  first: crc-1, "), "{}", run.out);
}

#[test]
fn an_engine_without_a_bug_passes() {
    let run = verify("all", "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(
        run.out.starts_with("engine: Faulty\nvariant                    positions failures\nchess "),
        "{}",
        run.out
    );
    for line in [
        "total                            192        0",
        "skipped: grand, 12 positions: the engine does not know grand",
        "not asked: 136 illegal positions, for generators that can refuse one",
        "192 passed, 0 failed, 216 skipped",
    ] {
        assert!(run.out.lines().any(|known| known == line), "`{line}` is not in {}", run.out);
    }
    let (lines, summary) = objects(&verify("carrera", "--format json"));
    assert_eq!((&summary["passed"], &summary["skipped"]), (&12.into(), &396.into()), "{summary}");
    assert_eq!(lines.iter().filter(|line| line["skipped"].is_string()).count(), 33);
}

#[test]
fn the_protocol_is_detected_once() {
    for engine in ["carrera", "carrera xboard"] {
        let command = faulty(engine);
        let run = campione(&format!("verify '{SAMPLE}' -v carrera --engine '{command}'"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{engine}: {}", run.out);
        assert!(run.out.ends_with("12 passed, 0 failed, 0 skipped\n"), "{engine}: {}", run.out);
    }
    // A command that is run for each question.
    let command = faulty("carrera double-step-in-check once {fen} {depth}");
    let run = campione(&format!("verify '{SAMPLE}' -v carrera --engine '{command}'"));
    assert!(run.out.contains("all 3 have `double-step-barred`; no other position does"), "{}", run.out);
}

#[test]
fn a_crash_is_a_failure_of_its_position() {
    let (lines, summary) = objects(&verify("all dies-in-check", "-v carrera --processes 1 --format json"));
    for line in &lines {
        let in_check = line["tags"].as_array().unwrap().contains(&"check".into());
        assert_eq!(line["passed"], !in_check, "{line}");
        assert_eq!(
            line["error"].as_str().is_some_and(|error| error.contains("a rook has no file")),
            in_check,
            "{line}"
        );
    }
    assert_eq!((lines.len(), &summary["not_asked"]), (12, &0.into()), "{summary}");
    assert_eq!(summary["kinds"][0]["kind"], "no answer", "{summary}");
    assert_eq!(summary["kinds"][0]["shared"][0]["tags"], serde_json::json!(["check"]), "{summary}");
}

#[test]
fn an_engine_that_never_answers_is_given_up() {
    for (manner, options) in [("dies", ""), ("hangs", "--timeout 0.2")] {
        let run = verify(&format!("carrera {manner}"), &format!("-v carrera {options}"));
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.out.contains("5 positions in a row had no answer"), "{}", run.out);
        // The second process may have asked one more meanwhile.
        assert!(["0 passed, 5 failed", "0 passed, 6 failed"].iter().any(|end| run.out.contains(end)), "{}", run.out);
    }
}

/// Moves that cannot be read are an answer, and no silence.
#[test]
#[cfg(unix)]
fn moves_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(&folder, "echo a1a2: 1\necho king right: 1\necho a1b2: 1\n");
    let suite = folder.path().join("suite.epd");
    let lines: String = (1..9).map(|count| format!("4k3/8/8/8/8/8/8/K7 w - - 0 {count} ;D1 3\n")).collect();
    std::fs::write(&suite, lines).unwrap();
    let run = campione(&format!("verify '{}' -v chess --engine '{engine}'", suite.display()));
    assert!(run.out.contains("moves cannot be read: 8 positions"), "{}{}", run.out, run.err);
    assert!(run.out.contains("`king right` cannot be read") && run.out.contains("0 passed, 8 failed"), "{}", run.out);
}

/// Exit status 77 says that a command does not play the variant, as for the checkers of kits.
#[test]
#[cfg(unix)]
fn a_command_that_declines_a_variant() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(&folder, "exit 77\n") + " {variant}";
    let run = campione(&format!("verify '{SAMPLE}' -v gothic --engine '{engine}'"));
    assert!(
        run.out.contains("its exit status is 77") && run.out.contains("0 failed, 12 skipped"),
        "{}{}",
        run.out,
        run.err
    );
}

#[test]
fn an_engine_that_cannot_be_asked_is_refused() {
    let engine = |engine: &str| format!("verify '{SAMPLE}' --engine '{engine}'");
    refused(&engine("no-such-engine"), &["--engine: `no-such-engine`"]);
    refused(&engine("true"), &["as a UCI engine", "as an XBoard engine"]);
    refused(&engine("echo {fen} {depth}"), &["cannot be told to play chess", "with `-v chess`"]);
    refused(&(engine("echo {fen} {depth} {variant}") + " --engine-variant x"), &["34 variants: choose one"]);
    refused(&format!("verify '{SAMPLE}' --processes 2"), &["--engine"]);
    refused(&format!("{} --processes 0", engine("true")), &["--processes"]);
}

/// An engine is asked about the positions of a suite, each once to the greatest of its depths; a wrong count in the file is
/// not the engine's fault.
#[test]
fn an_engine_is_asked_about_suites() {
    let folder = Folder::new();
    let ask = |lines: &str, engine: &str, options: &str| {
        let suite = folder.file("suite.epd");
        std::fs::write(&suite, lines).unwrap();
        campione(&format!("verify '{}' -v carrera --engine '{}' {options}", suite.display(), faulty(engine)))
    };
    let lines = "4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1 ;D1 4 ;D2 52\n4k5/10/10/10/10/10/10/4K5 w - - 0 1 ;D1 5\n";
    for options in ["", "--depth 2", "--depth 9 --budget 50"] {
        let run = ask(lines, "carrera", options);
        assert!(run.code == Some(0) && run.out.contains("2 passed, 0 failed"), "{options}: {}{}", run.out, run.err);
    }
    let run = ask(lines, "carrera double-step-in-check", "");
    assert!(
        run.code == Some(1) && run.out.contains("superfluous: illegal.double-step-barred"),
        "{}{}",
        run.out,
        run.err
    );
    let wrong = ask(&lines.replace(";D1 5", ";D1 6"), "carrera", "");
    assert!(
        wrong.code == Some(1) && wrong.out.contains("depth 1: expected 6, counted 5"),
        "{}{}",
        wrong.out,
        wrong.err
    );
    let few = ask(lines, "carrera", "--budget 4");
    assert!(few.out.contains("1 passed, 0 failed"), "{}{}", few.out, few.err);
    let unread = ask("4k5/10 w - - 0 1 ;D1 5\n", "carrera", "");
    assert!(unread.err.contains("suite.epd:1"), "{}{}", unread.out, unread.err);
}

#[test]
fn a_journal_is_continued_after_a_kill() {
    let folder = Folder::new();
    let journal = folder.file("journal");
    let resume = format!("-v carrera --resume '{}'", journal.display());
    let first = verify("carrera double-step-in-check", &resume);
    let whole = read(&journal);
    assert_eq!((whole.lines().count(), first.code), (13, Some(1)), "{}{whole}", first.err);
    // A kill in the middle of a line. What was done before is not asked again, even if it is wrong.
    let done: String = whole.lines().take(6).map(|line| line.to_owned() + "\n").collect();
    let torn = done.replace("\"passed\":false", "\"passed\":true") + &whole.lines().nth(6).unwrap()[..40];
    std::fs::write(&journal, torn).unwrap();
    let second = verify("carrera double-step-in-check", &resume);
    assert_eq!(read(&journal).lines().count(), 13, "{}", second.err);
    let failures = |text: &str| text.lines().last().unwrap().to_owned();
    assert_eq!(failures(&first.out), "9 passed, 3 failed, 0 skipped");
    let flipped = done.matches("\"passed\":false").count();
    assert!(flipped > 0, "{done}");
    assert_eq!(failures(&second.out), format!("{} passed, {} failed, 0 skipped", 9 + flipped, 3 - flipped));
    // When all is done, the engine is not even started.
    let third = verify("carrera double-step-in-check", &resume);
    assert!(!third.out.contains("engine:") && failures(&third.out) == failures(&second.out), "{}", third.out);
    assert!(third.err.contains("12 of 12 answers are from it"), "{}", third.err);

    let before = read(&journal);
    let other = |engine: &str, arguments: &str| {
        let command = faulty(engine);
        let journal = journal.display();
        format!("verify '{SAMPLE}' --engine '{command}' --protocol uci --resume '{journal}' {arguments}")
    };
    let wrong = "it is the journal of another";
    refused(&other("carrera", "-v carrera"), &[wrong, "another engine"]);
    refused(&other("carrera double-step-in-check", "-v gothic"), &[wrong, "another kit"]);
    refused(&other("carrera double-step-in-check", "-v carrera --depth 2"), &[wrong, "--depth"]);
    refused(&other("carrera double-step-in-check", "-v carrera --option A=b"), &[wrong, "another option"]);
    assert_eq!(read(&journal), before);
    std::fs::write(&journal, "a letter to a friend\n").unwrap();
    refused(&other("carrera", "-v carrera"), &["it is not a journal of `verify --engine`"]);
    assert_eq!(read(&journal), "a letter to a friend\n");
}

/// Killed between two answers or in the middle of one, `verify` goes on: no answer is lost, and none is there twice.
#[cfg(unix)]
#[test]
fn killed_again_and_again_a_journal_has_each_answer_once() {
    let folder = Folder::new();
    let engine = assert_cmd::cargo::cargo_bin!("campione").display().to_string();
    let line = |journal: &str| {
        let journal = folder.file(journal).display().to_string();
        format!("verify '{SAMPLE}' --engine '{engine} uci' --protocol uci --processes 2 --resume '{journal}'")
    };
    // The answers of whole lines. The first line says what the journal is of.
    let answers = |journal: &str| {
        let text = std::fs::read_to_string(folder.file(journal)).unwrap_or_default();
        let lines = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(campione(&line("whole")).code, Some(0));
    let (mut before, mut kills) = (Vec::new(), 0);
    for delay in [0, 30_000, 300, 5_000, 90_000] {
        let has_more = || answers("killed").len() > before.len();
        let delay = std::time::Duration::from_micros(delay);
        kills += u32::from(crate::kill_when(crate::start(&line("killed")), has_more, delay));
        let now = answers("killed");
        assert!(before.iter().all(|answer| now.binary_search(answer).is_ok()));
        before = now;
    }
    assert!(kills > 2, "verify is too fast to be killed: {kills}");
    let last = campione(&line("killed"));
    assert_eq!(last.code, Some(0), "{}", last.err);
    assert!(last.out.ends_with("408 passed, 0 failed, 0 skipped\n"), "{}", last.out);
    assert_eq!(answers("killed"), answers("whole"));
    assert_eq!(folder.names(), ["killed", "whole"]);
}

/// The work ends with what is known.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_work() {
    use crate::interrupted::{end, signal};
    let arguments = format!("verify '{SAMPLE}' -v carrera --engine '{}' --protocol uci", faulty("carrera hangs"));
    // Later each time, until the engine has been started and is asked.
    for patience in (6..15).map(|power| std::time::Duration::from_millis(1 << power)) {
        let child = crate::start(&arguments);
        std::thread::sleep(patience);
        signal(&child, "INT");
        let run = end(child);
        if run.out.starts_with("engine: ") {
            assert_eq!((run.code, run.err.as_str()), (Some(130), ""), "{}", run.out);
            assert!(run.out.contains("not asked: carrera, 12 positions: the work was interrupted"), "{}", run.out);
            assert!(run.out.ends_with("interrupted: 0 passed, 0 failed, 0 skipped\n"), "{}", run.out);
            return;
        }
    }
    panic!("never interrupted");
}
