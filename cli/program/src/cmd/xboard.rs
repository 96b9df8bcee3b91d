//! `campione xboard`: the engine for `XBoard`, `WinBoard` and all programs that speak version 2 of their protocol.
//!
//! One thread reads lines and another one searches ([`worker`](crate::play::worker)). Both send events to this thread,
//! which handles them one after the other.

mod begin;
mod broken;
mod clocks;
mod settings;
mod shown;
mod squares;
mod thinking;

use std::io::{BufReader, Cursor, Read, stdin};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use crate::count::input::text_of_line;
use anyhow::{Context, bail, ensure};
use campione_core::{Color, Square};
use campione_movegen::{Game, Move, Outcome, Position};
use campione_notation::moves::MoveFault;
use campione_notation::xboard;
use campione_search::{Limits, Report, Score, SearchResult};

use self::broken::Broken;
use self::clocks::Clocks;
use self::settings::Settings;
use crate::Verdict;
use crate::args::{Common, Format};
use crate::lines;
use crate::lines::LineRead;
use crate::messages;
use crate::options::Effect;
use crate::play::say::{lines_of, say};
use crate::play::task::{Hold, Task};
use crate::play::worker::{Job, Worker};
use crate::seed;

/// At most this many events are queued; after that, the senders wait.
const EVENTS: usize = 256;

/// Nodes for a hint.
const HINT_NODES: u64 = 50_000;

/// The engine accepts a draw if its score, in hundredths of a pawn, is at most this.
const DRAW_BEHIND: i32 = -50;

pub(crate) fn run(common: &Common) -> anyhow::Result<Verdict> {
    ensure!(common.format == Format::Text, "--format json: the answers of XBoard's protocol have their own form");
    let (events, received) = sync_channel(EVENTS);
    let first = common.first_line.as_ref().map_or_else(Vec::new, |line| format!("{line}\n").into_bytes());
    Session::new(common, events)?.converse(Cursor::new(first).chain(stdin()), &received)?;
    Ok(Verdict::Done)
}

/// Runs a whole session with these lines in this process. Nothing of it still runs at its end.
#[cfg(fuzzing)]
pub(crate) fn fuzz(common: &Common, input: &[u8]) -> anyhow::Result<()> {
    let (events, received) = sync_channel(EVENTS);
    Session::new(common, events)?.converse(Cursor::new(input.to_owned()), &received)
}

/// What the session reacts to.
enum Event {
    /// A line, or why it cannot be read.
    Line(Result<String, String>),
    /// A search has found a line.
    Report(u64, Report),
    /// A search has ended.
    Found(u64, SearchResult),
    /// There are no more lines.
    End,
    /// All jobs that were sent to the thread that searches are done.
    Idle,
}

/// Sends [`Event::Idle`] when it is dropped: by the job that has it, or by the queue of a thread that has failed. So the
/// wait for it always ends.
struct LastJob(SyncSender<Event>);

impl Drop for LastJob {
    fn drop(&mut self) {
        // The receiver is gone if the session has ended with an error.
        let _ = self.0.send(Event::Idle);
    }
}

/// Sends an event for each line, up to the end of the input.
fn read(input: impl Read, events: &SyncSender<Event>) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let event = match lines::read_line(&mut input, &mut line) {
            Ok(LineRead::End) | Err(_) => Event::End,
            Ok(LineRead::Whole) => Event::Line(text_of_line(number, &line).map(str::to_owned)),
            Ok(LineRead::TooLong) => Event::Line(Err(format!("a line: {}", lines::too_long()))),
        };
        let end = matches!(event, Event::End);
        if events.send(event).is_err() || end {
            return;
        }
    }
}

/// Whether there is more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Listen,
    Quit,
}

/// What the engine does by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nothing.
    Force,
    /// It plays this color.
    Play(Color),
    /// It analyses every position.
    Analyze,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// The engine's move.
    Think,
    /// Its answer to an expected move, in the opponent's time.
    Ponder(Move),
    Analyze,
    Hint,
}

/// A search that is running.
struct Search {
    id: u64,
    aim: Aim,
    task: Arc<Task>,
    begin: Instant,
}

/// The state of a session.
#[allow(clippy::struct_excessive_bools, reason = "each is a command of the protocol or its opposite")]
struct Session {
    events: SyncSender<Event>,
    worker: Worker,
    settings: Settings,
    game: Game,
    /// If this is not `None`, every move is refused.
    broken: Option<Broken>,
    mode: Mode,
    clocks: Clocks,
    /// Whether thinking is shown.
    post: bool,
    /// Whether it ponders (thinks in the opponent's time).
    hard: bool,
    search: Option<Search>,
    searches: u64,
    /// The move that is expected from the other side.
    expected: Option<Move>,
    /// The score of its last move, from its own point of view.
    score: Option<Score>,
    /// For how many moves in a row its score was lost.
    lost: u32,
    /// Pings that are answered after the move or the hint.
    pings: Vec<String>,
    /// The user was informed that some moves are not played.
    told_unplayed: bool,
    /// The piece that the user has lifted.
    lifted: Option<Square>,
    /// The other side is a program, and `XBoard` decides when the game is over.
    judged: bool,
    /// `XBoard` was sent the description of a king that leaps along the rank and does not castle.
    leaping: bool,
    /// The seed of a random array.
    array_seed: u32,
}

impl Session {
    fn new(common: &Common, events: SyncSender<Event>) -> anyhow::Result<Session> {
        let settings = Settings::new(common)?;
        let game = Game::new(Position::start(settings.values.variants.first()));
        let worker = Worker::start(&settings.values.engine, complain)?;
        Ok(Session {
            events,
            worker,
            settings,
            game,
            broken: None,
            mode: Mode::Force,
            clocks: Clocks::default(),
            post: false,
            hard: false,
            search: None,
            searches: 0,
            expected: None,
            score: None,
            lost: 0,
            pings: Vec::new(),
            told_unplayed: false,
            lifted: None,
            judged: false,
            leaping: false,
            array_seed: seed::fresh(),
        })
    }

    /// Reads lines on a thread of their own, obeys them, and ends the session.
    fn converse(mut self, input: impl Read + Send + 'static, received: &Receiver<Event>) -> anyhow::Result<()> {
        let events = self.events.clone();
        let reader = thread::Builder::new().name("input".to_owned());
        reader.spawn(move || read(input, &events)).context("cannot start a thread")?;
        self.listen(received)?;
        self.finish(received)
    }

    /// Handles events up to `quit` or to the end of the input.
    fn listen(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        for event in events {
            match event {
                Event::Line(Ok(line)) => {
                    if self.obey(line.trim())? == Next::Quit {
                        break;
                    }
                }
                Event::Line(Err(fault)) => say(&format!("Error ({fault}): the line"))?,
                Event::Report(id, report) => self.show(id, &report)?,
                Event::Found(id, result) => self.found(id, &result)?,
                Event::End | Event::Idle => break,
            }
        }
        Ok(())
    }

    /// `quit` or the end of the input, which may be a file: what came before it is answered. A search is stopped; if it is
    /// for a move or a hint, that is sent.
    fn finish(mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        self.set_ponder(false);
        if let Some(search) = &self.search {
            search.task.stop();
        }
        // The thread that searches does one job after the other, and its events come in their order. So after this one
        // nothing else comes. It may only be waited for here: that thread waits while the queue of events is full.
        let last = LastJob(self.events.clone());
        self.worker.send(Job::Call(Box::new(move || {
            drop(last);
            Ok(())
        })))?;
        for event in events {
            match event {
                Event::Report(id, report) => self.show(id, &report)?,
                Event::Found(id, result) => self.found(id, &result)?,
                // What follows `quit`.
                Event::Line(_) | Event::End => {}
                Event::Idle => break,
            }
        }
        self.worker.finish()
    }

    /// Obeys a line.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match command {
            "quit" => return Ok(Next::Quit),
            "protover" => say(&self.settings.features()).map_err(anyhow::Error::from),
            "new" => self.new_game(),
            "variant" => self.set_variant(rest),
            "setboard" => self.set_board(rest),
            "usermove" => self.user_move(rest),
            "go" => self.go(self.turn()),
            "playother" => self.go(!self.turn()),
            "result" => {
                (self.score, self.lost) = (None, 0);
                self.set_mode(Mode::Force)
            }
            "force" => self.set_mode(Mode::Force),
            "analyze" => self.set_mode(Mode::Analyze),
            "exit" => self.leave_analysis(),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "level" | "st" | "sd" => {
                self.stop_pondering();
                match command {
                    "level" => self.clocks.set_level(rest, self.game.plies()),
                    "st" => self.clocks.set_each(rest),
                    _ => self.clocks.set_depth(rest),
                }
            }
            "time" => self.clocks.set_left(rest),
            "hard" | "easy" => {
                self.set_ponder(command == "hard");
                Ok(())
            }
            "post" | "nopost" => {
                self.post = command == "post";
                Ok(())
            }
            "computer" => {
                self.judged = true;
                Ok(())
            }
            "ping" => self.ping(rest),
            "?" => {
                self.move_now();
                Ok(())
            }
            "." => self.tell_status(),
            "draw" => self.answer_draw(),
            "hint" => self.hint(),
            "bk" => say(" there is no book\n").map_err(anyhow::Error::from),
            "memory" | "cores" | "option" => self.set(command, rest),
            "lift" => self.lift(rest),
            "put" => self.put(rest),
            // These have no effect here, but any program may send them.
            "" | "xboard" | "accepted" | "rejected" | "random" | "otim" | "name" | "rating" | "ics" | "hover"
            | "pause" | "resume" => Ok(()),
            _ => self.read_move_or_complain(line),
        };
        if let Err(error) = done {
            // The output is closed.
            if messages::is_broken_pipe(&error) {
                return Err(error);
            }
            refuse(&format!("{error:#}"), line)?;
        }
        Ok(Next::Listen)
    }

    fn turn(&self) -> Color {
        self.game.turn()
    }

    /// A line without a known command is a move, or an error.
    fn read_move_or_complain(&mut self, line: &str) -> anyhow::Result<()> {
        let position = *self.game.position();
        let unreadable = xboard::read(line, &position).is_err_and(|error| error.fault == MoveFault::Unreadable);
        ensure!(!unreadable, "unknown command");
        self.user_move(line)
    }

    fn user_move(&mut self, text: &str) -> anyhow::Result<()> {
        if let Some(why) = &self.broken {
            return self.reject(&why.to_string(), text);
        }
        let position = *self.game.position();
        ensure!(self.mode != Mode::Play(position.turn()), "it is the engine's turn");
        // If `XBoard` decides about the end, it may not know this one.
        let is_end = |outcome: &Outcome| !self.judged || xboard::sees_end(*outcome, &position);
        let outcome = self.game.outcome().filter(|_| matches!(self.mode, Mode::Play(_)));
        if let Some(outcome) = outcome.filter(is_end) {
            return self.reject(&format!("the game is over: {}", outcome.reason), text);
        }
        let mv = match self.read_move(text, &position) {
            Ok(mv) => mv,
            Err(why) => return self.reject(&why, text),
        };
        self.put_down()?;
        if self.search.as_ref().is_some_and(|search| search.aim == Aim::Ponder(mv)) {
            self.ponder_hit(mv);
            return Ok(());
        }
        self.stop();
        self.flush_pings()?;
        self.game.play_unchecked(mv);
        self.go_on(true)
    }

    /// Refuses a move. `XBoard` shows only that it was rejected, so a human user gets the reason in a message of its
    /// own.
    fn reject(&self, why: &str, text: &str) -> anyhow::Result<()> {
        let text = clean(text);
        say(&format!("Illegal move ({}): {text}", clean(why).replace(['(', ')'], "")))?;
        if !self.judged {
            complain(&format!("{text}: {}", why.replace('\n', " ")))?;
        }
        Ok(())
    }

    /// `go` and `playother`: plays that color from now on.
    fn go(&mut self, color: Color) -> anyhow::Result<()> {
        if let Some(why) = &self.broken {
            bail!("{why}");
        }
        self.leave(Mode::Play(color))?;
        // If the game is over, the answer is its result.
        self.go_on(true)
    }

    fn set_mode(&mut self, mode: Mode) -> anyhow::Result<()> {
        self.leave(mode)?;
        self.go_on(false)
    }

    /// Ends the current activity, and changes the mode.
    fn leave(&mut self, mode: Mode) -> anyhow::Result<()> {
        self.stop();
        self.put_down()?;
        self.mode = mode;
        self.flush_pings()
    }

    fn leave_analysis(&mut self) -> anyhow::Result<()> {
        ensure!(self.mode == Mode::Analyze, "command not legal now");
        self.set_mode(Mode::Force)
    }

    fn take_back(&mut self, plies: usize) -> anyhow::Result<()> {
        ensure!(self.game.plies() >= plies, "command not legal now");
        self.stop();
        self.put_down()?;
        (self.score, self.lost) = (None, 0);
        for _ in 0..plies {
            self.game.undo();
        }
        self.flush_pings()?;
        self.go_on(false)
    }

    fn set_ponder(&mut self, hard: bool) {
        self.hard = hard;
        if !hard {
            self.stop_pondering();
        }
    }

    /// Stops pondering: that search would keep limits that are no longer valid.
    fn stop_pondering(&mut self) {
        if self.search.as_ref().is_some_and(|search| matches!(search.aim, Aim::Ponder(_))) {
            self.stop();
        }
    }

    fn set(&mut self, command: &str, text: &str) -> anyhow::Result<()> {
        match self.settings.set(command, text)? {
            // The other side chooses the variant by a command of its own.
            Effect::Nothing | Effect::Game => Ok(()),
            Effect::Engine(change) => self.worker.send(Job::Configure(change)),
            Effect::Tables => self.worker.send(Job::Tables(self.settings.values.tables.clone())),
            Effect::Clear => self.worker.send(Job::Clear),
            Effect::Variants => Ok(say(&self.settings.variants())?),
        }
    }

    fn ping(&mut self, number: &str) -> anyhow::Result<()> {
        let pong = format!("pong {}", clean(number));
        match &self.search {
            Some(search) if matches!(search.aim, Aim::Think | Aim::Hint) => self.pings.push(pong),
            Some(_) => say(&pong)?,
            None => {
                self.worker.send(Job::Prepare(self.game.variant()))?;
                self.worker.send(Job::Call(Box::new(move || say(&pong))))?;
            }
        }
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(mv) = self.expected {
            let position = *self.game.position();
            return Ok(say(&format!("Hint: {}", xboard::write(mv, &position)?))?);
        }
        if self.search.is_none() && self.broken.is_none() {
            let position = *self.game.position();
            if self.game.outcome().is_none() {
                let (search_moves, _) = self.shown_moves(&position);
                if !search_moves.is_empty() {
                    let limits = Limits { nodes: Some(HINT_NODES), search_moves, ..Limits::default() };
                    self.begin(Aim::Hint, self.game.clone(), limits)?;
                }
            }
        }
        Ok(())
    }

    /// Answers the other side's offer of a draw.
    fn answer_draw(&mut self) -> anyhow::Result<()> {
        let behind = match self.score {
            Some(Score::Cp(hundredths)) => hundredths <= DRAW_BEHIND,
            Some(Score::Mate(moves)) => moves < 0,
            None => false,
        };
        if behind && matches!(self.mode, Mode::Play(_)) {
            say("offer draw")?;
        }
        Ok(())
    }
}

/// Reports that a line cannot be obeyed, and why.
fn refuse(why: &str, line: &str) -> std::io::Result<()> {
    let why = clean(why).replace(['(', ')'], "");
    say(&format!("Error ({why}): {}", clean(line)))
}

/// Shows a complaint to the user.
fn complain(text: &str) -> std::io::Result<()> {
    say(&lines_of("tellusererror", text))
}

/// A text from outside, as one short line.
fn clean(text: &str) -> String {
    let line: String = text.chars().take(200).collect();
    messages::printable(&line.replace(['\n', '\r', '\t'], " ")).into_owned()
}
