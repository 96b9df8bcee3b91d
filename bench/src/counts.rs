//! Instruction counts by variant and kind of work: tables, saved counts, and comparisons with them.

use std::fmt::Write as _;

use thousands::Separable;

/// The instructions that one kind of work takes in one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The id of the variant.
    pub game: String,
    /// The kind of work.
    pub work: String,
    /// The number of instructions.
    pub instructions: u64,
}

/// All counts of one run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// The tools that made the counts. Counts by different tools cannot be compared.
    pub made_with: String,
    /// The counts, in the order in which they were made.
    pub counts: Vec<Count>,
}

impl Counts {
    fn get(&self, game: &str, work: &str) -> Option<u64> {
        self.counts.iter().find(|count| count.game == game && count.work == work).map(|count| count.instructions)
    }

    /// A line that says how the counts were made, and a line for each count.
    pub fn write(&self) -> String {
        let mut text = format!("# {}\n", self.made_with);
        for Count { game, work, instructions } in &self.counts {
            let _ = writeln!(text, "{game}\t{work}\t{instructions}");
        }
        text
    }

    /// Reads the text of [`write`](Counts::write). `None` for any other text.
    pub fn read(text: &str) -> Option<Counts> {
        let (first, rest) = text.split_once('\n')?;
        let line = |line: &str| {
            let (game, rest) = line.split_once('\t')?;
            let (work, instructions) = rest.split_once('\t')?;
            Some(Count { game: game.to_owned(), work: work.to_owned(), instructions: instructions.parse().ok()? })
        };
        let counts = rest.lines().map(line).collect::<Option<_>>()?;
        Some(Counts { made_with: first.strip_prefix("# ")?.to_owned(), counts })
    }

    /// A table in Markdown, with a row for each variant and a column for each kind of work. With earlier counts, each
    /// count has its change in percent.
    pub fn table(&self, earlier: Option<&Counts>) -> String {
        let mut games: Vec<&str> = Vec::new();
        let mut works: Vec<&str> = Vec::new();
        for Count { game, work, .. } in &self.counts {
            if !games.contains(&game.as_str()) {
                games.push(game);
            }
            if !works.contains(&work.as_str()) {
                works.push(work);
            }
        }
        let mut text = format!("| game | {} |\n|---|{}\n", works.join(" | "), "--:|".repeat(works.len()));
        for game in games {
            let _ = write!(text, "| {game} |");
            for work in &works {
                let _ = write!(text, " {} |", cell(self.get(game, work), earlier.and_then(|e| e.get(game, work))));
            }
            text.push('\n');
        }
        text
    }
}

fn cell(now: Option<u64>, earlier: Option<u64>) -> String {
    match (now, earlier) {
        (None, _) => String::new(),
        (Some(now), None) => now.separate_with_commas(),
        (Some(now), Some(earlier)) if now == earlier => format!("{} (same)", now.separate_with_commas()),
        (Some(now), Some(earlier)) => {
            format!("{} ({:+.2} %)", now.separate_with_commas(), (now as f64 / earlier as f64 - 1.0) * 100.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(made_with: &str, counts: &[(&str, &str, u64)]) -> Counts {
        let count = |&(game, work, instructions): &(&str, &str, u64)| Count {
            game: game.to_owned(),
            work: work.to_owned(),
            instructions,
        };
        Counts { made_with: made_with.to_owned(), counts: counts.iter().map(count).collect() }
    }

    #[test]
    fn saved_and_read_again() {
        let counts = counts("valgrind-3, PEXT", &[("carrera", "play", 7), ("carrera", "perft 3 --plain", u64::MAX)]);
        assert_eq!(Counts::read(&counts.write()), Some(counts));
        for text in ["", "# x", "x\ncarrera\tplay\t7\n", "# x\ncarrera\tplay\n", "# x\ncarrera\tplay\tmany\n"] {
            assert_eq!(Counts::read(text), None, "{text}");
        }
    }

    #[test]
    fn tables() {
        let now = counts("", &[("a", "x", 999), ("a", "y", 1_234_567), ("b", "x", 1000)]);
        assert_eq!(now.table(None), "| game | x | y |\n|---|--:|--:|\n| a | 999 | 1,234,567 |\n| b | 1,000 |  |\n");
        let earlier = counts("", &[("a", "x", 999), ("a", "y", 1_000_000), ("b", "x", 2000)]);
        let text = now.table(Some(&earlier));
        assert_eq!(text.lines().nth(2), Some("| a | 999 (same) | 1,234,567 (+23.46 %) |"));
        assert_eq!(text.lines().nth(3), Some("| b | 1,000 (-50.00 %) |  |"));
    }
}
