//! Every way to count gives the same number.

use campione_core::{LeapClass, SplitMix64, Variant};
use campione_movegen::internal::is_counted_incrementally;
use campione_movegen::{Perft, PerftMonitor, PerftTable, Position, perft, perft_units};

/// The replies to all moves, each move played in full and its replies listed.
fn listed(position: &Position) -> u128 {
    position.legal_moves().iter().map(|&mv| position.play_unchecked(mv).legal_moves().len() as u128).sum()
}

/// In every position of random games, every way to count two plies gives the same number.
#[test]
fn every_way_to_count_replies_agrees() {
    let ours: Vec<&str> = Variant::ids().collect();
    for id in Variant::all_ids() {
        let variant = Variant::named(id).unwrap();
        let is_ours = ours.contains(&id);
        let mut by_delta = 0;
        for seed in 0..if is_ours { 40 } else { 5 } {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start(variant);
            for ply in 0..160 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let expected = Some(listed(&position));
                let place = format!("{id}, game {seed}, ply {ply}: {position:?}");
                assert_eq!(expected, Perft::new().count(&position, 2), "{place}");
                assert_eq!(expected, Perft::new().plain().count(&position, 2), "plain: {place}");
                assert_eq!(expected, Perft::new().portable().count(&position, 2), "portable: {place}");
                by_delta += u32::from(is_counted_incrementally(&position));
                position = position.play_unchecked(moves[random.index(moves.len())]);
            }
        }
        let lame = variant.leap_classes().iter().any(LeapClass::is_special);
        assert!(lame || !is_ours || by_delta > 1000, "{id}: only {by_delta} positions were counted incrementally");
    }
}

/// Calls something on a number of threads. On wasm32 there is one.
fn on<T: Send>(threads: usize, call: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        return call();
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(call)
}

#[test]
fn tables_threads_and_ways_do_not_change_counts() {
    for id in ["capablanca", "archchess", "herb-garden", "courier-spiel", "arciscacchiere"] {
        let variant = Variant::named(id).unwrap();
        let start = Position::start(variant);
        let expected = perft(&start, 4);
        // One table is much too small, the other holds everything.
        for table in [PerftTable::new(0), PerftTable::new(8)].map(Option::unwrap) {
            for threads in [1, 2] {
                for how in [Perft::new(), Perft::new().plain(), Perft::new().portable()] {
                    let how = how.with_table(&table);
                    assert_eq!(on(threads, || how.count(&start, 4)), Some(expected), "{id}, {threads}, {table:?}");
                    let parts = on(threads, || how.divide(&start, 4));
                    assert_eq!(parts.iter().map(|(_, nodes)| *nodes).sum::<Option<u128>>(), Some(expected), "{id}");
                }
            }
        }
        assert_eq!(Perft::new().plain().count(&start, 4), Some(expected), "{id}");
    }
}

#[test]
fn statistics_of_chess_are_the_published_ones() {
    // Figures that the Chess Programming Wiki lists for the start position ("Perft Results").
    let chess = Variant::named("chess").unwrap();
    let stats = Perft::new().stats(&Position::start(chess), 4).unwrap();
    assert_eq!((stats.nodes, stats.captures, stats.checks, stats.mates), (197_281, 1576, 469, 8));
    assert_eq!((stats.en_passant, stats.castlings, stats.promotions), (0, 0, 0));
}

#[test]
fn a_monitor_sees_everything_once_and_ends_a_count() {
    for id in ["carrera", "courier-spiel"] {
        let variant = Variant::named(id).unwrap();
        let start = Position::start(variant);
        let monitor = PerftMonitor::new();
        let watched = Perft::new().with_monitor(&monitor);
        let nodes = watched.count(&start, 5).unwrap();
        assert_eq!(monitor.nodes(), nodes, "{id}");
        assert!((monitor.done() - 1.0).abs() < 1e-12, "{id}");
        let monitor = PerftMonitor::new();
        Perft::new().with_monitor(&monitor).stats(&start, 3).unwrap();
        assert!((monitor.done() - 1.0).abs() < 1e-12, "{id}");
        monitor.stop();
        // A stopped count leaves no wrong entries in the table.
        let table = PerftTable::new(1).unwrap();
        let stopped = Perft::new().with_monitor(&monitor).with_table(&table);
        assert_eq!(stopped.count(&start, 5), None, "{id}");
        assert!(stopped.divide(&start, 5).iter().all(|(_, nodes)| nodes.is_none()), "{id}");
        assert_eq!(stopped.stats(&start, 3), None, "{id}");
        assert_eq!(Perft::new().with_table(&table).count(&start, 5), Some(nodes), "{id}");
    }
}

#[test]
fn units_add_up_to_the_whole() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let start = Position::start(variant);
        for plies in 0..=3 {
            let units = perft_units(&start, plies);
            let paths: u128 = units.iter().map(|unit| unit.multiplicity).sum();
            assert_eq!(paths, perft(&start, plies), "{id} {plies}");
            let total: u128 = units.iter().map(|unit| unit.multiplicity * perft(&unit.position, 4 - plies)).sum();
            assert_eq!(total, perft(&start, 4), "{id} {plies}");
            assert!(plies < 3 || units.len() as u128 * 3 < paths * 2, "{id}: hardly any were merged");
        }
    }
}

#[test]
fn a_small_count_gets_a_small_table() {
    let variant = Variant::named("chess").unwrap();
    let start = Position::start(variant);
    let size = |mebibytes, depth| PerftTable::for_count(mebibytes, &start, depth).unwrap().mebibytes();
    // 8,902 paths of three plies and 197,281 of four, 16 bytes each.
    assert_eq!((size(64, 4), size(64, 5), size(64, 6), size(2, 6), size(64, 99)), (1, 1, 5, 2, 64));
    assert!(PerftTable::new(usize::MAX).is_none());
}
