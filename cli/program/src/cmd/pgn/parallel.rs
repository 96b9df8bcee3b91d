//! The games of a file, read by several threads and reported in their order.
//!
//! One thread cuts the file into parts, the others read them. As many parts as there are threads wait to be read, and
//! twice as many to be reported, so memory does not grow with the file.

use std::io::BufReader;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use campione_notation::pgn::{Checked, PgnError, PgnGame, PgnNote, PgnOptions, PgnReader};

use super::Good;
use super::parts::{Part, Parts};
use super::source::Source;
use crate::args::GamesAs;

/// The games of a part, in their order.
#[derive(Default)]
pub(super) struct Games {
    pub(super) read: Vec<Result<Good, Box<PgnError>>>,
    pub(super) plies: u64,
    pub(super) variation_plies: u64,
    pub(super) bytes: u64,
    /// The line of a comment behind the last game of the file.
    pub(super) left_over: Option<u64>,
    /// Why reading ended before the end of the file.
    pub(super) error: Option<anyhow::Error>,
}

/// How the games are read, and in what form they are written.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) how: PgnOptions,
    pub(super) to: Option<GamesAs>,
    /// The name of the file.
    pub(super) file: &'a str,
}

/// A part to be read.
struct Job {
    part: Part,
    done: SyncSender<Games>,
    /// The number of games before it, known once the part before it has been read.
    before: Receiver<u64>,
    /// Tells the next part's.
    after: SyncSender<u64>,
}

/// Reads a file and calls `report` for each of its parts in their order, until it fails.
pub(super) fn read(
    input: BufReader<Source>,
    form: Form<'_>,
    threads: usize,
    mut report: impl FnMut(Games) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let (jobs, work) = sync_channel::<Job>(threads);
        let (order, ordered) = sync_channel(2 * threads);
        let work = Arc::new(Mutex::new(work));
        for _ in 0..threads {
            let work = Arc::clone(&work);
            scope.spawn(move || {
                loop {
                    // The lock is released before the part is read.
                    let job = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    let games = job.part.read(form, &job.before, &job.after);
                    let _ = job.done.send(games);
                }
            });
        }
        // The workers alone hold it: when they are gone, nothing more is cut.
        drop(work);
        scope.spawn(move || cut(Parts::new(input), &jobs, &order));
        for games in ordered {
            // A thread that has panicked sends nothing, and the scope panics too.
            let Ok(games) = Receiver::recv(&games) else { break };
            report(games)?;
        }
        Ok(())
    })
}

/// Cuts the file and hands out its parts, until nobody waits for them.
fn cut(mut parts: Parts, jobs: &SyncSender<Job>, order: &SyncSender<Receiver<Games>>) {
    let (first, mut before) = sync_channel(1);
    let _ = first.send(0);
    loop {
        let (done, games) = sync_channel(1);
        if order.send(games).is_err() {
            return;
        }
        match parts.next() {
            None => {
                let _ = done.send(Games::default());
                return;
            }
            Some(part) => {
                let (after, next) = sync_channel(1);
                let job = Job { part, done, before: std::mem::replace(&mut before, next), after };
                if jobs.send(job).is_err() {
                    return;
                }
            }
        }
    }
}

/// A game that was read, or what remains of one that was only checked.
enum Read {
    Checked(Checked),
    Whole(Box<PgnGame>),
}

impl Part {
    fn read(self, form: Form<'_>, before: &Receiver<u64>, after: &SyncSender<u64>) -> Games {
        let Part { text, lines } = self;
        let mut reader = PgnReader::new(text, form.how);
        let mut found = Vec::new();
        let mut error = None;
        loop {
            let next = if form.to.is_none() {
                reader.check().map(|game| game.map(Read::Checked))
            } else {
                reader.next().map(|game| game.map(|game| Read::Whole(Box::new(game))))
            };
            match next {
                None => break,
                Some(Err(fault)) if fault.stream().is_some() => {
                    error = Some(fault.into());
                    break;
                }
                Some(game) => found.push(game),
            }
        }
        let before = before.recv().unwrap_or(0);
        let _ = after.send(before + found.len() as u64);
        let mut games = Games {
            plies: reader.plies(),
            variation_plies: reader.variation_plies(),
            bytes: reader.bytes(),
            left_over: reader.left_over().map(|line| line + lines),
            error,
            ..Games::default()
        };
        // The reader has counted from the beginning of the part.
        let move_down = |number: &mut u64, line: &mut u64, notes: &mut [PgnNote]| {
            *number += before;
            *line += lines;
            for note in notes {
                note.move_down(lines);
            }
        };
        for game in found {
            match game {
                Ok(Read::Checked(mut game)) => {
                    move_down(&mut game.number, &mut game.line, &mut game.notes);
                    games.read.push(Ok(Good::checked(game)));
                }
                Ok(Read::Whole(mut game)) => {
                    move_down(&mut game.number, &mut game.line, &mut game.notes);
                    match Good::converted(*game, form.to, form.file) {
                        Ok(good) => games.read.push(Ok(good)),
                        Err(broken) => {
                            games.error = Some(broken);
                            return games;
                        }
                    }
                }
                Err(mut error) => {
                    (error.game, error.line) = (error.game + before, error.line + lines);
                    games.read.push(Err(error));
                }
            }
        }
        games
    }
}
