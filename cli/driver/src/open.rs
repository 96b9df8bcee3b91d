//! Starts engines and commands that count.

use campione_core::Variant;

use crate::command::EngineCommand;
use crate::counter::{Counter, CounterOptions, OpenError, Place, Protocol, SetUp};
use crate::divide;
use crate::names::{self, UnknownName};
use crate::options::check_settings;
use crate::session::{DriverError, Patience, complaints};
use crate::template::Template;
use crate::uci::Uci;
use crate::xboard::Xboard;

/// Starts a program that counts, and chooses the variant.
///
/// # Errors
/// It cannot be started, is not of the protocol, or does not offer the variant.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::{Counter, CounterOptions, Patience, Protocol, open};
/// let command = "echo 'a2a3: 1' {depth} {fen}".parse()?;
/// let counter = open(&command, Variant::named("chess")?, &CounterOptions::default(), Patience::default())?;
/// assert_eq!((counter.protocol(), counter.name()), (Protocol::Template, "echo"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(
    command: &EngineCommand,
    variant: Variant,
    options: &CounterOptions,
    patience: Patience,
) -> Result<Box<dyn Counter>, OpenError> {
    let protocol = options.protocol.or(Template::fits(command).then_some(Protocol::Template));
    Ok(match protocol {
        Some(Protocol::Template) => Box::new(Template::new(command, options, variant, patience)?),
        Some(Protocol::Xboard) => Box::new(XboardCounter::open(command, options, variant, patience)?),
        Some(Protocol::Uci) => {
            let uci = Uci::start(command, patience)?;
            Box::new(UciCounter::choose(uci, options, variant)?)
        }
        None => {
            let no_uci = match UciCounter::guess(command, options, variant, patience)? {
                Ok(uci) => return Ok(Box::new(uci)),
                Err(instead) => instead,
            };
            let xboard = XboardCounter::open(command, options, variant, patience).and_then(|mut xboard| {
                // The guess is right if it prints a divide.
                xboard.divide(1)?;
                Ok(xboard)
            });
            Box::new(xboard.map_err(|error| match no_uci {
                NoUci::Variant(unknown) => OpenError::Variant(unknown),
                NoUci::Other(uci) => OpenError::Neither { uci: Box::new(uci), source: Box::new(error) },
            })?)
        }
    })
}

/// Why an engine was taken for one of the other protocol.
enum NoUci {
    /// It speaks UCI, but does not offer the variant there.
    Variant(UnknownName),
    Other(DriverError),
}

/// A UCI engine for which the variant has been chosen.
struct UciCounter {
    uci: Uci,
    ranks: u8,
    divide_command: Option<String>,
    /// `None` if no command prints a FEN.
    fen_command: Option<String>,
    notes: Vec<String>,
    /// The name of the variant that it was sent, if any.
    variant: Option<String>,
}

impl UciCounter {
    /// Starts an engine that may be of another protocol, or print divides only in the other one: then the inner error
    /// says what it does.
    fn guess(
        command: &EngineCommand,
        options: &CounterOptions,
        variant: Variant,
        patience: Patience,
    ) -> Result<Result<UciCounter, NoUci>, OpenError> {
        let uci = match Uci::begin(command, patience, true) {
            Ok(uci) => uci,
            Err(error @ (DriverError::Echo { .. } | DriverError::Command(_))) => return Err(error.into()),
            Err(error) => return Ok(Err(NoUci::Other(error))),
        };
        let mut counter = match UciCounter::choose(uci, options, variant) {
            Ok(counter) => counter,
            // It may offer the variant in the other protocol. A name that the user gave is mistyped.
            Err(OpenError::Variant(error)) if !error.asked => return Ok(Err(NoUci::Variant(error))),
            Err(error) => return Err(error),
        };
        match counter.divide(1) {
            Ok(_) => Ok(Ok(counter)),
            Err(error @ (DriverError::NoDivideBy { .. } | DriverError::Searches { .. })) => {
                Ok(Err(NoUci::Other(error)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Sets the options of an engine and chooses the variant.
    fn choose(mut uci: Uci, options: &CounterOptions, variant: Variant) -> Result<UciCounter, OpenError> {
        let note = check_settings(&options.settings, &uci.options())?;
        let mut notes: Vec<String> = note.iter().map(ToString::to_string).collect();
        uci.set_all(&options.settings)?;
        let asked = options.variant_name.as_deref();
        let name = match (uci.variants(), asked) {
            (Some(offered), _) => Some(names::choose(variant, asked, &offered, uci.offers("UCI_Chess960"))?),
            (None, Some(name)) => return Err(OpenError::NoVariants(name.to_owned())),
            (None, None) => {
                let is_known = match variant.id() {
                    "chess" => true,
                    "chess960" => uci.offers("UCI_Chess960"),
                    _ => false,
                };
                if options.must_choose && !is_known {
                    return Err(OpenError::CannotChoose(variant.id().to_owned(), "it has no option UCI_Variant"));
                }
                if !matches!(variant.id(), "chess" | "chess960") {
                    notes.push(format!("the engine has no option UCI_Variant: it is assumed to play {}", variant.id()));
                }
                None
            }
        };
        uci.choose(name.as_deref(), options.chess960.unwrap_or(variant.has_random_arrays()))?;
        let fen_command = options.fen_command.clone().unwrap_or_else(|| "d".to_owned());
        Ok(UciCounter {
            uci,
            ranks: variant.ranks(),
            divide_command: options.divide_command.clone(),
            fen_command: Some(fen_command).filter(|command| command != "-"),
            notes,
            variant: name,
        })
    }
}

impl Counter for UciCounter {
    fn name(&self) -> &str {
        self.uci.name()
    }

    fn protocol(&self) -> Protocol {
        Protocol::Uci
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError> {
        let command = self.uci.set_position(place.fen.as_deref(), &place.moves);
        let name = self.variant.as_ref().map_or_else(String::new, |name| format!(" in its variant `{name}`"));
        let sent =
            |error: DriverError| DriverError::Sent { sent: format!("{command}`{name}"), source: Box::new(error) };
        let mut complaints = complaints(&self.uci.ready().map_err(sent)?);
        let mut fen = None;
        if let Some(command) = &self.fen_command {
            fen = self.uci.printed_fen(command, self.ranks).map_err(sent)?;
            if fen.is_none() {
                // It does not know the command, or prints something else, such as a FEN of another board.
                self.fen_command = None;
            }
        }
        complaints.dedup();
        Ok(SetUp { fen, complaints })
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        let command = self.divide_command.as_deref().unwrap_or("go perft {depth}");
        let command = command.replace("{depth}", &depth.to_string());
        let lines = self.uci.divide_by(&command)?;
        if divide::parse(&lines).is_none() {
            let engine = self.uci.name().to_owned();
            return Err(DriverError::NoDivideBy { engine, tried: vec![command], lines });
        }
        Ok(lines)
    }
}

/// Commands that print a divide in one engine or another.
const DIVIDES: &[&str] = &["divide {depth}", "perft {depth} 1", "perft {depth}"];

/// An engine of `XBoard`'s protocol for which the variant has been chosen.
struct XboardCounter {
    engine: Xboard,
    ranks: u8,
    variant: Option<String>,
    /// The commands that may print a divide; only one when it is known which of them does.
    divide_commands: Vec<String>,
    /// `None` if no command prints a FEN.
    fen_command: Option<String>,
    notes: Vec<String>,
}

impl XboardCounter {
    fn open(
        command: &EngineCommand,
        options: &CounterOptions,
        variant: Variant,
        patience: Patience,
    ) -> Result<XboardCounter, OpenError> {
        let mut engine = Xboard::begin(command, patience, options.protocol.is_some())?;
        let notes = check_settings(&options.settings, engine.options())?.iter().map(ToString::to_string).collect();
        engine.set_all(&options.settings)?;
        let name = match (variant.id(), options.variant_name.as_deref()) {
            ("chess", None) if variant.is_built_in() => None,
            (id, None) if engine.variants().is_empty() && options.must_choose => {
                return Err(OpenError::CannotChoose(id.to_owned(), "it lists no variants"));
            }
            (_, None) if engine.variants().is_empty() => Some(names::usual(variant)),
            (_, asked) => Some(names::choose(variant, asked, engine.variants(), false)?),
        };
        let divide_commands = match &options.divide_command {
            Some(command) => vec![command.clone()],
            // Without a ping there is no way to see that it has skipped an unknown command.
            None if !engine.has_ping() => vec![DIVIDES[0].to_owned()],
            None => DIVIDES.iter().map(|&command| command.to_owned()).collect(),
        };
        let usual = engine.has_ping().then(|| "fen".to_owned());
        let fen_command = options.fen_command.clone().or(usual).filter(|command| command != "-");
        engine.new_game(name.as_deref())?;
        Ok(XboardCounter { engine, ranks: variant.ranks(), variant: name, divide_commands, fen_command, notes })
    }
}

impl Counter for XboardCounter {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn protocol(&self) -> Protocol {
        Protocol::Xboard
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError> {
        let mut lines = match &place.fen {
            None => self.engine.new_game(self.variant.as_deref())?,
            Some(fen) => {
                let sent = |error| DriverError::Sent { sent: format!("setboard {fen}`"), source: Box::new(error) };
                self.engine.set_board(fen).map_err(sent)?
            }
        };
        for mv in &place.moves {
            let line = self.engine.move_line(mv);
            let sent = |error| DriverError::Sent { sent: format!("{line}`"), source: Box::new(error) };
            lines.extend(self.engine.tell(&line).map_err(sent)?);
        }
        let mut fen = None;
        if let Some(command) = &self.fen_command {
            fen = self.engine.printed_fen(command, self.ranks)?;
            if fen.is_none() {
                self.fen_command = None;
            }
        }
        Ok(SetUp { fen, complaints: complaints(&lines) })
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        let mut printed = Vec::new();
        for command in self.divide_commands.clone() {
            let lines = self.engine.divide_by(&command.replace("{depth}", &depth.to_string()))?;
            if divide::parse(&lines).is_some() {
                self.divide_commands = vec![command];
                return Ok(lines);
            }
            printed.extend(lines);
        }
        printed.retain(|line| !line.starts_with("pong "));
        let lines = if printed.is_empty() { self.engine.last_lines() } else { printed };
        let tried = self.divide_commands.iter().map(|command| command.replace("{depth}", &depth.to_string()));
        Err(DriverError::NoDivideBy { engine: self.engine.name().to_owned(), tried: tried.collect(), lines })
    }
}
