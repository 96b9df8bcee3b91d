//! `cargo xtask ini`: the games of a file in the form of Fairy-Stockfish's `variants.ini`, counted by us and by it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use campione_core::{SplitMix64, Variant, VariantIni};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::random;
use clap::Args as ClapArgs;

use crate::Verdict;
use crate::crosscheck::{Program, SetUp};
use crate::divide::ours;
use crate::engine::find;
use crate::fairy::Fairy;

#[derive(ClapArgs)]
pub(crate) struct Options {
    /// The file of games; that of the guide unless given
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The Fairy-Stockfish that counts; the one installed unless given
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// Plies to count from the start positions
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Random positions of each game, counted two plies deep
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: u32,
    /// Fail where Fairy-Stockfish is missing
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let Some(program) = options.engine.clone().or_else(|| find("fairy-stockfish")) else {
        say!("skipped: fairy-stockfish is not installed (on Debian: apt-get install fairy-stockfish)");
        return Ok(if options.strict { Verdict::Bad } else { Verdict::Good });
    };
    let file = options.file.clone().unwrap_or_else(|| crate::root().join("docs/examples/large-boards.ini"));
    let file = fs::canonicalize(&file).with_context(|| file.display().to_string())?;
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let ini = VariantIni::parse(&text).map_err(|faults| anyhow!("{}: {faults}", file.display()))?;
    let mut fairy = Fairy::with_games(&program, &[], &file)?;
    let (mut same, mut different) = (0, 0);
    for name in ini.names() {
        let variant = match ini.game(name) {
            Some(Ok(variant)) => variant,
            Some(Err(faults)) => {
                say!("{name}: cannot be expressed: {faults}");
                continue;
            }
            None => continue,
        };
        match compare(&mut fairy, name, &variant, options)? {
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
    say!("{same} games agree, {different} do not");
    Ok(Verdict::of(different + usize::from(same == 0)))
}

/// What came out for one game.
enum Compared {
    /// The program does not have it.
    Unknown(&'static str),
    /// All counts agree.
    Same(String),
    /// These do not.
    Different(Vec<String>),
}

/// Counts one game of the file.
fn compare(fairy: &mut Fairy, name: &str, variant: &Variant, options: &Options) -> anyhow::Result<Compared> {
    if !fairy.has(name)? {
        return Ok(Compared::Unknown("the program has not taken it from the file"));
    }
    fairy.choose_named(name, false)?;
    let start = Position::start(variant);
    let mut positions = vec![(start, options.depth)];
    let mut random = SplitMix64::new(1);
    for _ in 0..options.positions {
        let walked = random::walk(&start, 10..=130, &mut random);
        positions.extend(walked.map(|(position, _)| (position, 2)));
    }
    let mut differences = Vec::new();
    let mut nodes = 0;
    for (index, (position, depth)) in positions.iter().enumerate() {
        let fen = Dialect::Fairy.write(position, false)?;
        let set_up = fairy.set_up_fen(&fen)?;
        if index == 0 && set_up != SetUp::Done {
            return Ok(Compared::Unknown("this version does not know its men"));
        }
        let theirs = fairy.divide(*depth)?;
        let ours = ours(position, *depth, fairy.style());
        nodes = if index == 0 { ours.nodes } else { nodes };
        if ours.nodes != theirs.nodes {
            differences.push(format!("{fen} depth {depth}: {} here, {} there", ours.nodes, theirs.nodes));
            differences.extend(ours.differences(&theirs, "Fairy-Stockfish"));
        }
    }
    Ok(if differences.is_empty() {
        Compared::Same(format!("{nodes} at depth {}, and {} random positions", options.depth, options.positions))
    } else {
        Compared::Different(differences)
    })
}
