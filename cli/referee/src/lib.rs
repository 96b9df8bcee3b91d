//! Matches between chess engines under the rules of large-board chess.
//!
//! [`play_match`] plays pairs of games from the same opening, colors reversed, between engines of UCI or `XBoard`'s protocol
//! and our own. The rules decide, whatever an engine claims; time is measured here; games can be adjudicated, and a
//! sequential test can end the match. Games are written as PGN when they end, so a match can be continued.
//!
//! ```
//! use campione_core::Variant;
//! use campione_referee::{MatchSettings, TimeControl, VariantSource, play_match};
//! let mut settings = MatchSettings::new(VariantSource::built_in(Variant::named("chess")?));
//! settings.games = 2;
//! settings.max_plies = 10;
//! for engine in [&mut settings.first, &mut settings.second] {
//!     engine.control = TimeControl::Nodes(50);
//! }
//! let report = play_match(&settings, &|line| println!("{line}"))?;
//! assert_eq!(report.wins + report.draws + report.losses, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
mod contestant;
mod described;
#[cfg(test)]
mod fake;
mod game;
mod kind;
mod openings;
mod own;
mod player;
mod program;
mod record;
mod settings;
mod source;
mod statistics;
mod tally;
mod time_control;
mod uci;
mod xboard;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow};
use campione_core::{Color, SplitMix64};
use campione_movegen::{Game, Position};
use campione_notation::detect::{self, Claim};

pub use self::kind::EngineKind;
pub use self::program::NotPlayed;
pub use self::settings::{EngineSettings, MatchSettings, OpeningList};
pub use self::source::{VariantFile, VariantSource};
pub use self::tally::elo_in_words;
pub use self::time_control::TimeControl;

use self::contestant::Contestant;
use self::game::{Adjudication, Fault, Offence, Side, Stopped, play};
use self::openings::{Draw, Openings};
use self::player::Player;
use self::record::{PastGames, Record};
use self::statistics::Sprt;
use self::tally::{Finished, Names, Tally};

/// The code in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Random plies of an opening, by default.
const PLIES: u32 = 6;

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchReport {
    /// Games won by the first engine.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games lost by the first engine.
    pub losses: u32,
    /// The Elo difference with half its 95 % interval, taken over pairs; `None` without a whole pair.
    pub elo: Option<(f64, f64)>,
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub ratio: Option<f64>,
    /// Losses of our engine by time, illegal moves or silence.
    pub our_faults: u32,
    /// Losses of other programs by the same.
    pub their_faults: u32,
    /// Whether the match was stopped.
    pub stopped: bool,
    /// The report in words.
    pub lines: Vec<String>,
}

/// Why a match cannot be played.
#[derive(Debug)]
pub enum MatchError {
    /// The settings are wrong, or an engine cannot be started: no game was played. The reason may be [`NotPlayed`].
    Settings(anyhow::Error),
    /// An error during the match. Complete games are in the file of the match.
    Play(anyhow::Error),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Settings(error) | MatchError::Play(error) => write!(f, "{error:#}"),
        }
    }
}

impl std::error::Error for MatchError {}

/// Plays a match. `tell` gets a line after each pair of games, and notes.
///
/// # Errors
/// [`MatchError`].
pub fn play_match(settings: &MatchSettings, tell: &(dyn Fn(&str) + Sync)) -> Result<MatchReport, MatchError> {
    let plan = Plan::new(settings, tell).map_err(MatchError::Settings)?;
    let (tally, played) = plan.play();
    let stopped = match played {
        Ok(()) => false,
        Err(error) if error.is::<Stopped>() => true,
        Err(error) => return Err(MatchError::Play(error)),
    };
    Ok(tally.report(settings.sprt, stopped))
}

/// Receives the lines of progress.
type Tell<'a> = &'a (dyn Fn(&str) + Sync);

/// Everything that is fixed before the first game.
struct Plan<'a> {
    settings: &'a MatchSettings,
    tell: Tell<'a>,
    contestants: [Contestant; 2],
    /// The names in PGN: as the engines call themselves.
    players: [String; 2],
    adjudication: Adjudication,
    /// The pairs still to play, and their openings.
    queue: Mutex<Queue>,
    past: PastGames,
    record: Mutex<Option<Record>>,
    tally: Mutex<Tally>,
}

/// The source of openings, and the number of pairs.
struct Queue {
    openings: Openings,
    pairs: u32,
    taken: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Plan<'a> {
    fn new(settings: &'a MatchSettings, tell: Tell<'a>) -> anyhow::Result<Plan<'a>> {
        let contestants = contestants(settings);
        let mut openings = openings(settings)?;
        // The first opening is drawn twice: the first time as a trial, so that errors are found before the first game.
        let tried = try_out(&contestants, &settings.variant, &openings.next()?, tell)?;
        let queue = Queue { openings: self::openings(settings)?, pairs: settings.games / 2, taken: 0 };
        if let (Openings::Listed { list, .. }, Some(source)) = (&queue.openings, &settings.openings)
            && list.len() < queue.pairs as usize
        {
            let (count, pairs) = (list.len(), queue.pairs);
            tell(&format!("note: {source}: {count} openings for {pairs} pairs of games: they repeat in turn"));
        }
        let event = event(settings, &contestants);
        let (record, past) = match &settings.pgn {
            Some(path) if settings.resume => {
                let (record, past) = Record::resume(path, event, &settings.variant, tell)?;
                tell(&format!("{} games are in {} already", past.len(), path.display()));
                (Some(record), past)
            }
            Some(path) => (Some(Record::create(path, event)?), PastGames::new()),
            None => (None, PastGames::new()),
        };
        let is_timeless = matches!(settings.first.control, TimeControl::Nodes(_) | TimeControl::Depth(_));
        if settings.first == settings.second && is_timeless {
            tell("note: both engines are the same: if nothing depends on time, the two games of a pair may be equal");
        }
        let names = apart(contestants.each_ref().map(Contestant::name));
        let mut players = tried.each_ref().map(|tried| tried.name.clone());
        if players[0] == players[1] {
            // Two strengths of an engine are told apart by their options.
            for (player, contestant) in players.iter_mut().zip(&contestants) {
                *player += &contestant.options();
            }
        }
        let tally = Tally::new(Names { names, are_ours: tried.map(|tried| tried.is_ours) });
        let adjudication = Adjudication { win: settings.win, draw: settings.draw, plies: settings.max_plies };
        Ok(Plan {
            settings,
            tell,
            contestants,
            players: apart(players),
            adjudication,
            queue: Mutex::new(queue),
            past,
            record: Mutex::new(record),
            tally: Mutex::new(tally),
        })
    }

    /// Plays all games.
    fn play(self) -> (Tally, anyhow::Result<()>) {
        let played = std::thread::scope(|scope| -> anyhow::Result<()> {
            let tables = 0..self.settings.concurrency.min(self.settings.games / 2);
            let tables: Vec<_> = tables.map(|_| scope.spawn(|| self.table())).collect();
            let played: Vec<_> = tables.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
            played.into_iter().try_for_each(|table| table.map_err(|_| anyhow!("a game has panicked"))?)
        });
        (self.tally.into_inner().unwrap_or_else(PoisonError::into_inner), played)
    }

    /// Plays pairs, one after the other, until none is left.
    fn table(&self) -> anyhow::Result<()> {
        let mut slots = self.contestants.each_ref().map(|contestant| PlayerSlot { contestant, player: None });
        loop {
            let Some((round, opening)) = self.take()? else { return Ok(()) };
            let pair = self.pair(round, &opening, &mut slots);
            if pair.as_ref().map_or(true, |&test| test != Sprt::Open) {
                // Stops the other threads.
                lock(&self.queue).pairs = 0;
            }
            pair?;
        }
    }

    /// The next opening, and its number (from 1).
    fn take(&self) -> anyhow::Result<Option<(usize, Game)>> {
        let mut queue = lock(&self.queue);
        if queue.taken >= queue.pairs {
            return Ok(None);
        }
        queue.taken += 1;
        Ok(Some((queue.taken as usize, queue.openings.next()?)))
    }

    /// Plays the two games of an opening, unless they were played before.
    fn pair(&self, round: usize, opening: &Game, slots: &mut [PlayerSlot<'_>; 2]) -> anyhow::Result<Sprt> {
        let mut half_points = 0;
        let mut is_new = false;
        for first in Color::ALL {
            if let Some(past) = self.past.get(&(round, first)) {
                half_points += lock(&self.tally).add(&past.result(opening, round, first)?);
                continue;
            }
            is_new = true;
            half_points += self.one_game(round, opening, first, slots)?;
        }
        let mut tally = lock(&self.tally);
        tally.add_pair(half_points);
        if is_new {
            (self.tell)(&tally.line(self.settings.sprt));
        }
        Ok(tally.test(self.settings.sprt).0)
    }

    /// Plays a game; returns the half points of the first engine.
    fn one_game(
        &self,
        round: usize,
        opening: &Game,
        first: Color,
        slots: &mut [PlayerSlot<'_>; 2],
    ) -> anyhow::Result<u32> {
        // The index of the engine that plays this color.
        let engine = |color: Color| usize::from(color != first);
        let [one, other] = slots;
        let sides = [one.side(&self.settings.variant)?, other.side(&self.settings.variant)?];
        let sides = if first == Color::White {
            sides
        } else {
            let [one, other] = sides;
            [other, one]
        };
        let played = play(sides, opening, self.adjudication, self.settings.margin, self.settings.stop)?;
        let ending = &played.ending;
        if let (Some(Fault::Silence), Some(winner)) = (ending.offence.map(Offence::fault), ending.winner) {
            slots[engine(!winner)].player = None;
        }
        let result = Finished {
            round,
            first,
            winner: ending.winner,
            why: &ending.why,
            offence: ending.offence,
            plies: opening.plies() + played.turns.len(),
            turns: &played.turns,
            begins: opening.turn(),
        };
        if let Some(record) = &mut *lock(&self.record) {
            let by_color = Color::ALL.map(engine);
            let names = by_color.map(|index| self.players[index].as_str());
            record.add(
                opening,
                &result,
                names,
                by_color.map(|index| self.contestants[index].settings.control.to_string()),
            )?;
        }
        Ok(lock(&self.tally).add(&result))
    }
}

/// A contestant; not running if it has to be started again.
struct PlayerSlot<'a> {
    contestant: &'a Contestant,
    player: Option<Box<dyn Player>>,
}

impl PlayerSlot<'_> {
    fn side(&mut self, game: &VariantSource) -> anyhow::Result<Side<'_>> {
        let player = self.player.take().filter(|player| player.is_reusable());
        let player = player.map_or_else(|| self.contestant.start(game), Ok)?;
        Ok(Side { player: &mut **self.player.insert(player), control: self.contestant.settings.control })
    }
}

fn contestants(settings: &MatchSettings) -> [Contestant; 2] {
    let post = settings.win.is_some() || settings.draw.is_some();
    [&settings.first, &settings.second].map(|engine| Contestant {
        settings: engine.clone(),
        hash: settings.hash,
        post,
        stop: settings.stop,
    })
}

/// Where games begin.
fn openings(settings: &MatchSettings) -> anyhow::Result<Openings> {
    let source = &settings.variant;
    if let Some(list) = &settings.openings {
        let mut list = match list {
            OpeningList::File(path) => openings::read(path, source, settings.plies)?,
            OpeningList::Book => openings::of_book(source)?,
        };
        if settings.shuffle {
            SplitMix64::new(settings.seed).shuffle(&mut list);
        }
        return Ok(Openings::Listed { list, next: 0 });
    }
    let mut draw = Draw::new(source.variant, settings.plies.unwrap_or(PLIES), settings.seed, settings.balance)?;
    if let Some(text) = &settings.start {
        draw = draw.from(&start(text, source).with_context(|| format!("--start {text}"))?);
    }
    Ok(Openings::Drawn(Box::new(draw)))
}

/// Parses a start position.
fn start(text: &str, game: &VariantSource) -> anyhow::Result<Position> {
    Ok(detect::read(text, Claim::Named(game.variant))?.position)
}

/// Two names that differ: equal ones are numbered.
fn apart(names: [String; 2]) -> [String; 2] {
    if names[0] == names[1] { [1, 2].map(|number| format!("{} ({number})", names[0])) } else { names }
}

/// What is known of an engine when it has been started.
#[derive(Default)]
struct Tried {
    /// As it calls itself.
    name: String,
    is_ours: bool,
}

/// Starts both engines and sends them an opening.
fn try_out(
    contestants: &[Contestant; 2],
    source: &VariantSource,
    opening: &Game,
    tell: Tell<'_>,
) -> anyhow::Result<[Tried; 2]> {
    let mut both = [Tried::default(), Tried::default()];
    for (contestant, tried) in contestants.iter().zip(&mut both) {
        let mut player = contestant.start(source)?;
        player.new_game(opening.start()).with_context(|| contestant.name())?;
        if let Some(note) = player.note() {
            tell(&format!("note: {}: {note}", contestant.name()));
        }
        *tried = Tried { name: player.name(), is_ours: player.is_ours() };
    }
    Ok(both)
}

/// What all games of a match have in common, in words.
fn event(settings: &MatchSettings, contestants: &[Contestant; 2]) -> String {
    let [first, second] = contestants
        .each_ref()
        .map(|contestant| format!("{}{} {}", contestant.name(), contestant.options(), contestant.settings.control));
    let openings = match &settings.openings {
        Some(list) => {
            let name = match list {
                OpeningList::File(path) => path.file_name().unwrap_or_default().to_string_lossy(),
                OpeningList::Book => "the book".into(),
            };
            format!("openings of {name}{}", if settings.shuffle { " shuffled" } else { "" })
        }
        None => format!("openings random within {} cp", settings.balance),
    };
    let plies = settings.plies.map_or_else(String::new, |plies| format!(", {plies} plies"));
    let start = settings.start.as_ref().map_or_else(String::new, |start| format!(" from {start}"));
    let (for_plies, lead) = settings.win.unwrap_or_default();
    let level = settings.draw.map_or_else(String::new, |(from, plies, lead)| format!(", level {from},{plies},{lead}"));
    format!(
        "campione match: {first} against {second}; {}{start}; {openings}{plies}, seed {}; hash {} MB; won {for_plies},{lead}{level}",
        settings.variant.variant.id(),
        settings.seed,
        settings.hash
    )
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_notation::fen;

    use super::*;

    #[test]
    fn starts_are_read_as_other_commands_read_positions() {
        let crc = VariantSource::built_in(Variant::named("crc").unwrap());
        let numbered = fen::read_numbered("crc:25933", crc.variant).unwrap();
        let plain = fen::write(&numbered);
        for text in ["crc:25933", &plain, &format!("position fen {plain}"), &format!("[FEN \"{plain}\"]")] {
            assert_eq!(start(text, &crc).unwrap(), numbered, "{text}");
        }
        assert_eq!(start("startpos", &crc).unwrap(), Position::start(crc.variant));
        for (text, message) in [("crc:48001", "48000"), ("chess960:1", "chess960"), ("8/8 w - - 0 1", "10x8")] {
            let error = start(text, &crc).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
