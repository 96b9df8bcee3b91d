//! Searches: when they begin, what is sent about them, and how their results are used.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use campione_movegen::{EndReason, Game, Move, Outcome, Position};
use campione_notation::xboard;
use campione_search::{Limits, Report, Score, SearchResult, Strength};

use super::{Aim, Event, Hold, Mode, Search, Session, Task};
use crate::play::say::say;
use crate::play::worker::{Job, SearchEvent, WorkerState};

/// The engine may resign if its score, in hundredths of a pawn, is at most this.
const LOST: i32 = -1_200;

/// It resigns when the score was that low for this many moves in a row.
const LOST_MOVES: u32 = 3;

impl Session {
    /// Does what follows from a new position or mode. `moved` is true if a move has just been made.
    pub(super) fn go_on(&mut self, moved: bool) -> anyhow::Result<()> {
        let outcome = self.game.outcome();
        self.go_on_after(outcome, moved)
    }

    /// As [`go_on`](Self::go_on), when it is known whether the game is over.
    fn go_on_after(&mut self, outcome: Option<Outcome>, moved: bool) -> anyhow::Result<()> {
        self.expected = None;
        if self.broken.is_some() {
            return Ok(());
        }
        let position = *self.game.position();
        match (outcome, self.mode) {
            (Some(outcome), Mode::Play(color)) if moved => {
                if !self.judged || xboard::sees_end(outcome, &position) {
                    return Ok(say(&result_text(outcome))?);
                }
                // `XBoard` would take a claim for a false one. So the engine resigns if it is mated, and offers a draw.
                match outcome.winner {
                    Some(winner) if winner != color => self.give_up(),
                    Some(_) => Ok(()),
                    None => {
                        say("offer draw")?;
                        let goes_on = color == position.turn() && !position.legal_moves().is_empty();
                        if goes_on { self.think() } else { Ok(()) }
                    }
                }
            }
            (None, Mode::Play(color)) if color == position.turn() => self.think(),
            (None, Mode::Analyze) => {
                let multipv = self.settings.values.multipv;
                self.begin(Aim::Analyze, self.game.clone(), Limits { multipv, ..Limits::default() })
            }
            _ => Ok(()),
        }
    }

    fn think(&mut self) -> anyhow::Result<()> {
        let position = *self.game.position();
        if let Some(limits) = self.limits(self.game.plies(), &position) {
            return self.begin(Aim::Think, self.game.clone(), limits);
        }
        say("telluser There is no move here that XBoard can show: the engine resigns")?;
        self.give_up()
    }

    fn give_up(&mut self) -> anyhow::Result<()> {
        self.mode = Mode::Force;
        Ok(say("resign")?)
    }

    /// The limits of a search for a move in `position`, after `plies` plies. If some moves are left out of the game,
    /// they list the others; `None` if there are no others.
    fn limits(&mut self, plies: usize, position: &Position) -> Option<Limits> {
        let mut limits = self.clocks.limits(plies, self.settings.values.overhead);
        limits.multipv = self.settings.values.multipv;
        let (shown, left_out) = self.shown_moves(position);
        if let Some(what) = left_out {
            if !self.told_unplayed {
                self.told_unplayed = true;
                let _ = say(&format!("telluser Moves that XBoard cannot show are not played, such as {what}"));
            }
            limits.search_moves = shown;
            if limits.search_moves.is_empty() {
                return None;
            }
        }
        Some(limits)
    }

    pub(super) fn begin(&mut self, aim: Aim, game: Game, limits: Limits) -> anyhow::Result<()> {
        debug_assert!(self.search.is_none(), "whoever changes the game or the mode has stopped the search");
        self.searches += 1;
        let id = self.searches;
        let hold = match aim {
            Aim::Think | Aim::Hint => Hold::Nothing,
            Aim::Ponder(_) => Hold::Ponderhit,
            Aim::Analyze => Hold::Stop,
        };
        let task = Arc::new(Task::search(hold));
        let events = self.events.clone();
        let (limited, seed) = self.settings.values.skill.strength();
        let strength = match aim {
            Aim::Think | Aim::Ponder(_) => limited,
            Aim::Hint | Aim::Analyze => Strength::FULL,
        };
        let work = move |state: &mut WorkerState, task: &Task| {
            let mut tell = |told: SearchEvent<'_>| match told {
                // If the reader of the output is gone, the session ends anyway.
                SearchEvent::Complaint(text) => drop(say(&format!("# {text}"))),
                SearchEvent::Report(report) => {
                    // The receiver is gone.
                    if events.send(Event::Report(id, report.clone())).is_err() {
                        task.stop();
                    }
                }
                SearchEvent::Found(_) => {}
            };
            let result = state.search((strength, seed), &game, &limits, task, &mut tell);
            let _ = events.send(Event::Found(id, result));
            Ok(())
        };
        self.worker.send(Job::Begin(task.clone(), Box::new(work)))?;
        self.search = Some(Search { id, aim, task, begin: Instant::now() });
        Ok(())
    }

    /// Ends the search, and ignores its result.
    pub(super) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.task.stop();
        }
    }

    /// Makes the engine move at once, if it is its turn.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = self.search.as_ref().filter(|search| search.aim == Aim::Think) {
            search.task.stop();
        }
    }

    /// The other side has made the move that was expected.
    pub(super) fn ponder_hit(&mut self, mv: Move) {
        self.expected = None;
        self.game.play_unchecked(mv);
        if let Some(search) = &mut self.search {
            (search.aim, search.begin) = (Aim::Think, Instant::now());
            search.task.ponderhit();
        }
    }

    /// Shows a line that a search has found.
    pub(super) fn show(&mut self, id: u64, report: &Report) -> anyhow::Result<()> {
        let Some(search) = self.search.as_ref().filter(|search| search.id == id) else { return Ok(()) };
        let shown = match search.aim {
            Aim::Think | Aim::Ponder(_) => self.post,
            Aim::Analyze => true,
            Aim::Hint => false,
        };
        if !shown {
            return Ok(());
        }
        let mut position = *self.game.position();
        if let Aim::Ponder(mv) = search.aim {
            position = position.play_unchecked(mv);
        }
        let Report { depth, score, nodes, time, .. } = report;
        let score = match *score {
            Score::Cp(hundredths) => i64::from(hundredths),
            Score::Mate(moves) => i64::from(moves) + 100_000 * i64::from(moves.signum()),
        };
        let mut text = format!("{depth} {score} {} {nodes}", time.as_millis() / 10);
        for &mv in &report.pv {
            // A move that the protocol cannot write ends the line.
            let Ok(told) = xboard::write(mv, &position) else { break };
            let _ = write!(text, " {told}");
            position = position.play_unchecked(mv);
        }
        Ok(say(&text)?)
    }

    /// Uses the result of a search that has ended.
    pub(super) fn found(&mut self, id: u64, result: &SearchResult) -> anyhow::Result<()> {
        let Some(search) = self.search.take_if(|search| search.id == id) else { return Ok(()) };
        match search.aim {
            Aim::Think => self.make_move(result, &search),
            Aim::Hint => {
                let position = *self.game.position();
                if let Some(hint) = result.best.and_then(|mv| xboard::write(mv, &position).ok()) {
                    say(&format!("Hint: {hint}"))?;
                }
                self.flush_pings()
            }
            Aim::Ponder(_) | Aim::Analyze => Ok(()),
        }
    }

    fn make_move(&mut self, result: &SearchResult, search: &Search) -> anyhow::Result<()> {
        let position = *self.game.position();
        // A drawn position is not searched, but `XBoard` may not see the draw: any move will do.
        let Some(best) = result.best.or_else(|| self.shown_moves(&position).0.first().copied()) else {
            self.flush_pings()?;
            return self.give_up();
        };
        self.score = result.lines.first().map(|line| line.score);
        let lost = match self.score {
            Some(Score::Cp(hundredths)) => hundredths <= LOST,
            Some(Score::Mate(moves)) => moves < 0,
            None => false,
        };
        self.lost = if lost { self.lost + 1 } else { 0 };
        if self.settings.values.resigns && self.lost >= LOST_MOVES {
            self.give_up()?;
            return self.flush_pings();
        }
        say(&format!("move {}", xboard::write(best, &position)?))?;
        self.game.play_unchecked(best);
        self.clocks.spend(search.begin.elapsed(), self.game.plies());
        self.flush_pings()?;
        let (position, outcome) = (*self.game.position(), self.game.outcome());
        self.go_on_after(outcome, true)?;
        let goes_on = outcome.is_none();
        self.expected = result.ponder.filter(|&mv| goes_on && self.not_shown(mv, &position).is_none());
        self.ponder()
    }

    /// Answers the pings that came while it was thinking about its move or a hint.
    pub(super) fn flush_pings(&mut self) -> anyhow::Result<()> {
        for pong in std::mem::take(&mut self.pings) {
            say(&pong)?;
        }
        Ok(())
    }

    /// Thinks about the answer to the expected move.
    fn ponder(&mut self) -> anyhow::Result<()> {
        let (Some(expected), true) = (self.expected, self.hard) else { return Ok(()) };
        let position = *self.game.position();
        let Ok(told) = xboard::write(expected, &position) else { return Ok(()) };
        let mut game = self.game.clone();
        game.play_unchecked(expected);
        let position = *game.position();
        if game.outcome().is_some() {
            return Ok(());
        }
        let Some(limits) = self.limits(game.plies(), &position) else { return Ok(()) };
        if self.post {
            say(&format!("Hint: {told}"))?;
        }
        self.begin(Aim::Ponder(expected), game, limits)
    }

    /// `.`: sends the state of the search.
    pub(super) fn tell_status(&self) -> anyhow::Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        let control = &search.task.control;
        let moves = self.game.position().legal_moves().len();
        let time = search.begin.elapsed().as_millis() / 10;
        Ok(say(&format!("stat01: {time} {} {} 0 {moves}", control.nodes(), control.depth()))?)
    }
}

/// The line that reports the end of a game to `XBoard`.
fn result_text(outcome: Outcome) -> String {
    match outcome {
        Outcome { winner: Some(winner), reason: EndReason::Checkmate } => format!("{outcome} {{{winner} mates}}"),
        Outcome { reason, .. } => format!("{outcome} {{{reason}}}"),
    }
}
