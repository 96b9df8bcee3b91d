//! `cargo xtask match`: engines play each other under our rules, pairs of games from the same opening.

mod contestant;
mod features;
mod game;
mod names;
mod own;
mod pace;
mod player;
mod revision;
mod statistics;
mod uci;
mod xboard;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{Move, Position};
use campione_notation::pgn::{self, GameResult, Line, Ply, Remark, Tag};
use campione_notation::{fen, random};

use self::contestant::{Contestant, Game, Kind, Setting};
use self::game::{Adjudication, Fault, Played, Side, Turn, play};
use self::pace::Pace;
use self::player::{FAR, Player};
use self::statistics::{Pairs, Sprt, sprt};
use crate::Verdict;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The game
    #[arg(short, long, default_value = "capablanca")]
    variant: String,
    /// The first engine: `own`, `rev:COMMIT` for this one as it was there, the command of a program that speaks UCI, or
    /// `xboard:` and that of one that speaks `XBoard`'s protocol
    #[arg(long, default_value = "own", value_name = "ENGINE")]
    first: Kind,
    /// The second engine
    #[arg(long, default_value = "fairy-stockfish", value_name = "ENGINE")]
    second: Kind,
    /// Options of the first engine
    #[arg(long, value_name = "NAME=VALUE")]
    first_option: Vec<Setting>,
    /// Options of the second engine
    #[arg(long, value_name = "NAME=VALUE")]
    second_option: Vec<Setting>,
    /// What the first program calls the game
    #[arg(long, value_name = "NAME")]
    first_game: Option<String>,
    /// What the second program calls the game
    #[arg(long, value_name = "NAME")]
    second_game: Option<String>,
    /// How long the first may think: `20000n` nodes, `8d` plies or `100ms` a move, `5+0.05` seconds on a clock
    #[arg(long, default_value = "20000n", value_name = "PACE")]
    first_pace: Pace,
    /// How long the second may think; as the first unless given
    #[arg(long, value_name = "PACE")]
    second_pace: Option<Pace>,
    /// By how many milliseconds a player may exceed its time
    #[arg(long, default_value_t = 50, value_name = "MS")]
    margin: u64,
    /// Games, two from each opening
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Random legal plies from the start position (of crc a random array)
    #[arg(long, default_value_t = 6)]
    plies: u32,
    /// Games at the same time
    #[arg(long, default_value_t = 2)]
    concurrency: u32,
    /// Mebibytes of each engine's table
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game ends when both say for so many plies that a side is so many centipawns ahead: `6,1200`; `0,0` never
    #[arg(long, default_value = "6,1200", value_parser = agreement)]
    adjudicate: (u32, i32),
    /// Ends as soon as the first is known to be stronger by HIGH Elo rather than by LOW, or not
    #[arg(long, value_name = "LOW,HIGH", value_parser = agreement)]
    sprt: Option<(u32, i32)>,
    /// Where the games go; the file must not be there
    #[arg(long)]
    pgn: Option<PathBuf>,
}

fn agreement(text: &str) -> Result<(u32, i32), String> {
    let parts = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    parts.ok_or_else(|| format!("`{text}` is no two numbers with a comma"))
}

/// What all games together have come to.
#[derive(Default)]
struct Tally {
    /// Won, drawn and lost by the first.
    games: [u32; 3],
    pairs: Pairs,
    why: BTreeMap<String, u32>,
    faults: Vec<String>,
    our_faults: u32,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let variant = Variant::named(&options.variant)?;
    ensure!(options.games >= 2 && options.games.is_multiple_of(2), "--games: an even number, two from each opening");
    let game = Game::built_in(&variant);
    let mut contestants = contestants(options);
    for contestant in &mut contestants {
        contestant.prepare()?;
    }
    let openings = openings(&variant, options)?;
    for contestant in &contestants {
        let mut player = contestant.start(&game)?;
        if let Some((start, _)) = openings.first() {
            player.new_game(start).with_context(|| contestant.name())?;
        }
    }
    let file = options
        .pgn
        .as_ref()
        .map(|path| File::create_new(path).with_context(|| format!("{}", path.display())))
        .transpose()?;
    let next = AtomicU32::new(0);
    let tally = Mutex::new(Tally::default());
    let file = Mutex::new(file);
    let shared = Shared { options, game: &game, contestants: &contestants, openings: &openings, next, tally, file };
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let workers: Vec<_> = (0..options.concurrency.max(1)).map(|_| scope.spawn(|| work(&shared))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    let tally = shared.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (why, count) in &tally.why {
        say!("{count:>5} {why}");
    }
    for fault in &tally.faults {
        say!("fault: {fault}");
    }
    Ok(Verdict::of(tally.our_faults as usize))
}

fn contestants(options: &Options) -> [Contestant; 2] {
    let contestant = |kind: &Kind, pace, settings: &[Setting], game_name: &Option<String>| Contestant {
        kind: kind.clone(),
        binary: None,
        pace,
        options: settings.to_vec(),
        game_name: game_name.clone(),
        hash: options.hash,
        post: options.adjudicate.0 > 0,
    };
    let second_pace = options.second_pace.unwrap_or(options.first_pace);
    [
        contestant(&options.first, options.first_pace, &options.first_option, &options.first_game),
        contestant(&options.second, second_pace, &options.second_option, &options.second_game),
    ]
}

/// Start positions and moves: one for each pair of games.
fn openings<'v>(variant: &'v Variant, options: &Options) -> anyhow::Result<Vec<(Position<'v>, Vec<Move>)>> {
    let mut random = SplitMix64::new(options.seed);
    (0..options.games / 2)
        .map(|_| {
            let start = random::start(variant, &mut random);
            let (_, moves) = random::walk(&start, options.plies..=options.plies, &mut random)
                .context("no opening of so many plies")?;
            Ok((start, moves))
        })
        .collect()
}

/// What the games have in common.
struct Shared<'a> {
    options: &'a Options,
    game: &'a Game<'a>,
    contestants: &'a [Contestant; 2],
    openings: &'a [(Position<'a>, Vec<Move>)],
    next: AtomicU32,
    tally: Mutex<Tally>,
    file: Mutex<Option<File>>,
}

/// A contestant, running unless it has to be started again.
struct Seat<'a> {
    contestant: &'a Contestant,
    player: Option<Box<dyn Player>>,
}

impl Seat<'_> {
    fn player(&mut self, game: &Game<'_>) -> anyhow::Result<&mut dyn Player> {
        let player = self.player.take().filter(|player| player.is_reusable());
        let player = player.map_or_else(|| self.contestant.start(game), Ok)?;
        Ok(&mut **self.player.insert(player))
    }
}

fn work(shared: &Shared<'_>) -> anyhow::Result<()> {
    let done = pairs(shared);
    if done.is_err() {
        // The others need not go on.
        shared.next.store(u32::MAX / 2, Ordering::Relaxed);
    }
    done
}

fn pairs(shared: &Shared<'_>) -> anyhow::Result<()> {
    let options = shared.options;
    let [mut first, mut second] = shared.contestants.each_ref().map(|contestant| Seat { contestant, player: None });
    let win = (options.adjudicate.0 > 0).then_some(options.adjudicate);
    let adjudication = Adjudication { win, draw: None, plies: 600 };
    let margin = Duration::from_millis(options.margin);
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed) as usize;
        let Some((start, opening)) = shared.openings.get(index) else { return Ok(()) };
        let mut half_points = 0;
        for first_color in Color::ALL {
            let (white, black) =
                if first_color == Color::White { (&mut first, &mut second) } else { (&mut second, &mut first) };
            let sides = [
                Side { pace: white.contestant.pace, player: white.player(shared.game)? },
                Side { pace: black.contestant.pace, player: black.player(shared.game)? },
            ];
            let played = play(sides, start, opening, adjudication, margin)?;
            let points = played.ending.winner.map_or(1, |winner| if winner == first_color { 2 } else { 0 });
            half_points += points;
            let names = [white.contestant.name(), black.contestant.name()];
            let text = text(&played, start, opening, names.each_ref(), index);
            let mut tally = shared.tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.games[2 - points as usize] += 1;
            *tally.why.entry(played.ending.why.clone()).or_default() += 1;
            if let Some(fault) = played.ending.fault {
                let loser = if played.ending.winner == Some(Color::White) { black } else { white };
                let name = loser.contestant.name();
                tally.faults.push(format!("opening {}: {name}: {}", index + 1, played.ending.why));
                tally.our_faults += u32::from(loser.contestant.is_ours());
                if fault == Fault::Silence {
                    loser.player = None;
                }
            }
            drop(tally);
            // Each game as it ends: a match that is broken off leaves those that were played.
            if let Some(file) = &mut *shared.file.lock().unwrap_or_else(PoisonError::into_inner) {
                writeln!(file, "{text}")?;
            }
        }
        let mut tally = shared.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.pairs.add(half_points);
        if tell(&tally, options) != Sprt::Open {
            shared.next.store(u32::MAX / 2, Ordering::Relaxed);
        }
    }
}

/// Says how it stands.
fn tell(tally: &Tally, options: &Options) -> Sprt {
    let [won, drawn, lost] = tally.games;
    let (Some(score), Some(elo)) = (tally.pairs.score(), tally.pairs.elo()) else { return Sprt::Open };
    let mut line = format!(
        "{} games: +{won} ={drawn} -{lost}, {:.1} % (±{:.1}), Elo {:+.0}",
        won + drawn + lost,
        100.0 * score.value,
        100.0 * score.error,
        elo.value,
    );
    // Where one side has made nearly all points the interval has no end.
    if elo.error.is_finite() {
        line += &format!(" (±{:.0})", elo.error);
    }
    let mut verdict = Sprt::Open;
    if let Some((low, high)) = options.sprt {
        let ratio = tally.pairs.likelihood_ratio(f64::from(low), f64::from(high));
        verdict = sprt(ratio);
        line += &format!(", LLR {ratio:.2} {verdict:?}");
    }
    say!("{line}");
    verdict
}

/// A game as PGN.
fn text(played: &Played, start: &Position<'_>, opening: &[Move], [white, black]: [&String; 2], index: usize) -> String {
    let result = GameResult::of(played.ending.winner);
    let fen = fen::write(start);
    let round = (index + 1).to_string();
    let tags = [
        ("Round", round.as_str()),
        ("White", white),
        ("Black", black),
        ("Result", result.text()),
        ("Termination", &played.ending.why),
        ("FEN", &fen),
    ];
    let tag = |(name, value): (&str, &str)| Tag { name: name.to_owned(), value: value.to_owned() };
    let known = opening.iter().map(|&mv| Ply { mv, remarks: Vec::new() });
    let plies =
        known.chain(played.turns.iter().map(|turn| Ply { mv: turn.mv, remarks: vec![Remark::Comment(remark(turn))] }));
    pgn::write(&pgn::Game {
        number: 1,
        line: 1,
        tags: tags.into_iter().map(tag).collect(),
        start: *start,
        moves: Line { remarks: Vec::new(), plies: plies.collect() },
        result,
        notes: Vec::new(),
    })
}

/// What is said of a move: its score, depth and time, `+0.35/12 0.050s`.
fn remark(turn: &Turn) -> String {
    let score = match turn.thoughts.score {
        Some(score) if score.abs() >= FAR => format!("{}M", if score > 0 { '+' } else { '-' }),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
        None => "?".to_owned(),
    };
    let depth = turn.thoughts.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    format!("{score}{depth} {:.3}s", turn.spent.as_secs_f64())
}
