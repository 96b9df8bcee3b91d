//! The report of `lab net`, as Markdown.

use std::fmt::Write as _;

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
        let elo = elo(generation).map_or_else(|| "-".to_owned(), |(elo, error)| format!("{elo:+.0} (±{error:.0})"));
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
        // If all games ended alike, there is no interval.
        let one_sided = if generation.played.losses == 0 { (f64::INFINITY, 0.0) } else { (f64::NEG_INFINITY, 0.0) };
        let verdict = match elo(generation).unwrap_or(one_sided) {
            (elo, error) if elo > error => "It is stronger than the hand-written evaluation.",
            (elo, error) if elo < -error => {
                "It is weaker than the hand-written evaluation: it needs more positions or generations."
            }
            _ => {
                "It is not certain which is stronger, it or the hand-written evaluation: more games show it, and more \
                 positions or generations make a better net."
            }
        };
        let _ = writeln!(text, "\nThe best is g{number}. {verdict}\n");
        let _ = writeln!(text, "```sh\ncampione analyse -v {GAME} --eval-file g{number}.net\n```");
        text += "\nIn a GUI: the UCI options `VariantPath` and `EvalFile`.\n";
    }
    text
}

/// The Elo difference and half its interval, unless all games ended alike.
fn elo(generation: &Generation) -> Option<(f64, f64)> {
    generation.played.elo.filter(|(elo, error)| elo.is_finite() && error.is_finite())
}
