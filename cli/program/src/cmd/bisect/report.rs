//! The report of `campione bisect`, as text and as JSON.

use std::io::Write;

use campione_driver::bisect::{BisectProgress, BisectReport, BrokenRule, MoveItem, PathStep};
use campione_movegen::Position;
use campione_notation::fen;
use serde_json::{Value, json};
use thousands::Separable;

use crate::messages;

/// The text lists at most this many moves of a kind, and as many rules.
const MOST_LINES: usize = 20;

/// Prints the report as text.
pub(super) fn text(report: &BisectReport, out: &mut dyn Write) -> std::io::Result<()> {
    if let (true, Some((depth, (nodes, _)))) = (report.agrees, report.counts) {
        for note in &report.notes {
            writeln!(out, "note: {}", messages::printable(note))?;
        }
        return writeln!(out, "{}", agreement((depth, nodes)));
    }
    writeln!(out, "engine: {}", messages::printable(&report.engine))?;
    if let Some(counts) = report.counts {
        writeln!(out, "{}", counts_text(counts))?;
    }
    if !report.path.is_empty() {
        let column = |of: fn(&PathStep) -> &String| {
            report.path.iter().map(|step| of(step).as_str()).collect::<Vec<_>>().join(" ")
        };
        writeln!(out, "path: {}", column(|step| &step.san))?;
        writeln!(out, "path as the engine is told: {}", column(|step| &step.sent))?;
    }
    writeln!(out, "position: {}", report.position)?;
    writeln!(out, "position as the engine is told: {}", report.engine_position)?;
    for (name, items) in [("missing", &report.missing), ("superfluous", &report.superfluous)] {
        for MoveItem { text: mv, san, rule, .. } in items.iter().take(MOST_LINES) {
            let san = san.as_ref().map(|san| format!(" ({san})")).unwrap_or_default();
            writeln!(out, "{name}: {mv}{san}: {rule}")?;
        }
        if let Some(more) = items.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
            writeln!(out, "{name}: and {more} more (--format json lists all)")?;
        }
    }
    for BrokenRule { text, source } in report.rules.iter().take(MOST_LINES) {
        let source = if source.is_empty() { String::new() } else { format!(" [{source}]") };
        writeln!(out, "rule: {text}{source}")?;
    }
    for note in &report.notes {
        writeln!(out, "note: {}", messages::printable(note))?;
    }
    Ok(())
}

/// The report as JSON.
pub(crate) fn json(report: &BisectReport) -> Value {
    let [compared, ours, theirs] = counts_json(report.counts);
    let column = |of: fn(&PathStep) -> &String| {
        report.path.iter().map(|step| Value::from(of(step).as_str())).collect::<Vec<_>>()
    };
    let items = |items: &[MoveItem]| -> Value {
        items
            .iter()
            .map(|MoveItem { text: mv, san, rule, kind, source, .. }| {
                json!({ "move": mv, "san": san, "rule": rule, "kind": kind, "source": source })
            })
            .collect()
    };
    let rules: Vec<Value> =
        report.rules.iter().map(|BrokenRule { text, source }| json!({ "rule": text, "source": source })).collect();
    json!({
        "variant": report.variant,
        "fen": report.fen,
        "depth": report.depth,
        "engine": report.engine,
        "agrees": report.agrees,
        "compared": compared,
        "nodes": ours,
        "engine_nodes": theirs,
        "path": column(|step| &step.uci),
        "path_san": column(|step| &step.san),
        "path_engine": column(|step| &step.sent),
        "position": report.position,
        "engine_position": report.engine_position,
        "missing": items(&report.missing),
        "superfluous": items(&report.superfluous),
        "rules": rules,
        "played_wrongly": report.played_wrongly.as_ref().map(|[mv, san]| json!({ "move": mv, "san": san })),
        "notes": report.notes,
    })
}

/// A line about two counts that differ.
fn counts_text((depth, (ours, theirs)): (u32, (u128, u128))) -> String {
    if ours == theirs {
        format!("difference at depth {depth}: both count {ours}, but not the same moves")
    } else {
        format!("difference at depth {depth}: we count {ours}, the engine {theirs}")
    }
}

/// What is known when the other program fails: that the two agree so far, or where they differ.
pub(super) fn so_far(known: &BisectProgress) -> Option<String> {
    known.differs.map(counts_text).or(known.agreed.map(agreement))
}

/// A line about a depth to which both agree, and the count.
fn agreement((depth, nodes): (u32, u128)) -> String {
    format!("no difference to depth {depth}: {nodes} nodes")
}

/// The depth and both counts, or three nulls.
fn counts_json(counts: Option<(u32, (u128, u128))>) -> [Value; 3] {
    counts.map_or([Value::Null, Value::Null, Value::Null], |(depth, (ours, theirs))| {
        [depth.into(), messages::count(ours), messages::count(theirs)]
    })
}

/// Prints what is known when a walk is interrupted.
pub(super) fn interrupted(known: &BisectProgress, out: &mut dyn Write) -> std::io::Result<()> {
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
pub(super) fn interrupted_json(known: &BisectProgress, root: &Position, depth: u32) -> Value {
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
