//! `cargo xtask sanitize`: runs Miri and the thread sanitizer, where a nightly toolchain has them.
//!
//! Miri runs the tests of core's sets and squares, of the generator's module with `unsafe` code, and of the transposition
//! table (except its `unsafe` call of `madvise`, which Miri does not support). The thread sanitizer checks the table and a
//! search with several threads. The address sanitizer is used by the fuzz targets, `cargo xtask fuzz`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::check::{Checks, Done};
use crate::{Verdict, root};

/// Miri takes the PEXT path only if the whole program is built for such a processor.
const PROCESSOR: &str = "-C target-feature=+avx2,+bmi1,+bmi2,+lzcnt,+popcnt";

/// A package and the filters of its tests.
type Tests = (&'static str, &'static [&'static str]);

const UNDER_MIRI: [Tests; 3] = [
    ("campione-core", &["bitboard::", "geometry::", "square::"]),
    ("campione-movegen", &["attacks::"]),
    ("campione-search", &["tt::"]),
];

const WITH_THREADS: Tests = ("campione-search", &["tt::", "engine::", "team::"]);

pub(crate) fn run() -> Verdict {
    let mut checks = Checks::default();
    for tests in UNDER_MIRI {
        checks.make(&format!("Miri, {}", tests.0), || miri(tests));
    }
    checks.make(&format!("thread sanitizer, {}", WITH_THREADS.0), thread_sanitizer);
    checks.verdict()
}

/// Cargo of the nightly toolchain, with a target folder of its own.
fn nightly() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.arg("+nightly").current_dir(root()).env("CARGO_TARGET_DIR", root().join("target/sanitize"));
    cargo
}

fn miri(tests: Tests) -> anyhow::Result<Done> {
    if !nightly().args(["miri", "--version"]).output().is_ok_and(|output| output.status.success()) {
        return Ok(Done::Skipped(
            "Miri is not installed (rustup component add --toolchain nightly miri rust-src)".to_owned(),
        ));
    }
    passed(nightly().args(["miri", "test"]).env("RUSTFLAGS", PROCESSOR), tests)
}

fn thread_sanitizer() -> anyhow::Result<Done> {
    let skipped = |what: &str| Ok(Done::Skipped(format!("there is no {what}")));
    let rustc = Command::new("rustc").args(["+nightly", "-vV"]).output();
    let Some(rustc) = rustc.ok().filter(|output| output.status.success()) else {
        return skipped("nightly toolchain (rustup toolchain install nightly --profile minimal)");
    };
    let version = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc -vV")?;
    if !["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin"].contains(&host) {
        return skipped(&format!("thread sanitizer for {host}"));
    }
    let folder = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output()?.stdout;
    let folder = String::from_utf8_lossy(&folder).into_owned();
    if !Path::new(folder.trim()).join("lib/rustlib/src/rust/library/Cargo.lock").is_file() {
        return skipped("source of the standard library (rustup component add --toolchain nightly rust-src)");
    }
    let mut cargo = nightly();
    // The standard library is instrumented too; otherwise its synchronization looks like races.
    cargo.args(["test", "-Zbuild-std", "--target", host]).env("RUSTFLAGS", "-Zsanitizer=thread");
    // One test asks for more memory than exists.
    cargo.env("TSAN_OPTIONS", "allocator_may_return_null=1");
    passed(&mut cargo, WITH_THREADS)
}

/// Runs tests; at least one must match.
fn passed(command: &mut Command, (package, filters): Tests) -> anyhow::Result<Done> {
    command.args(["--package", package, "--lib", "--"]).args(filters);
    let output = command.output().context("cargo")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{}\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr));
    let tests = number_of_tests(&said);
    ensure!(tests > 0, "no test matches: {}", filters.join(", "));
    Ok(Done::Good(format!("{tests} tests")))
}

/// The number of passed tests in the output.
fn number_of_tests(said: &str) -> usize {
    let results = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|rest| rest.split(' ').next()?.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        let said = "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 0 ignored\n\n\
            test result: ok. 12 passed; 0 failed\n";
        assert_eq!(number_of_tests(said), 15);
        assert_eq!(number_of_tests("running 0 tests\n"), 0);
    }

    #[test]
    fn packages_have_their_folders() {
        for (package, _) in UNDER_MIRI.into_iter().chain([WITH_THREADS]) {
            let folder = root().join(package.trim_start_matches("campione-"));
            assert!(folder.join("Cargo.toml").is_file(), "{package}");
        }
    }
}
