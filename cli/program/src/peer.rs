//! Another program that counts: how it is started, and its errors.

use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use campione_core::Variant;
use campione_driver::bisect::{BisectError, BisectSettings};
use campione_driver::{
    Counter, CounterOptions, DriverError, EngineCommand, OpenError, Patience, ProcessFault, Protocol, SettingFault,
    Template, open,
};

use crate::args::CounterArguments;
use crate::interrupt::{self, Interrupted};
use crate::messages::{Usage, complain};

/// The longest time for an answer that needs no counting.
const SHORT: Duration = Duration::from_secs(10);

/// A signal may reach us this much later than the other program.
const NOTED: Duration = Duration::from_millis(50);

/// The remedy where a program prints no divide.
const DIVIDE_COMMAND: &str = "--divide-command sets the command for a divide";

/// Whether a program answers, but prints no divide.
fn is_about_divides(error: &DriverError) -> bool {
    matches!(error, DriverError::NoDivideBy { .. } | DriverError::Searches { .. })
}

/// An error of the other program; an interruption by the user takes precedence over it.
fn interrupted_or(error: DriverError) -> anyhow::Error {
    if error.process().is_some_and(|error| matches!(error.fault, ProcessFault::Ended { .. })) {
        // A signal from the keyboard also ends the other program, perhaps before we have noticed it.
        thread::sleep(NOTED);
    }
    match interrupt::check() {
        Err(interrupted) => interrupted.into(),
        Ok(()) if is_about_divides(&error) => anyhow!(error).context(DIVIDE_COMMAND),
        Ok(()) => error.into(),
    }
}

/// The error of a walk; an interruption by the user takes precedence over it.
pub(crate) fn failed(error: BisectError) -> anyhow::Error {
    match error {
        BisectError::Driver(error) => interrupted_or(error),
        BisectError::Divide { depth, place, source } => {
            let error = interrupted_or(*source);
            if error.is::<Interrupted>() {
                return error;
            }
            error.context(format!("the engine was to divide {depth} plies from {place}"))
        }
        BisectError::Unread { .. } => error.into(),
        BisectError::Dialect(dialect, source) => anyhow!("--dialect {dialect}: {source}"),
        _ => interrupt::check().map_or_else(Into::into, |()| anyhow!("the count was stopped")),
    }
}

/// Whether the user has interrupted us.
fn stop() -> bool {
    interrupt::check().is_err()
}

/// Reports that the first answer is late.
fn slow(program: &str, question: &str, limit: Duration) {
    complain(&format!("`{program}` has not answered `{question}` yet: it has {} s", limit.as_secs()));
}

/// The other program, as `--engine` and `--protocol` name it.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    words: EngineCommand,
    /// Its protocol, if that is known.
    pub(crate) protocol: Option<Protocol>,
    /// The limit for a count.
    timeout: Duration,
}

impl Command {
    /// A command that has so much time for a count, unless `--timeout` says otherwise.
    ///
    /// # Errors
    /// The command cannot be read, or contradicts `--protocol`.
    pub(crate) fn of(engine: &str, options: &CounterArguments, timeout: Duration) -> anyhow::Result<Command> {
        let (named, command) = Protocol::split(engine).map_err(|fault| Usage(format!("--engine: {fault}")))?;
        let asked = options.protocol;
        if let (Some(named), Some(asked)) = (named, asked)
            && named != asked
        {
            let (named, asked) = (named.name(), asked.name());
            let both = format!("--engine says {named}, and --protocol says {asked}: leave out one of them");
            return Err(Usage(both).into());
        }
        let command: EngineCommand = command.parse().map_err(|fault| anyhow!("--engine: {fault}"))?;
        Ok(Command { words: command, protocol: asked.or(named), timeout: options.timeout.unwrap_or(timeout) })
    }

    /// Whether it is run for each question, and can have the variant among its words.
    pub(crate) fn is_template(&self) -> bool {
        self.protocol == Some(Protocol::Template) || Template::fits(&self.words)
    }

    /// Starts it and chooses the variant. With `must_choose` a program that cannot be told the variant is an error.
    ///
    /// # Errors
    /// It cannot be started, or does not play the variant; [`explain`] has the remedy.
    pub(crate) fn start(
        &self,
        options: &CounterArguments,
        variant: Variant,
        must_choose: bool,
    ) -> Result<Box<dyn Counter>, OpenError> {
        let patience =
            Patience { long: self.timeout, short: self.timeout.min(SHORT), stop, slow, ..Patience::default() };
        let settings = CounterOptions {
            protocol: self.protocol,
            variant_name: options.engine_variant.clone(),
            must_choose,
            chess960: None,
            settings: options.settings.clone(),
            divide_command: options.divide_command.clone(),
            fen_command: options.fen_command.clone(),
        };
        open(&self.words, variant, &settings, patience)
    }
}

/// The settings of walks to a depth.
pub(crate) fn settings(options: &CounterArguments, depth: u32) -> BisectSettings {
    BisectSettings { depth, dialect: options.dialect, letters: options.letters.clone(), first_rank: options.first_rank }
}

/// An error with the option that it is about, and the remedy.
pub(crate) fn explain(error: OpenError) -> anyhow::Error {
    match error {
        OpenError::Driver(error) => interrupted_or(error).context("--engine"),
        OpenError::Variant(error) if error.asked => {
            let name = &error.names[0];
            Usage(format!(
                "--engine-variant {name}: {error}; an engine that reads files gets one by --option VariantPath=FILE"
            ))
            .into()
        }
        OpenError::Variant(error) => {
            anyhow!(
                "{error}: --engine-variant NAME chooses; an engine that reads files gets one by --option VariantPath=FILE"
            )
        }
        OpenError::NoVariants(_) | OpenError::TemplateVariant(_) => Usage(format!("--engine-variant {error}")).into(),
        OpenError::Setting(SettingFault::Variant { name, value }) => {
            Usage(format!("--option {name}: use `--engine-variant {value}`")).into()
        }
        OpenError::Setting(error) => Usage(format!("--option {error}")).into(),
        OpenError::TemplateOption(_) => Usage(format!("--option {error}")).into(),
        OpenError::Placeholder(_) => anyhow!("--engine: {error}"),
        OpenError::CannotChoose(..) => anyhow!("{error}; say which variant it plays, such as `-v chess`"),
        OpenError::Neither { uci, source } => {
            let source = explain(*source);
            // That of the other protocol may be told already.
            let hint = if is_about_divides(&uci) { format!("; {DIVIDE_COMMAND}") } else { String::new() };
            source.context(format!("as a UCI engine: {uci}{hint}; as an XBoard engine (--protocol says which it is)"))
        }
        _ => error.into(),
    }
}
