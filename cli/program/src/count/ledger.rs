//! Units and results that were read, and their sum.

use std::io::{BufRead, Error, ErrorKind, Read};

use campione_notation::unit::{self, UnitLine};
use indexmap::IndexMap;

use super::Warn;
use super::input::{MAX_LINE, text_of_line, without_mark};

/// This many lines of each kind of problem are shown.
const SHOWN: usize = 5;

/// A line of an input.
#[derive(Clone, Copy)]
struct Place {
    input: u32,
    line: u32,
}

/// What is known about a unit. Its key in the map is the text of variant, FEN and depth.
struct Entry {
    multiplicity: u128,
    nodes: Option<u128>,
    first: Place,
    listed: Option<Place>,
    /// Two lines contradict each other about it.
    disputed: bool,
}

/// A kind of problem: the number of cases, and the first of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    /// The number of cases.
    pub count: u64,
    /// The first cases, five at most: a line each.
    pub first: Vec<String>,
}

impl Problem {
    fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(text());
        }
    }
}

/// The last line of an input, if it has no newline: a person may have left it out, or a program may have been killed
/// while it wrote.
struct Tail {
    place: Place,
    /// Where in the input it begins.
    offset: u64,
    line: Vec<u8>,
    /// Results were read from this input, but no units.
    after_results: bool,
}

/// How the last line of an input was treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// No special case: the input is empty or ends with a newline.
    Clean,
    /// It has no newline, but was read as a whole line.
    Whole,
    /// It is the torn beginning of the result of a known unit. It begins at this byte.
    Torn(u64),
    /// It is a result, perhaps torn, of a unit that no other line has. This is the number of the line.
    Doubtful(u32),
}

/// Units and results that were read. A unit is a line of text, a result is a unit and its count
/// ([`campione_notation::unit`]).
pub struct Ledger<'w> {
    warn: Warn<'w>,
    /// Names of the inputs; `None` if there is only one.
    inputs: Vec<Option<String>>,
    entries: IndexMap<Box<str>, Entry>,
    tails: Vec<Tail>,
    bad_lines: u64,
    torn_lines: u64,
    contradictions: Problem,
    repeated_results: Problem,
    repeated_units: Problem,
}

impl<'w> Ledger<'w> {
    /// A ledger without lines. Lines that cannot be used go to `warn`, with their place.
    pub fn new(warn: Warn<'w>) -> Ledger<'w> {
        Ledger {
            warn,
            inputs: Vec::new(),
            entries: IndexMap::new(),
            tails: Vec::new(),
            bad_lines: 0,
            torn_lines: 0,
            contradictions: Problem::default(),
            repeated_results: Problem::default(),
            repeated_units: Problem::default(),
        }
    }

    /// Reads all lines of an input; `name` is its name in messages, `None` if there is only one. A last line without a
    /// newline waits for [`settle`](Ledger::settle).
    ///
    /// # Errors
    /// The input cannot be read, or has a line of more than a mebibyte.
    pub fn read(&mut self, name: Option<String>, mut input: impl BufRead) -> std::io::Result<()> {
        let index = self.inputs.len() as u32;
        self.inputs.push(name);
        let (mut offset, mut line) = (0, Vec::new());
        let (mut units, mut results) = (false, false);
        for number in 1.. {
            line.clear();
            // One byte beyond the limit shows that a line is too long, and no more is kept of it.
            let length = input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            if length as u64 > MAX_LINE && !line.ends_with(b"\n") {
                let error = format!("line {number} is longer than {MAX_LINE} bytes");
                return Err(Error::new(ErrorKind::InvalidData, error));
            }
            let place = Place { input: index, line: number };
            if line.ends_with(b"\n") {
                match self.add_line(place, &line) {
                    Some(true) => results = true,
                    Some(false) => units = true,
                    None => {}
                }
            } else {
                let line = if number == 1 { without_mark(&line) } else { &line };
                self.tails.push(Tail { place, offset, line: line.to_vec(), after_results: results && !units });
            }
            offset += length as u64;
        }
        Ok(())
    }

    /// Takes a line. Returns whether it was a result; `None` if it was neither a result nor a unit.
    fn add_line(&mut self, place: Place, line: &[u8]) -> Option<bool> {
        match text_of_line(place.line.into(), line)
            .and_then(|line| unit::read_line(line).map_err(|error| error.to_string()))
        {
            Ok(unit) => {
                let unit = unit?;
                self.add(place, &unit);
                Some(unit.nodes.is_some())
            }
            Err(error) => {
                self.bad_line(place, &error);
                None
            }
        }
    }

    fn bad_line(&mut self, place: Place, error: &str) {
        self.bad_lines += 1;
        (self.warn)(&format!("{}: {error}", self.place(place)));
    }

    fn entry(&mut self, place: Place, unit: &UnitLine<'_>) -> usize {
        self.entries.get_index_of(unit.task).unwrap_or_else(|| {
            let multiplicity = unit.multiplicity;
            let entry = Entry { multiplicity, nodes: None, first: place, listed: None, disputed: false };
            self.entries.insert_full(Box::from(unit.task), entry).0
        })
    }

    fn add(&mut self, place: Place, unit: &UnitLine<'_>) {
        let index = self.entry(place, unit);
        let entry = &mut self.entries[index];
        let inputs = &self.inputs;
        let line = || format!("{}\t{} ({})", unit.task, unit.multiplicity, name(inputs, place));
        let against = |what: &str, here: u128, there: u128, first: Place| {
            let (place, first) = (name(inputs, place), name(inputs, first));
            format!("{}: {what} {here} ({place}), {there} ({first})", unit.task)
        };
        let first = entry.first;
        if entry.multiplicity != unit.multiplicity {
            entry.disputed = true;
            let there = entry.multiplicity;
            self.contradictions.add(|| against("multiplicity", unit.multiplicity, there, first));
            return;
        }
        match (unit.nodes, entry.nodes) {
            // A file of units may occur again in another one, with results for some of them.
            (None, _) => {
                if entry.listed.replace(place).is_some_and(|before| before.input == place.input) {
                    self.repeated_units.add(line);
                }
            }
            (Some(nodes), None) => {
                entry.nodes = Some(nodes);
                entry.first = place;
            }
            (Some(nodes), Some(there)) if nodes == there => self.repeated_results.add(line),
            (Some(nodes), Some(there)) => {
                entry.disputed = true;
                self.contradictions.add(|| against("nodes", nodes, there, first));
            }
        }
    }

    /// Decides about last lines without a newline, now that all units are known.
    ///
    /// The count on such a line is never used: digits may be missing.
    pub fn settle(&mut self) {
        self.settle_all();
    }

    /// [`settle`](Ledger::settle), and the decision about the last of the lines.
    pub(super) fn settle_all(&mut self) -> End {
        let mut end = End::Clean;
        for tail in std::mem::take(&mut self.tails) {
            end = self.settle_one(&tail);
            if let End::Torn(_) | End::Doubtful(_) = end {
                self.torn_lines += 1;
            }
        }
        end
    }

    fn settle_one(&mut self, tail: &Tail) -> End {
        // A character that is cut in two must not prevent the usual message.
        let line = String::from_utf8_lossy(&tail.line);
        let line = line.trim_end_matches(['\r', char::REPLACEMENT_CHARACTER]);
        if !line.is_empty() && self.is_torn(line, tail.place.input) {
            (self.warn)(&format!("{}: torn, dropped: `{line}`", self.place(tail.place)));
            return End::Torn(tail.offset);
        }
        let result = line.rsplit_once('\t').filter(|(_, nodes)| nodes.bytes().all(|byte| byte.is_ascii_digit()));
        let whole = result.and_then(|(unit, _)| unit::read_line(unit).ok().flatten());
        if let Some(unit) = whole.filter(|unit| unit.nodes.is_none()) {
            self.entry(tail.place, &unit);
            (self.warn)(&format!("{}: this line has no newline: its result is ignored", self.place(tail.place)));
            return End::Doubtful(tail.place.line);
        }
        match unit::read_line(line) {
            Ok(Some(unit)) if tail.after_results => {
                // Rather the beginning of a result than a unit; in both cases the unit has no result.
                self.entry(tail.place, &unit);
            }
            _ => {
                self.add_line(tail.place, &tail.line);
            }
        }
        End::Whole
    }

    /// Whether a line is the beginning of a result of a known unit.
    fn is_torn(&self, line: &str, input: u32) -> bool {
        self.entries.iter().any(|(task, entry)| {
            let Some(rest) = line.strip_prefix(&**task) else { return task.starts_with(line) };
            let unit = format!("\t{}", entry.multiplicity);
            if rest == unit {
                // Either a torn result, or the unit itself on the last line of a file that a person has written.
                return entry.listed.is_some_and(|place| place.input == input);
            }
            let nodes = rest.strip_prefix(&unit).and_then(|rest| rest.strip_prefix('\t'));
            unit.starts_with(rest) || nodes.is_some_and(|nodes| nodes.bytes().all(|byte| byte.is_ascii_digit()))
        })
    }

    /// The name of a line in messages.
    fn place(&self, place: Place) -> String {
        name(&self.inputs, place)
    }

    /// Notes that a unit cannot be counted.
    pub(super) fn uncountable(&mut self, index: usize, error: &str) {
        let place = self.entries[index].listed.unwrap_or(self.entries[index].first);
        self.bad_line(place, error);
    }

    /// The units that have no result, by number.
    pub(super) fn pending(&self) -> Vec<usize> {
        let entries = self.entries.values().enumerate();
        entries.filter(|(_, entry)| entry.nodes.is_none()).map(|(index, _)| index).collect()
    }

    /// How many units have a result.
    pub(super) fn known(&self) -> usize {
        self.entries.values().filter(|entry| entry.nodes.is_some()).count()
    }

    /// The line of a unit, without its end.
    pub(super) fn line(&self, index: usize) -> String {
        let (task, multiplicity) = self.entries.get_index(index).map_or(("", 0), |(task, e)| (task, e.multiplicity));
        format!("{task}\t{multiplicity}")
    }

    /// Takes the result of a unit.
    pub(super) fn put(&mut self, index: usize, nodes: u128) {
        self.entries[index].nodes = Some(nodes);
    }

    /// The sum, and all problems.
    pub fn total(self) -> Total {
        let has_units = self.entries.values().any(|entry| entry.listed.is_some());
        let (mut missing, mut foreign) = (Problem::default(), Problem::default());
        let (mut units, mut results, mut nodes) = (0, 0, Some(0_u128));
        for (task, entry) in &self.entries {
            let line = || format!("{task}\t{}", entry.multiplicity);
            if has_units && entry.listed.is_none() {
                if entry.nodes.is_some() {
                    foreign.add(|| format!("{} ({})", line(), self.place(entry.first)));
                }
                continue;
            }
            units += 1;
            match entry.nodes {
                None => missing.add(line),
                Some(_) if entry.disputed => {}
                Some(here) => {
                    results += 1;
                    nodes = here.checked_mul(entry.multiplicity).and_then(|here| nodes?.checked_add(here));
                }
            }
        }
        let (bad_lines, torn_lines) = (self.bad_lines, self.torn_lines);
        // Without units it is unknown whether a torn result occurs a second time.
        let unreadable = bad_lines + if has_units { 0 } else { torn_lines };
        let faults = missing.count + self.contradictions.count + foreign.count + unreadable;
        Total {
            complete: units > 0 && faults == 0 && nodes.is_some(),
            units: has_units.then_some(units),
            results,
            wanted: units,
            nodes,
            missing,
            contradictions: self.contradictions,
            foreign,
            repeated_results: self.repeated_results,
            repeated_units: self.repeated_units,
            bad_lines,
            torn_lines,
        }
    }
}

fn name(inputs: &[Option<String>], Place { input, line }: Place) -> String {
    match inputs.get(input as usize) {
        Some(Some(name)) => format!("{name}:{line}"),
        _ => format!("line {line}"),
    }
}

/// The sum, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// Whether every unit has one result, and no other fault was found.
    pub complete: bool,
    /// The sum of multiplicity x nodes; `None` if it does not fit in 128 bits.
    pub nodes: Option<u128>,
    /// The number of units listed, `None` if only results were read: then none can be found missing.
    pub units: Option<u64>,
    /// The number of units that should have a result.
    pub wanted: u64,
    /// The number of results in the sum.
    pub results: u64,
    /// Units without a result: a fault.
    pub missing: Problem,
    /// Two lines that contradict each other about a unit: a fault.
    pub contradictions: Problem,
    /// Results of units that are not listed: a fault.
    pub foreign: Problem,
    /// Results that occur more than once; counted once.
    pub repeated_results: Problem,
    /// Units listed more than once; counted once.
    pub repeated_units: Problem,
    /// The number of lines that cannot be used: a fault.
    pub bad_lines: u64,
    /// The number of last lines that are perhaps cut: a fault if no units are listed.
    pub torn_lines: u64,
}
