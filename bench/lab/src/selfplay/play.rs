//! One game of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering};

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{Game, Position};
use campione_notation::random;
use campione_search::{Control, Engine, EngineConfig, EngineError, Limits, NetChoice, Score, SearchResult};

use crate::data::game::{Ending, LEAST_MATE, NO_SCORE, RecordedGame, RecordedPly, Start, points, score};
use crate::data::header::Header;
use crate::data::moves;

/// The player of the games of one thread.
pub struct Player<'a> {
    header: &'a Header,
    variants: &'a [Variant],
    nets: &'a NetChoice,
    /// One engine for each variant, made when it is needed, because engines keep data that depends on the rules.
    engines: Vec<Option<Engine>>,
    stop: &'a AtomicBool,
}

/// The number of openings that are tried before a game is given up.
const OPENINGS: u32 = 1_000;

impl<'a> Player<'a> {
    /// A player for the variants of the header, with its nets.
    pub fn new(header: &'a Header, variants: &'a [Variant], nets: &'a NetChoice, stop: &'a AtomicBool) -> Player<'a> {
        Player { header, variants, nets, engines: variants.iter().map(|_| None).collect(), stop }
    }

    /// Plays the game with this number. `None` if it was stopped, or if no balanced opening was found.
    ///
    /// # Errors
    /// The system does not have enough memory for an engine.
    pub fn play(&mut self, number: u64) -> Result<Option<RecordedGame>, EngineError> {
        let header = self.header;
        // Games with neighboring numbers must have different random numbers.
        let mut random = SplitMix64::new(SplitMix64::new(number).next_u64());
        let weights = header.variants.iter().map(|rules| u64::from(rules.weight));
        let mut left = random.below(weights.clone().sum());
        let mut index = 0;
        for weight in weights {
            if left < weight {
                break;
            }
            left -= weight;
            index += 1;
        }
        let played_out = header.played_out > 0 && random.below(header.played_out) == 0;
        let Some(variant) = self.variants.get(index) else { return Ok(None) };
        let engine = match &mut self.engines[index] {
            Some(engine) => {
                engine.clear();
                engine
            }
            none => {
                let config = EngineConfig::default().with_hash(header.hash as usize).with_nets(self.nets.clone());
                none.insert(Engine::new(&config)?)
            }
        };
        let limits = Limits { soft_nodes: Some(header.nodes), nodes: Some(header.hard_nodes), ..Limits::default() };
        let mut search = |game: &Game| engine.search(game, &limits, &Control::new(), &mut |_| {});
        let Some(mut game) = opening(header, *variant, &mut random, &mut search, self.stop) else { return Ok(None) };
        game.record.number = number;
        game.record.variant = index as u8;
        game.record.played_out = played_out;
        Ok(go_on(header, game, &mut search, self.stop))
    }
}

/// Draws an opening after which no side is far ahead.
fn opening(
    header: &Header,
    variant: Variant,
    random: &mut SplitMix64,
    search: &mut impl FnMut(&Game) -> SearchResult,
    stop: &AtomicBool,
) -> Option<Course> {
    let [least, most] = header.opening;
    for _ in 0..OPENINGS {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (position, start) = start(variant, random);
        let Some(opening) = random::walk(&position, least..=most, random) else { continue };
        let record = RecordedGame {
            number: 0,
            variant: 0,
            points: 1,
            ending: Ending::Longest,
            played_out: false,
            opening: opening.plies() as u8,
            start,
            plies: Vec::new(),
        };
        let mut course = Course { record, game: Game::new(position), first: None };
        for &mv in opening.moves() {
            course.push(moves::number(course.game.position(), mv)?, mv, NO_SCORE);
        }
        let result = search(&course.game);
        let balanced = |score: Score| matches!(score, Score::Cp(score) if score.abs() <= header.balanced);
        if result.lines.first().is_some_and(|line| balanced(line.score)) {
            course.first = Some(result);
            return Some(course);
        }
    }
    None
}

/// Plays until the game is over.
fn go_on(
    header: &Header,
    mut course: Course,
    search: &mut impl FnMut(&Game) -> SearchResult,
    stop: &AtomicBool,
) -> Option<RecordedGame> {
    let mut ahead = Ahead::default();
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let over = |mut game: RecordedGame, winner, ending| {
            (game.points, game.ending) = (points(winner), ending);
            Some(game)
        };
        if let Some(outcome) = course.game.outcome() {
            return over(course.record, outcome.winner, Ending::of(outcome));
        }
        if course.record.plies.len() >= header.longest as usize {
            return over(course.record, None, Ending::Longest);
        }
        let first = course.first.take();
        let result = first.unwrap_or_else(|| search(&course.game));
        let (mv, score) = (result.best?, score(result.lines.first()?.score));
        let turn = course.game.turn();
        course.push(moves::number(course.game.position(), mv)?, mv, score);
        if let Some((winner, ending)) = ahead.after(header, turn, score)
            && !course.record.played_out
            && course.game.outcome().is_none()
        {
            return over(course.record, Some(winner), ending);
        }
    }
}

/// An unfinished game.
struct Course {
    record: RecordedGame,
    game: Game,
    /// The search of the first position after the opening.
    first: Option<SearchResult>,
}

impl Course {
    fn push(&mut self, number: u16, mv: campione_movegen::Move, score: i16) {
        self.record.plies.push(RecordedPly { mv: number, score });
        self.game.play_unchecked(mv);
    }
}

fn start(variant: Variant, random: &mut SplitMix64) -> (Position, Start) {
    let Some(numbering) = variant.numbering() else { return (Position::start(variant), Start::Variant) };
    let start = Start::Array(numbering.choose(random));
    match start.position(variant) {
        Ok(position) => (position, start),
        Err(error) => unreachable!("{}, {start:?}: {error}", variant.id()),
    }
}

/// The side that is far ahead by the scores of both sides, and for how many plies.
///
/// A game is over if the scores of two successive plies, that is of both sides, show a mate by the same side, or if the
/// scores of some successive plies show that the same side is far ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead {
    side: Option<Color>,
    plies: u32,
    mates: u32,
}

impl Ahead {
    /// Adds the score of a search with `turn` to move. Returns the winner and the ending if the game is over.
    pub fn after(&mut self, header: &Header, turn: Color, score: i16) -> Option<(Color, Ending)> {
        let far = score != NO_SCORE && i32::from(score).abs() >= header.resign.min(LEAST_MATE.into());
        let side = far.then_some(if score > 0 { turn } else { !turn });
        if side != self.side {
            *self = Ahead { side, ..Ahead::default() };
        }
        self.plies += 1;
        self.mates = if score.saturating_abs() >= LEAST_MATE { self.mates + 1 } else { 0 };
        let winner = self.side?;
        match self {
            Ahead { mates: 2.., .. } => Some((winner, Ending::MateSeen)),
            Ahead { plies, .. } if *plies >= header.resign_plies => Some((winner, Ending::Resigned)),
            _ => None,
        }
    }
}
