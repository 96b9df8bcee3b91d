//! `campione perft`: counting legal move paths.

mod units;

use std::time::Instant;

use anyhow::bail;
use campione_movegen::{Perft, PerftStats, PerftTable};
use campione_notation::{fen, uci};
use serde_json::{Map, Value, json};

use crate::Verdict;
use crate::args::{Common, Format, PerftOptions};
use crate::io;

pub(crate) fn run(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let Some(depth) = options.depth.filter(|_| options.work.split.is_none()) else {
        return units::run(common, options);
    };
    let linewise = options.position.fen == ["-"];
    if linewise && (options.divide || options.stats) && common.format == Format::Text {
        bail!("--divide and --stats print many lines for each position: with `-` they need --format json");
    }
    let variant = io::variant(common, &options.position)?;
    let table = options.hash.map(|mebibytes| PerftTable::new(mebibytes as usize));
    let mut how = Perft::new();
    if let Some(table) = &table {
        how = how.with_table(table);
    }
    if options.plain {
        how = how.plain();
    }
    io::for_each_position(&options.position, &variant, |position, out, _| {
        let start = Instant::now();
        let mut stats = PerftStats::default();
        let (nodes, parts) = if options.divide && depth > 0 {
            let mut parts: Vec<(String, u128)> = how
                .divide(position, depth)
                .into_iter()
                .filter_map(|(mv, nodes)| Some((uci::write(mv, position), nodes?)))
                .collect();
            parts.sort();
            (parts.iter().map(|(_, nodes)| nodes).sum(), parts)
        } else if options.stats {
            stats = how.stats(position, depth).unwrap_or_default();
            (stats.nodes, Vec::new())
        } else {
            (how.count(position, depth).unwrap_or_default(), Vec::new())
        };
        let seconds = start.elapsed().as_secs_f64();
        if common.format == Format::Json {
            let mut line = Map::new();
            line.insert("variant".to_owned(), variant.id().into());
            line.insert("fen".to_owned(), fen::write(position).into());
            line.insert("depth".to_owned(), depth.into());
            line.insert("nodes".to_owned(), io::count(nodes));
            line.insert("seconds".to_owned(), seconds.into());
            line.insert("nps".to_owned(), json!((nodes as f64 / seconds.max(1e-9)).round()));
            if options.divide {
                let parts: Map<String, Value> = parts.into_iter().map(|(mv, nodes)| (mv, io::count(nodes))).collect();
                line.insert("divide".to_owned(), parts.into());
            }
            if options.stats {
                line.extend(figures(&stats).map(|(name, nodes)| (name.to_owned(), io::count(nodes))));
            }
            writeln!(out, "{}", Value::Object(line))?;
            return Ok(());
        }
        for (mv, nodes) in parts {
            writeln!(out, "{mv}: {nodes}")?;
        }
        if options.stats {
            for (name, count) in figures(&stats) {
                writeln!(out, "{name}: {count}")?;
            }
        }
        writeln!(out, "nodes: {nodes}")?;
        Ok(())
    })
}

/// The statistics by name, as text and JSON have them.
fn figures(stats: &PerftStats) -> [(&'static str, u128); 7] {
    [
        ("captures", stats.captures),
        ("en_passant", stats.en_passant),
        ("castlings", stats.castlings),
        ("king_leaps", stats.king_leaps),
        ("promotions", stats.promotions),
        ("checks", stats.checks),
        ("mates", stats.mates),
    ]
}
