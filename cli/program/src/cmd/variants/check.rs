//! `campione variants --check`: checks the file of a variant, and shows its author what it means.

use std::io::{self, Write};

use anyhow::Context;
use campione_core::{Bitboard, Color, PawnMove, Piece, Role, Square, Variant};
use campione_movegen::{Perft, Position};
use campione_notation::fen;
use campione_variants::{FileFault, FileFaults, warnings_in};
use serde_json::{Value, json};
use thousands::Separable;

use crate::Verdict;
use crate::args::Format;
use crate::cmd::variants::size;
use crate::diagram::{self, Style};
use crate::interrupt;
use crate::messages::{complain, count};
use crate::variants::{self, Severity, VariantFile, describe};
use crate::width::wrapped;

/// The greatest depth of the perft counts.
const DEPTH: u32 = 4;

pub(super) fn run(name: &str, format: Format) -> anyhow::Result<Verdict> {
    let file = VariantFile::find(name)?;
    if let Some((file, variants)) = file.as_ref().and_then(|file| Some((file, file.variants()?))) {
        return all(file, &variants, format);
    }
    let (variant, warnings) = match &file {
        None => {
            let variant = variants::built_in(name)?;
            let warnings = warnings_in(variant, "");
            (variant, warnings)
        }
        Some(file) => match file.compile()? {
            Ok(variant) => {
                let warnings = file.warnings(variant);
                (variant, warnings)
            }
            Err(faults) => return refuse(file, &faults.0, format),
        },
    };
    if format == Format::Text {
        let report = match &file {
            Some(file) => file.report(&warnings, Severity::Warning),
            None => warnings.iter().map(|warning| format!("warning: {}\n", warning.message())).collect(),
        };
        if !report.is_empty() {
            complain(report.trim_end());
        }
        if let Some(file) = &file
            && Variant::all_ids().any(|id| id == variant.id())
            && !variant.is_built_in()
        {
            complain(&format!(
                "note: its id, `{0}`, is that of a built-in variant: the rules of the file are meant only where the file is \
                 named (`-v {1}`); `-v {0}` is the built-in variant",
                variant.id(),
                file.path
            ));
        }
    }
    let start = Position::start(variant);
    let mut out = io::stdout().lock();
    if format == Format::Text {
        let place = file.as_ref().map_or_else(String::new, |file| format!("{}: ", file.path));
        let found = match warnings.len() {
            0 => "no warnings".to_owned(),
            1 => "1 warning".to_owned(),
            many => format!("{many} warnings"),
        };
        writeln!(out, "{place}{} ({}), {}: valid, {found}", variant.spec().name, variant.id(), size(variant))?;
        writeln!(out, "\nStart position\n  {}", fen::write(&start))?;
        out.write_all(diagram::board(&start, Style::Unicode, false).as_bytes())?;
        writeln!(out, "\nReach of each piece on an empty board")?;
        let legend = "x moves and captures, o the same if the way is empty; m only moves, c only captures";
        out.write_all(wrapped(legend, "  ").as_bytes())?;
        if variant.has_hoppers() {
            writeln!(out, "  h only over a piece")?;
        }
        for role in variant.all_roles() {
            out.write_all(reach(&start, role).as_bytes())?;
        }
        writeln!(out, "\nPerft of the start position")?;
        out.flush()?;
    }
    interrupt::install()?;
    let mut counts = Vec::new();
    for depth in 1..=DEPTH {
        let nodes = Perft::new().count(&start, depth).context("the count was stopped")?;
        interrupt::check()?;
        if format == Format::Text {
            writeln!(out, "  {depth}: {}", nodes.separate_with_commas())?;
            out.flush()?;
        }
        counts.push(count(nodes));
    }
    if format == Format::Json {
        let page = json!({
            "file": file.as_ref().map(|file| &file.path),
            "valid": true,
            "id": variant.id(),
            "name": variant.spec().name,
            "files": variant.files(),
            "ranks": variant.ranks(),
            "start": fen::write(&start),
            "errors": [],
            "warnings": warnings.iter().map(describe).collect::<Vec<_>>(),
            "perft": counts,
        });
        writeln!(out, "{page}")?;
    }
    Ok(Verdict::Done)
}

/// Checks a file of many variants, and prints a summary.
fn all(
    file: &VariantFile,
    variants: &[(String, Result<Variant, FileFaults>)],
    format: Format,
) -> anyhow::Result<Verdict> {
    let mut out = io::stdout().lock();
    let (mut valid, mut bad) = (Vec::new(), Vec::new());
    for (name, variant) in variants {
        match variant {
            Ok(_) => valid.push(name.as_str()),
            Err(_) => bad.push(name.as_str()),
        }
        if format == Format::Json {
            let (errors, warnings): (Vec<Value>, Vec<Value>) = match variant {
                Ok(variant) => (Vec::new(), file.warnings(*variant).iter().map(describe).collect()),
                Err(faults) => (faults.0.iter().map(describe).collect(), Vec::new()),
            };
            let valid = errors.is_empty();
            let place = format!("{}:{name}", file.path);
            writeln!(out, "{}", json!({ "file": place, "valid": valid, "errors": errors, "warnings": warnings }))?;
        }
    }
    if format == Format::Text {
        let path = &file.path;
        writeln!(out, "{path}: {} variants, {} valid, {} with errors", variants.len(), valid.len(), bad.len())?;
        for (word, names) in [("valid", valid), ("with errors", bad)] {
            if !names.is_empty() {
                out.write_all(wrapped(&format!("{word}: {}", names.join(", ")), "  ").as_bytes())?;
            }
        }
        let hint =
            format!("`campione variants {path}` has the first error of each, `--check {path}:NAME` says all of one");
        out.write_all(wrapped(&hint, "  ").as_bytes())?;
    }
    Ok(if variants.iter().all(|(_, variant)| variant.is_ok()) { Verdict::Done } else { Verdict::Failed })
}

/// Reports the errors of a file.
fn refuse(file: &VariantFile, faults: &[FileFault], format: Format) -> anyhow::Result<Verdict> {
    complain(file.report(faults, Severity::Error).trim_end());
    let mut out = io::stdout().lock();
    if format == Format::Json {
        let errors: Vec<Value> = faults.iter().map(describe).collect();
        writeln!(out, "{}", json!({ "file": file.path, "valid": false, "errors": errors, "warnings": [] }))?;
    } else {
        let found = if faults.len() == 1 { "1 error".to_owned() } else { format!("{} errors", faults.len()) };
        writeln!(out, "{}: {found}", file.path)?;
    }
    Ok(Verdict::Failed)
}

/// A piece in the middle of an empty board, and where it goes from there.
fn reach(start: &Position, role: Role) -> String {
    let variant = start.variant();
    let info = variant.role(role);
    let (files, ranks) = (variant.files(), variant.ranks());
    let Some(from) = Square::new(files / 2, if role == Role::PAWN { ranks / 2 - 1 } else { ranks / 2 }) else {
        return String::new();
    };
    let moves = variant.spec().piece.get(&info.letter.to_string()).map_or("", |piece| piece.moves.as_str());
    let bound = if info.colorbound && role != Role::PAWN { ", bound to squares of one color" } else { "" };
    let head = format!("{} {} {moves}{bound}", info.letter, variant.role_name(role));
    let mut text = format!("\n  {}\n", head.trim_end());
    let other = |to: Square| variant.board().without(from).without(to);
    for rank in (0..ranks).rev() {
        let row = (0..files).filter_map(|file| Square::new(file, rank)).map(|to| {
            if to == from {
                return info.letter;
            }
            let piece = Piece { color: Color::White, role };
            let goes = |occupied: Bitboard| match role {
                Role::PAWN => pawn_goes(variant, from, to, occupied.contains(to)),
                _ => start.reaches(piece, from, to, occupied),
            };
            let hops = || {
                role != Role::PAWN
                    && variant.has_hoppers()
                    && variant.board().into_iter().any(|hurdle| {
                        let over = Bitboard::of(hurdle).without(to);
                        goes(over) || goes(over.with(to))
                    })
            };
            // If every other square is occupied, only a leap reaches the target.
            let (quiet, captures) = (goes(Bitboard::EMPTY), goes(Bitboard::of(to)));
            match (quiet, captures) {
                (true, true) if goes(other(to)) && goes(other(to).with(to)) => 'x',
                (true, true) => 'o',
                (true, false) => 'm',
                (false, true) => 'c',
                (false, false) if hops() => 'h',
                (false, false) => '.',
            }
        });
        let row: Vec<String> = row.map(String::from).collect();
        text += &format!("    {}\n", row.join(" "));
    }
    text
}

/// Whether a white pawn goes from one square to another, by a double step only from a square that allows it.
fn pawn_goes(variant: Variant, from: Square, to: Square, capture: bool) -> bool {
    match variant.pawn_move(Color::White, from, to) {
        Some(PawnMove::Capture) => capture,
        Some(PawnMove::Step) => !capture,
        Some(PawnMove::FirstStep(2)) => !capture && variant.double_step_from(Color::White).contains(from),
        _ => false,
    }
}
