//! What an engine reports about its search.

/// The score of a mate, in centipawns.
pub const MATE_CP: i32 = 30_000;

/// The last report of a search; any part may be missing.
///
/// ```
/// use campione_driver::SearchReport;
/// let lines = ["info depth 9 score cp 31 nodes 1200 pv e2e4", "bestmove e2e4"].map(str::to_owned);
/// let report = SearchReport::of_uci(&lines);
/// assert_eq!((report.depth, report.score, report.nodes), (Some(9), Some(31), Some(1200)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchReport {
    /// The score for the side to move, in centipawns; for mates [`MATE_CP`] or its negative.
    pub score: Option<i32>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes of the whole search.
    pub nodes: Option<u64>,
}

impl SearchReport {
    /// The last report in `info` lines of UCI. Bounds are skipped, because a later line has the score.
    pub fn of_uci(lines: &[String]) -> SearchReport {
        let mut report = SearchReport::default();
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
                continue;
            }
            let after = |key: &str| words.iter().position(|&word| word == key).map(|at| &words[at + 1..]);
            let number = |key: &str| after(key)?.first()?.parse::<u64>().ok();
            if number("multipv").is_some_and(|line| line > 1) {
                continue;
            }
            report.nodes = number("nodes").or(report.nodes);
            if words.iter().any(|&word| word == "lowerbound" || word == "upperbound") {
                continue;
            }
            let score = after("score").and_then(|words| match words {
                ["cp", value, ..] => value.parse().ok(),
                ["mate", value, ..] => Some(if value.starts_with('-') || *value == "0" { -MATE_CP } else { MATE_CP }),
                _ => None,
            });
            if score.is_some() {
                report.score = score;
                report.depth = number("depth").and_then(|depth| depth.try_into().ok()).or(report.depth);
            }
        }
        report
    }

    /// The last report in lines of `XBoard`'s protocol: ply, score, hundredths of a second, nodes, moves.
    ///
    /// ```
    /// use campione_driver::SearchReport;
    /// let report = SearchReport::of_xboard(&["9 31 120 1200 e2e4".to_owned()]);
    /// assert_eq!((report.depth, report.score, report.nodes), (Some(9), Some(31), Some(1200)));
    /// ```
    pub fn of_xboard(lines: &[String]) -> SearchReport {
        lines.iter().rev().find_map(|line| thinking(line)).unwrap_or_default()
    }
}

fn thinking(line: &str) -> Option<SearchReport> {
    let mut words = line.split_whitespace();
    // Some engines put a sign after the ply.
    let depth = words.next()?.trim_end_matches(|sign: char| !sign.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(SearchReport { score: Some(score.clamp(-MATE_CP, MATE_CP)), depth: Some(depth), nodes: Some(nodes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_score_counts() {
        let lines = [
            "info depth 1 seldepth 2 multipv 1 score cp 20 nodes 30 pv e2e4",
            "info string depth 9 score cp 99",
            "info depth 5 multipv 2 score cp -300 nodes 400",
            "info depth 6 score cp 50 lowerbound nodes 500",
            "info depth 5 score mate -2 nodes 450 time 1 pv e2e4",
            "info nodes 600 nps 3",
            "bestmove e2e4",
        ];
        let report = SearchReport::of_uci(&lines.map(str::to_owned));
        assert_eq!(report, SearchReport { score: Some(-MATE_CP), depth: Some(5), nodes: Some(600) });
    }

    #[test]
    fn thinking_of_xboard() {
        let read = |line: &str| thinking(line).map(|report| (report.score, report.depth, report.nodes));
        assert_eq!(read(" 4     10        0       1576 h1i3 h8i8"), Some((Some(10), Some(4), Some(1_576))));
        assert_eq!(read("9& -100012 35 1 e2e4"), Some((Some(-MATE_CP), Some(9), Some(1))));
        for line in ["# 4 5 6 7", "move e2e4", "4 5 6", "pong 4", "", "1. e4 e5 2. Nf3"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
