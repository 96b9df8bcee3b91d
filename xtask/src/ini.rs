//! `cargo xtask ini`: the games of a file in the form of Fairy-Stockfish's `variants.ini`, counted by us and by it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use campione_core::{SplitMix64, Variant, VariantIni};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::random;
use clap::Args as ClapArgs;

use crate::Verdict;
use crate::divide::{CastlingStyle, ours, read_uci};
use crate::engine::{Engine, find};
use crate::fairy::variants;

/// For an answer that needs no counting.
const SHORT: Duration = Duration::from_secs(20);
/// For a count.
const LONG: Duration = Duration::from_secs(600);

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
    let mut peer = Peer::start(&program, &file)?;
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
        match peer.compare(name, &variant, options)? {
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
    Unknown(String),
    /// All counts agree.
    Same(String),
    /// These do not.
    Different(Vec<String>),
}

/// The other program.
struct Peer {
    engine: Engine,
    games: Vec<String>,
}

impl Peer {
    fn start(program: &Path, file: &Path) -> anyhow::Result<Peer> {
        let mut engine = Engine::start(program, &[])?;
        engine.ask("uci", SHORT, |line| line == "uciok")?;
        engine.send(&format!("setoption name VariantPath value {}", file.display()));
        engine.send("setoption name Use NNUE value false");
        engine.ask("isready", SHORT, |line| line == "readyok")?;
        // Asked again, it lists the games of the file too.
        let games = variants(&engine.ask("uci", SHORT, |line| line == "uciok")?);
        Ok(Peer { engine, games })
    }

    fn compare(&mut self, name: &str, variant: &Variant, options: &Options) -> anyhow::Result<Compared> {
        if !self.games.iter().any(|known| known == name) {
            return Ok(Compared::Unknown("the program has not taken it from the file".to_owned()));
        }
        self.engine.send(&format!("setoption name UCI_Variant value {name}"));
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
            self.engine.send(&format!("position fen {fen}"));
            self.engine.send("d");
            let lines = self.engine.ask("isready", SHORT, |line| line == "readyok")?;
            let placement = |text: &str| text.split([' ', '[']).next().unwrap_or_default().to_owned();
            let read = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).map(placement);
            if index == 0 && read.as_ref() != Some(&placement(&fen)) {
                return Ok(Compared::Unknown("this version does not know its men".to_owned()));
            }
            let lines =
                self.engine.ask(&format!("go perft {depth}"), LONG, |line| line.starts_with("Nodes searched"))?;
            let theirs = read_uci(&lines).ok_or_else(|| anyhow!("the answer to `go perft` cannot be read"))?;
            let ours = ours(position, *depth, CastlingStyle::KingMove);
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
}
