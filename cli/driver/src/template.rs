//! A command that is run once for each divide.

use std::process::ExitStatus;

use campione_core::Variant;

use crate::command::EngineCommand;
use crate::counter::{Counter, CounterOptions, OpenError, Place, Protocol, SetUp};
use crate::divide;
use crate::process::{Finished, Process};
use crate::session::{DriverError, Patience};

/// What is replaced in the words of the command.
const PLACEHOLDERS: [&str; 4] = ["{fen}", "{depth}", "{moves}", "{variant}"];

/// The exit status of a command that does not play the variant, as test programs say that they were skipped.
const DECLINED: i32 = 77;

/// A command with `{fen}` and `{depth}`, and perhaps `{moves}` and `{variant}`, that prints a divide.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::{Counter, CounterOptions, Patience, Place, Template};
/// let command = "echo 'a2a3: 1' {depth} {fen}".parse()?;
/// let chess = Variant::named("chess")?;
/// let mut counter = Template::new(&command, &CounterOptions::default(), chess, Patience::default())?;
/// assert_eq!(counter.divide(1).unwrap(), ["a2a3: 1 1 startpos"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Template {
    words: Vec<String>,
    variant: String,
    place: Place,
    patience: Patience,
}

impl Template {
    /// Whether a command has placeholders.
    pub fn fits(command: &EngineCommand) -> bool {
        command.words().iter().any(|word| PLACEHOLDERS.iter().any(|&holder| word.contains(holder)))
    }

    /// A command for positions of a variant.
    ///
    /// # Errors
    /// The command lacks a placeholder that it needs.
    pub fn new(
        command: &EngineCommand,
        options: &CounterOptions,
        variant: Variant,
        patience: Patience,
    ) -> Result<Template, OpenError> {
        let words = command.words().to_vec();
        let has = |holder: &str| words.iter().any(|word| word.contains(holder));
        if let Some(needed) = ["{fen}", "{depth}"].into_iter().find(|needed| !has(needed)) {
            return Err(OpenError::Placeholder(needed));
        }
        if let Some(name) = options.variant_name.as_ref().filter(|_| !has("{variant}")) {
            return Err(OpenError::TemplateVariant(name.clone()));
        }
        if options.must_choose && options.variant_name.is_none() && !has("{variant}") {
            return Err(OpenError::CannotChoose(variant.id().to_owned(), "the command has no {variant}"));
        }
        if let Some(setting) = options.settings.first() {
            return Err(OpenError::TemplateOption(setting.name.clone()));
        }
        let variant = options.variant_name.clone().unwrap_or_else(|| variant.id().to_owned());
        Ok(Template { words, variant, place: Place::default(), patience })
    }
}

/// The last lines of a program in one line.
fn tail(lines: &[String]) -> String {
    if lines.is_empty() {
        return "it has printed nothing".to_owned();
    }
    format!("its last lines: {}", lines.join(" | "))
}

impl Counter for Template {
    fn name(&self) -> &str {
        &self.words[0]
    }

    fn protocol(&self) -> Protocol {
        Protocol::Template
    }

    fn takes_moves(&self) -> bool {
        self.words.iter().any(|word| word.contains("{moves}"))
    }

    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError> {
        place.clone_into(&mut self.place);
        Ok(SetUp::default())
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        let depth = depth.to_string();
        let moves = self.place.moves.join(" ");
        let fen = self.place.fen.as_deref().unwrap_or("startpos");
        let replaced = |word: &String| {
            let values = [fen, &depth, &moves, &self.variant];
            PLACEHOLDERS.iter().zip(values).fold(word.clone(), |word, (holder, value)| word.replace(holder, value))
        };
        let command = EngineCommand::new(self.words.iter().map(replaced).collect())?;
        let process = Process::start(command.program(), command.path()?.as_os_str(), &command.args())?;
        let Finished { lines, status, last } = process.finish(self.patience.long, &self.patience.stop)?;
        let run = command.words().join(" ");
        if status.is_some_and(|status| status.code() == Some(DECLINED)) {
            return Err(DriverError::Declined { command: run });
        }
        if !status.is_some_and(|status: ExitStatus| status.success()) {
            let how =
                status.map_or("has closed its output but still runs".to_owned(), |how| format!("has ended ({how})"));
            return Err(DriverError::Run { command: run, how, last: tail(&last) });
        }
        if divide::parse(&lines).is_none() {
            return Err(DriverError::RunWithoutDivide { command: run, last: tail(&last) });
        }
        Ok(lines)
    }
}
