//! `campione endgame probe`.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use campione_core::Color;
use campione_endgame::{Folder, Material, Value};
use campione_movegen::{Move, Position};
use campione_notation::{fen, san, uci};
use serde_json::json;

use super::{missing, open, value_json};
use crate::Verdict;
use crate::args::{Common, Format, ProbeOptions};
use crate::positions::{self, PositionReader};

pub(crate) fn run(common: &Common, options: &ProbeOptions) -> anyhow::Result<Verdict> {
    let reader = PositionReader::of_one_variant(common, &options.position)?;
    let folder = open(&options.tables, reader.variant)?;
    positions::answer_positions(common, &options.position, &reader, |position, _, out, linewise| {
        let (value, moves) = probe(common, &folder, position, &options.tables)?;
        write(common, position, value, &moves, out, linewise)
    })
}

/// The value of a position, and its moves with theirs.
fn probe(
    common: &Common,
    folder: &Folder,
    position: &Position,
    path: &Path,
) -> anyhow::Result<(Value, Vec<(Move, Value)>)> {
    let rights = Color::ALL.into_iter().any(|color| !position.castling_rights(color).is_empty());
    ensure!(!rights, "rights to castle or leap: tables have none; write `-` in their place if they do not matter");
    let variant = position.variant();
    let count = position.occupied().count();
    let material = Material::of_position(position)
        .with_context(|| format!("{count} pieces: tables have at most 5, kings included"))?;
    let Some(value) = folder.probe(position)? else { bail!(missing(common, material, variant, path)) };
    if let Some(moves) = folder.moves(position)? {
        return Ok((value, moves));
    }
    for mv in position.legal_moves() {
        let next = position.play_unchecked(mv);
        if let Some(material) = Material::of_position(&next).filter(|&material| folder.file(material).is_none()) {
            bail!(missing(common, material, variant, path));
        }
    }
    bail!("{}: a table is missing", path.display())
}

fn write(
    common: &Common,
    position: &Position,
    value: Value,
    moves: &[(Move, Value)],
    out: &mut String,
    linewise: bool,
) -> anyhow::Result<()> {
    let variant = position.variant();
    let ending = Material::of_position(position).map(|material| material.normal(variant).name(variant));
    if common.format == Format::Json {
        let moves: Vec<_> = moves
            .iter()
            .map(|&(mv, value)| {
                let mut line = json!({ "move": uci::write(mv, position) });
                if let (Some(line), Some(value)) = (line.as_object_mut(), value_json(value).as_object_mut()) {
                    line.append(value);
                }
                line
            })
            .collect();
        let mut line = json!({ "variant": variant.id(), "fen": fen::write(position), "ending": ending });
        if let (Some(line), Some(value)) = (line.as_object_mut(), value_json(value).as_object_mut()) {
            line.append(value);
        }
        line["in_time"] = value.is_in_time(position).into();
        line["moves"] = moves.into();
        writeln!(out, "{line}")?;
    } else if linewise {
        writeln!(out, "{value}")?;
    } else {
        let turn = if position.turn() == Color::White { "White" } else { "Black" };
        writeln!(out, "{}: {turn} to move: {value}", ending.unwrap_or_default())?;
        if let (false, Some(moves)) = (value.is_in_time(position), variant.draws().moves) {
            let clock = position.halfmove_clock();
            writeln!(out, "the rule of {moves} moves may draw before: the clock stands at {clock} plies")?;
        }
        for &(mv, value) in moves {
            writeln!(out, "{:8} {value}", san::write(mv, position))?;
        }
    }
    Ok(())
}
