//! `campione endgame verify`.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::ensure;
use campione_endgame::{Material, Tables, Verified};
use campione_notation::fen;
use serde_json::json;
use thousands::Separable;

use super::{Working, chosen, missing, open, variant};
use crate::args::{Common, FilesOptions, Format};
use crate::messages::complain;
use crate::watch::Watch;
use crate::{Verdict, interrupt};

pub(crate) fn run(common: &Common, options: &FilesOptions) -> anyhow::Result<Verdict> {
    let variant = variant(common)?;
    let folder = open(&options.tables, variant)?;
    let endings = chosen(common, &options.endings, &folder, &options.tables)?;
    let watch = Watch::start()?;
    let work = Arc::new(Working::default());
    let entries = |material: Material| folder.file(material).map_or(0, |file| file.header().entries);
    work.begin(endings.iter().map(|&material| entries(material)).sum());
    let mut out = io::stdout().lock();
    let mut failed = folder.unusable().len();
    for material in endings {
        let name = material.name(variant);
        let mut tables = Tables::new(variant);
        for next in tables.needs(material).into_iter().chain([material]) {
            let Some(file) = folder.file(next) else {
                ensure!(next == material, missing(common, next, variant, &options.tables));
                continue;
            };
            match file.load(variant) {
                Ok(table) => tables.insert(Arc::new(table)),
                Err(error) => complain(&format!("campione: {error}")),
            }
        }
        let Some(table) = tables.table(material) else {
            failed += 1;
            say(common, &mut out, &name, None)?;
            continue;
        };
        work.next(name.clone(), table.entries());
        let verified = watch.during(work.clone(), || tables.verify(&table, &work.monitor));
        interrupt::check()?;
        failed += usize::from(verified.mismatch.is_some());
        say(common, &mut out, &name, Some(&verified))?;
    }
    Ok(if failed == 0 { Verdict::Done } else { Verdict::Failed })
}

fn say(common: &Common, out: &mut impl Write, name: &str, verified: Option<&Verified>) -> io::Result<()> {
    let mismatch = verified.and_then(|verified| verified.mismatch.as_ref());
    let passed = verified.is_some() && mismatch.is_none();
    if common.format == Format::Json {
        let contradiction = mismatch.map(|mismatch| {
            let word = |value: Option<campione_endgame::Value>| value.map(|value| value.to_string());
            json!({
                "number": mismatch.number,
                "fen": mismatch.position.as_ref().map(fen::write),
                "found": word(mismatch.found),
                "expected": word(mismatch.expected),
            })
        });
        let entries = verified.map(|verified| verified.entries);
        writeln!(
            out,
            "{}",
            json!({ "ending": name, "passed": passed, "entries": entries, "mismatch": contradiction })
        )?;
    } else if let Some(mismatch) = mismatch {
        let word = |value: Option<campione_endgame::Value>| {
            value.map_or_else(|| "no position".to_owned(), |value| value.to_string())
        };
        let at = mismatch.position.as_ref().map_or_else(|| format!("number {}", mismatch.number), fen::write);
        writeln!(
            out,
            "{name}: wrong: {at}: the table says {}, and {} follows from the moves",
            word(mismatch.found),
            word(mismatch.expected)
        )?;
    } else if let Some(verified) = verified {
        let entries = verified.entries.separate_with_commas();
        writeln!(out, "{name}: {entries} positions follow from the positions after them")?;
    } else {
        writeln!(out, "{name}: cannot be read")?;
    }
    out.flush()
}
