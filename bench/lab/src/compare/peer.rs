//! Another program, a new process for every run.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use campione_core::Variant;
use campione_driver::find;
use campione_driver::peers::{KnownVariant, PeerProgram};
use campione_movegen::{Position, perft};
use campione_variants::Known;

use super::contest::Side;
use super::statistics::Timing;

/// A program that is there.
pub(crate) struct Peer {
    name: String,
    path: PathBuf,
    args: Vec<String>,
}

/// Whether a program can be compared in a game.
pub(crate) enum Readiness<'a> {
    /// It can.
    Ready(Box<Rival<'a>>),
    /// It cannot, for this reason.
    Skipped(String),
}

impl Peer {
    /// A program that `crosscheck` knows.
    pub(crate) fn new(name: &str, path: PathBuf) -> Peer {
        Peer { name: name.to_owned(), path, args: Vec::new() }
    }

    /// A program and its arguments, separated by spaces.
    pub(crate) fn from_command(command: &str) -> anyhow::Result<Peer> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or_else(|| anyhow!("no program is named"))?;
        let path = if Path::new(&program).components().count() > 1 {
            Path::new(&program).canonicalize().with_context(|| program.clone())?
        } else {
            find(&program).ok_or_else(|| anyhow!("{program} is not installed"))?
        };
        Ok(Peer { name: command.to_owned(), path, args: words.collect() })
    }

    /// How the user calls it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How it calls itself.
    pub(crate) fn version(&self, folder: &Path) -> anyhow::Result<String> {
        Ok(self.program(folder)?.version()?)
    }

    fn program(&self, folder: &Path) -> anyhow::Result<PeerProgram> {
        Ok(PeerProgram::at(&self.path, &self.args, folder)?)
    }

    /// Finds out whether it plays a game by all our rules, or has one like it.
    pub(crate) fn ready<'a>(&'a self, id: &str, folder: &'a Path) -> anyhow::Result<Readiness<'a>> {
        let program = self.program(folder)?;
        let same = program.variants().find(|known| known.id == id && known.is_full());
        let kin = program.kin().find(|known| known.id == id);
        let Some(known) = same.or(kin) else {
            return Ok(Readiness::Skipped("it does not play this by all our rules".to_owned()));
        };
        let Some(mut opened) = program.open(known)? else {
            return Ok(Readiness::Skipped("it does not know this variant".to_owned()));
        };
        let variant = known.full();
        if same.is_some() {
            let Some(fen) = opened.fen(&Position::start(variant)) else {
                return Ok(Readiness::Skipped("its FEN cannot express the start position".to_owned()));
            };
            if let Some(read) = opened.set_up(&fen)? {
                return Ok(Readiness::Skipped(format!("it reads the start position as {read}")));
            }
        }
        Ok(Readiness::Ready(Box::new(Rival { peer: self, folder, known, variant, same: same.is_some() })))
    }
}

/// A program in one game.
pub(crate) struct Rival<'a> {
    peer: &'a Peer,
    folder: &'a Path,
    known: KnownVariant,
    variant: Variant,
    /// Whether it plays by our rules, from our start position.
    same: bool,
}

impl Rival<'_> {
    /// The game that it plays instead of ours, as text in parentheses; empty when it plays the same.
    pub(crate) fn note(&self) -> String {
        match self.known.known {
            Known::As(name) | Known::Random(name) if !self.same => format!(" (`{name}`, other rules)"),
            _ => String::new(),
        }
    }
}

impl Side for Rival<'_> {
    fn run(&self, depth: u32) -> anyhow::Result<Timing> {
        let position = Position::start(self.variant);
        let begin = Instant::now();
        let program = self.peer.program(self.folder)?;
        let mut opened = program.open(self.known)?.context("it no longer knows the variant")?;
        if self.same {
            opened.set_up(&opened.fen(&position).context("its FEN cannot express the start position")?)?;
        } else {
            opened.set_up_start()?;
        }
        let divide = opened.divide(depth)?;
        let mut nodes = divide.total.unwrap_or_else(|| divide.sum());
        let seconds = begin.elapsed().as_secs_f64();
        if self.same {
            let ours = perft(&position, depth);
            ensure!(nodes == ours, "at depth {depth} it counts {nodes} nodes, we {ours}");
        }
        if program.deepens() {
            nodes += (1..depth).map(|depth| perft(&position, depth)).sum::<u128>();
        }
        Ok(Timing { nodes, seconds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert!(Peer::from_command("  ").is_err());
        let error = Peer::from_command("no-program-of-this-name -x").err().unwrap();
        assert_eq!(error.to_string(), "no-program-of-this-name is not installed");
        let Ok(peer) = Peer::from_command("cat -u  -") else { return };
        assert_eq!((peer.name(), peer.args.join(",")), ("cat -u  -", "-u,-".to_owned()));
    }
}
