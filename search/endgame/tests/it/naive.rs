//! A slow solver that goes forwards: it lists every position that can be reached, with its moves, and computes distance by
//! distance who wins. It knows positions and legal moves, and nothing of tables.

use std::collections::HashMap;

use campione_core::{Color, Piece, Role, Setup, StalemateResult, Variant};
use campione_endgame::{Material, Value};
use campione_movegen::Position;

pub(crate) struct Naive {
    numbers: HashMap<u128, usize>,
    positions: Vec<Position>,
    pub(crate) values: Vec<Value>,
}

impl Naive {
    /// Solves all positions of some pieces, and all that can be reached from there.
    pub(crate) fn solve(variant: Variant, pieces: &[Piece]) -> Naive {
        let mut naive = Naive { numbers: HashMap::new(), positions: Vec::new(), values: Vec::new() };
        let kings = Color::ALL.map(|color| Piece { color, role: Role::KING });
        let pieces: Vec<Piece> = kings.into_iter().chain(pieces.iter().copied()).collect();
        naive.place(variant, &pieces, &mut Setup::empty());
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while successors.len() < naive.positions.len() {
            let position = naive.positions[successors.len()];
            let moves = position.legal_moves();
            successors.push(moves.into_iter().map(|mv| naive.number(&position.play_unchecked(mv))).collect());
        }
        naive.values = vec![Value::Draw; naive.positions.len()];
        let can_move = successors.iter().map(|next| !next.is_empty());
        let ends: Vec<Option<Value>> =
            naive.positions.iter().zip(can_move).map(|(position, can_move)| over(position, can_move)).collect();
        let mut decided: Vec<bool> = ends.iter().map(Option::is_some).collect();
        for (value, end) in naive.values.iter_mut().zip(&ends) {
            *value = end.unwrap_or(Value::Draw);
        }
        let mut open: Vec<usize> = (0..successors.len()).filter(|&number| !decided[number]).collect();
        let mut empty = 0;
        for distance in 1.. {
            let mut found = Vec::new();
            for &number in &open {
                let after = |next: usize| if decided[next] { Some(naive.values[next]) } else { None };
                let next = &successors[number];
                let wins = next.iter().any(|&next| matches!(after(next), Some(Value::Loss(_))));
                let loses = next.iter().all(|&next| matches!(after(next), Some(Value::Win(_))));
                if wins {
                    found.push((number, Value::Win(distance)));
                } else if loses {
                    found.push((number, Value::Loss(distance)));
                }
            }
            empty = if found.is_empty() { empty + 1 } else { 0 };
            for (number, value) in found {
                naive.values[number] = value;
                decided[number] = true;
            }
            open.retain(|&number| !decided[number]);
            if empty == 2 {
                break;
            }
        }
        naive
    }

    fn place(&mut self, variant: Variant, pieces: &[Piece], setup: &mut Setup) {
        let Some((&piece, rest)) = pieces.split_first() else {
            let pawns = Color::ALL.map(|color| setup.board.pieces(color, Role::PAWN).any());
            let passes = variant.en_passant() && pawns == [true; 2];
            for turn in Color::ALL {
                let mut setup = Setup { turn, ..setup.clone() };
                let Ok(position) = Position::new(&setup, variant) else { continue };
                self.number(&position);
                // Where a pawn has just passed, nothing stands; and what else is wrong is so without that square.
                let empty = variant.board() - position.occupied();
                for square in empty.into_iter().filter(|_| passes) {
                    setup.en_passant = Some(square);
                    if let Ok(position) = Position::new(&setup, variant) {
                        self.number(&position);
                    }
                }
            }
            return;
        };
        for square in variant.board() {
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Some(piece));
                self.place(variant, rest, setup);
                setup.board.set(square, None);
            }
        }
    }

    fn number(&mut self, position: &Position) -> usize {
        let next = self.positions.len();
        let number = *self.numbers.entry(position.wide_zobrist()).or_insert(next);
        if number == next {
            self.positions.push(*position);
        } else {
            assert_eq!(&self.positions[number], position);
        }
        number
    }

    /// All positions with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Position, Value)> {
        self.positions.iter().zip(self.values.iter().copied())
    }
}

/// The value if the game is over.
fn over(position: &Position, can_move: bool) -> Option<Value> {
    let variant = position.variant();
    if let Some(loser) = position.lost_by_bare_king() {
        return Some(if position.turn() == loser { Value::Loss(0) } else { Value::Win(0) });
    }
    if variant.bare_king_loses() && position.occupied().count() == 2 {
        return Some(Value::Draw);
    }
    if can_move {
        return None;
    }
    Some(match variant.draws().stalemate {
        StalemateResult::Win if !position.in_check() => Value::Win(0),
        StalemateResult::Draw if !position.in_check() => Value::Draw,
        _ => Value::Loss(0),
    })
}

/// The pieces of a name besides the kings.
pub(crate) fn pieces(material: Material) -> Vec<Piece> {
    let of = |color| material.roles(color).map(move |role| Piece { color, role }).collect::<Vec<_>>();
    Color::ALL.into_iter().flat_map(of).collect()
}
