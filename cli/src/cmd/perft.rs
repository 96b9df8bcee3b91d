//! `campione perft`: counting legal move paths.

use std::time::Instant;

use anyhow::bail;
use campione_movegen::{divide, perft};
use campione_notation::{fen, uci};
use serde_json::{Map, Value, json};

use crate::Verdict;
use crate::args::{Common, Format, PerftOptions};
use crate::io;

pub(crate) fn run(common: &Common, options: &PerftOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, &options.position)?;
    io::for_each_position(&options.position, &variant, |position, out, linewise| {
        if linewise && options.divide && common.format == Format::Text {
            bail!("--divide prints many lines for each position: with `-` it needs --format json");
        }
        let start = Instant::now();
        let (nodes, parts) = if options.divide && options.depth > 0 {
            let mut parts: Vec<(String, u128)> = divide(position, options.depth)
                .into_iter()
                .map(|(mv, nodes)| (uci::write(mv, position), nodes))
                .collect();
            parts.sort();
            (parts.iter().map(|(_, nodes)| nodes).sum(), parts)
        } else {
            (perft(position, options.depth), Vec::new())
        };
        let seconds = start.elapsed().as_secs_f64();
        if common.format == Format::Json {
            let mut line = Map::new();
            line.insert("variant".to_owned(), variant.id().into());
            line.insert("fen".to_owned(), fen::write(position).into());
            line.insert("depth".to_owned(), options.depth.into());
            line.insert("nodes".to_owned(), io::count(nodes));
            line.insert("seconds".to_owned(), seconds.into());
            line.insert("nps".to_owned(), json!((nodes as f64 / seconds.max(1e-9)).round()));
            if options.divide {
                let parts: Map<String, Value> = parts.into_iter().map(|(mv, nodes)| (mv, io::count(nodes))).collect();
                line.insert("divide".to_owned(), parts.into());
            }
            writeln!(out, "{}", Value::Object(line))?;
            return Ok(());
        }
        for (mv, nodes) in parts {
            writeln!(out, "{mv}: {nodes}")?;
        }
        writeln!(out, "nodes: {nodes}")?;
        Ok(())
    })
}
