//! A program that speaks a protocol. Tests send lines to it and wait for its answers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::start;

/// How long a test waits for an answer before it fails, only so that it does not wait for ever.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn of(mut child: Child) -> Engine {
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        let lines_of =
            |output: BufReader<ChildStdout>| output.lines().map_while(Result::ok).filter(|line| !line.is_empty());
        std::thread::spawn(move || lines_of(output).try_for_each(|line| sender.send(line)));
        Engine { child, input, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// All lines up to and including the first one with this beginning.
    #[track_caller]
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("no `{beginning}` after {lines:?}")));
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    /// Sends `quit` and checks that the engine ends with status 0.
    #[track_caller]
    pub(crate) fn quit(mut self) {
        self.send("quit");
        self.ends();
    }

    /// Closes its input and checks that the engine ends with status 0.
    #[track_caller]
    pub(crate) fn hang_up(mut self) {
        // Replacing the input drops the only handle of the pipe.
        self.input = start("variants").stdin.take().unwrap();
        self.ends();
    }

    #[track_caller]
    pub(crate) fn ends(mut self) {
        while self.lines.recv_timeout(PATIENCE).is_ok() {}
        let status = self.child.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        let mut errors = String::new();
        std::io::Read::read_to_string(&mut self.child.stderr.take().unwrap(), &mut errors).unwrap();
        assert_eq!(errors, "");
    }
}
