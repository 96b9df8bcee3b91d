//! Any variant that a self-contained file describes, played slowly and plainly.
//!
//! Written from variant-files.md, RULES.md and NOTATION.md alone, without a look at the fast side: it reads the TOML
//! and Betza's shorthand itself. Every pseudo-legal move is made on a copy of a mailbox board, and the copy is thrown
//! away when it leaves the mover's own king attacked.
//!
//! - `read`: the file; `betza`: movements.
//! - `attacks`: the word "attacked"; `moves`, `castling`: pseudo-legal moves; `play`: the position that a move leaves.
//! - `waiting`: the stock and the pawns that wait for it; `fen`: reading and writing.
//!
//! Of numbered arrays it supports only the default one, which is the one in the file.
//!
//! ```
//! use campione_reference::file::{Game, Position};
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

mod attacks;
mod betza;
mod castling;
mod fen;
mod moves;
mod play;
mod read;
mod waiting;

use std::collections::BTreeMap;
use std::fmt;

use crate::board::{BOARD_SIZE, Color, FILES, Square};
use crate::waiting::Waiting;
pub use moves::Seen;

/// A piece; its letter is in upper case for both colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub color: Color,
    pub letter: char,
}

/// The rules of one variant.
#[derive(Debug)]
pub struct Game {
    files: i8,
    ranks: i8,
    start: Vec<(Square, Piece)>,
    king_starts: [Square; 2],
    /// `board.rights`, if the file gives them.
    rights: Option<String>,
    pieces: BTreeMap<char, Vec<betza::Part>>,
    king: char,
    pawn: char,
    pawn_kind: PawnKind,
    /// Counted from 0 and from the pawn's own side, as all ranks in rules.
    double_step_ranks: Vec<i8>,
    /// Longer steps: how many squares, and from which rank.
    long_steps: Vec<(i8, i8)>,
    double_step_barred: bool,
    pinned_pawn_bars: bool,
    en_passant: bool,
    promotion: Promotion,
    castlings: [Vec<Castling>; 2],
    lost_by_check: bool,
    leap: Option<Leap>,
    stalemate: Stalemate,
    bare_king_loses: bool,
    numbered: bool,
    rights_by_file: bool,
    king_takes_rook: bool,
}

/// How pawns step and capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PawnKind {
    /// Straight ahead, and captures diagonally.
    Orthodox,
    /// Diagonally ahead, and captures straight ahead.
    Berolina,
}

impl PawnKind {
    /// By how many files a step of one square may go to the side.
    fn steps(self) -> &'static [i8] {
        match self {
            PawnKind::Orthodox => &[0],
            PawnKind::Berolina => &[-1, 1],
        }
    }

    /// By how many files a capture may go to the side.
    fn captures(self) -> &'static [i8] {
        match self {
            PawnKind::Orthodox => &[-1, 1],
            PawnKind::Berolina => &[0],
        }
    }
}

#[derive(Debug)]
struct Promotion {
    to: Vec<char>,
    rank: i8,
    optional: bool,
    from_stock: bool,
    limits: [BTreeMap<char, usize>; 2],
    wait: Option<u32>,
}

/// One castling of one color; the files are those of the board.
#[derive(Clone, Copy, Debug)]
struct Castling {
    king: i8,
    partner: i8,
    /// The letter of the partner.
    letter: char,
    targets: Targets,
    safe: Safe,
    in_check: bool,
}

#[derive(Clone, Copy, Debug)]
enum Targets {
    Fixed { king: i8, partner: i8 },
    Free { crossing: bool, beside: bool, shortest: i8, longest: i8 },
}

#[derive(Clone, Copy, Debug)]
enum Safe {
    Path,
    ToPartner,
    Crossing,
}

#[derive(Clone, Copy, Debug)]
struct Leap {
    distance: i8,
    forward: bool,
    sideways: bool,
    in_check: bool,
    over_pieces: bool,
    captures: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stalemate {
    Draw,
    Loss,
    Win,
}

/// A position of one variant.
#[derive(Clone)]
pub struct Position<'g> {
    game: &'g Game,
    board: [Option<Piece>; BOARD_SIZE],
    turn: Color,
    /// For each color and file: the piece that started on that file of the king's rank may still castle with the king.
    rights: [[bool; FILES as usize]; 2],
    leap_right: [bool; 2],
    /// The squares that a pawn has just passed over, only those on which an enemy pawn could capture.
    en_passant: Vec<Square>,
    /// The pawn that has passed over them, if there are any.
    stopped: Option<Square>,
    /// The waiting pawns of both colors in order of arrival.
    waiting: Vec<Waiting>,
    halfmove: u32,
    fullmove: u32,
}

impl Game {
    /// Reads a variant file. It must not extend another one.
    ///
    /// # Errors
    /// The file contains something that variant-files.md does not define.
    pub fn from_toml(text: &str) -> Result<Game, String> {
        let game = read::game(text)?;
        Position::try_start(&game)?;
        Ok(game)
    }

    fn is_on_board(&self, square: Square) -> bool {
        (0..self.files).contains(&square.file) && (0..self.ranks).contains(&square.rank)
    }

    fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| Square::new(file, rank)))
    }

    /// The rank of a square counted from 0 and from the side of the color.
    fn own_rank(&self, square: Square, color: Color) -> i8 {
        match color {
            Color::White => square.rank,
            Color::Black => self.ranks - 1 - square.rank,
        }
    }

    fn movement(&self, letter: char) -> &[betza::Part] {
        self.pieces.get(&letter).map_or(&[], Vec::as_slice)
    }
}

impl<'g> Position<'g> {
    /// The start position; in variants with numbered arrays, that of the file's own array.
    ///
    /// # Panics
    /// Never: the start position was checked when the file was read.
    pub fn start(game: &'g Game) -> Position<'g> {
        Position::try_start(game).expect("checked when the game was read")
    }

    /// Reads a position in native X-FEN of all fields. Whether the side not to move is in check, and other things that
    /// the other side may refuse, are not looked at.
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
            None => {
                for color in Color::BOTH {
                    for castling in &game.castlings[color.index()] {
                        position.rights[color.index()][castling.partner as usize] = true;
                    }
                }
            }
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
                return Err(format!("no place for a piece on {square}"));
            }
            position.put(square, piece);
        }
        Ok(position)
    }

    /// Every legal move: its `uci` text and the position after it. The order means nothing.
    ///
    /// # Panics
    /// If two different moves have the same text.
    pub fn moves(&self) -> Vec<(String, Position<'g>)> {
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

    /// The side that has lost by RULES.md "Bare king", in a variant with that rule. It has only its king, and the other
    /// side has two or more pieces besides its own king, or one if it is that other side's turn.
    pub(crate) fn lost_by_bare_king(&self) -> Option<Color> {
        if !self.game.bare_king_loses {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| {
            let besides_king = |color| self.pieces().filter(|(_, piece)| piece.color == color).count() - 1;
            let needed = if self.turn == color { 2 } else { 1 };
            besides_king(color) == 0 && besides_king(color.other()) >= needed
        })
    }

    /// How the game has ended if the side to move has no move: `"checkmate"`, `"stalemate"`, or the stalemate that is
    /// the `"loss"` or the `"win"` of that side; `"bare king, a loss"` and `"bare king, a win"` of that side.
    pub fn outcome_without_moves(&self) -> Option<&'static str> {
        if let Some(loser) = self.lost_by_bare_king() {
            return Some(if loser == self.turn { "bare king, a loss" } else { "bare king, a win" });
        }
        let mut can_move = false;
        self.for_each_legal(|_, _, _| can_move = true);
        match self.game.stalemate {
            _ if can_move => None,
            _ if self.in_check() => Some("checkmate"),
            Stalemate::Draw => Some("stalemate"),
            Stalemate::Loss => Some("stalemate, a loss"),
            Stalemate::Win => Some("stalemate, a win"),
        }
    }

    /// The position in native X-FEN.
    pub fn fen(&self) -> String {
        fen::write(self)
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

    /// Every piece with its square.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.game.squares().filter_map(|square| self.at(square).map(|piece| (square, piece)))
    }

    fn king(&self, color: Color) -> Square {
        let king = Piece { color, letter: self.game.king };
        self.game.squares().find(|&square| self.at(square) == Some(king)).expect("both kings are on the board")
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
