//! A slow and plain implementation of every variant of RULES.md.
//!
//! It is test code. Its only purpose is to be obviously right, so that the fast generator can be
//! checked against it. It was written from RULES.md and NOTATION.md alone, without a look at the
//! fast generator, and shares no code with it: a mailbox board, every pseudo-legal move made on a
//! copy, and the copy thrown away when it leaves the mover's own king attacked.
//!
//! - `rules`: the variants as data, each rule with its section.
//! - `attacks`: the word "attacked" of RULES.md.
//! - `moves`, `castling`: pseudo-legal moves; `play`: the position that a move leaves.
//! - [`mod@file`]: variants of any file, with code of its own; [`invent`]: random files.
//! - `waiting`: the waiting pawns of courier-spiel. `fen`, `rights`: reading and writing.
//!
//! ```
//! use campione_reference::Position;
//!
//! let start = Position::start("carrera").unwrap();
//! assert_eq!(start.perft(2), 782);
//! ```
#![forbid(unsafe_code)]
#![allow(clippy::match_same_arms, reason = "one line for each rule, even if two lines are alike")]
#![allow(clippy::struct_excessive_bools, reason = "each rule of a variant is a field of its own")]

mod attacks;
mod board;
mod castling;
mod fen;
pub mod file;
pub mod invent;
mod moves;
mod play;
mod rights;
mod rules;
mod waiting;

use std::fmt;

use board::{BOARD_SIZE, Color, FILES, Piece, Square};
use rules::{Role, Rules};
use waiting::Waiting;

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The ids of all variants, in the order of RULES.md, the companions last.
pub const VARIANTS: &[&str] = &[
    "carrera",
    "modern-carrera",
    "archchess",
    "herb-garden",
    "crc",
    "courier-spiel",
    "carrera-qac",
    "arciscacchiere",
    "herb-garden-2002b",
    "chess",
    "chess960",
    "capablanca",
    "gothic",
    "embassy",
    "janus",
    "bird",
];

/// A position of one variant: the board, the side to move, and everything else that a FEN contains.
#[derive(Clone)]
pub struct Position {
    rules: &'static Rules,
    /// Square (file, rank) is at `rank * 12 + file`, whatever the size of the variant's board.
    board: [Option<Piece>; BOARD_SIZE],
    turn: Color,
    /// For each color and file: whether the king of the color still has the right to castle with its piece on that file
    /// of its first rank.
    rights: [[bool; FILES as usize]; 2],
    /// For each color: the right to the king's leap of archchess.
    leap_right: [bool; 2],
    /// The square that a pawn has just passed over, only if a pawn could pseudo-legally capture there.
    en_passant: Option<Square>,
    /// The waiting pawns of both colors in order of arrival.
    waiting: Vec<Waiting>,
    halfmove: u32,
    fullmove: u32,
}

impl Position {
    /// The start position of the variant; for `crc` that of array 27621.
    ///
    /// # Errors
    /// The variant is unknown.
    pub fn start(variant: &str) -> Result<Position, String> {
        Position::from_fen(variant, Rules::of(variant)?.start)
    }

    /// Reads a position in native X-FEN, as NOTATION.md describes it.
    ///
    /// # Errors
    /// The variant is unknown, or the text is not a position of it.
    pub fn from_fen(variant: &str, fen: &str) -> Result<Position, String> {
        fen::read(Rules::of(variant)?, fen)
    }

    /// The position in native X-FEN: the en-passant square only when a pawn could pseudo-legally
    /// capture there, rook files only in `crc` and `chess960` and only for inner rooks, the waiting
    /// pawns as a seventh field when there are any.
    pub fn fen(&self) -> String {
        fen::write(self)
    }

    /// Every legal move: its `uci` text and the position after it. The texts are unique; the order
    /// means nothing.
    pub fn legal_moves(&self) -> Vec<(String, Position)> {
        let mut found = Vec::new();
        self.for_each_legal(|promotion, mv, after| {
            found.push((self.move_text(promotion, mv), after));
        });
        found
    }

    /// The number of sequences of `depth` legal moves. It does not stop for draws.
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
    /// that are bound to squares of one color, all of the same color.
    pub fn is_dead(&self) -> bool {
        let others: Vec<(Square, Piece)> = self.pieces().filter(|(_, piece)| piece.role != Role::King).collect();
        if let [(_, piece)] = others[..]
            && piece.role == Role::Knight
        {
            return true;
        }
        let all_bound = others.iter().all(|(_, piece)| piece.role.is_bound_to_one_color());
        let dark = others.iter().filter(|(square, _)| square.is_dark()).count();
        all_bound && (dark == 0 || dark == others.len())
    }

    /// How the game has ended, as far as this position alone shows: `"checkmate"`, `"stalemate"`, `"fifty moves"` or
    /// `"dead position"`, in this order.
    pub fn outcome_without_history(&self) -> Option<&'static str> {
        let mut can_move = false;
        self.for_each_legal(|_, _, _| can_move = true);
        if !can_move {
            Some(if self.in_check() { "checkmate" } else { "stalemate" })
        } else if self.halfmove >= 100 {
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
            if let moves::Move::EnPassant { to, .. } = mv {
                captures.push(to);
            }
        });
        let mut told = self.clone();
        told.en_passant = captures.first().copied();
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

    fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    /// Every piece with its square.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.rules.squares().filter_map(|square| self.at(square).map(|piece| (square, piece)))
    }

    /// Where the king of the color stands. Every position has one of each color: the FEN reader checks it, and no move
    /// captures a king.
    fn king(&self, color: Color) -> Square {
        let king = Piece { color, role: Role::King };
        self.rules.squares().find(|&square| self.at(square) == Some(king)).expect("both kings are on the board")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules.id, self.fen())
    }
}
