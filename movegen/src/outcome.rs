//! When a game is over.

use campione_core::{Bitboard, Color, Role, StalemateResult, component};

use crate::position::Position;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// The side to move is checkmated; the other side has won.
    Checkmate {
        /// Who has won.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check, in a game where that is no draw.
    Stalemate {
        /// Who has won.
        winner: Color,
    },
    /// A side has nothing but its king, in a game where that loses (RULES.md, "Bare king").
    BareKing {
        /// Who has won.
        winner: Color,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

impl Outcome {
    /// Who has won; none of a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } | Outcome::Stalemate { winner } | Outcome::BareKing { winner } => {
                Some(winner)
            }
            Outcome::Draw(_) => None,
        }
    }

    /// How the game ended, in a few words.
    pub const fn reason(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate { .. } => "stalemate",
            Outcome::BareKing { .. } => "bare king",
            Outcome::Draw(reason) => reason.text(),
        }
    }
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred as often as the game's rule says.
    Repetition,
    /// As many moves by each side as the game's rule says without capture, pawn move or promotion.
    MoveRule,
    /// Neither side has the men to mate (RULES.md, "Dead by material").
    DeadPosition,
}

impl DrawReason {
    /// The reason in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::MoveRule => "fifty moves",
            DrawReason::DeadPosition => "dead position",
        }
    }
}

/// The positions of a game so far, for draws by repetition.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<u64>);

impl History {
    /// A history that starts with `position`.
    pub fn new(position: &Position) -> History {
        History(vec![position.zobrist()])
    }

    /// Adds the position after a move.
    pub fn push(&mut self, position: &Position) {
        if position.halfmove_clock() == 0 {
            // Nothing before a capture, pawn move or promotion can occur again.
            self.0.clear();
        }
        self.0.push(position.zobrist());
    }

    /// The [`zobrist`](Position::zobrist) keys of the positions since the last capture, pawn move or promotion, the latest
    /// last.
    pub fn keys(&self) -> &[u64] {
        &self.0
    }

    /// How often `position` has occurred, itself included if it was pushed.
    pub fn occurrences(&self, position: &Position) -> usize {
        self.0.iter().filter(|&&key| key == position.zobrist()).count()
    }
}

impl Position {
    /// How the game ended if it ends here, with `history` up to this position. A bare king counts first, then checkmate and
    /// stalemate.
    pub fn outcome(&self, history: &History) -> Option<Outcome> {
        self.outcome_without_history().or_else(|| {
            let times = self.variant().draws().repetition?;
            (history.occurrences(self) >= times as usize).then_some(Outcome::Draw(DrawReason::Repetition))
        })
    }

    /// How the game ended if it ends here whatever came before.
    pub fn outcome_without_history(&self) -> Option<Outcome> {
        let draws = self.variant().draws();
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(Outcome::BareKing { winner: !loser });
        }
        if draws.bare_king && self.occupied().count() == 2 {
            return Some(Outcome::Draw(DrawReason::DeadPosition));
        }
        if self.legal_moves().is_empty() {
            return Some(match draws.stalemate {
                _ if self.in_check() => Outcome::Checkmate { winner: !self.turn() },
                StalemateResult::Draw => Outcome::Draw(DrawReason::Stalemate),
                StalemateResult::Loss => Outcome::Stalemate { winner: !self.turn() },
                StalemateResult::Win => Outcome::Stalemate { winner: self.turn() },
            });
        }
        if draws.draws_at(self.halfmove_clock()) {
            return Some(Outcome::Draw(DrawReason::MoveRule));
        }
        (draws.dead_position && self.is_dead()).then_some(Outcome::Draw(DrawReason::DeadPosition))
    }

    /// Whether neither side has the men to mate (RULES.md, "Dead by material"): bare kings, kings and one knight, or
    /// kings and men that are all bound to squares of one and the same color.
    pub fn is_dead(&self) -> bool {
        if (self.men.boards[component::PAWNS] | self.men.boards[component::WAITING]).any() {
            return false;
        }
        let mut men = Bitboard::EMPTY;
        let mut bound = true;
        let mut dark = 0;
        for square in self.occupied() {
            let Some(role) = self.role_at(square).filter(|&role| role != Role::KING) else { continue };
            men = men.with(square);
            bound &= self.variant.role(role).colorbound;
            dark += u32::from((square.file() + square.rank()) % 2 == 0);
        }
        let lone_knight = men.count() == 1
            && men.first().and_then(|square| self.role_at(square)).is_some_and(|role| self.variant.role(role).knight);
        lone_knight || (bound && (dark == 0 || dark == men.count()))
    }
}
