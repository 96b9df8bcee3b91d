//! `cargo lab suites`: test positions of five variants, found in games of the engine and proven without it.

mod few;
pub(crate) mod find;

use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::Instant;

use crate::proof::{Claim, LEAST_GAIN, LEAST_MARGIN, ONLY_MOVE_HOLDS, ONLY_MOVE_LOSES, prove};
use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_notation::epd::{self, Epd, Operand, Operation};
use campione_workspace::{Verdict, root};
use clap::Args;
use rayon::prelude::*;

use find::Found;

/// The variants that have suites.
const GAMES: &[&str] = &["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

/// The number of positions chosen of each kind: mates in 2 and in 3 from games; with few pieces, mates in 3 that are
/// still missing, and in 4; material won; only moves.
const MATES: [(u32, usize); 2] = [(2, 9), (3, 15)];
const MATES_IN_THREE: usize = 10;
const MATES_IN_FOUR: usize = 5;
const PIECES: usize = 14;
const ONLY_MOVES: usize = 10;

/// The least number of each kind: below it, more games are played.
const LEAST_MATES: usize = 10;
const LEAST_PIECES: usize = 12;
const LEAST_ONLY_MOVES: usize = 8;

/// The most rounds of games.
const ROUNDS: u64 = 5;

#[derive(Args)]
pub(crate) struct Options {
    /// Only this variant
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Games of a round; more rounds follow if the positions are not enough
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: u64,
    /// Write search/suites/mates.epd and tactics.epd; takes some minutes for each variant
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Only prove the claims of the committed suites
    #[arg(long)]
    check: bool,
}

/// The two suites, each with positions of all variants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suite {
    Mates,
    Tactics,
}

impl Suite {
    const ALL: [Suite; 2] = [Suite::Mates, Suite::Tactics];

    fn name(self) -> &'static str {
        match self {
            Suite::Mates => "mates.epd",
            Suite::Tactics => "tactics.epd",
        }
    }

    fn path(self) -> PathBuf {
        root().join("search/suites").join(self.name())
    }

    fn read(self) -> anyhow::Result<String> {
        let path = self.path();
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// Writes the positions of a variant in the place of those that the file has.
    fn write(self, id: &str, lines: &str) -> anyhow::Result<()> {
        let old = self.read()?;
        let mut text = self.header();
        for &game in GAMES {
            if game == id {
                text.push_str(lines);
                continue;
            }
            for line in old.lines() {
                if epd::split(line).with_context(|| self.name())?.is_some_and(|known| known.variant() == Some(game)) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        let path = self.path();
        std::fs::write(&path, text).with_context(|| path.display().to_string())
    }

    /// The comment at the head of the file.
    fn header(self) -> String {
        let proven = match self {
            Suite::Mates => "\
# Mates: `bm` mates in `dm` moves, no other first move does, and there is no shorter mate.
# Proven by trying every move and every defence, mates in four with a memory of what was proven."
                .to_owned(),
            Suite::Tactics => format!(
                "\
# With `acd` and `ce`, material won: after `acd` plies of full-width minimax and all captures `bm` leads to a balance of material of
# `ce` for the side to move, at least {LEAST_GAIN} better than before it, every other move to {LEAST_MARGIN} less or worse; one ply deep
# another move is as good. Kept if the engine plays it after 500,000 nodes, and left out where after 4,000,000 it
# has another move, that wins more later.
# Without, only moves: every move but `bm` lets the other side mate in {ONLY_MOVE_LOSES}; after `bm` it has no mate in {ONLY_MOVE_HOLDS}."
            ),
        };
        format!(
            "\
# Found in games of the engine with itself, or drawn at random with few pieces, by `cargo lab suites --write`.
# Proven without the engine, `cargo lab suites --check` does it again.
{proven}
"
        )
    }
}

/// A line of a suite.
fn line(found: &Found, number: usize) -> String {
    let Found { position, best, claim, game, drawn, .. } = found;
    let variant = position.variant();
    let mut epd = Epd::new(*position);
    epd.names_game = true;
    epd.best = vec![*best];
    let mut say = |code: &str, operand| {
        epd.others.push(Operation { code: code.to_owned(), operands: vec![operand] });
    };
    let (kind, text) = match *claim {
        Claim::Mate(moves) => {
            epd.mate = i32::try_from(moves).ok();
            ("mate", format!("mate in {moves} by this move alone, none shorter"))
        }
        Claim::Material { plies, balance } => {
            say("acd", Operand::Word(plies.to_string()));
            say("ce", Operand::Word(balance.to_string()));
            (
                "wins material",
                format!(
                    "wins material by {plies} plies and all captures, every other move at least {LEAST_MARGIN} less"
                ),
            )
        }
        Claim::OnlyMove => {
            ("only move", format!("all others allow mate in {ONLY_MOVE_LOSES}, this one none in {ONLY_MOVE_HOLDS}"))
        }
    };
    epd.others.push(Operation { code: "c0".to_owned(), operands: vec![Operand::Text(text)] });
    let origin = if *drawn { format!("drawn from seed {game}") } else { format!("game {game}") };
    epd.others.push(Operation { code: "c1".to_owned(), operands: vec![Operand::Text(origin)] });
    epd.id = Some(format!("{} {kind} {number:03}", variant.id()));
    epd::write(&epd)
}

/// Chooses the most interesting positions, each from another game.
fn choose(found: &[Found], count: usize, taken: &mut Vec<u64>) -> anyhow::Result<Vec<Found>> {
    let mut sorted: Vec<&Found> = found.iter().collect();
    sorted.sort_by_key(|one| (Reverse(one.interest), one.game));
    let mut chosen = Vec::new();
    // A few more than needed, as the engine will reject some.
    for few in sorted.chunks(count.div_ceil(2).max(1)) {
        let free: Vec<&&Found> = few.iter().filter(|one| !taken.contains(&one.game)).collect();
        let agreed: Vec<bool> = free.par_iter().map(|one| find::engine_agrees(one)).collect::<anyhow::Result<_>>()?;
        for (one, _) in free.into_iter().zip(agreed).filter(|&(_, agrees)| agrees) {
            if chosen.len() < count && !taken.contains(&one.game) {
                taken.push(one.game);
                chosen.push((*one).clone());
            }
        }
        if chosen.len() == count {
            break;
        }
    }
    Ok(chosen)
}

/// Chooses from the positions found in games.
#[derive(Default)]
struct Chosen {
    mates: Vec<Found>,
    pieces: Vec<Found>,
    only_moves: Vec<Found>,
}

impl Chosen {
    fn of(found: &[Found]) -> anyhow::Result<Chosen> {
        let of = |wanted: &dyn Fn(Claim) -> bool| -> Vec<Found> {
            found.iter().filter(|one| wanted(one.claim)).cloned().collect()
        };
        let mut mates = Vec::new();
        let mut taken = Vec::new();
        // Long mates are rare, so they are chosen first.
        for &(moves, count) in MATES.iter().rev() {
            let chosen = choose(&of(&|claim| claim == Claim::Mate(moves)), count, &mut taken)?;
            mates.splice(0..0, chosen);
        }
        let pieces = choose(&of(&|claim| matches!(claim, Claim::Material { .. })), PIECES, &mut Vec::new())?;
        let only_moves = choose(&of(&|claim| claim == Claim::OnlyMove), ONLY_MOVES, &mut Vec::new())?;
        Ok(Chosen { mates, pieces, only_moves })
    }
}

/// Finds the positions of a variant, and writes or prints them.
fn make(id: &str, games: u64, write: bool) -> anyhow::Result<()> {
    let start = Instant::now();
    let variant = Variant::named(id)?;
    let mut found: Vec<Found> = Vec::new();
    let mut chosen = Chosen::default();
    for round in 0..ROUNDS {
        let numbers = (round * games..(round + 1) * games).into_par_iter();
        let more = numbers.map(|game| find::in_game(variant, game)).collect::<anyhow::Result<Vec<_>>>()?;
        found.extend(more.into_iter().flatten());
        chosen = Chosen::of(&found)?;
        let Chosen { mates, pieces, only_moves } = &chosen;
        let numbers = (mates.len(), pieces.len(), only_moves.len());
        say!("{id}: {} games, {numbers:?} mates, material won, only moves", (round + 1) * games);
        if mates.len() >= LEAST_MATES && pieces.len() >= LEAST_PIECES && only_moves.len() >= LEAST_ONLY_MOVES {
            break;
        }
    }
    let Chosen { mut mates, pieces: mut tactics, only_moves } = chosen;
    tactics.extend(only_moves);
    let threes = mates.iter().filter(|one| one.claim == Claim::Mate(3)).count();
    for (moves, count) in [(3, MATES_IN_THREE.saturating_sub(threes)), (4, MATES_IN_FOUR)] {
        let found = if count == 0 { Vec::new() } else { few::mates_in(moves, variant, MATES_IN_THREE + 2) };
        say!("{id}: {} mates in {moves} with few pieces", found.len());
        mates.extend(choose(&found, count, &mut Vec::new())?);
    }
    for (suite, positions) in [(Suite::Mates, mates), (Suite::Tactics, tactics)] {
        let lines: String = (1..).zip(&positions).map(|(number, found)| line(found, number) + "\n").collect();
        if write {
            suite.write(id, &lines)?;
        } else {
            say!("{}:\n{lines}", suite.name());
        }
    }
    say!("{id}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Why a line of a suite does not hold.
fn fault(line: &str) -> Option<String> {
    let known = epd::split(line).and_then(|parted| {
        // A variant that is not named, or is not known, cannot be in these suites.
        let variant = |parted: &epd::EpdLine| Variant::named(parted.variant()?).ok();
        parted
            .and_then(|parted| Some((variant(&parted)?, parted)))
            .map(|(variant, parted)| parted.read(variant))
            .transpose()
    });
    match known {
        Ok(Some(known)) => prove(&known).err().map(|error| error.to_string()),
        Ok(None) => Some("no position of a variant".to_owned()),
        Err(error) => Some(error.to_string()),
    }
}

/// Proves the lines of a suite, or of one variant in it; returns their number and the faults.
fn check(suite: Suite, only: Option<&str>) -> anyhow::Result<(usize, Vec<String>)> {
    let text = suite.read()?;
    ensure!(text.starts_with(&suite.header()), "{}: the head is another", suite.name());
    let wanted = |line: &&str| match (only, epd::split(line)) {
        (Some(only), Ok(Some(parted))) => parted.variant().is_none_or(|id| id == only),
        _ => true,
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).filter(wanted).collect();
    let doubts = lines.par_iter().filter_map(|line| Some(format!("{}: {line}: {}", suite.name(), fault(line)?)));
    Ok((lines.len(), doubts.collect()))
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let only = options.variant.as_deref();
    if let Some(id) = only {
        ensure!(GAMES.contains(&id), "{id} has no suites; these have: {}", GAMES.join(", "));
    }
    let games = GAMES.iter().filter(|&&id| only.is_none_or(|only| only == id));
    if !options.check {
        for id in games {
            make(id, options.games, options.write)?;
        }
        return Ok(Verdict::Good);
    }
    let mut complaints = 0;
    for suite in Suite::ALL {
        let start = Instant::now();
        let (lines, doubts) = check(suite, only)?;
        for doubt in &doubts {
            say!("{doubt}");
        }
        complaints += doubts.len();
        let seconds = start.elapsed().as_secs_f64();
        say!("{}: {lines} positions, {} doubtful ({seconds:.1} s)", suite.name(), doubts.len());
    }
    Ok(Verdict::of(complaints))
}
