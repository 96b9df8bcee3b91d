//! `campione verify`: suites of known counts.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::perft;
use campione_notation::fen;
use campione_notation::suite::{self, Case};
use rayon::prelude::*;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, DEFAULT_VARIANT, Format, VerifyOptions};
use crate::io::{complain, count};

/// A case, or why its line is none, with its place.
type Line = (String, Result<Case, String>);

pub(crate) fn run(common: &Common, options: &VerifyOptions) -> anyhow::Result<Verdict> {
    let mut lines = Vec::new();
    for file in &options.files {
        read(file, &mut lines)?;
    }
    let fallback = common.variant.as_deref().unwrap_or(DEFAULT_VARIANT);
    // The game of the command line must exist even if no line needs it.
    let mut variants = HashMap::from([(fallback.to_owned(), Ok(Variant::named(fallback)?))]);
    for case in lines.iter().filter_map(|(_, case)| case.as_ref().ok()) {
        if let Some(id) = &case.variant
            && !variants.contains_key(id)
        {
            variants.insert(id.clone(), Variant::named(id).map_err(|error| error.to_string()));
        }
    }
    let counts: Vec<Result<u128, String>> = lines
        .par_iter()
        .map(|(_, case)| {
            let case = case.as_ref().map_err(Clone::clone)?;
            let id = case.variant.as_deref().unwrap_or(fallback);
            let variant = variants.get(id).ok_or("no such variant")?.as_ref().map_err(Clone::clone)?;
            let position = fen::read(&case.fen, variant).map_err(|error| error.to_string())?;
            Ok(perft(&position, case.depth))
        })
        .collect();
    report(common, fallback, &lines, &counts)
}

fn report(common: &Common, fallback: &str, lines: &[Line], counts: &[Result<u128, String>]) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut passed = 0;
    for ((place, case), counted) in lines.iter().zip(counts) {
        let (case, nodes) = match (case, counted) {
            (Ok(case), Ok(nodes)) => (case, *nodes),
            (_, Err(error)) | (Err(error), _) => {
                out.flush()?;
                complain(&format!("{place}: {error}"));
                continue;
            }
        };
        let good = nodes == case.nodes;
        passed += usize::from(good);
        let variant = case.variant.as_deref().unwrap_or(fallback);
        match common.format {
            Format::Json => {
                let line = json!({
                    "place": place,
                    "variant": variant,
                    "fen": case.fen,
                    "depth": case.depth,
                    "expected": count(case.nodes),
                    "nodes": count(nodes),
                    "passed": good,
                    "note": case.note,
                });
                writeln!(out, "{line}")?;
            }
            Format::Text if !good => {
                writeln!(
                    out,
                    "{place}: {variant} {} depth {}: expected {}, counted {nodes}{}{}",
                    case.fen,
                    case.depth,
                    case.nodes,
                    if case.note.is_empty() { "" } else { " -- " },
                    case.note
                )?;
            }
            Format::Text => {}
        }
    }
    let failed = lines.len() - passed;
    match common.format {
        Format::Json => writeln!(out, "{}", json!({ "passed": passed, "failed": failed }))?,
        Format::Text => writeln!(out, "{passed} passed, {failed} failed")?,
    }
    out.flush()?;
    Ok(if failed == 0 { Verdict::Done } else { Verdict::Failed })
}

fn read(file: &Path, lines: &mut Vec<Line>) -> anyhow::Result<()> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
        bytes
    } else {
        fs::read(file).with_context(|| file.display().to_string())?
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let place =
            if file == Path::new("-") { format!("line {number}") } else { format!("{}:{number}", file.display()) };
        let line = std::str::from_utf8(line).map(|line| line.trim_end_matches('\r'));
        match line
            .map_err(|_| "not UTF-8 text".to_owned())
            .and_then(|line| suite::read_line(line).map_err(|error| error.to_string()))
        {
            Ok(cases) => lines.extend(cases.into_iter().map(|case| (place.clone(), Ok(case)))),
            Err(error) => lines.push((place, Err(error))),
        }
    }
    Ok(())
}
