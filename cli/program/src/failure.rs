//! The error that ends a command: a line on standard error, and in JSON an object on standard output.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use campione_notation::detect::DetectError;
use campione_notation::fen::FenError;
use campione_notation::moves::MoveError;
use clap::error::{ContextKind, ErrorKind};
use serde_json::{Value, json};

use crate::explain::Explained;
use crate::interrupt::Interrupted;
use crate::messages::{complain, is_broken_pipe};
use crate::variants::BadFile;

/// The exit status of a usage error, in the arguments or in the input.
const USAGE: u8 = 2;

/// Reports the error that ended a command, and returns the exit status. `assumed` is the variant, if it was not named.
pub(crate) fn report(error: &anyhow::Error, assumed: Option<&str>, is_json: bool) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
        return ExitCode::from(interrupted.exit_status());
    }
    // Errors of all other files and streams already name them.
    let place = if error.chain().len() == 1 && error.is::<io::Error>() { "standard output: " } else { "" };
    let mut explained = Explained::of(error, assumed);
    explained.text.insert_str(0, place);
    if is_json {
        print(&object(error, &explained));
    }
    complain(&format!("campione: {explained}"));
    ExitCode::from(USAGE)
}

/// A first line of standard input that names no protocol.
pub(crate) fn report_line(line: &str) -> ExitCode {
    complain(&format!("campione: `{line}`: expected `uci` or `xboard`, or a command (`campione --help`)"));
    ExitCode::from(USAGE)
}

/// Reports an error of the command line, or prints the help that was asked for, and returns the exit status.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    // The arguments could not be read, so `--format json` has to be looked for among the words.
    if error.use_stderr() && asks_for_json(std::env::args_os().skip(1)) {
        print(&usage_object(error));
    }
    // A reader that has gone needs no message.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { USAGE } else { 0 })
}

fn print(object: &Value) {
    // If standard output is closed, the message on standard error and the exit status remain.
    let _ = writeln!(io::stdout(), "{object}");
}

/// The object of an error: the message, and what it is about where that is known.
fn object(error: &anyhow::Error, explained: &Explained) -> Value {
    if let Some(bad) = error.downcast_ref::<BadFile>() {
        return bad.object();
    }
    let mut object = explained.object(json!({}));
    let detected = error.downcast_ref().and_then(|error| match error {
        DetectError::Fen { error: FenError { fen, .. }, .. } | DetectError::Ambiguous { fen, .. } => Some(fen),
        _ => None,
    });
    if let Some(fen) = error.downcast_ref().map(|FenError { fen, .. }| fen).or(detected) {
        object["fen"] = fen.as_str().into();
    }
    if let Some(MoveError { text, .. }) = error.downcast_ref() {
        object["move"] = text.as_str().into();
    }
    object
}

fn usage_object(error: &clap::Error) -> Value {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return json!({ "error": "there is no command: `campione --help` lists them" });
    }
    let text = error.to_string();
    // Usage and advice follow after an empty line; they are for people.
    let message = text.split("\n\n").next().unwrap_or_default().trim();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let mut object = json!({ "error": message });
    if let Some(argument) = error.get(ContextKind::InvalidArg) {
        object["argument"] = argument.to_string().into();
    }
    object
}

/// Whether the words of a command line contain `--format json`.
fn asks_for_json(words: impl IntoIterator<Item = OsString>) -> bool {
    // What follows `--` is no option.
    let words: Vec<OsString> = words.into_iter().take_while(|word| word != "--").collect();
    let pair = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    words.windows(2).any(pair) || words.iter().any(|word| word == OsStr::new("--format=json"))
}

#[cfg(test)]
mod tests {
    use super::asks_for_json;

    #[test]
    fn the_format_is_found_among_the_words() {
        let asks = |line: &str| asks_for_json(line.split(' ').map(Into::into));
        assert!(asks("perft x --format json") && asks("--format=json perft"));
        assert!(!asks("perft --format text json") && !asks("moves -- --format json") && !asks("perft"));
    }
}
