//! The arguments of `cargo xtask match`.

use std::path::PathBuf;
use std::str::FromStr;

use super::contestant::{Kind, Setting};
use super::pace::Pace;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The variant, by its id or its file: a TOML file, or FILE.ini:NAME in Fairy-Stockfish's format
    #[arg(short, long, default_value = "capablanca", value_name = "ID|FILE")]
    pub(super) variant: String,
    /// The first engine: `own`, `rev:COMMIT` for our engine at that commit, the command of a UCI engine, or `xboard:` and
    /// the command of an `XBoard` engine
    #[arg(long, default_value = "own", value_name = "ENGINE")]
    pub(super) first: Kind,
    /// The second engine
    #[arg(long, default_value = "fairy-stockfish", value_name = "ENGINE")]
    pub(super) second: Kind,
    /// An option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) first_option: Vec<Setting>,
    /// An option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) second_option: Vec<Setting>,
    /// The first engine's name for the variant
    #[arg(long, value_name = "NAME")]
    pub(super) first_game: Option<String>,
    /// The second engine's name for the variant
    #[arg(long, value_name = "NAME")]
    pub(super) second_game: Option<String>,
    /// Time control of the first engine: `20000n` nodes, `8d` plies or `100ms` a move, `5+0.05` seconds on a clock
    #[arg(long, default_value = "20000n", value_name = "PACE")]
    pub(super) first_pace: Pace,
    /// Time control of the second engine; that of the first by default
    #[arg(long, value_name = "PACE")]
    pub(super) second_pace: Option<Pace>,
    /// Milliseconds by which an engine may exceed its time
    #[arg(long, default_value_t = 50, value_name = "MS")]
    pub(super) margin: u64,
    /// Number of games, two from each opening
    #[arg(long, default_value_t = 100, value_parser = even, value_name = "N")]
    pub(super) games: u32,
    /// Openings from a file: positions (EPD or FEN, one a line) or games in PGN; random openings by default
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    pub(super) openings: Option<PathBuf>,
    /// Shuffle the openings of the file by the seed
    #[arg(long, requires = "openings")]
    pub(super) shuffle: bool,
    /// Where random openings begin: a FEN, or `crc:27621`; by default the start position, in crc and chess960 a random one
    #[arg(long, value_name = "FEN")]
    pub(super) start: Option<String>,
    /// Random legal plies of an opening, 6 by default; for games in PGN the most plies taken from each, all by default
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<u32>,
    /// Centipawns by which a side may be ahead after a random opening, by our own search; 0 is no limit
    #[arg(long, default_value_t = 250, value_name = "CP", allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(0..))]
    pub(super) balance: i32,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) concurrency: u32,
    /// Mebibytes of each engine's table
    #[arg(long, default_value_t = 16, value_name = "MB")]
    pub(super) hash: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Win adjudication: for this many plies both engines score the same side this many centipawns ahead; `0,0` for never
    #[arg(long, default_value = "6,1200", value_parser = numbers::<2>, value_name = "PLIES,CP")]
    pub(super) adjudicate: [u32; 2],
    /// Draw adjudication: from a move on, for this many plies, both engines score less than this many centipawns
    #[arg(long, value_parser = numbers::<3>, value_name = "MOVE,PLIES,CP")]
    pub(super) draw_after: Option<[u32; 3]>,
    /// A game of this many plies is drawn
    #[arg(long, default_value_t = 600, value_name = "N")]
    pub(super) max_plies: usize,
    /// Stop by a sequential test: is the first engine stronger by HIGH Elo rather than by LOW?
    #[arg(long, value_name = "LOW,HIGH", value_parser = bounds, allow_hyphen_values = true)]
    pub(super) sprt: Option<(f64, f64)>,
    /// The file for the games, each written when it ends; it must not exist
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Continue the match whose games are in that file
    #[arg(long, requires = "pgn")]
    pub(super) resume: bool,
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
        options: Options,
    }

    fn read(words: &[&str]) -> Result<Options, String> {
        let words = std::iter::once("match").chain(words.iter().copied());
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
            ["--first-pace", "5"],
            ["--first", "rev:"],
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
    }
}
