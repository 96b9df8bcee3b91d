//! `campione bench`: a fixed search. Its number of nodes identifies a version of the engine.

use std::io::{self as stdio, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_movegen::{Game, Position};
use campione_notation::{fen, uci};
use campione_search::{Limits, SearchResult, nps};
use serde_json::json;
use thousands::Separable;

use crate::analysis::{self, Searching, milliseconds, score_json};
use crate::args::{BenchOptions, Common, Format};
use crate::messages;
use crate::watch::Watch;
use crate::{Verdict, interrupt, nets, width};

/// The positions that are searched, one `variant<TAB>fen` a line.
const POSITIONS: &str = include_str!("../../data/bench.tsv");

/// The positions: the id of the variant and the FEN.
pub(crate) fn positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

pub(crate) fn run(common: &Common, options: &BenchOptions) -> anyhow::Result<Verdict> {
    let depth = options.plies.unwrap_or(options.depth);
    let wanted = |id: &str| common.variant.as_deref().is_none_or(|variant| variant == id);
    let positions: Vec<(&str, &str)> = positions().filter(|(id, _)| wanted(id)).collect();
    if let Some(name) = &common.variant {
        Variant::named(name)?;
        ensure!(!positions.is_empty(), "bench has no position of {name}");
    }
    let nets = options.eval.nets()?;
    let mut served = Vec::new();
    let mut misfit = None;
    for (id, text) in positions {
        let variant = Variant::named(id)?;
        match nets::fit(&nets, variant) {
            Ok(()) => served.push((variant, text)),
            Err(error) => misfit = Some(error),
        }
    }
    let positions = served;
    if let Some(error) = misfit.filter(|_| positions.is_empty()) {
        return Err(error.context("--eval-file"));
    }
    let watch = Watch::start()?;
    let mut engine = analysis::engine(common, options.hash, nets)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut out = stdio::stdout().lock();
    if common.format == Format::Text {
        let head = if is_narrow() { narrow_head() } else { head() };
        writeln!(out, "{head}")?;
    }
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (done, (variant, text)) in positions.iter().enumerate() {
        let position = fen::read(text, *variant).with_context(|| format!("bench, {}", variant.id()))?;
        // Nothing is kept from the positions before.
        engine.clear();
        let work = Arc::new(Searching::one_of(&limits, done, positions.len()));
        let game = Game::new(position);
        let result = analysis::search(&watch, &mut engine, &game, &work, &mut |_| {});
        nodes += result.nodes;
        time += result.time;
        if let Err(signal) = interrupt::check() {
            let all = positions.len();
            match common.format {
                Format::Json => {
                    let nodes = messages::count(nodes.into());
                    writeln!(out, "{}", json!({ "interrupted": true, "positions": done, "nodes": nodes }))?;
                }
                Format::Text => {
                    let nodes = nodes.separate_with_commas();
                    writeln!(out, "interrupted: {nodes} nodes so far, {done} of {all} positions done")?;
                }
            }
            return Err(signal.into());
        }
        report(common.format, &position, &result, &mut out)?;
    }
    let speed = nps(nodes, time);
    match common.format {
        Format::Json => {
            let object = json!({
                "positions": positions.len(),
                "depth": depth,
                "hash": options.hash,
                "threads": engine.config().threads,
                "nodes": messages::count(nodes.into()),
                "nps": messages::count(speed.into()),
                "time_ms": milliseconds(time),
            });
            writeln!(out, "{object}")?;
        }
        Format::Text => writeln!(out, "nodes: {nodes} nps: {speed}")?,
    }
    Ok(Verdict::Done)
}

/// The line above the rows.
pub(crate) fn head() -> String {
    let [variant, depth, score, nodes, time, nps] = ["variant", "depth", "score", "nodes", "time", "nps"];
    format!("{variant:<18} {depth:>5} {score:>8} {nodes:>15} {time:>9} {nps:>11}  best move")
}

/// A row for a position.
pub(crate) fn row(position: &Position, result: &SearchResult) -> String {
    let line = result.lines.first();
    format!(
        "{:<18} {:>5} {:>8} {:>15} {:>7.2} s {:>11}  {}",
        position.variant().id(),
        line.map_or(0, |line| line.depth),
        line.map_or_else(String::new, |line| line.score.to_string()),
        result.nodes.separate_with_commas(),
        result.time.as_secs_f64(),
        result.nps().separate_with_commas(),
        result.best.map_or_else(String::new, |mv| uci::write(mv, position)),
    )
}

/// Whether the table does not fit the terminal.
fn is_narrow() -> bool {
    // No move in coordinates is wider than the head of its column.
    width::is_below(head().len())
}

/// The line above narrow rows, which have neither time nor speed: they fit 60 columns.
fn narrow_head() -> String {
    let [variant, depth, score, nodes] = ["variant", "depth", "score", "nodes"];
    format!("{variant:<18} {depth:>5} {score:>8} {nodes:>13}  best move")
}

fn narrow_row(position: &Position, result: &SearchResult) -> String {
    let line = result.lines.first();
    format!(
        "{:<18} {:>5} {:>8} {:>13}  {}",
        position.variant().id(),
        line.map_or(0, |line| line.depth),
        line.map_or_else(String::new, |line| line.score.to_string()),
        result.nodes.separate_with_commas(),
        result.best.map_or_else(String::new, |mv| uci::write(mv, position)),
    )
}

/// A row or an object for a position.
fn report(format: Format, position: &Position, result: &SearchResult, out: &mut impl Write) -> stdio::Result<()> {
    match format {
        Format::Json => {
            let line = result.lines.first();
            let object = json!({
                "variant": position.variant().id(),
                "fen": fen::write(position),
                "depth": line.map_or(0, |line| line.depth),
                "score": line.map(|line| score_json(line.score)),
                "bestmove": result.best.map(|mv| uci::write(mv, position)),
                "nodes": messages::count(result.nodes.into()),
                "nps": messages::count(result.nps().into()),
                "time_ms": milliseconds(result.time),
            });
            writeln!(out, "{object}")
        }
        Format::Text if is_narrow() => writeln!(out, "{}", narrow_row(position, result)),
        Format::Text => writeln!(out, "{}", row(position, result)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_table_fits_sixty_columns() {
        assert!(narrow_head().len() <= 60 && head().len() > 60);
        let longest = Variant::ids().max_by_key(|id| id.len()).unwrap();
        assert!(longest.len() <= 18, "{longest} moves the columns");
        let position = Position::start(Variant::named(longest).unwrap());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut engine = campione_search::Engine::new(&campione_search::EngineConfig::default().with_hash(1)).unwrap();
        let result = engine.search(&Game::new(position), &limits, &campione_search::Control::default(), &mut |_| {});
        let row = narrow_row(&position, &result);
        assert!(row.len() <= narrow_head().len() && row.starts_with(longest), "{row}");
        assert!(row.ends_with(&uci::write(result.best.unwrap(), &position)), "{row}");
    }

    #[test]
    fn every_game_has_positions_to_search() {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(positions().count(), lines, "each line is one");
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            let texts: Vec<&str> = positions().filter(|&(game, _)| game == id).map(|(_, text)| text).collect();
            assert_eq!(texts.len(), 3, "{id}");
            for text in texts {
                let position = fen::read(text, variant).unwrap();
                assert_eq!(fen::write(&position), text, "{id}");
                assert_eq!(position.outcome(), None, "{id}: {text}");
                assert!(position.legal_moves().len() > 1, "{id}: {text}");
            }
            let start = Position::start(variant);
            assert!(variant.has_random_arrays() || positions().any(|line| line == (id, &fen::write(&start))), "{id}");
        }
        assert_eq!(positions().count(), 3 * Variant::ids().count(), "no other game");
    }
}
