//! Writing and reading docs/reference/perft.md.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail, ensure};
use thousands::Separable;

use super::known::{PUBLISHED, TWICE};
use crate::root;

/// The text above the tables.
const INTRODUCTION: &str = "\
# Perft counts

How many ways there are to play so many plies by the rules of [RULES.md](../RULES.md): from the start position of every
game, and from a position for each of its special rules. `cargo xtask perft --publish` has computed and written this
page; a test counts again what does not take long, and compares the page with the suites. Depth 8 from the start positions
is from `cargo xtask perft --twice`.

Every figure was counted by the fast generator, with a table of positions that it had counted before. A ✓ says who has
counted it too, with the same result. Where there is none, nobody was asked, mostly because it would take too long.

- **slow**: the generator of `movegen/reference`, written from the rules alone. It shares no code
  with the fast one.
- **third**: an independent program; its counts are committed in `notation/tests/data`.
- **twice**: the fast generator in another way, ply by ply, from the positions after three plies, with a table of another
  size. `xtask/data/deep.tsv` has both counts, how they were made, and the generator's commit.
- **published**: somebody else has published the count; `xtask/data/published.tsv` says who.
- Another program has a column where it plays the game by all our rules, in the version that is named there.

";

/// The beginning of the line about the limits.
const LIMITS: &str = "Limits of this run: ";

/// The path of the page.
pub(crate) fn path() -> PathBuf {
    root().join("docs/reference/perft.md")
}

/// The whole page.
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

/// Reads a page. It does not check the exact text: for that, write the page again and compare.
pub(crate) fn read(text: &str) -> anyhow::Result<Page> {
    let rest = text.strip_prefix(INTRODUCTION).context("the introduction differs")?;
    let (limits, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let limits = limits.strip_prefix(LIMITS).context("the limits are missing")?.to_owned();
    let mut sections: Vec<Section> = Vec::new();
    let mut columns = Vec::new();
    for line in rest.lines().filter(|line| !line.is_empty()) {
        if let Some(heading) = line.strip_prefix("## `") {
            let (id, name) = heading.split_once("`: ").with_context(|| format!("no heading: {line}"))?;
            sections.push(Section { id: id.to_owned(), name: name.to_owned(), ..Section::default() });
        } else {
            let section = sections.last_mut().with_context(|| format!("before the first variant: {line}"))?;
            section.read_line(line, &mut columns).with_context(|| format!("{}: {line}", section.id))?;
        }
    }
    Ok(Page { limits, sections })
}

impl Section {
    /// Reads one line below the heading. `columns` are the witnesses of the table: the second one of a section lacks some.
    fn read_line(&mut self, line: &str, columns: &mut Vec<String>) -> anyhow::Result<()> {
        let Some(row) = line.strip_prefix('|') else {
            let start = line.strip_prefix('`').and_then(|line| line.strip_suffix('`')).context("no start position")?;
            start.clone_into(&mut self.start);
            return Ok(());
        };
        let row: Vec<&str> = row.strip_suffix('|').context("an open row")?.split('|').map(str::trim).collect();
        if row[0].starts_with("--") {
            return Ok(());
        }
        if let Some(nodes) = row.iter().position(|cell| *cell == "nodes") {
            *columns = row[nodes + 1..].iter().map(|&name| name.to_owned()).collect();
            if self.rows.is_empty() {
                self.witnesses.clone_from(columns);
            }
            let unknown = columns.iter().find(|name| !self.witnesses.contains(name));
            ensure!(unknown.is_none(), "the first table lacks a column of this one");
            return Ok(());
        }
        let confirmed = row.len().checked_sub(columns.len()).context("too few cells")?;
        let (shows, fen, counts) = match row[..confirmed] {
            [depth, nodes] => (None, self.start.as_str(), [depth, nodes]),
            [shows, fen, depth, nodes] => (Some(shows.to_owned()), fen.trim_matches('`'), [depth, nodes]),
            _ => bail!("no row of a table here"),
        };
        let mark = |cell: &&str| match *cell {
            "✓" => Ok(true),
            "" => Ok(false),
            other => Err(anyhow!("expected a mark or an empty cell: {other}")),
        };
        let marks: Vec<bool> = row[confirmed..].iter().map(mark).collect::<anyhow::Result<_>>()?;
        let marked = |name: &String| columns.iter().zip(&marks).any(|(column, &marked)| marked && column == name);
        let row = Row {
            shows,
            fen: fen.to_owned(),
            depth: counts[0].parse().context("the depth")?,
            nodes: counts[1].replace(',', "").parse().context("the nodes")?,
            confirmed: self.witnesses.iter().map(marked).collect(),
        };
        ensure!(!row.fen.is_empty(), "a row before its position");
        self.rows.push(row);
        Ok(())
    }
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
        let mut expected = page();
        // Without a table there are no witnesses.
        expected.sections[1].witnesses.clear();
        assert_eq!(read(&text).unwrap(), expected);
    }

    #[test]
    fn pages_that_cannot_be_read() {
        let text = write(&page());
        for (what, with) in [
            ("# Perft", "# Other"),
            ("Limits of this run", "Limits"),
            ("`janus`: ", "janus: "),
            ("| 28 |", "| many |"),
            ("| 1 | 28 |", "| x | 28 |"),
            ("| 1 | 28 | ✓ |", "| 1 | 28 | yes |"),
            ("| 1 | 28 | ✓ |", "| 1 | 28 |"),
            ("| 1 | 28 | ✓ | ✓ |  | ✓ |", "| 1 | 28 | ✓ | ✓ |  | ✓"),
            ("| FEN | depth | nodes | slow |", "| FEN | depth | nodes | quick |"),
            ("\n`rjnb w KQkq - 0 1`\n", "\n"),
            ("\n`rjnb w KQkq - 0 1`\n", "\nrjnb\n"),
        ] {
            assert!(text.contains(what), "{what}");
            assert!(read(&text.replacen(what, with, 1)).is_err(), "{what} -> {with}");
        }
    }
}
