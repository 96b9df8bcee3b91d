//! `cargo lab tables`: what endgame tables say, as pages of the book. The results of each game are lines in
//! docs/endings/GAME.tsv, read from tables; its page, GAME.md, and the games of its longest wins are written from them. The
//! games are not kept: they are made for the book.

mod page;
mod row;
mod survey;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use campione_core::Variant;
use campione_workspace::{Verdict, root};

use row::Row;

/// The games with a page, and chess, with which they are compared.
const GAMES: [&str; 6] = ["chess", "carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

const FOLDER: &str = "docs/endings";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Take the results from the tables of this folder, but not new ones of two pieces of which one alone mates. Those
    /// of endings without a table there stay
    #[arg(long, value_name = "FOLDER")]
    read: Option<PathBuf>,
    /// What `campione endgame build --format json` has printed: time and memory
    #[arg(long, value_name = "FILE", requires = "read")]
    builds: Vec<PathBuf>,
    /// Write the longest wins as games into this folder, a file GAME.pgn for each variant, and nothing else
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["read", "check"])]
    games: Option<PathBuf>,
    /// Write nothing. Solve the endings of three pieces again and compare the results, play all lines, compare the pages
    #[arg(long, conflicts_with = "read")]
    check: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if options.check {
        return check();
    }
    if let Some(folder) = &options.games {
        for id in GAMES {
            let variant = Variant::named(id)?;
            write(&folder.join(format!("{id}.pgn")), &page::games(variant, &known(variant)?)?)?;
        }
        return Ok(Verdict::Good);
    }
    if let Some(folder) = &options.read {
        let costs = survey::costs(&options.builds)?;
        for id in GAMES {
            let variant = Variant::named(id)?;
            let mut rows = known(variant).unwrap_or_default();
            let found = survey::read(folder, variant, &costs, &rows)?;
            say!("{id}: {} endings read", found.len());
            rows.retain(|row| !found.iter().any(|found| found.ending == row.ending));
            rows.extend(found);
            survey::sort(&mut rows, variant);
            write(&path(id, "tsv"), &row::write(&rows))?;
        }
    }
    for (path, text) in pages()? {
        write(&path, &text)?;
    }
    Ok(Verdict::Good)
}

/// The file of a game, by its ending.
fn path(id: &str, ending: &str) -> PathBuf {
    root().join(FOLDER).join(format!("{id}.{ending}"))
}

/// The committed results.
fn known(variant: Variant) -> anyhow::Result<Vec<Row>> {
    let path = path(variant.id(), "tsv");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    row::read(&text).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// The pages, by their paths.
fn pages() -> anyhow::Result<Vec<(PathBuf, String)>> {
    let chess = known(Variant::named("chess")?)?;
    let mut pages = Vec::new();
    for id in GAMES {
        let variant = Variant::named(id)?;
        let rows = known(variant)?;
        pages.push((path(id, "md"), page::page(variant, &rows, &chess)?));
    }
    pages.push((root().join("search/data/duels.tsv"), survey::duels(&known)?));
    Ok(pages)
}

fn check() -> anyhow::Result<Verdict> {
    let mut faults = Vec::new();
    for id in GAMES {
        let variant = Variant::named(id)?;
        let rows = known(variant)?;
        faults.extend(survey::differences(variant, &rows)?);
        for row in &rows {
            for line in row.lines() {
                if let Err(error) = line.replay(variant) {
                    faults.push(format!("{id} {}: {error:#}", row.ending));
                }
            }
        }
    }
    for (path, text) in pages()? {
        if fs::read_to_string(&path).unwrap_or_default() != text {
            faults.push(format!("{} differs from the results: `cargo lab tables` writes it", path.display()));
        }
    }
    for fault in &faults {
        say!("{fault}");
    }
    if faults.is_empty() {
        say!("the pages in {FOLDER} are what the tables say");
    }
    Ok(Verdict::of(faults.len()))
}
