//! A virtual display, and `XBoard` on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use tempfile::TempDir;

use crate::process::{Process, wait_until};

/// The interval of polling.
const PAUSE: Duration = Duration::from_millis(50);

/// The hint that `XBoard` writes across the board for a new user.
const HINT: &str = "Right-clicking menu item or dialog text pops up help on it";

/// After this time the screen no longer changes.
const SETTLED: Duration = Duration::from_secs(2);

/// A display.
pub(super) struct Display {
    _server: Process,
    name: String,
}

impl Display {
    pub(super) fn start(server: &Path) -> anyhow::Result<Display> {
        let mut command = Command::new(server);
        command.args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
        // Without this, Xvfb restarts when its last window closes, and refuses connections meanwhile.
        command.arg("-noreset");
        let mut server = Process::start(command.stdout(Stdio::piped()).stderr(Stdio::null()))?;
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().context("Xvfb")?).read_line(&mut number)?;
        ensure!(!number.trim().is_empty(), "Xvfb has found no free display");
        Ok(Display { _server: server, name: format!(":{}", number.trim()) })
    }
}

/// An `XBoard` in which two engines play one game.
pub(super) struct XBoard {
    process: Process,
    folder: TempDir,
    display: String,
}

/// The end of a game in it.
pub(super) struct End {
    /// The start position that it sent to the engines, if any.
    pub(super) start: Option<String>,
    /// The moves that the engines sent.
    pub(super) moves: Vec<String>,
    /// The last position, as `XBoard` saved it.
    pub(super) position: String,
    /// The result that it sent to the engines.
    pub(super) result: String,
    /// Whether it rejected a move or a claim.
    pub(super) complained: bool,
}

impl XBoard {
    pub(super) fn start(
        program: &Path,
        display: &Display,
        folder: TempDir,
        variant: &str,
        engines: [&str; 2],
        arguments: &[&str],
    ) -> anyhow::Result<XBoard> {
        let path = |name: &str| folder.path().join(name);
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &display.name)
            // The user's settings must not change the test.
            .env("HOME", folder.path())
            .args(["-fcp", engines[0], "-scp", engines[1], "-variant", variant, "-matchGames", "1", "-debug"])
            .args([Path::new("-nameOfDebugFile"), &path("debug"), Path::new("-savePositionFile"), &path("position")])
            .args(["-messageSuppress", HINT, "-soundMove", "", "-soundProgram", "true", "-xanimate", "-timeDelay", "0"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(path("errors"))?);
        let process = Process::start(&mut command)?;
        Ok(XBoard { process, folder, display: display.name.clone() })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn debug(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.path("debug")).unwrap_or_default()).into_owned()
    }

    /// Takes a picture of the screen after this many moves.
    pub(super) fn picture(self, import: &Path, path: &Path, plies: usize) -> anyhow::Result<()> {
        wait_until("the moves before a picture", super::LIMIT, || Ok(moves_in(&self.debug()).len() >= plies))?;
        sleep(SETTLED);
        let taken = Command::new(import)
            .args(["-display", &self.display, "-window", "root", "-trim", "+repage"])
            .arg(path)
            .status()
            .context("import")?;
        ensure!(taken.success(), "import has failed");
        Ok(())
    }

    /// Waits for the end of the game.
    pub(super) fn wait(mut self, limit: Duration) -> anyhow::Result<End> {
        let begin = Instant::now();
        loop {
            let position = fs::read_to_string(self.path("position")).unwrap_or_default();
            let debug = self.debug();
            if let Some(result) = result_in(&debug).filter(|_| position.ends_with('\n')) {
                let complained = ["illegal", "invalid", "False", "Forfeit", "forfeit", "clock", "exited"]
                    .iter()
                    .any(|word| result.contains(word));
                let head = debug.find(": move ").map_or(&*debug, |end| &debug[..end]);
                let start = said(head, '>', "setboard").last().map(str::to_owned);
                return Ok(End { start, moves: moves_in(&debug), position, result, complained });
            }
            if self.process.has_ended()? {
                let errors = fs::read_to_string(self.path("errors")).unwrap_or_default();
                bail!("xboard has ended: {} {}", last_lines(&debug), last_lines(&errors));
            }
            ensure!(begin.elapsed() < limit, "the game has no end: {}", last_lines(&debug));
            sleep(PAUSE);
        }
    }
}

fn last_lines(debug: &str) -> String {
    let lines: Vec<&str> = debug.lines().rev().take(6).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" / ")
}

/// The rest of the log lines with this beginning: `<` from an engine, `>` to it.
fn said<'t>(debug: &'t str, sign: char, command: &'t str) -> impl Iterator<Item = &'t str> {
    debug.lines().filter_map(move |line| {
        let (_, line) = line.split_once(' ')?;
        let line = line.strip_prefix(sign)?;
        let (who, text) = line.split_once(':')?;
        matches!(who.trim(), "first" | "second").then_some(())?;
        text.trim_start().strip_prefix(command)?.strip_prefix(' ')
    })
}

fn moves_in(debug: &str) -> Vec<String> {
    said(debug, '<', "move").map(|mv| mv.trim().to_owned()).collect()
}

fn result_in(debug: &str) -> Option<String> {
    said(debug, '>', "result").map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_debug_file() {
        let debug = "137 <first : feature done=1\n202 <second: move e2e4\nmove e2e5\n210 >first : e2e4\n\
                     300 <first : move e7e5\n400 >first : result 1-0 {Checkmate}\n";
        assert_eq!(moves_in(debug), ["e2e4", "e7e5"]);
        assert_eq!(result_in(debug).as_deref(), Some("1-0 {Checkmate}"));
        assert_eq!(result_in("1 <first : result 1-0"), None);
    }
}
