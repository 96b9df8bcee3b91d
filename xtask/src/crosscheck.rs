//! `cargo xtask crosscheck`: our counts compared with those of other programs.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use campione_core::Variant;
use campione_movegen::{Position, perft};
use campione_notation::fen;
use clap::Args;
use rayon::prelude::*;

use crate::divide::{CastlingStyle, Divide, ours};
use crate::engine::find;
use crate::fairy::Fairy;
use crate::games::{Known, KnownGame};
use crate::perft::slow_count;
use crate::positions::{from_play, from_suites};
use crate::sjaak::Sjaak;
use crate::{Usage, Verdict};

/// Above this many nodes, random positions are counted one ply less deep.
const MOST_NODES: u128 = 3_000_000;

/// The programs that are looked for.
pub(crate) const PROGRAMS: [&str; 2] = ["fairy-stockfish", "sjaakii"];

#[derive(Args)]
pub(crate) struct Options {
    /// Random positions of each variant, besides the start position
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: u32,
    /// Depth to count, in plies
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Seed of the random play
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Count the positions of the committed suites too
    #[arg(long)]
    suites: bool,
    /// Only these variants
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    variant: Vec<String>,
    /// Only this program
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// Compare with our own slow generator too, in every variant
    #[arg(long)]
    slow: bool,
}

/// Another program that counts.
pub(crate) trait Program {
    /// Its name and version.
    fn version(&mut self) -> anyhow::Result<String>;
    /// The variants that it can count.
    fn games(&self) -> &'static [KnownGame];
    /// Its own variants that are similar to ours but not the same: they are compared for speed, not for counts.
    fn kin(&self) -> &'static [KnownGame];
    /// How it writes castlings, in the chosen variant.
    fn style(&self) -> CastlingStyle;
    /// Chooses a variant; false if it has none of that name.
    fn choose(&mut self, game: &KnownGame) -> anyhow::Result<bool>;
    /// A position of that variant in the program's dialect of FEN; `None` if the dialect cannot express it.
    fn fen(&self, position: &Position) -> Option<String>;
    /// Sets up a position of that variant, in the program's dialect, and reads it back.
    fn set_up_fen(&mut self, fen: &str) -> anyhow::Result<SetUp>;
    /// Sets up a position of that variant and reads it back.
    fn set_up(&mut self, position: &Position) -> anyhow::Result<SetUp> {
        self.fen(position).map_or(Ok(SetUp::Unsayable), |fen| self.set_up_fen(&fen))
    }
    /// Sets up the program's own start position of the chosen variant.
    fn set_up_own_start(&mut self) -> anyhow::Result<()>;
    /// Counts from the position that is set up.
    fn divide(&mut self, depth: u32) -> anyhow::Result<Divide>;
    /// Whether it counts all smaller depths before the one asked for.
    fn deepens(&self) -> bool;
}

/// Whether a program has set up the position sent. Many silently drop what they do not understand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SetUp {
    /// Yes.
    Done,
    /// No, it has this position instead.
    Different(String),
    /// Its FEN cannot express the position.
    Unsayable,
    /// It does not print its position.
    Untold,
}

impl SetUp {
    /// Compares the first fields of the FEN sent and the FEN read back, the third in any order.
    pub(crate) fn compare(sent: &str, read: &str, fields: usize) -> SetUp {
        let key = |fen: &str| -> Vec<Vec<char>> {
            let fields = fen.split_ascii_whitespace().take(fields).enumerate();
            fields
                .map(|(index, field)| {
                    let mut letters: Vec<char> = field.chars().collect();
                    if index == 2 {
                        letters.sort_unstable();
                    }
                    letters
                })
                .collect()
        };
        if key(sent) == key(read) { SetUp::Done } else { SetUp::Different(read.to_owned()) }
    }
}

/// The result of comparing one variant.
#[derive(Default)]
struct Tally {
    agreed: u32,
    /// Of these, the positions in which the omitted rules make no difference.
    full: u32,
    nodes: u128,
    /// Positions that the program's FEN cannot express.
    unsayable: u32,
    differences: u32,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    for id in &options.variant {
        Variant::named(id).map_err(|unknown| Usage(anyhow!("--variant: {unknown}")))?;
    }
    if let Some(program) = options.program.as_deref().filter(|program| !PROGRAMS.contains(program)) {
        return Err(Usage(anyhow!("--program {program}: expected {}", PROGRAMS.join(" or "))).into());
    }
    let folder = tempfile::tempdir().context("a folder for descriptions of variants")?;
    let mut differences = 0;
    if options.slow {
        say!("the slow generator:");
        for id in Variant::ids().filter(|&id| is_asked(id, options)) {
            differences += compare_slow(id, options).with_context(|| id.to_owned())?;
        }
    }
    for name in PROGRAMS {
        if options.program.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let Some(path) = find(name) else {
            say!("skipped: {name} is not installed");
            continue;
        };
        say!("{name}: {}", path.display());
        differences += compare(name, &path, folder.path(), options).with_context(|| name.to_owned())?;
    }
    Ok(Verdict::of(differences as usize))
}

/// Starts one of [`PROGRAMS`], or another UCI engine.
pub(crate) fn start(name: &str, path: &Path, args: &[&Path], folder: &Path) -> anyhow::Result<Box<dyn Program>> {
    Ok(match name {
        "sjaakii" => Box::new(Sjaak::start(path, folder)?),
        _ => Box::new(Fairy::start(path, args, folder)?),
    })
}

/// Starts a program and compares all its variants; returns the number of differences.
fn compare(name: &str, path: &Path, folder: &Path, options: &Options) -> anyhow::Result<u32> {
    let mut program = start(name, path, &[], folder)?;
    let mut differences = 0;
    for game in program.games() {
        if is_asked(game.id, options) {
            differences += compare_game(name, program.as_mut(), game, options).with_context(|| game.id.to_owned())?;
        }
    }
    Ok(differences)
}

fn is_asked(id: &str, options: &Options) -> bool {
    options.variant.is_empty() || options.variant.iter().any(|asked| asked == id)
}

/// Each variant has a seed of its own, so that the choice of variants does not change the positions.
fn seed(id: &str, options: &Options) -> u64 {
    id.bytes().fold(options.seed, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)))
}

/// Compares a variant with our slow generator; returns the number of differences.
fn compare_slow(id: &str, options: &Options) -> anyhow::Result<u32> {
    let variant = Variant::named(id)?;
    let mut positions = from_play(variant, options.positions, seed(id, options))?;
    if options.suites {
        positions.extend(from_suites(variant, variant)?);
    }
    let counts: Vec<(u128, u128)> = positions
        .par_iter()
        .enumerate()
        .map(|(number, position)| {
            let depth = depth(position, number, options);
            Ok((perft(position, depth), slow_count(id, &fen::write(position), depth)?))
        })
        .collect::<anyhow::Result<_>>()?;
    let mut differences = 0;
    for (position, (ours, slow)) in positions.iter().zip(&counts).filter(|(_, (ours, slow))| ours != slow) {
        differences += 1;
        say!("  {id}: {}: we count {ours}, the slow generator {slow}", fen::write(position));
    }
    let nodes: u128 = counts.iter().map(|(ours, _)| ours).sum();
    let told = if differences == 0 { String::new() } else { format!(", {differences} DIFFER") };
    say!("  {id}: {} positions, {nodes} nodes{told}", positions.len());
    Ok(differences)
}

fn compare_game(name: &str, program: &mut dyn Program, game: &KnownGame, options: &Options) -> anyhow::Result<u32> {
    let (shared, full) = (game.shared()?, game.full()?);
    if !program.choose(game)? {
        say!("  {}: skipped: it does not know this variant", game.id);
        return Ok(0);
    }
    let mut tally = Tally::default();
    let mut positions = from_play(shared, options.positions, seed(game.id, options))?;
    if options.suites {
        positions.extend(from_suites(full, shared)?);
    }
    for (number, position) in positions.iter().enumerate() {
        match program.set_up(position)? {
            SetUp::Done => check(name, program, position, full, depth(position, number, options), &mut tally)?,
            SetUp::Unsayable => tally.unsayable += 1,
            SetUp::Untold => bail!("it does not print its position"),
            // The program's version may be too old for our description.
            SetUp::Different(read) if number == 0 && game.known == Known::Described => {
                say!("  {}: skipped: it cannot play this, and reads the start position as {read}", game.id);
                return Ok(0);
            }
            SetUp::Different(read) => {
                tally.differences += 1;
                say!("  {}: {}: {name} reads {read}", game.id, fen::write(position));
            }
        }
    }
    let Tally { agreed, full, nodes, unsayable, differences } = tally;
    let confirmed =
        if game.left_out.is_empty() { String::new() } else { format!(", {full} of them under the full rules") };
    let skipped = if unsayable == 0 { String::new() } else { format!(", {unsayable} cannot be expressed in its FEN") };
    say!(
        "  {}{}: {agreed} positions agree, {nodes} nodes{confirmed}{skipped}{}",
        game.id,
        game.note(),
        if differences == 0 { String::new() } else { format!(", {differences} DIFFER") }
    );
    Ok(differences)
}

fn depth(position: &Position, number: usize, options: &Options) -> u32 {
    if number > 0 && options.depth > 1 && perft(position, options.depth) > MOST_NODES {
        options.depth - 1
    } else {
        options.depth
    }
}

/// Compares one position.
fn check(
    name: &str,
    program: &mut dyn Program,
    position: &Position,
    full: Variant,
    depth: u32,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let ours = ours(position, depth, program.style());
    let theirs = program.divide(depth)?;
    let differences = ours.differences(&theirs, name);
    if ours.nodes == theirs.nodes && differences.is_empty() {
        tally.agreed += 1;
        tally.nodes += ours.nodes;
        let same = Position::new(&position.setup(), full).is_ok_and(|same| perft(&same, depth) == ours.nodes);
        tally.full += u32::from(same);
        return Ok(());
    }
    tally.differences += 1;
    say!("  {}: {}: depth {depth}: we count {}, {name} {}", full.id(), fen::write(position), ours.nodes, theirs.nodes);
    for line in differences {
        say!("    {line}");
    }
    Ok(())
}
