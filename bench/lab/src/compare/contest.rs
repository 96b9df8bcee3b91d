//! Two programs that run in alternation.

use anyhow::Context;

use super::statistics::{Pair, Spread, Timing};

/// A program that counts in a process of its own.
pub(crate) trait Side {
    /// Starts the process, counts, and measures the whole time.
    fn run(&self, depth: u32) -> anyhow::Result<Timing>;
}

/// Our side and another, each with its depth.
pub(crate) struct Contest<'a> {
    pub(crate) sides: [&'a dyn Side; 2],
    pub(crate) depths: [u32; 2],
    pub(crate) runs: u32,
}

impl Contest<'_> {
    /// Measures the start-up of both sides, then `pairs` pairs; each result is reported at once.
    pub(crate) fn hold(&self, mut tell: impl FnMut(Pair)) -> anyhow::Result<Vec<Pair>> {
        let mut startups = [Vec::new(), Vec::new()];
        for _ in 0..self.runs {
            for (side, seconds) in self.sides.iter().zip(&mut startups) {
                seconds.push(side.run(1)?.seconds);
            }
        }
        let mut startup = [0.0; 2];
        for (startup, seconds) in startup.iter_mut().zip(startups) {
            *startup = Spread::of(seconds).context("no runs")?.median;
        }
        let mut pairs = Vec::new();
        for _ in 0..self.runs {
            let [ours, theirs] = [self.sides[0].run(self.depths[0])?, self.sides[1].run(self.depths[1])?];
            let pair = Pair { ours: ours.speed(startup[0])?, theirs: theirs.speed(startup[1])? };
            tell(pair);
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// A side that takes the same time for every start, and ten seconds more for every count.
    struct Fixed<'a> {
        name: char,
        startup: f64,
        log: &'a RefCell<String>,
    }

    impl Side for Fixed<'_> {
        fn run(&self, depth: u32) -> anyhow::Result<Timing> {
            self.log.borrow_mut().push_str(&format!("{}{depth} ", self.name));
            let seconds = if depth == 1 { self.startup } else { self.startup + 10.0 };
            Ok(Timing { nodes: 10u128.pow(depth), seconds })
        }
    }

    #[test]
    fn sides_alternate_and_start_up_is_subtracted() {
        let log = RefCell::new(String::new());
        let ours = Fixed { name: 'a', startup: 0.5, log: &log };
        let theirs = Fixed { name: 'b', startup: 2.0, log: &log };
        let mut told = Vec::new();
        let contest = Contest { sides: [&ours, &theirs], depths: [3, 2], runs: 2 };
        let pairs = contest.hold(|pair| told.push(pair)).unwrap();
        assert_eq!(pairs, [Pair { ours: 100.0, theirs: 10.0 }; 2]);
        assert_eq!(told, pairs);
        assert_eq!(log.borrow().trim_end(), "a1 b1 a1 b1 a3 b2 a3 b2");
    }

    #[test]
    fn a_count_that_takes_no_time() {
        let log = RefCell::new(String::new());
        let side = Fixed { name: 'a', startup: 0.5, log: &log };
        let contest = Contest { sides: [&side, &side], depths: [1, 1], runs: 1 };
        assert!(contest.hold(|_| ()).is_err());
    }
}
