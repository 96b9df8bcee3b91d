//! `cargo xtask match`: engines play each other under our rules, pairs of games from the same opening.

mod game;
mod player;
mod statistics;

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
use campione_notation::pgn::{self, Game, GameResult, Line, Ply, Tag};
use campione_notation::{fen, random};

use self::game::{Adjudication, Played, play};
use self::player::{Pace, Player};
use self::statistics::{Pairs, Sprt, sprt};
use crate::Verdict;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The game
    #[arg(short, long, default_value = "capablanca")]
    variant: String,
    /// The first engine: `own`, or the command of a program that speaks UCI
    #[arg(long, default_value = "own")]
    first: String,
    /// The second engine
    #[arg(long, default_value = "fairy-stockfish")]
    second: String,
    /// Options of the first program
    #[arg(long, value_name = "NAME=VALUE")]
    first_option: Vec<String>,
    /// Options of the second program
    #[arg(long, value_name = "NAME=VALUE")]
    second_option: Vec<String>,
    /// How long the first may think: `20000n` nodes or `100ms` a move, `5+0.05` seconds on a clock
    #[arg(long, default_value = "20000n", value_parser = pace)]
    first_pace: Pace,
    /// How long the second may think
    #[arg(long, default_value = "20000n", value_parser = pace)]
    second_pace: Pace,
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

fn pace(text: &str) -> Result<Pace, String> {
    let wrong = || format!("`{text}` is none of `20000n`, `100ms`, `5+0.05`");
    let seconds =
        |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(wrong);
    if let Some(nodes) = text.strip_suffix('n') {
        return nodes.parse().map(Pace::Nodes).map_err(|_| wrong());
    }
    if let Some(time) = text.strip_suffix("ms") {
        return time.parse().map(|time| Pace::MoveTime(Duration::from_millis(time))).map_err(|_| wrong());
    }
    let (base, increment) = text.split_once('+').ok_or_else(wrong)?;
    Ok(Pace::Clock { base: seconds(base)?, increment: seconds(increment)? })
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
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let variant = Variant::named(&options.variant)?;
    ensure!(options.games >= 2 && options.games.is_multiple_of(2), "--games: an even number, two from each opening");
    let file = options
        .pgn
        .as_ref()
        .map(|path| File::create_new(path).with_context(|| format!("{}", path.display())))
        .transpose()?;
    let openings = openings(&variant, options)?;
    let next = AtomicU32::new(0);
    let tally = Mutex::new(Tally::default());
    let file = Mutex::new(file);
    std::thread::scope(|scope| -> anyhow::Result<()> {
        let workers: Vec<_> = (0..options.concurrency.max(1))
            .map(|_| scope.spawn(|| work(options, &variant, &openings, &next, &tally, &file)))
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow::anyhow!("a game has panicked"))?)
    })?;
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (why, count) in &tally.why {
        say!("{count:>5} {why}");
    }
    for fault in &tally.faults {
        say!("fault: {fault}");
    }
    Ok(if tally.faults.is_empty() { Verdict::Good } else { Verdict::Bad })
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

fn work(
    options: &Options,
    variant: &Variant,
    openings: &[(Position<'_>, Vec<Move>)],
    next: &AtomicU32,
    tally: &Mutex<Tally>,
    file: &Mutex<Option<File>>,
) -> anyhow::Result<()> {
    let mut first = Player::start(&options.first, variant.id(), options.hash, &options.first_option)?;
    let mut second = Player::start(&options.second, variant.id(), options.hash, &options.second_option)?;
    let win = (options.adjudicate.0 > 0).then_some(options.adjudicate);
    let adjudication = Adjudication { win, plies: 600 };
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed) as usize;
        let Some((start, opening)) = openings.get(index) else { return Ok(()) };
        let mut half_points = 0;
        for first_color in Color::ALL {
            let (players, paces) = if first_color == Color::White {
                ([&mut first, &mut second], [options.first_pace, options.second_pace])
            } else {
                ([&mut second, &mut first], [options.second_pace, options.first_pace])
            };
            let played = play(players, paces, start, opening, adjudication)?;
            let points = played.ending.winner.map_or(1, |winner| if winner == first_color { 2 } else { 0 });
            half_points += points;
            let names = if first_color == Color::White {
                [&options.first, &options.second]
            } else {
                [&options.second, &options.first]
            };
            let text = text(&played, start, names, index);
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.games[2 - points as usize] += 1;
            *tally.why.entry(played.ending.why.clone()).or_default() += 1;
            if played.ending.fault {
                tally.faults.push(format!("opening {}: {}", index + 1, played.ending.why));
            }
            drop(tally);
            // Each game as it ends: a match that is broken off leaves those that were played.
            if let Some(file) = &mut *file.lock().unwrap_or_else(PoisonError::into_inner) {
                writeln!(file, "{text}")?;
            }
        }
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.pairs.add(half_points);
        if tell(&tally, options) != Sprt::Open {
            next.store(u32::MAX / 2, Ordering::Relaxed);
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
fn text(played: &Played, start: &Position<'_>, [white, black]: [&String; 2], index: usize) -> String {
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
    let plies = played.moves.iter().map(|&mv| Ply { mv, remarks: Vec::new() }).collect();
    pgn::write(&Game {
        number: 1,
        line: 1,
        tags: tags.into_iter().map(tag).collect(),
        start: *start,
        moves: Line { remarks: Vec::new(), plies },
        result,
        notes: Vec::new(),
    })
}
