use std::collections::HashMap;

use campione_core::{Color, Piece, SplitMix64};
use campione_movegen::MoveList;
use campione_notation::{fen, uci};

use super::*;
use crate::params::EvalParams;
use crate::positions::{game, games, place, walk};

/// An exchange on one square, computed by a plain reference implementation with its own pieces.
struct Exchange<'t> {
    tables: &'t Tables,
    variant: campione_core::Variant,
    pieces: HashMap<Square, Piece>,
    /// Pawns that cannot move because they wait for their promotion.
    idle: Vec<Square>,
    to: Square,
}

impl Exchange<'_> {
    fn value(&self, role: Role) -> Value {
        self.tables.see_values[role.index()]
    }

    /// Whether the piece on `from` could capture on the square of the exchange.
    fn attacks(&self, from: Square, piece: Piece) -> bool {
        let (variant, to) = (self.variant, self.to);
        let empty = |square: &Square| !self.pieces.contains_key(square);
        match piece.role {
            Role::KING => return variant.king_steps(from).contains(to),
            Role::PAWN => {
                let ahead = if piece.color == Color::White { 1 } else { -1 };
                return !self.idle.contains(&from)
                    && [-1, 1].iter().any(|&aside| from.offset(aside, ahead) == Some(to));
            }
            _ => {}
        }
        let info = variant.role(piece.role);
        for (files, ranks) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            if if files == 0 || ranks == 0 { info.orthogonal } else { info.diagonal } {
                let mut at = from.offset(files, ranks);
                while let Some(square) = at.filter(|&square| variant.board().contains(square)) {
                    if square == to {
                        return true;
                    }
                    at = square.offset(files, ranks).filter(|_| empty(&square));
                }
            }
        }
        let Some(class) = info.leap_class else { return false };
        let class = &variant.leap_classes()[usize::from(class)];
        class.leaps[from.index()].contains(to)
            || class.special_from(piece.color, from).iter().any(|leap| {
                leap.end == to
                    && leap.captures
                    && leap.is_of(Some(piece.role))
                    && leap.legs.into_iter().all(|leg| empty(&leg))
                    && (leap.hurdles.is_empty() || leap.hurdles.into_iter().filter(|leg| !empty(leg)).count() == 1)
            })
    }

    fn attackers(&self, side: Color) -> Vec<(Square, Role)> {
        let able = |(&from, &piece): (&Square, &Piece)| {
            (piece.color == side && from != self.to && self.attacks(from, piece)).then_some((from, piece.role))
        };
        let mut able: Vec<(Square, Role)> = self.pieces.iter().filter_map(able).collect();
        able.sort_by_key(|&(from, role)| match role {
            Role::PAWN => (-1, from),
            Role::KING => (Value::MAX, from),
            _ => (self.value(role), from),
        });
        able
    }

    /// What the side to move wins by captures on the square, where a piece of value `worth` stands. It need not
    /// capture.
    fn play(&mut self, side: Color, worth: Value) -> Value {
        let Some(&(from, role)) = self.attackers(side).first() else { return 0 };
        let piece = self.pieces.remove(&from).unwrap();
        let taken = self.pieces.insert(self.to, piece).unwrap();
        let answer = if role == Role::KING && !self.attackers(!side).is_empty() {
            // The king would be captured.
            Value::MAX / 2
        } else if role == Role::PAWN && self.waits(side) {
            0
        } else {
            self.play(!side, self.value(role))
        };
        self.pieces.insert(self.to, taken);
        self.pieces.insert(from, piece);
        (worth - answer).max(0)
    }

    /// Whether a pawn of that side waits on the square after its move, so that it cannot be captured.
    fn waits(&self, side: Color) -> bool {
        self.variant.promotion_wait().is_some() && self.variant.last_rank(side).contains(self.to)
    }
}

/// What a move wins in the exchange that begins with it.
fn exchange(tables: &Tables, position: &Position, mv: Move) -> Value {
    let variant = position.variant();
    let us = position.turn();
    let mut pieces: HashMap<Square, Piece> =
        position.occupied().into_iter().map(|square| (square, position.piece_at(square).unwrap())).collect();
    let (from, to) = (mv.from(), mv.to());
    let idle: Vec<Square> =
        position.all_waiting_pawns().map(|pawn| pawn.square).filter(|&square| square != from).collect();
    let value = |role: Role| tables.see_values[role.index()];
    let moved = pieces.remove(&from).unwrap();
    let taken = if mv.kind().is_en_passant() {
        // The pawn that made the step is the first behind the square; it may have gone three squares or more.
        let back = if us == Color::White { -1 } else { 1 };
        let mut behind = (1..).map_while(|squares| to.offset(0, squares * back));
        let passed = behind.find(|square| pieces.contains_key(square)).unwrap();
        pieces.remove(&passed)
    } else {
        pieces.remove(&to)
    };
    let mut won = taken.map_or(0, |piece| value(piece.role));
    if let Some(role) = mv.promotion() {
        won += value(role) - value(Role::PAWN);
    }
    let role = mv.promotion().or(position.moving_role(mv)).unwrap();
    pieces.insert(to, Piece { color: us, role });
    let mut exchange = Exchange { tables, variant, pieces, idle, to };
    if moved.role == Role::PAWN && role == Role::PAWN && exchange.waits(us) {
        return won;
    }
    won - exchange.play(!us, value(role))
}

#[test]
fn exchanges_are_those_of_the_book() {
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let (mut judged, mut lost) = (0, 0);
        for seed in 0..6 {
            walk(variant, seed, 160, |position, random| {
                let mut moves = MoveList::new();
                position.noisy_moves(&mut moves);
                if random.index(8) == 0 {
                    position.quiet_moves(&mut moves);
                }
                for mv in moves.into_iter().filter(|mv| mv.castling_row().is_none()) {
                    let value = exchange(&tables, position, mv);
                    for (threshold, expected) in [(value, true), (value + 1, false), (value - 1, true)] {
                        let found = see(&tables, position, mv, threshold);
                        let place = || format!("{} wins {value} in {}", uci::write(mv, position), place(position));
                        assert_eq!(found, expected, "{threshold}: {}", place());
                    }
                    judged += 1;
                    lost += u32::from(value < 0);
                }
            });
        }
        assert!(judged > 300 && lost * 20 > judged, "{}: {lost} of {judged} lose", variant.id());
    }
}

#[test]
fn a_higher_threshold_is_never_easier() {
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        walk(variant, 99, 60, |position, random| {
            let moves = position.legal_moves();
            let mv = moves[random.index(moves.len())];
            let mut thresholds: Vec<Value> = (-3000..3000).step_by(37).collect();
            thresholds.extend([-i32::from(i16::MAX), i32::from(i16::MAX)]);
            thresholds.sort_unstable();
            let met: Vec<bool> = thresholds.iter().map(|&least| see(&tables, position, mv, least)).collect();
            assert!(met.is_sorted_by(|lower, higher| lower >= higher), "{mv:?} in {}", place(position));
            assert!(met[0] && !met[met.len() - 1]);
        });
    }
}

/// What moves win, as a sum of piece values such as `P - R`: the variant, the position, the move, the sum. The color of the
/// pieces makes no difference.
const EXCHANGES: [(&str, &str, &str, &str); 28] = [
    // Pieces behind pieces join. A rook behind a rook, a queen behind a bishop, a champion's rook behind its own.
    ("chess", "3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", "P - R"),
    ("chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "P"),
    ("chess", "4k3/1b6/2p5/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", "P - B"),
    ("capablanca", "4ck4/4r5/10/4p5/10/10/4R5/4CK4 w - - 0 1", "e2e5", "P - R"),
    // A knight leaps over other pieces, and opens no line.
    ("chess", "3rk3/8/8/3p4/8/4N3/8/3QK3 w - - 0 1", "e3d5", "P"),
    // A lame leap opens when its leg is gone.
    // The centurion of Arciscacchiere goes two steps along a line if the first square is empty.
    ("arciscacchiere", "4k5/10/10/10/2p7/1r8/C1R7/10/10/4K5 w - - 0 1", "c4c6", "P"),
    // A hop needs its hurdle.
    // The cannon on b1 defends b6 over exactly one piece, the pawn on b3. It does not with two pieces between, or none.
    ("cannons", "1r4k3/10/10/10/1p8/10/2N7/1P8/10/1C3K4 w - - 0 1", "c4b6", "P"),
    ("cannons", "1r4k3/10/10/10/1p8/10/1PN7/1P8/10/1C3K4 w - - 0 1", "c4b6", "P - N"),
    ("cannons", "1r4k3/10/10/10/1p8/10/2N7/10/10/1C3K4 w - - 0 1", "c4b6", "P - N"),
    // A hurdle that captures leaves its square, so it is no longer a hurdle.
    ("cannons", "1r4k3/10/10/10/1p8/10/10/1R8/1C8/5K4 w - - 0 1", "b3b6", "P - R"),
    // Kings capture what nobody defends.
    ("chess", "8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", "P"),
    ("chess", "8/8/8/3pk3/8/8/3R4/4K3 w - - 0 1", "d2d5", "P - R"),
    ("chess", "4k3/8/8/8/8/3p4/4K3/8 w - - 0 1", "e2d3", "P"),
    // Promotions change what can be lost.
    ("chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "R + Q - P"),
    ("chess", "1r1r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "R - P"),
    ("chess", "1r1r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "R - P"),
    ("chess", "1r4k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "0 - P"),
    // En passant takes a piece from another square. The pawn that is captured opens the file of the rook behind it.
    ("chess", "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", "P"),
    ("chess", "3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "0"),
    ("chess", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "0"),
    // The pawn went three squares, so it is two behind the square on which it is captured.
    ("cannons", "5k4/10/10/5P4/4p5/10/10/10/10/5K4 w - e8 0 1", "f7e8", "P"),
    ("cannons", "5k4/3p6/10/5P4/4p5/10/10/10/10/5K4 w - e8 0 1", "f7e8", "0"),
    // Nobody captures a pawn that waits. The pawn moves to a square that a rook attacks, with or without a capture.
    ("courier-spiel", "r6k4/4P7/12/12/12/12/12/5K6 w - - 0 1", "e7e8", "0"),
    ("courier-spiel", "r4b1k4/4P7/12/12/12/12/12/5K6 w - - 0 1", "e7f8", "B"),
    // The pawn recaptures on a square where the knight cannot capture it.
    ("courier-spiel", "5k6/12/12/12/12/12/p1N9/RN4K5 b - - 0 1", "a2b1", "N"),
    ("courier-spiel", "5k6/12/12/12/12/12/pR10/1n4K5 w - - 0 1", "b2b1", "N - R"),
    ("courier-spiel", "5k6/12/12/12/12/12/pR1N8/1n4K5 w - - 0 1", "b2b1", "N - R"),
    // A pawn that already waits defends nothing.
    ("courier-spiel", "1P3k6/12/12/12/12/12/12/R5K5 w - - 0 1 b8:2", "a1a7", "0"),
];

#[test]
fn exchanges_win_what_was_counted_by_hand() {
    for (id, text, mv, sum) in EXCHANGES {
        let variant = game(id);
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let position = fen::read(text, variant).unwrap_or_else(|error| panic!("{error}"));
        let (mut expected, mut sign) = (0, 1);
        for word in sum.split(' ') {
            match word {
                "+" => sign = 1,
                "-" => sign = -1,
                "0" => {}
                letter => {
                    let role = variant.role_by_letter(letter.chars().next().unwrap()).unwrap();
                    expected += sign * tables.see_values[role.index()];
                }
            }
        }
        let known = uci::read(mv, &position).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(exchange(&tables, &position, known), expected, "{text}, {mv}: the reference");
        assert!(see(&tables, &position, known, expected), "{text}, {mv}: less than {sum} = {expected}");
        assert!(!see(&tables, &position, known, expected + 1), "{text}, {mv}: more than {sum} = {expected}");
    }
}

#[test]
fn castlings_win_nothing() {
    let variant = game("chess");
    let tables = Tables::new(variant, &EvalParams::of(variant));
    let position = fen::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", variant).unwrap();
    let castling = uci::read("e1g1", &position).unwrap();
    assert!(see(&tables, &position, castling, 0));
    assert!(!see(&tables, &position, castling, 1));
}

#[test]
fn a_move_gains_what_it_captures_and_becomes() {
    for variant in games() {
        let tables = Tables::new(variant, &EvalParams::of(variant));
        let value = |position: &Position, color: Color| -> Value {
            let role = |square: Square| position.role_at(square).unwrap().index();
            position.by_color(color).into_iter().map(|square| tables.see_values[role(square)]).sum()
        };
        walk(variant, 5, 120, |position, _: &mut SplitMix64| {
            let us = position.turn();
            for mv in position.legal_moves() {
                // A capture that lets their pawn promote, and a promotion before the move, are not counted.
                if variant.promotion_wait().is_some() {
                    continue;
                }
                let next = position.play_unchecked(mv);
                let balance = |position: &Position| value(position, us) - value(position, !us);
                assert_eq!(
                    gain(&tables, position, mv),
                    balance(&next) - balance(position),
                    "{mv:?} in {}",
                    place(position)
                );
            }
        });
    }
}
