//! The processes of the other program, side by side, and the questions that they get.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use campione_core::Variant;
use campione_driver::bisect::{BisectError, Bisection};
use campione_driver::{Counter, DriverError, OpenError, Protocol, UnknownName};
use campione_movegen::{Move, Perft, PerftMonitor, Position};
use campione_notation::fen;
use campione_notation::kit::KitPosition;

use super::asked::{Asked, Journal};
use super::check;
use crate::args::VerifyOptions;
use crate::interrupt::{self, Interrupted};
use crate::peer;
use crate::progress::Progress;
use crate::watch::Work;

/// After so many positions of a variant in a row without an answer, the others of this variant are not asked. Kits have positions
/// for the same rule one after the other, so that an engine that dies of one rule has a few in a row.
const MOST_IN_ROW: usize = 20;

/// The same, if it has not answered about the variant at all.
const MOST_AT_FIRST: usize = 5;

/// After so many positions of any variants in a row, no others are asked.
const MOST_OF_ALL: usize = 60;

/// A process joins others at a variant only if so many positions are left: each must be started and set up.
const WORTH_JOINING: usize = 8;

/// A position that is asked.
pub(super) struct Question {
    pub(super) place: String,
    pub(super) said: KitPosition,
    pub(super) variant: Variant,
    pub(super) depth: u32,
    /// The counts of a suite, each with its depth.
    pub(super) known: Vec<(u32, u128)>,
}

impl Question {
    /// The position without an answer.
    fn unanswered(&self, number: usize) -> Asked {
        let Question { place, said, depth, .. } = self;
        Asked {
            number,
            place: place.clone(),
            id: said.id.clone(),
            variant: said.variant.clone(),
            fen: said.fen.clone(),
            tags: said.tags.clone(),
            depth: *depth,
            passed: false,
            kinds: Vec::new(),
            error: None,
            report: None,
        }
    }
}

/// The positions of a variant.
pub(super) struct Group {
    pub(super) variant: Variant,
    /// The numbers of those that are not asked yet.
    pub(super) left: VecDeque<usize>,
    /// Why none is asked: the engine does not play the variant.
    pub(super) skipped: Option<String>,
    /// Why the others are not asked.
    pub(super) given_up: Option<String>,
    /// Processes that are at work on it.
    processes: usize,
    /// Positions in a row without an answer.
    in_row: usize,
    /// There was an answer.
    answers: bool,
}

impl Group {
    pub(super) fn new(variant: Variant) -> Group {
        let left = VecDeque::new();
        Group { variant, left, skipped: None, given_up: None, processes: 0, in_row: 0, answers: false }
    }

    /// Adds a position, which a journal may have an answer about.
    pub(super) fn add(&mut self, number: usize, is_done: bool) {
        if is_done {
            self.answers = true;
        } else {
            self.left.push_back(number);
        }
    }

    fn is_open(&self) -> bool {
        self.skipped.is_none() && self.given_up.is_none() && !self.left.is_empty()
    }
}

/// How far the work has come.
pub(super) struct Running {
    pub(super) monitor: PerftMonitor,
    done: AtomicUsize,
    failed: AtomicUsize,
    /// The positions of variants that are not skipped, as far as that is known.
    all: AtomicUsize,
}

impl Running {
    pub(super) fn new(all: usize) -> Running {
        let [done, failed] = [0, 0].map(AtomicUsize::new);
        Running { monitor: PerftMonitor::new(), done, failed, all: all.into() }
    }

    /// So many positions are not asked.
    pub(super) fn leave_out(&self, positions: usize) {
        self.all.fetch_sub(positions, Ordering::Relaxed);
    }

    /// Counts an answer.
    pub(super) fn count(&self, passed: bool) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.failed.fetch_add(usize::from(!passed), Ordering::Relaxed);
    }
}

impl Work for Running {
    fn stop(&self) {
        self.monitor.stop();
    }

    fn progress(&self, _: Duration) -> Progress {
        let [done, failed, all] = [&self.done, &self.failed, &self.all].map(|count| count.load(Ordering::Relaxed));
        let text = format!("{done} of {all} positions, {failed} failures");
        Progress { done: done as f64 / all.max(1) as f64, text }
    }
}

/// What the processes share.
struct State {
    /// How the program is started; its protocol when it is known.
    command: peer::Command,
    groups: Vec<Group>,
    answers: Vec<Option<Asked>>,
    /// Its name.
    engine: Option<String>,
    /// The names of the variants that it offers, if it lacks one.
    offered: Vec<String>,
    /// Positions of all variants in a row without an answer.
    in_row: usize,
    /// Ends the work.
    error: Option<anyhow::Error>,
}

/// Why a variant is skipped, without the list of those that are not.
fn unknown(error: &UnknownName) -> String {
    format!("the engine does not know {}", error.names.join(" or "))
}

/// Why a variant is skipped that the engine cannot be told, and what helps.
fn assumed(error: &OpenError, variant: Variant) -> String {
    format!("{error}; with `-v {}` it is assumed to", variant.id())
}

/// What is known at the end.
pub(super) struct Outcome {
    pub(super) groups: Vec<Group>,
    pub(super) answers: Vec<Option<Asked>>,
    pub(super) engine: Option<String>,
    pub(super) offered: Vec<String>,
}

/// The work on all questions.
pub(super) struct Asking<'a> {
    options: &'a VerifyOptions,
    questions: &'a [Question],
    journal: Option<&'a Journal>,
    running: &'a Running,
    /// The user has named the variant, so that a program that cannot be told it is assumed to play it.
    is_chosen: bool,
    /// Held while the program is started for the first time, to detect its protocol once.
    first: Mutex<()>,
    state: Mutex<State>,
}

/// What a process is to do next.
enum Next<'a> {
    Ask(usize, &'a Question),
    /// Another variant, after a start.
    Group(usize),
    End,
}

impl<'a> Asking<'a> {
    #[allow(clippy::too_many_arguments, reason = "it is made at one place")]
    pub(super) fn new(
        options: &'a VerifyOptions,
        command: peer::Command,
        questions: &'a [Question],
        groups: Vec<Group>,
        answers: Vec<Option<Asked>>,
        journal: Option<&'a Journal>,
        running: &'a Running,
        chosen: Option<Variant>,
    ) -> Asking<'a> {
        let (engine, offered) = (None, Vec::new());
        let state = State { command, groups, answers, engine, offered, in_row: 0, error: None };
        let (first, state) = (Mutex::new(()), Mutex::new(state));
        Asking { options, questions, journal, running, is_chosen: chosen.is_some(), first, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks all questions.
    pub(super) fn run(&self) {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let processes = self.options.processes.map_or_else(cores, usize::from);
        thread::scope(|scope| {
            for _ in 0..processes {
                scope.spawn(|| self.work());
            }
        });
    }

    /// What is known.
    ///
    /// # Errors
    /// The program cannot be used at all, or the journal cannot be written.
    pub(super) fn finish(self) -> anyhow::Result<Outcome> {
        let State { groups, answers, engine, offered, error, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match error {
            Some(error) => Err(error),
            None => Ok(Outcome { groups, answers, engine, offered }),
        }
    }

    /// The work of one process after the other.
    fn work(&self) {
        let ours = |position: &Position, depth: u32| self.ours(position, depth);
        let mut group = None;
        let mut process: Option<Bisection<'_>> = None;
        loop {
            match self.next(group) {
                Next::End => break,
                Next::Group(number) => {
                    group = Some(number);
                    process = None;
                }
                Next::Ask(number, question) => {
                    let Some(at) = group else { break };
                    if process.is_none() {
                        process = self.start(at, number, question).map(|counter| {
                            let settings = peer::settings(&self.options.counter, question.depth);
                            Bisection::new(counter, settings, question.variant, &ours)
                        });
                    }
                    if let Some(engine) = &mut process
                        && !self.ask(at, number, question, engine)
                    {
                        process = None;
                    }
                }
            }
        }
    }

    fn next(&self, group: Option<usize>) -> Next<'a> {
        let mut state = self.state();
        if state.error.is_some() || self.running.monitor.is_stopped() {
            return Next::End;
        }
        if let Some(at) = group {
            if state.groups[at].is_open()
                && let Some(number) = state.groups[at].left.pop_front()
            {
                return Next::Ask(number, &self.questions[number]);
            }
            state.groups[at].processes -= 1;
        }
        let open = || state.groups.iter().enumerate().filter(|(_, group)| group.is_open());
        let free = open().find(|(_, group)| group.processes == 0);
        let longest = || open().max_by_key(|(_, group)| group.left.len());
        let to_join = || longest().filter(|(_, group)| group.left.len() >= WORTH_JOINING);
        let Some(at) = free.or_else(to_join).map(|(at, _)| at) else {
            return Next::End;
        };
        state.groups[at].processes += 1;
        Next::Group(at)
    }

    /// Starts a process for a position of a group. If that fails, the answer about the position is recorded.
    fn start(&self, at: usize, number: usize, question: &Question) -> Option<Box<dyn Counter>> {
        // Until it has been started once, one thread alone tries.
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let (command, known) = {
            let state = self.state();
            (state.command.clone(), state.engine.is_some())
        };
        let first = (!known).then_some(first);
        if self.state().groups[at].skipped.is_some() {
            // Another thread has found out meanwhile.
            return None;
        }
        let opened = command.start(&self.options.counter, question.variant, !self.is_chosen);
        let mut state = self.state();
        match opened {
            Ok(counter) => {
                state.command.protocol = Some(counter.protocol());
                state.engine.get_or_insert_with(|| counter.name().to_owned());
                drop(first);
                return Some(counter);
            }
            Err(OpenError::Variant(error)) if !error.asked => {
                // It has listed its variants, which tells the protocol: it was asked in UCI first.
                state.command.protocol.get_or_insert(Protocol::Uci);
                state.offered.clone_from(&error.offered);
                drop(state);
                self.skip(at, unknown(&error));
            }
            Err(OpenError::Neither { ref source, .. })
                if let OpenError::Variant(error) = &**source
                    && !error.asked =>
            {
                state.command.protocol = Some(Protocol::Xboard);
                state.offered.clone_from(&error.offered);
                drop(state);
                self.skip(at, unknown(error));
            }
            Err(error @ OpenError::CannotChoose(..)) => {
                drop(state);
                self.skip(at, assumed(&error, question.variant));
            }
            Err(OpenError::Neither { ref source, .. }) if let OpenError::CannotChoose(..) = &**source => {
                state.command.protocol = Some(Protocol::Xboard);
                drop(state);
                self.skip(at, assumed(source, question.variant));
            }
            Err(OpenError::Driver(error @ DriverError::Rejected { .. })) => {
                drop(state);
                self.skip(at, error.to_string());
            }
            Err(OpenError::Neither { ref source, .. })
                if let OpenError::Driver(error @ DriverError::Rejected { .. }) = &**source =>
            {
                state.command.protocol = Some(Protocol::Xboard);
                drop(state);
                self.skip(at, error.to_string());
            }
            Err(error) if known => {
                drop(state);
                let text = format!("{:#}", peer::explain(error));
                if interrupt::check().is_err() {
                    self.put_back(at, number);
                } else {
                    self.record(at, question.unanswered(number).failed("no answer", text), true);
                }
            }
            Err(error) => state.error = Some(peer::explain(error)),
        }
        None
    }

    /// No position of a variant is asked.
    fn skip(&self, at: usize, why: String) {
        let mut state = self.state();
        let is_new = state.groups[at].skipped.replace(why).is_none();
        // Those that are left, and the one with which it was tried.
        let positions = state.groups[at].left.len() + 1;
        drop(state);
        if is_new {
            self.running.leave_out(positions);
        }
    }

    fn put_back(&self, at: usize, number: usize) {
        self.state().groups[at].left.push_front(number);
    }

    /// Asks about a position, and records the answer. Returns whether the process can be asked again.
    fn ask(&self, at: usize, number: usize, question: &Question, engine: &mut Bisection<'_>) -> bool {
        let Question { said, variant, depth, known, .. } = question;
        let how = Perft::new().with_monitor(&self.running.monitor);
        let unanswered = question.unanswered(number);
        // The rules behind a difference are those of our generator, so it must agree with the kit.
        let ours = match check::position(said, *variant, *depth as usize, known, how) {
            Ok(Some(differences)) if differences.is_empty() => fen::read(&said.fen, *variant).map_err(Into::into),
            Ok(Some(differences)) => Err(anyhow::anyhow!("our own generator differs: {}", differences.join("; "))),
            Ok(None) => {
                self.put_back(at, number);
                return true;
            }
            Err(error) => Err(error),
        };
        let position = match ours {
            Ok(position) => position,
            Err(error) => {
                self.record(
                    at,
                    unanswered.failed("our own generator differs from the kit", format!("{error:#}")),
                    false,
                );
                return true;
            }
        };
        match engine.walk_to(&position, *depth) {
            Ok(report) => {
                self.record(at, unanswered.reported(&report), false);
                true
            }
            Err(BisectError::Divide { source, .. }) if matches!(*source, DriverError::Declined { .. }) => {
                self.skip(at, source.to_string());
                true
            }
            Err(error @ BisectError::Unread { .. }) => {
                let error = format!("{:#}", peer::failed(error));
                self.record(at, unanswered.failed("moves cannot be read", error), false);
                true
            }
            Err(error @ BisectError::Dialect(..)) => {
                self.record(
                    at,
                    unanswered.failed("the position cannot be written", format!("{:#}", peer::failed(error))),
                    false,
                );
                true
            }
            Err(error) => {
                let error = peer::failed(error);
                if error.is::<Interrupted>() || interrupt::check().is_err() {
                    self.put_back(at, number);
                } else {
                    self.record(at, unanswered.failed("no answer", format!("{error:#}")), true);
                }
                false
            }
        }
    }

    /// Notes an answer, and whether the program has failed to give one.
    fn record(&self, at: usize, answer: Asked, is_silent: bool) {
        self.running.count(answer.passed);
        // A variant that is skipped, and a position without an answer, are asked again: `-v` may help, a longer --timeout, fewer processes.
        if let (false, Some(Err(error))) = (is_silent, self.journal.map(|journal| journal.add(&answer))) {
            self.state().error.get_or_insert(error);
        }
        let mut state = self.state();
        let number = answer.number;
        state.answers[number] = Some(answer);
        if !is_silent {
            state.in_row = 0;
            state.groups[at].in_row = 0;
            state.groups[at].answers = true;
            return;
        }
        state.in_row += 1;
        state.groups[at].in_row += 1;
        let why = |many: usize| format!("{many} positions in a row had no answer");
        let most = if state.groups[at].answers { MOST_IN_ROW } else { MOST_AT_FIRST };
        if state.groups[at].in_row >= most {
            state.groups[at].given_up.get_or_insert_with(|| why(most));
        }
        if state.in_row >= MOST_OF_ALL {
            for group in &mut state.groups {
                group.given_up.get_or_insert_with(|| why(MOST_OF_ALL));
            }
        }
    }

    /// Our divide; `None` if the user stops it.
    fn ours(&self, position: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
        let how = Perft::new().with_monitor(&self.running.monitor);
        how.divide(position, depth).into_iter().map(|(mv, nodes)| Some((mv, nodes?))).collect()
    }
}
