//! `campione uci`: the engine for graphical interfaces and other programs.
//!
//! This thread reads commands and answers them at once. Whatever takes time is a job for the other thread
//! ([`worker`](crate::play::worker)), which does one job after the other.

mod go;
mod options;
mod search;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, stdin};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use campione_count::input::text_of_line;
use campione_movegen::{Game, Position};
use campione_notation::fen;

use self::go::Go;
use self::options::{Change, Options};
use self::search::Style as LineStyle;
use crate::Verdict;
use crate::args::{BENCH_DEPTH, Common, Format};
use crate::diagram::{self, Style};
use crate::lines;
use crate::lines::LineRead;
use crate::play::game;
use crate::play::say::{lines_of, say};
use crate::play::task::Task;
use crate::play::worker::{Job, Work, Worker};

/// How long `quit` waits for the best move of a search that was stopped.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// At the end of the input, how long to wait for jobs that end by themselves, such as allocating a large table.
const LAST_JOBS: Duration = Duration::from_secs(30);

/// How long counts continue after the end of the input, which may be a file. In fuzzing, with many sessions, hardly at
/// all.
const LAST_COUNTS: Duration = Duration::from_millis(if cfg!(fuzzing) { 1 } else { 50 });

pub(crate) fn run(common: &Common) -> anyhow::Result<Verdict> {
    ensure!(common.format == Format::Text, "--format json: the answers of UCI have their own form");
    let mut session = Session::new(common)?;
    if let Some(first) = &common.first_line {
        session.obey(first)?;
    }
    session.converse(BufReader::with_capacity(1 << 16, stdin().lock()))?;
    Ok(Verdict::Done)
}

/// Runs a whole session with these lines in this process. Nothing of it still runs at its end.
#[cfg(fuzzing)]
pub(crate) fn fuzz(common: &Common, input: &[u8]) -> anyhow::Result<()> {
    let mut session = Session::new(common)?;
    session.converse(input)?;
    ensure!(session.worker.wait_until_idle(LAST_JOBS)?, "something goes on after the end");
    Ok(())
}

/// What happens after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Read,
    Quit,
}

/// The state of a session.
struct Session {
    options: Options,
    game: Game,
    worker: Worker,
    /// The tasks that were not done at the last check, in the order in which they were begun.
    tasks: Vec<Arc<Task>>,
}

impl Session {
    fn new(common: &Common) -> anyhow::Result<Session> {
        let options = Options::new(common)?;
        let game = Game::new(Position::start(options.variant()));
        let (hash, threads) = options.memory();
        let worker = Worker::start(hash, threads, complain)?;
        Ok(Session { options, game, worker, tasks: Vec::new() })
    }

    /// Obeys line after line, and ends the session.
    fn converse(&mut self, input: impl BufRead) -> anyhow::Result<()> {
        match self.read(input)? {
            Next::Quit => self.quit(),
            Next::Read => self.end()?,
        }
        Ok(())
    }

    /// Obeys line after line, up to `quit` or to the end of the input.
    fn read(&mut self, mut input: impl BufRead) -> anyhow::Result<Next> {
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let text = match lines::read_line(&mut input, &mut line).context("standard input")? {
                LineRead::End => break,
                LineRead::Whole => text_of_line(number, &line),
                LineRead::TooLong => Err(format!("a line: {}", lines::too_long())),
            };
            match text {
                Ok(text) if self.obey(text)? == Next::Quit => return Ok(Next::Quit),
                Ok(_) => {}
                Err(error) => complain(&error)?,
            }
        }
        Ok(Next::Read)
    }

    /// Obeys a line. A line that cannot be obeyed is answered with the reason, and changes nothing.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => {
                let (name, version) = ("Campione", env!("CARGO_PKG_VERSION"));
                let options = self.options.list();
                say(&format!("id name {name} {version}\nid author the {name} developers\n{options}\nuciok"))?;
            }
            "isready" if self.is_busy() => say("readyok")?,
            "isready" => {
                self.worker.send(Job::ReadTables(self.options.variant()))?;
                self.worker.send(Job::Call(Box::new(|| say("readyok"))))?;
            }
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.options.skill.begin_game();
                self.worker.send(Job::Clear)?;
            }
            "position" => match game::read(rest, self.options.claim()) {
                Ok((game, notes)) => {
                    for note in notes {
                        complain(&note.to_string())?;
                    }
                    self.game = game;
                }
                Err(error) => complain(&format!("{error:#}"))?,
            },
            "go" => self.go(rest)?,
            "stop" => self.tasks.iter().for_each(|task| task.stop()),
            "ponderhit" => self.tasks.iter().for_each(|task| task.ponderhit()),
            "d" => say(&self.diagram())?,
            "eval" => say(&search::evaluation(&self.game, &self.options.nets.choice()))?,
            "bench" => self.bench(rest.trim())?,
            "quit" => return Ok(Next::Quit),
            // These have no effect here, but any program may send them.
            "" | "debug" | "register" => {}
            _ => complain(&format!("unknown command: {line}"))?,
        }
        Ok(Next::Read)
    }

    fn set_option(&mut self, text: &str) -> anyhow::Result<()> {
        match self.options.set(text) {
            Ok(Change::None) => {}
            Ok(Change::Job(job)) => self.worker.send(job)?,
            Ok(Change::Game) => self.game = Game::new(Position::start(self.options.variant())),
            Err(error) => complain(&format!("{error:#}"))?,
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> anyhow::Result<()> {
        let (go, complaints) = go::read(text, self.game.position(), &self.options);
        for complaint in complaints {
            complain(&complaint)?;
        }
        let (game, notation) = (self.game.clone(), self.options.notation());
        if let Go::Search { .. } = go
            && let Some(misfit) = self.options.misfit()
        {
            complain(&misfit)?;
        }
        match go {
            Go::Perft(depth) => self.begin(Task::count(), search::perft(game, notation, depth)),
            Go::Search { limits, hold, strength } => self.begin(
                Task::search(hold),
                search::search(game, LineStyle { notation, wdl: self.options.wdl }, limits, strength),
            ),
        }
    }

    fn bench(&mut self, text: &str) -> anyhow::Result<()> {
        let depth = if text.is_empty() { Some(BENCH_DEPTH) } else { text.parse().ok().filter(|&depth| depth > 0) };
        match depth {
            Some(depth) => self.begin(Task::count(), search::bench(depth)),
            None => Ok(complain(&format!("bench: expected a depth, not `{text}`"))?),
        }
    }

    /// Begins a task after those that end by themselves. A running search is stopped, because its move is not needed
    /// any more.
    fn begin(&mut self, task: Task, work: Work) -> anyhow::Result<()> {
        self.tasks.retain(|task| !task.is_done());
        self.tasks.iter().filter(|task| task.searches()).for_each(|task| task.stop());
        let task = Arc::new(task);
        self.worker.send(Job::Begin(task.clone(), work))?;
        self.tasks.push(task);
        Ok(())
    }

    fn is_busy(&self) -> bool {
        self.tasks.iter().any(|task| !task.is_done())
    }

    /// The position as a diagram, with FEN and key.
    fn diagram(&self) -> String {
        let position = *self.game.position();
        let mut text = diagram::board(&position, Style::Ascii, false);
        let _ = writeln!(text, "{}: {}", position.variant().id(), diagram::caption(&position));
        if let Some(outcome) = self.game.outcome() {
            let _ = writeln!(text, "{}", outcome.in_words());
        }
        let _ = write!(text, "Fen: {}\nKey: {:016x}", fen::write(&position), position.zobrist());
        text
    }

    /// `quit`: stops everything, and waits a moment for the last line of a search.
    fn quit(&self) {
        self.tasks.iter().for_each(|task| task.stop());
        if let Some(last) = self.tasks.last() {
            last.wait_until_done(LAST_WORDS);
        }
    }

    /// The end of the input, which may be a file: searches are stopped at once, and everything else has a moment to
    /// end.
    fn end(&self) -> anyhow::Result<()> {
        self.tasks.iter().filter(|task| task.searches()).for_each(|task| task.stop());
        if self.worker.wait_until_idle(LAST_COUNTS)? {
            return Ok(());
        }
        let mut counts = self.tasks.iter().filter(|task| !task.searches() && !task.is_done()).peekable();
        if counts.peek().is_some() {
            complain("the input has ended: what it asked for is stopped")?;
            counts.for_each(|task| task.stop());
        }
        self.worker.wait_until_idle(LAST_JOBS)?;
        Ok(())
    }
}

/// Sends a warning or a note to the user.
fn complain(text: &str) -> std::io::Result<()> {
    say(&lines_of("info string", text))
}
