use super::*;

const LONG: Duration = Duration::from_secs(60);
const GO_ON: &dyn Fn() -> bool = &|| false;

/// A program of the system, or none on a system that lacks it.
fn start(program: &str, args: &[&str]) -> Option<Process> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    Process::start(program, program.as_ref(), &args).inspect_err(|error| println!("skipped: {error}")).ok()
}

#[test]
fn questions_and_limits() {
    let Some(mut engine) = start("cat", &[]) else { return };
    engine.send("one");
    engine.send("two");
    assert_eq!(engine.read(LONG, GO_ON, |line| line == "two").unwrap(), ["one", "two"]);
    engine.send("three");
    let error = engine.read(Duration::from_millis(50), GO_ON, |line| line == "four").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`cat` has not answered after `three` within 0.05 s; its last lines: one | two | three"
    );
    engine.send("four");
    assert_eq!(engine.read_until_quiet(Duration::from_millis(200), LONG, GO_ON, |_| false).unwrap(), ["four"]);
    assert!(matches!(engine.read(LONG, &|| true, |_| true).unwrap_err().fault, ProcessFault::Stopped));
}

#[test]
fn a_program_that_ends() {
    let Some(mut engine) = start("sh", &["-c", "read line; echo about to fail; echo badly >&2; exit 3"]) else {
        return;
    };
    engine.send("uci");
    let error = engine.read(LONG, GO_ON, |line| line == "uciok").unwrap_err();
    assert!(error.to_string().starts_with("`sh` has ended after `uci` (exit status: 3); its last lines: "), "{error}");
    let mut last = engine.last_lines();
    last.sort();
    assert_eq!(last, ["about to fail", "badly"]);
    let missing = Process::start("no-program-of-this-name", "no-program-of-this-name".as_ref(), &[]).unwrap_err();
    assert!(missing.to_string().starts_with("`no-program-of-this-name` cannot be started: "), "{missing}");
}

#[test]
fn a_program_that_says_nothing() {
    let Some(mut engine) = start("true", &[]) else { return };
    let error = engine.read(LONG, GO_ON, |_| true).unwrap_err();
    assert!(error.to_string().ends_with("; it has printed nothing"), "{error}");
}

#[test]
fn a_program_that_is_run_to_its_end() {
    let Some(mut engine) = start("sort", &[]) else { return };
    engine.send("b");
    engine.send("a");
    let Finished { lines, status, .. } = engine.finish(LONG, GO_ON).unwrap();
    assert_eq!((lines, status.map(|status| status.success())), (vec!["a".to_owned(), "b".to_owned()], Some(true)));
}

#[test]
fn a_program_that_never_stops_printing_or_listens() {
    let Some(mut engine) = start("yes", &[]) else { return };
    // More than a pipe holds, and nobody reads it.
    for _ in 0..100 {
        engine.send(&"x".repeat(10_000));
    }
    assert!(!engine.read_until_quiet(LONG, Duration::from_millis(20), GO_ON, |_| false).unwrap().is_empty());
    assert!(matches!(engine.read(LONG, GO_ON, |line| line != "y").unwrap_err().fault, ProcessFault::Flood { .. }));
}

#[test]
fn lines_without_an_end_are_cut() {
    let Some(mut engine) = start("sh", &["-c", "head -c 70000 /dev/zero; echo; echo end"]) else { return };
    let lines = engine.read(LONG, GO_ON, |line| line == "end").unwrap();
    assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [65536, 70000 - 65536, 3]);
    assert!(engine.last_lines().iter().all(|line| line.chars().count() <= LAST_WIDTH));
}

#[test]
fn a_program_that_prints_lines_without_an_end() {
    let Some(mut engine) = start("sh", &["-c", "tr '\\0' x </dev/zero"]) else { return };
    let called_off = engine.read_until_quiet(LONG, LONG, &|| true, |_| false).unwrap_err();
    assert!(matches!(called_off.fault, ProcessFault::Stopped), "{called_off}");
    assert!(matches!(engine.read(LONG, GO_ON, |line| line == "y").unwrap_err().fault, ProcessFault::Flood { .. }));
    let Some(engine) = start("sh", &["-c", "tr '\\0' x </dev/zero"]) else { return };
    assert!(matches!(engine.finish(LONG, GO_ON).unwrap_err().fault, ProcessFault::Flood { .. }));
}

#[test]
fn a_program_that_leaves_something_behind() {
    // Its output is closed and it has ended, but what it has started holds its error output.
    let Some(engine) = start("sh", &["-c", "echo done; sleep 20 >/dev/null & exit 0"]) else { return };
    let begun = Instant::now();
    let Finished { lines, status, .. } = engine.finish(LONG, GO_ON).unwrap();
    assert_eq!((lines, status.map(|status| status.success())), (vec!["done".to_owned()], Some(true)));
    assert!(begun.elapsed() < Duration::from_secs(15), "nobody waits for that");
}
