//! Reports and results of a search.

use std::time::Duration;

use campione_movegen::{Move, Outcome};

use crate::score::Score;

/// A line of an iteration: one of the best moves with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// The number of the line; 1 is the best line.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Moves made on the board so far, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// The principal variation. Every move is legal after the moves before it.
    pub pv: Vec<Move>,
}

impl Report {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// The best move. `None` if the game is over, or if no legal move is among those to search.
    pub best: Option<Move>,
    /// The expected reply to the best move.
    pub ponder: Option<Move>,
    /// How the game ended, if it is already over.
    pub outcome: Option<Outcome>,
    /// The last report of each line, the best first.
    pub lines: Vec<Report>,
    /// Moves made on the board, by all threads.
    pub nodes: u64,
    /// How long the search took.
    pub time: Duration,
    /// If a mate was asked for: it is proven that the side to move has no mate in this many moves with the moves that were
    /// searched.
    ///
    /// ```
    /// use campione_core::{Setup, Variant};
    /// use campione_movegen::{Game, Position};
    /// use campione_search::{Engine, EngineConfig, Limits, Score};
    /// let carrera = Variant::named("carrera")?;
    /// let board = carrera.read_placement("9k/10/10/10/R9/1R8/10/4K5").unwrap();
    /// let game = Game::new(Position::new(&Setup { board, ..Setup::empty() }, carrera)?);
    /// let mut engine = Engine::new(&EngineConfig::default().with_hash(1))?;
    /// let in_one = engine.analyse(&game, &Limits { mate: Some(1), depth: Some(4), ..Limits::default() }, |_| {});
    /// assert_eq!(in_one.no_mate_in, 1);
    /// let in_four = engine.analyse(&game, &Limits { mate: Some(4), ..Limits::default() }, |_| {});
    /// assert_eq!((in_four.lines[0].score, in_four.no_mate_in), (Score::Mate(2), 1)); // Mate in two is the shortest.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub no_mate_in: u32,
}

impl SearchResult {
    /// Nodes a second.
    ///
    /// ```
    /// use std::time::Duration;
    /// use campione_search::SearchResult;
    /// let result = SearchResult { nodes: 3_000_000, time: Duration::from_secs(2), ..SearchResult::default() };
    /// assert_eq!(result.nps(), 1_500_000);
    /// ```
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Nodes a second.
pub fn nps(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
