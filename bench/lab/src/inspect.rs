//! `lab data`: the content of files of games, and whether they are complete.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use campione_core::{Color, Variant};
use campione_movegen::Position;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};
use rayon::prelude::*;
use thousands::Separable;

use crate::data::DataError;
use crate::data::file::Reader;
use crate::data::game::{Ending, LEAST_MATE, NO_SCORE, RecordedGame, Start, points};
use crate::data::header::Header;
use crate::selfplay::files_of;
use crate::selfplay::play::Ahead;

/// The arguments of `lab data`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Replay all games: check every move and every end by the rules, and count the different positions
    #[arg(long)]
    pub replay: bool,
}

/// The named files; for a folder, its files of games, sorted by name.
///
/// # Errors
/// A folder cannot be read, or has no files of games.
pub fn expand(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let inside = files_of(path)?;
            if inside.is_empty() {
                bail!("{}: there are no files *.games in this folder", path.display());
            }
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Shows each complete game of some files, or folders of them, with the id of its variant.
///
/// # Errors
/// A file cannot be read or is damaged, or `see` fails: the file is named.
pub(crate) fn each_game(
    paths: &[PathBuf],
    mut see: impl FnMut(&str, &RecordedGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in expand(paths)? {
        let place = || path.display().to_string();
        let mut reader = Reader::open(&path).with_context(place)?;
        let ids: Vec<String> = reader.header().variants.iter().map(|rules| rules.id.clone()).collect();
        while let Some(block) = reader.whole_block().with_context(place)? {
            for game in &block.games {
                see(&ids[usize::from(game.variant)], game).with_context(place)?;
            }
        }
    }
    Ok(())
}

/// The content of files of games.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Counts by variant.
    pub variants: BTreeMap<String, Count>,
    /// Counts by ending.
    pub endings: BTreeMap<Ending, u64>,
    /// The histogram of scores. The index is the number of [`STEPS`] that are not above the absolute value.
    pub scores: [u64; STEPS.len() + 1],
    /// Scores that are mates.
    pub mates: u64,
    /// Games that repeat an earlier one, move by move.
    pub duplicates: u64,
    /// Games with the same number as an earlier one.
    pub numbers_twice: u64,
    /// Of the games without resignations: those in which a side would have resigned, and of these, those in which that
    /// would have been wrong.
    pub resignations: [u64; 2],
    /// The number of different positions, if games were replayed.
    pub different: Option<u64>,
    /// The faults, each with its file.
    pub findings: Vec<String>,
    /// Notes that are not faults.
    pub notes: Vec<String>,
}

/// The bounds of the histogram of scores in centipawns.
pub const STEPS: [i32; 9] = [25, 50, 100, 200, 300, 500, 1_000, 2_000, 5_000];

/// The counts of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Games that White has lost, drawn, and won.
    pub results: [u64; 3],
}

/// Inspects files of games.
///
/// # Errors
/// A folder cannot be read. A damaged file is not an error, but a finding.
pub fn run(options: &Options) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut known = Known::default();
    for path in expand(&options.files)? {
        if let Err(error) = summary.add(&path, &mut known, options.replay) {
            summary.findings.push(format!("{}: {error:#}", path.display()));
        }
    }
    if options.replay {
        known.keys.par_sort_unstable();
        known.keys.dedup();
        summary.different = Some(known.keys.len() as u64);
    }
    Ok(summary)
}

/// The games and positions so far.
#[derive(Default)]
struct Known {
    games: HashSet<u64>,
    numbers: HashSet<u64>,
    /// The keys of all positions.
    keys: Vec<u64>,
}

impl Summary {
    fn add(&mut self, path: &Path, known: &mut Known, replays: bool) -> anyhow::Result<()> {
        let mut reader = Reader::open(path)?;
        let header = reader.header().clone();
        let mut variants = Vec::new();
        for rules in &header.variants {
            variants.push(rules.variant().with_context(|| format!("the rules of {}", rules.id))?);
            if rules.have_changed() {
                let id = &rules.id;
                self.notes.push(format!("{}: its rules of {id} differ from those of this program", path.display()));
            }
        }
        loop {
            let block = match reader.block() {
                Ok(Some(block)) => block,
                Ok(None) => return Ok(()),
                Err(error @ DataError::Torn { .. }) => {
                    self.notes.push(format!("{}: {error}", path.display()));
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            };
            for game in &block.games {
                self.count(game, &header, known);
            }
            if replays {
                let keys = block.games.par_iter().map(|game| replay(game, variants[usize::from(game.variant)]));
                for keys in keys.collect::<Vec<_>>() {
                    match keys {
                        Ok(keys) => known.keys.extend(keys),
                        Err(error) => self.findings.push(format!("{}: {error}", path.display())),
                    }
                }
            }
        }
    }

    fn count(&mut self, game: &RecordedGame, header: &Header, known: &mut Known) {
        let count = self.variants.entry(header.variants[usize::from(game.variant)].id.clone()).or_default();
        let scores = || game.plies.iter().map(|ply| ply.score).filter(|&score| score != NO_SCORE);
        count.games += 1;
        count.positions += scores().count() as u64;
        count.results[usize::from(game.points)] += 1;
        *self.endings.entry(game.ending).or_default() += 1;
        for score in scores() {
            if score.saturating_abs() >= LEAST_MATE {
                self.mates += 1;
            } else {
                self.scores[STEPS.partition_point(|&step| step <= i32::from(score).abs())] += 1;
            }
        }
        self.duplicates += u64::from(!known.games.insert(game.fingerprint()));
        self.numbers_twice += u64::from(!known.numbers.insert(game.number));
        if game.played_out
            && let Some(winner) = resignation(game, header)
        {
            self.resignations[0] += 1;
            self.resignations[1] += u64::from(points(Some(winner)) != game.points);
        }
    }

    /// The whole summary as text.
    pub fn text(&self) -> String {
        let mut table = Table::new();
        table.load_preset(UTF8_HORIZONTAL_ONLY);
        table.set_header(["variant", "games", "positions", "a game", "White wins", "draws", "Black wins"]);
        let mut total = Count::default();
        let row = |name: &str, count: &Count| {
            let share = |games: u64| format!("{:.1} %", 100.0 * games as f64 / count.games.max(1) as f64);
            let mean = count.positions as f64 / count.games.max(1) as f64;
            let [lost, drawn, won] = count.results.map(share);
            let [games, positions] = [count.games, count.positions].map(|count| count.separate_with_commas());
            [name.to_owned(), games, positions, format!("{mean:.1}"), won, drawn, lost]
        };
        for (name, count) in &self.variants {
            table.add_row(row(name, count));
            total.games += count.games;
            total.positions += count.positions;
            for (sum, more) in total.results.iter_mut().zip(count.results) {
                *sum += more;
            }
        }
        table.add_row(row("all", &total));
        table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        let mut text = format!("{table}\n\n");
        let percent = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64);
        text += "games that ended by\n";
        for (ending, &games) in &self.endings {
            text += &format!("  {:<20} {:>8}\n", ending.text(), percent(games, total.games));
        }
        text += "scores in centipawns, of either side\n";
        let mut from = 0;
        for (to, &count) in STEPS.iter().map(Some).chain([None]).zip(&self.scores) {
            let range = to.map_or_else(|| format!("{from} and more"), |to| format!("{from} to {}", to - 1));
            text += &format!("  {range:<20} {:>8}\n", percent(count, total.positions));
            from = to.copied().unwrap_or_default();
        }
        text += &format!("  {:<20} {:>8}\n", "mate", percent(self.mates, total.positions));
        let [would, wrongly] = self.resignations;
        if would > 0 {
            text += &format!(
                "of {would} games played out in which a side would have resigned or a mate was seen, \
                 {wrongly} had another result\n"
            );
        }
        if let Some(different) = self.different {
            text += &format!("{} different positions before a move\n", different.separate_with_commas());
        }
        if self.duplicates > 0 {
            text += &format!("{} games occur twice, move by move\n", self.duplicates.separate_with_commas());
        }
        if self.numbers_twice > 0 {
            text += &format!("{} games have the number of another one\n", self.numbers_twice.separate_with_commas());
        }
        for note in &self.notes {
            text += &format!("note: {note}\n");
        }
        for finding in &self.findings {
            text += &format!("fault: {finding}\n");
        }
        text
    }
}

/// The winner by the first resignation or seen mate, if that had ended the game.
fn resignation(game: &RecordedGame, header: &Header) -> Option<Color> {
    let mut turn = match &game.start {
        Start::Fen(text) if text.split(' ').nth(1) == Some("b") => Color::Black,
        _ => Color::White,
    };
    let mut ahead = Ahead::default();
    game.plies.iter().find_map(|ply| {
        let over = ahead.after(header, turn, ply.score);
        turn = !turn;
        over.map(|(winner, _)| winner)
    })
}

/// Replays a game and returns the keys of its positions.
fn replay(game: &RecordedGame, variant: Variant) -> Result<Vec<u64>, DataError> {
    let wrong = |what: String| Err(DataError::Game { number: game.number, what });
    let mut early = None;
    let played = game.replay(variant, |played, _, _| {
        if early.is_none() {
            early = played.outcome().map(|outcome| (played.plies(), outcome));
        }
    })?;
    let before_moves = played.positions().take(played.plies());
    let keys = before_moves.map(Position::zobrist).collect();
    if let Some((plies, outcome)) = early {
        return wrong(format!("it continues after ply {plies}, where it was over: {}", outcome.reason));
    }
    match played.outcome() {
        Some(outcome) if (Ending::of(outcome), points(outcome.winner)) == (game.ending, game.points) => Ok(keys),
        // A side that resigns may already be mated.
        _ if game.ending.is_adjudicated() => Ok(keys),
        Some(outcome) => wrong(format!("its ending is `{}`, but it ends by {}", game.ending.text(), outcome.reason)),
        None => wrong(format!("its ending is `{}`, but it is not over", game.ending.text())),
    }
}
