//! `cargo lab endings`: which pieces can mate a bare king on which board, solved completely.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use campione_core::{Color, Role, Square, Variant};
use campione_endgame::{Material, Monitor, Table, Tables, Tally, Value};
use campione_workspace::{Verdict, root};
use clap::Args;

/// The move rule for which the table is made, in moves by each side.
const MOVES: u32 = 50;

/// The header of the table.
const HEADER: &str = "\
# Endings of king and one or two pieces against a bare king, each solved to the last position: written by
# `cargo lab endings --write`, verified by `cargo lab endings --check`.
# Of the built-in games, every piece but king and pawn and every two of one game, the same twice included. A piece is its
# movement in Betza's shorthand, as docs/reference/variant-files.md has it; both kings move as K. Stalemate is a draw.
# A pair that ends in `=` has both pieces, which are bound to squares of a color, on squares of the same one; in `/`, of
# different ones; without either, on any.
# Columns, separated by tabs:
# - files x ranks of the board
# - the pieces, sorted
# - percent of the legal positions with the strong side to move that it wins
# - percent of them that it wins within 50 moves
# - moves to mate in the longest win, the strong side to move; `-` where nothing is won
";

#[derive(Args)]
pub(crate) struct Options {
    /// Only the pieces of this variant
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Write the table, search/data/endings.tsv; some minutes
    #[arg(long, conflicts_with_all = ["variant", "check"])]
    write: bool,
    /// Compare with the table
    #[arg(long)]
    check: bool,
}

/// On squares of which color two pieces stand. This never changes for colorbound pieces such as bishops and decurions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shades {
    /// On any squares.
    Any,
    /// Both on dark squares or both on light ones.
    Same,
    /// One on a dark and one on a light square.
    Different,
}

impl Shades {
    fn admit(self, pieces: &[Square]) -> bool {
        let is_light = |square: &Square| (square.file() + square.rank()) % 2 == 1;
        let light = pieces.iter().filter(|square| is_light(square)).count();
        match self {
            Shades::Any => true,
            Shades::Same => light != 1,
            Shades::Different => light == 1,
        }
    }
}

/// Pieces to solve, and a variant that has them.
struct Army {
    variant: Variant,
    pieces: Vec<Role>,
    /// Their movements, sorted.
    names: Vec<&'static str>,
}

impl Army {
    fn new(variant: Variant, pieces: &[Role]) -> anyhow::Result<Army> {
        let mut pieces = pieces.to_vec();
        let name = |role: Role| -> anyhow::Result<&'static str> {
            let letter = variant.role(role).letter.to_string();
            let piece = variant.spec().piece.get(&letter).with_context(|| format!("{}: {letter}", variant.id()))?;
            Ok(&piece.moves)
        };
        let mut names = pieces.iter().map(|&role| name(role)).collect::<anyhow::Result<Vec<_>>>()?;
        if names.len() == 2 && names[0] > names[1] {
            names.swap(0, 1);
            pieces.swap(0, 1);
        }
        Ok(Army { variant, pieces, names })
    }

    fn board(&self) -> (u8, u8) {
        (self.variant.files(), self.variant.ranks())
    }

    /// The first two columns. A pair of pieces bound to square colors has three lines.
    fn key(&self, shades: Shades) -> String {
        let (files, ranks) = self.board();
        let suffix = match shades {
            Shades::Any => "",
            Shades::Same => "=",
            Shades::Different => "/",
        };
        format!("{files}x{ranks}\t{}{suffix}", self.names.join("+"))
    }

    /// The start squares that are counted separately.
    fn shades(&self) -> &'static [Shades] {
        let bound = self.pieces.iter().all(|&role| self.variant.role(role).colorbound);
        if bound && self.pieces.len() == 2 { &[Shades::Any, Shades::Same, Shades::Different] } else { &[Shades::Any] }
    }

    /// Its lines in the table.
    fn solve(&self) -> anyhow::Result<Vec<Line>> {
        let material = Material::new(&self.pieces, &[], self.variant)?;
        let table = Tables::new(self.variant).build(material, &Monitor::new())?;
        Ok(self.shades().iter().map(|&shades| Line::of(self.key(shades), &table, shades)).collect())
    }
}

/// A line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    /// Board and pieces.
    key: String,
    won: String,
    won_in_time: String,
    longest: String,
}

impl Line {
    fn of(key: String, table: &Table, shades: Shades) -> Line {
        let time = Some(2 * MOVES as u16);
        let tally = table.tally_of(Color::White, |squares, _| shades.admit(&squares[2..]));
        let in_time = |squares: &[Square], value: Value| shades.admit(&squares[2..]) && value.plies() <= time;
        Line::new(key, tally, table.tally_of(Color::White, in_time).wins)
    }

    fn new(key: String, tally: Tally, won_in_time: u64) -> Line {
        let percent = |part: u64| format!("{:.2}", 100.0 * part as f64 / tally.positions().max(1) as f64);
        Line {
            key,
            won: percent(tally.wins),
            won_in_time: percent(won_in_time),
            longest: tally.longest_win.map_or("-".to_owned(), |(plies, _)| plies.div_ceil(2).to_string()),
        }
    }

    fn text(&self) -> String {
        format!("{}\t{}\t{}\t{}", self.key, self.won, self.won_in_time, self.longest)
    }

    fn parse(text: &str) -> Option<Line> {
        let columns: Vec<&str> = text.split('\t').collect();
        let &[board, pieces, won, won_in_time, longest] = columns.as_slice() else { return None };
        let [won, won_in_time, longest] = [won, won_in_time, longest].map(str::to_owned);
        Some(Line { key: format!("{board}\t{pieces}"), won, won_in_time, longest })
    }
}

fn path() -> PathBuf {
    root().join("search/data/endings.tsv")
}

/// The committed table.
fn committed() -> anyhow::Result<Vec<Line>> {
    let text = std::fs::read_to_string(path()).with_context(|| path().display().to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Line::parse(line).with_context(|| format!("{}: `{line}`", path().display()))).collect()
}

/// All variants, or the one asked for.
fn games(only: Option<&str>) -> anyhow::Result<Vec<Variant>> {
    let games = match only {
        Some(id) => vec![Variant::named(id)?],
        None => Variant::ids().map(Variant::named).collect::<Result<Vec<_>, _>>()?,
    };
    for game in &games {
        let letter = game.role(Role::KING).letter.to_string();
        let king = game.spec().piece.get(&letter).map(|king| king.moves.as_str());
        ensure!(king == Some("K"), "{}: its king does not move like a king of chess", game.id());
        ensure!(game.draws().moves == Some(MOVES), "{}: its move rule is not {MOVES} moves", game.id());
    }
    Ok(games)
}

/// The pieces of the variants, alone and in pairs, once for each board; sorted by board size, then by name.
fn armies(games: &[Variant], count: usize) -> anyhow::Result<Vec<Army>> {
    let mut armies = Vec::new();
    for game in games {
        let roles: Vec<Role> = game.all_roles().skip(2).collect();
        for (index, &one) in roles.iter().enumerate() {
            match count {
                1 => armies.push(Army::new(*game, &[one])?),
                _ => {
                    for &two in &roles[index..] {
                        armies.push(Army::new(*game, &[one, two])?);
                    }
                }
            }
        }
    }
    armies.sort_by(|one, other| (one.board(), &one.names).cmp(&(other.board(), &other.names)));
    armies.dedup_by(|one, other| (one.board(), &one.names) == (other.board(), &other.names));
    Ok(armies)
}

/// Solves, and prints the progress.
fn solve(armies: &[Army]) -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (number, army) in (1..).zip(armies) {
        let start = Instant::now();
        for line in army.solve()? {
            say!("[{number}/{}] {}  ({:.1} s)", armies.len(), line.text(), start.elapsed().as_secs_f64());
            lines.push(line);
        }
    }
    Ok(lines)
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let games = games(options.variant.as_deref())?;
    let mut lines = solve(&armies(&games, 1)?)?;
    lines.extend(solve(&armies(&games, 2)?)?);
    if options.write {
        let text = lines.iter().fold(HEADER.to_owned(), |text, line| text + &line.text() + "\n");
        let folder = path();
        let Some(folder) = folder.parent() else { bail!("{} has no folder", path().display()) };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        std::fs::write(path(), text).with_context(|| path().display().to_string())?;
    }
    if !options.check {
        return Ok(Verdict::Good);
    }
    let mut complaints = 0;
    let mut complain = |text: String| {
        complaints += 1;
        say!("{text}");
    };
    let committed = committed()?;
    for line in &lines {
        match committed.iter().find(|known| known.key == line.key) {
            Some(known) if known == line => {}
            Some(known) => complain(format!("the table has {}, but the result is {}", known.text(), line.text())),
            None => complain(format!("the table has no line {}", line.text())),
        }
    }
    if options.variant.is_none() {
        for known in committed.iter().filter(|known| !lines.iter().any(|line| line.key == known.key)) {
            complain(format!("the table has a line that does not belong there: {}", known.text()));
        }
    }
    say!("{} lines compared: {complaints} differences", lines.len());
    Ok(Verdict::of(complaints))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves the cheap endings again, and checks that the table has no missing and no extra lines.
    #[test]
    fn the_table_is_what_the_games_need() {
        let games = games(None).unwrap();
        let committed = committed().unwrap();
        let single = armies(&games, 1).unwrap();
        let solved: Vec<Line> = single.iter().flat_map(|army| army.solve().unwrap()).collect();
        assert_eq!(committed[..solved.len()], solved);
        let pairs = armies(&games, 2).unwrap();
        let keys = pairs.iter().flat_map(|pair| pair.shades().iter().map(|&shades| pair.key(shades)));
        let known: Vec<&str> = committed[solved.len()..].iter().map(|line| line.key.as_str()).collect();
        assert_eq!(known, keys.collect::<Vec<_>>());
        let text = std::fs::read_to_string(path()).unwrap();
        assert!(text.starts_with(HEADER));
        // The endings of chess that everybody knows.
        let longest = |key: &str| committed.iter().find(|line| line.key == key).map(|line| line.longest.as_str());
        for (pieces, moves) in [
            ("Q", "10"),
            ("R", "16"),
            ("B+B/", "19"),
            ("B+N", "33"),
            ("B", "-"),
            ("N", "-"),
            ("B+B=", "-"),
            ("N+N", "1"),
        ] {
            assert_eq!(longest(&format!("8x8\t{pieces}")), Some(moves), "{pieces}");
        }
    }

    #[test]
    fn lines_read_back() {
        let tally = Tally { wins: 2, draws: 1, longest_win: Some((7, 0)), ..Tally::default() };
        let line = Line::new("8x8\tB+B/".to_owned(), tally, 1);
        assert_eq!(line.text(), "8x8\tB+B/\t66.67\t33.33\t4");
        assert_eq!(Line::parse(&line.text()), Some(line.clone()));
        assert_eq!(Line::parse("8x8\tB+B/\t66.67\t33.33"), None);
        let none = Line::new(String::new(), Tally::default(), 0);
        assert_eq!((none.won.as_str(), none.longest.as_str()), ("0.00", "-"));
    }
}
