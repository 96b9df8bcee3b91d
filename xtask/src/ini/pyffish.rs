//! Counts of pyffish, the Python module of Fairy-Stockfish: slower than the engine, but with all its boards and pieces.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use campione_driver::{Counter, DriverError, Place, Protocol, SetUp};

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
    /// Starts it with the variants of a file.
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

    /// Whether it has a variant.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

/// pyffish in one variant.
pub(super) struct InVariant {
    pub(super) pyffish: Rc<RefCell<Pyffish>>,
    pub(super) name: String,
    /// Whether castling is as in Chess960.
    pub(super) chess960: bool,
    pub(super) fen: String,
}

impl Counter for InVariant {
    fn name(&self) -> &'static str {
        "pyffish"
    }

    fn protocol(&self) -> Protocol {
        Protocol::Template
    }

    fn takes_moves(&self) -> bool {
        false
    }

    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError> {
        place.fen.as_deref().unwrap_or_default().clone_into(&mut self.fen);
        Ok(SetUp::default())
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        let InVariant { name, chess960, fen, .. } = self;
        let question = format!("{name}\t{chess960}\t{depth}\t{fen}");
        let answer = self.pyffish.borrow_mut().ask(&question);
        let answer = answer.map_err(|error| DriverError::Run {
            command: "pyffish".to_owned(),
            how: format!("{error:#}"),
            last: String::new(),
        })?;
        let counts = answer.split_whitespace().map(|pair| pair.replace('=', ": "));
        let total: u128 =
            answer.split_whitespace().filter_map(|pair| pair.split_once('=')?.1.parse::<u128>().ok()).sum();
        Ok(counts.chain([format!("Nodes searched: {total}")]).collect())
    }
}
