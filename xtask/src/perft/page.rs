//! The database of counts, docs/kit/counts.json, and the page made from it, docs/reference/perft.md.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use campione_notation::kit::LEAF;
use serde::{Deserialize, Serialize};
use thousands::Separable;

use super::known::{PUBLISHED, TWICE};
use crate::root;

/// The text above the tables.
const INTRODUCTION: &str = "\
# Perft counts

How many move paths of each length there are by [RULES.md](../RULES.md): from the start position of every variant, and from
a position for each of its special rules. `cargo xtask perft --publish` counts and writes this page and the same counts for
programs, [counts.json](../kit/counts.json); a test compares them with the suites and repeats the short counts. Depths 8 and 9 from
the start positions are from `cargo xtask perft --twice`.

The fast generator has counted every figure, with a table of the positions already counted. A ✓ says who has confirmed
it. Where there is none, no other count was made, mostly because it would take too long.

- **slow**: the generator of `movegen/reference`, written from the rules alone. It shares no code
  with the fast one.
- **third**: an independent program; its counts are committed in `notation/tests/data`.
- **twice**: the fast generator in another way, ply by ply, with a table of another size. `xtask/data/deep.tsv`
  has both counts, how they were made, the time of the deepest, and the generator's commit.
- **published**: somebody else published the count; `xtask/data/published.tsv` says who.
- Another program has a column where it plays the game by all our rules, in the version that is named there.

";

/// The beginning of the line about the limits.
const LIMITS: &str = "Limits of this run: ";

/// The path of the page.
pub(super) fn path() -> PathBuf {
    root().join("docs/reference/perft.md")
}

/// The path of the database.
pub(super) fn data_path() -> PathBuf {
    root().join("docs/kit/counts.json")
}

/// Writes database and page.
pub(super) fn save(page: &Page) -> anyhow::Result<()> {
    for (path, text) in [(data_path(), write_data(page)?), (path(), write(page))] {
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// All counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Page {
    /// The limits of the counts.
    pub(crate) limits: String,
    pub(crate) sections: Vec<Section>,
}

/// The counts of one variant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Section {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The start position.
    pub(crate) start: String,
    /// The witnesses: all that counted besides the fast generator.
    pub(crate) witnesses: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

/// One count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// What the position shows; `None` for the start position.
    pub(crate) shows: Option<String>,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) nodes: u128,
    /// The witnesses that confirm the count.
    pub(crate) confirmed: Vec<bool>,
}

/// The page as text.
pub(crate) fn write(page: &Page) -> String {
    let mut text = format!("{INTRODUCTION}{LIMITS}{}\n", page.limits);
    for Section { id, name, start, witnesses, rows } in &page.sections {
        text.push_str(&format!("\n## `{id}`: {name}\n\n`{start}`\n"));
        let (rules, depths): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.shows.is_some());
        for (rows, columns, lines) in [(depths, "", ""), (rules, " position for a rule | FEN |", "---|---|")] {
            if rows.is_empty() {
                continue;
            }
            let shown = |name: &str| lines.is_empty() || ![TWICE, PUBLISHED].contains(&name);
            let names = witnesses.iter().filter(|name| shown(name));
            text.push_str(&format!("\n|{columns} depth | nodes |{}\n", cells(names.clone())));
            text.push_str(&format!("|{lines}--:|--:|{}\n", ":-:|".repeat(names.count())));
            for Row { shows, fen, depth, nodes, confirmed } in rows {
                let position = shows.as_ref().map_or(String::new(), |shows| format!(" {shows} | `{fen}` |"));
                let marks = witnesses.iter().zip(confirmed).filter(|(name, _)| shown(name));
                let marks = cells(marks.map(|(_, &yes)| if yes { "✓" } else { "" }));
                text.push_str(&format!("|{position} {depth} | {} |{marks}\n", nodes.separate_with_commas()));
            }
        }
    }
    text
}

fn cells(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    texts.map(|text| format!(" {} |", text.as_ref())).collect()
}

/// The database as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// What the numbers are.
    leaf: String,
    limits: String,
    variants: Vec<VariantData>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantData {
    id: String,
    name: String,
    start: String,
    witnesses: Vec<String>,
    counts: Vec<CountData>,
}

/// A count. Without `fen` it is of the start position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shows: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    depth: u32,
    nodes: u64,
    /// Those of the witnesses that confirm it.
    confirmed: Vec<String>,
}

/// The database as text, a count on each line.
fn write_data(page: &Page) -> anyhow::Result<String> {
    let variant = |section: &Section| -> anyhow::Result<String> {
        let counts = section.rows.iter().map(|row| {
            let of_start = row.shows.is_none();
            let confirmed = section.witnesses.iter().zip(&row.confirmed).filter(|(_, confirms)| **confirms);
            serde_json::to_string(&CountData {
                shows: row.shows.clone(),
                fen: (!of_start).then(|| row.fen.clone()),
                depth: row.depth,
                nodes: u64::try_from(row.nodes)?,
                confirmed: confirmed.map(|(name, _)| name.clone()).collect(),
            })
            .context("a count")
        });
        let counts = counts.collect::<anyhow::Result<Vec<String>>>()?.join(",\n");
        let Section { id, name, start, witnesses, rows: _ } = section.clone();
        let head = serde_json::to_string(&VariantData { id, name, start, witnesses, counts: Vec::new() })?;
        let head = head.strip_suffix("]}").context("counts come last")?;
        Ok(format!("{head}\n{counts}\n]}}"))
    };
    let variants = page.sections.iter().map(variant).collect::<anyhow::Result<Vec<String>>>()?.join(",\n");
    let head = Data { leaf: LEAF.to_owned(), limits: page.limits.clone(), variants: Vec::new() };
    let head = serde_json::to_string(&head)?;
    let head = head.strip_suffix("]}").context("variants come last")?;
    Ok(format!("{head}\n{variants}\n]}}\n"))
}

/// Reads the database. It does not check the exact text: for that, write it again and compare.
pub(super) fn read_data(text: &str) -> anyhow::Result<Page> {
    let data: Data = serde_json::from_str(text)?;
    ensure!(data.leaf == LEAF, "it says otherwise what a leaf is");
    let section = |variant: VariantData| -> anyhow::Result<Section> {
        let VariantData { id, name, start, witnesses, counts } = variant;
        let row = |count: CountData| -> anyhow::Result<Row> {
            let unknown = count.confirmed.iter().find(|name| !witnesses.contains(name));
            ensure!(unknown.is_none(), "depth {}: a witness that the variant does not have", count.depth);
            ensure!(count.shows.is_some() == count.fen.is_some(), "depth {}: `fen` belongs to `shows`", count.depth);
            Ok(Row {
                confirmed: witnesses.iter().map(|name| count.confirmed.contains(name)).collect(),
                shows: count.shows,
                fen: count.fen.unwrap_or_else(|| start.clone()),
                depth: count.depth,
                nodes: u128::from(count.nodes),
            })
        };
        let rows = counts.into_iter().map(row).collect::<anyhow::Result<_>>().with_context(|| id.clone())?;
        Ok(Section { id, name, start, witnesses, rows })
    };
    let sections = data.variants.into_iter().map(section).collect::<anyhow::Result<_>>()?;
    Ok(Page { limits: data.limits, sections })
}

/// What is wrong with the texts of database and page, if anything.
pub(super) fn not_as_written(page: &Page, data: &str, text: &str) -> anyhow::Result<Option<&'static str>> {
    Ok(if write_data(page)? != data {
        Some("docs/kit/counts.json is not written as `cargo xtask perft --publish` writes it")
    } else if write(page) != text {
        Some("docs/reference/perft.md does not have the counts of docs/kit/counts.json")
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let row = |shows: Option<&str>, fen: &str, depth, nodes, confirmed: [bool; 4]| Row {
            shows: shows.map(str::to_owned),
            fen: fen.to_owned(),
            depth,
            nodes,
            confirmed: confirmed.to_vec(),
        };
        let section = Section {
            id: "janus".to_owned(),
            name: "Janus Chess".to_owned(),
            start: "rjnb w KQkq - 0 1".to_owned(),
            witnesses: ["slow", "third", "twice", "Sjaak II 1.4.1"].map(str::to_owned).to_vec(),
            rows: vec![
                row(None, "rjnb w KQkq - 0 1", 1, 28, [true, true, false, true]),
                row(None, "rjnb w KQkq - 0 1", 2, 1_015_802_437, [false, true, true, false]),
                row(Some("§9: a rule"), "r3 w - - 0 1 a8:1", 4, 999, [true, false, false, false]),
            ],
        };
        Page { limits: "depth 7.".to_owned(), sections: vec![section.clone(), Section { rows: Vec::new(), ..section }] }
    }

    #[test]
    fn written_and_read_again() {
        let text = write(&page());
        assert!(text.contains("\n| 2 | 1,015,802,437 |  | ✓ | ✓ |  |\n"), "{text}");
        // No position for a rule is counted twice.
        assert!(
            text.contains("\n| position for a rule | FEN | depth | nodes | slow | third | Sjaak II 1.4.1 |\n"),
            "{text}"
        );
        assert!(text.contains("\n| §9: a rule | `r3 w - - 0 1 a8:1` | 4 | 999 | ✓ |  |  |\n"), "{text}");
        let data = write_data(&page()).unwrap();
        assert!(data.contains("\n{\"depth\":2,\"nodes\":1015802437,\"confirmed\":[\"third\",\"twice\"]},\n"), "{data}");
        assert_eq!(read_data(&data).unwrap(), page());
        assert_eq!(not_as_written(&page(), &data, &text).unwrap(), None);
        assert!(not_as_written(&page(), &data, "").unwrap().is_some());
        assert!(not_as_written(&page(), "", &text).unwrap().is_some());
    }

    #[test]
    fn data_that_cannot_be_read() {
        let text = write_data(&page()).unwrap();
        for (what, with) in [
            ("\"leaf\":\"A count", "\"leaf\":\"Any count"),
            ("\"limits\":\"depth 7.\",", ""),
            ("\"id\":", "\"key\":"),
            ("\"nodes\":28", "\"nodes\":-28"),
            ("\"nodes\":28", "\"nodes\":\"28\""),
            ("\"depth\":1", "\"plies\":1"),
            ("\"confirmed\":[\"slow\"", "\"confirmed\":[\"quick\""),
            ("\"fen\":\"r3 w - - 0 1 a8:1\",", ""),
            ("]}\n]}", "]}\n]"),
        ] {
            assert!(text.contains(what), "{what}");
            assert!(read_data(&text.replacen(what, with, 1)).is_err(), "{what} -> {with}");
        }
    }
}
