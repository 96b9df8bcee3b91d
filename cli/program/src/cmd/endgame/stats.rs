//! `campione endgame stats`.

use std::io::{self, Write};

use campione_core::Color;
use campione_endgame::{Folder, Material, Tally};
use campione_notation::fen;
use serde_json::{Value, json};
use thousands::Separable;

use super::{chosen, open, variant};
use crate::Verdict;
use crate::args::{Common, FilesOptions, Format};

pub(crate) fn run(common: &Common, options: &FilesOptions) -> anyhow::Result<Verdict> {
    let variant = variant(common)?;
    let folder = open(&options.tables, variant)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for material in chosen(common, &options.endings, &folder, &options.tables)? {
        write(common, &folder, material, &mut out)?;
    }
    out.flush()?;
    Ok(if folder.unusable().is_empty() { Verdict::Done } else { Verdict::Failed })
}

fn write(common: &Common, folder: &Folder, material: Material, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(file) = folder.file(material) else { return Ok(()) };
    let header = file.header();
    let bytes = std::fs::metadata(file.path()).map_or(0, |metadata| metadata.len());
    let position = |longest: Option<(u16, u64)>| {
        let (_, number) = longest?;
        folder.position(material, number).map(|position| fen::write(&position))
    };
    if common.format == Format::Json {
        let side = |tally: &Tally| {
            let mut side = tally_json(tally);
            side["longest_win_fen"] = position(tally.longest_win).into();
            side["longest_loss_fen"] = position(tally.longest_loss).into();
            side
        };
        let line = json!({
            "variant": folder.variant().id(),
            "ending": header.material,
            "built_for": header.variant,
            "file": file.path().display().to_string(),
            "bytes": bytes,
            "entries": header.entries,
            "white": side(&header.tallies[0]),
            "black": side(&header.tallies[1]),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let bytes = bytes.separate_with_commas();
    writeln!(out, "{}: {} in {} bytes", header.material, header.entries.separate_with_commas(), bytes)?;
    for color in Color::ALL {
        let tally = &header.tallies[color.index()];
        let turn = if color == Color::White { "White" } else { "Black" };
        let percent = |count: u64| 100.0 * count as f64 / tally.positions().max(1) as f64;
        writeln!(
            out,
            "  {turn} to move: {} positions, {:.2} % won, {:.2} % drawn, {:.2} % lost",
            tally.positions().separate_with_commas(),
            percent(tally.wins),
            percent(tally.draws),
            percent(tally.losses)
        )?;
        if let (Some((plies, _)), Some(fen)) = (tally.longest_win, position(tally.longest_win)) {
            writeln!(out, "    longest win: mate in {}: {fen}", plies.div_ceil(2))?;
        }
        if let (Some((plies, _)), Some(fen)) = (tally.longest_loss, position(tally.longest_loss)) {
            writeln!(out, "    longest loss: mate in {}: {fen}", plies / 2)?;
        }
    }
    Ok(())
}

/// What is won, drawn and lost, in JSON.
pub(super) fn tally_json(tally: &Tally) -> Value {
    let plies = |longest: Option<(u16, u64)>| longest.map(|(plies, _)| plies);
    json!({
        "positions": tally.positions(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "longest_win": plies(tally.longest_win),
        "longest_loss": plies(tally.longest_loss),
    })
}
