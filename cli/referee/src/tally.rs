//! The running totals of a match.

use std::collections::BTreeMap;
use std::time::Duration;

use campione_core::Color;
use thousands::Separable;

use super::MatchReport;
use super::game::{Fault, Offence, Turn};
use super::statistics::{Pairs, Sprt, sprt};

/// A game that counts.
#[derive(Clone, Debug)]
pub(crate) struct Finished<'g> {
    /// The number of its opening (from 1).
    pub(crate) round: usize,
    /// The color of the first engine.
    pub(crate) first: Color,
    pub(crate) winner: Option<Color>,
    pub(crate) why: &'g str,
    pub(crate) offence: Option<Offence>,
    /// All plies, including the opening.
    pub(crate) plies: usize,
    /// The moves after the opening; `None` if the engines' reports on them are not known.
    pub(crate) turns: &'g [Turn],
    /// The color that moved first after the opening.
    pub(crate) begins: Color,
}

/// The first and the second engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    pub(crate) names: [String; 2],
    /// Whether its faults are ours, because it is our engine.
    pub(crate) are_ours: [bool; 2],
}

/// Totals over the moves of an engine.
#[derive(Clone, Copy, Default, Debug)]
struct Work {
    moves: u64,
    spent: Duration,
    /// Sums, each with the number of moves that report it.
    depth: (u64, u64),
    nodes: (u64, u64),
    time_forfeits: u32,
    other_faults: u32,
}

/// All games so far.
#[derive(Debug)]
pub(crate) struct Tally {
    names: Names,
    /// Games won, drawn and lost by the first engine, as White and as Black.
    games: [[u32; 3]; 2],
    pairs: Pairs,
    plies: u64,
    reasons: BTreeMap<String, u32>,
    work: [Work; 2],
    faults: Vec<String>,
}

/// The most faults that are listed.
const MOST_FAULTS: usize = 20;

impl Tally {
    pub(crate) fn new(names: Names) -> Tally {
        Tally {
            names,
            games: Default::default(),
            pairs: Pairs::default(),
            plies: 0,
            reasons: BTreeMap::new(),
            work: Default::default(),
            faults: Vec::new(),
        }
    }

    /// Adds a game; returns the half points of the first engine.
    pub(crate) fn add(&mut self, result: &Finished<'_>) -> u32 {
        let points = result.winner.map_or(1, |winner| if winner == result.first { 2 } else { 0 });
        self.games[result.first as usize][2 - points as usize] += 1;
        self.plies += result.plies as u64;
        let kind = result.offence.map_or(result.why, |offence| offence.words());
        *self.reasons.entry(kind.to_owned()).or_default() += 1;
        let engine = |color: Color| usize::from(color != result.first);
        let mut color = result.begins;
        for turn in result.turns {
            self.work[engine(color)].add(turn);
            color = !color;
        }
        if let (Some(offence), Some(winner)) = (result.offence, result.winner) {
            let loser = engine(!winner);
            let work = &mut self.work[loser];
            *(if offence.fault() == Fault::Time { &mut work.time_forfeits } else { &mut work.other_faults }) += 1;
            self.faults.push(format!("game {}: {}: {}", result.round_name(), self.names.names[loser], result.why));
        }
        points
    }

    /// Adds a pair by the half points of the first engine.
    pub(crate) fn add_pair(&mut self, half_points: u32) {
        self.pairs.add(half_points);
    }

    /// The number of faults of our engine, or of other programs.
    fn faults(&self, ours: bool) -> u32 {
        let engines = self.work.iter().zip(self.names.are_ours).filter(|&(_, is_ours)| is_ours == ours);
        engines.map(|(work, _)| work.time_forfeits + work.other_faults).sum()
    }

    fn all(&self) -> [u32; 3] {
        [0, 1, 2].map(|index| self.games[0][index] + self.games[1][index])
    }

    /// The sequential test between two Elo differences, with the log-likelihood ratio.
    pub(crate) fn test(&self, bounds: Option<(f64, f64)>) -> (Sprt, f64) {
        let ratio = bounds.map_or(0.0, |(low, high)| self.pairs.likelihood_ratio(low, high));
        (if bounds.is_some() { sprt(ratio) } else { Sprt::Open }, ratio)
    }

    /// The state of the match in a line.
    pub(crate) fn line(&self, bounds: Option<(f64, f64)>) -> String {
        let [won, drawn, lost] = self.all();
        let mut line = format!("{} games: +{won} ={drawn} -{lost}", won + drawn + lost);
        if let Some(score) = self.pairs.score() {
            line += &format!(", {:.1} % ({}), {}", 100.0 * score.value, error(100.0 * score.error), self.elo());
        }
        if bounds.is_some() {
            let (verdict, ratio) = self.test(bounds);
            line += &format!(", LLR {ratio:.2} {}", verdict.text());
        }
        line
    }

    fn elo(&self) -> String {
        format!("Elo {}", elo_in_words(self.pairs.elo().map(|elo| (elo.value, elo.error))))
    }

    /// The report at the end of the match.
    pub(crate) fn report(&self, bounds: Option<(f64, f64)>, stopped: bool) -> MatchReport {
        let [wins, draws, losses] = self.all();
        MatchReport {
            wins,
            draws,
            losses,
            elo: self.pairs.elo().map(|elo| (elo.value, elo.error)),
            ratio: bounds.map(|bounds| self.test(Some(bounds)).1),
            our_faults: self.faults(true),
            their_faults: self.faults(false),
            stopped,
            lines: self.summary(bounds),
        }
    }

    /// The report at the end of the match, as lines.
    pub(crate) fn summary(&self, bounds: Option<(f64, f64)>) -> Vec<String> {
        let [first, second] = &self.names.names;
        let mut lines = vec![String::new(), format!("{first} against {second}")];
        let row = |name: &str, [won, drawn, lost]: [u32; 3]| {
            let games = won + drawn + lost;
            let score = 100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(games.max(1));
            format!("{name:<10} {games:>6} games  +{won} ={drawn} -{lost}  {score:.1} %")
        };
        lines.push(row("as White", self.games[0]));
        lines.push(row("as Black", self.games[1]));
        lines.push(row("together", self.all()));
        if let Some(score) = self.pairs.score() {
            let pairs = self.pairs.0.map(|count| count.to_string()).join(" ");
            let (value, error) = (100.0 * score.value, error(100.0 * score.error));
            lines.push(format!("{}, score {value:.1} % ({error}); intervals of 95 %", self.elo()));
            lines.push(format!("pairs by points of the first engine (0, ½, 1, 1½, 2): {pairs}"));
        }
        if let Some((low, high)) = bounds {
            let (verdict, ratio) = self.test(bounds);
            lines.push(format!("SPRT of {low} and {high} Elo: LLR {ratio:.2}, {}", verdict.text()));
        }
        let games: u32 = self.all().iter().sum();
        lines.push(format!("plies of a game: {:.1}", self.plies as f64 / f64::from(games.max(1))));
        let mut reasons: Vec<(&String, &u32)> = self.reasons.iter().collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(*count));
        lines.extend(reasons.into_iter().map(|(reason, count)| format!("{count:>6} {reason}")));
        let width = self.names.names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        lines.extend(self.names.names.iter().zip(&self.work).map(|(name, work)| format!("{name:<width$}  {work}")));
        let more = self.faults.len().saturating_sub(MOST_FAULTS);
        lines.extend(self.faults.iter().take(MOST_FAULTS).map(|fault| format!("fault: {fault}")));
        lines.extend((more > 0).then(|| format!("and {more} more faults")));
        lines
    }
}

/// The Elo difference of a [`MatchReport`], with half its interval.
///
/// ```
/// use campione_referee::elo_in_words;
/// assert_eq!(elo_in_words(Some((12.34, 5.0))), "+12.3 (±5.0)");
/// assert_eq!(elo_in_words(Some((f64::INFINITY, f64::NAN))), "without bound: all games won");
/// assert_eq!(elo_in_words(None), "unknown");
/// ```
pub fn elo_in_words(elo: Option<(f64, f64)>) -> String {
    match elo {
        None => "unknown".to_owned(),
        // With all points on one side, no difference is too large.
        Some((f64::INFINITY, _)) => "without bound: all games won".to_owned(),
        Some((f64::NEG_INFINITY, _)) => "without bound: all games lost".to_owned(),
        Some((value, half)) => {
            // Avoids minus zero.
            let value = if value.abs() < 0.05 { 0.0 } else { value };
            format!("{value:+.1} ({})", error(half))
        }
    }
}

/// Half an interval; unknown if all pairs have the same result.
fn error(error: f64) -> String {
    match error {
        0.0 => "±?".to_owned(),
        // One side has nearly all points.
        error if !error.is_finite() => "no bound".to_owned(),
        error => format!("±{error:.1}"),
    }
}

impl Finished<'_> {
    /// The number of a game: its opening, and first or second game.
    pub(crate) fn round_name(&self) -> String {
        format!("{}.{}", self.round, 1 + self.first as usize)
    }
}

impl Work {
    fn add(&mut self, turn: &Turn) {
        self.moves += 1;
        self.spent += turn.spent;
        let count = |(sum, count): &mut (u64, u64), value: Option<u64>| {
            *sum += value.unwrap_or_default();
            *count += u64::from(value.is_some());
        };
        count(&mut self.depth, turn.report.depth.map(u64::from));
        count(&mut self.nodes, turn.report.nodes);
    }
}

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let average = |(sum, count): (u64, u64)| (count > 0).then(|| sum as f64 / count as f64);
        if self.moves > 0 {
            match average(self.depth) {
                Some(depth) => write!(f, "depth {depth:.1}, ")?,
                None => f.write_str("depth unknown, ")?,
            }
            match average(self.nodes) {
                Some(nodes) => write!(f, "{} nodes and ", (nodes.round() as u64).separate_with_commas())?,
                None => f.write_str("nodes unknown, ")?,
            }
            write!(f, "{:.1} ms a move; ", 1_000.0 * self.spent.as_secs_f64() / self.moves as f64)?;
        }
        write!(f, "time forfeits {}, other faults {}", self.time_forfeits, self.other_faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_driver::SearchReport;

    fn tally() -> Tally {
        let names = ["one", "another"].map(str::to_owned);
        Tally::new(Names { names, are_ours: [true, false] })
    }

    fn game(first: Color, winner: Option<Color>, why: &'static str) -> Finished<'static> {
        Finished {
            round: 3,
            first,
            winner,
            why,
            offence: Offence::of(why),
            plies: 41,
            turns: &[],
            begins: Color::White,
        }
    }

    #[test]
    fn games_count_for_who_plays_them() {
        use Color::{Black, White};
        let mut tally = tally();
        for (first, winner, why, points) in [
            (White, Some(White), "checkmate", 2),
            (White, Some(Black), "time forfeit by 0.100 s", 0),
            (Black, Some(Black), "illegal move e2e5", 2),
            (Black, None, "repetition", 1),
        ] {
            assert_eq!(tally.add(&game(first, winner, why)), points);
        }
        tally.add_pair(2);
        tally.add_pair(3);
        assert_eq!([tally.faults(true), tally.faults(false)], [1, 1]);
        assert_eq!(tally.line(None), "4 games: +2 =1 -1, 62.5 % (±17.3), Elo +88.7 (±136.3)");
        let summary = tally.summary(Some((0.0, 2.5))).join("\n");
        for line in [
            "one against another",
            "as White        2 games  +1 =0 -1  50.0 %",
            "as Black        2 games  +1 =1 -0  75.0 %",
            "pairs by points of the first engine (0, ½, 1, 1½, 2): 0 0 1 1 0",
            "SPRT of 0 and 2.5 Elo: LLR 0.00, open",
            "plies of a game: 41.0",
            "     1 illegal move",
            "     1 time forfeit",
            "one      time forfeits 1, other faults 0",
            "another  time forfeits 0, other faults 1",
            "fault: game 3.1: one: time forfeit by 0.100 s",
            "fault: game 3.2: another: illegal move e2e5",
        ] {
            assert!(summary.lines().any(|found| found == line), "{line} is missing in\n{summary}");
        }
    }

    #[test]
    fn work_is_an_average_of_what_is_told() {
        let turn = |depth, nodes| Turn {
            mv: campione_movegen::Move::from_bits(77).unwrap(),
            report: SearchReport { depth, nodes, score: None },
            spent: Duration::from_millis(20),
        };
        let turns = [turn(Some(8), Some(1_000)), turn(None, None), turn(Some(9), Some(3_000)), turn(None, None)];
        let mut tally = tally();
        tally.add(&Finished {
            turns: &turns,
            first: Color::Black,
            begins: Color::Black,
            ..game(Color::Black, None, "x")
        });
        assert_eq!(
            tally.work.map(|work| work.to_string()),
            [
                "depth 8.5, 2,000 nodes and 20.0 ms a move; time forfeits 0, other faults 0",
                "depth unknown, nodes unknown, 20.0 ms a move; time forfeits 0, other faults 0"
            ]
        );
        let mut tally = super::tests::tally();
        assert_eq!(tally.line(None), "0 games: +0 =0 -0");
        tally.add_pair(2);
        assert_eq!(tally.line(None), "0 games: +0 =0 -0, 50.0 % (±?), Elo +0.0 (±?)");
        tally.add_pair(4);
        tally.add_pair(4);
        assert_eq!(tally.line(None), "0 games: +0 =0 -0, 83.3 % (±26.7), Elo +279.6 (no bound)");
        for (half_points, score, word) in [(4, "100.0", "won"), (0, "0.0", "lost")] {
            let mut tally = super::tests::tally();
            tally.add_pair(half_points);
            let line = format!("0 games: +0 =0 -0, {score} % (±?), Elo without bound: all games {word}");
            assert_eq!(tally.line(None), line);
        }
    }

    #[test]
    fn faults_of_our_engine_are_counted() {
        let mut tally = Tally::new(Names { names: ["a", "b"].map(str::to_owned), are_ours: [false, true] });
        let lost = Finished {
            round: 1,
            first: Color::White,
            winner: Some(Color::White),
            why: "illegal move a1a1",
            offence: Some(Offence::IllegalMove),
            plies: 1,
            turns: &[],
            begins: Color::White,
        };
        tally.add(&lost);
        assert_eq!([tally.faults(true), tally.faults(false)], [1, 0]);
    }
}
