//! Searches in which a net evaluates. With debug assertions, every evaluation is compared with one from scratch.

use std::sync::Arc;

use campione_search::net::{FloatNet, HIDDEN_UNIT, Layout, OUTPUT_UNIT};
use campione_search::{EvalParams, Evaluator, Fitted, Net, NetChoice};
use campione_variants::FromToml as _;

use super::*;
use crate::positions::{game, games};

/// A net with random weights.
fn net(variant: Variant, hidden: usize, seed: u64) -> Arc<Net> {
    let layout = Layout::of(&[variant]).unwrap();
    Arc::new(FloatNet::random(layout, hidden, 150, seed).quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap())
}

fn with_nets(nets: NetChoice, threads: usize) -> Engine {
    let mut engine = new_engine(1, threads);
    configure(&mut engine, |config| config.nets = nets);
    engine
}

#[test]
fn every_game_can_be_searched_with_a_net() {
    for variant in games() {
        let net = net(variant, 32, 1);
        for threads in [1, 2] {
            let mut engine = with_nets(NetChoice::Given(net.clone()), threads);
            some_positions(variant, sample(4, 12), |position, random| {
                search(&mut engine, position, &nodes(1 + random.below(2_000)));
            });
        }
    }
}

#[test]
fn one_thread_with_a_net_searches_the_same_each_time() {
    for id in ["crc", "courier-spiel", "archchess"] {
        let variant = game(id);
        let start = Position::start(variant);
        let (one, other) = (net(variant, 64, 1), net(variant, 64, 2));
        let searched = |nets: NetChoice| {
            let result = search(&mut with_nets(nets, 1), &start, &depth(6));
            (result.best, result.nodes, result.lines[0].score)
        };
        let first = searched(NetChoice::Given(one.clone()));
        assert_eq!(searched(NetChoice::Given(one.clone())), first, "{id}");
        assert_ne!(searched(NetChoice::Given(other.clone())), first, "{id}");
        assert_ne!(searched(NetChoice::Off), first, "{id}");
        // The same engine, first with one net and then with the other.
        let mut engine = with_nets(NetChoice::Given(other), 1);
        search(&mut engine, &start, &depth(4));
        configure(&mut engine, |config| config.nets = NetChoice::Given(one));
        assert_eq!(search(&mut engine, &start, &depth(6)).nodes, first.1, "{id}");
    }
}

#[test]
fn a_net_of_another_game_is_not_asked() {
    // A board for which there is no net.
    let text = r#"
        board = { files = 7, ranks = 7, array = "rnbkbnr" }
        piece.K = { moves = "K", royal = true }
        piece.R.moves = "R"
        piece.N.moves = "NC"
        piece.B.moves = "B"
        promotion.to = "R"
    "#;
    let small = Variant::from_toml(text, "small").unwrap_or_else(|error| panic!("{error}"));
    let start = Position::start(small);
    let carreras = net(game("carrera"), 32, 1);
    let nodes = |nets| search(&mut with_nets(nets, 1), &start, &depth(6)).nodes;
    let by_hand = nodes(NetChoice::Off);
    assert_eq!(nodes(NetChoice::default()), by_hand);
    assert_eq!(nodes(NetChoice::Given(carreras)), by_hand);
    assert_ne!(nodes(NetChoice::Given(net(small, 32, 1))), by_hand);
}

#[test]
fn what_endings_say_stands_above_the_net() {
    let chess = game("chess");
    let fitted = Fitted::new(net(chess, 32, 1), chess).unwrap();
    let mut evaluator = Evaluator::new(chess, &EvalParams::of(chess));
    // King and rook win; king and bishop do not.
    for (fen, won) in [("8/8/8/8/3k4/8/8/R3K3 w - - 0 1", true), ("8/8/8/8/3k4/8/8/1B2K3 w - - 0 1", false)] {
        let position = read(fen, chess);
        let value = evaluator.evaluate_by(&fitted, &position);
        assert_eq!(value, evaluator.evaluate(&position), "{fen}");
        assert_eq!(won, value > 4_000, "{fen}: {value}");
        assert_ne!(value, fitted.evaluate(&position), "{fen}");
    }
    // Rook against rook is hard to win, whatever the net says.
    let drawish = read("8/8/8/3rk3/8/8/8/R3K3 w - - 0 1", chess);
    assert!(evaluator.evaluate_by(&fitted, &drawish).abs() <= fitted.evaluate(&drawish).abs() / 4 + 1);
    // In other positions the score is that of the net, unless the halfmove clock scales it down.
    let start = Position::start(chess);
    assert_eq!(evaluator.evaluate_by(&fitted, &start), fitted.evaluate(&start));
}
