//! `cargo xtask perft --publish --check`: do docs/kit/counts.json and docs/reference/perft.md still agree with the suites and the
//! generators?

use std::path::Path;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::{Position, perft};
use campione_notation::fen;
use rayon::prelude::*;

use super::known::{Known, SLOW};
use super::page::{self, Row, Section};
use super::publish::slow_count;
use super::rules;
use crate::Verdict;
use crate::lines::Line;
use campione_driver::peers::{KnownVariant, fairy_stockfish, sjaak};

/// The least depth that the page has for every start position.
const LEAST_DEPTH: u32 = 6;

pub(super) fn run(most: u128, most_slow: u128) -> anyhow::Result<Verdict> {
    let path = page::data_path();
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    let (data, text) = (read(&path)?, read(&page::path())?);
    let checked = check(&data, &text, most, most_slow).with_context(|| path.display().to_string())?;
    for complaint in &checked.complaints {
        say!("{}: {complaint}", path.display());
    }
    let Checked { counted, slow, rows, complaints } = checked;
    say!("{rows} counts: {counted} counted again, {slow} by the slow generator too; {} wrong", complaints.len());
    Ok(Verdict::of(complaints.len()))
}

/// The result of a check.
#[derive(Default)]
struct Checked {
    rows: usize,
    counted: usize,
    slow: usize,
    complaints: Vec<String>,
}

/// Checks the database and the page made from it; counts of at most that many nodes are counted again.
fn check(data: &str, text: &str, most: u128, most_slow: u128) -> anyhow::Result<Checked> {
    let page = page::read_data(data)?;
    let known = Known::read()?;
    let mut checked = Checked::default();
    checked.complaints.extend(page::not_as_written(&page, data, text)?.map(str::to_owned));
    let found: Vec<&str> = page.sections.iter().map(|section| section.id.as_str()).collect();
    let games: Vec<&str> = Variant::ids().collect();
    if found != games {
        checked.complaints.push(format!("its games are {}, not {}", found.join(" "), games.join(" ")));
    }
    for section in &page.sections {
        let id = &section.id;
        let variant = Variant::named(id)?;
        let mut complain = |what: String| checked.complaints.push(format!("{id}: {what}"));
        positions(section, variant, &known, &mut complain)?;
        witnesses(section, &known, &mut complain);
        for row in &section.rows {
            marks(section, row, &known, most_slow, &mut complain);
        }
        let counts: Vec<anyhow::Result<Counts>> =
            section.rows.par_iter().map(|row| count_again(row, variant, most, most_slow)).collect();
        for (row, counts) in section.rows.iter().zip(counts) {
            let counts = counts.with_context(|| format!("{id}: {}", row.fen))?;
            checked.rows += 1;
            checked.counted += usize::from(counts.fast.is_some());
            checked.slow += usize::from(counts.slow.is_some());
            for (who, nodes) in [("the fast generator", counts.fast), ("the slow generator", counts.slow)] {
                if let Some(nodes) = nodes.filter(|nodes| *nodes != row.nodes) {
                    let Row { fen, depth, nodes: said, .. } = row;
                    checked.complaints.push(format!("{id}: {fen} depth {depth}: {who} counts {nodes}, not {said}"));
                }
            }
        }
    }
    Ok(checked)
}

/// Checks that no row is missing: all depths from the start position, those that were counted twice too, and the positions
/// for the rules.
fn positions(
    section: &Section,
    variant: Variant,
    known: &Known,
    complain: &mut impl FnMut(String),
) -> anyhow::Result<()> {
    let start = fen::write(&Position::start(variant));
    if section.start != start {
        complain(format!("its start position is {start}"));
    }
    if section.name != variant.spec().name {
        complain(format!("its name is {}", variant.spec().name));
    }
    let (rules, depths): (Vec<&Row>, Vec<&Row>) = section.rows.iter().partition(|row| row.shows.is_some());
    if depths.len() < LEAST_DEPTH as usize || (1..).zip(&depths).any(|(depth, row)| row.depth != depth) {
        complain(format!("the depths 1 to {LEAST_DEPTH} from the start position are not complete and in order"));
    }
    let mut whole = section.clone();
    if whole.confirm(known).is_ok() && whole.rows.len() > section.rows.len() {
        complain("depths are missing that were counted twice: `cargo xtask perft --twice` adds them".to_owned());
    }
    let found: Vec<_> = rules.iter().map(|row| (row.shows.clone().unwrap_or_default(), &row.fen, row.depth)).collect();
    let wanted = rules::of(&section.id, &known.suites)?;
    if found != wanted.iter().map(|rule| (rule.shows.clone(), &rule.fen, rule.depth)).collect::<Vec<_>>() {
        complain("its positions for rules are not those of xtask/src/perft/rules.rs and the suites".to_owned());
    }
    Ok(())
}

/// Checks the columns: only the slow generator, committed counts, and programs that play by all our rules.
fn witnesses(section: &Section, known: &Known, complain: &mut impl FnMut(String)) {
    let plays = |game: KnownVariant| game.id == section.id && game.is_full();
    let programs = [fairy_stockfish().any(plays), sjaak().any(plays)].into_iter().filter(|&plays| plays);
    let columns: Vec<String> = known.columns(&section.id).into_iter().map(str::to_owned).collect();
    match section.witnesses.as_slice() {
        [slow, others @ ..]
            if slow == SLOW
                && others.strip_prefix(columns.as_slice()).is_some_and(|others| others.len() <= programs.count()) => {}
        others => complain(format!("these columns are not possible together: {}", others.join(", "))),
    }
}

/// Checks counts against the committed ones, and marks as far as possible without another program.
fn marks(section: &Section, row: &Row, known: &Known, most_slow: u128, complain: &mut impl FnMut(String)) {
    let Row { fen, depth, nodes, confirmed, .. } = row;
    let [slow, marks @ ..] = confirmed.as_slice() else { return };
    for (column, marked) in known.columns(&section.id).into_iter().zip(marks) {
        if known.count(column, &section.id, fen, *depth).is_some() != *marked {
            complain(format!("{fen} depth {depth}: the mark of `{column}` is wrong"));
        }
    }
    for Line { place, case, .. } in known.lines(&section.id) {
        if case.fen == *fen && case.depth == *depth && case.nodes != *nodes {
            complain(format!("{fen} depth {depth}: {place} has {}, not {nodes}", case.nodes));
        }
    }
    if !slow && *nodes <= most_slow {
        complain(format!("{fen} depth {depth}: the slow generator was not asked"));
    }
}

/// Counts again, unless the count is too large.
struct Counts {
    fast: Option<u128>,
    slow: Option<u128>,
}

fn count_again(row: &Row, variant: Variant, most: u128, most_slow: u128) -> anyhow::Result<Counts> {
    let position = fen::read(&row.fen, variant)?;
    let fast = (row.nodes <= most).then(|| perft(&position, row.depth));
    let slow = (row.nodes <= most_slow).then(|| slow_count(variant.id(), &row.fen, row.depth)).transpose()?;
    Ok(Counts { fast, slow })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small enough for each run of the tests.
    const MOST: u128 = 2_000_000;
    const MOST_SLOW: u128 = 30_000;

    fn committed() -> (String, String) {
        let read = |path| std::fs::read_to_string(path).unwrap();
        (read(page::data_path()), read(page::path()))
    }

    #[test]
    fn the_counts_are_right() {
        let (data, text) = committed();
        let checked = check(&data, &text, MOST, MOST_SLOW).unwrap();
        assert_eq!(checked.complaints, [""; 0]);
        assert!(checked.counted > 100 && checked.slow > 50, "{} counted, {} slowly", checked.counted, checked.slow);
    }

    #[test]
    fn wrong_counts_are_noticed() {
        let (data, text) = committed();
        for (what, with, complaint) in [
            // A small count, and large ones that are in suites.
            ("\"nodes\":782,", "\"nodes\":783,", "the fast generator counts 782"),
            ("\"nodes\":786763,", "\"nodes\":786764,", "carrera.tsv:5 has 786763, not 786764"),
            ("\"nodes\":388662,", "\"nodes\":388663,", "has 388662, not 388663"),
            // Marks.
            (
                "\"nodes\":28,\"confirmed\":[\"slow\",\"third\"]",
                "\"nodes\":28,\"confirmed\":[\"slow\"]",
                "the mark of `third` is wrong",
            ),
            (
                "\"nodes\":28,\"confirmed\":[\"slow\",\"third\"]",
                "\"nodes\":28,\"confirmed\":[\"third\"]",
                "the slow generator was not asked",
            ),
            (
                "\"nodes\":28,\"confirmed\":[\"slow\",\"third\"]",
                "\"nodes\":28,\"confirmed\":[\"slow\",\"third\",\"twice\"]",
                "the mark of `twice` is wrong",
            ),
            // Counts that were made twice, and published ones.
            (
                "{\"depth\":9,\"nodes\":2439530234167,\"confirmed\":[\"twice\",\"published\"]},\n",
                "",
                "depths are missing that were counted twice",
            ),
            ("\"nodes\":84998978956,", "\"nodes\":84998978957,", "has 84998978956, not 84998978957"),
            (
                "\"nodes\":84998978956,\"confirmed\":[\"twice\",\"published\"]",
                "\"nodes\":84998978956,\"confirmed\":[\"twice\"]",
                "the mark of `published` is wrong",
            ),
            ("\"nodes\":39532257395,", "\"nodes\":39532257396,", "published.tsv:17 has 39532257395, not 39532257396"),
            (
                "\"witnesses\":[\"slow\",\"third\"",
                "\"witnesses\":[\"third\",\"slow\"",
                "these columns are not possible",
            ),
            // Rows, games and positions.
            ("{\"depth\":2,\"nodes\":782,\"confirmed\":[\"slow\",\"third\"]},\n", "", "are not complete and in order"),
            ("{\"id\":\"carrera\"", "{\"id\":\"carrera-qac\"", "its games are"),
            ("\"name\":\"Carrera's Chess\"", "\"name\":\"Chess\"", "its name is Carrera's Chess"),
            (
                "\"4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1\"",
                "\"4k5/10/10/b9/2p7/10/8P1/4K5 w - - 0 1\"",
                "positions for rules",
            ),
            ("\"nodes\":782,", "\"nodes\": 782,", "is not written as"),
        ] {
            assert!(data.contains(what), "{what}");
            let complaints = check(&data.replacen(what, with, 1), &text, 1000, 100).unwrap().complaints;
            assert!(complaints.iter().any(|found| found.contains(complaint)), "{what} -> {with}: {complaints:?}");
        }
        let complaints = check(&data, &text.replacen("| 782 |", "| 783 |", 1), 1000, 100).unwrap().complaints;
        assert_eq!(complaints, ["docs/reference/perft.md does not have the counts of docs/kit/counts.json"]);
    }
}
