//! The instructions that attacks, generation, play and perft take in each variant, counted by Callgrind: `cargo bench
//! -p campione-bench --bench instructions`.
//!
//! Each count is a separate process, which Valgrind simulates, so the load of the machine does not matter. Another
//! compiler, another Valgrind or another backend for sliders gives other counts.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use campione_bench::callgrind::{self, Backend, Profile};
use campione_bench::counts::{Count, Counts};
use campione_bench::{MIDDLE_GAMES, middle_game, variant};
use campione_core::Color;
use campione_movegen::{Perft, Position, perft};
use clap::Parser;

/// The folder of saved counts.
const FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/instructions");

/// Counts instructions with Callgrind.
#[derive(Parser)]
#[command(name = "cargo bench -p campione-bench --bench instructions --")]
struct Args {
    /// Only these variants
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    games: Vec<String>,
    /// Save the counts under this name
    #[arg(long, value_name = "NAME", value_parser = name)]
    save: Option<String>,
    /// Show the changes since the counts saved under this name
    #[arg(long, value_name = "NAME", value_parser = name)]
    compare: Option<String>,
    /// Do one kind of work in one variant, in a process that is counted
    #[arg(long, num_args = 2, value_names = ["WORK", "ID"], hide = true)]
    work: Option<Vec<String>>,
    /// The option that cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn name(text: &str) -> Result<String, &'static str> {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if plain && !text.is_empty() { Ok(text.to_owned()) } else { Err("letters, digits, - and _ only") }
}

/// Work to be counted, from a middle game. All of it runs in one thread, because the division of work among threads
/// varies.
type Work = fn(&Position);

const WORKS: [(&str, Work); 6] = [
    ("attacks", attacks),
    ("list moves", |position| _ = black_box(position.legal_moves())),
    ("count moves", |position| _ = black_box(perft(position, 1))),
    ("play moves", play),
    ("perft 3", |position| _ = black_box(perft(position, 3))),
    ("perft 3 --plain", |position| _ = black_box(Perft::new().plain().count(position, 3))),
];

/// Computes the attackers of each square, for both colors.
fn attacks(position: &Position) {
    for square in position.variant().board() {
        for color in Color::ALL {
            black_box(position.attackers_to(square, color));
        }
    }
}

/// Lists the legal moves, and plays each.
fn play(position: &Position) {
    for &mv in &position.legal_moves() {
        black_box(position.play_unchecked(mv));
    }
}

/// The work that Callgrind counts: everything from the call of this function to its return.
#[inline(never)]
fn counted(work: Work, position: &Position) {
    work(black_box(position));
    // Without this, the call above would be a tail call and not return to this function.
    black_box(());
}

/// The name of [`counted`] for Callgrind.
const COUNTED: &str = "instructions::counted";

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if let Some([work, id]) = args.work.as_deref() {
        return work_once(work, id);
    }
    let games = games(&args.games)?;
    if !args.bench {
        // For `cargo test` on all targets: all work is done once, and nothing is counted.
        return WORKS.iter().try_for_each(|(work, _)| games.iter().try_for_each(|id| work_once(work, id)));
    }
    let Some(version) = callgrind::valgrind() else {
        println!("skipped: instructions are counted by Callgrind, and valgrind is not installed");
        return Ok(());
    };
    let earlier = args.compare.as_deref().map(read).transpose()?;
    let counts = count_all(&games, &version)?;
    println!("Instructions, by {}.", counts.made_with);
    if let Some(earlier) = earlier.as_ref().filter(|earlier| earlier.made_with != counts.made_with) {
        println!("warning: the saved counts are by {}, so the comparison means little.", earlier.made_with);
    }
    println!("\n{}", counts.table(earlier.as_ref()));
    if let Some(name) = &args.save {
        let path = path(name);
        fs::write(&path, counts.write()).with_context(|| path.display().to_string())?;
        println!("saved: {}", path.display());
    }
    Ok(())
}

/// The variants named, or all that have a middle game.
fn games(named: &[String]) -> anyhow::Result<Vec<&str>> {
    let all = MIDDLE_GAMES.iter().map(|(id, _)| *id);
    if let Some(unknown) = named.iter().find(|id| !all.clone().any(|known| known == id.as_str())) {
        bail!("there is no middle game of `{unknown}`, but of: {}", all.collect::<Vec<_>>().join(", "));
    }
    Ok(if named.is_empty() { all.collect() } else { named.iter().map(String::as_str).collect() })
}

/// Does a kind of work twice: first to fill all tables, then to be counted.
fn work_once(work: &str, id: &str) -> anyhow::Result<()> {
    let (_, run) = WORKS.iter().find(|(name, _)| *name == work).with_context(|| format!("no work `{work}`"))?;
    let variant = variant(id);
    let position = middle_game(variant);
    run(&position);
    counted(*run, &position);
    Ok(())
}

fn count_all(games: &[&str], version: &str) -> anyhow::Result<Counts> {
    let program = std::env::current_exe().context("the path of this program")?;
    fs::create_dir_all(FOLDER).context(FOLDER)?;
    let file = Path::new(FOLDER).join(format!("callgrind.{}.out", std::process::id()));
    let mut counts = Vec::new();
    let mut backend = None;
    for &game in games {
        for (work, _) in WORKS {
            let Profile { instructions, backend: found } =
                callgrind::count(&program, &["--work", work, game], COUNTED, &file)
                    .with_context(|| format!("{work} of {game}"))?;
            let backend = *backend.get_or_insert(found);
            ensure!(backend == found, "{work} of {game} ran with the backend {found}, others with {backend}");
            counts.push(Count { game: game.to_owned(), work: work.to_owned(), instructions });
        }
    }
    fs::remove_file(&file).with_context(|| file.display().to_string())?;
    let backend = backend.unwrap_or(Backend::Portable);
    Ok(Counts { made_with: format!("{version}, backend for sliders: {backend}"), counts })
}

fn path(name: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.tsv"))
}

fn read(name: &str) -> anyhow::Result<Counts> {
    let path = path(name);
    let text =
        fs::read_to_string(&path).with_context(|| format!("nothing is saved as `{name}`: {}", path.display()))?;
    Counts::read(&text).with_context(|| format!("{} is not a saved run", path.display()))
}
