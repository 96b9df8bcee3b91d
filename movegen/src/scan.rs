//! What search needs of a position besides its legal moves: attacks, and parts of the move list.

use campione_core::{Bitboard, Color, LeapClass, Piece, Role, Square, movement};

use crate::attacks::{Backend, Operation, dispatch};
use crate::generate::{All, Lister, Part, generate};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::waiting::waiting_square;

/// What the pieces of a position attack, within a [`Scan`].
pub trait Attacks: Copy {
    /// The squares that a piece of `color` and `role`, not a pawn, attacks from `square` with the current blockers.
    fn from(self, square: Square, color: Color, role: Role) -> Bitboard;

    /// What a rook and a bishop on `square` would attack with the current blockers.
    fn lines(self, square: Square) -> [Bitboard; 2];

    /// Same as [`Attacks::from`], if the [`lines`](Attacks::lines) of the square are known: for several roles on one
    /// square.
    fn with_lines(self, lines: [Bitboard; 2], square: Square, color: Color, role: Role) -> Bitboard;

    /// Whether `piece`, not a pawn or king, goes from one square to the other, with `occupied` as blockers: by a capture if
    /// `to` is in `occupied`. It need not stand there now.
    fn reaches(self, piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool;

    /// The pieces of both colors that attack `square`, pins ignored, with `occupied` as blockers. A piece that is not
    /// in `occupied` blocks nothing, but still attacks.
    fn on(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Same as [`Attacks::on`], after pieces have left `occupied`; `known` are the attackers before. More sliders may
    /// attack now. In variants with hopping pieces, some of `known` may no longer attack.
    fn still_on(self, known: Bitboard, square: Square, occupied: Bitboard) -> Bitboard;
}

/// A computation over the attacks of a position, compiled for the best instructions of the machine.
pub trait Scan {
    /// Its result.
    type Output;

    /// Runs the computation. Mark it `#[inline(always)]`, and the functions that it calls too.
    fn run(self, attacks: impl Attacks) -> Self::Output;
}

#[derive(Clone, Copy)]
struct Seen<'p, B> {
    position: &'p Position,
    backend: B,
    occupied: Bitboard,
}

impl<B: Backend> Attacks for Seen<'_, B> {
    #[inline(always)]
    fn from(self, square: Square, color: Color, role: Role) -> Bitboard {
        let (backend, tables) = (self.backend, self.position.tables);
        let orthogonal = || backend.orthogonal(tables, square, self.occupied);
        self.seen(square, color, role, orthogonal, || backend.diagonal(tables, square, self.occupied))
    }

    #[inline(always)]
    fn lines(self, square: Square) -> [Bitboard; 2] {
        let tables = self.position.tables;
        [self.backend.orthogonal(tables, square, self.occupied), self.backend.diagonal(tables, square, self.occupied)]
    }

    #[inline(always)]
    fn with_lines(self, [orthogonal, diagonal]: [Bitboard; 2], square: Square, color: Color, role: Role) -> Bitboard {
        self.seen(square, color, role, || orthogonal, || diagonal)
    }

    #[inline(always)]
    fn reaches(self, piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        self.position.view().piece_reaches(self.backend, piece, from, to, occupied)
    }

    #[inline(always)]
    fn on(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.position.view().attackers_of_both(self.backend, square, occupied)
    }

    #[inline(always)]
    fn still_on(self, known: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
        if self.position.variant.leap_classes().iter().any(LeapClass::is_special) {
            return self.on(square, occupied);
        }
        // A piece that leaves uncovers sliders only. Whether one of `known` is still there, the caller knows.
        known | self.position.view().sliders(self.backend, square, self.occupied, occupied)
    }
}

impl<B: Backend> Seen<'_, B> {
    /// The squares that a piece attacks, given what it sees along the lines of its square.
    #[inline(always)]
    fn seen(
        self,
        square: Square,
        color: Color,
        role: Role,
        orthogonal: impl FnOnce() -> Bitboard,
        diagonal: impl FnOnce() -> Bitboard,
    ) -> Bitboard {
        let variant = self.position.variant;
        if role == Role::KING {
            return variant.king_steps(square);
        }
        let info = variant.role(role);
        let mut seen = Bitboard::EMPTY;
        if info.orthogonal {
            seen |= orthogonal();
        }
        if info.diagonal {
            seen |= diagonal();
        }
        if let Some(class) = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class))) {
            seen |= class.leaps[square.index()];
            if class.is_special() {
                for leap in class.special_from(color, square) {
                    let whose = !class.is_mixed || leap.is_of(Some(role));
                    if whose && leap.captures && leap.is_open(self.occupied) {
                        seen = seen.with(leap.end);
                    }
                }
            }
        }
        seen
    }
}

/// Prefetches memory that will be read soon; this affects speed only. It is for the crates of the workspace and not
/// part of the public interface.
#[doc(hidden)]
#[inline]
pub fn prefetch<T>(soon: &T) {
    crate::attacks::prefetch(soon);
}

impl Position {
    /// Runs a computation over the attacks of this position.
    ///
    /// ```
    /// use campione_core::{Bitboard, Square, Variant};
    /// use campione_movegen::{Attacks, Position, Scan};
    ///
    /// /// What the piece on a square attacks.
    /// struct From(Position, Square);
    ///
    /// impl Scan for From {
    ///     type Output = Option<Bitboard>;
    ///     #[inline(always)]
    ///     fn run(self, attacks: impl Attacks) -> Option<Bitboard> {
    ///         let piece = self.0.piece_at(self.1)?;
    ///         Some(attacks.from(self.1, piece.color, piece.role))
    ///     }
    /// }
    ///
    /// let start = Position::start(Variant::named("archchess")?);
    /// let centurion = start.scan(From(start, "d1".parse()?)).unwrap();
    /// // b1, d3 and f1 by two squares straight on, b3 and f3 across; b2, c3, e3 and f2 as a knight.
    /// assert_eq!(centurion.count(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn scan<S: Scan>(&self, scan: S) -> S::Output {
        struct Run<'p, S> {
            position: &'p Position,
            scan: S,
        }
        impl<S: Scan> Operation for Run<'_, S> {
            type Output = S::Output;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> S::Output {
                let Run { position, scan } = self;
                scan.run(Seen { position, backend, occupied: position.occupied() })
            }
        }
        dispatch(Run { position: self, scan })
    }

    /// The pawns of one color without the waiting ones.
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("herb-garden")?);
    /// assert_eq!(start.pawns(Color::White), Bitboard::rank(1));
    /// assert_eq!(start.pawn_attacks(Color::White), Bitboard::rank(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn pawns(&self, color: Color) -> Bitboard {
        self.state.boards[movement::PAWNS] & self.state.colors[color.index()]
    }

    /// The squares of the pawns of one color that wait on their last rank (RULES.md §6).
    #[inline(always)]
    pub fn waiting_squares(&self, color: Color) -> Bitboard {
        self.state.boards[movement::WAITING] & self.state.colors[color.index()]
    }

    /// The squares that the pawns of one color attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        self.variant.pawn_attacks(color, self.pawns(color))
    }

    /// The full key. [`zobrist`](Self::zobrist) is its lower half; the upper half distinguishes positions whose lower
    /// halves are equal.
    #[inline(always)]
    pub fn wide_zobrist(&self) -> u128 {
        self.key
    }

    /// Adds the legal moves that capture or promote on arrival to `moves`. Castlings and king's leaps are never among
    /// them.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::{MoveList, Position};
    /// let mut position = Position::start(Variant::named("gothic")?);
    /// for to in ["e4", "d5"] {
    ///     position = position.play(position.legal_moves_to(Role::PAWN, to.parse()?)[0]).unwrap();
    /// }
    /// let mut moves = MoveList::new();
    /// position.noisy_moves(&mut moves);
    /// assert_eq!(moves.len(), 2); // The pawn on e4 takes that on d5, the queen on d1 that on j7.
    /// assert!(moves.iter().any(|&mv| position.moving_role(mv) == Some(Role::PAWN)));
    /// assert!(moves.iter().all(|&mv| position.captured_role(mv) == Some(Role::PAWN)));
    /// position.quiet_moves(&mut moves);
    /// assert_eq!(moves.len(), position.legal_moves().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn noisy_moves(&self, moves: &mut MoveList) {
        dispatch(AddPart::<true, 32> { position: self, moves });
    }

    /// Adds the legal moves that are not among [`noisy_moves`](Self::noisy_moves) to `moves`.
    #[inline]
    pub fn quiet_moves(&self, moves: &mut MoveList) {
        dispatch(AddPart::<false, 192> { position: self, moves });
    }

    /// The role of the piece that a move moves, if there is one. For a waiting pawn that promotes at the start of the
    /// turn and then moves, it is the new role (RULES.md §6).
    #[inline]
    pub fn moving_role(&self, mv: Move) -> Option<Role> {
        if let Some(role) = mv.turn_promotion()
            && self.first_ready(self.state.turn) == Some(mv.from())
        {
            return Some(role);
        }
        self.role_at(mv.from())
    }

    /// The waiting pawn of a side that promotes next, if its wait is over (RULES.md §6).
    #[inline]
    pub fn first_ready(&self, color: Color) -> Option<Square> {
        let file = self.waiting.of(color).first_ready()?;
        Some(waiting_square(color, file, self.variant.ranks()))
    }

    /// The role of the piece that a move captures, if any. For a capture en passant it is the pawn; for a king's leap,
    /// the piece on the target square.
    #[inline]
    pub fn captured_role(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            crate::MoveKind::Capture | crate::MoveKind::PromotionCapture => self.role_at(mv.to()),
            crate::MoveKind::EnPassant | crate::MoveKind::EnPassantPromotion => Some(Role::PAWN),
            crate::MoveKind::Castling if self.castling_row(mv).is_some_and(|row| row.captures) => self.role_at(mv.to()),
            _ => None,
        }
    }
}

/// Adds the noisy moves of a position, or all others, to a list; usually they are fewer than `N`.
struct AddPart<'a, const NOISY: bool, const N: usize> {
    position: &'a Position,
    moves: &'a mut MoveList,
}

impl<const NOISY: bool, const N: usize> Operation for AddPart<'_, NOISY, N> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let AddPart { position, moves } = self;
        // A local list is easier to keep in registers, and only its moves are copied.
        let mut sink = Part::<NOISY, N>(Lister::new(position));
        generate(position.view(), backend, All, &mut sink);
        moves.extend_from_slice(&sink.0.moves);
    }
}
