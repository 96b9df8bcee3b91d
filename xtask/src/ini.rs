//! `cargo xtask ini`: the variants of a file in the format of Fairy-Stockfish's `variants.ini`, counted by us and by it.

mod pyffish;
mod reasons;

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use campione_core::{SplitMix64, Variant};
use campione_driver::peers::Opened;
use campione_driver::{
    Counter, CounterOptions, EngineCommand, EngineNotation, Letters, OpenError, Patience, Protocol, Setting, find,
};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::random;
use campione_variants::VariantIni;
use clap::Args as ClapArgs;

use crate::check::Done;
use crate::crosscheck::{self, compared};
use crate::{Verdict, python};
use pyffish::{InVariant, Pyffish};

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
    let program = match Program::start(options, &file)? {
        Ok(program) => program,
        Err(why) => {
            say!("skipped: {why}");
            return Ok(if options.strict { Verdict::Bad } else { Verdict::Good });
        }
    };
    let (mut same, mut different, mut games) = (0, 0, 0);
    let mut refused = Vec::new();
    for name in ini.names() {
        games += 1;
        let variant = match ini.variant(name) {
            Some(Ok(variant)) => variant,
            Some(Err(faults)) => {
                refused.push((name, reasons::of(&faults)));
                continue;
            }
            None => continue,
        };
        match compare(&program, name, variant, options)? {
            Compared::Unknown(why) => say!("{name}: left out: {why}"),
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
enum Program {
    /// A UCI engine, and the file with the variants.
    Engine(EngineCommand, PathBuf),
    Module(Rc<RefCell<Pyffish>>),
}

impl Program {
    /// Starts it with the variants of a file; the inner error says why it cannot be started.
    fn start(options: &Options, file: &Path) -> anyhow::Result<Result<Program, String>> {
        if options.pyffish {
            let python = python::python(options.python.as_deref());
            if let Some(Done::Skipped(why)) = python::lacks(&python, "pyffish") {
                return Ok(Err(format!("{why} (`pip install pyffish` brings it)")));
            }
            return Ok(Ok(Program::Module(Rc::new(RefCell::new(Pyffish::start(&python, file)?)))));
        }
        let Some(program) = options.engine.clone().or_else(|| find("fairy-stockfish")) else {
            let why = "fairy-stockfish is not installed (on Debian: apt-get install fairy-stockfish)";
            return Ok(Err(why.to_owned()));
        };
        let command = EngineCommand::new(vec![program.display().to_string()])?;
        Ok(Ok(Program::Engine(command, file.to_owned())))
    }

    /// Opens a variant, with castling as in Chess960 or not; `None` if the program does not have it.
    fn open(&self, name: &str, variant: Variant, chess960: bool) -> anyhow::Result<Option<Opened>> {
        let counter: Box<dyn Counter> = match self {
            Program::Engine(command, file) => {
                let options = CounterOptions {
                    protocol: Some(Protocol::Uci),
                    variant_name: Some(name.to_owned()),
                    chess960: Some(chess960),
                    settings: vec![Setting { name: "VariantPath".to_owned(), value: file.display().to_string() }],
                    ..CounterOptions::default()
                };
                match campione_driver::open(command, variant, &options, Patience::default()) {
                    Ok(mut counter) => {
                        // After this it has the time of a long count.
                        counter.divide(1)?;
                        counter
                    }
                    Err(OpenError::Variant(_)) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
            }
            Program::Module(pyffish) if pyffish.borrow().has(name) => {
                let (pyffish, name) = (pyffish.clone(), name.to_owned());
                Box::new(InVariant { pyffish, name, chess960, fen: String::new() })
            }
            Program::Module(_) => return Ok(None),
        };
        Ok(Some(Opened::new(counter, EngineNotation::new(Letters::default(), None, variant), chess960)))
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
fn compare(program: &Program, name: &str, variant: Variant, options: &Options) -> anyhow::Result<Compared> {
    let chess960 = variant.has_random_arrays() || variant.king_takes_rook();
    let Some(mut opened) = program.open(name, variant, chess960)? else {
        return Ok(Compared::Unknown("the program did not accept it from the file"));
    };
    let is_old = opened.version().starts_with("Fairy-Stockfish 11");
    if is_old && (!variant.spec().pawn.long_steps.is_empty() || variant.spec().promotion.to.is_empty()) {
        return Ok(Compared::Unknown("this version supports neither longer pawn steps nor pawns without promotion"));
    }
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
        let fen = Dialect::Fairy.write(position, chess960)?;
        if opened.set_up(&fen)?.is_some() && index == 0 {
            return Ok(Compared::Unknown("this version does not know its pieces"));
        }
        let found = compared(&mut opened, position, *depth)?;
        nodes = if index == 0 { found.nodes.0 } else { nodes };
        if found.differs() {
            differences.push(format!("{fen} depth {depth}: {} here, {} there", found.nodes.0, found.nodes.1));
            differences.extend(crosscheck::differences(&found, position, "Fairy-Stockfish"));
        }
    }
    Ok(if differences.is_empty() {
        Compared::Same(format!("{nodes} at depth {}, and {} random positions", options.depth, positions.len() - 1))
    } else {
        Compared::Different(differences)
    })
}
