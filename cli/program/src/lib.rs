//! `campione`: perft validation, conversion and analysis for large-board chess.
//!
//! The whole program is in this crate. The binary of the package `campione` calls [`main`], and the fuzz targets
//! (`xtask/fuzz`) run parts of it in their own process.
//!
//! Exit status: 0 done (a broken pipe included), 1 a check failed or an input line was bad, 2 usage, 130 or 143 when
//! SIGINT or SIGTERM ended it.

mod analysis;
mod args;
mod cmd;
pub mod count;
mod diagram;
mod endgames;
mod explain;
mod failure;
#[cfg(fuzzing)]
pub mod fuzzing;
mod interrupt;
mod lines;
mod memory;
mod messages;
mod nets;
mod options;
mod output;
mod peer;
mod play;
mod positions;
mod progress;
mod seed;
mod variants;
mod watch;
mod width;

use std::ffi::OsString;
use std::io::{IsTerminal, stdin};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue};

use crate::args::{Args, Command, Format, Output};

/// The result of a command that ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Everything succeeded.
    Done,
    /// A check failed, or an input line was bad.
    Failed,
}

/// Runs the command line and returns the exit status.
pub fn main() -> ExitCode {
    let mut args = match asked_by_input() {
        Some(Ok(args)) => args,
        Some(Err(line)) => return failure::report_line(&line),
        None => match args::read(std::env::args_os(), options::of_command) {
            Ok(args) => args,
            Err(error) => return failure::report_usage(&in_plain_words(error)),
        },
    };
    match run(&mut args) {
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Err(error) => failure::report(&error, args.common.assumed(), args.common.output == Output::Json),
    }
}

/// An error of the command line. Messages of the standard library (`invalid digit found in string`) are replaced by
/// what was expected.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let cause = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<ParseIntError>());
    let of = |kind| error.get(kind).map_or_else(String::new, ToString::to_string);
    let (value, argument) = (of(ContextKind::InvalidValue), of(ContextKind::InvalidArg));
    let is_negative = value.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let expected = match cause.map(ParseIntError::kind) {
        Some(IntErrorKind::InvalidDigit | IntErrorKind::NegOverflow) if is_negative => "a whole number, not below 0",
        Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty) => "a whole number",
        Some(IntErrorKind::PosOverflow) => "a smaller number",
        _ => return error,
    };
    let text = format!(
        "invalid value '{value}' for '{argument}': expected {expected}\n\nFor more information, try '--help'.\n"
    );
    let mut plain = clap::Error::raw(error.kind(), text);
    plain.insert(ContextKind::InvalidArg, ContextValue::String(argument));
    plain
}

/// The command line for a start without arguments by another program, whose first line names the protocol; an error
/// with that line if it names none. `None` if there are arguments, if standard input is a terminal, or if there is no
/// line.
fn asked_by_input() -> Option<Result<Args, String>> {
    if std::env::args_os().len() != 1 || stdin().is_terminal() {
        return None;
    }
    let mut line = Vec::new();
    // What follows that line stays in the buffer of standard input.
    while line.trim_ascii().is_empty() {
        line.clear();
        if !matches!(lines::read_line(&mut stdin().lock(), &mut line), Ok(lines::LineRead::Whole)) {
            return None;
        }
    }
    let text = String::from_utf8_lossy(line.trim_ascii()).trim_start_matches('\u{feff}').to_owned();
    let args = protocol_of(&text).and_then(|name| {
        let mut args = args::read([OsString::from("campione"), name.into()], options::of_command).ok()?;
        args.common.first_line = Some(text.clone());
        Some(args)
    });
    Some(args.ok_or(text))
}

/// The protocol of a first line. Most programs name it, but some begin with a command of it.
fn protocol_of(line: &str) -> Option<&'static str> {
    match line.split_whitespace().next()? {
        "uci" | "isready" | "setoption" | "ucinewgame" | "position" | "go" | "debug" => Some("uci"),
        "xboard" | "protover" | "new" => Some("xboard"),
        _ => None,
    }
}

fn run(args: &mut Args) -> anyhow::Result<Verdict> {
    if let Some(threads) = args.common.threads {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global().context("--threads")?;
    }
    if args.common.output == Output::Json {
        args.common.format = Format::Json;
    }
    match &args.command {
        Command::Variants(options) => cmd::variants::run(&args.common, options),
        Command::Show(options) => cmd::show::run(&args.common, options),
        Command::Moves(options) => cmd::moves::run(&args.common, options),
        Command::Fen(options) => cmd::fen::run(&args.common, options),
        Command::Convert(options) => cmd::convert::run(&args.common, options),
        Command::Perft(options) => cmd::perft::run(&args.common, options),
        Command::Verify(options) => cmd::verify::run(&args.common, options),
        Command::Bisect(options) => cmd::bisect::run(&args.common, options),
        Command::Random(options) => cmd::random::run(&args.common, options),
        Command::Crc(options) => cmd::crc::run(&args.common, options),
        Command::Pgn(options) => cmd::pgn::run(&args.common, options),
        Command::Analyse(options) => cmd::analyse::run(&args.common, options),
        Command::Play(options) => cmd::play::run(&args.common, options),
        Command::Match(options) => cmd::matches::run(&args.common, options),
        Command::Suite(options) => cmd::suite::run(&args.common, options),
        Command::Endgame(options) => cmd::endgame::run(&args.common, options),
        Command::Bench(options) => cmd::bench::run(&args.common, options),
        Command::Uci => cmd::uci::run(&args.common),
        Command::Xboard => cmd::xboard::run(&args.common),
        Command::Completions { shell } => cmd::packaging::completions(*shell),
        Command::Man(options) => cmd::packaging::man(options),
    }
}
