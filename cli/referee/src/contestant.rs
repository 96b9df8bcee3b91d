//! The contestants: how an engine is named, and how it is started.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};
use campione_core::internal::one_of;
use campione_driver::{CommandFault, EngineCommand, Patience, Protocol, Setting};

use super::own::Own;
use super::player::Player;
use super::settings::EngineSettings;
use super::source::VariantSource;
use super::uci::UciPlayer;
use super::xboard::XboardPlayer;

/// An engine, as it is named.
///
/// ```
/// use campione_referee::EngineKind;
/// let kind: EngineKind = "xboard:sjaakii -xboard".parse()?;
/// assert!(matches!(kind, EngineKind::Xboard(_)));
/// assert_eq!("own".parse(), Ok(EngineKind::Own));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// `own`: our engine, in this process.
    Own,
    /// The command of a UCI engine.
    Uci(EngineCommand),
    /// `xboard:` and the command of an `XBoard` engine.
    Xboard(EngineCommand),
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineKind, String> {
        if text == "own" {
            return Ok(EngineKind::Own);
        }
        let (protocol, command) = Protocol::split(text).map_err(|fault| format!("`{text}`: {fault}"))?;
        let command = command.parse().map_err(|fault: CommandFault| format!("`{text}`: {fault}"))?;
        match protocol {
            None | Some(Protocol::Uci) => Ok(EngineKind::Uci(command)),
            Some(Protocol::Xboard) => Ok(EngineKind::Xboard(command)),
            Some(Protocol::Template) => {
                let players = Protocol::ALL.into_iter().filter(|&protocol| protocol != Protocol::Template);
                let players: Vec<&str> = players.map(Protocol::name).collect();
                Err(format!(
                    "`{text}`: a command that is run for each question plays no games: expected {}",
                    one_of(&players)
                ))
            }
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineKind::Own => f.write_str("own"),
            EngineKind::Uci(command) => write!(f, "{command}"),
            EngineKind::Xboard(command) => write!(f, "xboard:{command}"),
        }
    }
}

/// An engine with its settings for the match.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) settings: EngineSettings,
    /// Size of its table in mebibytes.
    pub(crate) hash: usize,
    /// Whether it should send its thinking, if that can be switched off.
    pub(crate) post: bool,
    /// Called all the time during a wait; when it returns true, the wait ends.
    pub(crate) stop: fn() -> bool,
}

/// A program to start.
pub(crate) struct Program<'a> {
    pub(crate) command: &'a EngineCommand,
    pub(crate) source: &'a VariantSource,
    pub(crate) variant_name: Option<&'a str>,
    pub(crate) options: &'a [Setting],
    pub(crate) hash: usize,
    pub(crate) stop: fn() -> bool,
}

impl Program<'_> {
    /// How long it may take for an answer besides the time of its search.
    pub(crate) fn patience(&self) -> Patience {
        Patience { stop: self.stop, ..Patience::default() }
    }
}

impl Contestant {
    /// Its name, as the user wrote it.
    pub(crate) fn name(&self) -> String {
        self.settings.kind.to_string()
    }

    /// Its options, each behind a space.
    pub(crate) fn options(&self) -> String {
        self.settings.options.iter().map(|Setting { name, value }| format!(" {name}={value}")).collect()
    }

    /// Starts it.
    pub(crate) fn start(&self, source: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        self.started(source).with_context(|| self.name())
    }

    fn started(&self, source: &VariantSource) -> anyhow::Result<Box<dyn Player>> {
        let EngineSettings { kind, control, options, config, variant_name } = &self.settings;
        let program = |command| {
            let variant_name = variant_name.as_deref();
            Program { command, source, variant_name, options, hash: self.hash, stop: self.stop }
        };
        Ok(match kind {
            EngineKind::Own => {
                if let Some(name) = variant_name {
                    bail!("our engine knows all variants by their ids: it does not take `{name}`");
                }
                Box::new(Own::start(config, *control)?)
            }
            EngineKind::Uci(command) => Box::new(UciPlayer::start(&program(command), *control)?),
            EngineKind::Xboard(command) => Box::new(XboardPlayer::start(&program(command), *control, self.post)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_and_write() {
        for text in ["own", "fairy-stockfish", "xboard:sjaakii -xboard", "./mine --book 'a b'"] {
            assert_eq!(text.parse::<EngineKind>().unwrap().to_string(), text);
        }
        assert_eq!("uci:own".parse::<EngineKind>().unwrap(), EngineKind::Uci("own".parse().unwrap()));
        for text in ["", "xboard:", "mine 'a"] {
            assert!(text.parse::<EngineKind>().is_err(), "{text}");
        }
    }
}
