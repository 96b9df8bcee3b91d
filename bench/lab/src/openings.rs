//! `cargo lab openings`: the books of balanced openings, cli/referee/openings.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{Game, Move, Position};
use campione_notation::epd::{self, Epd};
use campione_notation::uci;
use campione_referee::book;
use campione_search::{Control, Engine, EngineConfig, Limits, Score};
use campione_workspace::{Verdict, root};
use rayon::prelude::*;

const FOLDER: &str = "cli/referee/openings";

/// Attempts that run side by side. The book does not depend on the number of threads.
const AT_ONCE: u64 = 32;

/// Attempts for each opening that is wanted, before the search is given up.
const TRIES: u64 = 40;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// This game instead of all that have a book; may be repeated
    #[arg(short, long = "variant", value_name = "ID")]
    variants: Vec<String>,
    /// Openings in a book
    #[arg(long, default_value_t = 500, value_name = "N")]
    count: usize,
    /// Nodes of the search that judges an opening
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    nodes: u64,
    /// Nodes of the search that offers the moves of an opening
    #[arg(long, default_value_t = 4_000, value_name = "N")]
    move_nodes: u64,
    /// Centipawns by which a move of an opening may be worse than the best one
    #[arg(long, default_value_t = 40, value_name = "CP")]
    worse: i32,
    /// Centipawns from White's view that an opening may have, the least and the most
    #[arg(long, default_value = "-30,60", value_parser = bounds, allow_hyphen_values = true, value_name = "LEAST,MOST")]
    balance: (i32, i32),
    /// Writes the books as EPD to this folder, instead of making them
    #[arg(long, value_name = "FOLDER")]
    epd: Option<PathBuf>,
}

fn bounds(text: &str) -> Result<(i32, i32), String> {
    let parse = || {
        let (least, most) = text.split_once(',')?;
        Some((least.parse().ok()?, most.parse().ok()?))
    };
    parse().ok_or_else(|| format!("`{text}` is not two numbers with a comma, such as -30,60"))
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if let Some(folder) = &options.epd {
        return write_epd(folder);
    }
    let mut variants: Vec<Variant> = options.variants.iter().map(|id| Variant::named(id)).collect::<Result<_, _>>()?;
    if variants.is_empty() {
        variants.extend(book::variants());
    }
    for variant in variants {
        let openings = make(variant, options)?;
        let path = root().join(FOLDER).join(format!("{}.txt", variant.id()));
        std::fs::write(&path, text(variant, &openings, options)).with_context(|| path.display().to_string())?;
        say!("{}: {} openings; its row is in cli/referee/src/book.rs", path.display(), openings.len());
    }
    Ok(Verdict::Good)
}

/// Writes each built-in book as lines of EPD.
fn write_epd(folder: &Path) -> anyhow::Result<Verdict> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for variant in book::variants() {
        let games = book::openings(variant).unwrap_or_default();
        let lines: String = games.iter().map(|game| epd::write(&Epd::new(*game.position())) + "\n").collect();
        let path = folder.join(format!("{}.epd", variant.id()));
        std::fs::write(&path, lines).with_context(|| path.display().to_string())?;
        say!("{}: {} positions", path.display(), games.len());
    }
    Ok(Verdict::Good)
}

/// An opening: where it begins, in words and as a position, and its moves.
struct Opening {
    start: String,
    game: Game,
    /// From White's view, in centipawns.
    score: i32,
}

/// Draws openings until there are enough that are balanced. Attempts have numbers, and each depends on its number alone.
fn make(variant: Variant, options: &Options) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let mut attempt = 0;
    while openings.len() < options.count {
        ensure!(
            attempt < options.count as u64 * TRIES,
            "{}: only {} openings in {attempt} attempts",
            variant.id(),
            openings.len()
        );
        let tried: Vec<anyhow::Result<Option<Opening>>> =
            (attempt..attempt + AT_ONCE).into_par_iter().map(|number| try_one(variant, number, options)).collect();
        attempt += AT_ONCE;
        for opening in tried {
            if let Some(opening) = opening?
                && openings.len() < options.count
                && seen.insert(opening.game.position().zobrist())
            {
                openings.push(opening);
            }
        }
        if attempt.is_multiple_of(AT_ONCE * 16) {
            say!("{}: {} openings after {attempt} attempts", variant.id(), openings.len());
        }
    }
    Ok(openings)
}

/// One attempt; `None` if it does not end in a balanced position.
fn try_one(variant: Variant, number: u64, options: &Options) -> anyhow::Result<Option<Opening>> {
    let random = &mut SplitMix64::new(number);
    let engine = &mut Engine::new(&EngineConfig::default().with_hash(4))?;
    let (start, position) = start(variant, random);
    let mut game = Game::new(position);
    let plies = 6 + random.index(5);
    for _ in 0..plies {
        let Some(mv) = draw_move(engine, &game, random, options) else { return Ok(None) };
        game.play_unchecked(mv);
    }
    if game.outcome().is_some() {
        return Ok(None);
    }
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let result = search(engine, &game, &limits);
    let Some(Score::Cp(score)) = result.first().map(|&(_, score)| score) else { return Ok(None) };
    let score = if game.turn() == Color::White { score } else { -score };
    let (least, most) = options.balance;
    Ok((least..=most).contains(&score).then_some(Opening { start, game, score }))
}

/// A start position and its name in a book.
fn start(variant: Variant, random: &mut SplitMix64) -> (String, Position) {
    if let Some(numbering) = variant.numbering() {
        let number = numbering.choose(random);
        if let Some(Ok(setup)) = variant.numbered_start(number)
            && let Ok(position) = Position::new(&setup, variant)
        {
            return (format!("{}:{number}", variant.id()), position);
        }
    }
    ("startpos".to_owned(), Position::start(variant))
}

/// One of the moves that are nearly as good as the best, all equally likely.
fn draw_move(engine: &mut Engine, game: &Game, random: &mut SplitMix64, options: &Options) -> Option<Move> {
    let limits = Limits { nodes: Some(options.move_nodes), multipv: 12, ..Limits::default() };
    let lines = search(engine, game, &limits);
    let Score::Cp(best) = lines.first()?.1 else { return None };
    let near: Vec<Move> = lines
        .iter()
        .filter(|(_, score)| matches!(score, Score::Cp(score) if best - score <= options.worse))
        .map(|&(mv, _)| mv)
        .collect();
    near.get(random.index(near.len())).copied()
}

/// The first moves of a search's lines with their scores. It does not depend on earlier searches.
fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> Vec<(Move, Score)> {
    engine.clear();
    let result = engine.search(game, limits, &Control::new(), &mut |_| {});
    result.lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect()
}

/// The file of a book, as `campione_referee::book` reads it.
fn text(variant: Variant, openings: &[Opening], options: &Options) -> String {
    let (least, most) = options.balance;
    let mut text = format!(
        "# {}: openings of 6 to 10 plies that a search of {} nodes scores {least} to {most} centipawns for White.\n\
         # Made by `cargo lab openings`; each line ends with its score.\n",
        variant.id(),
        options.nodes
    );
    for Opening { start, game, score } in openings {
        let mut played = Game::new(*game.start());
        let _ = write!(text, "{start} moves");
        for &mv in game.moves() {
            let _ = write!(text, " {}", uci::write(mv, played.position()));
            played.play_unchecked(mv);
        }
        let _ = writeln!(text, " # {score}");
    }
    text
}
