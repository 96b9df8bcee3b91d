//! Engines and commands that count, in any protocol.

use std::fmt;

use campione_core::internal::one_of;
use thiserror::Error;

use crate::names::UnknownName;
use crate::options::{Setting, SettingFault};
use crate::session::DriverError;

/// How another program is driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI: `position`, `go perft N`.
    Uci,
    /// `XBoard`'s protocol: `setboard`, and a command that prints a divide.
    Xboard,
    /// A command that is run once for each divide.
    Template,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 3] = [Protocol::Uci, Protocol::Xboard, Protocol::Template];

    /// Its name on the command line.
    ///
    /// ```
    /// assert_eq!(campione_driver::Protocol::Uci.name(), "uci");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Xboard => "xboard",
            Protocol::Template => "template",
        }
    }

    /// Splits the text of an engine into its protocol, if it begins with the name of one and a colon, and the command.
    ///
    /// # Errors
    /// It begins with another word and a colon. (A single letter is a drive.)
    ///
    /// ```
    /// use campione_driver::Protocol;
    /// assert_eq!(Protocol::split("xboard:sjaakii -xboard"), Ok((Some(Protocol::Xboard), "sjaakii -xboard")));
    /// assert_eq!(Protocol::split("./engine --log a:b"), Ok((None, "./engine --log a:b")));
    /// assert_eq!(Protocol::split("nonsense:engine").unwrap_err(), "there is no protocol `nonsense`: expected uci, xboard or template");
    /// ```
    pub fn split(text: &str) -> Result<(Option<Protocol>, &str), String> {
        let Some((word, command)) = text.split_once(':') else { return Ok((None, text)) };
        if let Some(protocol) = Protocol::ALL.into_iter().find(|protocol| protocol.name() == word) {
            return Ok((Some(protocol), command));
        }
        if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            let names = one_of(&Protocol::ALL.map(Protocol::name));
            return Err(format!("there is no protocol `{word}`: expected {names}"));
        }
        Ok((None, text))
    }
}

/// A position for another program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// A FEN in its dialect; `None` for its own start position.
    pub fen: Option<String>,
    /// Moves from there, in its notation.
    pub moves: Vec<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or("its start position"))?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " and moves {}", self.moves.join(" ")) }
    }
}

/// The answer of a program that sets up a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// The FEN that it prints afterwards, if it prints one.
    pub fen: Option<String>,
    /// Its complaints.
    pub complaints: Vec<String>,
}

/// Another program that counts.
pub trait Counter {
    /// Its name.
    fn name(&self) -> &str;

    /// Its protocol.
    fn protocol(&self) -> Protocol;

    /// Notes for the user about how it was started.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether it accepts moves after a position.
    fn takes_moves(&self) -> bool {
        true
    }

    /// Whether somebody has to carry each question to it: few are asked then, each to the full depth.
    fn by_hand(&self) -> bool {
        false
    }

    /// Sends it a position.
    ///
    /// # Errors
    /// It does not answer.
    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError>;

    /// The lines that it prints for a divide of `depth` plies from that position; see [`divide::parse`](crate::divide::parse).
    ///
    /// # Errors
    /// It does not answer, or prints nothing of the kind.
    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError>;
}

/// How a program that counts is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CounterOptions {
    /// Its protocol; detected if `None`.
    pub protocol: Option<Protocol>,
    /// Its name for the variant, if the user gives one.
    pub variant_name: Option<String>,
    /// Whether a program that cannot be told the variant is an error. Otherwise it is assumed to play the variant.
    pub must_choose: bool,
    /// Castling as in Chess960 (UCI); by default if the variant has random arrays.
    pub chess960: Option<bool>,
    /// Options to set first.
    pub settings: Vec<Setting>,
    /// The command for a divide, with `{depth}`; by default those that are usual in the protocol.
    pub divide_command: Option<String>,
    /// The command that prints a FEN, `-` for none; by default the usual one.
    pub fen_command: Option<String>,
}

/// Why a program cannot be started for counting.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The program cannot be driven.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// It does not offer the variant.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// A name for the variant is given, but the variant cannot be chosen.
    #[error("{0}: the engine has no option UCI_Variant, so its variant cannot be chosen")]
    NoVariants(String),
    /// The program cannot be told the variant, and must be ([`CounterOptions::must_choose`]).
    #[error("the engine cannot be told to play {0}: {1}")]
    CannotChoose(String, &'static str),
    /// An option cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingFault),
    /// A command that is run for each question lacks a placeholder.
    #[error("a command that is run for each question needs {0} in it")]
    Placeholder(&'static str),
    /// A name for the variant is given, but the command has no place for it.
    #[error("{0}: the command has no {{variant}} that the name would replace")]
    TemplateVariant(String),
    /// An option is given for a command that is run for each question.
    #[error("{0}: a command that is run for each question has no options: write it into the command")]
    TemplateOption(String),
    /// It fits none of the protocols that are tried.
    #[error("as a UCI engine: {uci}; as an XBoard engine")]
    Neither {
        /// Why it is not a UCI engine.
        uci: Box<DriverError>,
        /// Why it is not an `XBoard` engine.
        source: Box<OpenError>,
    },
}
