//! What confirms a count without being asked again: the independent program's suites, deep counts made twice, and counts
//! that others have published.

use anyhow::Context;

use super::page::{Row, Section};
use super::twice;
use crate::lines::{self, Line};
use crate::root;

/// The columns of docs/reference/perft.md that are not other programs.
pub(super) const SLOW: &str = "slow";
pub(super) const THIRD: &str = "third";
pub(super) const TWICE: &str = "twice";
pub(super) const PUBLISHED: &str = "published";

/// The committed counts.
pub(super) struct Known {
    pub(super) suites: Vec<Line>,
    pub(super) twice: Vec<Line>,
    pub(super) published: Vec<Line>,
}

impl Known {
    /// Reads all files.
    pub(super) fn read() -> anyhow::Result<Known> {
        Ok(Known {
            suites: lines::read(&lines::committed()?)?,
            twice: twice::read(&twice::path())?,
            published: lines::read(&[root().join("xtask/data/published.tsv")])?,
        })
    }

    /// All lines of a variant.
    pub(super) fn lines<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Line> {
        let all = self.suites.iter().chain(&self.twice).chain(&self.published);
        all.filter(move |line| line.game("") == id)
    }

    /// The columns of a variant after that of the slow generator.
    pub(super) fn columns(&self, id: &str) -> Vec<&'static str> {
        let has = |column: &str, lines: &[Line]| {
            let of_id = |Line { case, .. }: &Line| self.count(column, id, &case.fen, case.depth).is_some();
            lines.iter().any(of_id)
        };
        let twice = has(TWICE, &self.twice).then_some(TWICE);
        let published = has(PUBLISHED, &self.published).then_some(PUBLISHED);
        [THIRD].into_iter().chain(twice).chain(published).collect()
    }

    /// The count that a column stands for, if there is one.
    pub(super) fn count(&self, column: &str, id: &str, fen: &str, depth: u32) -> Option<u128> {
        let find = |lines: &[Line], independent: bool| {
            let mut found = lines.iter().filter(|line| line.independent || !independent);
            found.find(|line| line.is_of(id, fen, depth)).map(|line| line.case.nodes)
        };
        match column {
            THIRD => find(&self.suites, true),
            TWICE => twice::counted(&self.twice, id, fen, depth),
            PUBLISHED => find(&self.published, false),
            _ => None,
        }
    }
}

impl Section {
    /// Adds the counts of the start position that were made twice, and sets the marks of all columns that are not the slow
    /// generator's or another program's; a column that is missing is added.
    ///
    /// # Errors
    /// Two counts differ.
    pub(super) fn confirm(&mut self, known: &Known) -> anyhow::Result<()> {
        self.deepen(known);
        for (place, column) in (1..).zip(known.columns(&self.id)) {
            let is_new = self.witnesses.get(place).is_none_or(|found| found != column);
            if is_new {
                self.witnesses.insert(place.min(self.witnesses.len()), column.to_owned());
            }
            for row in &mut self.rows {
                let count = known.count(column, &self.id, &row.fen, row.depth);
                if let Some(nodes) = count {
                    row.expect(column, nodes).with_context(|| self.id.clone())?;
                }
                if is_new {
                    row.confirmed.insert(place.min(row.confirmed.len()), false);
                }
                if let Some(mark) = row.confirmed.get_mut(place) {
                    *mark = count.is_some();
                }
            }
        }
        Ok(())
    }

    /// Adds the rows that follow the deepest one from the start position, as far as they were counted twice.
    fn deepen(&mut self, known: &Known) {
        let mut end = self.rows.iter().take_while(|row| row.shows.is_none()).count();
        let mut depth = end.checked_sub(1).map_or(0, |last| self.rows[last].depth);
        while let Some(nodes) = known.count(TWICE, &self.id, &self.start, depth + 1) {
            depth += 1;
            let confirmed = vec![false; self.witnesses.len()];
            self.rows.insert(end, Row { shows: None, fen: self.start.clone(), depth, nodes, confirmed });
            end += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        lines::read_text("test", text).unwrap()
    }

    fn known() -> Known {
        Known {
            suites: lines("# made by an independent program\nchess\tstart\t1\t20\n"),
            twice: lines(
                "chess\tstart\t3\t8902\tfirst: a\nchess\tstart\t3\t8902\tsecond: b\nchess\tstart\t4\t1\tfirst: a\n",
            ),
            published: lines("chess\tstart\t3\t8902\tOEIS\n"),
        }
    }

    fn section(id: &str, witnesses: &[&str]) -> Section {
        let row = |shows: Option<&str>, depth, nodes| Row {
            shows: shows.map(str::to_owned),
            fen: "start".to_owned(),
            depth,
            nodes,
            confirmed: witnesses.iter().map(|_| true).collect(),
        };
        Section {
            id: id.to_owned(),
            start: "start".to_owned(),
            witnesses: witnesses.iter().map(|&name| name.to_owned()).collect(),
            rows: vec![row(None, 1, 20), row(None, 2, 400), row(Some("a rule"), 3, 8902)],
            ..Section::default()
        }
    }

    #[test]
    fn deeper_rows_and_their_marks() {
        let mut found = section("chess", &[SLOW, THIRD, "Sjaak"]);
        found.confirm(&known()).unwrap();
        assert_eq!(found.witnesses, [SLOW, THIRD, TWICE, PUBLISHED, "Sjaak"]);
        let rows: Vec<_> = found.rows.iter().map(|row| (row.shows.is_some(), row.depth, row.nodes)).collect();
        // The fourth ply was counted only once.
        assert_eq!(rows, [(false, 1, 20), (false, 2, 400), (false, 3, 8902), (true, 3, 8902)]);
        let marks: Vec<&[bool]> = found.rows.iter().map(|row| row.confirmed.as_slice()).collect();
        assert_eq!(marks[0], [true, true, false, false, true]);
        assert_eq!(marks[1], [true, false, false, false, true]);
        assert_eq!(marks[2], [false, false, true, true, false]);
        // Doing it again changes nothing.
        let once = found.clone();
        found.confirm(&known()).unwrap();
        assert_eq!(found, once);
    }

    #[test]
    fn columns_that_a_variant_lacks() {
        let mut found = section("janus", &[SLOW]);
        found.confirm(&known()).unwrap();
        assert_eq!(found.witnesses, [SLOW, THIRD]);
        assert!(found.rows.iter().all(|row| row.confirmed == [true, false]), "{found:?}");
    }

    #[test]
    fn another_count_is_an_error() {
        let mut found = section("chess", &[SLOW]);
        found.rows[0].nodes = 21;
        let error = format!("{:#}", found.confirm(&known()).unwrap_err());
        assert_eq!(error, "chess: start depth 1: we count 21, third 20");
        let wrong = Known { published: lines("chess\tstart\t3\t8903\tOEIS\n"), ..known() };
        let error = format!("{:#}", section("chess", &[SLOW]).confirm(&wrong).unwrap_err());
        assert_eq!(error, "chess: start depth 3: we count 8902, published 8903");
    }

    #[test]
    fn published_counts_are_of_start_positions() {
        let known = Known::read().unwrap();
        assert!(known.published.len() > 20);
        for line in &known.published {
            let variant = campione_core::Variant::named(line.game("")).unwrap();
            let start = campione_notation::fen::write(&campione_movegen::Position::start(variant));
            assert_eq!(line.case.fen, start, "{}", line.place);
            assert_ne!(line.case.note, "", "{}: it does not say who published it", line.place);
        }
    }
}
