//! The contestants: how the command line names an engine, and how it is started.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::own::Own;
use super::pace::Pace;
use super::player::Player;
use super::revision::Revision;
use super::source::VariantSource;
use super::uci::Uci;
use super::xboard::Xboard;
use crate::engine::find;
use anyhow::{Context, bail};

/// An option of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok(Setting { name: name.trim().to_owned(), value: value.to_owned() })
            }
            _ => Err(format!("`{text}` is not of the form NAME=VALUE")),
        }
    }
}

/// An engine as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `own`: our engine, in this process.
    Own,
    /// `rev:` and a commit: our engine at that commit.
    Revision(String),
    /// The command of a UCI engine.
    Uci(Vec<String>),
    /// `xboard:` and the command of an `XBoard` engine.
    Xboard(Vec<String>),
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        if text == "own" {
            return Ok(Kind::Own);
        }
        let (xboard, command) = match text.split_once(':') {
            Some(("rev", "")) => return Err("`rev:` has no commit".to_owned()),
            Some(("rev", commit)) => return Ok(Kind::Revision(commit.to_owned())),
            Some(("xboard", command)) => (true, command),
            Some(("uci", command)) => (false, command),
            _ => (false, text),
        };
        let words = shlex::split(command).ok_or_else(|| format!("a quote in `{command}` does not end"))?;
        if words.is_empty() {
            return Err(format!("`{text}` has no command"));
        }
        Ok(if xboard { Kind::Xboard(words) } else { Kind::Uci(words) })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, words) = match self {
            Kind::Own => return f.write_str("own"),
            Kind::Revision(commit) => return write!(f, "rev:{commit}"),
            Kind::Uci(words) => ("", words),
            Kind::Xboard(words) => ("xboard:", words),
        };
        let words = words.iter().map(String::as_str);
        write!(f, "{prefix}{}", shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" ")))
    }
}

/// An engine with its settings for the match.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contestant {
    pub(crate) kind: Kind,
    /// The binary of a revision, once it is known.
    pub(crate) binary: Option<PathBuf>,
    pub(crate) pace: Pace,
    pub(crate) options: Vec<Setting>,
    /// Its name for the variant, if the user gives one.
    pub(crate) game_name: Option<String>,
    /// Size of its table in mebibytes.
    pub(crate) hash: usize,
    /// Whether it should send its thinking, if that can be switched off.
    pub(crate) post: bool,
}

/// A program to start.
pub(crate) struct Program<'a> {
    pub(crate) path: PathBuf,
    pub(crate) args: Vec<String>,
    pub(crate) game: &'a VariantSource,
    pub(crate) game_name: Option<&'a str>,
    pub(crate) options: &'a [Setting],
    pub(crate) hash: usize,
}

impl Contestant {
    /// Whether its faults are ours, because it is our engine.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self.kind, Kind::Own | Kind::Revision(_))
    }

    /// Its name, for people and in PGN.
    pub(crate) fn name(&self) -> String {
        self.kind.to_string()
    }

    /// Prepares it, which may take long: a revision is built, and then named by its hash.
    pub(crate) fn prepare(&mut self) -> anyhow::Result<()> {
        if let Kind::Revision(commit) = &mut self.kind {
            let revision = Revision::find(commit).with_context(|| format!("rev:{commit}"))?;
            revision.short().clone_into(commit);
            self.binary = Some(revision.binary);
        }
        Ok(())
    }

    /// Starts it.
    pub(crate) fn start(&self, game: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        self.started(game).with_context(|| self.name())
    }

    fn started(&self, game: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        if self.is_ours()
            && let Some(name) = &self.game_name
        {
            bail!("our engine knows all variants by their ids: it does not take `{name}`");
        }
        Ok(match &self.kind {
            Kind::Own => Box::new(Own::start(self.hash, &self.options, self.pace)?),
            Kind::Revision(_) => {
                let path = self.binary.clone().context("it has not been built")?;
                Box::new(Uci::start(&self.program(path, vec!["uci".to_owned()], game), self.pace)?)
            }
            Kind::Uci(words) => {
                let (path, args) = command(words)?;
                Box::new(Uci::start(&self.program(path, args, game), self.pace)?)
            }
            Kind::Xboard(words) => {
                let (path, args) = command(words)?;
                Box::new(Xboard::start(&self.program(path, args, game), self.pace, self.post)?)
            }
        })
    }

    fn program<'a>(&'a self, path: PathBuf, args: Vec<String>, game: &'a VariantSource) -> Program<'a> {
        let game_name = self.game_name.as_deref();
        Program { path, args, game, game_name, options: &self.options, hash: self.hash }
    }
}

/// Splits a command into its program and arguments.
fn command(words: &[String]) -> anyhow::Result<(PathBuf, Vec<String>)> {
    let Some((program, args)) = words.split_first() else { bail!("there is no command") };
    let path = if program.contains(std::path::is_separator) {
        let path = std::path::absolute(Path::new(program)).with_context(|| program.clone())?;
        path.is_file().then_some(path)
    } else {
        find(program)
    };
    let path = path.with_context(|| format!("`{program}` is not installed or not executable"))?;
    Ok((path, args.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_and_write() {
        for text in ["own", "rev:HEAD~3", "fairy-stockfish", "xboard:sjaakii -xboard", "./mine --book 'a b'"] {
            assert_eq!(text.parse::<Kind>().unwrap().to_string(), text);
        }
        assert_eq!("uci:own".parse::<Kind>().unwrap(), Kind::Uci(vec!["own".to_owned()]));
        for text in ["", "rev:", "xboard:", "mine 'a"] {
            assert!(text.parse::<Kind>().is_err(), "{text}");
        }
        assert!("Hash".parse::<Setting>().is_err() && "=1".parse::<Setting>().is_err());
    }
}
