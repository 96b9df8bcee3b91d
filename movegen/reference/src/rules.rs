//! The rules of a variant, whoever has read them.

use std::collections::BTreeMap;

use crate::board::{Color, Piece, Square};
use crate::{builtin, file};

/// The rules of one variant.
#[derive(Debug)]
pub struct Game {
    pub(crate) files: i8,
    pub(crate) ranks: i8,
    pub(crate) start: Vec<(Square, Piece)>,
    /// Where each king starts; its partners start on the same rank.
    pub(crate) king_starts: [Square; 2],
    /// The field of rights at the start, if not all sides have all of them.
    pub(crate) rights: Option<String>,
    /// How the pieces move, by their letters, the king included.
    pub(crate) pieces: BTreeMap<char, Vec<Part>>,
    pub(crate) king: char,
    pub(crate) pawn: char,
    pub(crate) pawn_kind: PawnKind,
    /// Counted from 0 and from the pawn's own side, as all ranks in rules.
    pub(crate) double_step_ranks: Vec<i8>,
    /// Longer steps: how many squares, and from which rank.
    pub(crate) long_steps: Vec<(i8, i8)>,
    /// In check, no double step beside an enemy pawn.
    pub(crate) double_step_barred: bool,
    /// Whether a pinned enemy pawn counts for that too.
    pub(crate) pinned_pawn_bars: bool,
    pub(crate) en_passant: bool,
    pub(crate) promotion: Promotion,
    pub(crate) castlings: [Vec<Castling>; 2],
    /// A side that is put in check loses its rights.
    pub(crate) lost_by_check: bool,
    pub(crate) leap: Option<Leap>,
    pub(crate) stalemate: Stalemate,
    pub(crate) bare_king_loses: bool,
    /// `None`: neither is looked at.
    pub(crate) orthodox_draws: Option<OrthodoxDraws>,
    /// There are numbered arrays, so a FEN names an inner partner by its file.
    pub(crate) numbered: bool,
    /// Rights are written as the files of the partners.
    pub(crate) rights_by_file: bool,
    /// Castling is written as the king's move to the partner's square.
    pub(crate) king_takes_rook: bool,
}

/// One part of a movement, for White; Black's is the same with the board turned by half a circle.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Whether it may end on an empty square.
    pub moves: bool,
    /// Whether it may end on an enemy piece.
    pub captures: bool,
    /// The squares that each step passes must be empty.
    pub lame: bool,
    /// It goes over one piece.
    pub hop: Option<Hop>,
    /// The files and ranks of one step, to the right and ahead.
    pub steps: Vec<(i8, i8)>,
    /// How often the step may be repeated; more often than any board is long if there is no limit.
    pub times: u32,
}

/// Steps that may be repeated to the edge of the board.
pub(crate) const WITHOUT_LIMIT: u32 = 99;

/// Where a piece that hops over another one may land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hop {
    /// On any square beyond, as far as the way is empty.
    AnywhereBeyond,
    /// On the next square.
    NextSquare,
}

/// How pawns step and capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PawnKind {
    /// Straight ahead, and captures diagonally.
    Orthodox,
    /// Diagonally ahead, and captures straight ahead.
    Berolina,
}

impl PawnKind {
    /// By how many files a step of one square may go to the side.
    pub(crate) fn steps(self) -> &'static [i8] {
        match self {
            PawnKind::Orthodox => &[0],
            PawnKind::Berolina => &[-1, 1],
        }
    }

    /// By how many files a capture may go to the side.
    pub(crate) fn captures(self) -> &'static [i8] {
        match self {
            PawnKind::Orthodox => &[-1, 1],
            PawnKind::Berolina => &[0],
        }
    }
}

#[derive(Debug)]
pub(crate) struct Promotion {
    pub to: Vec<char>,
    /// The first rank on which a pawn promotes.
    pub rank: i8,
    pub optional: bool,
    pub from_stock: bool,
    /// Of which kind a side may have how many, if promotion is from the stock.
    pub limits: [BTreeMap<char, usize>; 2],
    /// The pawn waits so many moves on its last rank.
    pub wait: Option<u32>,
}

/// One castling of one color; the files are those of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling {
    /// The start files of king and partner; `None` if an array may put them anywhere.
    pub from: Option<(i8, i8)>,
    /// Whether the partner stands nearer to the last file than the king.
    pub toward_last: bool,
    /// The letter of the partner.
    pub letter: char,
    pub targets: Targets,
    pub safe: Safe,
    /// Allowed in check.
    pub in_check: bool,
}

impl Castling {
    /// Whether it is the castling of a king and a partner that started on these files.
    pub(crate) fn is_of(&self, king: i8, partner: i8) -> bool {
        match self.from {
            Some(from) => from == (king, partner),
            None => king != partner && (partner > king) == self.toward_last,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Targets {
    Fixed { king: i8, partner: i8 },
    Free { crossing: bool, beside: bool, shortest: i8, longest: i8 },
}

/// Which squares must not be attacked, apart from the king's start and its target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Safe {
    /// From the king's start to its target.
    Path,
    /// The same, and from the king's start to the partner's.
    ToPartner,
    /// Those that the king crosses.
    Crossing,
}

/// The king's leap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap {
    pub distance: i8,
    pub forward: bool,
    pub sideways: bool,
    pub in_check: bool,
    pub over_pieces: bool,
    pub captures: bool,
}

/// What stalemate is for the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stalemate {
    Draw,
    Loss,
    Win,
}

/// RULES.md "Orthodox draws": 50 moves, and the letters that matter for dead positions.
#[derive(Debug)]
pub(crate) struct OrthodoxDraws {
    pub knight: char,
    /// The pieces that are bound to squares of one color.
    pub bound: Vec<char>,
}

/// Where each king stands in a start position; `None` if one is missing.
pub(crate) fn king_starts(start: &[(Square, Piece)], king: char) -> Option<[Square; 2]> {
    let start_of =
        |color| start.iter().find(|(_, piece)| *piece == Piece { color, letter: king }).map(|(square, _)| *square);
    Some([start_of(Color::White)?, start_of(Color::Black)?])
}

impl Game {
    /// The ids of all variants of RULES.md, in its order, the companions last.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        builtin::ALL.iter().map(|(id, _)| *id)
    }

    /// The rules of a variant of RULES.md, one of [`Game::ids`].
    ///
    /// # Errors
    /// There is no such variant.
    pub fn named(variant: &str) -> Result<&'static Game, String> {
        builtin::game(variant).ok_or_else(|| format!("unknown game {variant:?}"))
    }

    /// Reads a variant file. It must not extend another one.
    ///
    /// # Errors
    /// The file contains something that variant-files.md does not define.
    pub fn from_toml(text: &str) -> Result<Game, String> {
        file::game(text)
    }

    pub(crate) fn is_on_board(&self, square: Square) -> bool {
        (0..self.files).contains(&square.file) && (0..self.ranks).contains(&square.rank)
    }

    /// Every square of the board, from a1, rank by rank.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }

    /// The rank of a square counted from 0 and from the side of the color.
    pub(crate) fn own_rank(&self, square: Square, color: Color) -> i8 {
        match color {
            Color::White => square.rank,
            Color::Black => self.ranks - 1 - square.rank,
        }
    }

    pub(crate) fn movement(&self, letter: char) -> &[Part] {
        self.pieces.get(&letter).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn king_start(&self, color: Color) -> Square {
        self.king_starts[color.index()]
    }
}
