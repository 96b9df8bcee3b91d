//! The thread that searches, counts and clears, one job after another.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::Game;
use campione_search::{Engine, EngineConfig, Limits, Report, SearchResult, Strength};

use super::task::Task;
use crate::endgames::{PathTables, TablePath};
use crate::memory;
use crate::options::EngineChange;

/// Size of the thread's stack, in bytes. A line of 240 plies takes about 1 MiB in a build without optimization.
const STACK: usize = 16 << 20;

const ENDED: &str = "the thread that searches has ended";

/// A job for the thread.
pub(crate) enum Job {
    /// Call a short function after all earlier jobs.
    Call(Box<dyn FnOnce() -> io::Result<()> + Send>),
    /// Clear the engine's memory.
    Clear,
    /// Change the engine's settings. Strength and endgame tables follow from each search.
    Configure(EngineChange),
    /// Probe other endgame tables.
    Tables(TablePath),
    /// Read the endgame tables and the net of a variant, so that no search has to wait for them.
    Prepare(Variant),
    /// Do long work, which can be stopped through its task.
    Begin(Arc<Task>, Work),
}

/// Work with the engine.
pub(crate) type Work = Box<dyn FnOnce(&mut WorkerState, &Task) -> anyhow::Result<()> + Send>;

/// The data of the thread.
pub(crate) struct WorkerState {
    engine: Engine,
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
    pub(crate) fn start(config: &EngineConfig, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<Worker> {
        let mut state = WorkerState { engine: engine(config)?, tables: PathTables::default() };
        let (jobs, received): (_, Receiver<Job>) = channel();
        let work = move || {
            for job in received {
                // If the reader of the output is gone, the commands will end too, and with them this thread.
                let _ = state.obey(job, complain);
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

/// An engine, if there is memory for its table.
pub(crate) fn engine(config: &EngineConfig) -> anyhow::Result<Engine> {
    memory::check(mebibytes(config.hash), 0)?;
    Ok(Engine::new(config)?)
}

fn mebibytes(hash: usize) -> u32 {
    u32::try_from(hash).unwrap_or(u32::MAX)
}

/// What a search tells as it goes on.
pub(crate) enum SearchEvent<'s> {
    /// Endgame tables that are not used, and why.
    Complaint(&'s str),
    /// A line of a complete iteration.
    Report(&'s Report),
    /// The result, which is used only when the task is released.
    Found(&'s SearchResult),
}

impl WorkerState {
    /// Searches at a strength with the seed of its errors, with the user's endgame tables, and waits until the result may be
    /// used. A game that is over is not searched, nor waited for.
    pub(crate) fn search(
        &mut self,
        (strength, seed): (Strength, u64),
        game: &Game,
        limits: &Limits,
        task: &Task,
        tell: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchResult {
        for complaint in self.tables.give(&mut self.engine, game.variant()) {
            tell(SearchEvent::Complaint(&complaint));
        }
        let config = EngineConfig { strength, seed, ..self.engine.config().clone() };
        if let Err(error) = self.engine.configure(&config) {
            tell(SearchEvent::Complaint(&error.to_string()));
        }
        let result = self.engine.search(game, limits, &task.control, &mut |report| tell(SearchEvent::Report(report)));
        if result.outcome.is_none() {
            tell(SearchEvent::Found(&result));
            task.wait_until_released();
        }
        result
    }

    fn obey(&mut self, job: Job, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<()> {
        match job {
            Job::Call(call) => call()?,
            Job::Clear => self.engine.clear(),
            Job::Configure(change) => {
                let mut config = self.engine.config().clone();
                change(&mut config);
                if let Err(error) = self.configure(&config) {
                    let EngineConfig { hash, threads, .. } = self.engine.config();
                    complain(&format!("{error:#}; Hash is still {hash}, Threads {threads}"))?;
                }
            }
            Job::Tables(path) => self.tables.path = path,
            Job::Prepare(variant) => {
                for complaint in self.tables.give(&mut self.engine, variant) {
                    complain(&complaint)?;
                }
                self.engine.prepare(variant);
            }
            Job::Begin(task, work) => {
                let done = work(self, &task);
                // Also after a failure: others wait for the task.
                task.set_done();
                done?;
            }
        }
        Ok(())
    }

    /// The number of threads that search.
    pub(crate) fn threads(&self) -> usize {
        self.engine.config().threads
    }

    fn configure(&mut self, config: &EngineConfig) -> anyhow::Result<()> {
        let before = self.engine.config().hash;
        if config.hash != before {
            memory::check(mebibytes(config.hash), mebibytes(before))?;
        }
        Ok(self.engine.configure(config)?)
    }
}
