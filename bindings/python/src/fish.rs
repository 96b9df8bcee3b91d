//! What `campione.pyffish`, in Python, needs of Rust.

use campione::dialect::Dialect;
use campione::moves::MoveNotation;
use campione::uci;
use campione::{Color, Game, Notation, Position, ReadPosition};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::board::Board;
use crate::errors;
use crate::moves::raise;
use crate::variant::Variant;

/// A board after moves in coordinates. `fen` may be `startpos`.
#[pyfunction]
pub(crate) fn fish_board(py: Python<'_>, variant: &Variant, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<Board> {
    let start = match fen {
        "startpos" => variant.start(py)?,
        fen => variant.rules.position(fen).map_err(|error| errors::fen(py, &error))?,
    };
    let mut game = Game::new(start);
    for (at, text) in moves.iter().enumerate() {
        let text: String = text.extract()?;
        let mv = uci::read(&text, game.position());
        game.play_unchecked(mv.map_err(|error| raise(py, &error, game.position(), Some(at)))?);
    }
    Ok(Board::of(game, *variant))
}

/// The legal moves in coordinates, castlings as the king taking its rook if it is asked for.
#[pyfunction]
pub(crate) fn fish_moves(board: &Board, king_takes_rook: bool) -> Vec<String> {
    let position = board.position();
    let notation = notation(king_takes_rook);
    position.legal_moves().iter().map(|&mv| written(mv, &position, notation)).collect()
}

fn notation(king_takes_rook: bool) -> MoveNotation {
    if king_takes_rook { MoveNotation::Uci960 } else { MoveNotation::Uci }
}

/// These notations can say every move.
fn written(mv: campione::Move, position: &Position, notation: MoveNotation) -> String {
    notation.write(mv, position).unwrap_or_else(|_| position.uci(mv))
}

/// Moves in coordinates as algebraic ones, short or long.
#[pyfunction]
pub(crate) fn fish_san_moves(
    py: Python<'_>,
    board: &Board,
    moves: &Bound<'_, PyList>,
    long: bool,
) -> PyResult<Vec<String>> {
    let mut position = board.position();
    let notation = if long { MoveNotation::Lan } else { MoveNotation::San };
    let mut texts = Vec::new();
    for (at, text) in moves.iter().enumerate() {
        let text: String = text.extract()?;
        let mv = uci::read(&text, &position).map_err(|error| raise(py, &error, &position, Some(at)))?;
        texts.push(written(mv, &position, notation));
        position = position.play_unchecked(mv);
    }
    Ok(texts)
}

/// The position as Fairy-Stockfish writes it: with `letters`, the rooks of each side from the last file on.
#[pyfunction]
pub(crate) fn fish_fen(py: Python<'_>, board: &Board, letters: bool) -> PyResult<String> {
    let fen =
        Dialect::Fairy.write(&board.position(), letters).map_err(|error| errors::position_not_said(py, &error))?;
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if let Some(castling) = fields.get_mut(2).filter(|field| letters && *field != "-") {
        let mut white: Vec<char> = castling.chars().filter(char::is_ascii_uppercase).collect();
        let mut black: Vec<char> = castling.chars().filter(char::is_ascii_lowercase).collect();
        white.sort_unstable_by(|a, b| b.cmp(a));
        black.sort_unstable_by(|a, b| b.cmp(a));
        *castling = white.into_iter().chain(black).collect();
    }
    Ok(fields.join(" "))
}

/// Whether White and Black lack the pieces to mate by any sequence of moves, each side looked at alone.
#[pyfunction]
pub(crate) fn bare_facts(board: &Board) -> (bool, bool) {
    let position = board.position();
    (position.has_insufficient_material(Color::White), position.has_insufficient_material(Color::Black))
}
