//! Endgame tables, in positions a second on two threads: `cargo bench -p campione-bench --bench endgame`.
//!
//! Each ending is solved once; the endings that it leads to are solved before. Compare only runs of the same machine.

use campione_bench::variant;
use campione_endgame::{Material, Monitor, Tables};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Threads of the solver and the verifier.
const THREADS: usize = 2;

fn main() {
    // An error would mean that the pool is there already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global();
    divan::main();
}

/// The ending of a variant, and the tables of all that it leads to.
fn prepare(id: &str, name: &str) -> (Tables, Material, u64) {
    let mut tables = Tables::new(variant(id));
    let material = Material::read(name, tables.variant()).unwrap_or(Material::KINGS);
    let plan = tables.plan(material);
    for step in plan.iter().filter(|step| step.material != material) {
        // An error would come again below.
        let _ = tables.solve(step.material, &Monitor::new());
    }
    (tables, material, plan.last().map_or(0, |step| step.entries))
}

/// Solving an ending: the positions of both sides to move, images by symmetry not counted.
#[divan::bench(args = ["chess KRvKN", "chess KPvKP", "capablanca KQvKR"], sample_count = 1, sample_size = 1)]
fn solve(bencher: Bencher<'_, '_>, ending: &str) {
    let (id, name) = ending.split_once(' ').unwrap_or(("chess", ending));
    let (tables, material, entries) = prepare(id, name);
    bencher
        .counter(ItemsCount::new(entries))
        .with_inputs(|| tables.clone())
        .bench_values(|mut tables| tables.solve(material, &Monitor::new()).map(|table| table.entries()).ok());
}

/// Checking each position against those after it.
#[divan::bench(args = ["chess KRvK"], sample_count = 3, sample_size = 1)]
fn verify(bencher: Bencher<'_, '_>, ending: &str) {
    let (id, name) = ending.split_once(' ').unwrap_or(("chess", ending));
    let (mut tables, material, entries) = prepare(id, name);
    let Ok(table) = tables.solve(material, &Monitor::new()) else { return };
    bencher.counter(ItemsCount::new(entries)).bench(|| tables.verify(&table, &Monitor::new()).entries);
}
