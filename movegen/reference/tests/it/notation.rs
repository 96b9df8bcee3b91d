//! Outcomes, repetition, and what is read and written.

use campione_reference::{Game, Position};

use crate::{position, read, start, texts};

#[test]
fn outcomes() {
    let outcome = |variant, fen| position(variant, fen).outcome_without_history();
    let mate = "k7/1Q6/1K6/8/8/8/8/8 b - - 100 90";
    assert_eq!(outcome("chess", mate), Some("checkmate"));
    assert_eq!(outcome("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 100 90"), Some("stalemate"));
    assert_eq!(outcome("chess", "k7/3Q4/1K6/8/8/8/8/8 b - - 100 90"), Some("fifty moves"));
    assert_eq!(outcome("chess", "k7/3Q4/1K6/8/8/8/8/8 b - - 99 90"), None);
    for (variant, placement, dead) in [
        ("chess", "k7/8/8/8/8/8/8/7K", true),
        ("chess", "k7/8/8/8/8/8/8/6NK", true),
        ("chess", "k7/n7/8/8/8/8/8/6NK", false),
        ("chess", "k7/8/8/8/8/8/5B2/5B1K", false),
        ("chess", "k7/8/8/8/8/8/4B3/b4B1K", false),
        ("chess", "k7/8/8/8/8/4B3/8/b5BK", true),
        ("chess", "k7/8/8/8/8/8/8/6RK", false),
        ("chess", "k7/8/8/8/8/8/P7/7K", false),
        ("carrera", "k9/10/10/10/10/10/10/6A2K", false),
        ("archchess", "k9/10/10/10/10/10/10/10/10/D1B3D2K", true),
        ("archchess", "k9/10/10/10/10/10/10/10/10/DB7K", false),
        ("archchess", "k9/10/10/10/10/10/10/10/10/C8K", false),
        ("courier-spiel", "k11/12/12/12/12/12/12/B1C2b1c3K", false),
        ("courier-spiel", "k11/12/12/12/12/12/12/B1C1b1c4K", true),
        ("courier-spiel", "k11/12/12/12/12/12/12/F10K", false),
        ("courier-spiel", "k11/12/12/12/12/12/12/U10K", false),
    ] {
        let fen = format!("{placement} w - - 0 1");
        assert_eq!(position(variant, &fen).is_dead(), dead, "{variant} {fen}");
    }
    let waiting = "k10P/12/12/12/12/12/12/11K w - - 0 1 l8:0";
    assert!(!position("courier-spiel", waiting).is_dead());
}

#[test]
fn repetition_keys() {
    let key = |fen| position("courier-spiel", fen).repetition_key();
    let black_first = "P2k8/12/12/12/12/12/12/3K7p w - - 7 9 l1:0,a8:0";
    assert_eq!(key("P2k8/12/12/12/12/12/12/3K7p w - - 0 1 a8:0,l1:0"), key(black_first));
    assert_ne!(key("P2k8/12/12/12/12/12/12/3K7p w - - 0 1 a8:0,l1:1"), key(black_first));
    let in_order = "P2k7P/12/12/12/12/12/12/3K8 w - - 0 1 a8:0,l8:0";
    assert_ne!(key(in_order), key("P2k7P/12/12/12/12/12/12/3K8 w - - 0 1 l8:0,a8:0"));
}

#[test]
fn placement_numbers() {
    let read = |row: &str| read("carrera", &format!("{row}/10/10/10/10/10/10/9K w - - 0 1"));
    for row in ["k9", "k45", "4k5", "22k5", "k81", "k333", "13k5"] {
        assert!(read(row).is_ok(), "{row}");
    }
    for row in ["k10", "k09", "k9p", "k8", "k1111", "k01", "4k50", "k111111111"] {
        assert!(read(row).is_err(), "{row}");
    }
}

#[test]
fn texts_that_are_no_positions() {
    for (variant, fen) in [
        ("carrera", "10/10/10/10/10/10/10/9K w - - 0 1"),
        ("carrera", "k9/10/10/10/10/10/10/8KK w - - 0 1"),
        ("carrera", "kR8/10/10/10/10/10/10/9K w - - 0 1"),
        ("carrera", "k9/10/10/10/10/10/10/P8K w - - 0 1"),
        ("carrera", "k8P/10/10/10/10/10/10/9K w - - 0 1"),
        ("carrera", "k9/10/10/10/10/10/10/9K w K - 0 1"),
        ("carrera", "k9/10/10/1pP7/10/10/10/9K w - b6 0 1"),
        ("chess", "4k3/8/8/2P5/8/8/8/4K3 w - b6 0 1"),
        ("chess", "4k3/1p6/8/1pP5/8/8/8/4K3 w - b6 0 1"),
        ("chess", "4k3/8/8/8/1pP5/8/8/4K3 w - b5 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K1R1 w Kg - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0"),
        ("archchess", "4k5/10/10/10/10/10/10/10/10/5K4 w L - 0 1"),
        ("herb-garden", "5k6/12/12/12/12/12/R5K5 w Q - 0 1"),
        ("courier-spiel", "P2k8/12/12/12/12/12/12/3K8 w - - 0 1"),
        ("courier-spiel", "P2k8/12/12/12/12/12/12/3K8 w - - 0 1 a8:3"),
        ("courier-spiel", "P2k7P/12/12/12/12/12/12/3K8 w - - 0 1 a8:1,l8:0"),
        ("courier-spiel", "P2k7P/12/12/12/12/12/12/3K8 w - - 0 1 a8:1,l8:1"),
        ("courier-spiel", "P2k8/12/12/12/12/12/12/3K8 w - - 0 1 a8:0,b8:0"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 -"),
    ] {
        assert!(read(variant, fen).is_err(), "{variant} {fen}");
    }
    let normalised = position("chess", "4k3/8/8/1p6/8/8/8/4K3 w - b6 0 1");
    assert_eq!(normalised.fen(), "4k3/8/8/1p6/8/8/8/4K3 w - - 0 1");
    let no_clocks = position("chess", "4k3/8/8/8/8/8/8/4K3 w - -");
    assert_eq!(no_clocks.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

/// Random games: every position reached can be read and written, and every text names one move.
#[test]
fn random_games_stay_within_the_notation() {
    let mut state: u64 = 1;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut starts: Vec<(&str, Position<'_>)> = Game::ids().map(|variant| (variant, start(variant))).collect();
    let special = [
        // Pawns near the last rank, some stocks empty.
        ("courier-spiel", "5k6/PPPP8/12/12/12/12/8pppp/5K6 w - - 0 1"),
        ("courier-spiel", "rnbcukqfcbnr/PP10/12/12/12/12/pp10/RNBCUKQFCBNR w - - 0 1"),
        ("archchess", "r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1"),
        ("crc", "4k5/10/10/10/10/10/10/R1R1K2R1R w KhQc - 0 1"),
        ("chess960", "1r1rk1r1/pppppppp/8/8/8/8/PPPPPPPP/1R1RK1R1 w GDgd - 0 1"),
        ("herb-garden", "rhe2k3ehr/12/12/12/12/12/RHE3K2EHR w ABCJKLabcjkl - 0 1"),
    ];
    starts.extend(special.map(|(variant, fen)| (variant, position(variant, fen))));
    for (variant, start) in starts {
        for _ in 0..3 {
            let mut now = start.clone();
            for _ in 0..200 {
                let mut moves = now.legal_moves();
                assert_eq!(moves.len() as u128, now.perft(1));
                let names = texts(&now);
                assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{now:?}");
                let again = position(variant, &now.fen());
                assert_eq!(again.fen(), now.fen());
                assert_eq!(texts(&again), names);
                if moves.is_empty() {
                    break;
                }
                now = moves.swap_remove(random(moves.len())).1;
            }
        }
    }
}
