use campione_core::Variant;
use campione_movegen::{Move, Position, divide};
use campione_notation::{fen, uci};

use super::*;
use crate::bisect::{BisectReport, BisectSettings, Bisection, count};

/// A generator with a bug, run by hand: our moves without those that `lacks` holds for, at every depth.
struct Faulty {
    lacks: fn(Move, &Position) -> bool,
    /// It is told the moves, and forgets the square of an en passant capture when it plays them itself.
    forgets: bool,
}

impl Faulty {
    fn moves(&self, position: &Position) -> Vec<Move> {
        position.legal_moves().iter().copied().filter(|&mv| !(self.lacks)(mv, position)).collect()
    }

    fn after(&self, mv: Move, position: &Position) -> Position {
        let next = position.play_unchecked(mv);
        let setup = campione_core::Setup { en_passant: None, ..next.setup() };
        if self.forgets { Position::new(&setup, position.variant()).unwrap() } else { next }
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves(position).into_iter().map(|mv| self.count(&self.after(mv, position), depth - 1)).sum()
    }

    /// What it prints.
    fn answer(&self, place: &Place, depth: u32, variant: Variant) -> String {
        let mut position = fen::read(place.fen.as_deref().unwrap(), variant).unwrap();
        for text in &place.moves {
            position = self.after(uci::read(text, &position).unwrap(), &position);
        }
        let line = |mv: Move| {
            format!("{}: {}\n", uci::write(mv, &position), self.count(&self.after(mv, &position), depth - 1))
        };
        self.moves(&position).into_iter().map(line).collect()
    }
}

/// Answers every question until there is a report; also the number of questions.
fn asked(protocol: Protocol, faulty: &Faulty, depth: u32, game: &str, text: &str) -> (BisectReport, usize) {
    let variant = Variant::named(game).unwrap();
    let root = fen::read(text, variant).unwrap();
    let mut texts: Vec<String> = Vec::new();
    loop {
        let peer = Box::new(Recorded::new(protocol, &texts));
        let mut bisection = Bisection::new(peer, BisectSettings::to_depth(depth), variant, &count);
        match bisection.walk(&root) {
            Ok(report) => return (report, texts.len()),
            Err(error) => {
                let (place, depth) = error.question().unwrap_or_else(|| panic!("{error}"));
                texts.push(faulty.answer(place, depth, variant));
                assert!(texts.len() < 20, "{place}");
            }
        }
    }
}

#[test]
fn a_question_for_each_ply_until_moves_differ_and_one_for_the_position_itself() {
    let en_passant = Faulty { lacks: |mv, _| mv.kind().is_en_passant(), forgets: false };
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    for (protocol, questions) in [(Protocol::Uci, 3), (Protocol::Xboard, 3), (Protocol::Template, 2)] {
        let (report, count) = asked(protocol, &en_passant, 3, "chess", fen);
        assert_eq!(count, questions, "{}", protocol.name());
        assert_eq!(report.missing.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), ["e5d6"]);
        assert_eq!(report.path.iter().map(|step| step.uci.as_str()).collect::<Vec<_>>(), ["d7d5"]);
        assert!(report.rules[0].text.contains("en passant"), "{:?}", report.rules);
        assert_eq!(report.played_wrongly, None);
    }
}

#[test]
fn what_it_plays_wrongly_is_found_by_telling_it_the_position() {
    let forgets = Faulty { lacks: |_, _| false, forgets: true };
    let (report, _) = asked(Protocol::Uci, &forgets, 3, "chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    assert_eq!(report.played_wrongly, Some(["d7d5".to_owned(), "d5".to_owned()]));
}

#[test]
fn agreement_takes_one_question() {
    let right = Faulty { lacks: |_, _| false, forgets: false };
    let (report, count) = asked(Protocol::Uci, &right, 2, "archchess", &start("archchess"));
    assert_eq!((report.agrees, count), (true, 1));
    assert_eq!(report.counts, Some((2, (900, 900))));
}

fn start(game: &str) -> String {
    fen::write(&Position::start(Variant::named(game).unwrap()))
}

#[test]
fn the_divide_of_another_position_is_recognized() {
    let variant = Variant::named("chess").unwrap();
    let root = fen::read("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", variant).unwrap();
    let lines = |position: &Position, depth| -> String {
        divide(position, depth)
            .into_iter()
            .map(|(mv, nodes)| format!("{}: {nodes}\n", uci::write(mv, position)))
            .collect()
    };
    let faulty = Faulty { lacks: |mv, _| mv.kind().is_en_passant(), forgets: false };
    let first = faulty.answer(&Place { fen: Some(fen::write(&root)), moves: Vec::new() }, 3, variant);
    // The second text is the first once more, and the third is about the position.
    let peer = Recorded::new(Protocol::Uci, &[first.clone(), first, lines(&root, 1)]);
    let mut bisection = Bisection::new(Box::new(peer), BisectSettings::to_depth(3), variant, &count);
    let report = bisection.walk(&root).unwrap();
    assert!(report.notes.iter().any(|note| note.contains("its moves are those of")), "{:?}", report.notes);
}
