//! Where games begin: positions drawn at random, or those of a file.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Position};
use campione_notation::pgn::{PgnOptions, PgnReader};
use campione_notation::{epd, fen, random};
use campione_search::{Control, Engine, EngineConfig, Limits};
use campione_variants::variant_id;

use super::book;
use super::own::score;
use super::source::VariantSource;

/// An endless source of openings.
pub(crate) enum Openings {
    /// Random openings.
    Drawn(Box<Draw>),
    /// The openings of a file, repeated.
    Listed { list: Vec<Game>, next: usize },
}

impl Openings {
    /// The next opening.
    ///
    /// # Errors
    /// No opening can be drawn.
    pub(crate) fn next(&mut self) -> anyhow::Result<Game> {
        match self {
            Openings::Drawn(draw) => draw.next(),
            Openings::Listed { list, next } => {
                let opening = list.get(*next % list.len().max(1)).context("there are no openings")?.clone();
                *next += 1;
                Ok(opening)
            }
        }
    }
}

/// Attempts to draw one acceptable opening.
const TRIES: u32 = 300;

/// After this many repeats an opening is taken again.
const NEW_TRIES: u32 = 20;

/// Nodes of the search that checks whether an opening is balanced.
const GLANCE: u64 = 4_000;

/// Draws openings.
pub(crate) struct Draw {
    variant: Variant,
    /// Where all openings begin; `None` for the start position, or a random one if the variant has many.
    start: Option<Position>,
    plies: u32,
    random: SplitMix64,
    /// The balance limit in centipawns, and the engine that checks it.
    level: Option<(i32, Engine)>,
    seen: HashSet<u64>,
}

impl Draw {
    /// Random openings of `plies` legal moves. Openings that our own search scores beyond `balance` centipawns are rejected,
    /// unless `balance` is 0.
    pub(crate) fn new(variant: Variant, plies: u32, seed: u64, balance: i32) -> anyhow::Result<Draw> {
        let level =
            if balance > 0 { Some((balance, Engine::new(&EngineConfig::default().with_hash(1))?)) } else { None };
        Ok(Draw { variant, start: None, plies, random: SplitMix64::new(seed), level, seen: HashSet::new() })
    }

    /// Begins in this position.
    pub(crate) fn from(self, start: &Position) -> Draw {
        Draw { start: Some(*start), ..self }
    }

    fn next(&mut self) -> anyhow::Result<Game> {
        for index in 0..TRIES {
            let start = self.start.unwrap_or_else(|| random::start(self.variant, &mut self.random));
            let walked = random::walk(&start, self.plies..=self.plies, &mut self.random);
            let opening = walked.with_context(|| format!("--plies {}: no game gets that far", self.plies))?;
            // A few plies lead to few different positions, so repeats are accepted in the end.
            let is_new = self.seen.insert(opening.position().zobrist()) || index >= NEW_TRIES;
            if is_new && opening.outcome().is_none() && self.is_level(&opening) {
                return Ok(opening);
            }
        }
        let (most, _) = self.level.as_ref().context("every opening ends the game")?;
        bail!(
            "--balance {most}: none of {TRIES} random openings is that level; allow more centipawns or take fewer --plies (0 \
             takes openings as they come)"
        )
    }

    fn is_level(&mut self, game: &Game) -> bool {
        let Some((most, engine)) = &mut self.level else { return true };
        // The result must not depend on earlier searches.
        engine.clear();
        let limits = Limits { nodes: Some(GLANCE), ..Limits::default() };
        let result = engine.search(game, &limits, &Control::new(), &mut |_| {});
        result.lines.first().is_none_or(|line| score(line.score).abs() <= *most)
    }
}

/// The most faults of a file that are reported.
const MOST_FAULTS: usize = 8;

/// Reads the openings of a file: positions (EPD or FEN, one a line), or games in PGN with at most this many plies each.
///
/// # Errors
/// The entries that are not openings of the variant, with their lines.
pub(crate) fn read(path: &Path, game: &VariantSource, plies: Option<u32>) -> anyhow::Result<Vec<Game>> {
    let text = fs::read(path).with_context(|| path.display().to_string())?;
    let read = if is_pgn(path, &text) { games(&text, game, plies) } else { positions(&text, game)? };
    let mut list = Vec::new();
    let mut faults = Vec::new();
    for (line, opening) in read {
        let over = |opening: Game| match opening.outcome() {
            Some(outcome) => Err(anyhow!("the game is over there: {}", outcome.reason)),
            None => Ok(opening),
        };
        match opening.and_then(over) {
            Ok(opening) => list.push(opening),
            Err(error) => faults.push(format!("line {line}: {error:#}")),
        }
    }
    if !faults.is_empty() {
        let more = faults.len().saturating_sub(MOST_FAULTS);
        faults.truncate(MOST_FAULTS);
        if more > 0 {
            faults.push(format!("and {more} more"));
        }
        bail!("{}: some entries are not openings of {}:\n{}", path.display(), game.variant.id(), faults.join("\n"));
    }
    if list.is_empty() {
        bail!("{}: there is no opening in it", path.display());
    }
    Ok(list)
}

/// The openings of the variant's built-in book.
///
/// # Errors
/// The variant has none.
pub(crate) fn of_book(source: &VariantSource) -> anyhow::Result<Vec<Game>> {
    book::openings(source.variant).with_context(|| {
        let ids: Vec<&str> = book::variants().map(Variant::id).collect();
        format!(
            "--book: there is no book of {}, only of {}; without --book, openings are random",
            source.variant.id(),
            ids.join(", ")
        )
    })
}

/// Whether a file holds games rather than positions: by its extension, otherwise by its first words.
fn is_pgn(path: &Path, text: &[u8]) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        "pgn" => true,
        "epd" | "fen" => false,
        _ => {
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
            let first = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            first.starts_with(b"[") || first.starts_with(b"1.")
        }
    }
}

/// An opening or its fault, and the line.
type Line = (u64, anyhow::Result<Game>);

fn positions(text: &[u8], game: &VariantSource) -> anyhow::Result<Vec<Line>> {
    let text = std::str::from_utf8(text).context("it is not text in UTF-8")?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, position(line, game).transpose()?)));
    Ok(lines.map(|(number, start)| (number, start.map(Game::new))).collect())
}

/// The position in a line; `None` for a blank line or a comment.
fn position(line: &str, game: &VariantSource) -> anyhow::Result<Option<Position>> {
    let text = line.trim();
    if !text.starts_with('#')
        && let Some(start) = fen::read_start(text, game.variant)
    {
        return Ok(Some(start?));
    }
    let Some(line) = epd::split(text)? else { return Ok(None) };
    Ok(Some(line.read(game.variant)?.position))
}

fn games(text: &[u8], game: &VariantSource, plies: Option<u32>) -> Vec<Line> {
    let variant = &game.variant;
    let mut options = PgnOptions::new(*variant);
    // A tag can name only a built-in variant.
    options.overrule = game.file.is_some();
    let mut found = Vec::new();
    for read in PgnReader::new(text, options) {
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                found.push((error.line, Err(anyhow!(error))));
                continue;
            }
        };
        let named = read.tag("Variant").unwrap_or(variant.id());
        if named != variant.id() && (options.overrule || variant_id(named) != Some(variant.id())) {
            found.push((read.line, Err(anyhow!("it is a game of {named}"))));
            continue;
        }
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let mut opening = Game::new(read.start);
        read.moves.plies.iter().take(most).for_each(|ply| opening.play_unchecked(ply.mv));
        found.push((read.line, Ok(opening)));
    }
    found
}

#[cfg(test)]
mod tests;
