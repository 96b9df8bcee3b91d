//! The arguments of `campione match`.

use std::path::PathBuf;
use std::str::FromStr;

use std::time::Duration;

use anyhow::Context;
use campione_driver::Setting;
use campione_referee::{EngineKind, EngineSettings, MatchSettings, OpeningList, TimeControl, VariantSource};
use campione_search::EngineConfig;

use clap::ValueHint;

use crate::interrupt;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The rules of the variant decide, whatever an engine claims. An engine that makes an illegal move, exceeds its \
    time, dies or does not answer loses the game. After an interruption, --resume plays the remaining games."
)]
pub(crate) struct MatchOptions {
    /// The first engine: `own` for this one, the command of a UCI engine, or `xboard:` and the command of an `XBoard` engine
    #[arg(long, default_value = "own", value_name = "ENGINE", value_hint = ValueHint::CommandString)]
    pub(crate) first: EngineKind,
    /// The second engine
    #[arg(long, value_name = "ENGINE", value_hint = ValueHint::CommandString)]
    pub(crate) second: EngineKind,
    /// An option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) first_option: Vec<Setting>,
    /// An option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) second_option: Vec<Setting>,
    /// The first engine's name for the variant
    #[arg(long, value_name = "NAME")]
    pub(crate) first_variant: Option<String>,
    /// The second engine's name for the variant
    #[arg(long, value_name = "NAME")]
    pub(crate) second_variant: Option<String>,
    /// Time control, of the second engine too unless it has its own: `20000n` nodes, `8d` plies or `100ms` a move, `5+0.05` seconds on a clock
    #[arg(long = "tc", visible_alias = "first-tc", default_value = "20000n", value_name = "TC")]
    pub(crate) first_control: TimeControl,
    /// Time control of the second engine; that of the first by default
    #[arg(long = "second-tc", value_name = "TC")]
    pub(crate) second_control: Option<TimeControl>,
    /// Milliseconds by which an engine may exceed its time
    #[arg(long, default_value_t = 50, value_name = "MS")]
    pub(crate) margin: u64,
    /// Number of games, two from each opening
    #[arg(long, default_value_t = 100, value_parser = even, value_name = "N")]
    pub(crate) games: u32,
    /// Openings from a file: positions (EPD or FEN, one per line) or games in PGN; random openings by default
    #[arg(long, value_name = "FILE", group = "listed", conflicts_with = "start")]
    pub(crate) openings: Option<PathBuf>,
    /// Openings from the variant's built-in book of 500 balanced positions, where there is one
    #[arg(long, group = "listed", conflicts_with_all = ["start", "plies", "balance"])]
    pub(crate) book: bool,
    /// Shuffle the openings of the file or book by the seed
    #[arg(long, requires = "listed")]
    pub(crate) shuffle: bool,
    /// Where random openings begin: a FEN, or `crc:27621`; by default the start position, in crc and chess960 a random one
    #[arg(long, value_name = "FEN")]
    pub(crate) start: Option<String>,
    /// Random legal plies of an opening, 6 by default; for games in PGN the most plies taken from each, all by default
    #[arg(long, value_name = "N")]
    pub(crate) plies: Option<u32>,
    /// Centipawns by which a side may be ahead after a random opening, by our own search; 0 means no limit
    #[arg(long, default_value_t = 250, value_name = "CP", allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(0..))]
    pub(crate) balance: i32,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) concurrency: u32,
    /// Mebibytes of each engine's table
    #[arg(long, default_value_t = 16, value_name = "MB")]
    pub(crate) hash: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Win adjudication: for this many plies both engines score the same side this many centipawns ahead; `0,0` for never
    #[arg(long, default_value = "6,1200", value_parser = numbers::<2>, value_name = "PLIES,CP")]
    pub(crate) adjudicate: [u32; 2],
    /// Draw adjudication: from a move on, for this many plies, both engines score less than this many centipawns
    #[arg(long, value_parser = numbers::<3>, value_name = "MOVE,PLIES,CP")]
    pub(crate) draw_after: Option<[u32; 3]>,
    /// A game of this many plies is drawn
    #[arg(long, default_value_t = 600, value_name = "N")]
    pub(crate) max_plies: usize,
    /// Stop by a sequential test: is the first engine stronger by HIGH Elo rather than by LOW?
    #[arg(long, value_name = "LOW,HIGH", value_parser = bounds, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// The file for the games, each written when it ends; it must not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Continue the match whose games are in that file
    #[arg(long, requires = "pgn")]
    pub(crate) resume: bool,
}

impl MatchOptions {
    /// The settings of the match. `own` makes those of our engine from the size of its table and its options.
    ///
    /// # Errors
    /// Our engine has no such option, or the option has no such value.
    pub(crate) fn settings(
        &self,
        variant: VariantSource,
        own: fn(usize, &[Setting]) -> anyhow::Result<EngineConfig>,
    ) -> anyhow::Result<MatchSettings> {
        let engine = |kind: &EngineKind, control, options: &[Setting], name: &Option<String>| {
            let config = match kind {
                EngineKind::Own => own(self.hash, options).context("own")?,
                _ => EngineConfig::default(),
            };
            let (kind, options, variant_name) = (kind.clone(), options.to_vec(), name.clone());
            anyhow::Ok(EngineSettings { kind, control, options, config, variant_name })
        };
        let second_control = self.second_control.unwrap_or(self.first_control);
        let [win_plies, lead] = self.adjudicate;
        Ok(MatchSettings {
            variant,
            first: engine(&self.first, self.first_control, &self.first_option, &self.first_variant)?,
            second: engine(&self.second, second_control, &self.second_option, &self.second_variant)?,
            margin: Duration::from_millis(self.margin),
            games: self.games,
            openings: if self.book { Some(OpeningList::Book) } else { self.openings.clone().map(OpeningList::File) },
            shuffle: self.shuffle,
            start: self.start.clone(),
            plies: self.plies,
            balance: self.balance,
            concurrency: self.concurrency,
            hash: self.hash,
            seed: self.seed,
            win: (win_plies > 0).then_some((win_plies, lead as i32)),
            draw: self.draw_after.map(|[from, plies, lead]| (from, plies, lead as i32)),
            max_plies: self.max_plies,
            sprt: self.sprt,
            pgn: self.pgn.clone(),
            resume: self.resume,
            stop: || interrupt::check().is_err(),
        })
    }
}

fn even(text: &str) -> Result<u32, String> {
    let even = |games: &u32| *games >= 2 && games.is_multiple_of(2);
    text.parse().ok().filter(even).ok_or_else(|| "expected an even number, two from each opening".to_owned())
}

/// Numbers separated by commas.
fn list<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let list: Option<Vec<T>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    list?.try_into().ok()
}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let small = |numbers: &[u32; N]| numbers.iter().all(|&number| i32::try_from(number).is_ok());
    list(text).filter(small).ok_or_else(|| format!("expected {N} whole numbers separated by commas"))
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let ordered = |bounds: &[f64; 2]| bounds[0] < bounds[1] && bounds.iter().all(|bound| bound.is_finite());
    let [low, high] = list(text).filter(ordered).ok_or_else(|| {
        "expected two differences in Elo, the lower one first, such as `0,5` or `-2.5,2.5`".to_owned()
    })?;
    Ok((low, high))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: MatchOptions,
    }

    fn read(words: &[&str]) -> Result<MatchOptions, String> {
        let words = ["match", "--second", "own"].into_iter().chain(words.iter().copied());
        Line::try_parse_from(words).map(|line| line.options).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_with_commas() {
        let options = read(&["--sprt", "-5,2.5", "--draw-after", "40,8,10", "--adjudicate", "0,0"]).unwrap();
        assert_eq!((options.sprt, options.draw_after), (Some((-5.0, 2.5)), Some([40, 8, 10])));
        assert_eq!((options.adjudicate, options.games), ([0, 0], 100));
        for words in [
            ["--sprt", "5,0"],
            ["--sprt", "1"],
            ["--sprt", "0,inf"],
            ["--sprt", "NaN,1"],
            ["--draw-after", "40,8"],
            ["--adjudicate", "6,-1"],
            ["--adjudicate", "6,3000000000"],
            ["--games", "3"],
            ["--games", "0"],
            ["--balance", "-1"],
            ["--concurrency", "0"],
            ["--tc", "5"],
            ["--first", "xboard:"],
            ["--first-option", "Hash"],
        ] {
            let error = read(&words).err().unwrap_or_else(|| panic!("{words:?}"));
            assert!(error.contains(words[0]) && error.contains(words[1]), "{words:?}: {error}");
        }
    }

    #[test]
    fn what_needs_another_option() {
        assert!(read(&["--resume"]).is_err() && read(&["--shuffle"]).is_err());
        assert!(read(&["--openings", "a", "--start", "crc:1"]).is_err());
        assert!(read(&["--resume", "--pgn", "a", "--openings", "b", "--shuffle"]).is_ok());
        assert!(read(&["--book", "--shuffle"]).unwrap().book);
        assert!(read(&["--book", "--plies", "8"]).is_err() && read(&["--book", "--openings", "a"]).is_err());
    }
}
