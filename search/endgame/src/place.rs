//! A position as tables see it: its material, and the square of each piece.

use campione_core::{Color, Piece, Role, Setup, Square, Variant, WaitingPawn};
use campione_movegen::Position;

use crate::material::{Kind, MOST, Material};

/// The squares of the kings, White's first, and of the pieces in the order of the material.
pub(crate) type Squares = [Square; MOST + 2];

/// All squares unused.
pub(crate) const NOWHERE: Squares = [Square::wrapping(127); MOST + 2];

/// Material and squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) material: Material,
    pub(crate) squares: Squares,
}

impl Placed {
    /// `None` if there are too many pieces, or rights to castle or leap.
    pub(crate) fn of(position: &Position) -> Option<Placed> {
        let occupied = position.occupied();
        let rights = Color::ALL.into_iter().any(|color| !position.castling_rights(color).is_empty());
        if occupied.count() as usize > MOST + 2 || rights {
            return None;
        }
        let kings = Color::ALL.map(|color| position.king(color));
        let mut found = [(Kind::NONE, NOWHERE[0]); MOST];
        let mut count = 0;
        for square in occupied.without(kings[0]).without(kings[1]) {
            let Piece { color, role } = position.piece_at(square)?;
            let waits = role == Role::PAWN && position.waiting_squares(color).contains(square);
            let kind = if waits {
                let (order, pawn) = (0..).zip(position.waiting_pawns(color)).find(|(_, pawn)| pawn.square == square)?;
                Kind::waiting(color, order, pawn.wait)
            } else {
                Kind::piece(color, role)
            };
            *found.get_mut(count)? = (kind, square);
            count += 1;
        }
        found[..count].sort_unstable_by_key(|&(kind, _)| kind);
        let mut squares = NOWHERE;
        squares[..2].copy_from_slice(&kings);
        for (square, (_, at)) in squares[2..].iter_mut().zip(found) {
            *square = at;
        }
        Some(Placed { material: Material::of_sorted(found.map(|(kind, _)| kind)), squares })
    }

    /// The same with the colors swapped and the board turned by half a circle.
    pub(crate) fn swapped(self, variant: Variant) -> Placed {
        let material = self.material.swapped();
        let mut squares = NOWHERE;
        squares[0] = half_turn(self.squares[1], variant);
        squares[1] = half_turn(self.squares[0], variant);
        let count = self.material.kinds().len();
        let whites = self.material.count(Color::White);
        // Sorted kinds: those of White become the last.
        for index in 0..count {
            let to = if index < whites { index + count - whites } else { index - whites };
            squares[to + 2] = half_turn(self.squares[index + 2], variant);
        }
        Placed { material, squares }
    }
}

impl Material {
    /// The material of a position; `None` if it has more than five pieces.
    ///
    /// ```
    /// use campione_core::{Setup, Variant};
    /// use campione_endgame::Material;
    /// use campione_movegen::Position;
    /// let chess = Variant::named("chess")?;
    /// let board = chess.read_placement("8/8/3k4/8/8/2K5/4Q3/8").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
    /// assert_eq!(Material::of_position(&position).unwrap().name(chess), "KQvK");
    /// assert_eq!(Material::of_position(&Position::start(chess)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_position(position: &Position) -> Option<Material> {
        Placed::of(position).map(|placed| placed.material)
    }
}

/// A square of the board turned by half a circle.
pub(crate) fn half_turn(square: Square, variant: Variant) -> Square {
    let (files, ranks) = (variant.files(), variant.ranks());
    let turned = Square::new(files.wrapping_sub(1 + square.file()), ranks.wrapping_sub(1 + square.rank()));
    turned.unwrap_or(square)
}

/// Makes positions of one material, one after another, with one [`Setup`].
pub(crate) struct Placer {
    variant: Variant,
    material: Material,
    setup: Setup,
}

/// A capture en passant: its square, and the pawn that it takes.
pub(crate) type Passing = (Square, Square);

/// The legal capture en passant of a position.
pub(crate) fn passing_of(position: &Position) -> Option<Passing> {
    position.legal_en_passant()?;
    position.en_passant().zip(position.passed_pawn())
}

impl Placer {
    pub(crate) fn new(variant: Variant, material: Material) -> Placer {
        Placer { variant, material, setup: Setup::empty() }
    }

    /// The position; `None` if it is none: two pieces on one square, the side not to move in check.
    pub(crate) fn position(&mut self, squares: Squares, turn: Color, passing: Option<Passing>) -> Option<Position> {
        let kinds = self.material.kinds();
        let count = kinds.len() + 2;
        for (index, square) in squares[..count].iter().enumerate() {
            if squares[..index].contains(square) {
                return None;
            }
        }
        if self.variant.king_steps(squares[0]).contains(squares[1]) {
            return None;
        }
        for (square, color) in squares.into_iter().zip(Color::ALL) {
            self.setup.board.set(square, Some(Piece { color, role: Role::KING }));
        }
        self.setup.waiting.clear();
        for (kind, &square) in kinds.iter().zip(&squares[2..]) {
            self.setup.board.set(square, Some(Piece { color: kind.color(), role: kind.role() }));
            if let Some(wait) = kind.wait() {
                self.setup.waiting.push(WaitingPawn { square, wait });
            }
        }
        self.setup.turn = turn;
        (self.setup.en_passant, self.setup.passer) = passing.unzip();
        let position = Position::new(&self.setup, self.variant).ok();
        // Also after a fault: the next position begins with an empty board.
        for &square in &squares[..count] {
            self.setup.board.set(square, None);
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_become_places_and_positions_again() {
        let courier = Variant::named("courier-spiel").unwrap();
        let material = Material::read("KRP2vKN", courier).unwrap();
        let at = |text: &str| text.parse::<Square>().unwrap();
        let mut squares = NOWHERE;
        for (index, name) in ["a1", "c3", "h4", "e8", "l5"].iter().enumerate() {
            squares[index] = at(name);
        }
        let position = Placer::new(courier, material).position(squares, Color::White, None).unwrap();
        let placed = Placed::of(&position).unwrap();
        assert_eq!(placed, Placed { material, squares });
        let swapped = placed.swapped(courier);
        assert_eq!(swapped.material.name(courier), "KNvKRP2");
        assert_eq!(swapped.squares[..3], [at("j6"), at("l8"), at("a4")]);
        assert_eq!(swapped.swapped(courier), placed);
        squares[2] = at("a1");
        assert_eq!(Placer::new(courier, material).position(squares, Color::White, None), None);
    }
}
