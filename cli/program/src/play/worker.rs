//! The thread that searches, counts and clears, one after the other.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use campione_search::{Engine, NetChoice};

use super::task::Task;
use crate::memory;

/// Bytes of the thread's stack: a line of 240 plies takes about one of them where nothing is optimized.
const STACK: usize = 16 << 20;

const ENDED: &str = "the thread that searches has ended";

/// What that thread is asked to do.
pub(crate) enum Job {
    /// Something short, which comes after all jobs before this one.
    Call(Box<dyn FnOnce() -> io::Result<()> + Send>),
    /// Forget everything.
    Clear,
    /// A table of so many mebibytes.
    Hash(u32),
    /// So many threads.
    Threads(u32),
    /// Another evaluation.
    Nets(NetChoice),
    /// Something that may take long, and is stopped through its task.
    Begin(Arc<Task>, Work),
}

/// What is done with the engine.
pub(crate) type Work = Box<dyn FnOnce(&mut Seat, &Task) -> anyhow::Result<()> + Send>;

/// What belongs to the thread.
pub(crate) struct Seat {
    pub(crate) engine: Engine,
    hash: u32,
    pub(crate) threads: u32,
}

/// The thread, which ends with its jobs.
pub(crate) struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts it. What it cannot do it says by `complain`.
    ///
    /// # Errors
    /// The system has not so much memory or so many threads to give.
    pub(crate) fn start(hash: u32, threads: u32, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<Worker> {
        let mut seat = Seat { engine: engine(hash, threads)?, hash, threads };
        let (jobs, received): (_, Receiver<Job>) = channel();
        let work = move || {
            for job in received {
                // Where nobody reads any more, nobody will write either, and that is the end.
                let _ = seat.obey(job, complain);
            }
        };
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        builder.spawn(work).context("cannot start a thread")?;
        Ok(Worker { jobs })
    }

    pub(crate) fn send(&self, job: Job) -> anyhow::Result<()> {
        self.jobs.send(job).ok().context(ENDED)
    }

    /// Waits until all jobs are done, so long at most, and tells whether they are.
    pub(crate) fn wait_until_idle(&self, most: Duration) -> anyhow::Result<bool> {
        let (done, told) = channel();
        let call = move || {
            // Nobody may be waiting any more.
            let _ = done.send(());
            Ok(())
        };
        self.send(Job::Call(Box::new(call)))?;
        match told.recv_timeout(most) {
            Ok(()) => Ok(true),
            Err(RecvTimeoutError::Timeout) => Ok(false),
            Err(RecvTimeoutError::Disconnected) => bail!(ENDED),
        }
    }
}

/// One with a table of so many mebibytes, for so many threads.
pub(crate) fn engine(hash: u32, threads: u32) -> anyhow::Result<Engine> {
    memory::check(hash, 0)?;
    Ok(Engine::new(hash as usize, threads as usize)?)
}

impl Seat {
    fn obey(&mut self, job: Job, complain: fn(&str) -> io::Result<()>) -> anyhow::Result<()> {
        match job {
            Job::Call(call) => call()?,
            Job::Clear => self.engine.clear(),
            Job::Hash(hash) => self.resize(hash, self.threads, complain)?,
            Job::Threads(threads) => self.resize(self.hash, threads, complain)?,
            Job::Nets(nets) if &nets != self.engine.nets() => self.engine.set_nets(nets),
            Job::Nets(_) => {}
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

    /// Takes another engine. Where there is no room for its table beside the old one, that one makes room.
    fn exchange(&mut self, hash: u32, threads: u32) -> anyhow::Result<()> {
        let before = (self.hash, self.threads);
        memory::check(hash, self.hash)?;
        if self.replace(hash, threads).is_ok() {
            return Ok(());
        }
        self.replace(1, 1)?;
        let replaced = self.replace(hash, threads);
        if replaced.is_err() {
            // What there was before can be had again, unless another program has taken it meanwhile.
            let _ = self.replace(before.0, before.1);
        }
        replaced
    }

    fn replace(&mut self, hash: u32, threads: u32) -> anyhow::Result<()> {
        let mut engine = engine(hash, threads)?;
        engine.set_nets(self.engine.nets().clone());
        *self = Seat { engine, hash, threads };
        Ok(())
    }
}
