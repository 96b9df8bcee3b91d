//! `campione uci`: the engine for graphical interfaces and other programs.
//!
//! This thread reads commands and answers them at once. Whatever takes time is a job for the other thread
//! ([`worker`](crate::play::worker)), which does one job after the other.

mod complaint;
mod go;
mod options;
mod search;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, stdin};
use std::sync::Arc;

use crate::count::input::text_of_line;
use anyhow::{Context, ensure};
use campione_movegen::{Game, Position};
use campione_notation::detect::Claim;
use campione_notation::fen;

use self::complaint::complain;
use self::go::Go;
use self::options::Options;
use self::search::Style as LineStyle;
use crate::Verdict;
use crate::args::{BENCH_DEPTH, Common, Format};
use crate::diagram::{self, Style};
use crate::lines;
use crate::lines::LineRead;
use crate::options::Effect;
use crate::play::game;
use crate::play::say::{lines_of, say};
use crate::play::task::{Hold, Task};
use crate::play::worker::{Job, Work, Worker};

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
    Session::new(common)?.converse(input)
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
    /// Why the last `position` was refused. Until one is accepted, `game` is not what the other side means.
    refused: Option<String>,
    worker: Worker,
    /// The tasks that were not done at the last check, in the order in which they were begun.
    tasks: Vec<Arc<Task>>,
}

impl Session {
    fn new(common: &Common) -> anyhow::Result<Session> {
        let options = Options::new(common)?;
        let game = Game::new(Position::start(options.variant()));
        let worker = Worker::start(options.engine(), complain)?;
        Ok(Session { options, game, refused: None, worker, tasks: Vec::new() })
    }

    /// Obeys line after line, and ends the session.
    fn converse(mut self, input: impl BufRead) -> anyhow::Result<()> {
        self.read(input)?;
        self.finish()
    }

    /// Obeys line after line, up to `quit` or to the end of the input.
    fn read(&mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let text = match lines::read_line(&mut input, &mut line).context("standard input")? {
                LineRead::End => break,
                LineRead::Whole => text_of_line(number, &line),
                LineRead::TooLong => Err(format!("a line: {}", lines::too_long())),
            };
            match text {
                Ok(text) if self.obey(text)? == Next::Quit => break,
                Ok(_) => {}
                // It may have been a `position`.
                Err(error) => self.refuse_position(&error)?,
            }
        }
        Ok(())
    }

    /// Obeys a line. A line that cannot be obeyed is answered with the reason. It changes nothing, but after a refused
    /// position there is none to search.
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
                self.worker.send(Job::Prepare(self.game.variant()))?;
                self.worker.send(Job::Call(Box::new(|| say("readyok"))))?;
            }
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.options.settings.skill.begin_game();
                self.worker.send(Job::Clear)?;
            }
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.tasks.iter().for_each(|task| task.stop()),
            "ponderhit" => self.tasks.iter().for_each(|task| task.ponderhit()),
            "d" => say(&self.diagram())?,
            "eval" => say(&self.evaluation())?,
            "bench" => self.bench(rest.trim())?,
            "quit" => return Ok(Next::Quit),
            // These have no effect here, but any program may send them.
            "" | "debug" | "register" => {}
            _ => complain(&format!("unknown command: {line}"))?,
        }
        Ok(Next::Read)
    }

    fn set_position(&mut self, text: &str) -> anyhow::Result<()> {
        if let Some(why) = self.options.refused() {
            return self.refuse_position(&why);
        }
        let read = game::read(text, self.options.claim()).or_else(|error| match self.options.with_random_arrays() {
            Some(variant) => game::read(text, Claim::Named(variant)).map_err(|_| error),
            None => Err(error),
        });
        match read {
            Ok((game, notes)) => {
                for note in notes {
                    complain(&note.to_string())?;
                }
                (self.game, self.refused) = (game, None);
                Ok(())
            }
            Err(error) => self.refuse_position(&format!("{error:#}")),
        }
    }

    /// Why there is no position, if the variant or the last position was refused.
    fn refused(&self) -> Option<String> {
        self.options.refused().or_else(|| self.refused.clone())
    }

    /// Refuses a position, and says why. The answer to whatever needs a position says it again.
    fn refuse_position(&mut self, why: &str) -> anyhow::Result<()> {
        complain(why)?;
        self.refused = Some(format!("the last position was refused: {why}"));
        Ok(())
    }

    fn set_option(&mut self, text: &str) -> anyhow::Result<()> {
        match self.options.set(text) {
            Ok(Effect::Nothing | Effect::Variants) => {}
            Ok(Effect::Engine(change)) => self.worker.send(Job::Configure(change))?,
            Ok(Effect::Tables) => self.worker.send(Job::Tables(self.options.settings.tables.clone()))?,
            Ok(Effect::Clear) => self.worker.send(Job::Clear)?,
            Ok(Effect::Game) => self.game = Game::new(Position::start(self.options.variant())),
            Err(error) => complain(&format!("{error:#}"))?,
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> anyhow::Result<()> {
        let (go, complaints) = go::read(text, self.game.position(), &self.options.settings);
        if let Some(why) = self.refused() {
            let hold = if let Go::Search { hold, .. } = go { hold } else { Hold::Nothing };
            return self.begin(Task::search(hold), search::refused(why));
        }
        for complaint in complaints {
            complain(&complaint)?;
        }
        let (game, notation) = (self.game.clone(), self.options.notation());
        if let Go::Search { .. } = go
            && let Some(misfit) = self.options.settings.misfit()
        {
            complain(&misfit)?;
        }
        match go {
            Go::Perft(depth) => self.begin(Task::count(), search::perft(game, notation, depth)),
            Go::Search { limits, hold, strength } => self.begin(
                Task::search(hold),
                search::search(game, LineStyle { notation, wdl: self.options.settings.wdl }, limits, strength),
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

    fn evaluation(&self) -> String {
        match self.refused() {
            Some(why) => lines_of("evaluation: none,", &why),
            None => search::evaluation(&self.game, &self.options.engine().nets),
        }
    }

    /// The position as a diagram, with FEN, key and checkers: the lines by which programs read the answer to `d`, and the
    /// last of them ends it.
    fn diagram(&self) -> String {
        let position = *self.game.position();
        let mut text = String::new();
        if let Some(why) = self.refused() {
            let _ = writeln!(text, "{}", lines_of("info string", &format!("{why}\nthis is the position before:")));
        }
        text += &diagram::board(&position, Style::Ascii, false);
        let _ = writeln!(text, "{}: {}", position.variant().id(), diagram::caption(&position));
        if let Some(outcome) = self.game.outcome() {
            let _ = writeln!(text, "{}", outcome.in_words());
        }
        let _ = write!(text, "Fen: {}\nKey: {:016x}\nCheckers:", fen::write(&position), position.zobrist());
        for square in position.checkers() {
            let _ = write!(text, " {square}");
        }
        text
    }

    /// `quit` or the end of the input, which may be a file: what came before it is answered. Searches are stopped, because
    /// many would never end by themselves, and send their best move. Counts and `bench` end first.
    fn finish(self) -> anyhow::Result<()> {
        // A fuzzer asks for counts that take years.
        let ends = |task: &&Arc<Task>| task.searches() || cfg!(fuzzing);
        self.tasks.iter().filter(ends).for_each(|task| task.stop());
        // All answers that are still to come are jobs, in the order of their commands.
        self.worker.finish()
    }
}
