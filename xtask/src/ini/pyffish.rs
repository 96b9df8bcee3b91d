//! Counts of pyffish, the Python module of Fairy-Stockfish: slower than the engine, but with all its boards and pieces.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, anyhow};

use crate::divide::Divide;
use crate::process::Process;

/// What it does with our lines.
const SCRIPT: &str = include_str!("pyffish.py");

/// A Python that counts.
pub(super) struct Pyffish {
    /// It ends with us.
    _process: Process,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    names: Vec<String>,
}

impl Pyffish {
    /// Starts it with the games of a file.
    pub(super) fn start(python: &Path, file: &Path) -> anyhow::Result<Pyffish> {
        let mut command = Command::new(python);
        command.args(["-c", SCRIPT]).arg(file);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Process::start(&mut command)?;
        let input = process.0.stdin.take().context("no pipe")?;
        let output = BufReader::new(process.0.stdout.take().context("no pipe")?).lines();
        let mut started = Pyffish { _process: process, input, output, names: Vec::new() };
        started.names = started.ask("names")?.split(' ').map(str::to_owned).collect();
        Ok(started)
    }

    fn ask(&mut self, line: &str) -> anyhow::Result<String> {
        writeln!(self.input, "{line}")?;
        self.output.next().ok_or_else(|| anyhow!("pyffish has ended at {line}"))?.with_context(|| line.to_owned())
    }

    /// Whether it has a game.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Counts from a position.
    pub(super) fn divide(&mut self, name: &str, random: bool, fen: &str, depth: u32) -> anyhow::Result<Divide> {
        let answer = self.ask(&format!("{name}\t{random}\t{depth}\t{fen}"))?;
        let mut moves = BTreeMap::new();
        for pair in answer.split_whitespace() {
            let (mv, count) = pair.split_once('=').with_context(|| answer.clone())?;
            moves.insert(mv.to_owned(), count.parse::<u128>().with_context(|| answer.clone())?);
        }
        let nodes = moves.values().sum();
        Ok(Divide::new(moves, nodes))
    }
}
