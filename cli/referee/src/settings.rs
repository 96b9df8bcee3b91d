//! The settings of a match.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use campione_driver::Setting;
use campione_search::EngineConfig;

use crate::kind::EngineKind;
use crate::source::VariantSource;
use crate::time_control::TimeControl;

/// The settings of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSettings {
    /// The engine.
    pub kind: EngineKind,
    /// Its time control.
    pub control: TimeControl,
    /// Options to set in a program. For our engine they only name it; its `config` has their values.
    pub options: Vec<Setting>,
    /// The settings of our engine.
    pub config: EngineConfig,
    /// Its name for the variant, if the user gives one.
    pub variant_name: Option<String>,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The variant.
    pub variant: VariantSource,
    /// The first engine.
    pub first: EngineSettings,
    /// The second engine.
    pub second: EngineSettings,
    /// The time by which an engine may exceed its own.
    pub margin: Duration,
    /// The number of games, two from each opening.
    pub games: u32,
    /// A list of openings. Random openings if `None`.
    pub openings: Option<OpeningList>,
    /// Whether the openings of the list are shuffled by the seed.
    pub shuffle: bool,
    /// Where random openings begin: a FEN, or `crc:27621`. If `None` the start position, or a random array.
    pub start: Option<String>,
    /// Random plies of an opening (6 if `None`), or the most plies taken from a game of the file (all if `None`).
    pub plies: Option<u32>,
    /// Centipawns by which a side may be ahead after a random opening, by our own search; 0 for no limit.
    pub balance: i32,
    /// Games played at the same time.
    pub concurrency: u32,
    /// The table of each program, in mebibytes.
    pub hash: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Win adjudication: for this many plies both engines score the same side this many centipawns ahead. `None` for never.
    pub win: Option<(u32, i32)>,
    /// Draw adjudication: from this move on, for this many plies, both engines score neither side this many centipawns
    /// ahead. `None` for never.
    pub draw: Option<(u32, u32, i32)>,
    /// A game of this many plies is drawn.
    pub max_plies: usize,
    /// The bounds of a sequential test, in Elo, the lower one first.
    pub sprt: Option<(f64, f64)>,
    /// The file for the games, each written when it ends. It must not exist, unless `resume` is set.
    pub pgn: Option<PathBuf>,
    /// Whether the match whose games are in that file continues.
    pub resume: bool,
    /// Checked all the time; when it returns true, the match ends after the games that are complete.
    pub stop: fn() -> bool,
}

/// A list of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningList {
    /// A file: positions (EPD or FEN, one a line) or games in PGN.
    File(PathBuf),
    /// The built-in [`book`](crate::book) of the variant.
    Book,
}

impl fmt::Display for OpeningList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningList::File(path) => write!(formatter, "{}", path.display()),
            OpeningList::Book => formatter.write_str("the book"),
        }
    }
}

impl MatchSettings {
    /// A match of our engine against itself: 100 games at 20,000 nodes a move, random openings, wins adjudicated.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_referee::{MatchSettings, VariantSource};
    /// let settings = MatchSettings::new(VariantSource::built_in(Variant::named("carrera")?));
    /// assert_eq!((settings.games, settings.first == settings.second), (100, true));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn new(variant: VariantSource) -> MatchSettings {
        let engine = EngineSettings {
            kind: EngineKind::Own,
            control: TimeControl::Nodes(20_000),
            options: Vec::new(),
            config: EngineConfig::default().with_hash(16),
            variant_name: None,
        };
        MatchSettings {
            variant,
            first: engine.clone(),
            second: engine,
            margin: Duration::from_millis(50),
            games: 100,
            openings: None,
            shuffle: false,
            start: None,
            plies: None,
            balance: 250,
            concurrency: 2,
            hash: 16,
            seed: 1,
            win: Some((6, 1200)),
            draw: None,
            max_plies: 600,
            sprt: None,
            pgn: None,
            resume: false,
            stop: || false,
        }
    }
}
