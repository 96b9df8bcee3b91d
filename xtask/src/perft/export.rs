//! `cargo xtask perft --export`: our suites as test files for another program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_driver::describe;
use campione_driver::peers::{self, KnownVariant};
use campione_movegen::Position;
use campione_notation::{dialect, fen};
use campione_variants::Known;
use clap::{Args, ValueEnum};

use super::EPD_VARIANT;
use crate::Verdict;
use crate::lines::{self, Line};

#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Writes the suites for another program's tests: EPD in its dialect of FEN, one file for each variant that it plays by
    /// all our rules
    #[arg(long, value_name = "PROGRAM", requires = "to", conflicts_with_all = ["deep", "slow", "max_nodes_slow"])]
    pub(super) export: Option<Dialect>,
    /// With --export: the folder to write to
    #[arg(long, value_name = "FOLDER", requires = "export")]
    pub(super) to: Option<PathBuf>,
}

/// A program for which suites can be exported.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Fairy-Stockfish
    FairyStockfish,
    /// Sjaak II
    Sjaakii,
}

impl Dialect {
    fn name(self) -> &'static str {
        match self {
            Dialect::FairyStockfish => "Fairy-Stockfish",
            Dialect::Sjaakii => "Sjaak II",
        }
    }

    fn games(self) -> Vec<KnownVariant> {
        match self {
            Dialect::FairyStockfish => peers::fairy_stockfish().collect(),
            Dialect::Sjaakii => peers::sjaak().collect(),
        }
    }

    /// The variant as the program knows it, if it plays by all our rules; otherwise the reason.
    fn game(self, id: &str) -> Result<KnownVariant, String> {
        match self.games().into_iter().find(|game| game.id == id) {
            Some(game) if game.is_full() => Ok(game),
            Some(game) => {
                let rules: Vec<&str> = game.known.left_out().iter().map(|rule| rule.text()).collect();
                Err(format!("these rules cannot be described to {}: {}", self.name(), rules.join("; ")))
            }
            None => Err(format!("{} does not play it by our rules", self.name())),
        }
    }

    /// A position in the program's dialect; `None` if it cannot express the position.
    fn position(self, game: KnownVariant, position: &Position) -> Option<String> {
        match self {
            Dialect::FairyStockfish => {
                dialect::Dialect::Fairy.write(position, matches!(game.known, Known::Random(_))).ok()
            }
            Dialect::Sjaakii => peers::sjaak_fen(position),
        }
    }

    /// How to choose the variant in the program.
    fn choice(self, game: KnownVariant) -> String {
        match (self, game.known) {
            (Dialect::FairyStockfish, Known::As(name)) => format!("UCI_Variant {name}, UCI_Chess960 false"),
            (Dialect::FairyStockfish, Known::Random(name)) => format!("UCI_Variant {name}, UCI_Chess960 true"),
            (Dialect::FairyStockfish, Known::Described(_)) => {
                format!("VariantPath {}, UCI_Variant {}", description_file(game), describe::name(game.id))
            }
            (Dialect::Sjaakii, Known::As(name) | Known::Random(name)) => format!("variant {name}"),
            (Dialect::Sjaakii, Known::Described(_)) => {
                format!("sjaakii -xboard {}, variant {}", description_file(game), describe::name_for_sjaak(game.id))
            }
        }
    }

    /// The description of a variant for the program; `None` if it knows the variant.
    fn description(self, game: KnownVariant) -> anyhow::Result<Option<String>> {
        let variant = match game.known {
            Known::Described(_) => game.shared()?,
            Known::As(_) | Known::Random(_) => return Ok(None),
        };
        Ok(Some(match self {
            Dialect::FairyStockfish => describe::for_fairy_stockfish(variant)?,
            Dialect::Sjaakii => describe::for_sjaak(variant).map_err(anyhow::Error::msg)?,
        }))
    }
}

/// The name of the file that describes a variant.
fn description_file(game: KnownVariant) -> String {
    format!("{}.txt", game.id)
}

pub(super) fn run(
    dialect: Dialect,
    folder: &Path,
    only: Option<&str>,
    most: Option<u128>,
    files: &[PathBuf],
) -> anyhow::Result<Verdict> {
    if let Some(id) = only {
        Variant::named(id)?;
        if let Err(reason) = dialect.game(id) {
            say!("refused: {id}: {reason}");
            return Ok(Verdict::Bad);
        }
    }
    let lines = lines::read(files)?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut written = 0;
    for id in Variant::ids().filter(|id| only.is_none_or(|only| only == *id)) {
        let lines: Vec<&Line> = lines.iter().filter(|line| line.game(only.unwrap_or(EPD_VARIANT)) == id).collect();
        if lines.is_empty() {
            continue;
        }
        let game = match dialect.game(id) {
            Ok(game) => game,
            Err(reason) => {
                say!("refused: {id}: {reason}");
                continue;
            }
        };
        let suite = export(dialect, game, &lines, most).with_context(|| id.to_owned())?;
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())
        };
        write(&format!("{id}.epd"), &suite.text)?;
        if let Some(description) = dialect.description(game)? {
            write(&description_file(game), &description)?;
        }
        written += 1;
        let Suite { positions, counts, unsayable, too_large, .. } = suite;
        let unsayable = if unsayable == 0 {
            String::new()
        } else {
            format!("; {unsayable} of {} positions left out: its FEN cannot express them", unsayable + positions)
        };
        let too_large = if too_large == 0 { String::new() } else { format!("; {too_large} larger counts left out") };
        say!("{id}.epd: {positions} positions, {counts} counts{unsayable}{too_large} ({})", dialect.choice(game));
    }
    ensure!(written > 0, "the suites have no line of a variant that {} plays by all our rules", dialect.name());
    Ok(Verdict::Good)
}

/// The suite of one variant, for another program.
struct Suite {
    text: String,
    positions: usize,
    counts: usize,
    /// Number of positions that the dialect cannot express.
    unsayable: usize,
    /// Number of counts beyond the limit.
    too_large: usize,
}

/// The lines of one variant as EPD: `fen ;D1 20 ;D2 400`, one line for each position, in the order of the suites.
fn export(dialect: Dialect, game: KnownVariant, lines: &[&Line], most: Option<u128>) -> anyhow::Result<Suite> {
    let variant = game.full();
    let mut order: Vec<&str> = Vec::new();
    let mut counts: BTreeMap<&str, BTreeMap<u32, u128>> = BTreeMap::new();
    let mut too_large = 0;
    for Line { place, case, .. } in lines {
        if most.is_some_and(|most| case.nodes > most) {
            too_large += 1;
            continue;
        }
        if !counts.contains_key(case.fen.as_str()) {
            order.push(&case.fen);
        }
        let known = counts.entry(&case.fen).or_default().insert(case.depth, case.nodes);
        if let Some(known) = known.filter(|known| *known != case.nodes) {
            bail!("{place}: {} nodes at depth {}, but {known} in another line", case.nodes, case.depth);
        }
    }
    let mut suite = Suite {
        text: format!("# {}, from the suites of Campione: {}\n", dialect.name(), dialect.choice(game)),
        positions: 0,
        counts: 0,
        unsayable: 0,
        too_large,
    };
    for text in order {
        let position = fen::read(text, variant).with_context(|| text.to_owned())?;
        let Some(theirs) = dialect.position(game, &position) else {
            suite.unsayable += 1;
            continue;
        };
        let depths = counts.get(text).into_iter().flatten();
        let depths: Vec<String> = depths.map(|(depth, nodes)| format!(" ;D{depth} {nodes}")).collect();
        suite.positions += 1;
        suite.counts += depths.len();
        suite.text.push_str(&format!("{theirs}{}\n", depths.concat()));
    }
    Ok(suite)
}

#[cfg(test)]
mod tests {
    use campione_driver::find;
    use campione_notation::suite;

    use super::*;

    /// Positions of each variant that the other program counts in the test, if it is installed.
    const SAMPLE: usize = 12;
    /// Limit of nodes for counts in the sample.
    const MOST_NODES: u128 = 20_000;

    fn line(fen: &str, depth: u32, nodes: u128) -> Line {
        let case = suite::Case { variant: None, fen: fen.to_owned(), depth, nodes, note: String::new() };
        Line { place: "a:1".to_owned(), case, independent: false }
    }

    fn exported(dialect: Dialect, id: &str, lines: &[Line], most: Option<u128>) -> anyhow::Result<Suite> {
        export(dialect, dialect.game(id).unwrap(), &lines.iter().collect::<Vec<_>>(), most)
    }

    #[test]
    fn depths_of_one_position_stand_in_one_line() {
        let [inner, outer] = ["4k5/10/10/10/10/10/10/R1R1K5 w Qc - 3 9", "4k5/10/10/10/10/10/10/1R2K5 w Q - 3 9"];
        let lines = [line(outer, 2, 7), line(inner, 1, 5), line(outer, 1, 3), line(outer, 3, 1000), line(outer, 2, 7)];
        let fairy = exported(Dialect::FairyStockfish, "crc", &lines, Some(999)).unwrap();
        assert_eq!(
            fairy.text,
            "# Fairy-Stockfish, from the suites of Campione: UCI_Variant caparandom, UCI_Chess960 true\n\
             4k5/10/10/10/10/10/10/1R2K5 w B - 3 9 ;D1 3 ;D2 7\n\
             4k5/10/10/10/10/10/10/R1R1K5 w C - 3 9 ;D1 5\n"
        );
        assert_eq!((fairy.positions, fairy.counts, fairy.unsayable, fairy.too_large), (2, 3, 0, 1));
        let sjaak = exported(Dialect::Sjaakii, "chess960", &[line("4k3/8/8/8/8/8/8/R1R1K3 w Qc - 3 9", 1, 5)], None);
        assert_eq!(sjaak.map(|suite| (suite.positions, suite.unsayable)).unwrap(), (0, 1));
        let contradiction = exported(Dialect::FairyStockfish, "crc", &[line(outer, 2, 7), line(outer, 2, 8)], None);
        assert_eq!(contradiction.err().unwrap().to_string(), "a:1: 8 nodes at depth 2, but 7 in another line");
    }

    #[test]
    fn games_that_the_other_program_does_not_play_are_refused() {
        let refused = |dialect: Dialect, id| dialect.game(id).err().unwrap();
        assert_eq!(
            refused(Dialect::FairyStockfish, "carrera"),
            "these rules cannot be described to Fairy-Stockfish: barred double step; absence of en passant"
        );
        assert_eq!(refused(Dialect::Sjaakii, "herb-garden-2002b"), "Sjaak II does not play it by our rules");
        let folder = tempfile::tempdir().unwrap();
        let verdict = run(Dialect::Sjaakii, folder.path(), Some("courier-spiel"), None, &[]);
        assert_eq!(verdict.unwrap(), Verdict::Bad);
        assert!(run(Dialect::Sjaakii, folder.path(), Some("no-game"), None, &[]).is_err());
        assert!(run(Dialect::Sjaakii, folder.path(), Some("chess"), None, &[]).is_err(), "nothing to be written");
    }

    #[test]
    fn a_game_that_has_to_be_described_comes_with_its_description() {
        let folder = tempfile::tempdir().unwrap();
        let verdict = run(Dialect::Sjaakii, folder.path(), Some("janus"), Some(1000), &lines::committed().unwrap());
        assert_eq!(verdict.unwrap(), Verdict::Good);
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("janus.epd").starts_with("# Sjaak II, from the suites of Campione: sjaakii -xboard janus.txt, "));
        assert!(read("janus.txt").starts_with("Variant: campionejanus\n"), "{}", read("janus.txt"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// The other program reads the exported files and counts the same.
    fn sample(dialect: Dialect, name: &str) {
        let Some(path) = find(name) else {
            say!("skipped: {name} is not installed");
            return;
        };
        let folder = tempfile::tempdir().unwrap();
        let program = peers::PeerProgram::at(&path, &[], folder.path()).unwrap();
        let lines = lines::read(&lines::committed().unwrap()).unwrap();
        let mut games = 0;
        for game in dialect.games().into_iter().filter(|game| game.is_full()) {
            let lines: Vec<&Line> = lines.iter().filter(|line| line.game("") == game.id).collect();
            // The counts of guests are not in these suites.
            if lines.is_empty() {
                continue;
            }
            let Some(mut opened) = program.open(game).unwrap() else {
                say!("skipped: {}: this {name} does not know it", game.id);
                continue;
            };
            let suite = export(dialect, game, &lines, Some(MOST_NODES)).unwrap();
            let epd: Vec<&str> = suite.text.lines().filter(|line| !line.starts_with('#')).collect();
            for line in epd.iter().step_by(epd.len().div_ceil(SAMPLE)) {
                for case in suite::read_line(line).unwrap() {
                    assert_eq!(opened.set_up(&case.fen).unwrap(), None, "{}: {}", game.id, case.fen);
                    let counted = opened.divide(case.depth).unwrap().total;
                    assert_eq!(counted, Some(case.nodes), "{}: {} depth {}", game.id, case.fen, case.depth);
                }
            }
            games += 1;
        }
        assert!(games > 0, "{name} knows none of its games");
    }

    #[test]
    fn fairy_stockfish_counts_the_same() {
        sample(Dialect::FairyStockfish, "fairy-stockfish");
    }

    #[test]
    fn sjaak_counts_the_same() {
        sample(Dialect::Sjaakii, "sjaakii");
    }
}
