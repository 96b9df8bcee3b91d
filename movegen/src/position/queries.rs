//! Queries of a position: the side to move, the rights, the legal moves.

use campione_core::{
    Bitboard, CastlingRight, CastlingRow, Color, Piece, Rights, Role, Setup, SideCastling, Square, Variant, WaitingPawn,
};

use super::list::ListMoves;
use super::{Attackers, Position};
use crate::attacks::{Backend, Operation, dispatch};
use crate::generate::{Lister, Only, ToSquare, Unique, generate};
use crate::moves::{FewMoves, Move, MoveList};
use crate::waiting::waiting_square;

impl Position {
    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.state.turn
    }

    /// The square that the last double step passed over, if a pawn could pseudo-legally capture there, as in a FEN.
    /// After a longer step it is the first such square.
    ///
    /// A pawn that is pinned to its king:
    ///
    /// ```
    /// use campione_core::{Bitboard, Setup, Variant};
    /// use campione_movegen::Position;
    /// let capablanca = Variant::named("capablanca")?;
    /// let board = capablanca.read_placement("4r5/9k/10/3pP5/10/10/10/4K5").unwrap();
    /// let d6 = "d6".parse()?;
    /// let position = Position::new(&Setup { board, en_passant: Some(d6), ..Setup::empty() }, capablanca)?;
    /// assert_eq!((position.en_passant(), position.legal_en_passant()), (Some(d6), None));
    /// assert_eq!(position.en_passant_squares(), Bitboard::of(d6));
    /// assert_eq!(position.passed_pawn(), Some("d5".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.passed
    }

    /// The same square, but only if such a capture is legal: this counts when positions are compared (RULES.md,
    /// "Orthodox draws").
    #[inline(always)]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Plies since the last capture, pawn move or promotion.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let knight = gothic.role_by_letter('N').unwrap();
    /// let mut position = Position::start(gothic);
    /// for to in ["c3", "c6", "h3"] {
    ///     position = position.play(position.legal_moves_to(knight, to.parse()?)[0]).unwrap();
    /// }
    /// assert_eq!((position.halfmove_clock(), position.fullmove_number()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, increased after each move of Black.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// A key that is equal for positions that count as equal in a repetition, and almost always different otherwise.
    ///
    /// Two ways to the same position:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let knight = gothic.role_by_letter('N').unwrap();
    /// let start = Position::start(gothic);
    /// let after = |squares: [&str; 3]| {
    ///     squares.iter().fold(start, |position, to| {
    ///         position.play(position.legal_moves_to(knight, to.parse().unwrap())[0]).unwrap()
    ///     })
    /// };
    /// assert_eq!(after(["c3", "c6", "h3"]).zobrist(), after(["h3", "c6", "c3"]).zobrist());
    /// assert_ne!(after(["c3", "c6", "h3"]).zobrist(), start.zobrist());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn zobrist(&self) -> u64 {
        self.key as u64
    }

    /// The castling tables of a side in this position; [`Move::castling_row`] is an index into its rows.
    ///
    /// In Archchess a side may castle with either rook, and its king may leap:
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("archchess")?);
    /// let castling = start.castling(Color::White);
    /// let letters: String = castling.rights.iter().map(|right| right.letter).collect();
    /// assert_eq!(letters, "KQL");
    /// assert_eq!(start.castling_rights(Color::White), castling.all_rights());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn castling(&self, color: Color) -> &'static SideCastling {
        self.castling[color.index()]
    }

    /// The rights that a side still holds; they are of its [`castling`](Self::castling) tables.
    #[inline(always)]
    pub fn castling_rights(&self, color: Color) -> Rights {
        self.state.rights[color.index()]
    }

    /// The same rights one by one, in the order in which a FEN writes them: who may castle with whom, and how the variant
    /// calls it.
    ///
    /// The kings of Herb Garden Chess castle with rooks, champions and centaurs:
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::Position;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// let start = Position::start(herb_garden);
    /// let told: Vec<String> = start
    ///     .rights(Color::White)
    ///     .map(|right| match right.partner {
    ///         Some(partner) => format!("{} {} {}", right.name, herb_garden.role_name(partner.role), partner.square),
    ///         None => right.name.to_owned(),
    ///     })
    ///     .collect();
    /// assert_eq!(told.len(), 6);
    /// for right in ["castling rook l1", "championing champion k1", "centauring centaur c1"] {
    ///     assert!(told.iter().any(|told| told == right), "{told:?}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rights(&self, color: Color) -> impl Iterator<Item = CastlingRight> {
        let (spec, castling) = (self.variant.spec(), self.castling(color));
        castling.held(self.castling_rights(color)).map(move |right| CastlingRight::of(spec, castling, right))
    }

    /// The waiting pawns of a side in order of arrival (RULES.md §6).
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Setup, Variant, WaitingPawn};
    /// use campione_movegen::Position;
    /// let courier = Variant::named("courier-spiel")?;
    /// let board = courier.read_placement("4P7/11k/12/12/12/12/12/4K7").unwrap();
    /// let pawn = WaitingPawn { square: "e8".parse()?, wait: 2 };
    /// let position = Position::new(&Setup { board, waiting: vec![pawn], ..Setup::empty() }, courier)?;
    /// assert_eq!(position.waiting_pawns(Color::White).collect::<Vec<_>>(), [pawn]);
    /// assert_eq!(position.all_waiting_pawns().collect::<Vec<_>>(), [pawn]);
    /// assert_eq!(position.waiting_squares(Color::White), Bitboard::of(pawn.square));
    /// // It neither moves nor promotes yet.
    /// assert!(position.pawns(Color::White).is_empty());
    /// assert_eq!(position.first_ready(Color::White), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn waiting_pawns(&self, color: Color) -> impl Iterator<Item = WaitingPawn> {
        let ranks = self.variant.ranks();
        self.waiting
            .of(color)
            .iter()
            .map(move |(file, wait)| WaitingPawn { square: waiting_square(color, file, ranks), wait })
    }

    /// The waiting pawns of both sides in order of arrival, as a FEN lists them.
    pub fn all_waiting_pawns(&self) -> impl Iterator<Item = WaitingPawn> {
        let ranks = self.variant.ranks();
        self.waiting
            .in_order_of_arrival()
            .map(move |(color, file, wait)| WaitingPawn { square: waiting_square(color, file, ranks), wait })
    }

    /// The castling row of a move of the side to move, if the move is a castling or a king's leap.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("archchess")?);
    /// let leap = start.legal_moves_to(Role::KING, "e3".parse()?)[0];
    /// let row = start.castling_row(leap).unwrap();
    /// assert_eq!((row.letter, row.partner), ('L', None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn castling_row(&self, mv: Move) -> Option<&'static CastlingRow> {
        self.castling(self.turn()).rows.get(mv.castling_row()?)
    }

    /// The enemy pieces that give check to the side to move.
    ///
    /// The champion checks along the file, the centaur as a knight:
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Setup, Variant};
    /// use campione_movegen::Position;
    /// let carrera = Variant::named("carrera")?;
    /// let board = carrera.read_placement("4k5/10/5A4/10/10/10/10/4CK4").unwrap();
    /// let position = Position::new(&Setup { board, turn: Color::Black, ..Setup::empty() }, carrera)?;
    /// assert!(position.in_check());
    /// assert_eq!(position.checkers(), Bitboard::of("e1".parse()?).with("f6".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkers(&self) -> Bitboard {
        self.attackers_to(self.king(self.state.turn), !self.state.turn)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the side to move is checkmated. A side that has lost by a bare king is not checkmated, even if it is in
    /// check and has no move.
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// use campione_movegen::Position;
    /// let carrera = Variant::named("carrera")?;
    /// let board = carrera.read_placement("R3k5/10/4K5/10/10/10/10/10").unwrap();
    /// let mate = Position::new(&Setup { board, turn: Color::Black, ..Setup::empty() }, carrera)?;
    /// assert!(mate.is_checkmate() && mate.legal_moves().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.legal_moves().is_empty() && self.lost_by_bare_king().is_none()
    }

    /// The side that has lost because it has only its king, in a variant where that loses (RULES.md, "Bare king").
    /// There are no legal moves then.
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// use campione_movegen::Position;
    /// for (id, loser) in [("shatranj", Some(Color::Black)), ("chess", None)] {
    ///     let variant = Variant::named(id)?;
    ///     let board = variant.read_placement("4k3/8/8/8/8/8/8/R3K3").unwrap();
    ///     let position = Position::new(&Setup { board, ..Setup::empty() }, variant)?;
    ///     assert_eq!(position.lost_by_bare_king(), loser);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn lost_by_bare_king(&self) -> Option<Color> {
        if self.variant.bare_king_loses() { self.view().lost_by_bare_king() } else { None }
    }

    /// The pieces of `by` that attack `square`, pins ignored, whatever stands there.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let a3 = "a3".parse()?;
    /// let guards = start.attackers_to(a3, Color::White);
    /// assert_eq!(guards, ["b1".parse()?, "b2".parse()?].into_iter().collect());
    /// // Without the pawn before it, the rook attacks too.
    /// let without_pawn = start.occupied().without("a2".parse()?);
    /// assert_eq!(start.attackers_with(a3, Color::White, without_pawn), guards.with("a1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers_to(&self, square: Square, by: Color) -> Bitboard {
        dispatch(Attackers { view: self.view(), square, by, occupied: self.occupied() })
    }

    /// Same as [`attackers_to`](Self::attackers_to), with `occupied` as blockers. A piece that is not in `occupied`
    /// blocks nothing, but still attacks.
    pub fn attackers_with(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        dispatch(Attackers { view: self.view(), square, by, occupied })
    }

    /// Whether a piece on `from` can go to `to` with `occupied` as blockers: by a capture if `to` is occupied, else by
    /// a quiet move. Always `false` for pawns.
    ///
    /// The centurion leaps over the pawn before it, the rook does not:
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("archchess")?);
    /// for (from, to, reaches) in [("d1", "d3", true), ("a1", "a3", false)] {
    ///     let (from, to) = (from.parse()?, to.parse()?);
    ///     let piece = start.piece_at(from).unwrap();
    ///     assert_eq!(start.reaches(piece, from, to, start.occupied()), reaches);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reaches(&self, piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        struct Reaches<'p> {
            position: &'p Position,
            piece: Piece,
            from: Square,
            to: Square,
            occupied: Bitboard,
        }
        impl Operation for Reaches<'_> {
            type Output = bool;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> bool {
                let Reaches { position, piece, from, to, occupied } = self;
                position.view().piece_reaches(backend, piece, from, to, occupied)
            }
        }
        match piece.role {
            Role::KING => self.variant.king_steps(from).contains(to),
            Role::PAWN => false,
            _ => dispatch(Reaches { position: self, piece, from, to, occupied }),
        }
    }

    /// The promotion stock of `color`: the roles of which it has fewer pieces than its limit. In some variants pawns
    /// promote only to these roles (RULES.md §6).
    ///
    /// ```
    /// use campione_core::{Color, Setup, Variant};
    /// use campione_movegen::Position;
    /// let courier = Variant::named("courier-spiel")?;
    /// assert_eq!(Position::start(courier).lost_roles(Color::White).count(), 0);
    /// let board = courier.read_placement("12/10k1/12/12/12/12/12/RN1CUKQFCBNR").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, courier)?;
    /// let names: Vec<_> = position.lost_roles(Color::White).map(|role| courier.role_name(role)).collect();
    /// assert_eq!(names, ["bishop"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_roles(&self, color: Color) -> impl Iterator<Item = Role> {
        let stock = self.stock(color);
        self.variant.promotions().iter().copied().filter(move |role| stock & (1 << role.index()) != 0)
    }

    /// All legal moves; empty if a side has [lost by a bare king](Self::lost_by_bare_king).
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("carrera")?);
    /// let moves = start.legal_moves();
    /// let pawns = moves.iter().filter(|mv| start.role_at(mv.from()) == Some(Role::PAWN));
    /// // Two for each pawn, knight, centaur and champion.
    /// assert_eq!((pawns.count(), moves.len()), (20, 28));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        dispatch(ListMoves(self))
    }

    /// The legal moves of pieces of `role` to `to`, including the king's castlings and leaps. This is much cheaper than
    /// all legal moves. A waiting pawn that promotes at the start of the turn and then moves has its new role here
    /// (RULES.md §6).
    ///
    /// # Panics
    /// If the variant does not have the role.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::Position;
    /// let crc = Variant::named("crc")?;
    /// let start = Position::start(crc);
    /// let d3 = "d3".parse()?;
    /// let knight_move = start.legal_moves_to(crc.role_by_letter('N').unwrap(), d3)[0];
    /// assert_eq!((knight_move.from(), knight_move.to()), ("c1".parse()?, d3));
    /// assert!(start.legal_moves_to(Role::KING, d3).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_to(&self, role: Role, to: Square) -> FewMoves {
        self.legal_moves_from(role, self.variant.board(), to)
    }

    /// Same as [`legal_moves_to`](Self::legal_moves_to), but only of pieces on `origins`: what a text in a notation says
    /// about the start square.
    ///
    /// # Panics
    /// If the variant does not have the role.
    ///
    /// ```
    /// use campione_core::{Bitboard, Setup, Variant};
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let board = gothic.read_placement("4k5/10/10/10/10/10/10/R4K3R").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, gothic)?;
    /// let (rook, d1) = (gothic.role_by_letter('R').unwrap(), "d1".parse()?);
    /// let moves = position.legal_moves_from(rook, Bitboard::file(0), d1);
    /// assert_eq!((moves.len(), moves[0].from()), (1, "a1".parse()?));
    /// assert!(position.legal_moves_from(rook, Bitboard::file(9), d1).is_empty()); // The king is in the way.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_from(&self, role: Role, origins: Bitboard, to: Square) -> FewMoves {
        dispatch(ToSquare { position: self, role, origins, to })
    }

    /// The legal move of a piece of `role` on `origins` to `to`, if there is exactly one: what a text in a notation names.
    /// It promotes to `promotion` on arrival, or does not promote. Castlings do not count (king's leaps do), nor do turns
    /// that begin with the promotion of a waiting pawn (RULES.md §6). This is the cheapest way to find a move.
    ///
    /// # Panics
    /// If the variant does not have the role.
    ///
    /// ```
    /// use campione_core::{Bitboard, Role, Setup, Variant};
    /// use campione_movegen::Position;
    /// let chess = Variant::named("chess")?;
    /// let board = chess.read_placement("4k3/P7/8/8/8/8/8/R3K2R").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
    /// let [rook, queen] = ['R', 'Q'].map(|letter| chess.role_by_letter(letter).unwrap());
    /// let (d1, h8, a8) = ("d1".parse()?, "h8".parse()?, "a8".parse()?);
    /// assert_eq!(position.unique_move(rook, chess.board(), d1, None).unwrap().from(), "a1".parse()?);
    /// assert_eq!(position.unique_move(rook, Bitboard::file(7), d1, None), None);
    /// assert_eq!(position.unique_move(rook, chess.board(), h8, None).unwrap().from(), "h1".parse()?);
    /// assert_eq!(position.unique_move(Role::PAWN, chess.board(), a8, Some(queen)).unwrap().promotion(), Some(queen));
    /// assert_eq!(position.unique_move(Role::PAWN, chess.board(), a8, None), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unique_move(&self, role: Role, origins: Bitboard, to: Square, promotion: Option<Role>) -> Option<Move> {
        dispatch(Unique { to_square: ToSquare { position: self, role, origins, to }, promotion })
    }

    /// The legal castlings and king's leaps. This is much cheaper than all legal moves.
    ///
    /// ```
    /// use campione_core::{Color, RightName, Setup, Variant};
    /// use campione_movegen::Position;
    /// let chess = Variant::named("chess")?;
    /// let board = chess.read_placement("4k3/8/8/8/8/8/8/4K2R").unwrap();
    /// let rights = vec![RightName::Partner(Color::White, "h1".parse()?)];
    /// let position = Position::new(&Setup { board, rights, ..Setup::empty() }, chess)?;
    /// let castlings = position.legal_castlings();
    /// assert_eq!((castlings.len(), castlings[0].to()), (1, "g1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_castlings(&self) -> FewMoves {
        struct List<'a>(&'a Position);
        impl Operation for List<'_> {
            type Output = FewMoves;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> FewMoves {
                let mut lister = Lister::new(self.0);
                // No step of the king leads to its own square.
                let king = self.0.king(self.0.state.turn);
                generate(self.0.view(), backend, Only { role: Role::KING, to: king }, &mut lister);
                lister.moves
            }
        }
        if self.state.rights[self.state.turn.index()].is_empty() {
            return FewMoves::new();
        }
        dispatch(List(self))
    }

    /// Whether `mv` is one of the legal moves; it may come from any position.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let e4 = start.legal_moves_to(Role::PAWN, "e4".parse()?)[0];
    /// assert!(start.is_legal(e4));
    /// assert!(!start.play(e4).unwrap().is_legal(e4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        // The move may be one of another variant, and so may the role that it names, for which there are no tables
        // here.
        self.moving_role(mv)
            .filter(|role| role.index() < self.variant.roles().len())
            .is_some_and(|role| self.legal_moves_from(role, Bitboard::of(mv.from()), mv.to()).contains(&mv))
    }

    /// The position as a [`Setup`], which can be written down.
    ///
    /// The same position with the other side to move:
    ///
    /// ```
    /// use campione_core::{Setup, Variant};
    /// use campione_movegen::Position;
    /// let archchess = Variant::named("archchess")?;
    /// let start = Position::start(archchess);
    /// assert_eq!(Position::new(&start.setup(), archchess)?, start);
    /// let other = Position::new(&Setup { turn: !start.turn(), ..start.setup() }, archchess)?;
    /// assert_eq!((other.turn(), other.occupied()), (!start.turn(), start.occupied()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Setup {
        let mut rights = Vec::new();
        for color in Color::ALL {
            rights.extend(self.castling(color).held(self.castling_rights(color)).map(|right| right.name(color)));
        }
        Setup {
            board: self.board(),
            turn: self.state.turn,
            rights,
            en_passant: self.passed,
            passer: self.passed_pawn().filter(|_| self.variant.passers_are_named()),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            waiting: self.all_waiting_pawns().collect(),
        }
    }
}
