//! A filter that reads units and writes results, for tools that run it on many machines.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead};
use std::sync::{Mutex, PoisonError};

use campione_notation::unit;

use super::counter::{UnitCounter, lock};
use super::input::text_of_line;

/// The answer to a line of units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnitAnswer {
    /// The line of a unit, without a result, and its count.
    Counted(String, u128),
    /// Why the line cannot be used.
    Fault(String),
}

/// What ended a filter before its input did.
#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    /// The input cannot be read.
    #[error("the units cannot be read")]
    Input(#[source] io::Error),
    /// The answers cannot be sent.
    #[error("the results cannot be written")]
    Output(#[source] io::Error),
}

/// Sends the answers in the order of the lines.
struct Printer<S> {
    next: u64,
    /// Answers that came before their turn; `None` for a line without an answer.
    early: BTreeMap<u64, Option<UnitAnswer>>,
    send: S,
    error: Option<io::Error>,
}

impl<S: FnMut(&[(u64, UnitAnswer)]) -> io::Result<()>> Printer<S> {
    /// Takes the answer to a line, and sends all answers that are next in order.
    fn answer(&mut self, number: u64, answer: Option<UnitAnswer>) {
        // Units end in any order, but a pipe gets its answers in the order of the lines.
        self.early.insert(number, answer);
        let mut answers = Vec::new();
        while let Some(answer) = self.early.remove(&self.next) {
            answers.extend(answer.map(|answer| (self.next, answer)));
            self.next += 1;
        }
        if self.error.is_none() && !answers.is_empty() {
            self.error = (self.send)(&answers).err();
        }
    }
}

/// Counts the units of `input` as they come. Results among the lines are used: if their unit comes again, it is not
/// counted. `send` gets the answers with the numbers of their lines, in the order of the lines, as many at a time as are
/// ready.
///
/// # Errors
/// `input` cannot be read, or `send` fails.
///
/// ```
/// use campione_core::Variant;
/// use campione_cli::count::{CountedVariant, UnitAnswer, UnitCounter, filter};
/// let find = |name: &str| {
///     let variant = Variant::named(name).map_err(|error| error.to_string())?;
///     Ok(CountedVariant { variant, table: None })
/// };
/// let input = "chess\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t3\t1\n\nno unit\n";
/// let mut answers = Vec::new();
/// filter(input.as_bytes(), &UnitCounter::new(false, find), |ready| {
///     answers.extend(ready.to_vec());
///     Ok(())
/// })
/// .unwrap();
/// assert!(matches!(answers[..], [(1, UnitAnswer::Counted(_, 8902)), (3, UnitAnswer::Fault(_))]));
/// ```
pub fn filter(
    input: impl BufRead,
    counter: &UnitCounter<'_>,
    send: impl FnMut(&[(u64, UnitAnswer)]) -> io::Result<()> + Send,
) -> Result<(), FilterError> {
    let printer = Mutex::new(Printer { next: 1, early: BTreeMap::new(), send, error: None });
    let answer = |number: u64, answer: Option<UnitAnswer>| {
        let mut printer = lock(&printer);
        printer.answer(number, answer);
        if printer.error.is_some() {
            counter.monitor().stop();
        }
    };
    let mut input = Input { lines: input, number: 0, known: HashMap::new(), error: None };
    let units = std::iter::from_fn(|| input.next_unit(answer));
    counter.count(units, |number, line, nodes| {
        let answered = nodes.map(|nodes| UnitAnswer::Counted(line.to_owned(), nodes));
        answer(number, Some(answered.unwrap_or_else(UnitAnswer::Fault)));
    });
    if let Some(error) = input.error {
        return Err(FilterError::Input(error));
    }
    let printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    printer.error.map_or(Ok(()), |error| Err(FilterError::Output(error)))
}

/// The units of an input.
struct Input<R> {
    lines: R,
    number: u64,
    /// Results among the lines: if their unit comes again, it is not counted.
    known: HashMap<String, u128>,
    error: Option<io::Error>,
}

impl<R: BufRead> Input<R> {
    /// The next unit that must be counted, with the number of its line. Other lines are answered at once.
    fn next_unit(&mut self, answer: impl Fn(u64, Option<UnitAnswer>)) -> Option<(u64, String)> {
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
            let unit = match text.and_then(|line| unit::read_line(line).map_err(|error| error.to_string())) {
                Ok(Some(unit)) => unit,
                other => {
                    answer(self.number, other.err().map(UnitAnswer::Fault));
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
                Some(&nodes) => answer(self.number, Some(UnitAnswer::Counted(line, nodes))),
                None => return Some((self.number, line)),
            }
        }
    }
}
