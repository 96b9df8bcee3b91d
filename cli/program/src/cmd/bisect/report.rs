//! The report on a walk.

use std::io::Write;

use campione_movegen::Position;
use campione_notation::{fen, san, uci};
use serde_json::{Value, json};
use thousands::Separable;

use super::compare::Comparison;
use super::rule::{self, Concern};
use super::speech::Speech;
use super::walk::{Divergence, Finding, Known, Step};
use crate::io;

/// The text lists at most this many moves of a kind, and as many rules.
const MOST_LINES: usize = 20;

/// A move that only one of the two programs has, and the rule that is probably concerned.
#[derive(Clone, Debug)]
struct Item {
    mv: String,
    /// The same in algebraic notation, if it is a legal move.
    san: Option<String>,
    rule: String,
    source: String,
    castling: bool,
}

/// A rule, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    text: String,
    source: String,
}

/// A report, ready to be printed.
pub(super) struct Words {
    variant: String,
    fen: String,
    depth: u32,
    engine: String,
    agrees: bool,
    /// The depth at which the counts first differ, or the full depth, with our count and the other program's; `None` if
    /// they could not be compared.
    counts: Option<(u32, (u128, u128))>,
    path: Vec<[String; 3]>,
    position: String,
    engine_position: String,
    missing: Vec<Item>,
    superfluous: Vec<Item>,
    rules: Vec<Rule>,
    culprit: Option<[String; 2]>,
    notes: Vec<String>,
}

impl Words {
    pub(super) fn new(
        root: &Position,
        depth: u32,
        engine: &str,
        known: &Known,
        speech: &Speech,
        report: Divergence,
    ) -> Words {
        let Divergence { finding, spot, engine_fen, culprit, notes } = report;
        let position = &spot.position;
        let mut words = Words {
            variant: root.variant().id().to_owned(),
            fen: fen::write(root),
            depth,
            engine: engine.to_owned(),
            agrees: matches!(finding, Finding::Agreement),
            counts: known.counts(),
            path: spot.path.iter().map(|step| [step.uci(), step.san(), step.theirs.clone()]).collect(),
            position: fen::write(position),
            engine_position: engine_fen,
            missing: Vec::new(),
            superfluous: Vec::new(),
            rules: Vec::new(),
            culprit: culprit.as_ref().map(|step| [step.uci(), step.san()]),
            notes,
        };
        match &finding {
            Finding::Agreement => {}
            Finding::Difference(found) => words.difference(found, position, speech),
            Finding::NotTaken { stands_at } => {
                words.notes.push(format!("the engine has not accepted this position: {stands_at}"));
            }
            Finding::OnTheWay { counts: (ours, theirs), depth } => {
                let after = spot.path.last().map(Step::san).unwrap_or_default();
                words.notes.push(format!(
                    "asked about this position itself, the engine counts {ours} to depth {depth} as we do; as part of the \
                     count before {after} it counts {theirs}: in that count it plays {after} differently, or uses a \
                     stored count of another position"
                ));
            }
        }
        if let Some(step) = &culprit {
            words.played_wrongly(step, position);
        }
        words
    }

    fn difference(&mut self, found: &Comparison, position: &Position, speech: &Speech) {
        let concerns: Vec<Concern> = found.missing.iter().map(|&mv| rule::of(mv, position)).collect();
        for (&mv, concern) in found.missing.iter().zip(&concerns) {
            self.missing.push(Item {
                mv: uci::write(mv, position),
                san: Some(san::write(mv, position)),
                rule: concern.text(),
                source: concern.source.clone(),
                castling: mv.castling_row().is_some(),
            });
        }
        match (rule::summary(&concerns, "missing"), &concerns[..]) {
            (None, [concern]) => self.rule(concern.text(), &concern.source),
            (None, _) => {}
            (Some(summary), _) => {
                let mut sources: Vec<&str> = concerns.iter().map(|concern| concern.source.as_str()).collect();
                sources.sort_unstable();
                sources.dedup();
                self.rule(summary, &sources.join("; "));
            }
        }
        for text in &found.superfluous {
            let ours = speech.to_ours(text);
            let (rule, source) = rule::against(&ours, position);
            self.rule(rule.clone(), &source);
            let castling = rule::looks_like_castling(&ours, position);
            self.superfluous.push(Item { mv: text.clone(), san: None, rule, source, castling });
        }
        if let Some(sum) = found.wrong_total {
            let note = format!("the engine prints {} as its total, but its moves add up to {sum}", found.nodes.1);
            self.notes.push(note);
        }
        if !found.listed {
            let (ours, theirs) = found.nodes;
            let moves = match &found.unreadable {
                Some(text) => format!("the engine's moves cannot be read, such as `{text}`"),
                None => "the engine prints no moves".to_owned(),
            };
            self.notes.push(format!("{moves}; here it counts {theirs}, and we {ours}"));
        } else if !found.moves_differ() {
            let different = found.different.iter().map(|other| {
                let (ours, theirs) = other.counts;
                format!("{}: we count {ours}, the engine {theirs}", uci::write(other.mv, position))
            });
            self.notes.extend(different);
        }
    }

    /// Adds a note and a rule about the move that the other program plays wrongly.
    fn played_wrongly(&mut self, step: &Step, position: &Position) {
        let san = step.san();
        self.notes.push(format!(
            "told the position after {san}, the engine finds the same moves as we do, but not when it plays {san} itself: \
             it plays that move wrongly, or remembers something that is not in the position"
        ));
        let spec = position.variant().spec();
        let castles = self.missing.iter().chain(&self.superfluous).any(|item| item.castling);
        if let Some(castling) = spec.castling.values().next().filter(|_| castles) {
            let check = if castling.lost_by_check { ", and when the king is put in check" } else { "" };
            let text = format!("a right to castle goes when king or partner moves or the partner is captured{check}");
            self.rule(text, &castling.why.source.clone());
        } else if self.missing.is_empty() && self.superfluous.is_empty() {
            let concern = rule::of(step.mv, &step.before);
            self.rule(concern.text(), &concern.source);
        }
    }

    fn rule(&mut self, text: String, source: &str) {
        let rule = Rule { text, source: source.to_owned() };
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    pub(super) fn agrees(&self) -> bool {
        self.agrees
    }

    /// Prints the report as text.
    pub(super) fn text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if let (true, Some((depth, (nodes, _)))) = (self.agrees, self.counts) {
            for note in &self.notes {
                writeln!(out, "note: {}", io::printable(note))?;
            }
            return writeln!(out, "no difference to depth {depth}: {nodes} nodes");
        }
        writeln!(out, "engine: {}", io::printable(&self.engine))?;
        if let Some(counts) = self.counts {
            writeln!(out, "{}", counts_text(counts))?;
        }
        if !self.path.is_empty() {
            let column =
                |index: usize| self.path.iter().map(|texts| texts[index].as_str()).collect::<Vec<_>>().join(" ");
            writeln!(out, "path: {}", column(1))?;
            writeln!(out, "path as the engine is told: {}", column(2))?;
        }
        writeln!(out, "position: {}", self.position)?;
        writeln!(out, "position as the engine is told: {}", self.engine_position)?;
        for (name, items) in [("missing", &self.missing), ("superfluous", &self.superfluous)] {
            for Item { mv, san, rule, .. } in items.iter().take(MOST_LINES) {
                let san = san.as_ref().map(|san| format!(" ({san})")).unwrap_or_default();
                writeln!(out, "{name}: {mv}{san}: {rule}")?;
            }
            if let Some(more) = items.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
                writeln!(out, "{name}: and {more} more (--format json lists all)")?;
            }
        }
        for Rule { text, source } in self.rules.iter().take(MOST_LINES) {
            writeln!(out, "rule: {text} [{source}]")?;
        }
        for note in &self.notes {
            writeln!(out, "note: {}", io::printable(note))?;
        }
        Ok(())
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> Value {
        let [compared, ours, theirs] = counts_json(self.counts);
        let column =
            |index: usize| self.path.iter().map(|texts| Value::from(texts[index].as_str())).collect::<Vec<_>>();
        let items = |items: &[Item]| -> Value {
            items
                .iter()
                .map(|Item { mv, san, rule, source, .. }| json!({ "move": mv, "san": san, "rule": rule, "source": source }))
                .collect()
        };
        let rules: Vec<Value> =
            self.rules.iter().map(|Rule { text, source }| json!({ "rule": text, "source": source })).collect();
        json!({
            "variant": self.variant,
            "fen": self.fen,
            "depth": self.depth,
            "engine": self.engine,
            "agrees": self.agrees,
            "compared": compared,
            "nodes": ours,
            "engine_nodes": theirs,
            "path": column(0),
            "path_san": column(1),
            "path_engine": column(2),
            "position": self.position,
            "engine_position": self.engine_position,
            "missing": items(&self.missing),
            "superfluous": items(&self.superfluous),
            "rules": rules,
            "played_wrongly": self.culprit.as_ref().map(|[mv, san]| json!({ "move": mv, "san": san })),
            "notes": self.notes,
        })
    }
}

/// A line about two counts that differ.
fn counts_text((depth, (ours, theirs)): (u32, (u128, u128))) -> String {
    if ours == theirs {
        format!("difference at depth {depth}: both count {ours}, but not the same moves")
    } else {
        format!("difference at depth {depth}: we count {ours}, the engine {theirs}")
    }
}

/// The depth and both counts, or three nulls.
fn counts_json(counts: Option<(u32, (u128, u128))>) -> [Value; 3] {
    counts.map_or([Value::Null, Value::Null, Value::Null], |(depth, (ours, theirs))| {
        [depth.into(), io::count(ours), io::count(theirs)]
    })
}

/// Prints what is known when a walk is interrupted.
pub(super) fn interrupted(known: &Known, out: &mut dyn Write) -> std::io::Result<()> {
    match (known.differs, known.agreed) {
        (Some(counts), _) => {
            let path = if known.path.is_empty() { "-".to_owned() } else { known.path.join(" ") };
            writeln!(out, "interrupted: {}; path so far: {path}", counts_text(counts))
        }
        (None, Some((depth, nodes))) => {
            let nodes = nodes.separate_with_commas();
            writeln!(out, "interrupted: no difference to depth {depth}: {nodes} nodes")
        }
        (None, None) => writeln!(out, "interrupted: nothing is compared yet"),
    }
}

/// The same as JSON.
pub(super) fn interrupted_json(known: &Known, root: &Position, depth: u32) -> Value {
    let [compared, ours, theirs] = counts_json(known.counts());
    json!({
        "variant": root.variant().id(),
        "fen": fen::write(root),
        "depth": depth,
        "interrupted": true,
        "agrees": known.differs.is_none(),
        "compared": compared,
        "nodes": ours,
        "engine_nodes": theirs,
        "path": known.path,
    })
}
