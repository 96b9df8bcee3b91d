//! What people type: with a line editor on a terminal, else line by line.

use std::io::{BufReader, Stdin, stdin};

use anyhow::{Context as _, bail};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::{is_conversation, say};
use crate::io::{self, LineRead};

/// Where lines come from.
pub(super) enum Input {
    /// A terminal: lines can be edited, the tabulator completes words and moves.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A file or a program.
    Lines(BufReader<Stdin>),
}

impl Input {
    pub(super) fn open() -> anyhow::Result<Input> {
        if !is_conversation() {
            return Ok(Input::Lines(BufReader::new(stdin())));
        }
        Ok(Input::Terminal(Box::new(Editor::new().context("the terminal")?)))
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line, none at the end of the input. `words` are those that can be completed.
    pub(super) fn next(&mut self, prompt: &str, words: impl FnOnce() -> Vec<String>) -> anyhow::Result<Option<String>> {
        match self {
            Input::Terminal(editor) => {
                editor.set_helper(Some(Words(words())));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // Nothing is lost if a line is not remembered.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(error).context("the terminal"),
                }
            }
            Input::Lines(input) => {
                say(prompt)?;
                let mut line = Vec::new();
                match io::read_line(input, &mut line).context("standard input")? {
                    LineRead::End => {
                        say("\n")?;
                        Ok(None)
                    }
                    LineRead::Whole => {
                        // As a person would have typed it.
                        let line = String::from_utf8_lossy(&line).trim().to_owned();
                        say(&format!("{}\n", io::printable(&line)))?;
                        Ok(Some(line))
                    }
                    LineRead::TooLong => bail!("standard input: a line that is too long"),
                }
            }
        }
    }
}

/// The words that can be said.
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begin = line.get(..at).and_then(|text| text.rfind(' ')).map_or(0, |space| space + 1);
        let typed = line.get(begin..at).unwrap_or_default();
        Ok((begin, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
