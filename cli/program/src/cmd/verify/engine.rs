//! `campione verify --engine`: asks another program about every position of kits and suites.
//!
//! `ask` starts its processes and asks, `asked` is an answer and the journal of answers, `findings` and `shared` are what they
//! show, `report` prints it.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use campione_movegen::Position;
use campione_notation::fen;
use campione_notation::kit::KitPosition;
use campione_notation::suite::Case;
use serde_json::json;

use super::ask::{Asking, Group, Question, Running};
use super::asked::{self, Asked, Journal};
use super::check::{self, Check};
use super::report::Report;
use crate::args::{Common, Format, VerifyOptions};
use crate::explain::Explained;
use crate::lines::Line;
use crate::messages::{MOST_UNREAD, Usage, complain, more_unread};
use crate::variants::Variants;
use crate::watch::Watch;
use crate::{Verdict, interrupt, peer};

/// How long an answer may take unless `--timeout` says otherwise: positions of kits have small counts.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The depth that is asked for unless `--depth` says otherwise.
const DEPTH: u32 = 1;

/// The positions of kits and suites, and how many lines are not asked.
#[derive(Default)]
struct Kit {
    questions: Vec<Question>,
    /// The question about each position of a suite, if it is asked.
    suite: HashMap<(&'static str, String), Option<usize>>,
    /// Illegal positions.
    illegal: usize,
    /// Positions with more moves than the budget.
    over_budget: usize,
    /// Lines that cannot be read.
    unread: usize,
}

impl Kit {
    fn of(
        lines: Vec<Line<Check>>,
        variants: &Variants,
        common: &Common,
        options: &VerifyOptions,
    ) -> anyhow::Result<Kit> {
        let mut kit = Kit::default();
        for Line { place, number, said } in lines {
            match said {
                Ok(Check::Case(case)) => match check::case_position(&case, variants, common) {
                    Ok(position) => kit.case(place, &case, &position, options),
                    Err(error) => kit.unread(&place, number, &error, common)?,
                },
                Ok(Check::Illegal(..)) => kit.illegal += 1,
                Ok(Check::Position(said, variant)) => match depth(&said, options) {
                    Some(depth) => {
                        kit.questions.push(Question { place, said, variant, depth, known: Vec::new() });
                    }
                    None => kit.over_budget += 1,
                },
                Err(error) => kit.unread(&place, number, &error, common)?,
            }
        }
        if common.format == Format::Text && kit.unread > MOST_UNREAD {
            complain(&more_unread(kit.unread - MOST_UNREAD, "read"));
        }
        Ok(kit)
    }

    /// Adds a count of a suite. All counts of a position are one question.
    fn case(&mut self, place: String, case: &Case, position: &Position, options: &VerifyOptions) {
        let key = (position.variant().id(), fen::write(position));
        let at = *self.suite.entry(key).or_insert_with(|| {
            let moves = position.legal_moves().len() as u64;
            if options.budget.is_some_and(|budget| moves > budget) {
                self.over_budget += 1;
                return None;
            }
            let variant = position.variant();
            let said =
                KitPosition::new(format!("{}-{}", variant.id(), self.questions.len() + 1), position, String::new());
            self.questions.push(Question { place, said, variant, depth: DEPTH, known: Vec::new() });
            Some(self.questions.len() - 1)
        });
        let Some(question) = at.and_then(|at| self.questions.get_mut(at)) else { return };
        if case.depth <= options.depth.unwrap_or(DEPTH) && check::is_asked(case, options) {
            question.depth = question.depth.max(case.depth);
            question.known.push((case.depth, case.nodes));
        }
    }

    fn unread(&mut self, place: &str, number: u64, error: &Explained, common: &Common) -> io::Result<()> {
        self.unread += 1;
        match common.format {
            Format::Json => {
                writeln!(io::stdout(), "{}", error.object(json!({ "place": place, "line": number })))?;
            }
            Format::Text if self.unread > MOST_UNREAD => return Ok(()),
            Format::Text => {}
        }
        complain(&format!("{place}: {error}"));
        Ok(())
    }

    /// A checksum of all that is asked.
    fn checksum(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        for Question { said, depth, known, .. } in &self.questions {
            let KitPosition { variant, fen, moves, counts, .. } = said;
            sum.update(format!("{depth} {variant} {fen} {moves:?} {counts:?}\n").as_bytes());
            if !known.is_empty() {
                sum.update(format!("{known:?}\n").as_bytes());
            }
        }
        sum.finalize()
    }

    /// The positions by variant. Orthodox chess comes first: every engine plays it, and shows by it which protocol it speaks.
    fn groups(&self, done: &[Option<Asked>]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (number, question) in self.questions.iter().enumerate() {
            let known = groups.iter().position(|group| group.variant == question.variant);
            let at = known.unwrap_or_else(|| {
                groups.push(Group::new(question.variant));
                groups.len() - 1
            });
            groups[at].add(number, done[number].is_some());
        }
        groups.sort_by_key(|group| group.variant.id() != "chess");
        groups
    }
}

/// The depth to ask for; `None` if already the moves are more than the budget.
fn depth(position: &KitPosition, options: &VerifyOptions) -> Option<u32> {
    if position.counts.is_empty() {
        return Some(DEPTH);
    }
    let depths = check::depths(position, Some(options.depth.unwrap_or(DEPTH)), options.budget);
    (depths > 0).then_some(depths as u32)
}

/// Asks the engine about all positions of the kits and suites.
pub(super) fn run(
    common: &Common,
    options: &VerifyOptions,
    engine: &str,
    watch: &Watch,
    lines: Vec<Line<Check>>,
    variants: &Variants,
) -> anyhow::Result<Verdict> {
    let command = peer::Command::of(engine, &options.counter, TIMEOUT)?;
    let kit = Kit::of(lines, variants, common, options)?;
    let mut answers: Vec<Option<Asked>> = vec![None; kit.questions.len()];
    let head = asked::head(engine, options, kit.checksum());
    let journal = options.resume.as_deref().map(|path| Journal::open(path, &head)).transpose()?;
    let (journal, known) = journal.map_or((None, Vec::new()), |(journal, known)| (Some(journal), known));
    for asked in known {
        if let Some(answer) = answers.get_mut(asked.number) {
            *answer = Some(asked);
        }
    }
    let known = answers.iter().flatten().count();
    if let (Some(path), 1..) = (&options.resume, known) {
        complain(&format!("note: {}: {known} of {} answers are from it", path.display(), answers.len()));
    }
    if kit.questions.is_empty() {
        complain("there is no legal position to ask about; --budget leaves out those with more moves");
    }
    let groups = kit.groups(&answers);
    if let (Some(name), true) = (&options.counter.engine_variant, groups.len() > 1) {
        let text = format!("--engine-variant {name}: the kit has {} variants: choose one with --variant", groups.len());
        return Err(Usage(text).into());
    }
    for group in &groups {
        options.counter.letters.check(group.variant).map_err(|fault| Usage(format!("--letters: {fault}")))?;
    }
    let running = Arc::new(Running::new(kit.questions.len()));
    for answer in answers.iter().flatten() {
        running.count(answer.passed);
    }
    let asking =
        Asking::new(options, command, &kit.questions, groups, answers, journal.as_ref(), &running, variants.chosen());
    watch.during(running.clone(), || asking.run());
    let stopped = running.monitor.is_stopped();
    let outcome = asking.finish()?;
    if !stopped && outcome.engine.is_none() && outcome.answers.iter().all(Option::is_none) && !kit.questions.is_empty()
    {
        let why = outcome.groups.iter().filter_map(|group| Some((group.variant.id(), group.skipped.as_ref()?)));
        let why: Vec<String> = why.map(|(id, why)| format!("{id}: {why}")).collect();
        bail!("--engine: it plays no variant of the kit: {}", why.first().map_or("", String::as_str));
    }
    let report = Report {
        questions: &kit.questions,
        illegal: kit.illegal,
        over_budget: kit.over_budget,
        unread: kit.unread,
        outcome: &outcome,
        stopped,
    };
    report.print(common.format)?;
    if stopped {
        interrupt::check()?;
    }
    Ok(if report.is_clean() && !kit.questions.is_empty() { Verdict::Done } else { Verdict::Failed })
}
