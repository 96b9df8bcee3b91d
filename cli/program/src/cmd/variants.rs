//! `campione variants`: the list of variants, or the rules of one with their sources.

mod check;

use std::io::{self, Write};

use anyhow::{bail, ensure};
use campione_core::{BlackArray, Provenance, Role, TitledRule, Variant};
use campione_movegen::Position;
use campione_notation::fen;
use campione_variants::FileFaults;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::Verdict;
use crate::args::{Common, Output, VariantsOptions};
use crate::diagram::{self, Style};
use crate::variants::{self, VariantFile};
use crate::width::{self, wrapped};

pub(crate) fn run(common: &Common, options: &VariantsOptions) -> anyhow::Result<Verdict> {
    if let (Some(id), Some(other)) = (&options.id, &common.variant)
        && id != other
    {
        bail!("two variants are named: {id}, and {other} by --variant; name one");
    }
    let name = options.id.as_ref().or(common.variant.as_ref());
    if options.check {
        let Some(name) = name else { bail!("--check: name a variant or a file") };
        ensure!(common.output != Output::Toml, "--check: take --format text or json");
        return check::run(name, common.format);
    }
    let text = match (name, common.output) {
        (Some(name), format) => {
            let file = VariantFile::find(name)?;
            if let Some(variants) = file.as_ref().and_then(VariantFile::variants) {
                ensure!(
                    format != Output::Toml,
                    "{name} has {} variants: choose one, as in {name}:{}",
                    variants.len(),
                    variants[0].0
                );
                return list_of(&variants, format);
            }
            let variant = match file {
                Some(file) => file.variant()?,
                None => variants::built_in(name)?,
            };
            match format {
                Output::Text => page(variant),
                Output::Json => format!("{}\n", describe(variant)),
                Output::Toml => variant.spec().to_toml(),
            }
        }
        (None, Output::Text) => list()?,
        (None, Output::Json) => {
            let mut lines = String::new();
            for id in Variant::all_ids() {
                lines += &format!("{}\n", summary(Variant::named(id)?));
            }
            lines
        }
        (None, Output::Toml) => bail!("--format toml: name a variant"),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}

/// A table without a frame, its lines indented. It is no wider than the terminal, and words stay whole if there is
/// room.
pub(crate) fn lines_of(table: &Table, indent: &str) -> String {
    let mut table = table.clone();
    if let Some(columns) = width::terminal() {
        fit(&mut table, columns.saturating_sub(indent.len()));
    }
    // Each cell has a space before it.
    table.lines().map(|line| format!("{indent}{}\n", line.strip_prefix(' ').unwrap_or(&line).trim_end())).collect()
}

fn fit(table: &mut Table, columns: usize) {
    let mut longest: Vec<usize> = Vec::new();
    for row in table.header().into_iter().chain(table.row_iter()) {
        for (index, cell) in row.cell_iter().enumerate() {
            let content = cell.content();
            let word = content.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
            longest.resize(longest.len().max(index + 1), 0);
            longest[index] = longest[index].max(word + 2);
        }
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::try_from(columns).unwrap_or(u16::MAX));
    if longest.iter().sum::<usize>() <= columns {
        for (column, least) in table.column_iter_mut().zip(longest) {
            let least = u16::try_from(least).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
    }
}

/// A table without a frame.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

fn list() -> anyhow::Result<String> {
    let mut table = table();
    table.set_header(["ID", "BOARD", "NAME"]);
    for id in Variant::all_ids() {
        let variant = Variant::named(id)?;
        table.add_row([id, &size(variant), &variant.spec().name]);
    }
    Ok(lines_of(&table, ""))
}

/// Lists the variants of a file: those that can be played, and the first error of each of the others.
fn list_of(variants: &[(String, Result<Variant, FileFaults>)], format: Output) -> anyhow::Result<Verdict> {
    let mut lines = table();
    lines.set_header(["ID", "BOARD", "NAME"]);
    let mut text = String::new();
    for (name, variant) in variants {
        match variant {
            Ok(variant) if format == Output::Json => text += &format!("{}\n", summary(*variant)),
            Err(faults) if format == Output::Json => {
                let errors: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
                text += &format!("{}\n", json!({ "name": name, "errors": errors }));
            }
            Ok(variant) => {
                lines.add_row([variant.id(), &size(*variant), name]);
            }
            Err(faults) => {
                let first = faults.0.first().map_or_else(String::new, ToString::to_string);
                let more =
                    if faults.0.len() > 1 { format!(" (and {} more)", faults.0.len() - 1) } else { String::new() };
                lines.add_row([name, "-", &format!("{first}{more}")]);
            }
        }
    }
    if format != Output::Json {
        text = lines_of(&lines, "");
    }
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}

fn size(variant: Variant) -> String {
    format!("{}x{}", variant.files(), variant.ranks())
}

fn summary(variant: Variant) -> Value {
    json!({
        "id": variant.id(),
        "name": variant.spec().name,
        "about": variant.spec().about,
        "files": variant.files(),
        "ranks": variant.ranks(),
        "start": fen::write(&Position::start(variant)),
    })
}

/// The movement of a role in Betza's shorthand; the pawn has none.
fn moves_of(role: Role, variant: Variant) -> Option<(&'static str, &'static Provenance)> {
    variant.piece_spec(role).map(|piece| (piece.moves.as_str(), &piece.why))
}

fn describe(variant: Variant) -> Value {
    let why = |why: &Provenance| json!({ "rule": why.rule, "source": why.source, "settled": why.settled });
    let mut page = summary(variant);
    let pieces: Vec<Value> = variant
        .all_roles()
        .map(|role| {
            let moves = moves_of(role, variant);
            json!({
                "letter": variant.role(role).letter.to_string(),
                "name": variant.role_name(role),
                "moves": moves.map(|(moves, _)| moves),
                "why": moves.map(|(_, provenance)| why(provenance)),
            })
        })
        .collect();
    let rules: Vec<Value> = variant
        .spec()
        .rules()
        .into_iter()
        .map(|TitledRule { title, provenance }| {
            let mut rule = why(provenance);
            rule["title"] = title.into();
            rule
        })
        .collect();
    page["pieces"] = pieces.into();
    page["rules"] = rules.into();
    page
}

/// Where the pieces come from: a line for each source, with the letters of its pieces.
fn sources_of_pieces(variant: Variant) -> String {
    let mut sources: IndexMap<&str, Vec<String>> = IndexMap::new();
    for role in variant.all_roles() {
        if let Some((_, why)) = moves_of(role, variant) {
            sources.entry(&why.source).or_default().push(variant.role(role).letter.to_string());
        }
    }
    sources.iter().map(|(source, pieces)| wrapped(&format!("Source of {}: {source}", pieces.join(" ")), "  ")).collect()
}

fn page(variant: Variant) -> String {
    let spec = variant.spec();
    let start = Position::start(variant);
    let mut text = format!("{} ({}), {}\n", spec.name, spec.id, size(variant));
    text += &wrapped(&spec.about, "");
    text += &format!("\nStart position\n  {}\n", fen::write(&start));
    text += &diagram::board(&start, Style::Unicode, false);
    if spec.board.black == BlackArray::Rotated {
        text += "  Black's array is White's turned round.\n";
    }
    text += "\nPieces (movement in Betza's shorthand)\n";
    let mut pieces = table();
    for role in variant.all_roles() {
        let (letter, name) = (variant.role(role).letter.to_string(), variant.role_name(role));
        if let Some((moves, why)) = moves_of(role, variant) {
            pieces.add_row([&letter, name, moves, &why.rule]);
        } else {
            pieces.add_row([&letter, name, "", variant.pawn_kind().rule()]);
        }
    }
    text += &lines_of(&pieces, "  ");
    for role in variant.all_roles() {
        if let Some(settled) = moves_of(role, variant).and_then(|(_, why)| why.settled.as_ref()) {
            text += &wrapped(&format!("{}: settled: {settled}", variant.role_name(role)), "  ");
        }
    }
    text += &sources_of_pieces(variant);
    for TitledRule { title, provenance: why } in spec.rules() {
        text += &format!("\n{title}\n");
        text += &wrapped(&why.rule, "  ");
        text += &wrapped(&format!("Source: {}", why.source), "  ");
        if let Some(settled) = &why.settled {
            text += &wrapped(&format!("Settled: {settled}"), "  ");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_and_keeps_its_words_whole() {
        let text = |columns| {
            let mut table = table();
            table.set_header(["ID", "NAME"]);
            table.add_row(["arciscacchiere", "a variant of archchess, with a note that is long"]);
            table.add_row(["", "nothing"]);
            fit(&mut table, columns);
            table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
        };
        let narrow = text(34);
        assert!(narrow.len() > 3 && narrow.iter().all(|line| line.chars().count() <= 34), "{narrow:?}");
        let words = narrow.join(" ");
        assert!(["arciscacchiere", "archchess,", "nothing"].iter().all(|word| words.contains(word)), "{narrow:?}");
        assert_eq!(text(100).len(), 3);
    }
}
