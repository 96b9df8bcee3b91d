//! `campione perft --units -`: a filter that reads units and writes results, for tools that run it on many machines.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use campione_notation::unit::{self, UnitLine};
use serde_json::{Value, json};

use super::crew::{Crew, lock};
use crate::Verdict;
use crate::args::{Common, Format};
use crate::io::{complain, count, text_of_line};

/// The answer to a line.
enum Answer {
    /// A line of standard output.
    Result(String),
    /// A line of standard error.
    Fault(String),
    Nothing,
}

/// Writes the answers in the order of the lines.
struct Printer {
    next: u64,
    early: BTreeMap<u64, Answer>,
    verdict: Verdict,
    error: Option<io::Error>,
}

impl Printer {
    /// Takes the answer to a line, and writes all answers that are next in order.
    fn answer(&mut self, number: u64, answer: Answer) {
        self.early.insert(number, answer);
        let mut text = String::new();
        while let Some(answer) = self.early.remove(&self.next) {
            match answer {
                Answer::Result(line) => text += &(line + "\n"),
                Answer::Fault(error) => {
                    self.write(&std::mem::take(&mut text));
                    complain(&format!("line {}: {error}", self.next));
                    self.verdict = Verdict::Failed;
                }
                Answer::Nothing => {}
            }
            self.next += 1;
        }
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() && !text.is_empty() {
            let mut out = io::stdout().lock();
            self.error = out.write_all(text.as_bytes()).and_then(|()| out.flush()).err();
        }
    }
}

pub(super) fn run(common: &Common, crew: &Crew) -> anyhow::Result<Verdict> {
    let printer = Printer { next: 1, early: BTreeMap::new(), verdict: Verdict::Done, error: None };
    let printer = Mutex::new(printer);
    let answer = |number: u64, answer: Answer| {
        let mut printer = lock(&printer);
        printer.answer(number, answer);
        if printer.error.is_some() {
            crew.monitor.stop();
        }
    };
    let mut input = Input { lines: io::stdin().lock(), number: 0, known: HashMap::new(), error: None };
    let units = std::iter::from_fn(|| input.next_unit(answer, common.format));
    crew.count(units, |number, line, nodes| {
        let line = nodes.and_then(|nodes| result(line, nodes, common.format));
        answer(number, line.map_or_else(Answer::Fault, Answer::Result));
    });
    if let Some(error) = input.error {
        return Err(error).context("standard input");
    }
    let printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    printer.error.map_or(Ok(printer.verdict), |error| Err(error.into()))
}

/// The result of a unit, as it is printed.
fn result(line: &str, nodes: u128, format: Format) -> Result<String, String> {
    if format == Format::Text {
        return Ok(format!("{line}\t{nodes}"));
    }
    let unit = unit::read_line(line).map_err(|error| error.to_string())?.ok_or("no unit")?;
    let UnitLine { variant, fen, depth, multiplicity, .. } = unit;
    let object = json!({
        "variant": variant,
        "fen": fen,
        "depth": depth,
        "multiplicity": count(multiplicity),
        "nodes": count(nodes),
    });
    Ok(Value::to_string(&object))
}

/// The units on standard input.
struct Input<R> {
    lines: R,
    number: u64,
    /// Results among the lines: if their unit comes again, it is not counted.
    known: HashMap<String, u128>,
    error: Option<io::Error>,
}

impl<R: BufRead> Input<R> {
    /// The next unit that must be counted, with the number of its line. Other lines are answered at once.
    fn next_unit(&mut self, answer: impl Fn(u64, Answer), format: Format) -> Option<(u64, String)> {
        let mut line = Vec::new();
        loop {
            line.clear();
            match self.lines.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            }
            self.number += 1;
            let text = text_of_line(self.number, &line);
            let unit = text.and_then(|line| unit::read_line(line).map_err(|error| error.to_string()));
            let unit = match unit {
                Ok(Some(unit)) => unit,
                Ok(None) => {
                    answer(self.number, Answer::Nothing);
                    continue;
                }
                Err(error) => {
                    answer(self.number, Answer::Fault(error));
                    continue;
                }
            };
            let ended = line.ends_with(b"\n");
            let line = format!("{}\t{}", unit.task, unit.multiplicity);
            // A result without a newline may lack digits: its unit is counted again.
            if let Some(nodes) = unit.nodes.filter(|_| ended) {
                self.known.insert(line.clone(), nodes);
            }
            match self.known.get(&line) {
                Some(&nodes) => {
                    answer(self.number, result(&line, nodes, format).map_or_else(Answer::Fault, Answer::Result));
                }
                None => return Some((self.number, line)),
            }
        }
    }
}
