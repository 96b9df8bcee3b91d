use campione_core::{Piece, Setup, SplitMix64, Variant};
use campione_notation::mirror::mirror;

use super::*;
use crate::positions::{game, games, place, sparse, walk};
use crate::score::MATE_BOUND;

/// Evaluates positions of one variant.
struct Judge(Evaluator);

impl Judge {
    fn new(variant: Variant) -> Judge {
        Judge(Evaluator::new(variant, &EvalParams::of(variant)))
    }

    fn value(&mut self, position: &Position) -> Value {
        let value = self.0.evaluate(position);
        assert!(value.abs() < MATE_BOUND, "{value} in {}", place(position));
        value
    }
}

#[test]
fn both_colors_are_judged_alike() {
    let mut unequal = 0;
    for variant in games() {
        // For Black, its one-way pieces move by a half turn of the board, but a mirrored position only flips the board.
        if variant.id() == "all-letters" {
            continue;
        }
        let mut judge = Judge::new(variant);
        let mut check = |position: &Position| {
            let value = judge.value(position);
            assert_eq!(value, judge.value(&mirror(position)), "{}", place(position));
            unequal += u32::from(value.abs() > 100);
        };
        for seed in 0..3 {
            walk(variant, seed, 150, |position, _| check(position));
        }
        let mut random = SplitMix64::new(8);
        for number in 0..400 {
            if let Some(position) = sparse(variant, &mut random, [number % 4, number / 4 % 3]) {
                check(&position);
            }
        }
    }
    assert!(unequal > 5_000, "most positions must have an evaluation to speak of");
}

#[test]
fn values_do_not_depend_on_what_was_judged_before() {
    for id in ["crc", "courier-spiel"] {
        let variant = game(id);
        let mut judge = Judge::new(variant);
        for seed in 0..4 {
            walk(variant, seed, 150, |position, _| {
                let fresh = Judge::new(variant).value(position);
                assert_eq!(judge.value(position), fresh, "{}", place(position));
            });
        }
    }
}

/// A lazy evaluation and a full one lie on the same side of the window, except in very few positions.
#[test]
fn a_rough_look_is_on_the_right_side_of_the_window() {
    let (mut rough, mut wrong, mut close) = (0, 0, 0);
    for variant in games() {
        let Judge(mut evaluator) = Judge::new(variant);
        for seed in 0..4 {
            walk(variant, seed, 150, |position, random| {
                let value = evaluator.evaluate(position);
                let Evaluator { tables, pawns } = &mut evaluator;
                for _ in 0..4 {
                    let alpha = value + random.below(4_000) as Value - 2_000;
                    let beta = alpha + [1, 40, 800][random.index(3)];
                    let (near, whole) =
                        evaluate_lazy(tables, pawns, position, &Material::of(tables, position), (alpha, beta));
                    if whole {
                        assert_eq!(near, value, "{}", place(position));
                        close += 1;
                    } else {
                        rough += 1;
                        let side = |value: Value| (value > alpha, value < beta);
                        wrong += u32::from(side(near) != side(value));
                    }
                }
            });
        }
    }
    println!("{wrong} of {rough} rough looks are wrong; {close} were close");
    assert!(rough > 10_000 && close > 10_000 && wrong * 50 < rough, "{wrong} of {rough}, {close}");
}

/// The position without rights, and without the piece on `square` if one is given. `None` if it is illegal.
fn without(position: &Position, square: Option<Square>) -> Option<Position> {
    let mut setup = position.setup();
    setup.rights.clear();
    setup.en_passant = None;
    if let Some(square) = square {
        setup.board.set(square, None);
        setup.waiting.retain(|pawn| pawn.square != square);
    }
    Position::new(&setup, position.variant()).ok()
}

fn value_of(judge: &Judge, role: Role) -> Value {
    let value = judge.0.tables.piece(role).value;
    value.middle().min(value.end())
}

#[test]
fn a_piece_less_is_missed() {
    for variant in games() {
        let mut judge = Judge::new(variant);
        let start = Position::start(variant);
        for color in Color::ALL {
            for square in start.by_color(color).without(start.king(color)) {
                let role = start.role_at(square).unwrap();
                let (Some(whole), Some(less)) = (without(&start, None), without(&start, Some(square))) else {
                    continue;
                };
                let (whole, less) = (judge.value(&whole), judge.value(&less));
                let lost = if color == start.turn() { whole - less } else { less - whole };
                // Removing a pawn may open a line.
                let least = if role == Role::PAWN { -60 } else { value_of(&judge, role) / 2 - 40 };
                assert!(lost > least, "{} without {square}: {lost}, not {least}", variant.id());
            }
        }
    }
}

#[test]
fn the_side_with_a_queen_more_is_ahead() {
    for variant in games() {
        let mut judge = Judge::new(variant);
        let roles = variant.all_roles().skip(2);
        let best = roles.max_by_key(|&role| value_of(&judge, role)).unwrap();
        let (mut compared, mut small) = (0, 0);
        for seed in 0..6 {
            walk(variant, seed, 100, |position, _| {
                let them = !position.turn();
                // The value of a waiting pawn depends on which pieces are lost.
                let Some(whole) = without(position, None).filter(|_| position.waiting_squares(them).is_empty()) else {
                    return;
                };
                for square in position.by_color(them) {
                    if position.role_at(square) == Some(best)
                        && let Some(less) = without(position, Some(square))
                    {
                        compared += 1;
                        let gained = judge.value(&less) - judge.value(&whole);
                        assert!(gained > 0, "{square} in {}: {gained}", place(position));
                        small += u32::from(gained < value_of(&judge, best) / 2);
                    }
                }
            });
        }
        assert!(compared > 20 && small * 20 < compared, "{}: {small} of {compared}", variant.id());
    }
}

#[test]
fn pieces_are_valued_in_a_sane_order() {
    // Every piece is worth more than the pieces of the next group.
    for (id, groups) in [
        ("carrera", ["Q", "CA", "R", "BN", "P"].as_slice()),
        ("archchess", &["Q", "C", "R", "BN", "D", "P"]),
        ("herb-garden", &["Q", "HE", "R", "BN", "P"]),
        ("crc", &["Q", "CA", "R", "BN", "P"]),
        ("courier-spiel", &["Q", "UR", "CBN", "P"]),
        ("courier-spiel", &["Q", "UR", "F", "P"]),
        ("chess", &["Q", "R", "BN", "P"]),
        ("janus", &["Q", "J", "R", "BN", "P"]),
        ("courier", &["R", "BMN", "QW", "P"]),
        ("all-letters", &["A", "B", "Q", "D", "R", "SN", "IJF", "U"]),
    ] {
        let variant = game(id);
        let judge = Judge::new(variant);
        let shown: Vec<String> = (1..variant.roles().len())
            .filter_map(Role::from_index)
            .map(|role| {
                let value = judge.0.tables.piece(role).value;
                format!("{} {}/{}", variant.role(role).letter, value.middle(), value.end())
            })
            .collect();
        println!("{id}: {}", shown.join(", "));
        let value = |letter: char| judge.0.tables.see_values[variant.role_by_letter(letter).unwrap().index()];
        for pair in groups.windows(2) {
            for (more, less) in pair[0].chars().flat_map(|more| pair[1].chars().map(move |less| (more, less))) {
                assert!(value(more) > value(less), "{id}: {more} {} and {less} {}", value(more), value(less));
            }
        }
        assert!(variant.roles().len() > groups.concat().len());
    }
}

/// Boards that do not occur in games but may be written in FEN: as many of the strongest pieces as possible without
/// check. (Positions in check are never evaluated.)
#[test]
fn sums_have_room_for_a_board_full_of_the_strongest_pieces() {
    let pieces =
        [("all-letters", 'A'), ("all-letters", 'M'), ("crc", 'Q'), ("courier-spiel", 'U'), ("never-drawn", 'Q')];
    for (id, letter) in pieces {
        let variant = game(id);
        let mut judge = Judge::new(variant);
        let role = variant.role_by_letter(letter).unwrap();
        let squares: Vec<Square> = variant.board().into_iter().collect();
        let mut random = SplitMix64::new(5);
        let mut most = 0;
        for number in 0..100 {
            let share = random.below(101);
            let mut setup = Setup::empty();
            setup.turn = Color::ALL[number % 2];
            setup.halfmove_clock = variant.draws().plies().map_or(0, |plies| plies - 1);
            for color in Color::ALL {
                let square = squares[random.index(squares.len())];
                setup.board.set(square, Some(Piece { color, role: Role::KING }));
            }
            // Walls of pawns shield the kings, so that pieces can stand near them.
            let wall = [Role::PAWN, Role::PAWN, Role::PAWN, role, role, role, role];
            for _ in 0..400 {
                let square = squares[random.index(squares.len())];
                if setup.board.piece_at(square).is_some() {
                    continue;
                }
                let color = if random.below(100) < share { Color::White } else { Color::Black };
                let role = wall[random.index(wall.len())];
                setup.board.set(square, Some(Piece { color, role }));
                match Position::new(&setup, variant).ok().filter(|position| !position.in_check()) {
                    Some(position) => {
                        judge.value(&position);
                        most = most.max(position.occupied().count());
                    }
                    None => {
                        setup.board.set(square, None);
                    }
                }
            }
        }
        assert!(most * 2 > variant.board().count(), "{id}: {most} pieces");
    }
}
