//! The start position of a variant.

use super::faults::VariantFault;
use super::pieces::Pieces;
use super::zones::PawnZones;
use crate::board::Board;
use crate::color::Color;
use crate::placement::Alphabet;
use crate::role::{Piece, Role};
use crate::spec::{BlackArray, VariantSpec};
use crate::square::{MAX_FILES, Square};

/// The squares of both sides' arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Home {
    files: u8,
    black: BlackArray,
    /// The ranks of White's and Black's king at the start, from 0.
    pub(super) ranks: [u8; 2],
}

impl Home {
    /// The square on the king's rank of `color` that corresponds to White's `file`.
    pub(super) fn square(self, color: Color, file: u8) -> Square {
        let rank = self.ranks[color.index()];
        Square::wrapping(u32::from(rank) * u32::from(MAX_FILES) + u32::from(self.file(color, file)))
    }

    /// The file on the side of `color` that corresponds to White's `file`. The conversion is its own inverse.
    pub(super) fn file(self, color: Color, file: u8) -> u8 {
        match (color, self.black) {
            (Color::Black, BlackArray::Rotated) => self.files - 1 - file,
            _ => file,
        }
    }

    /// The pieces of both sides in an array, with all pawns before them.
    pub(super) fn board(self, array: &str, alphabet: &Alphabet) -> Board {
        let mut board = Board::default();
        for (color, step) in [(Color::White, 1), (Color::Black, -1)] {
            for (file, letter) in (0..self.files).zip(array.chars()) {
                let Some(role) = alphabet.role(letter.to_ascii_uppercase()) else { continue };
                let square = self.square(color, file);
                board.set(square, Some(Piece { color, role }));
                if let Some(ahead) = square.offset(0, step) {
                    board.set(ahead, Some(Piece { color, role: Role::PAWN }));
                }
            }
        }
        board
    }
}

/// The start position without its rights.
pub(super) struct Start {
    pub(super) board: Board,
    pub(super) home: Home,
}

impl Start {
    /// Places the pieces and checks where they stand.
    ///
    /// # Errors
    /// A placement that cannot be read; else every fault of the position.
    pub(super) fn compile(
        spec: &VariantSpec,
        pieces: &Pieces,
        alphabet: &Alphabet,
        pawns: &PawnZones,
    ) -> Result<Start, Vec<VariantFault>> {
        let (files, ranks) = (spec.board.files, spec.board.ranks);
        let first = Color::ALL.map(|color| color.relative_rank(0, ranks));
        let mut home = Home { files, black: spec.board.black, ranks: first };
        let (key, board) = match &spec.board.start {
            Some(text) => {
                let read = alphabet.read(text, &spec.id);
                ("start", read.map_err(|faults| faults.into_iter().map(VariantFault::Start).collect::<Vec<_>>())?)
            }
            None => ("array", home.board(&spec.board.array, alphabet)),
        };
        let mut faults = Vec::new();
        for color in Color::ALL {
            let kings = board.pieces(color, Role::KING);
            match kings.first() {
                Some(king) if kings.count() == 1 => home.ranks[color.index()] = king.rank(),
                _ => {
                    let letter = alphabet.letter(Piece { color: Color::White, role: Role::KING });
                    faults.push(VariantFault::Kings { key, color, letter, count: kings.count() as usize });
                }
            }
            let own = board.pieces(color, Role::PAWN);
            for square in own & pawns.last[(!color).index()] {
                faults.push(VariantFault::StartPawn { color, square, reason: "its own first rank" });
            }
            for square in own & pawns.last[color.index()] & pawns.promotion[color.index()] {
                faults.push(VariantFault::StartPawn { color, square, reason: "where it would have promoted" });
            }
        }
        let black = board.pieces(Color::Black, Role::KING).first();
        if let Some(square) = black.and_then(|king| pieces.attackers(&board, king, Color::White).first()) {
            let role = board.piece_at(square).map_or(Role::PAWN, |piece| piece.role);
            faults.push(VariantFault::StartCheck { key, piece: spec.role_name(role).to_owned(), square });
        }
        if faults.is_empty() { Ok(Start { board, home }) } else { Err(faults) }
    }
}
