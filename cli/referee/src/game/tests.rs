use anyhow::bail;
use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::uci;

use super::*;
use crate::player::Answer;

/// A player that makes moves from a list, and at its end does what it is told to.
struct Scripted {
    moves: Vec<&'static str>,
    last: Option<Reply>,
    spends: Duration,
    score: Option<i32>,
    made: usize,
}

impl Scripted {
    fn new(moves: &'static str, last: Option<Reply>) -> Scripted {
        Scripted { moves: moves.split(' ').collect(), last, spends: Duration::from_millis(10), score: None, made: 0 }
    }
}

impl Player for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn new_game(&mut self, _start: &Position) -> anyhow::Result<()> {
        self.made = 0;
        Ok(())
    }

    fn go(&mut self, situation: &Situation<'_>) -> anyhow::Result<Answer> {
        let text = self.moves.get(self.made);
        self.made += 1;
        let reply = match (text, &self.last) {
            (Some(text), _) => Reply::Move(uci::read(text, situation.game.position()).unwrap()),
            (None, Some(reply)) => reply.clone(),
            (None, None) => bail!("gone"),
        };
        let report = SearchReport { score: self.score, ..SearchReport::default() };
        Ok(Answer { reply, report, spent: self.spends })
    }
}

const NEVER: Adjudication = Adjudication { win: None, draw: None, plies: 600 };

fn ended(mut white: Scripted, mut black: Scripted, controls: [&str; 2], adjudication: Adjudication) -> (Ending, usize) {
    let variant = Variant::named("chess").unwrap();
    let [first, second] = controls.map(|control| control.parse().unwrap());
    let sides = [Side { player: &mut white, control: first }, Side { player: &mut black, control: second }];
    let opening = Game::new(Position::start(variant));
    let played = play(sides, &opening, adjudication, Duration::from_millis(5), || false).unwrap();
    (played.ending, played.turns.len())
}

fn reason(white: Scripted, black: Scripted, controls: [&str; 2]) -> (Option<Color>, String, Option<Fault>) {
    let (ending, _) = ended(white, black, controls, NEVER);
    (ending.winner, ending.why, ending.offence.map(Offence::fault))
}

#[test]
fn games_end_by_our_rules() {
    let [white, black] = [Scripted::new("f2f3 g2g4", None), Scripted::new("e7e5 d8h4", None)];
    assert_eq!(reason(white, black, ["1n"; 2]), (Some(Color::Black), "checkmate".to_owned(), None));
    let knights = "g1f3 f3g1 g1f3 f3g1 g1f3";
    let [white, black] = [Scripted::new(knights, None), Scripted::new("g8f6 f6g8 g8f6 f6g8 g8f6", None)];
    assert_eq!(reason(white, black, ["1n"; 2]), (None, "repetition".to_owned(), None));
}

#[test]
fn games_end_by_what_players_do() {
    for (last, why, fault) in [
        (Some(Reply::Resigns), "resignation", None),
        (Some(Reply::Illegal("e2e5".to_owned())), "illegal move e2e5", Some(Fault::Conduct)),
        (Some(Reply::Claims("1-0".to_owned())), "false claim: 1-0", Some(Fault::Conduct)),
        (Some(Reply::Refuses("no".to_owned())), "refuses a legal move: no", Some(Fault::Conduct)),
        (None, "no answer: gone", Some(Fault::Silence)),
    ] {
        let [white, black] = [Scripted::new("e2e4", last), Scripted::new("e7e5 b8c6", None)];
        assert_eq!(reason(white, black, ["1n"; 2]), (Some(Color::Black), why.to_owned(), fault));
    }
}

#[test]
fn time_is_ours_to_measure() {
    let reasons = |control| {
        let [mut white, black] = [Scripted::new("e2e4 d2d4", Some(Reply::Resigns)), Scripted::new("e7e5 d7d5", None)];
        white.spends = Duration::from_millis(104);
        reason(white, black, [control, "1n"])
    };
    assert_eq!(reasons("100ms").1, "resignation");
    assert_eq!(reasons("98ms"), (Some(Color::Black), "time forfeit by 0.006 s".to_owned(), Some(Fault::Time)));
    // 150 - 104 + 50 = 96, 96 - 104 within the margin of 5? No: 8 too much.
    assert_eq!(reasons("0.15+0.05").1, "time forfeit by 0.008 s");
    // 160 - 104 + 50 = 106, 2 + 50 = 52.
    assert_eq!(reasons("0.16+0.05").1, "time forfeit by 0.052 s");
    assert_eq!(reasons("0.16+0.1").1, "resignation");
}

#[test]
fn a_game_is_won_when_both_say_so_for_long_enough() {
    let rules = Adjudication { win: Some((3, 500)), draw: Some((2, 3, 10)), plies: 600 };
    let game = |white_score, black_score| {
        let [mut white, mut black] =
            [Scripted::new("a2a3 b2b3 c2c3 d2d3", Some(Reply::Resigns)), Scripted::new("a7a6 b7b6 c7c6 d7d6", None)];
        (white.score, black.score) = (white_score, black_score);
        let (ending, plies) = ended(white, black, ["1n"; 2], rules);
        (ending.winner, ending.why, plies)
    };
    let won = |winner| (Some(winner), "adjudication: both see it won".to_owned(), 3);
    assert_eq!(game(Some(500), Some(-900)), won(Color::White));
    assert_eq!(game(Some(-500), Some(900)), won(Color::Black));
    assert_eq!(game(Some(500), Some(-499)).2, 8);
    assert_eq!(game(Some(500), Some(500)).2, 8);
    // Who says nothing agrees to nothing.
    assert_eq!(game(Some(900), None), (Some(Color::Black), "resignation".to_owned(), 8));
    // Not before the second move, of which one ply is enough then.
    assert_eq!(game(Some(10), Some(-10)), (None, "adjudication: both see it level".to_owned(), 3));
    assert_eq!(game(Some(11), Some(-11)).2, 8);
    assert_eq!(game(None, Some(0)).2, 8);
    let short = Adjudication { win: None, draw: None, plies: 4 };
    let [white, black] = [Scripted::new("a2a3 b2b3 c2c3", None), Scripted::new("a7a6 b7b6", None)];
    let (ending, plies) = ended(white, black, ["1n"; 2], short);
    assert_eq!((ending.why.as_str(), plies, ending.winner), ("adjudication: 4 plies", 4, None));
}
