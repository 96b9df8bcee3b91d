//! How the pawns of a variant step and capture.

use super::Variant;
use super::pawn_moves::{BEROLINA, PawnMove, STRAIGHT, attacks, forward, union};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::spec::PawnKind;
use crate::square::{MAX_RANKS, Square};

impl Variant {
    /// Which way its pawns step and capture.
    ///
    /// ```
    /// use campione_core::{PawnKind, Variant};
    /// assert_eq!(Variant::named("chess")?.pawn_kind(), PawnKind::Orthodox);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn pawn_kind(self) -> PawnKind {
        self.rules().pawn_kind
    }

    /// Whether two pawns may have passed the same square, so that a capture en passant must say which it takes.
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert!(Variant::named("berolina")?.passers_are_named() && !Variant::named("chess")?.passers_are_named());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn passers_are_named(self) -> bool {
        match self.pawn_kind() {
            PawnKind::Orthodox => false,
            PawnKind::Berolina => true,
        }
    }

    /// The squares that pawns of `color` attack.
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, PawnMove, Square, Variant};
    /// let chess = Variant::named("chess")?;
    /// let [e2, e3, e4, d3, f3]: [Square; 5] = ["e2", "e3", "e4", "d3", "f3"].map(|square| square.parse().unwrap());
    /// assert_eq!(chess.pawn_attacks(Color::White, Bitboard::of(e2)), Bitboard::of(d3).with(f3));
    /// assert!(chess.pawn_captors(Color::White, d3).contains(e2));
    /// assert_eq!(chess.pawn_steps(Color::White, Bitboard::of(e2)), Bitboard::of(e3));
    /// assert_eq!(chess.pawn_move(Color::White, e2, e4), Some(PawnMove::FirstStep(2)));
    /// assert_eq!(chess.pawn_move(Color::White, e2, d3), Some(PawnMove::Capture));
    /// assert_eq!(chess.first_step_origins(Color::White, e4, 2), Bitboard::of(e2));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn pawn_attacks(self, color: Color, pawns: Bitboard) -> Bitboard {
        attacks(self.pawn_kind(), color, pawns) & self.board()
    }

    /// The squares from which pawns of `color` capture on `square`.
    #[inline(always)]
    pub fn pawn_captors(self, color: Color, square: Square) -> Bitboard {
        self.rules().pieces.pawn_captors[color.index()][square.index()]
    }

    /// The squares to which pawns of `color` step, one square and without a capture, on an empty board.
    #[inline(always)]
    pub fn pawn_steps(self, color: Color, pawns: Bitboard) -> Bitboard {
        let steps = match self.pawn_kind() {
            PawnKind::Orthodox => union(color, pawns, STRAIGHT.steps),
            PawnKind::Berolina => union(color, pawns, BEROLINA.steps),
        };
        steps & self.board()
    }

    /// What a pawn's move from one square to another is; `None` if pawns never move like that. From which squares first steps are
    /// allowed is another question: [`double_step_from`](Self::double_step_from), [`long_steps`](Self::long_steps).
    pub fn pawn_move(self, color: Color, from: Square, to: Square) -> Option<PawnMove> {
        let forward = if color == Color::White { 1 } else { -1 };
        let ranks = (to.rank() as i8 - from.rank() as i8) * forward;
        let files = to.file() as i8 - from.file() as i8;
        if ranks < 1 {
            return None;
        }
        let (steps, captures) = self.pawn_kind().sides();
        if ranks == 1 && captures.contains(&files) {
            return Some(PawnMove::Capture);
        }
        steps.iter().any(|side| files == side * ranks).then_some(if ranks == 1 {
            PawnMove::Step
        } else {
            PawnMove::FirstStep(ranks as u8)
        })
    }

    /// The squares from which a pawn of `color` steps to `to`, over this many squares; 1 for an ordinary step.
    pub fn first_step_origins(self, color: Color, to: Square, squares: u8) -> Bitboard {
        let ranks = squares as i8;
        let back = |&side: &i8| to.offset(-side * ranks, if color == Color::White { -ranks } else { ranks });
        self.pawn_kind().sides().0.iter().filter_map(back).collect::<Bitboard>() & self.board()
    }

    /// The square after `at` on the way of a pawn of `color` that makes a first step to `to`: the squares on which it can be
    /// captured en passant.
    #[inline(always)]
    pub fn next_of_first_step(self, color: Color, at: Square, to: Square) -> Square {
        let side = match self.pawn_kind() {
            PawnKind::Orthodox => 0,
            PawnKind::Berolina => (to.file() as i8 - at.file() as i8).signum(),
        };
        Square::wrapping((at.index() as i32 + i32::from(forward(color) + side)) as u32)
    }

    /// The squares of a first step from one square to another that must be empty before the target: its start, as it is left,
    /// and those that it passes over.
    pub fn way_of_first_step(self, color: Color, from: Square, to: Square) -> impl Iterator<Item = Square> {
        let next = move |at: &Square| Some(self.next_of_first_step(color, *at, to)).filter(|&at| at != to);
        std::iter::successors(Some(from).filter(|&from| from != to), next).take(MAX_RANKS.into())
    }

    /// First steps of pawns of `color` that pass over a square, each as start and target: those that the variant's ranks
    /// allow, whatever stands there.
    pub fn first_steps_over(self, color: Color, square: Square) -> impl Iterator<Item = (Square, Square)> {
        let ahead = forward(color).signum();
        let double = (2, self.double_step_from(color));
        let long = self.long_steps().iter().map(move |long| (long.squares, long.from[color.index()]));
        [double].into_iter().chain(long).flat_map(move |(squares, starts)| {
            (1..squares as i8).flat_map(move |passed| {
                self.pawn_kind().sides().0.iter().filter_map(move |side| {
                    let way = |steps: i8| square.offset(side * steps, ahead * steps);
                    let step = way(-passed).zip(way(squares as i8 - passed));
                    step.filter(|&(from, to)| starts.contains(from) && self.board().contains(to))
                })
            })
        })
    }
}
