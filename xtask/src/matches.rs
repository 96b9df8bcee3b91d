//! `cargo xtask match`: engines play each other under our rules, in pairs of games from the same opening.

mod args;
mod contestant;
mod described;
#[cfg(test)]
mod fake;
mod features;
mod game;
mod names;
mod openings;
mod own;
mod pace;
mod player;
mod record;
mod revision;
mod source;
mod statistics;
mod tally;
mod uci;
mod xboard;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use campione_core::Color;
use campione_movegen::{Game, Position};
use campione_notation::dialect::Dialect;
use campione_notation::fen;

pub(crate) use self::args::Options;
use self::contestant::{Contestant, Kind, Setting};
use self::game::{Adjudication, Fault, Side, play};
use self::openings::{Draw, Openings};
use self::pace::Pace;
use self::player::Player;
use self::record::{PastGames, Record};
use self::source::VariantSource;
use self::statistics::Sprt;
use self::tally::{Finished, Names, Tally};
use crate::{Usage, Verdict};

/// Random plies of an opening, by default.
const PLIES: u32 = 6;

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    run_and_tell(options, &|line| say!("{line}"))
}

/// Plays a match and reports its progress line by line.
fn run_and_tell(options: &Options, tell: Tell<'_>) -> anyhow::Result<Verdict> {
    let game = VariantSource::load(&options.variant).map_err(Usage)?;
    let plan = Plan::new(options, &game, tell).map_err(Usage)?;
    let tally = plan.play()?;
    tally.summary(options.sprt).iter().for_each(|line| tell(line));
    Ok(Verdict::of(tally.our_faults() as usize))
}

/// Receives the lines of progress.
type Tell<'a> = &'a (dyn Fn(&str) + Sync);

/// Everything that is fixed before the first game.
struct Plan<'a> {
    options: &'a Options,
    tell: Tell<'a>,
    game: &'a VariantSource,
    contestants: [Contestant; 2],
    names: [String; 2],
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
    fn new(options: &'a Options, game: &'a VariantSource, tell: Tell<'a>) -> anyhow::Result<Plan<'a>> {
        let mut contestants = contestants(options);
        for contestant in &mut contestants {
            contestant.prepare()?;
        }
        let mut openings = openings(options, game)?;
        // The first opening is drawn twice: the first time as a trial, so that errors are found before the first game.
        try_out(&contestants, game, &openings.next()?, tell)?;
        let queue = Queue { openings: self::openings(options, game)?, pairs: options.games / 2, taken: 0 };
        if let (Openings::Listed { list, .. }, Some(path)) = (&queue.openings, &options.openings)
            && list.len() < queue.pairs as usize
        {
            let (count, pairs) = (list.len(), queue.pairs);
            tell(&format!(
                "note: {}: {count} openings for {pairs} pairs of games: they repeat in turn",
                path.display()
            ));
        }
        let event = event(options, game, &contestants);
        let (record, past) = match &options.pgn {
            Some(path) if options.resume => {
                let (record, past) = Record::resume(path, event, game)?;
                tell(&format!("{} games are in {} already", past.len(), path.display()));
                (Some(record), past)
            }
            Some(path) => (Some(Record::create(path, event)?), PastGames::new()),
            None => (None, PastGames::new()),
        };
        if contestants[0] == contestants[1] && matches!(contestants[0].pace, Pace::Nodes(_) | Pace::Depth(_)) {
            tell("note: both engines are the same: if nothing depends on time, the two games of a pair may be equal");
        }
        let mut names = contestants.each_ref().map(Contestant::name);
        if names[0] == names[1] {
            // Otherwise the two could not be told apart.
            names = [1, 2].map(|number| format!("{} ({number})", names[0]));
        }
        let tally =
            Tally::new(Names { names: names.clone(), are_ours: contestants.each_ref().map(Contestant::is_ours) });
        let [plies, lead] = options.adjudicate;
        let adjudication = Adjudication {
            win: (plies > 0).then_some((plies, lead as i32)),
            draw: options.draw_after.map(|[from, plies, lead]| (from, plies, lead as i32)),
            plies: options.max_plies,
        };
        Ok(Plan {
            options,
            tell,
            game,
            contestants,
            names,
            adjudication,
            queue: Mutex::new(queue),
            past,
            record: Mutex::new(record),
            tally: Mutex::new(tally),
        })
    }

    /// Plays all games.
    fn play(self) -> anyhow::Result<Tally> {
        std::thread::scope(|scope| -> anyhow::Result<()> {
            let tables = 0..self.options.concurrency.min(self.options.games / 2);
            let tables: Vec<_> = tables.map(|_| scope.spawn(|| self.table())).collect();
            tables.into_iter().try_for_each(|table| table.join().map_err(|_| anyhow!("a game has panicked"))?)
        })?;
        Ok(self.tally.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Plays pairs, one after the other, until none is left.
    fn table(&self) -> anyhow::Result<()> {
        let mut seats = self.contestants.each_ref().map(|contestant| Seat { contestant, player: None });
        loop {
            let Some((round, opening)) = self.take()? else { return Ok(()) };
            let pair = self.pair(round, &opening, &mut seats);
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
    fn pair(&self, round: usize, opening: &Game, seats: &mut [Seat<'_>; 2]) -> anyhow::Result<Sprt> {
        let mut half_points = 0;
        let mut is_new = false;
        for first in Color::ALL {
            if let Some(past) = self.past.get(&(round, first)) {
                half_points += lock(&self.tally).add(&past.result(opening, round, first)?);
                continue;
            }
            is_new = true;
            half_points += self.one_game(round, opening, first, seats)?;
        }
        let mut tally = lock(&self.tally);
        tally.add_pair(half_points);
        if is_new {
            (self.tell)(&tally.line(self.options.sprt));
        }
        Ok(tally.test(self.options.sprt).0)
    }

    /// Plays a game; returns the half points of the first engine.
    fn one_game(&self, round: usize, opening: &Game, first: Color, seats: &mut [Seat<'_>; 2]) -> anyhow::Result<u32> {
        // The index of the engine that plays this color.
        let engine = |color: Color| usize::from(color != first);
        let [one, other] = seats;
        let sides = [one.side(self.game)?, other.side(self.game)?];
        let sides = if first == Color::White {
            sides
        } else {
            let [one, other] = sides;
            [other, one]
        };
        let margin = Duration::from_millis(self.options.margin);
        let played = play(sides, opening, self.adjudication, margin)?;
        let ending = &played.ending;
        if let (Some(Fault::Silence), Some(winner)) = (ending.fault, ending.winner) {
            seats[engine(!winner)].player = None;
        }
        let result = Finished {
            round,
            first,
            winner: ending.winner,
            why: &ending.why,
            plies: opening.plies() + played.turns.len(),
            turns: &played.turns,
            begins: opening.turn(),
        };
        if let Some(record) = &mut *lock(&self.record) {
            let by_color = Color::ALL.map(engine);
            let names = by_color.map(|index| self.names[index].as_str());
            record.add(opening, &result, names, by_color.map(|index| self.contestants[index].pace.to_string()))?;
        }
        Ok(lock(&self.tally).add(&result))
    }
}

/// A contestant; not running if it has to be started again.
struct Seat<'a> {
    contestant: &'a Contestant,
    player: Option<Box<dyn Player>>,
}

impl Seat<'_> {
    fn side(&mut self, game: &VariantSource) -> anyhow::Result<Side<'_>> {
        let player = self.player.take().filter(|player| player.is_reusable());
        let player = player.map_or_else(|| self.contestant.start(game), Ok)?;
        Ok(Side { player: &mut **self.player.insert(player), pace: self.contestant.pace })
    }
}

fn contestants(options: &Options) -> [Contestant; 2] {
    let contestant = |kind: &Kind, pace, settings: &[Setting], game_name: &Option<String>| Contestant {
        kind: kind.clone(),
        binary: None,
        pace,
        options: settings.to_vec(),
        game_name: game_name.clone(),
        hash: options.hash,
        post: options.adjudicate[0] > 0 || options.draw_after.is_some(),
    };
    let second_pace = options.second_pace.unwrap_or(options.first_pace);
    [
        contestant(&options.first, options.first_pace, &options.first_option, &options.first_game),
        contestant(&options.second, second_pace, &options.second_option, &options.second_game),
    ]
}

/// Where games begin.
fn openings(options: &Options, game: &VariantSource) -> anyhow::Result<Openings> {
    if let Some(path) = &options.openings {
        let mut list = openings::read(path, game, options.plies)?;
        if options.shuffle {
            openings::shuffle(&mut list, options.seed);
        }
        return Ok(Openings::Listed { list, next: 0 });
    }
    let mut draw = Draw::new(game.variant, options.plies.unwrap_or(PLIES), options.seed, options.balance)?;
    if let Some(text) = &options.start {
        draw = draw.from(&start(text, game).with_context(|| format!("--start {text}"))?);
    }
    Ok(Openings::Drawn(Box::new(draw)))
}

/// Parses a start position.
fn start(text: &str, game: &VariantSource) -> anyhow::Result<Position> {
    Ok(match text {
        "startpos" => Position::start(game.variant),
        _ if text.contains(':') && !text.contains('/') => fen::read_numbered(text, game.variant)?,
        _ => Dialect::detect(text, game.variant)?.1,
    })
}

/// Starts both engines and sends them an opening.
fn try_out(contestants: &[Contestant; 2], game: &VariantSource, opening: &Game, tell: Tell<'_>) -> anyhow::Result<()> {
    for contestant in contestants {
        let mut player = contestant.start(game)?;
        player.new_game(opening.start()).with_context(|| contestant.name())?;
        if let Some(note) = player.note() {
            tell(&format!("note: {}: {note}", contestant.name()));
        }
    }
    Ok(())
}

/// What all games of a match have in common, in words.
fn event(options: &Options, game: &VariantSource, contestants: &[Contestant; 2]) -> String {
    let [first, second] = contestants.each_ref().map(|contestant| {
        let settings = contestant.options.iter().map(|Setting { name, value }| format!(" {name}={value}"));
        format!("{}{} {}", contestant.name(), settings.collect::<String>(), contestant.pace)
    });
    let openings = match &options.openings {
        Some(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!("openings of {name}{}", if options.shuffle { " shuffled" } else { "" })
        }
        None => format!("openings random within {} cp", options.balance),
    };
    let plies = options.plies.map_or_else(String::new, |plies| format!(", {plies} plies"));
    let start = options.start.as_ref().map_or_else(String::new, |start| format!(" from {start}"));
    let [for_plies, lead] = options.adjudicate;
    let level =
        options.draw_after.map_or_else(String::new, |[from, plies, lead]| format!(", level {from},{plies},{lead}"));
    format!(
        "campione match: {first} against {second}; {}{start}; {openings}{plies}, seed {}; hash {} MB; won {for_plies},{lead}{level}",
        game.variant.id(),
        options.seed,
        options.hash
    )
}

#[cfg(test)]
mod tests;
