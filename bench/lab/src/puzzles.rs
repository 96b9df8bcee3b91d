//! `cargo lab puzzles`: mates for the page to play. Each has one first move that mates in so many moves, which the mate solver has
//! proven, and every other first move is refuted.

mod game;

use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_movegen::{Game, Move, Position};
use campione_notation::{fen, uci};
use campione_search::{Engine, EngineConfig};
use campione_workspace::{Verdict, root};
use clap::Args;
use rayon::prelude::*;

use crate::proof::Mates;
use game::Found;

/// Where the files are.
const FOLDER: &str = "bindings/wasm/site/puzzles";

/// The variants that have puzzles.
pub const GAMES: [&str; 7] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel", "capablanca", "chess"];

/// The grades, by the most points of each.
const GRADES: [(&str, u32); 3] = [("easy", 2), ("medium", 6), ("hard", u32::MAX)];

/// The most puzzles of a grade.
const MOST: usize = 120;

/// Games that are played side by side.
const AT_ONCE: u64 = 16;

/// Moves of a plain proof.
const PLAIN: u64 = 40_000_000;

#[derive(Args)]
pub(crate) struct Options {
    /// Only this variant
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// The most games that are played for a variant
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    /// The number of the first game; other games have other puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write bindings/wasm/site/puzzles/VARIANT.tsv; takes some minutes for each variant
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Only prove the committed puzzles, without the engine
    #[arg(long)]
    check: bool,
}

/// A puzzle of a file.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name in links: the numbers of its game and ply.
    pub id: String,
    /// `easy`, `medium` or `hard`.
    pub grade: String,
    /// The side that mates is to move.
    pub position: Position,
    /// The only first move, the longest defence, and so on to the mate.
    pub line: Vec<Move>,
}

impl Puzzle {
    fn of(found: &Found) -> Puzzle {
        let grade = GRADES.iter().find(|(_, most)| found.points <= *most).map_or("hard", |(name, _)| name);
        let id = format!("{}.{}", found.game, found.ply);
        Puzzle { id, grade: grade.to_owned(), position: found.position, line: found.line.clone() }
    }

    /// The length of the mate, in moves.
    pub fn moves(&self) -> u32 {
        self.line.len().div_ceil(2) as u32
    }

    /// Reads a line of a file.
    ///
    /// # Errors
    /// It does not have four columns, or its position or a move is not one of the variant.
    pub fn read(text: &str, variant: Variant) -> anyhow::Result<Puzzle> {
        let [id, grade, position, moves] = *text.split('\t').collect::<Vec<_>>() else {
            anyhow::bail!("{text}: four columns are needed");
        };
        ensure!(GRADES.iter().any(|(name, _)| *name == grade), "{text}: there is no grade {grade}");
        let position = fen::read(position, variant).with_context(|| text.to_owned())?;
        let mut game = Game::new(position);
        let mut line = Vec::new();
        for word in moves.split(' ') {
            let mv = uci::read(word, game.position()).with_context(|| text.to_owned())?;
            game.play_unchecked(mv);
            line.push(mv);
        }
        Ok(Puzzle { id: id.to_owned(), grade: grade.to_owned(), position, line })
    }

    fn write(&self) -> String {
        let mut game = Game::new(self.position);
        let moves: Vec<String> = self
            .line
            .iter()
            .map(|&mv| {
                let text = uci::write(mv, game.position());
                game.play_unchecked(mv);
                text
            })
            .collect();
        format!("{}\t{}\t{}\t{}\n", self.id, self.grade, fen::write(&self.position), moves.join(" "))
    }

    /// Proves it without the engine: its first move alone forces the mate, there is none shorter, and its line is one of the
    /// mates with the longest defence. `None` if it is true, else what is not.
    pub fn fault(&self) -> Option<String> {
        let moves = self.moves();
        let mut mates = if moves <= 2 { Mates::plain(PLAIN) } else { Mates::with_memory(PLAIN) };
        let mut faults = || -> Result<Option<&'static str>, crate::proof::TooLong> {
            if mates.mates(&self.position, moves - 1)? {
                return Ok(Some("there is a shorter mate"));
            }
            if mates.keys(&self.position, moves, 2)?.as_slice() != self.line.get(..1).unwrap_or_default() {
                return Ok(Some("its first move is not the only one that mates"));
            }
            let mut position = self.position;
            for (ply, &mv) in (1..).zip(&self.line) {
                position = position.play_unchecked(mv);
                let left = (self.line.len() as u32 - ply).div_ceil(2);
                if ply % 2 == 1 && !mates.is_mated(&position, left)? {
                    return Ok(Some("a move of its line does not mate in time"));
                }
                if ply % 2 == 0 && mates.mates(&position, left - 1)? {
                    return Ok(Some("a defence of its line is not the longest"));
                }
            }
            Ok((!position.is_checkmate()).then_some("its line does not end in mate"))
        };
        match faults() {
            Ok(fault) => fault.map(str::to_owned),
            Err(error) => Some(error.to_string()),
        }
    }
}

fn path(id: &str) -> PathBuf {
    root().join(FOLDER).join(format!("{id}.tsv"))
}

/// The committed puzzles of a variant.
///
/// # Errors
/// The file cannot be read, or one of its lines is not a puzzle.
pub fn committed(id: &str) -> anyhow::Result<Vec<Puzzle>> {
    let (variant, path) = (Variant::named(id)?, path(id));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    text.lines().filter(|line| !line.starts_with('#')).map(|line| Puzzle::read(line, variant)).collect()
}

/// Plays games until every grade has enough puzzles; the easiest of each grade come first.
fn make(id: &str, options: &Options) -> anyhow::Result<Vec<Puzzle>> {
    let variant = Variant::named(id)?;
    let mut found: Vec<Found> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for first in (options.seed..options.seed + options.games).step_by(AT_ONCE as usize) {
        let numbers = (first..(first + AT_ONCE).min(options.seed + options.games)).into_par_iter();
        let more = numbers.map(|game| game::mates_in(variant, game)).collect::<anyhow::Result<Vec<_>>>()?;
        found.extend(more.into_iter().flatten().filter(|one| seen.insert(one.position.wide_zobrist())));
        let is_full = |name: &str| found.iter().filter(|one| Puzzle::of(one).grade == name).count() >= MOST;
        if GRADES.iter().all(|(name, _)| is_full(name)) {
            break;
        }
    }
    let mut puzzles = Vec::new();
    for (name, _) in GRADES {
        let mut of_grade: Vec<&Found> = found.iter().filter(|one| Puzzle::of(one).grade == name).collect();
        // Of too many, the hardest are kept.
        of_grade.sort_by_key(|one| (Reverse(one.points), one.game, one.ply));
        of_grade.truncate(MOST);
        of_grade.sort_by_key(|one| (one.points, one.game, one.ply));
        puzzles.extend(of_grade.into_iter().map(Puzzle::of));
    }
    Ok(puzzles)
}

/// How many there are of each grade and of each length.
fn summary(puzzles: &[Puzzle]) -> String {
    let grades = GRADES.map(|(name, _)| format!("{} {name}", puzzles.iter().filter(|one| one.grade == name).count()));
    let lengths = (1..=game::LONGEST)
        .map(|moves| format!("{} in {moves}", puzzles.iter().filter(|one| one.moves() == moves).count()));
    format!("{}; mates {}", grades.join(", "), lengths.collect::<Vec<_>>().join(", "))
}

/// Proves the committed puzzles of a variant; returns the faults.
fn check(id: &str) -> anyhow::Result<usize> {
    let puzzles = committed(id)?;
    let start = Instant::now();
    let faults: Vec<String> = puzzles
        .par_iter()
        .filter_map(|puzzle| {
            // The plain proof of a long mate takes too long; the solver alone proves those again.
            let fault = if puzzle.moves() <= 3 { puzzle.fault() } else { solved_again(puzzle) };
            fault.map(|fault| format!("{id} {}: {fault}", puzzle.id))
        })
        .collect();
    for fault in &faults {
        say!("{fault}");
    }
    let time = start.elapsed().as_secs_f64();
    say!("{id}: {} puzzles, {} doubtful ({time:.1} s): {}", puzzles.len(), faults.len(), summary(&puzzles));
    Ok(faults.len())
}

/// Has the engine's mate solver prove a puzzle; `None` if it does.
fn solved_again(puzzle: &Puzzle) -> Option<String> {
    let mut solver = match Engine::new(&EngineConfig::default().with_hash(16)) {
        Ok(solver) => solver,
        Err(error) => return Some(error.to_string()),
    };
    let line = game::only_mate(&mut solver, &puzzle.position);
    let key = puzzle.line.first();
    let same = line.is_some_and(|line| line.first() == key && line.len() == puzzle.line.len());
    (!same).then(|| "the mate solver does not prove it".to_owned())
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let only = options.variant.as_deref();
    if let Some(id) = only {
        ensure!(GAMES.contains(&id), "{id} has no puzzles; these have: {}", GAMES.join(", "));
    }
    let mut faults = 0;
    for id in GAMES.into_iter().filter(|&id| only.is_none_or(|only| only == id)) {
        if options.check {
            faults += check(id)?;
            continue;
        }
        let start = Instant::now();
        let puzzles = make(id, options)?;
        say!("{id}: {} ({:.0} s)", summary(&puzzles), start.elapsed().as_secs_f64());
        let text: String = puzzles.iter().map(Puzzle::write).collect();
        let head = format!(
            "# Mates that one first move alone forces, found in games of the engine with itself and proven by its mate solver:\n\
             # `cargo lab puzzles --variant {id} --games {} --seed {} --write`. The name, the grade, the position, the moves with the\n\
             # longest defence.\n",
            options.games, options.seed
        );
        if options.write {
            let path = path(id);
            std::fs::create_dir_all(root().join(FOLDER))?;
            std::fs::write(&path, format!("{head}{text}")).with_context(|| path.display().to_string())?;
        } else {
            say!("{text}");
        }
    }
    Ok(Verdict::of(faults))
}
