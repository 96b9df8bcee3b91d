//! The report of `lab net`, as Markdown.

use std::fmt::Write as _;

use campione_referee::{MatchReport, elo_in_words};
use thousands::Separable;

use super::{GAME, Generation, Workshop};

/// The report of the generations that are complete.
pub(super) fn text(workshop: &Workshop, done: &[Generation]) -> String {
    let Workshop { variant, plan, .. } = workshop;
    let mut text = format!("# A net for {}\n\n", variant.spec().name);
    let _ = writeln!(
        text,
        "Each net against the hand-written evaluation, {} nodes a move, {} hidden neurons:\n",
        plan.match_nodes.separate_with_commas(),
        plan.hidden
    );
    text += "| net | positions | result | score | Elo | losses | games |\n|---|---|---|---|---|---|---|\n";
    for (number, generation) in (1..).zip(done) {
        let played = &generation.played;
        let games = played.wins + played.draws + played.losses;
        let score = (f64::from(played.wins) + f64::from(played.draws) / 2.0) / f64::from(games.max(1));
        let elo = elo_in_words(played.elo);
        let _ = writeln!(
            text,
            "| [g{number}.net](g{number}.net) | {} | +{} ={} -{} | {:.1} % | {elo} | [plot](g{number}.svg), \
             [table](g{number}.tsv) | [{games}](g{number}.pgn) |",
            generation.positions.separate_with_commas(),
            played.wins,
            played.draws,
            played.losses,
            100.0 * score,
        );
    }
    if done.len() < plan.generations as usize {
        let _ = writeln!(text, "\n{} of {} generations are complete.", done.len(), plan.generations);
    }
    let best = (1..).zip(done).max_by(|(_, one), (_, other)| {
        let points = |generation: &Generation| 2 * generation.played.wins + generation.played.draws;
        points(one).cmp(&points(other))
    });
    if let Some((number, generation)) = best {
        let verdict = verdict(&generation.played);
        let _ = writeln!(text, "\nThe best is g{number}. {verdict}\n");
        let _ = writeln!(text, "```sh\ncampione analyse -v {GAME} --eval-file g{number}.net\n```");
        text += "\nIn a GUI: the UCI options `VariantPath` and `EvalFile`.\n";
    }
    text
}

/// What a match says of a net.
fn verdict(played: &MatchReport) -> &'static str {
    match played.elo {
        // An interval without a bound holds any difference, unless all games ended alike.
        Some((elo, error)) if elo == f64::INFINITY || elo > error => "It is stronger than the hand-written evaluation.",
        Some((elo, error)) if elo == f64::NEG_INFINITY || elo < -error => {
            "It is weaker than the hand-written evaluation: it needs more positions or generations."
        }
        _ => {
            "It is not certain which is stronger, it or the hand-written evaluation: more games show it, and more \
             positions or generations make a better net."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_judged_by_its_interval() {
        let infinite = f64::INFINITY;
        let words = [
            (Some((infinite, f64::NAN)), "It is stronger"),
            (Some((30.0, 20.0)), "It is stronger"),
            (Some((-infinite, f64::NAN)), "It is weaker"),
            (Some((-30.0, 20.0)), "It is weaker"),
            // Won nearly all games, too few to tell.
            (Some((380.0, infinite)), "It is not certain"),
            (Some((10.0, 20.0)), "It is not certain"),
            (None, "It is not certain"),
        ];
        for (elo, begins) in words {
            let played = MatchReport {
                wins: 9,
                draws: 0,
                losses: 1,
                elo,
                ratio: None,
                our_faults: 0,
                their_faults: 0,
                stopped: false,
                lines: Vec::new(),
            };
            assert!(verdict(&played).starts_with(begins), "{elo:?}");
        }
    }
}
