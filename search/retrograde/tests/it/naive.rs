//! A naive solver for small boards, which uses only the legal moves of positions.

use campione_core::{Color, Piece, Role, Setup, Square, Variant};
use campione_movegen::{EndReason, Outcome, Position};
use rayon::prelude::*;

/// All positions of king and some pieces, captured or not, against a bare king. White is the strong side.
pub(crate) struct Naive {
    squares: Vec<Square>,
    /// Plies to mate of each position by its number, `None` if it is not won.
    plies: Vec<Option<u16>>,
}

enum State {
    Illegal,
    Over(Option<u16>),
    Successors(Vec<u32>),
}

impl Naive {
    /// The number of a position. A captured piece has the square number after the last.
    fn number(&self, king: usize, pieces: impl Iterator<Item = usize>, weak: usize, white_to_move: bool) -> usize {
        let squares = self.squares.len();
        let placement = pieces.fold(king, |number, piece| number * (squares + 1) + piece);
        (placement * squares + weak) * 2 + usize::from(white_to_move)
    }

    pub(crate) fn solve(variant: Variant, pieces: &[Role]) -> Naive {
        let squares: Vec<Square> = variant.board().into_iter().collect();
        let mut naive = Naive { squares, plies: Vec::new() };
        let states = naive.states(variant, pieces);
        naive.plies = states.iter().map(|state| if let State::Over(plies) = state { *plies } else { None }).collect();
        let mut found = true;
        let mut distance = 0;
        while found || distance < 3 {
            found = false;
            distance += 1;
            for (number, state) in states.iter().enumerate() {
                let State::Successors(successors) = state else { continue };
                let white_to_move = number % 2 == 1;
                if naive.plies[number].is_some() || white_to_move != (distance % 2 == 1) {
                    continue;
                }
                let mut after = successors.iter().map(|&next| naive.plies[next as usize]);
                // The strong side needs one move that mates soon enough. The weak side is lost if all moves allow this.
                let soon = |plies: Option<u16>| plies.is_some_and(|plies| plies < distance);
                if if white_to_move { after.any(soon) } else { after.all(soon) } {
                    naive.plies[number] = Some(distance);
                    found = true;
                }
            }
            // One pass for each side to move. The end is reached only after two empty passes in a row.
            found |= distance % 2 == 1;
        }
        naive
    }

    fn states(&self, variant: Variant, roles: &[Role]) -> Vec<State> {
        let squares = self.squares.len();
        let placements = (0..squares * (squares + 1).pow(roles.len() as u32)).into_par_iter();
        let states = placements.flat_map_iter(|placement| {
            let mut pieces = Vec::new();
            let mut king = placement;
            for _ in roles {
                pieces.insert(0, king % (squares + 1));
                king /= squares + 1;
            }
            (0..squares * 2).map(move |rest| {
                let turn = if rest % 2 == 1 { Color::White } else { Color::Black };
                let number = self.number(king, pieces.iter().copied(), rest / 2, rest % 2 == 1);
                debug_assert_eq!(number, placement * squares * 2 + rest);
                self.state(variant, roles, king, &pieces, rest / 2, turn)
            })
        });
        states.collect()
    }

    fn state(
        &self,
        variant: Variant,
        roles: &[Role],
        king: usize,
        pieces: &[usize],
        weak: usize,
        turn: Color,
    ) -> State {
        let mut setup = Setup { turn, ..Setup::empty() };
        let mut count = 2;
        setup.board.set(self.squares[king], Some(Piece { color: Color::White, role: Role::KING }));
        setup.board.set(self.squares[weak], Some(Piece { color: Color::Black, role: Role::KING }));
        for (&role, &piece) in roles.iter().zip(pieces) {
            if let Some(&square) = self.squares.get(piece) {
                setup.board.set(square, Some(Piece { color: Color::White, role }));
                count += 1;
            }
        }
        if setup.board.occupied().count() != count {
            return State::Illegal;
        }
        let Ok(position) = Position::new(&setup, variant) else { return State::Illegal };
        match position.outcome() {
            Some(Outcome { winner: Some(Color::White), reason: EndReason::Checkmate }) => return State::Over(Some(0)),
            Some(Outcome { reason: EndReason::Stalemate | EndReason::DeadPosition, .. }) => return State::Over(None),
            None => {}
            other => panic!("{other:?} in {setup:?}"),
        }
        let files = usize::from(variant.files());
        let index = |square: Square| usize::from(square.rank()) * files + usize::from(square.file());
        let successors = position.legal_moves().into_iter().map(|mv| {
            let (from, to) = (index(mv.from()), index(mv.to()));
            // The moving piece goes to another square, a captured piece to the square number after the last.
            let after = |piece: usize| match turn {
                Color::White if piece == from => to,
                Color::Black if piece == to => self.squares.len(),
                _ => piece,
            };
            let weak = if turn == Color::Black { to } else { weak };
            self.number(after(king), pieces.iter().map(|&piece| after(piece)), weak, turn == Color::Black) as u32
        });
        State::Successors(successors.collect())
    }

    /// Calls `check` with every placement of all kings and pieces, whether White is to move, and the plies to mate.
    pub(crate) fn for_each(&self, pieces: usize, mut check: impl FnMut(Square, &[Square], Square, bool, Option<u16>)) {
        let squares = self.squares.len();
        for (number, &plies) in self.plies.iter().enumerate() {
            let (mut placement, white_to_move) = (number / 2 / squares, number % 2 == 1);
            let mut stand = Vec::new();
            for _ in 0..pieces {
                stand.insert(0, placement % (squares + 1));
                placement /= squares + 1;
            }
            let Some(stand) = stand.iter().map(|&piece| self.squares.get(piece).copied()).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            check(self.squares[placement], &stand, self.squares[number / 2 % squares], white_to_move, plies);
        }
    }
}
