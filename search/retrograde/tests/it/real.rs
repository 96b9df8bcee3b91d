//! Positions on the variants' own boards, compared with the results of the move generator one ply later.

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant};
use campione_movegen::Position;
use campione_retrograde::{Ending, Shades};

use crate::{pieces, sample};

/// A random legal position of king and pieces against king. Either color may be the strong side.
fn random_position(variant: Variant, pieces: &[Role], random: &mut SplitMix64) -> Position {
    let squares: Vec<Square> = variant.board().into_iter().collect();
    loop {
        let strong = Color::ALL[random.index(2)];
        let mut setup = Setup { turn: Color::ALL[random.index(2)], ..Setup::empty() };
        let kings = [Piece { color: strong, role: Role::KING }, Piece { color: !strong, role: Role::KING }];
        for piece in pieces.iter().map(|&role| Piece { color: strong, role }).chain(kings) {
            setup.board.set(squares[random.index(squares.len())], Some(piece));
        }
        if setup.board.occupied().count() as usize == pieces.len() + 2
            && let Ok(position) = Position::new(&setup, variant)
        {
            return position;
        }
    }
}

/// The distance of a position, computed only from the legal moves and the distances after them.
fn look_ahead(position: &Position, whole: &Ending, left: &[Ending]) -> Option<u16> {
    let strong = Color::ALL.into_iter().find(|&color| position.by_color(color).count() > 1).unwrap();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return (position.in_check() && position.turn() != strong).then_some(0);
    }
    let after = moves.into_iter().map(|mv| {
        let next = position.play(mv).unwrap();
        let rest = std::iter::once(whole).chain(left).find_map(|ending| ending.probe(&next));
        rest.filter(|_| next.outcome().is_none() || next.legal_moves().is_empty())
    });
    if position.turn() == strong {
        after.flatten().min().map(|plies| plies + 1)
    } else {
        after.collect::<Option<Vec<_>>>()?.into_iter().max().map(|plies| plies + 1)
    }
}

fn check(id: &str, letters: &str) {
    let variant = Variant::named(id).unwrap();
    let roles = pieces(variant, letters);
    let ending = Ending::solve(variant, &roles).unwrap();
    let left: Vec<Ending> = match roles.as_slice() {
        [_] => Vec::new(),
        pieces => pieces.iter().map(|&piece| Ending::solve(variant, &[piece]).unwrap()).collect(),
    };
    let mut random = SplitMix64::new(7);
    let mut won = 0;
    for _ in 0..sample(1000, 4000) {
        let position = random_position(variant, &roles, &mut random);
        let plies = ending.probe(&position);
        assert_eq!(plies, look_ahead(&position, &ending, &left), "{id} {letters}: {:?}", position.setup());
        won += usize::from(plies.is_some());
        check_replies(&ending, &position, plies);
    }
    let tally = ending.tally(Shades::Any);
    let sample = ending.sample(1, 1000);
    assert!(won > 0 || tally.won * 1000 < tally.positions, "{id} {letters}");
    assert_eq!(sample.len() as u64, tally.won_in_time.min(1000), "{id} {letters}");
    check_sample(&ending, &sample);
}

/// Checks that the best defence keeps the distance, or saves the weak side.
fn check_replies(ending: &Ending, position: &Position, plies: Option<u16>) {
    let Some(replies) = ending.replies(position) else {
        assert!(position.by_color(position.turn()).count() > 1);
        return;
    };
    assert_eq!(replies.len(), position.legal_moves().len());
    let Some(best) = ending.best_reply(position) else {
        assert!(replies.is_empty());
        return;
    };
    let after = replies.iter().find(|(mv, _)| *mv == best).unwrap().1;
    assert_eq!(after.map(|after| after + 1), plies);
    if !best.is_capture() {
        assert_eq!(ending.probe(&position.play(best).unwrap()), after);
    }
}

fn check_sample(ending: &Ending, sample: &[Position]) {
    let mut seen = std::collections::HashSet::new();
    for (position, color) in sample.iter().zip(Color::ALL.into_iter().cycle()) {
        assert_eq!(position.turn(), color);
        assert_eq!(position.by_color(color).count() as usize, ending.pieces().len() + 1);
        assert!(ending.probe(position).is_some_and(|plies| plies % 2 == 1 && plies <= ending.time()));
        assert!(seen.insert(format!("{:?}", position.setup().board)), "{:?}", position.setup());
    }
}

#[test]
fn one_piece() {
    for (id, letters) in [
        ("capablanca", "QACRBN"),
        ("archchess", "QCDRBN"),
        ("arciscacchiere", "C"),
        ("herb-garden", "QHERBN"),
        ("courier-spiel", "QRNCBUF"),
    ] {
        for letter in letters.chars() {
            check(id, &letter.to_string());
        }
    }
}

#[test]
fn two_pieces() {
    let all = [
        ("arciscacchiere", "CD"),
        ("courier-spiel", "FF"),
        ("capablanca", "BN"),
        ("archchess", "CC"),
        ("herb-garden", "BB"),
        ("courier-spiel", "UB"),
    ];
    for &(id, letters) in sample(&all[..2], &all[..]) {
        check(id, letters);
    }
}

#[test]
fn samples_are_even_and_the_same_for_a_seed() {
    let chess = Variant::named("chess").unwrap();
    let queen = Ending::solve(chess, &pieces(chess, "Q")).unwrap();
    let sample = queen.sample(3, 8000);
    let again = queen.sample(3, 8000);
    assert!(sample.iter().zip(&again).all(|(one, two)| one.setup() == two.setup()));
    assert!(queen.sample(4, 100).iter().zip(&sample).any(|(one, two)| one.setup() != two.setup()));
    // The weak king stands on the edge about as often as in random won positions.
    let on_edge = |square: Square| [0, 7].contains(&square.file()) || [0, 7].contains(&square.rank());
    let edge = sample.iter().filter(|position| on_edge(position.king(!position.turn()))).count();
    let mut random = SplitMix64::new(5);
    let mut expected = 0;
    let mut positions = 0;
    while positions < 8000 {
        let position = random_position(chess, &pieces(chess, "Q"), &mut random);
        if position.by_color(position.turn()).count() == 2 && queen.probe(&position).is_some() {
            positions += 1;
            expected += usize::from(on_edge(position.king(!position.turn())));
        }
    }
    assert!(edge.abs_diff(expected) < 250, "{edge} {expected}");
}
