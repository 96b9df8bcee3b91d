//! When a game is over, and how it ended.

use std::fmt;

use campione_core::{Bitboard, Color, Role, StalemateResult, movement};

use crate::position::Position;

/// How a game ended: the winner, if any, and the reason.
///
/// [`Display`](fmt::Display) writes the result, `1-0`, `0-1` or `1/2-1/2`; [`EndReason`] writes the reason in words.
///
/// ```
/// use campione_core::{Color, Variant};
/// use campione_movegen::{Game, Outcome, Position, EndReason};
/// let mut game = Game::new(Position::start(Variant::named("chess")?));
/// for [from, to] in [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]] {
///     let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
///     let mv = game.position().legal_moves().into_iter().find(|mv| mv.from() == from && mv.to() == to);
///     game.play(mv.unwrap()).unwrap();
/// }
/// let outcome = game.outcome().unwrap();
/// assert_eq!(outcome, Outcome::win(Color::Black, EndReason::Checkmate));
/// assert_eq!(format!("{outcome}, {}", outcome.reason), "0-1, checkmate");
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl Outcome {
    /// A win of `winner`.
    pub const fn win(winner: Color, reason: EndReason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    ///
    /// ```
    /// use campione_movegen::{EndReason, Outcome};
    /// let outcome = Outcome::draw(EndReason::MoveRule { moves: 50 });
    /// assert!(outcome.is_draw());
    /// assert_eq!((outcome.text(), outcome.reason.to_string()), ("1/2-1/2", "50-move rule".to_owned()));
    /// ```
    pub const fn draw(reason: EndReason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The outcome in words: the reason, and the winner if there is one.
    ///
    /// ```
    /// use campione_core::Color;
    /// use campione_movegen::{EndReason, Outcome};
    /// assert_eq!(Outcome::win(Color::Black, EndReason::Checkmate).in_words(), "checkmate, Black has won");
    /// assert_eq!(Outcome::draw(EndReason::Stalemate).in_words(), "draw: stalemate");
    /// ```
    pub fn in_words(self) -> String {
        let Outcome { winner, reason } = self;
        match winner {
            Some(winner) => format!("{reason}, {winner} has won"),
            None => format!("draw: {reason}"),
        }
    }

    /// Whether it is a draw.
    pub const fn is_draw(self) -> bool {
        self.winner.is_none()
    }

    /// The result as the text of a game writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn text(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Why a game ended. [`Display`](fmt::Display) writes it in a few words, [`code`](Self::code) for programs.
///
/// ```
/// use campione_movegen::EndReason;
/// assert_eq!(EndReason::MoveRule { moves: 50 }.code(), "move-rule");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum EndReason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check: a draw, unless the variant says otherwise.
    Stalemate,
    /// A side has nothing but its king, in a variant where that loses (RULES.md, "Bare king").
    BareKing,
    /// The position has occurred as often as the rules of the variant say.
    Repetition,
    /// No capture, pawn move or promotion for the number of moves by each side that the variant sets.
    MoveRule {
        /// The number of moves by each side.
        moves: u32,
    },
    /// Neither side has the pieces to mate (RULES.md, "Dead by material").
    DeadPosition,
    /// The players or their clocks ended the game, not a rule. The text of a game does not say more.
    Declared,
}

campione_core::codes!(EndReason {
    Checkmate => "checkmate",
    Stalemate => "stalemate",
    BareKing => "bare-king",
    Repetition => "repetition",
    MoveRule => "move-rule",
    DeadPosition => "dead-position",
    Declared => "declared",
});

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::BareKing => "bare king",
            EndReason::Repetition => "repetition",
            EndReason::MoveRule { moves } => return write!(f, "{moves}-move rule"),
            EndReason::DeadPosition => "dead position",
            EndReason::Declared => "declared",
        })
    }
}

impl Position {
    /// How the game ended in this position; `None` if it goes on. Earlier positions are not considered:
    /// [`Game::outcome`](crate::Game::outcome) also finds repetitions. A bare king is tested first, then checkmate and
    /// stalemate.
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// use campione_movegen::{EndReason, Outcome, Position};
    /// let carrera = Variant::named("carrera")?;
    /// let board = carrera.read_placement("4k5/4P5/4K5/10/10/10/10/10").unwrap();
    /// let white_to_move = Position::new(&Setup { board, ..Setup::empty() }, carrera)?;
    /// assert_eq!(white_to_move.outcome(), None);
    /// let stalemate = Position::new(&Setup { turn: Color::Black, ..white_to_move.setup() }, carrera)?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::draw(EndReason::Stalemate)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let draws = self.variant().draws();
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(Outcome::win(!loser, EndReason::BareKing));
        }
        // The bared side has taken the last piece, so neither side has won.
        if draws.bare_king && self.occupied().count() == 2 {
            return Some(Outcome::draw(EndReason::DeadPosition));
        }
        if self.legal_moves().is_empty() {
            return Some(match draws.stalemate {
                _ if self.in_check() => Outcome::win(!self.turn(), EndReason::Checkmate),
                StalemateResult::Draw => Outcome::draw(EndReason::Stalemate),
                StalemateResult::Loss => Outcome::win(!self.turn(), EndReason::Stalemate),
                StalemateResult::Win => Outcome::win(self.turn(), EndReason::Stalemate),
            });
        }
        // After the moves: mate on the last ply of the rule still wins.
        if let Some(moves) = draws.moves.filter(|_| draws.draws_at(self.halfmove_clock())) {
            return Some(Outcome::draw(EndReason::MoveRule { moves }));
        }
        (draws.dead_position && self.is_dead()).then_some(Outcome::draw(EndReason::DeadPosition))
    }

    /// Whether a side lacks the pieces to mate by any sequence of moves, as other programs understand it: a pawn, or a piece
    /// that is neither bound to squares of one color nor a knight, is enough; a knight needs some other piece on the board,
    /// of either side, to help it; bound pieces need one that is not bound, or one on squares of the other color. It is
    /// judged by pieces alone, and has no effect on the game: [`is_dead`](Self::is_dead) is the rule.
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// use campione_movegen::Position;
    /// let chess = Variant::named("chess")?;
    /// let board = chess.read_placement("4k3/8/8/8/8/8/4P3/3NK3").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
    /// assert!(!position.has_insufficient_material(Color::White));
    /// assert!(position.has_insufficient_material(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let (mut own_knight, mut own_bound) = (false, false);
        let (mut pieces, mut unbound, mut dark, mut light) = (0, false, false, false);
        for square in self.occupied() {
            let Some(piece) = self.piece_at(square).filter(|piece| piece.role != Role::KING) else { continue };
            let info = self.variant().role(piece.role);
            let own = piece.color == color;
            let bound = info.colorbound && piece.role != Role::PAWN;
            if own && !bound && !info.knight {
                return false;
            }
            pieces += 1;
            own_knight |= own && info.knight;
            own_bound |= own && bound;
            if bound {
                let is_dark = (square.file() + square.rank()) % 2 == 0;
                dark |= is_dark;
                light |= !is_dark;
            } else {
                unbound = true;
            }
        }
        !(own_knight && pieces > 1 || own_bound && (unbound || dark && light))
    }

    /// Whether neither side has the pieces to mate (RULES.md, "Dead by material"): bare kings, kings and one knight, or
    /// kings and pieces that are all bound to squares of the same color; bare kings alone, if they do not move as in
    /// orthodox chess.
    ///
    /// ```
    /// use campione_core::{Setup, Variant};
    /// use campione_movegen::Position;
    /// let carrera = Variant::named("carrera")?;
    /// for (placement, dead) in [("4k5/10/10/10/10/10/10/4KN4", true), ("4k5/10/10/10/10/10/10/4KC4", false)] {
    ///     let board = carrera.read_placement(placement).unwrap();
    ///     let position = Position::new(&Setup { board, ..Setup::empty() }, carrera)?;
    ///     assert_eq!(position.is_dead(), dead);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        if (self.state.boards[movement::PAWNS] | self.state.boards[movement::WAITING]).any() {
            return false;
        }
        let mut pieces = Bitboard::EMPTY;
        let mut bound = true;
        let mut dark = 0;
        for square in self.occupied() {
            let Some(role) = self.role_at(square).filter(|&role| role != Role::KING) else { continue };
            pieces = pieces.with(square);
            bound &= self.variant.role(role).colorbound;
            dark += u32::from((square.file() + square.rank()) % 2 == 0);
        }
        if !self.variant.king_is_orthodox() {
            return pieces.is_empty();
        }
        let lone_knight = pieces.count() == 1
            && pieces
                .first()
                .and_then(|square| self.role_at(square))
                .is_some_and(|role| self.variant.role(role).knight);
        lone_knight || (bound && (dark == 0 || dark == pieces.count()))
    }
}
