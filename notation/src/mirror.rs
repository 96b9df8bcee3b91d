//! Positions with the colors exchanged.

use campione_core::{BlackArray, Piece, RightName, Setup, Square, Variant, WaitingPawn};
use campione_movegen::Position;

/// Exchanges the colors of everything: pieces, side to move, rights, en passant, waiting pawns. The board is flipped
/// upside down, or rotated by half a turn in a variant whose armies are arranged so (RULES.md §4). The legal moves are
/// the same except for their squares.
///
/// # Panics
/// Never: in every variant the rules are the same for both colors.
pub fn mirror(position: &Position) -> Position {
    let variant = position.variant();
    let setup = position.setup();
    let turned = |square| square_of_other_color(square, variant);
    let mut other = Setup::empty();
    for (square, piece) in &setup.board {
        other.board.set(turned(square), Some(Piece { color: !piece.color, role: piece.role }));
    }
    other.turn = !setup.turn;
    other.rights = setup
        .rights
        .iter()
        .map(|right| match *right {
            RightName::Partner(color, square) => RightName::Partner(!color, turned(square)),
            RightName::Leap(color) => RightName::Leap(!color),
        })
        .collect();
    other.en_passant = setup.en_passant.map(turned);
    other.passer = setup.passer.map(turned);
    other.waiting =
        setup.waiting.iter().map(|pawn| WaitingPawn { square: turned(pawn.square), wait: pawn.wait }).collect();
    other.halfmove_clock = setup.halfmove_clock;
    other.fullmove_number = setup.fullmove_number;
    match Position::new(&other, variant) {
        Ok(position) => position,
        Err(faults) => unreachable!("{}: {faults}", variant.id()),
    }
}

/// The square that corresponds to `square` after the colors are exchanged.
fn square_of_other_color(square: Square, variant: Variant) -> Square {
    let file = match variant.spec().board.black {
        BlackArray::Mirrored => square.file(),
        BlackArray::Rotated => variant.files() - 1 - square.file(),
    };
    Square::new(file, variant.ranks() - 1 - square.rank()).unwrap_or(square)
}
