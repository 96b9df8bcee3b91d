//! From tables to results.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use campione_core::{Color, Role, Variant};
use campione_endgame::{Folder, Material, Monitor, Tables, Tally};
use campione_notation::{fen, uci};

use super::GAMES;
use super::row::{Longest, Row, Side};

/// Seconds of all processors, and bytes of memory, by the names of the files of tables.
pub(super) type Costs = HashMap<String, (Option<f64>, Option<u64>)>;

/// Reads what `campione endgame build --format json` has printed.
pub(super) fn costs(files: &[PathBuf]) -> anyhow::Result<Costs> {
    let mut costs = Costs::new();
    for path in files {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        for (number, line) in (1..).zip(text.lines()) {
            let place = || format!("{}: line {number}", path.display());
            let line: serde_json::Value = serde_json::from_str(line).with_context(place)?;
            let name = line["file"].as_str().and_then(|file| Path::new(file).file_name()).with_context(place)?;
            if line["built"] == true {
                let cost = (line["processor_seconds"].as_f64(), line["memory"].as_u64());
                costs.insert(name.to_string_lossy().into_owned(), cost);
            }
        }
    }
    Ok(costs)
}

/// The results of a variant's tables in a folder: all endings of three pieces or more without waiting pawns, and without a
/// piece that the win does not need. A line that is known already is not computed again.
pub(super) fn read(folder: &Path, variant: Variant, costs: &Costs, known: &[Row]) -> anyhow::Result<Vec<Row>> {
    let folder = Folder::open(folder, variant)?;
    if let Some(error) = folder.unusable().first() {
        bail!("{error}");
    }
    let mut rows = Vec::new();
    for (material, file) in folder.files() {
        let header = file.header();
        if material.pieces() < 3 || header.material.contains(|letter: char| letter.is_ascii_digit()) {
            continue;
        }
        let old = known.iter().find(|row| row.ending == header.material && row.entries == header.entries);
        if old.is_none() && one_is_enough(&folder, material) {
            continue;
        }
        let mut sides = Vec::new();
        for color in Color::ALL {
            let tally = &header.tallies[color.index()];
            let side = count(tally);
            let old = old.map(|row| &row.sides[color.index()]);
            let longest = match (tally.longest_win, old) {
                (None, _) => None,
                (Some((plies, _)), Some(old))
                    if (old.won, old.drawn, old.lost) == (side.won, side.drawn, side.lost)
                        && old.longest.as_ref().is_some_and(|longest| longest.plies == usize::from(plies)) =>
                {
                    old.longest.clone()
                }
                (Some((plies, number)), _) => Some(longest(&folder, material, number, plies)?),
            };
            sides.push(Side { longest, ..side });
        }
        let name = file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let cost = costs.get(&name).copied();
        rows.push(Row {
            ending: header.material.clone(),
            entries: header.entries,
            bytes: fs::metadata(file.path())?.len(),
            memory: cost.map_or(old.and_then(|row| row.memory), |(_, memory)| memory),
            seconds: cost.map_or(old.and_then(|row| row.seconds), |(seconds, _)| seconds),
            sides: [sides[0].clone(), sides[1].clone()],
        });
    }
    Ok(rows)
}

/// Whether these are two pieces against the king of which one alone mates. Such tables are built on the way to endings in
/// which a pawn becomes one of the pieces.
fn one_is_enough(folder: &Folder, material: Material) -> bool {
    let mates = |role: Role| {
        let alone = Material::new(&[role], &[], folder.variant()).ok().and_then(|alone| folder.file(alone));
        alone.is_some_and(|file| file.header().tallies[Color::White.index()].wins > 0)
    };
    let two = material.pieces() == 4 && material.count(Color::Black) == 0 && !material.has_pawns();
    two && material.roles(Color::White).any(mates)
}

fn count(tally: &Tally) -> Side {
    Side { won: tally.wins, drawn: tally.draws, lost: tally.losses, longest: None }
}

/// A longest win, with best play of both sides.
fn longest(folder: &Folder, material: Material, number: u64, plies: u16) -> anyhow::Result<Longest> {
    let name = || format!("{}: position {number}", material.name(folder.variant()));
    let start = folder.position(material, number).with_context(name)?;
    let mut position = start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let rated = folder.moves(&position)?.with_context(name)?;
        let &(mv, _) = rated.first().with_context(name)?;
        moves.push(uci::write(mv, &position));
        position = position.play_unchecked(mv);
    }
    Ok(Longest { plies: usize::from(plies), fen: fen::write(&start), moves: moves.join(" ") })
}

/// The order of the pages: fewer pieces first, pawns last, then pieces of one side before those of two.
pub(super) fn sort(rows: &mut [Row], variant: Variant) {
    rows.sort_by_key(|row| {
        let material = Material::read(&row.ending, variant).unwrap_or(Material::KINGS);
        (material.pieces(), material.has_pawns(), material.count(Color::Black), material)
    });
}

/// Solves the endings of three pieces again: where they differ from the results.
pub(super) fn differences(variant: Variant, rows: &[Row]) -> anyhow::Result<Vec<String>> {
    let mut tables = Tables::new(variant);
    let mut faults = Vec::new();
    for role in variant.all_roles().filter(|&role| role != Role::KING) {
        let material = Material::new(&[role], &[], variant)?;
        let table = tables.build(material, &Monitor::new())?;
        let name = material.name(variant);
        let Some(row) = rows.iter().find(|row| row.ending == name) else {
            faults.push(format!("{} {name}: no result", variant.id()));
            continue;
        };
        for (color, side) in Color::ALL.into_iter().zip(&row.sides) {
            let tally = table.tally(color);
            let plies = side.longest.as_ref().map(|longest| longest.plies);
            let same = Side { longest: side.longest.clone(), ..count(tally) } == *side
                && plies == tally.longest_win.map(|(plies, _)| usize::from(plies));
            if !same {
                faults.push(format!("{} {name}, {color} to move: {side:?}, but solved: {tally:?}", variant.id()));
            }
        }
    }
    Ok(faults)
}

const DUELS: &str = "\
# One piece against one, without pawns: what endgame tables say. Written by `cargo lab tables` from docs/endings.
# A piece is its movement in Betza's shorthand, as docs/reference/variant-files.md has it; both kings move as K. Stalemate is a draw.
# Columns, separated by tabs: files x ranks of the board; one piece; the other; and of the positions with the side of the
# first piece to move, the percentages that this side wins and loses; the same two with the other side to move, for that side
";

/// The results of one piece against one, for the engine.
pub(super) fn duels(known: &dyn Fn(Variant) -> anyhow::Result<Vec<Row>>) -> anyhow::Result<String> {
    let mut lines: Vec<String> = Vec::new();
    for id in GAMES {
        let variant = Variant::named(id)?;
        for row in known(variant)? {
            let material = Material::read(&row.ending, variant)?;
            if material.has_pawns() || material.count(Color::White) != 1 || material.count(Color::Black) != 1 {
                continue;
            }
            let movement = |color: Color| -> Option<String> {
                let letter = variant.role(material.roles(color).next()?).letter.to_string();
                Some(variant.spec().piece.get(&letter)?.moves.clone())
            };
            let (Some(one), Some(other)) = (movement(Color::White), movement(Color::Black)) else { continue };
            let board = format!("{}x{}", variant.files(), variant.ranks());
            let known = |one: &str, other: &str| {
                let key = format!("{board}\t{one}\t{other}\t");
                lines.iter().any(|line| line.starts_with(&key))
            };
            if known(&one, &other) || known(&other, &one) {
                continue;
            }
            let percent =
                |side: &Side, part: u64| format!("{:.2}", 100.0 * part as f64 / side.positions().max(1) as f64);
            let [white, black] = &row.sides;
            let shares = [
                percent(white, white.won),
                percent(white, white.lost),
                percent(black, black.won),
                percent(black, black.lost),
            ];
            lines.push(format!("{board}\t{one}\t{other}\t{}", shares.join("\t")));
        }
    }
    lines.sort();
    Ok(lines.iter().fold(DUELS.to_owned(), |text, line| text + line + "\n"))
}
