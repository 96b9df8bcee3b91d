use std::sync::atomic::{AtomicUsize, Ordering};

use campione_core::SplitMix64;

use super::*;
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, mate_in, mated_in};

/// How often each thread of a test reads or writes; Miri is slow.
const STEPS: usize = if cfg!(miri) { 400 } else { 400_000 };

/// A small table.
fn table() -> TranspositionTable {
    // Under Miri even a small table is slow.
    TranspositionTable::with_clusters(if cfg!(miri) { 16 } else { 1 << 14 }).unwrap()
}

/// A random move, which need not be valid in any variant.
fn any_move(random: &mut SplitMix64) -> Option<Move> {
    Move::from_bits(random.next_u64() as u32)
}

fn any_key(random: &mut SplitMix64) -> u128 {
    u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
}

fn entry(depth: i32, value: Value) -> TtEntry {
    TtEntry { mv: None, value, eval: 0, depth, bound: Bound::Lower, was_pv: false }
}

#[track_caller]
fn assert_same(found: Option<TtEntry>, stored: TtEntry) {
    let fields = |entry: TtEntry| (entry.mv, entry.value, entry.eval, entry.depth, entry.bound, entry.was_pv);
    assert_eq!(found.map(fields), Some(fields(stored)));
}

#[test]
fn every_field_reads_back() {
    let mut random = SplitMix64::new(1);
    let table = table();
    let bounds = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
    let values = [0, 1, -1, 250, -250, EVAL_LIMIT + 14, -EVAL_LIMIT - 14, MATE_BOUND - 1, 1 - MATE_BOUND, NONE];
    for value in values {
        for eval in values {
            for depth in [-6, -1, 0, 1, 7, MAX_PLY as i32, 247] {
                for bound in bounds {
                    let (key, mv, was_pv) = (any_key(&mut random), any_move(&mut random), random.index(2) == 0);
                    let entry = TtEntry { mv, value, eval, depth, bound, was_pv };
                    table.store(key, random.index(MAX_PLY), entry);
                    assert_same(table.probe(key, random.index(MAX_PLY)), entry);
                }
            }
        }
    }
}

#[test]
fn depths_that_have_no_place_are_shortened() {
    let table = table();
    for (depth, kept) in [(248, 247), (1_000, 247), (-7, -7), (-8, -7), (-100, -7)] {
        let key = (depth as u128) << 80;
        table.store(key, 0, entry(depth, 5));
        assert_eq!(table.probe(key, 0).map(|entry| entry.depth), Some(kept));
    }
}

#[test]
fn mates_are_as_far_from_wherever_they_are_seen() {
    let table = table();
    for stored_at in [0, 1, 17, MAX_PLY - 1] {
        for distance in [1, 2, 30, 200] {
            for seen_at in [0, 1, 17, MAX_PLY - 1] {
                let key = 77 << 80;
                table.store(key, stored_at, entry(3, mate_in(stored_at + distance)));
                assert_eq!(table.probe(key, seen_at).map(|entry| entry.value), Some(mate_in(seen_at + distance)));
                table.store(key, stored_at, entry(3, mated_in(stored_at + distance)));
                assert_eq!(table.probe(key, seen_at).map(|entry| entry.value), Some(mated_in(seen_at + distance)));
            }
        }
    }
    // The bounds of windows fit too.
    for value in [MATE, -MATE, INFINITE, -INFINITE] {
        table.store(78 << 80, 0, entry(3, value));
        assert_eq!(table.probe(78 << 80, 0).map(|entry| entry.value), Some(value));
    }
}

#[test]
fn only_the_same_key_is_found() {
    let table = table();
    let mut random = SplitMix64::new(2);
    let key = any_key(&mut random);
    assert!(table.probe(key, 0).is_none());
    assert!(table.probe(0, 0).is_none(), "an empty slot is not an entry");
    table.store(key, 0, entry(5, 100));
    for bit in 80..128 {
        assert!(table.probe(key ^ 1 << bit, 0).is_none(), "bit {bit}");
    }
    assert!(table.probe(key, 0).is_some());
}

#[test]
fn a_move_stays_where_the_new_entry_has_none() {
    let table = table();
    let mut random = SplitMix64::new(3);
    let (key, mv, other) = (any_key(&mut random), any_move(&mut random), any_move(&mut random));
    table.store(key, 0, TtEntry { mv, ..entry(5, 10) });
    table.store(key, 0, entry(6, 20));
    assert_same(table.probe(key, 0), TtEntry { mv, ..entry(6, 20) });
    table.store(key, 0, TtEntry { mv: other, ..entry(6, 30) });
    assert_same(table.probe(key, 0), TtEntry { mv: other, ..entry(6, 30) });
}

#[test]
fn much_deeper_entries_of_the_same_search_stay() {
    let mut table = table();
    let key = 9 << 80;
    table.store(key, 0, entry(20, 10));
    table.store(key, 0, entry(16, 20));
    assert_same(table.probe(key, 0), entry(20, 10));
    table.store(key, 0, entry(17, 30));
    assert_same(table.probe(key, 0), entry(17, 30));
    table.store(key, 0, entry(20, 10));
    let exact = TtEntry { bound: Bound::Exact, ..entry(1, 40) };
    table.store(key, 0, exact);
    assert_same(table.probe(key, 0), exact);
    table.store(key, 0, entry(20, 10));
    table.grow_older();
    table.store(key, 0, entry(1, 50));
    assert_same(table.probe(key, 0), entry(1, 50));
}

/// Keys of one cluster.
fn key_of_cluster(number: u128) -> u128 {
    (number + 1) << 80
}

#[test]
fn the_shallowest_and_the_oldest_give_way() {
    let mut table = table();
    let stored = |table: &TranspositionTable| -> Vec<u128> {
        (0..8).filter(|&number| table.probe(key_of_cluster(number), 0).is_some()).collect()
    };
    for (number, depth) in [(0, 9), (1, 4), (2, 12), (3, 6)] {
        table.store(key_of_cluster(number), 0, entry(depth, 1));
    }
    assert_eq!(stored(&table), [0, 1, 2, 3]);
    table.store(key_of_cluster(4), 0, entry(5, 1));
    assert_eq!(stored(&table), [0, 2, 3, 4], "the shallowest gave way");
    // An entry from the search before counts eight plies less: 12 - 8 is 4, more than 3 and less than 5.
    table.grow_older();
    table.store(key_of_cluster(4), 0, entry(5, 1));
    table.store(key_of_cluster(3), 0, entry(3, 1));
    table.store(key_of_cluster(0), 0, entry(11, 1));
    table.store(key_of_cluster(5), 0, entry(2, 1));
    assert_eq!(stored(&table), [0, 2, 4, 5], "3 is nearer than 12 - 8");
    table.store(key_of_cluster(5), 0, entry(6, 1));
    table.store(key_of_cluster(6), 0, entry(1, 1));
    assert_eq!(stored(&table), [0, 4, 5, 6], "12 - 8 is nearer than 5");
}

#[test]
fn ages_go_round() {
    let mut table = table();
    for age in 0..100 {
        let key = key_of_cluster(age);
        table.store(key, 0, entry(200, 1));
        assert!(table.probe(key, 0).is_some(), "{age}");
        let sample = table.clusters.all().len().min(SAMPLE);
        assert_eq!(table.fullness(), 1_000 / (4 * sample as u32), "one entry of this search");
        table.grow_older();
    }
}

#[test]
fn fullness_counts_this_search() {
    let mut table = table();
    assert_eq!(table.fullness(), 0);
    // The first clusters are the sample.
    let step = u128::from(u64::MAX) / table.clusters.all().len() as u128;
    let sample = table.clusters.all().len().min(SAMPLE) as u128;
    for cluster in 0..sample / 2 {
        for slot in 1..=4 {
            table.store((cluster * step + step / 2) | slot << 80, 0, entry(1, 1));
        }
    }
    assert_eq!(table.fullness(), 500);
    table.grow_older();
    assert_eq!(table.fullness(), 0);
    table.clear();
    assert!(table.probe((step / 2) | (1 << 80), 0).is_none());
}

#[test]
fn every_cluster_is_used() {
    let table = table();
    let mut random = SplitMix64::new(6);
    let mut used = vec![false; table.clusters.all().len()];
    for _ in 0..20 * used.len() {
        let cluster = std::ptr::from_ref(table.clusters.of(any_key(&mut random) as u64));
        let first = table.clusters.all().as_ptr();
        used[(cluster as usize - first as usize) / size_of_val(table.clusters.of(0))] = true;
    }
    assert!(used.iter().all(|&used| used));
    let _ = (table.clusters.of(0), table.clusters.of(u64::MAX));
}

#[test]
fn halves_of_two_entries_are_none() {
    let table = table();
    let mut random = SplitMix64::new(4);
    for number in 0..1_000 {
        let low = u128::from(random.next_u64());
        let keys = [0, 1].map(|_| u128::from(random.next_u64()) << 64 | low);
        let words = keys.map(|key| {
            let mv = any_move(&mut random);
            // In every other pair only the squares of the moves differ.
            let entry = TtEntry {
                mv: mv.filter(|_| number % 2 == 0).or(Move::from_bits(random.next_u64() as u32 & 0x3fff | 1)),
                eval: if number % 2 == 0 { random.below(500) as i32 } else { 7 },
                ..entry(random.below(30) as i32, if number % 2 == 0 { random.below(900) as i32 } else { 7 })
            };
            table.store(key, 0, entry);
            let cluster = table.clusters.of(key as u64);
            let slot = cluster.iter().find(|slot| slot.load().1 >> 16 == (key >> 80) as u64);
            let slot = slot.unwrap();
            let words = (slot.data.swap(0, Ordering::Relaxed), slot.check.swap(0, Ordering::Relaxed));
            assert!(table.probe(key, 0).is_none());
            words
        });
        for (data, check) in [(words[0].0, words[1].1), (words[1].0, words[0].1)] {
            let slot = &table.clusters.of(keys[0] as u64)[0];
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(check, Ordering::Relaxed);
            assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()));
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
    }
}

#[test]
fn threads_never_find_what_nobody_stored() {
    let table = table();
    let found = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, found) = (&table, &found);
            let read_and_write = move || {
                let mut random = SplitMix64::new(thread);
                for _ in 0..STEPS {
                    // Few keys, all of one cluster, so that all threads write and read the same slots. The stored entry
                    // can be computed from the key and the depth. For half of the keys, only the squares of the moves
                    // differ.
                    let number = random.below(6);
                    let key = u128::from(number + 1) << 80;
                    let of = |depth: i32| {
                        let mut mixed = SplitMix64::new(number << 32 | depth as u64);
                        let (bits, rest) = (mixed.next_u64() as u32, mixed.next_u64());
                        if number < 3 {
                            return (Move::from_bits(bits & 0x3fff | 1), 7, 7);
                        }
                        (Move::from_bits(bits | 1), (rest % 20_000) as i32 - 10_000, (rest >> 32) as i32 % 10_000)
                    };
                    if random.index(2) == 0 {
                        let depth = random.below(3) as i32;
                        let (mv, value, eval) = of(depth);
                        table.store(key, 0, TtEntry { mv, value, eval, depth, bound: Bound::Exact, was_pv: true });
                    } else if let Some(entry) = table.probe(key, 0) {
                        assert_eq!((entry.mv, entry.value, entry.eval), of(entry.depth));
                        assert!(entry.was_pv && entry.bound == Bound::Exact);
                        found.fetch_add(1, Ordering::Relaxed);
                    }
                }
            };
            // Where there are no threads, one does the work of the others after its own.
            if cfg!(target_family = "wasm") {
                read_and_write();
            } else {
                scope.spawn(read_and_write);
            }
        }
    });
    assert!(found.into_inner() > STEPS / 400);
}

#[test]
fn bounds_settle_windows() {
    for (bound, low, high) in [
        (Bound::None, false, false),
        (Bound::Upper, true, false),
        (Bound::Lower, false, true),
        (Bound::Exact, true, true),
    ] {
        assert_eq!((bound.settles(9, 10), bound.settles(10, 10)), (low, high), "{bound:?}");
    }
}

/// Not under Miri, which aborts where a real system refuses the memory.
#[test]
#[cfg(not(miri))]
fn more_memory_than_there_is() {
    assert!(TranspositionTable::new(usize::MAX).is_none());
    // Mebibytes that can be counted in bytes, but that nothing has.
    let most = if cfg!(target_pointer_width = "64") { usize::MAX >> 23 } else { 4095 };
    assert!(TranspositionTable::new(most).is_none());
}
