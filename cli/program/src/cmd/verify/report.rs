//! What the answers of another program have shown: tables, what failures have in common, and the first of each kind.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::ask::{Outcome, Question};
use super::asked::Asked;
use super::findings::{Findings, Kind, Names, Tally, tallies};
use super::shared::Shared;
use crate::args::Format;
use crate::messages::printable;

/// The text has at most this many kinds of failures, moves of one, and names of variants.
const MOST_KINDS: usize = 20;
const MOST_MOVES: usize = 3;
const MOST_NAMES: usize = 24;

/// All that is known at the end.
pub(super) struct Report<'a> {
    pub(super) questions: &'a [Question],
    /// Illegal positions, which are not asked.
    pub(super) illegal: usize,
    /// Positions with more moves than the budget.
    pub(super) over_budget: usize,
    /// Lines that cannot be read.
    pub(super) unread: usize,
    pub(super) outcome: &'a Outcome,
    /// A signal has ended the work.
    pub(super) stopped: bool,
}

/// The first names of variants, and how many more there are.
fn offered(names: &[String]) -> String {
    match names.len().saturating_sub(MOST_NAMES) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..MOST_NAMES].join(", ")),
    }
}

impl Report<'_> {
    fn answers(&self) -> Vec<&Asked> {
        self.outcome.answers.iter().flatten().collect()
    }

    /// Positions of variants that the engine does not play.
    fn skipped(&self) -> Vec<(&'static str, usize, &str)> {
        let skipped = self.outcome.groups.iter().filter_map(|group| {
            let why = group.skipped.as_deref()?;
            let positions = self.questions.iter().filter(|question| question.variant == group.variant).count();
            Some((group.variant.id(), positions, why))
        });
        skipped.collect()
    }

    /// Positions that are not asked although the engine plays the variant, and why.
    fn left(&self) -> Vec<(&'static str, usize, &str)> {
        let groups = self.outcome.groups.iter().filter(|group| group.skipped.is_none());
        let left = groups.filter_map(|group| {
            let of = |number: &usize| self.questions[*number].variant == group.variant;
            let unanswered = (0..self.questions.len()).filter(of).filter(|&at| self.outcome.answers[at].is_none());
            let why = group.given_up.as_deref().unwrap_or("the work was interrupted");
            Some((group.variant.id(), unanswered.count(), why)).filter(|(_, left, _)| *left > 0)
        });
        left.collect()
    }

    /// Whether nothing failed, and all that can be asked was asked.
    pub(super) fn is_clean(&self) -> bool {
        self.unread == 0 && self.left().is_empty() && self.answers().iter().all(|answer| answer.passed)
    }

    /// Prints it.
    pub(super) fn print(&self, format: Format) -> io::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        match format {
            Format::Text => self.text(&mut out)?,
            Format::Json => self.json(&mut out)?,
        }
        out.flush()
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let answers = self.answers();
        let names = Names::of(&answers);
        if let Some(engine) = &self.outcome.engine {
            writeln!(out, "engine: {}", printable(engine))?;
        }
        let all = Tally::of(&answers);
        self.tables(&answers, all, out)?;
        for (id, positions, why) in self.skipped() {
            writeln!(out, "skipped: {id}, {positions} positions: {}", printable(why))?;
        }
        if !self.outcome.offered.is_empty() {
            writeln!(out, "the engine offers {}", printable(&offered(&self.outcome.offered)))?;
        }
        for (id, positions, why) in self.left() {
            writeln!(out, "not asked: {id}, {positions} positions: {why}")?;
        }
        if self.over_budget > 0 {
            writeln!(out, "not asked: {} positions with more moves than --budget", self.over_budget)?;
        }
        if self.illegal > 0 {
            writeln!(out, "not asked: {} illegal positions, for generators that can refuse one", self.illegal)?;
        }
        let Findings { shared, failures, kinds } = Findings::of(&answers, &names);
        for set in shared.iter().filter(|_| failures > 1) {
            writeln!(out, "failures: {}", names.sentence(set, failures))?;
        }
        for kind in kinds.iter().take(MOST_KINDS) {
            kind.text(&names, out)?;
        }
        if kinds.len() > MOST_KINDS {
            writeln!(out, "\nand {} more kinds (--format json lists all)", kinds.len() - MOST_KINDS)?;
        }
        if !kinds.is_empty() {
            writeln!(out)?;
        }
        let skipped: usize = self.skipped().iter().map(|(_, positions, _)| positions).sum();
        let interrupted = if self.stopped { "interrupted: " } else { "" };
        let (passed, failed) = (all.asked - all.failed, all.failed + self.unread);
        writeln!(out, "{interrupted}{passed} passed, {failed} failed, {skipped} skipped")
    }

    /// The tables by variant and by tag. Tags without a failure are left out.
    fn tables(&self, answers: &[&Asked], all: Tally, out: &mut dyn Write) -> io::Result<()> {
        let variants = tallies(answers, |answer| vec![&answer.variant]);
        let ids = self.outcome.groups.iter().map(|group| group.variant.id());
        let variants: Vec<(&str, Tally)> = ids.filter_map(|id| Some((id, *variants.get(id)?))).collect();
        table("variant", &variants, out)?;
        if variants.len() > 1 {
            table("", &[("total", all)], out)?;
        }
        let tags = tallies(answers, |answer| answer.tags.iter().map(String::as_str).collect());
        let mut tags: Vec<(&str, Tally)> = tags.into_iter().filter(|(_, tally)| tally.failed > 0).collect();
        // Those first of which most fail.
        tags.sort_by(|(_, a), (_, b)| (b.failed * a.asked, b.failed).cmp(&(a.failed * b.asked, a.failed)));
        table("tag", &tags, out)
    }

    /// An object for each position, one for each variant that is skipped, and the summary.
    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let answers = self.answers();
        for answer in &answers {
            writeln!(out, "{}", serde_json::to_string(answer)?)?;
        }
        for (id, positions, why) in self.skipped() {
            writeln!(out, "{}", json!({ "variant": id, "positions": positions, "skipped": why }))?;
        }
        let names = Names::of(&answers);
        let all = Tally::of(&answers);
        let tallied = |of: BTreeMap<&str, Tally>| -> Value {
            of.into_iter().map(|(name, tally)| (name.to_owned(), tally.json())).collect()
        };
        let shared = |sets: &[Shared]| -> Value { sets.iter().map(|set| names.json(set)).collect() };
        let found = Findings::of(&answers, &names);
        let kinds = found.kinds.iter().map(|kind| {
            let first = kind.failures.first().map(|answer| json!({ "id": answer.id, "place": answer.place, "tags": answer.tags }));
            json!({ "kind": kind.name, "positions": kind.failures.len(), "shared": shared(&kind.shared), "first": first })
        });
        let skipped: usize = self.skipped().iter().map(|(_, positions, _)| positions).sum();
        let left: usize = self.left().iter().map(|(_, positions, _)| positions).sum();
        let summary = json!({
            "engine": self.outcome.engine,
            "passed": all.asked - all.failed,
            "failed": all.failed + self.unread,
            "skipped": skipped,
            "not_asked": left + self.over_budget,
            "illegal": self.illegal,
            "interrupted": self.stopped,
            "variants": tallied(tallies(&answers, |answer| vec![&answer.variant])),
            "tags": tallied(tallies(&answers, |answer| answer.tags.iter().map(String::as_str).collect())),
            "shared": shared(&found.shared),
            "kinds": kinds.collect::<Vec<Value>>(),
        });
        writeln!(out, "{summary}")
    }
}

/// A table of tallies. One without a name continues that above it.
fn table(name: &str, rows: &[(&str, Tally)], out: &mut dyn Write) -> io::Result<()> {
    if !name.is_empty() && !rows.is_empty() {
        writeln!(out, "{name:<26} {:>9} {:>8}", "positions", "failures")?;
    }
    for (name, Tally { asked, failed }) in rows {
        writeln!(out, "{name:<26} {asked:>9} {failed:>8}")?;
    }
    Ok(())
}

impl Kind<'_> {
    /// The kind, what its failures have in common, and the first of them.
    fn text(&self, names: &Names, out: &mut dyn Write) -> io::Result<()> {
        let Kind { name, failures, shared, .. } = self;
        let Some(first) = failures.first() else { return Ok(()) };
        let (many, s) = (failures.len(), if failures.len() == 1 { "" } else { "s" });
        writeln!(out, "\n{}: {many} position{s}", printable(name))?;
        if many > 1 {
            for set in shared {
                writeln!(out, "  {}", names.sentence(set, many))?;
            }
        }
        let tags = if first.tags.is_empty() { "no tags".to_owned() } else { first.tags.join(", ") };
        writeln!(out, "  first: {}, {}: {}", printable(&first.id), printable(&first.place), printable(&first.fen))?;
        writeln!(out, "  tags: {}", printable(&tags))?;
        if let Some(error) = &first.error {
            writeln!(out, "  {}", printable(error))?;
        }
        if let Some(report) = &first.report {
            self.way(report, out)?;
        }
        if self.is_whole {
            writeln!(out, "  `-v {}` alone shows them kind by kind", first.variant)?;
        }
        Ok(())
    }

    /// The way down to what is wrong, and the rule.
    fn way(&self, report: &Value, out: &mut dyn Write) -> io::Result<()> {
        let texts = |key: &str| -> Vec<&str> {
            report[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let path = texts("path_san");
        if !path.is_empty() {
            writeln!(out, "  path: {}", path.join(" "))?;
            writeln!(out, "  position: {}", report["position"].as_str().unwrap_or_default())?;
        }
        for side in ["missing", "superfluous"] {
            let of = |item: &&Value| {
                let kind = item["kind"].as_str().unwrap_or_default();
                self.is_whole || self.name.strip_prefix(side).and_then(|rest| rest.strip_prefix(": ")) == Some(kind)
            };
            let items: Vec<&Value> = report[side].as_array().into_iter().flatten().filter(of).collect();
            for item in items.iter().take(MOST_MOVES) {
                let [mv, rule, source] = ["move", "rule", "source"].map(|key| item[key].as_str().unwrap_or_default());
                let source = if source.is_empty() { String::new() } else { format!(" [{source}]") };
                writeln!(out, "  {side}: {}: {rule}{source}", printable(mv))?;
            }
            if items.len() > MOST_MOVES {
                writeln!(out, "  {side}: and {} more", items.len() - MOST_MOVES)?;
            }
        }
        for note in texts("notes") {
            writeln!(out, "  note: {}", printable(note))?;
        }
        Ok(())
    }
}
