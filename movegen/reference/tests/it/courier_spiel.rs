//! Courier-spiel: castling, waiting pawns, stock.

use crate::{long_king_moves, play, position, texts};

// RULES.md §6.
#[test]
fn courier_spiel_castling_needs_the_whole_row_safe() {
    let free = position("courier-spiel", "5k6/12/12/12/12/12/12/R4K5R w KQ - 0 1");
    assert_eq!(long_king_moves(&free, "f1"), ["f1c1", "f1j1"]);
    for file in 0..12 {
        let rook = match file {
            0 => "r11".to_string(),
            11 => "11r".to_string(),
            _ => format!("{file}r{}", 11 - file),
        };
        let fen = format!("5k6/{rook}/12/12/12/12/12/R4K5R w KQ - 0 1");
        let mut expected = Vec::new();
        if file > 5 {
            expected.push("f1c1");
        }
        if file < 5 {
            expected.push("f1j1");
        }
        assert_eq!(long_king_moves(&position("courier-spiel", &fen), "f1"), expected, "{fen}");
    }
}

#[test]
fn courier_spiel_promotion_waits_two_moves() {
    let start = position("courier-spiel", "4k7/P11/12/12/12/12/11p/4K7 w - - 3 1");
    let steps = [
        ("a7a8", "P3k7/12/12/12/12/12/11p/4K7 b - - 0 1 a8:2"),
        ("l2l1", "P3k7/12/12/12/12/12/12/4K6p w - - 0 2 a8:2,l1:2"),
        ("e1d1", "P3k7/12/12/12/12/12/12/3K7p b - - 1 2 a8:1,l1:2"),
        ("e8d8", "P2k8/12/12/12/12/12/12/3K7p w - - 2 3 a8:1,l1:1"),
        ("d1e1", "P2k8/12/12/12/12/12/12/4K6p b - - 3 3 a8:0,l1:1"),
        ("d8e8", "P3k7/12/12/12/12/12/12/4K6p w - - 4 4 a8:0,l1:0"),
        ("e1d1,a8q", "Q3k7/12/12/12/12/12/12/3K7p b - - 0 4 l1:0"),
    ];
    let mut now = start;
    for (mv, fen) in steps {
        now = play(&now, mv);
        assert_eq!(now.fen(), fen);
        assert_eq!(position("courier-spiel", fen).fen(), fen);
    }
    // Black is in check and must promote in the turn that answers it.
    assert!(now.in_check());
    let answers = texts(&now);
    assert!(answers.iter().all(|text| text.contains(",l1")));
    assert!(answers.contains(&"e8e7,l1u".to_string()));
    // A new queen on l1 can neither step between nor take; a new courier neither.
    assert_eq!(answers.iter().filter(|text| !text.starts_with("e8")).count(), 0);
}

#[test]
fn courier_spiel_the_new_piece_may_move_and_takes_no_king() {
    let at_once = position("courier-spiel", "P2k8/12/12/12/12/12/12/3K8 w - - 9 1 a8:0");
    let all = texts(&at_once);
    assert!(all.contains(&"a8a1,a8r".to_string()));
    assert!(all.contains(&"a8c8,a8q".to_string()));
    assert!(all.contains(&"a8b8,a8f".to_string()));
    assert!(!all.iter().any(|text| text.starts_with("a8d8")));
    let after = play(&at_once, "a8a1,a8r");
    assert_eq!(after.fen(), "3k8/12/12/12/12/12/12/R2K8 b - - 0 1");
}

#[test]
fn courier_spiel_stock() {
    // Only a rook is missing (the l-rook): the stock is R alone.
    let one = position("courier-spiel", "P2k8/12/12/12/12/12/12/RNBCUKQFCBN1 w - - 0 1 a8:0");
    assert!(texts(&one).iter().all(|text| text.ends_with(",a8r")));
    // Nothing is missing: the pawn stays.
    let none = position("courier-spiel", "P2k8/12/12/12/12/12/12/RNBCUKQFCBNR w - - 0 1 a8:0");
    assert!(texts(&none).iter().all(|text| !text.contains(',')));
    assert!(play(&none, "b1c3").fen().ends_with(" a8:0"));
    // One a turn, in the order listed.
    let two = position("courier-spiel", "P2k7P/12/12/12/12/12/12/3K8 w - - 0 1 l8:0,a8:0");
    assert!(texts(&two).iter().all(|text| text.contains(",l8")));
    assert!(play(&two, "d1e1,l8n").fen().ends_with(" a8:0"));
}

#[test]
fn courier_spiel_instant_promotion() {
    let fen = "2kP8/12/12/12/12/q11/12/RNBCUKQFCBNR b - - 5 1 d8:0";
    let before = position("courier-spiel", fen);
    let after = play(&before, "a3c1");
    assert_eq!(after.fen(), "2kB8/12/12/12/12/12/12/RNqCUKQFCBNR w - - 0 2");
    // A new rook on d8 would attack the capturer's king on c8.
    assert!(!texts(&before).contains(&"a3a1".to_string()));
    // The same with a pawn that still waits: it promotes in its own time.
    let early = position("courier-spiel", &fen.replace("d8:0", "d8:1"));
    assert!(play(&early, "a3a1").fen().ends_with(" d8:1"));
    // A stock that was not empty: nothing happens at once.
    let not_empty = fen.replace("RNBCUKQFCBNR", "RNBCUKQFCBN1");
    let after = play(&position("courier-spiel", &not_empty), "a3a1");
    assert!(after.fen().ends_with(" d8:0"));
    let choices = texts(&after);
    assert!(choices.iter().any(|text| text.ends_with(",d8r")));
    assert!(choices.iter().all(|text| text.ends_with(",d8r")));
    // A captured pawn puts nothing into the stock.
    let pawn = "2kP8/12/12/12/12/q11/P11/RNBCUKQFCBNR b - - 5 1 d8:0";
    assert!(play(&position("courier-spiel", pawn), "a3a2").fen().ends_with(" d8:0"));
    // Nor does a third rook.
    let third = "2kP8/12/12/12/12/q3R7/12/RNBCUKQFCBNR b - - 5 1 d8:0";
    assert!(play(&position("courier-spiel", third), "a3e3").fen().ends_with(" d8:0"));
    // The longest waiting of two.
    let two = "2kP3P4/12/12/12/12/q11/12/RNBCUKQFCBNR b - - 5 1 h8:0,d8:0";
    let after = play(&position("courier-spiel", two), "a3c1").fen();
    assert_eq!(after, "2kP3B4/12/12/12/12/12/12/RNqCUKQFCBNR w - - 0 2 d8:0");
}

#[test]
fn courier_spiel_waiting_pawns_are_immune_and_harmless() {
    let fen = "3bPk6/12/2B9/12/4u7/5F6/12/5K6 b - - 0 1 e8:2";
    let all = texts(&position("courier-spiel", fen));
    assert!(!all.iter().any(|text| text.ends_with("e8")));
    // A black pawn on b1 attacks nothing, and blocks the castling of the a-rook only.
    let fen = "5k6/12/12/12/12/12/12/Rp3K5R w KQ - 0 1 b1:1";
    assert_eq!(long_king_moves(&position("courier-spiel", fen), "f1"), ["f1j1"]);
}
