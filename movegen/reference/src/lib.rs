//! A slow and plain implementation of every variant, built in or from a file.
//!
//! It is test code. Its only purpose is to be obviously right, so that the fast generator can be
//! checked against it. It was written from RULES.md, NOTATION.md and variant-files.md alone, without a look at the
//! fast generator, and shares no code with it: a mailbox board, every pseudo-legal move made on a
//! copy, and the copy thrown away when it leaves the mover's own king attacked.
//!
//! One generator plays the rules of two readers, which know nothing of each other:
//!
//! - `builtin`: the variants of RULES.md, written down by hand, each rule with its section.
//! - `file`: a variant file, with `betza` for its movements. [`invent`] makes random files.
//!
//! Both fill in [`Game`] (`rules`), and the rest plays it:
//!
//! - `attacks`: the word "attacked" of RULES.md.
//! - `moves`, `castling`: pseudo-legal moves; `play`: the position that a move leaves.
//! - `waiting`: the stock and the pawns that wait for it. `fen`, `rights`: reading and writing.
//! - `seen`: which rare features a position has.
//!
//! ```
//! use campione_reference::{Game, Position};
//!
//! let start = Position::start(Game::named("carrera").unwrap());
//! assert_eq!(start.perft(2), 782);
//!
//! let game = Game::from_toml(
//!     r#"
//!     board = { files = 5, ranks = 5, array = "rbknq" }
//!     piece.K = { moves = "K", royal = true }
//!     piece.Q.moves = "Q"
//!     piece.R.moves = "R"
//!     piece.B.moves = "B"
//!     piece.N.moves = "N"
//!     pawn.double_step = false
//!     promotion.to = "Q"
//!     "#,
//! )
//! .unwrap();
//! assert_eq!(Position::start(&game).perft(1), 7);
//! ```
#![forbid(unsafe_code)]
#![allow(clippy::match_same_arms, reason = "one line for each rule, even if two lines are alike")]
#![allow(clippy::struct_excessive_bools, reason = "each rule of a variant is a field of its own")]

mod attacks;
mod betza;
mod board;
mod builtin;
mod castling;
mod fen;
mod file;
pub mod invent;
mod moves;
mod play;
mod rights;
mod rules;
mod seen;
mod waiting;

use std::fmt;

use board::{BOARD_SIZE, Color, FILES, Piece, Square};
use moves::Move;
use rules::Stalemate;
use waiting::Waiting;

pub use rules::Game;
pub use seen::Seen;

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A position of one variant: the board, the side to move, and everything else that a FEN contains.
#[derive(Clone)]
pub struct Position<'g> {
    game: &'g Game,
    /// Square (file, rank) is at `rank * 12 + file`, whatever the size of the variant's board.
    board: [Option<Piece>; BOARD_SIZE],
    turn: Color,
    /// For each color and file: the piece that started on that file of the king's rank may still castle with the king.
    rights: [[bool; FILES as usize]; 2],
    /// For each color: the right to the king's leap.
    leap_right: [bool; 2],
    /// The squares that a pawn has just passed over, only those on which an enemy pawn could pseudo-legally capture.
    en_passant: Vec<Square>,
    /// The pawn that has passed over them, if there are any.
    stopped: Option<Square>,
    /// The waiting pawns of both colors in order of arrival.
    waiting: Vec<Waiting>,
    halfmove: u32,
    fullmove: u32,
}

impl Position<'static> {
    /// Reads a position of a variant of RULES.md ([`Game::ids`]) in native X-FEN.
    ///
    /// # Errors
    /// There is no such variant, or the text is not a position of it.
    pub fn named(variant: &str, fen: &str) -> Result<Position<'static>, String> {
        Position::from_fen(Game::named(variant)?, fen)
    }
}

impl<'g> Position<'g> {
    /// The start position; in variants with numbered arrays that of the default one.
    ///
    /// # Panics
    /// Never: the start position was checked when the rules were read.
    pub fn start(game: &'g Game) -> Position<'g> {
        Position::try_start(game).expect("checked when the rules were read")
    }

    /// Reads a position in native X-FEN, as NOTATION.md describes it.
    ///
    /// # Errors
    /// The text is not a position of the variant.
    pub fn from_fen(game: &'g Game, fen: &str) -> Result<Position<'g>, String> {
        fen::read(game, fen)
    }

    fn try_start(game: &'g Game) -> Result<Position<'g>, String> {
        let mut position = Position::with_pieces(game, &game.start)?;
        position.leap_right = [game.leap.is_some(); 2];
        match &game.rights {
            Some(field) => position.read_rights(field)?,
            None => position.grant_all_castlings()?,
        }
        Ok(position)
    }

    /// White to move, without rights.
    fn with_pieces(game: &'g Game, pieces: &[(Square, Piece)]) -> Result<Position<'g>, String> {
        let mut position = Position {
            game,
            board: [None; BOARD_SIZE],
            turn: Color::White,
            rights: [[false; FILES as usize]; 2],
            leap_right: [false; 2],
            en_passant: Vec::new(),
            stopped: None,
            waiting: Vec::new(),
            halfmove: 0,
            fullmove: 1,
        };
        for &(square, piece) in pieces {
            if !game.is_on_board(square) || position.at(square).is_some() {
                return Err(format!("placement: no place for a piece on {square}"));
            }
            if piece.letter != game.pawn && !game.pieces.contains_key(&piece.letter) {
                return Err(format!("placement: no piece has the letter {:?}", piece.letter));
            }
            position.put(square, piece);
        }
        for color in Color::BOTH {
            let king = Piece { color, letter: game.king };
            let kings = pieces.iter().filter(|(_, piece)| *piece == king).count();
            if kings != 1 {
                return Err(format!("placement: {color:?} has {kings} kings"));
            }
        }
        Ok(position)
    }

    /// The position in native X-FEN: the squares of en passant only when a pawn could pseudo-legally
    /// capture there, rook files only in variants with numbered arrays and only for inner rooks, the waiting
    /// pawns as a seventh field when there are any.
    pub fn fen(&self) -> String {
        fen::write(self)
    }

    /// Every legal move: its `uci` text and the position after it. The order means nothing.
    ///
    /// # Panics
    /// If two different moves have the same text.
    pub fn legal_moves(&self) -> Vec<(String, Position<'g>)> {
        let mut found: Vec<(String, Position<'g>)> = Vec::new();
        self.for_each_legal(|promotion, mv, after| found.push((self.move_text(promotion, mv), after)));
        let mut texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        texts.sort_unstable();
        for pair in texts.windows(2) {
            assert_ne!(pair[0], pair[1], "{}: two moves of one text", self.fen());
        }
        found
    }

    /// The number of sequences of `depth` legal moves. It does not stop for draws, but it stops where a bare king has
    /// lost.
    pub fn perft(&self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        self.for_each_legal(|_, _, after| nodes += after.perft(depth - 1));
        nodes
    }

    /// Whether the king of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.turn)
    }

    /// RULES.md "Dead by material": bare kings; kings and one knight; kings and any number of pieces
    /// that are bound to squares of one color, all of the same color. Always `false` for a variant from a file.
    pub fn is_dead(&self) -> bool {
        let Some(draws) = &self.game.orthodox_draws else { return false };
        let others: Vec<(Square, Piece)> = self.pieces().filter(|(_, piece)| piece.letter != self.game.king).collect();
        if let [(_, piece)] = others[..]
            && piece.letter == draws.knight
        {
            return true;
        }
        let all_bound = others.iter().all(|(_, piece)| draws.bound.contains(&piece.letter));
        let dark = others.iter().filter(|(square, _)| square.is_dark()).count();
        all_bound && (dark == 0 || dark == others.len())
    }

    /// The side that has lost by RULES.md "Bare king", in a variant with that rule. It has only its king, and the other
    /// side has two or more pieces besides its own king, or one if it is that other side's turn.
    fn lost_by_bare_king(&self) -> Option<Color> {
        if !self.game.bare_king_loses {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| {
            let besides_king = |color| self.pieces().filter(|(_, piece)| piece.color == color).count() - 1;
            let needed = if self.turn == color { 2 } else { 1 };
            besides_king(color) == 0 && besides_king(color.other()) >= needed
        })
    }

    /// How the game has ended, as far as this position alone shows. Without moves it is `"checkmate"`, `"stalemate"`,
    /// or the stalemate that is the `"loss"` or the `"win"` of the side to move; `"bare king, a loss"` and
    /// `"bare king, a win"` of that side. Otherwise `"fifty moves"` or `"dead position"`, which are not looked at in a
    /// variant from a file.
    pub fn outcome_without_history(&self) -> Option<&'static str> {
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(if loser == self.turn { "bare king, a loss" } else { "bare king, a win" });
        }
        let mut can_move = false;
        self.for_each_legal(|_, _, _| can_move = true);
        if !can_move {
            return Some(match self.game.stalemate {
                _ if self.in_check() => "checkmate",
                Stalemate::Draw => "stalemate",
                Stalemate::Loss => "stalemate, a loss",
                Stalemate::Win => "stalemate, a win",
            });
        }
        if self.game.orthodox_draws.is_some() && self.halfmove >= 100 {
            Some("fifty moves")
        } else if self.is_dead() {
            Some("dead position")
        } else {
            None
        }
    }

    /// What must be equal for two positions to be a repetition of each other: the pieces, the side to
    /// move, the rights, the legal captures en passant, and each color's waiting list in order
    /// (RULES.md "Orthodox draws").
    pub fn repetition_key(&self) -> String {
        let mut captures = Vec::new();
        self.for_each_legal(|_, mv, _| {
            if let Move::EnPassant { to, .. } = mv {
                captures.push(to);
            }
        });
        let mut told = self.clone();
        told.en_passant.retain(|square| captures.contains(square));
        told.stopped = told.stopped.filter(|_| !told.en_passant.is_empty());
        format!(
            "{} white {} black {}",
            fen::first_four_fields(&told),
            fen::waiting_list(self.waiting_of(Color::White)),
            fen::waiting_list(self.waiting_of(Color::Black)),
        )
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
    }

    /// Removes whatever stands on the square.
    fn remove(&mut self, square: Square) -> Option<Piece> {
        self.board[square.index()].take()
    }

    /// Whether the square is on the board and empty.
    fn is_empty(&self, square: Square) -> bool {
        self.game.is_on_board(square) && self.at(square).is_none()
    }

    /// Whether that piece stands on the square, which may be off the board.
    fn has(&self, square: Square, piece: Piece) -> bool {
        self.game.is_on_board(square) && self.at(square) == Some(piece)
    }

    /// Every piece with its square.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = self.board.iter().enumerate();
        squares.filter_map(|(index, piece)| piece.map(|piece| (Square::of_index(index), piece)))
    }

    /// Where the king of the color stands. Every position has one of each color: whoever sets it up checks it, and no
    /// move captures a king.
    fn king(&self, color: Color) -> Square {
        let king = Some(Piece { color, letter: self.game.king });
        let index = self.board.iter().position(|&piece| piece == king);
        Square::of_index(index.expect("both kings are on the board"))
    }

    /// The same position without the king of that color.
    fn without_king(&self, color: Color) -> Position<'g> {
        let mut without = self.clone();
        without.remove(self.king(color));
        without
    }
}

impl fmt::Debug for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
