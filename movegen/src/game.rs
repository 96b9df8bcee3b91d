//! A game that is played.

use std::fmt;

use campione_core::{Color, Variant};

use crate::moves::Move;
use crate::outcome::{EndReason, Outcome};
use crate::position::Position;

/// A move that is not legal in the position in which it was to be played, or a null move in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove(mv) = self;
        if mv.is_null() {
            return f.write_str("a null move is not possible here: the king is in check");
        }
        write!(f, "the move from {} to {} is not legal here", mv.from(), mv.to())
    }
}

impl std::error::Error for IllegalMove {}

/// A game: where it began, its moves, and the position after each of them. All its moves are legal, or null moves that
/// [`Game::pass`] has made.
///
/// It keeps every position, about 450 bytes for each, so a move can be taken back without replaying the game.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::{Game, Position};
/// let mut game = Game::new(Position::start(Variant::named("capablanca")?));
/// let first = game.position().legal_moves()[0];
/// game.play(first).unwrap();
/// assert_eq!((game.plies(), game.moves()), (1, &[first][..]));
/// assert_eq!(game.undo(), Some(first));
/// assert_eq!(game.position(), game.start());
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    /// The position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with `start`, in which no move has been played.
    ///
    /// ```
    /// use campione_core::{Color, Role, Variant};
    /// use campione_movegen::{Game, Position};
    /// let mut game = Game::new(Position::start(Variant::named("gothic")?));
    /// let e4 = game.position().legal_moves_to(Role::PAWN, "e4".parse()?)[0];
    /// game.play(e4)?;
    /// assert_eq!((game.variant().id(), game.turn(), game.plies()), ("gothic", Color::Black, 1));
    /// assert_eq!(game.positions().collect::<Vec<_>>(), [game.start(), game.position()]);
    /// assert_eq!(game.moves(), [e4]);
    /// assert!(game.play(e4).is_err()); // It is Black's turn.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(start: Position) -> Game {
        Game { start, positions: Vec::new(), moves: Vec::new() }
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// All positions, from the start on: one more than there are moves.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        std::iter::once(&self.start).chain(&self.positions)
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of moves played by both sides together.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(mv).ok_or(IllegalMove(mv))?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a move of [`Position::legal_moves`] without checking it again.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{Game, Position};
    /// let start = Position::start(Variant::named("archchess")?);
    /// let mut game = Game::new(start);
    /// for mv in start.legal_moves() {
    ///     game.play_unchecked(mv);
    ///     assert_eq!(game.undo(), Some(mv));
    /// }
    /// assert_eq!(game.position(), &start);
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_unchecked(&mut self, mv: Move) {
        let next = self.position().play_unchecked(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Plays a null move: the side to move passes. No rule allows it, but lines of analysis have it.
    ///
    /// # Errors
    /// [`IllegalMove`] in check; the game is then unchanged.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::{Game, Move, Position};
    /// let mut game = Game::new(Position::start(Variant::named("carrera")?));
    /// game.pass()?;
    /// assert_eq!((game.turn(), game.moves()), (Color::Black, &[Move::NULL][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        let next = self.position().pass().ok_or(IllegalMove(Move::NULL))?;
        self.positions.push(next);
        self.moves.push(Move::NULL);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.positions.pop();
        self.moves.pop()
    }

    /// The positions since the last capture, pawn move or promotion, the latest first. No earlier position can occur
    /// again.
    pub fn repeatable(&self) -> impl Iterator<Item = &Position> {
        self.positions().rev().take(self.position().halfmove_clock().saturating_add(1) as usize)
    }

    /// How often the current position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let key = self.position().zobrist();
        self.repeatable().filter(|position| position.zobrist() == key).count()
    }

    /// How the game ended, if it is over by the rules of its variant: as [`Position::outcome`], or by repetition.
    ///
    /// Both sides move a knight to and fro:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::{EndReason, Game, Outcome, Position};
    /// let gothic = Variant::named("gothic")?;
    /// let knight = gothic.role_by_letter('N').unwrap();
    /// let mut game = Game::new(Position::start(gothic));
    /// for to in ["c3", "c6", "b1", "b8", "c3", "c6", "b1", "b8"] {
    ///     assert_eq!(game.outcome(), None);
    ///     game.play(game.position().legal_moves_to(knight, to.parse()?)[0])?;
    /// }
    /// assert_eq!((game.repetitions(), game.repeatable().count()), (3, 9));
    /// assert_eq!(game.outcome(), Some(Outcome::draw(EndReason::Repetition)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            let times = self.variant().draws().repetition?;
            (self.repetitions() >= times as usize).then_some(Outcome::draw(EndReason::Repetition))
        })
    }
}
