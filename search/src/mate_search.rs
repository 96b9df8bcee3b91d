//! The order in which a mate that was asked for is looked for: by the mate solver, which can also prove that there is none,
//! and by the ordinary search, which soon sees where an attack without checks leads.
//!
//! 1. The solver looks for the shortest mates, each length after the one before is disproved.
//! 2. It looks for a mate in as many moves as were asked for.
//! 3. The ordinary search and the solver take turns, and each turn is twice as long as the one before.
//! 4. When a mate is found, the solver tries to shorten it, or to prove that it is the shortest.

use campione_movegen::{Move, Position};
use web_time::Instant;

use crate::limits::Limits;
use crate::mate_solver::{MOST_MOVES, Mate, MateSolver, SolverResources};
use crate::report::Report;
use crate::score::Score;

/// Mates in at most this many moves are settled before anything else, whatever it takes.
const SHORT: u32 = 2;

/// The nodes of a first turn.
const TURN: u64 = 100_000;

/// The least number of nodes for shortening a mate.
const SHORTEN: u64 = 1_000_000;

/// A search for a mate in at most so many moves.
pub(crate) struct MateSearch<'a, F: Fn() -> bool + Sync> {
    solver: MateSolver<'a, F>,
    /// Greater than 0.
    longest: u32,
    start: Instant,
    turn: u64,
}

impl<'a, F: Fn() -> bool + Sync> MateSearch<'a, F> {
    /// `None` if no mate is asked for. `means` give the solver what it needs.
    pub(crate) fn new(
        limits: &Limits,
        (position, root): (&'a Position, &'a [Move]),
        drawn: &'a [u64],
        resources: SolverResources<'a, F>,
        start: Instant,
    ) -> Option<MateSearch<'a, F>> {
        let depth = limits.depth.map_or(u32::MAX, |depth| depth.div_ceil(2));
        let longest = limits.mate.map(|moves| moves.min(depth)).filter(|&moves| moves > 0)?;
        Some(MateSearch { solver: MateSolver::new(position, root, drawn, resources), longest, start, turn: TURN })
    }

    /// It is proven that there is no mate in so many moves, of those asked for.
    pub(crate) fn excluded(&self) -> u32 {
        self.solver.excluded().min(self.longest)
    }

    /// The most moves of a mate that the solver looks for.
    fn most(&self) -> u32 {
        self.longest.min(MOST_MOVES)
    }

    /// Whether there is nothing more that the solver could look for.
    pub(crate) fn is_settled(&self) -> bool {
        self.excluded() >= self.most()
    }

    /// Before the ordinary search.
    pub(crate) fn begin(&mut self) -> Option<Report> {
        let found = match self.solver.settle_upward(self.longest.min(SHORT), u64::MAX) {
            Ok(None) => self.take_turn(),
            found => found.ok().flatten(),
        };
        found.map(|mate| self.shorten(mate))
    }

    /// The limits of the ordinary search's turn.
    pub(crate) fn limits_of_turn(&self, limits: &Limits) -> Limits {
        if self.is_settled() {
            return limits.clone();
        }
        let end = self.solver.nodes().saturating_add(self.turn);
        Limits { soft_nodes: Some(limits.soft_nodes.map_or(end, |soft| soft.min(end))), ..limits.clone() }
    }

    /// After a turn of the ordinary search that `ended` by itself or by the limits of its turn: a mate, if its lines
    /// have none.
    pub(crate) fn go_on(&mut self, lines: &[Report], ended: bool) -> Option<Report> {
        let first = lines.first()?;
        if let Some(mate) = self.mate(first) {
            let shorter = self.solver.shorten(mate, self.effort());
            return shorter.map(|mate| self.report(mate, first.depth));
        }
        let mate = loop {
            self.turn = self.turn.saturating_mul(2);
            match self.take_turn() {
                Some(mate) => break mate,
                None if ended && self.goes_on() => {}
                None => return None,
            }
        };
        let depth = first.depth;
        let mate = self.shorten(mate);
        Some(Report { depth: depth.max(mate.depth), ..mate })
    }

    /// The length of the mate of a line, if it is short enough.
    pub(crate) fn mate(&self, line: &Report) -> Option<u32> {
        let Score::Mate(moves) = line.score else { return None };
        u32::try_from(moves).ok().filter(|moves| (1..=self.longest).contains(moves))
    }

    /// Whether the ordinary search has another turn.
    pub(crate) fn goes_on(&self) -> bool {
        !self.is_settled() && !self.solver.is_over()
    }

    /// One half of the turn is for the shortest mates, the other for one of any length.
    fn take_turn(&mut self) -> Option<Mate> {
        if !self.goes_on() {
            return None;
        }
        self.solver.enlarge();
        let found = self.solver.settle_upward(self.most(), self.turn / 2);
        found.or_else(|_| self.solver.settle(self.most(), self.turn / 2)).ok().flatten()
    }

    /// The nodes for shortening a mate.
    fn effort(&self) -> u64 {
        self.solver.nodes().max(SHORTEN)
    }

    fn shorten(&mut self, mate: Mate) -> Report {
        let mate = self.solver.shorten(mate.moves, self.effort()).unwrap_or(mate);
        self.report(mate, 0)
    }

    fn report(&self, mate: Mate, depth: u32) -> Report {
        Report {
            depth: depth.max(2 * mate.moves - 1),
            seldepth: mate.pv.len() as u32,
            multipv: 1,
            score: Score::Mate(mate.moves as i32),
            nodes: self.solver.nodes(),
            time: self.start.elapsed(),
            hashfull: 0,
            pv: mate.pv,
        }
    }
}
