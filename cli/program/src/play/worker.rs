//! The thread that searches, counts and clears, one job after another.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::Game;
use campione_search::{Engine, Limits, NetChoice, Report, SearchResult, Strength};

use super::task::Task;
use crate::endgames::{PathTables, TablePath};
use crate::memory;

/// Size of the thread's stack, in bytes. A line of 240 plies takes about 1 MiB in a build without optimization.
const STACK: usize = 16 << 20;

const ENDED: &str = "the thread that searches has ended";

/// A job for the thread.
pub(crate) enum Job {
    /// Call a short function after all earlier jobs.
    Call(Box<dyn FnOnce() -> io::Result<()> + Send>),
    /// Clear the engine's memory.
    Clear,
    /// Use a table of this many mebibytes.
    Hash(u32),
    /// Use this many threads.
    Threads(u32),
    /// Use another evaluation.
    Nets(NetChoice),
    /// Probe other endgame tables.
    Tables(TablePath),
    /// Read the endgame tables of a variant, so that no search has to wait for them.
    ReadTables(Variant),
    /// Do long work, which can be stopped through its task.
    Begin(Arc<Task>, Work),
}

/// Work with the engine.
pub(crate) type Work = Box<dyn FnOnce(&mut Seat, &Task) -> anyhow::Result<()> + Send>;

/// The data of the thread.
pub(crate) struct Seat {
    engine: Engine,
    hash: u32,
    pub(crate) threads: u32,
    tables: PathTables,
}

/// The thread. It ends when this is dropped and all jobs are done.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread. It reports failures with `complain`.
    ///
    /// # Errors
    /// The system does not have enough memory or threads.
    pub(crate) fn start(hash: u32, threads: u32, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<Worker> {
        let engine = engine(hash, threads)?;
        let mut seat = Seat { engine, hash, threads, tables: PathTables::default() };
        let (jobs, received): (_, Receiver<Job>) = channel();
        let work = move || {
            for job in received {
                // If the reader of the output is gone, the commands will end too, and with them this thread.
                let _ = seat.obey(job, complain);
            }
        };
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let thread = builder.spawn(work).context("cannot start a thread")?;
        Ok(Worker { jobs, thread })
    }

    pub(crate) fn send(&self, job: Job) -> anyhow::Result<()> {
        self.jobs.send(job).ok().context(ENDED)
    }

    /// Waits until all jobs are done, however long they take, and ends the thread.
    ///
    /// # Errors
    /// The thread has failed, so some jobs were not done.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        // The thread takes jobs until there is no sender and the queue is empty: none that was sent is lost.
        drop(self.jobs);
        self.thread.join().ok().context(ENDED)
    }
}

/// An engine with a table of `hash` mebibytes and with `threads` threads.
pub(crate) fn engine(hash: u32, threads: u32) -> anyhow::Result<Engine> {
    memory::check(hash, 0)?;
    Ok(Engine::new(hash as usize, threads as usize)?)
}

/// What a search tells as it goes on.
pub(crate) enum Told<'s> {
    /// Endgame tables that are not used, and why.
    Complaint(&'s str),
    /// A line of a complete iteration.
    Report(&'s Report),
    /// The result, which is used only when the task is released.
    Found(&'s SearchResult),
}

impl Seat {
    /// Searches at a strength with the seed of its errors, with the user's endgame tables, and waits until the result may be
    /// used. A game that is over is not searched, nor waited for.
    pub(crate) fn search(
        &mut self,
        (strength, seed): (Strength, u64),
        game: &Game,
        limits: &Limits,
        task: &Task,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> SearchResult {
        self.engine.set_strength(strength, seed);
        for complaint in self.tables.give(&mut self.engine, game.variant()) {
            tell(Told::Complaint(&complaint));
        }
        let result = self.engine.search(game, limits, &task.control, &mut |report| tell(Told::Report(report)));
        if result.outcome.is_none() {
            tell(Told::Found(&result));
            task.wait_until_released();
        }
        result
    }

    fn obey(&mut self, job: Job, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<()> {
        match job {
            Job::Call(call) => call()?,
            Job::Clear => self.engine.clear(),
            Job::Hash(hash) => self.resize(hash, self.threads, complain)?,
            Job::Threads(threads) => self.resize(self.hash, threads, complain)?,
            Job::Nets(nets) if &nets != self.engine.nets() => self.engine.set_nets(nets),
            Job::Nets(_) => {}
            Job::Tables(path) => self.tables.path = path,
            Job::ReadTables(variant) => {
                for complaint in self.tables.give(&mut self.engine, variant) {
                    complain(&complaint)?;
                }
            }
            Job::Begin(task, work) => {
                let done = work(self, &task);
                task.set_done();
                done?;
            }
        }
        Ok(())
    }

    fn resize(&mut self, hash: u32, threads: u32, complain: fn(&str) -> io::Result<()>) -> io::Result<()> {
        if (hash, threads) == (self.hash, self.threads) {
            return Ok(());
        }
        match self.exchange(hash, threads) {
            Ok(()) => Ok(()),
            Err(error) => complain(&format!("{error:#}; Hash is still {}, Threads {}", self.hash, self.threads)),
        }
    }

    /// Replaces the engine. If there is no memory for the new table beside the old one, the old one is freed first.
    fn exchange(&mut self, hash: u32, threads: u32) -> anyhow::Result<()> {
        let before = (self.hash, self.threads);
        memory::check(hash, self.hash)?;
        if self.replace(hash, threads).is_ok() {
            return Ok(());
        }
        self.replace(1, 1)?;
        let replaced = self.replace(hash, threads);
        if replaced.is_err() {
            // The old size fits again, unless another program has taken the memory meanwhile.
            let _ = self.replace(before.0, before.1);
        }
        replaced
    }

    fn replace(&mut self, hash: u32, threads: u32) -> anyhow::Result<()> {
        let mut engine = engine(hash, threads)?;
        engine.set_nets(self.engine.nets().clone());
        engine.set_endgames(self.engine.endgames().cloned());
        (self.engine, self.hash, self.threads) = (engine, hash, threads);
        Ok(())
    }
}
