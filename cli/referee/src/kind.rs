//! How an engine is named.

use std::fmt;
use std::str::FromStr;

use campione_core::internal::one_of;
use campione_driver::{CommandFault, EngineCommand, Protocol};

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
                    "`{text}`: a command that is run for each question cannot play games: expected {}",
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
