//! A solved ending, and queries about its positions.

use std::fmt;
use std::sync::Arc;

use campione_core::{Bitboard, Color, Role, Square, StalemateResult, Variant};
use campione_movegen::{Move, Position};
use thiserror::Error;

use crate::layout::{Army, Layout, Pieces};
use crate::piece::Mover;
use crate::solve::{Solver, attacked};
use crate::symmetry::Symmetry;
use crate::table::Table;

/// Why an ending cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndingError {
    /// Not one or two pieces.
    #[error("{0} pieces besides the king; endings have one or two")]
    Pieces(usize),
    /// A king, a pawn, or a role that the variant does not have.
    #[error("role {index} of {variant} is not a piece that endings can have: the king, the pawn, or none of its roles")]
    Role {
        /// The index of the role.
        index: usize,
        /// The id of the variant.
        variant: String,
    },
    /// A variant in which stalemate is not a draw.
    #[error("stalemate is no draw in {0}")]
    Stalemate(String),
    /// A piece that hops over others. Whether it gives check depends on more than empty squares.
    #[error("{piece} hops over other pieces, and endings know slides and leaps alone")]
    Hops {
        /// The name of the piece.
        piece: String,
    },
    /// A variant in which a bare king loses at once.
    #[error("a bare king loses in {0}")]
    BareKing(String),
}

/// An ending of king and one or two pieces, of either color, against a bare king, with the distance to mate of every position.
///
/// Distances are in plies, as if there were no move rule and no repetition. The strong side mates as soon as it can.
/// The weak side delays the mate as long as it can, and captures if that saves it. The variant's rule of dead positions
/// applies.
#[derive(Clone, Debug)]
pub struct Ending {
    variant: Variant,
    pub(crate) solution: Solution,
}

/// A solved ending without its variant: [`Ending::of`] combines them.
#[derive(Clone, Debug)]
pub struct Solution {
    pieces: Vec<Role>,
    /// How each of the pieces moves.
    movements: Vec<Mover>,
    pub(crate) table: Arc<Table>,
    /// For each of two pieces, the ending that remains after its capture.
    left: Vec<Arc<Table>>,
}

/// An ending that is being solved step by step, so that the caller can pause.
pub struct Solving {
    pieces: Vec<Role>,
    movements: Vec<Mover>,
    left: Vec<Arc<Table>>,
    solver: Solver,
    done: bool,
}

impl fmt::Debug for Solving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solving").field("pieces", &self.pieces).field("done", &self.done).finish_non_exhaustive()
    }
}

impl Solving {
    /// Begins to solve the ending of king and these pieces against a bare king.
    ///
    /// # Errors
    /// As [`Ending::solve`].
    pub fn begin(variant: Variant, pieces: &[Role]) -> Result<Solving, EndingError> {
        let id = || variant.id().to_owned();
        for role in pieces {
            if *role == Role::KING || *role == Role::PAWN || role.index() >= variant.roles().len() {
                return Err(EndingError::Role { index: role.index(), variant: id() });
            }
        }
        if variant.draws().stalemate != StalemateResult::Draw {
            return Err(EndingError::Stalemate(id()));
        }
        if variant.draws().bare_king {
            return Err(EndingError::BareKing(id()));
        }
        let hops = |role: Role| {
            let class = variant.role(role).leap_class;
            let class = class.and_then(|class| variant.leap_classes().get(usize::from(class)));
            let mut leaps = class
                .into_iter()
                .flat_map(|class| variant.board().into_iter().map(|from| class.special_from(Color::White, from)));
            leaps.any(|leaps| leaps.iter().any(|leap| leap.is_of(Some(role)) && leap.hurdles.any()))
        };
        if let Some(&role) = pieces.iter().find(|&&role| hops(role)) {
            return Err(EndingError::Hops { piece: variant.role_name(role).to_owned() });
        }
        let movements: Vec<Mover> = pieces.iter().map(|&role| Mover::new(variant, role)).collect();
        let alone = |piece: &Mover| {
            let mut solver = Solver::new(variant, vec![piece.clone()], Army::One, Vec::new());
            while solver.pass(variant) {}
            Arc::new(solver.finish())
        };
        let (army, left) = match movements.as_slice() {
            [_] => (Army::One, Vec::new()),
            [one, _] if pieces[0] == pieces[1] => (Army::Twins, vec![alone(one); 2]),
            [one, two] => (Army::Two, vec![alone(two), alone(one)]),
            _ => return Err(EndingError::Pieces(pieces.len())),
        };
        let solver = Solver::new(variant, movements.clone(), army, left.clone());
        Ok(Solving { pieces: pieces.to_vec(), movements, left, solver, done: false })
    }

    /// The pieces besides the king.
    pub fn pieces(&self) -> &[Role] {
        &self.pieces
    }

    /// Continues until the ending is solved or `enough` returns `true`. Returns whether it is solved. `enough` is
    /// called some dozens of times in all. `variant` must be the same as in [`begin`](Self::begin).
    pub fn go_on(&mut self, variant: Variant, enough: impl Fn() -> bool) -> bool {
        while !self.done && !enough() {
            self.done = !self.solver.pass(variant);
        }
        self.done
    }

    /// The solution, if the ending is solved.
    pub fn finish(self) -> Option<Solution> {
        let Solving { pieces, movements, left, solver, done } = self;
        done.then(|| Solution { pieces, movements, table: Arc::new(solver.finish()), left })
    }
}

impl Solution {
    /// The pieces besides the king.
    pub fn pieces(&self) -> &[Role] {
        &self.pieces
    }
}

/// A position of the ending as in the tables: the strong side is White.
struct Place {
    king: Square,
    pieces: Pieces,
    weak: Square,
    strong_to_move: bool,
    /// Whether the board has been turned, because the strong side is Black.
    turned: bool,
}

impl Ending {
    /// Solves the ending of king and these pieces against a bare king.
    ///
    /// # Errors
    /// There are not one or two pieces. Or a piece is a king or a pawn, hops over others, or is not in the variant. Or
    /// the variant does not draw by stalemate, or a bare king loses in it.
    pub fn solve(variant: Variant, pieces: &[Role]) -> Result<Ending, EndingError> {
        let mut solving = Solving::begin(variant, pieces)?;
        solving.go_on(variant, || false);
        solving.finish().map(|solution| Ending::of(variant, solution)).ok_or(EndingError::Pieces(pieces.len()))
    }

    /// The ending of a variant, solved before. `variant` must be the one for which it was solved.
    pub fn of(variant: Variant, solution: Solution) -> Ending {
        Ending { variant, solution }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The pieces of the strong side besides its king.
    pub fn pieces(&self) -> &[Role] {
        &self.solution.pieces
    }

    /// Plies to mate if White is the strong side and its pieces stand on `pieces`, in the order of the pieces in
    /// [`solve`](Self::solve). `None` if the position is not won or not legal.
    pub fn plies_to_mate(&self, king: Square, pieces: &[Square], weak: Square, strong_to_move: bool) -> Option<u16> {
        let pieces = match *pieces {
            [one] if self.solution.pieces.len() == 1 => [one; 2],
            [one, two] if self.solution.pieces.len() == 2 => [one, two],
            _ => return None,
        };
        if strong_to_move { self.solution.table.won(king, pieces, weak) } else { self.lost(king, pieces, weak) }
    }

    /// Plies to mate in a position of this ending; either side may be the strong one. `None` if the position is not
    /// won, has other pieces, or has rights to castle or leap.
    pub fn probe(&self, position: &Position) -> Option<u16> {
        let Place { king, pieces, weak, strong_to_move, .. } = self.place(position)?;
        if strong_to_move { self.solution.table.won(king, pieces, weak) } else { self.lost(king, pieces, weak) }
    }

    /// The legal moves of the weak side, each with the plies to mate after it, or with `None` if it saves the weak
    /// side. Returns `None` if the strong side is to move or the position is not of this ending.
    pub fn replies(&self, position: &Position) -> Option<Vec<(Move, Option<u16>)>> {
        let place = self.place(position).filter(|place| !place.strong_to_move)?;
        let turn = Symmetry::half_turn(self.variant);
        let replies = position.legal_moves().into_iter().map(|mv| {
            let to = if place.turned { turn.of(mv.to()) } else { mv.to() };
            (mv, self.after_step(place.king, place.pieces, to))
        });
        Some(replies.collect())
    }

    /// The best move of the weak side: one that saves it if there is one, otherwise one that delays the mate as long as
    /// possible. `None` if [`replies`](Self::replies) returns `None` or no move.
    pub fn best_reply(&self, position: &Position) -> Option<Move> {
        let replies = self.replies(position)?;
        replies.into_iter().max_by_key(|&(_, plies)| plies.unwrap_or(u16::MAX)).map(|(mv, _)| mv)
    }

    /// Plies to mate with the weak side to move.
    fn lost(&self, king: Square, pieces: Pieces, weak: Square) -> Option<u16> {
        let layout = &self.solution.table.layout;
        let occupied = Layout::occupied(king, pieces);
        let legal = layout.board - occupied - self.variant.king_steps(king);
        if !layout.is_sound(king, pieces) || !legal.contains(weak) {
            return None;
        }
        let attacked = attacked(self.variant, &self.solution.movements, king, pieces);
        let steps = self.variant.king_steps(weak) - attacked - Bitboard::of(king);
        if steps.is_empty() {
            return attacked.contains(weak).then_some(0);
        }
        let mut longest = 0;
        for to in steps {
            longest = longest.max(self.after_step(king, pieces, to)?);
        }
        Some(longest + 1)
    }

    /// Plies to mate after a legal step or capture of the weak king to a square.
    fn after_step(&self, king: Square, pieces: Pieces, to: Square) -> Option<u16> {
        match pieces.iter().take(self.solution.pieces.len()).position(|&piece| piece == to) {
            Some(captured) => self.solution.left.get(captured)?.won(king, [pieces[1 - captured]; 2], to),
            None => self.solution.table.won(king, pieces, to),
        }
    }

    /// A position of this ending, turned so that White is the strong side. `None` for other positions.
    fn place(&self, position: &Position) -> Option<Place> {
        let strong = Color::ALL.into_iter().find(|&color| position.by_color(color).count() > 1)?;
        let rights = Color::ALL.into_iter().any(|color| !position.castling_rights(color).is_empty());
        let many = position.occupied().count() as usize != self.solution.pieces.len() + 2;
        if rights || many || position.by_color(!strong).several() || position.variant().id() != self.variant.id() {
            return None;
        }
        let mut squares = position.by_color(strong).without(position.king(strong));
        let mut pieces = Vec::new();
        for &role in &self.solution.pieces {
            let square = squares.into_iter().find(|&square| position.role_at(square) == Some(role))?;
            squares = squares.without(square);
            pieces.push(square);
        }
        let turned = strong == Color::Black;
        let turn = Symmetry::half_turn(self.variant);
        let seen = |square: Square| if turned { turn.of(square) } else { square };
        Some(Place {
            king: seen(position.king(strong)),
            pieces: [seen(*pieces.first()?), seen(*pieces.last()?)],
            weak: seen(position.king(!strong)),
            strong_to_move: position.turn() == strong,
            turned,
        })
    }
}
