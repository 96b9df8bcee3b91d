//! What is sent to `XBoard`, and what it can show.

use campione_core::Variant;
use campione_movegen::{EndReason, Game, Outcome, Position};
use campione_notation::{fen, moves, random, uci, xboard};
use campione_variants::FromToml as _;

fn told(position: &Position) -> Vec<String> {
    position.legal_moves().iter().filter_map(|&mv| xboard::write(mv, position).ok()).collect()
}

#[test]
fn what_is_written_is_read_back_and_names_one_move() {
    let mut random = campione_core::SplitMix64::new(8);
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        for _ in 0..40 {
            let start = random::start(variant, &mut random);
            let Some(position) = random::walk(&start, 0..=60, &mut random).map(|variant| *variant.position()) else {
                continue;
            };
            for &mv in &position.legal_moves() {
                if let Ok(text) = xboard::write(mv, &position) {
                    assert_eq!(xboard::read(&text, &position), Ok(mv), "{id} {}: {text}", fen::write(&position));
                }
            }
        }
    }
}

#[test]
fn free_castling_is_told_where_the_rook_ends_beside_the_king() {
    let variant = Variant::named("archchess").unwrap();
    let position = fen::read("4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", variant).unwrap();
    let castlings: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|&&mv| position.castling_row(mv).is_some())
        .filter_map(|&mv| Some(format!("{} {}", uci::write(mv, &position), xboard::write(mv, &position).ok()?)))
        .collect();
    let mut castlings = castlings;
    castlings.sort();
    assert_eq!(
        castlings,
        [
            "e1b1,a1c1 e0b0",
            "e1c1,a1d1 e0c0",
            "e1d1,a1e1 e0a0,a0d0",
            "e1e3 e0e2",
            "e1f1,j1e1 e0j0,j0f0",
            "e1g1,j1f1 e0g0",
            "e1h1,j1g1 e0h0",
            "e1i1,j1h1 e0i0",
        ]
    );
    // XBoard would play them as castlings of Fischer Random Chess: king to c0 or i0.
    for mv in ["O-O-O:a1b1", "O-O:j1i1"] {
        let mv = moves::read(mv, &position).unwrap();
        let what = xboard::not_shown(mv, &position);
        assert_eq!(what, Some("a castling in which the king moves to the partner's square"));
    }
    // These squares mean a castling and never a leap, even if castling is not legal.
    let position = fen::read("4k5/10/10/10/10/10/10/10/10/RN2KN3R w KQL - 0 1", variant).unwrap();
    assert!(moves::read("e1g1", &position).is_ok());
    assert!(!told(&position).contains(&"e0g0".to_owned()));
    assert!(xboard::read("e0g0", &position).is_err());
    let leap = moves::read("e1g1", &position).unwrap();
    assert_eq!(xboard::not_shown(leap, &position), Some("a king's leap that reads as a castling"));
}

#[test]
fn what_cannot_be_shown_is_known() {
    let shown = |id: &str, fen: &str, mv: &str| {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(fen, variant).unwrap();
        xboard::not_shown(moves::read(mv, &position).unwrap(), &position).is_none()
    };
    // XBoard would castle with the king on i1.
    let text = "extends = \"capablanca\"\ncastling.O.toward_last_file = { king = \"f-j\", partner = \"j-i\" }\n";
    let onto = Variant::from_toml(text, "onto").unwrap();
    let position = fen::read("5k4/10/10/10/10/10/10/5K3R w K - 0 1", onto).unwrap();
    let castling = moves::read("O-O", &position).unwrap();
    let what = xboard::not_shown(castling, &position);
    assert_eq!(what, Some("a castling in which the king moves to the partner's square"));
    // A waiting pawn arrives, with and without a capture; it promotes at the start of the turn.
    assert!(!shown("courier-spiel", "5b6/6P5/12/2k9/12/12/12/R7K3 w - - 0 1", "g7g8"));
    assert!(!shown("courier-spiel", "5b6/6P5/12/2k9/12/12/12/R7K3 w - - 0 1", "g7f8"));
    assert!(shown("courier-spiel", "5b6/6P5/12/2k9/12/12/12/R7K3 w - - 0 1", "a1a8"));
    assert!(!shown("courier-spiel", "6P5/12/12/2k9/12/12/12/R7K3 w - - 0 1 g8:0", "a1a2,g8q"));
    // A capture that promotes the enemy's pawn at once.
    let fen = "6P5/12/r8k2/12/12/12/12/RNBCUKQFCBNR b - - 0 1 g8:0";
    assert!(shown("courier-spiel", fen, "a6a2"));
    assert!(!shown("courier-spiel", fen, "a6a1"));
    // On seven ranks XBoard counts the fourth rank as Black's own half.
    assert!(shown("herb-garden", "5k6/12/12/6Pp4/12/12/6K5 w - h5 0 1", "g4h5"));
    assert!(!shown("herb-garden", "5k6/12/12/6Pp4/12/12/6K5 b - g3 0 1", "h4g3"));
    assert!(shown("capablanca", "5k4/10/10/10/6Pp2/10/10/5K4 b - g3 0 1", "h4g3"));
    assert!(shown("herb-garden", "5k6/12/12/12/12/12/6K4R w L - 0 1", "g1i1"));
    assert!(shown("gothic", "5k4/10/10/10/10/10/10/5K3R w K - 0 1", "O-O"));
}

#[test]
fn rights_that_it_cannot_tell_are_understood() {
    let variant = Variant::named("archchess").unwrap();
    let read = |fen: &str| fen::write(&xboard::read_position(fen, variant).unwrap());
    // A king that may castle has not moved, so it may leap.
    let home = "4k4r/10/10/10/10/10/10/10/10/R3K4R";
    assert_eq!(read(&format!("{home} w Kk - 0 1")), format!("{home} w KLkl - 0 1"));
    assert_eq!(read(&format!("{home} w k - 3 9")), format!("{home} w kl - 3 9"));
    assert_eq!(read(&format!("{home} w - - 0 1")), format!("{home} w - - 0 1"));
    assert!(xboard::read_position("4k5 w - -", variant).is_err());
}

#[test]
fn ends_that_it_would_not_believe() {
    let sees = |id: &str, fen: &str| {
        let variant = Variant::named(id).unwrap();
        let position = fen::read(fen, variant).unwrap();
        let outcome = Game::new(position).outcome().expect("it is the end");
        xboard::sees_end(outcome, &position)
    };
    assert!(sees("capablanca", "5k4/10/10/10/10/10/r9/1r3K4 w - - 0 1"));
    // For all that XBoard knows, the king might castle out of the mate.
    assert!(!sees("herb-garden", "5k6/12/12/12/12/r11/1r4K5 w - - 0 1"));
    assert!(sees("herb-garden", "6k5/12/12/12/12/r11/1r3K6 w - - 0 1"));
    // Or a pawn might make a double step that is forbidden.
    assert!(!sees("carrera", "5k4/10/10/10/10/10/r9/1r3K4 w - - 0 1"));
    assert!(!sees("archchess", "5k4/10/10/10/10/10/10/10/3D6/5K4 w - - 0 1"));
    assert!(sees("archchess", "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1"));
    let variant = Variant::named("carrera").unwrap();
    assert!(xboard::sees_end(Outcome::draw(EndReason::Repetition), &Position::start(variant)));
}

#[test]
fn moves_of_users_games() {
    let hidden = |text: &str, fen: &str| {
        let variant = Variant::from_toml(text, "own").unwrap_or_else(|error| panic!("{error}"));
        let position = fen::read(fen, variant).unwrap();
        let mut texts: Vec<String> = position
            .legal_moves()
            .iter()
            .filter(|&&mv| xboard::not_shown(mv, &position).is_some())
            .map(|&mv| uci::write(mv, &position))
            .collect();
        texts.sort();
        texts
    };
    let king = "extends = \"carrera\"\npiece.K.moves = \"KH\"\n";
    assert_eq!(hidden(king, "k9/10/10/10/10/10/10/4K5 w - - 0 1"), ["e1b1", "e1h1"]);
    let early = "extends = \"capablanca\"\npromotion.rank = 7\n";
    let found = hidden(early, "k9/10/4P5/10/10/10/10/4K5 w - - 0 1");
    assert_eq!(found, ["e6e7a", "e6e7b", "e6e7c", "e6e7n", "e6e7q", "e6e7r"]);
    let far = "extends = \"archchess\"\nking_leap.distance = 4\n";
    assert_eq!(hidden(far, "k9/10/10/10/10/10/10/10/10/4K5 w L - 0 1"), ["e1a1", "e1e5", "e1i1"]);
    let double = "extends = \"capablanca\"\npawn.double_step_ranks = [2, 3]\n";
    assert_eq!(hidden(double, "k9/10/10/10/10/4P5/10/4K5 w - - 0 1"), ["e3e5"]);
    assert_eq!(hidden(double, "k9/10/10/10/10/10/4P5/4K5 w - - 0 1"), Vec::<String>::new());
}
