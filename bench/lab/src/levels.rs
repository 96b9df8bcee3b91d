//! `cargo lab levels`: measures the levels of the engine. Neighbors play each other, some levels play another engine at known
//! ratings, and one rating for each level is fitted to all results together.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_driver::Setting;
use campione_referee::{EngineKind, EngineSettings, MatchSettings, TimeControl, VariantSource, play_match};
use campione_search::{EngineConfig, Strength};
use serde::Deserialize;

use crate::data::file::write_whole;

/// The levels of the program, with their ratings in capablanca and chess.
const LEVELS: &str = "search/data/levels.toml";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games of each pair
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u32,
    /// The variant
    #[arg(short, long, default_value = "capablanca", value_name = "ID")]
    variant: String,
    /// Only these pairs, such as `3-4`, or `3-rated1350` against the other engine at this rating
    #[arg(long, value_name = "PAIR")]
    pair: Vec<String>,
    /// The file of the results: pairs that are in it with enough games are not played again. By default that of the variant,
    /// search/data/levels-ID.tsv
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The file of the levels, whose ratings in the variant are replaced when all pairs are played
    #[arg(long, default_value = LEVELS, value_name = "FILE")]
    levels: PathBuf,
    /// The command of the engine with known ratings, set by `UCI_Elo`. By default `stockfish` in chess, else `fairy-stockfish`
    #[arg(long, value_name = "ENGINE")]
    rated: Option<EngineKind>,
    /// Its nodes for a move. By default 30000 in chess, else 5000 to 60000 by the rating
    #[arg(long, value_name = "N")]
    rated_nodes: Option<u64>,
    /// A folder for the games, made if need be, a file for each pair; after a kill, a pair goes on from there
    #[arg(long, value_name = "FOLDER")]
    pgn: Option<PathBuf>,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_name = "N")]
    concurrency: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// An engine that plays at a rating, and the levels that meet it there.
struct Anchor {
    command: &'static str,
    /// How many nodes it has for a move at a rating.
    nodes: fn(u32) -> u64,
    pairs: &'static [(usize, u32)],
}

impl Anchor {
    /// Both choose their move when they have searched so many plies as the rating says. 1350 is the lowest, one ply.
    fn of(variant: Variant) -> Anchor {
        match variant.id() {
            // Ten plies at 2200.
            "chess" => Anchor { command: "stockfish", nodes: |_| 30_000, pairs: &CHESS },
            // Three plies at 1600, six or seven at 1900, eight or nine at 2100.
            _ => Anchor {
                command: "fairy-stockfish",
                nodes: |elo| match elo {
                    ..=1_600 => 5_000,
                    1_601..=1_900 => 30_000,
                    _ => 60_000,
                },
                pairs: &LARGE,
            },
        }
    }
}

const LARGE: [(usize, u32); 8] =
    [(7, 1350), (8, 1350), (9, 1350), (9, 1500), (10, 1500), (11, 1600), (12, 1900), (13, 2100)];

const CHESS: [(usize, u32); 8] =
    [(6, 1350), (7, 1500), (8, 1500), (9, 1700), (10, 1700), (11, 1900), (12, 1900), (13, 2100)];

/// Nodes enough for every level: the level itself is the limit.
const NODES: u64 = 10_000_000;

/// The table of each engine, in mebibytes.
const HASH: usize = 4;

/// A player: a level of ours, or the other engine at a rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Player {
    Level(usize),
    Rated(u32),
}

impl Player {
    fn name(self) -> String {
        match self {
            Player::Level(level) => level.to_string(),
            Player::Rated(elo) => format!("rated{elo}"),
        }
    }

    fn read(text: &str) -> anyhow::Result<Player> {
        let player = match text.strip_prefix("rated") {
            Some(elo) => elo.parse().ok().map(Player::Rated),
            None => text.parse().ok().filter(|&level| level < count()).map(Player::Level),
        };
        player.with_context(|| format!("{text}: expected a level below {} or `rated1350`", count()))
    }

    fn settings(self, variant: Variant, options: &Options) -> anyhow::Result<EngineSettings> {
        let option = |name: &str, value: String| Setting { name: name.to_owned(), value };
        let (kind, nodes, options) = match self {
            Player::Level(level) => (EngineKind::Own, NODES, vec![option("Skill Level", level.to_string())]),
            Player::Rated(elo) => {
                let limit = option("UCI_LimitStrength", "true".to_owned());
                let anchor = Anchor::of(variant);
                let kind = options.rated.clone().map_or_else(|| anchor.command.parse(), Ok);
                let kind = kind.map_err(anyhow::Error::msg)?;
                (
                    kind,
                    options.rated_nodes.unwrap_or_else(|| (anchor.nodes)(elo)),
                    vec![limit, option("UCI_Elo", elo.to_string())],
                )
            }
        };
        let mut config = EngineConfig::default().with_hash(HASH);
        if let Player::Level(level) = self {
            config.strength = u32::try_from(level).ok().and_then(Strength::of_level).unwrap_or_default();
        }
        Ok(EngineSettings { kind, control: TimeControl::Nodes(nodes), options, config, variant_name: None })
    }
}

/// The number of levels below full strength.
fn count() -> usize {
    *Strength::LEVELS.end() as usize
}

/// The results of one pair, from the first player's side.
#[derive(Clone, Copy, Default, Debug)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

type Results = BTreeMap<(Player, Player), Score>;

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let variant = Variant::named(&options.variant)?;
    let id = variant.id();
    let levels = read_levels(&options.levels)?;
    for (number, level) in levels.iter().enumerate() {
        ensure!(
            level.elo.contains_key(id),
            "{}: level {number} has no Elo number in `{id}`: name a copy by --levels, with a line `{id} = 0` for each level",
            options.levels.display()
        );
    }
    let path = options.results.clone().unwrap_or_else(|| format!("search/data/levels-{id}.tsv").into());
    let mut results = read(&path)?;
    if let Some(folder) = &options.pgn {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for (first, second) in plan(variant, options)? {
        if results.get(&(first, second)).is_some_and(|score| score.games() >= options.games) {
            continue;
        }
        let score = play(variant, (first, second), options)?;
        say!("{}\t{}\t{}\t{}\t{}", first.name(), second.name(), score.wins, score.draws, score.losses);
        results.insert((first, second), score);
        write(&path, variant, &results)?;
    }
    let ratings = fit(&results)?;
    replace(&options.levels, id, &ratings)?;
    say!("{}", table(&levels, &ratings));
    Ok(ExitCode::SUCCESS)
}

/// The pairs to play.
fn plan(variant: Variant, options: &Options) -> anyhow::Result<Vec<(Player, Player)>> {
    if options.pair.is_empty() {
        let neighbors = (1..count()).map(|level| (Player::Level(level - 1), Player::Level(level)));
        let anchors = Anchor::of(variant).pairs.iter().map(|&(level, elo)| (Player::Level(level), Player::Rated(elo)));
        return Ok(neighbors.chain(anchors).collect());
    }
    let pair = |text: &String| {
        let (first, second) = text.split_once('-').with_context(|| format!("{text}: expected a pair such as `3-4`"))?;
        Ok((Player::read(first)?, Player::read(second)?))
    };
    options.pair.iter().map(pair).collect()
}

fn play(variant: Variant, (first, second): (Player, Player), options: &Options) -> anyhow::Result<Score> {
    let pgn = options.pgn.as_ref().map(|folder| folder.join(format!("{}-{}.pgn", first.name(), second.name())));
    let settings = MatchSettings {
        resume: pgn.as_ref().is_some_and(|pgn| pgn.exists()),
        pgn,
        first: first.settings(variant, options)?,
        second: second.settings(variant, options)?,
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
        hash: HASH,
        win: Some((8, 2_000)),
        max_plies: 500,
        ..MatchSettings::new(VariantSource::built_in(variant))
    };
    let report = play_match(&settings, &|_| {})?;
    Ok(Score { wins: report.wins, draws: report.draws, losses: report.losses })
}

fn read(path: &Path) -> anyhow::Result<Results> {
    let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
    let mut results = Results::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let place = || format!("{}: `{line}`", path.display());
        let [first, second, numbers @ ..] = &*line.split('\t').collect::<Vec<_>>() else { bail!(place()) };
        let numbers: Result<Vec<u32>, _> = numbers.iter().map(|number| number.parse()).collect();
        let [wins, draws, losses] = *numbers.with_context(place)? else { bail!(place()) };
        results.insert((Player::read(first)?, Player::read(second)?), Score { wins, draws, losses });
    }
    Ok(results)
}

fn write(path: &Path, variant: Variant, results: &Results) -> anyhow::Result<()> {
    let mut text =
        format!("# {}, by `cargo lab levels`: first, second, wins, draws and losses of the first\n", variant.id());
    for (&(first, second), score) in results {
        let Score { wins, draws, losses } = score;
        let _ = writeln!(text, "{}\t{}\t{wins}\t{draws}\t{losses}", first.name(), second.name());
    }
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// A fitted rating.
#[derive(Clone, Copy, Debug)]
struct Rating {
    elo: f64,
    /// Half the 95 % interval.
    error: f64,
    games: u32,
}

/// The ratings under which all results together are the most likely. Those of the other engine are fixed. A draw counts as
/// half a win, and each pair has one more draw than it played, so that none has only wins.
fn fit(results: &Results) -> anyhow::Result<Vec<Rating>> {
    const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
    let count = count();
    let mut ratings = vec![0.0; count];
    let mut information = Vec::new();
    for _ in 0..100 {
        let elo = |player| match player {
            Player::Level(level) => ratings[level],
            Player::Rated(elo) => f64::from(elo),
        };
        let mut gradient = vec![0.0; count];
        information = vec![vec![0.0; count]; count];
        for (&(first, second), score) in results {
            let expected = 1.0 / (1.0 + 10_f64.powf((elo(second) - elo(first)) / 400.0));
            let games = f64::from(score.games()) + 1.0;
            let slope = SCALE * (score.points() + 0.5 - games * expected);
            let weight = SCALE * SCALE * games * expected * (1.0 - expected);
            let sides = [(first, slope), (second, -slope)];
            for (player, slope) in sides {
                let Player::Level(level) = player else { continue };
                gradient[level] += slope;
                for (other, _) in sides {
                    let Player::Level(column) = other else { continue };
                    information[level][column] += if level == column { weight } else { -weight };
                }
            }
        }
        let step = solve(information.clone(), gradient)?;
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += step.clamp(-200.0, 200.0);
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    let rating = |(level, &elo): (usize, &f64)| {
        let mut unit = vec![0.0; count];
        unit[level] = 1.0;
        let variance = solve(information.clone(), unit)?[level];
        let own = |&&(first, second): &&(Player, Player)| [first, second].contains(&Player::Level(level));
        let games = results.keys().filter(own).map(|pair| results[pair].games()).sum();
        Ok(Rating { elo, error: 1.96 * variance.sqrt(), games })
    };
    ratings.iter().enumerate().map(rating).collect()
}

/// Solves a system of linear equations by elimination.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> anyhow::Result<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()));
        let pivot = pivot.unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        ensure!(rows[column][column].abs() > 1e-12, "level {column} is not connected to a rating by any results");
        for row in (0..count).filter(|&row| row != column) {
            let factor = rows[row][column] / rows[column][column];
            let pivot_row = rows[column].clone();
            rows[row].iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
            right[row] -= factor * right[column];
        }
    }
    Ok((0..count).map(|row| right[row] / rows[row][row]).collect())
}

/// Replaces the Elo numbers in a variant in the file of the levels.
fn replace(path: &Path, id: &str, ratings: &[Rating]) -> anyhow::Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut ratings = ratings.iter();
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some((key, _)) if key == id => {
            ratings.next().map_or_else(String::new, |rating| format!("{id} = {:.0}\n", rating.elo))
        }
        _ => format!("{line}\n"),
    });
    write_whole(path, lines.collect::<String>().as_bytes()).with_context(|| path.display().to_string())
}

#[derive(Deserialize)]
struct LevelFile {
    level: Vec<Level>,
}

#[derive(Deserialize)]
struct Level {
    nodes: u64,
    noise: u32,
    oversight: u32,
    /// By the ids of the variants.
    #[serde(flatten)]
    elo: BTreeMap<String, i64>,
}

fn read_levels(path: &Path) -> anyhow::Result<Vec<Level>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let file: LevelFile = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(file.level)
}

/// The table of docs/background/engine.md, which has the Elo of two games side by side.
fn table(levels: &[Level], ratings: &[Rating]) -> String {
    let mut text = "| level | nodes | noise | oversights | Elo | games |\n|---|---|---|---|---|---|\n".to_owned();
    for (number, (level, rating)) in levels.iter().zip(ratings).enumerate() {
        let (Level { nodes, noise, oversight, .. }, Rating { elo, error, games }) = (level, rating);
        let oversight = f64::from(*oversight) / 10.0;
        let _ = writeln!(text, "| {number} | {nodes} | {noise} | {oversight} % | {elo:.0} (±{error:.0}) | {games} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_from_the_results() {
        let mut results = Results::new();
        let even = Score { wins: 40, draws: 20, losses: 40 };
        for level in 1..count() {
            results.insert((Player::Level(level - 1), Player::Level(level)), even);
        }
        // Not connected with any rating.
        assert!(fit(&results).is_err());
        // 75 % are 191 Elo.
        results.insert((Player::Level(4), Player::Rated(1_000)), Score { wins: 7_500, draws: 0, losses: 2_500 });
        let ratings = fit(&results).unwrap();
        assert!(ratings.iter().all(|rating| (rating.elo - 1_191.0).abs() < 1.0), "{ratings:?}");
        assert!(ratings[4].error < ratings[3].error && ratings[3].error < ratings[0].error);
        assert_eq!((ratings[0].games, ratings[1].games, ratings[4].games), (100, 200, 10_200));
    }

    /// The levels of the program.
    const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../search/data/levels.toml");

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn a_variant_without_elo_numbers_is_refused() {
        let line = <Line as clap::Parser>::parse_from(["levels", "-v", "grand", "--levels", DATA]);
        let error = run(&line.options).unwrap_err().to_string();
        assert!(
            error.contains("level 0 has no Elo number in `grand`: name a copy by --levels, with a line"),
            "{error}"
        );
    }

    #[test]
    fn the_folder_of_the_games_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let [games, results, levels] = ["new/games", "results.tsv", "levels.toml"].map(|name| folder.path().join(name));
        fs::copy(DATA, &levels).unwrap();
        let [pgn, to, from] = [&games, &results, &levels].map(|path| path.display().to_string());
        let files = ["--pgn", &pgn, "--results", &to, "--levels", &from];
        let pair = ["levels", "--pair", "0-1", "--games", "2"];
        let line = <Line as clap::Parser>::parse_from(pair.iter().chain(&files));
        // Two games are no rating, but they are kept.
        assert!(run(&line.options).is_err());
        assert!(games.join("0-1.pgn").exists() && results.exists());
    }

    #[test]
    fn only_the_numbers_of_the_variant_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.toml");
        fs::copy(DATA, &path).unwrap();
        let rating = |level| Rating { elo: level as f64 + 0.2, error: 1.0, games: 2 };
        replace(&path, "chess", &(0..count()).map(rating).collect::<Vec<_>>()).unwrap();
        let [before, after] = [Path::new(DATA), &path].map(|path| read_levels(path).unwrap());
        for (number, (before, after)) in (0..).zip(before.iter().zip(&after)) {
            assert_eq!((after.elo["chess"], after.nodes), (number, before.nodes));
            assert_eq!(after.elo["capablanca"], before.elo["capablanca"]);
        }
        assert_eq!((before.len(), after.len()), (count(), count()));
    }

    #[test]
    fn the_numbers_of_the_program_are_those_of_its_results() {
        let levels = read_levels(Path::new(DATA)).unwrap();
        for id in levels[0].elo.keys() {
            let results = read(&Path::new(DATA).with_file_name(format!("levels-{id}.tsv"))).unwrap();
            let ratings = fit(&results).unwrap();
            assert_eq!(levels.len(), ratings.len());
            for (number, (level, rating)) in levels.iter().zip(&ratings).enumerate() {
                assert_eq!(level.elo[id].to_string(), format!("{:.0}", rating.elo), "level {number} in {id}");
                assert!(rating.games >= 100, "level {number} in {id}");
            }
        }
        assert_eq!(levels[0].elo.len(), 2);
    }

    #[test]
    fn pairs_are_read() {
        assert_eq!(Player::read("rated1000").unwrap(), Player::Rated(1_000));
        assert_eq!(Player::read("3").unwrap(), Player::Level(3));
        for text in ["20", "-1", "rated", "", "sjaak3"] {
            assert!(Player::read(text).is_err(), "{text}");
        }
    }
}
