//! `cargo xtask ini`: the variants of a file in the format of Fairy-Stockfish's `variants.ini`, counted by us and by it.

mod pyffish;
mod reasons;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use campione_core::{SplitMix64, Variant, VariantIni};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::random;
use clap::Args as ClapArgs;

use crate::check::Done;
use crate::crosscheck::{Program, SetUp};
use crate::divide::{CastlingStyle, Divide, ours};
use crate::engine::find;
use crate::fairy::Fairy;
use crate::{Verdict, python};
use pyffish::Pyffish;

#[derive(ClapArgs)]
pub(crate) struct Options {
    /// The file of variants; the guide's example file by default
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The Fairy-Stockfish binary that counts; the installed one by default
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// Count with pyffish instead: slower, but a newer version can be installed
    #[arg(long, conflicts_with = "engine")]
    pyffish: bool,
    /// A Python that has pyffish; by default the environment variable `CAMPIONE_PYTHON`, then `python3`
    #[arg(long, value_name = "PYTHON", requires = "pyffish")]
    python: Option<PathBuf>,
    /// Depth of the counts from the start positions, in plies
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Random positions of each variant, counted two plies deep
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: u32,
    /// Fail if Fairy-Stockfish is missing
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let file = options.file.clone().unwrap_or_else(|| crate::root().join("docs/examples/large-boards.ini"));
    let file = fs::canonicalize(&file).with_context(|| file.display().to_string())?;
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let ini = VariantIni::parse(&text).map_err(|faults| anyhow!("{}: {faults}", file.display()))?;
    let mut counter = match Counter::start(options, &file)? {
        Ok(counter) => counter,
        Err(why) => {
            say!("skipped: {why}");
            return Ok(if options.strict { Verdict::Bad } else { Verdict::Good });
        }
    };
    let (mut same, mut different, mut games) = (0, 0, 0);
    let mut refused = Vec::new();
    for name in ini.names() {
        games += 1;
        let variant = match ini.game(name) {
            Some(Ok(variant)) => variant,
            Some(Err(faults)) => {
                refused.push((name, reasons::of(&faults)));
                continue;
            }
            None => continue,
        };
        match compare(&mut counter, name, variant, options)? {
            Compared::Unknown(why) => say!("{name}: skipped: {why}"),
            Compared::Same(text) => {
                say!("{name}: {text}");
                same += 1;
            }
            Compared::Different(lines) => {
                say!("{name}: DIFFERENT\n  {}", lines.join("\n  "));
                different += 1;
            }
        }
    }
    if !refused.is_empty() {
        say!("{} of {games} variants can be played here; the others have", games - refused.len());
        for (reason, games) in reasons::grouped(&refused) {
            say!("  {reason} ({}): {}", games.len(), games.join(", "));
        }
    }
    say!("{same} variants agree, {different} do not");
    Ok(Verdict::of(different + usize::from(same == 0)))
}

/// The program that counts for comparison.
enum Counter {
    Engine(Box<Fairy>),
    Module { pyffish: Pyffish, name: String, random: bool, fen: String },
}

impl Counter {
    /// Starts it with the variants of a file; the inner error says why it cannot be started.
    fn start(options: &Options, file: &Path) -> anyhow::Result<Result<Counter, String>> {
        if options.pyffish {
            let python = python::python(options.python.as_deref());
            if let Some(Done::Skipped(why)) = python::lacks(&python, "pyffish") {
                return Ok(Err(format!("{why} (`pip install pyffish` brings it)")));
            }
            let pyffish = Pyffish::start(&python, file)?;
            return Ok(Ok(Counter::Module { pyffish, name: String::new(), random: false, fen: String::new() }));
        }
        let Some(program) = options.engine.clone().or_else(|| find("fairy-stockfish")) else {
            let why = "fairy-stockfish is not installed (on Debian: apt-get install fairy-stockfish)";
            return Ok(Err(why.to_owned()));
        };
        Ok(Ok(Counter::Engine(Box::new(Fairy::with_games(&program, &[], file)?))))
    }

    fn has(&mut self, game: &str) -> anyhow::Result<bool> {
        match self {
            Counter::Engine(fairy) => fairy.has(game),
            Counter::Module { pyffish, .. } => Ok(pyffish.has(game)),
        }
    }

    /// Chooses a variant, with castling as in Chess960 or not.
    fn choose(&mut self, game: &str, from_any_array: bool) -> anyhow::Result<()> {
        match self {
            Counter::Engine(fairy) => fairy.choose_named(game, from_any_array)?,
            Counter::Module { name, random, .. } => (*name, *random) = (game.to_owned(), from_any_array),
        }
        Ok(())
    }

    fn set_up(&mut self, sent: &str) -> anyhow::Result<SetUp> {
        match self {
            Counter::Engine(fairy) => fairy.set_up_fen(sent),
            Counter::Module { fen, .. } => {
                sent.clone_into(fen);
                Ok(SetUp::Done)
            }
        }
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Divide> {
        match self {
            Counter::Engine(fairy) => fairy.divide(depth),
            Counter::Module { pyffish, name, random, fen } => pyffish.divide(name, *random, fen, depth),
        }
    }
}

/// The result for one variant.
enum Compared {
    /// The program does not have the variant.
    Unknown(&'static str),
    /// All counts agree.
    Same(String),
    /// These counts differ.
    Different(Vec<String>),
}

/// Counts one variant of the file.
fn compare(counter: &mut Counter, name: &str, variant: Variant, options: &Options) -> anyhow::Result<Compared> {
    if !counter.has(name)? {
        return Ok(Compared::Unknown("the program did not accept it from the file"));
    }
    let is_old = matches!(counter, Counter::Engine(fairy) if fairy.version.starts_with("Fairy-Stockfish 11"));
    if is_old && (!variant.spec().pawn.long_steps.is_empty() || variant.spec().promotion.to.is_empty()) {
        return Ok(Compared::Unknown("this version supports neither longer pawn steps nor pawns without promotion"));
    }
    let random = variant.has_random_arrays() || variant.king_takes_rook();
    counter.choose(name, random)?;
    let style = if random { CastlingStyle::KingTakesRook } else { CastlingStyle::KingMove };
    let start = Position::start(variant);
    let mut positions = vec![(start, options.depth)];
    let mut numbers = SplitMix64::new(1);
    for _ in 0..options.positions {
        let walked = random::walk(&start, 10..=130, &mut numbers);
        positions.extend(walked.map(|game| (*game.position(), 2)));
    }
    let mut differences = Vec::new();
    let mut nodes = 0;
    for (index, (position, depth)) in positions.iter().enumerate() {
        let fen = Dialect::Fairy.write(position, random)?;
        let set_up = counter.set_up(&fen)?;
        if index == 0 && set_up != SetUp::Done {
            return Ok(Compared::Unknown("this version does not know its pieces"));
        }
        let theirs = counter.divide(*depth)?;
        let ours = ours(position, *depth, style);
        nodes = if index == 0 { ours.nodes } else { nodes };
        if ours.nodes != theirs.nodes {
            differences.push(format!("{fen} depth {depth}: {} here, {} there", ours.nodes, theirs.nodes));
            differences.extend(ours.differences(&theirs, "Fairy-Stockfish"));
        }
    }
    Ok(if differences.is_empty() {
        Compared::Same(format!("{nodes} at depth {}, and {} random positions", options.depth, positions.len() - 1))
    } else {
        Compared::Different(differences)
    })
}
