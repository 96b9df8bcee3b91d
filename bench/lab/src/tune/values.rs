//! `cargo lab values`: the values of the pieces in each variant by hand, as docs/background/worth.md shows them.

use std::fmt::Write as _;

use campione_core::{Role, Variant};
use campione_search::{EvalParams, Evaluator};
use campione_workspace::{Verdict, replace_between, root};

/// The variants shown: one for each file of weights, and Janus Chess for the general file.
const GAMES: [&str; 5] = ["capablanca", "archchess", "herb-garden", "courier-spiel", "janus"];
const PAGE: &str = "docs/background/worth.md";
const BEGIN: &str = "<!-- cargo lab values -->\n";
const END: &str = "<!-- end of values -->\n";

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Writes the table to its page
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let table = table()?;
    if options.write {
        let path = root().join(PAGE);
        let page = std::fs::read_to_string(&path)?;
        std::fs::write(&path, replace_between(PAGE, &page, [BEGIN, END], &table)?)?;
    } else {
        say!("{table}");
    }
    Ok(Verdict::Good)
}

/// One line for each variant: its pieces by value, in centipawns.
fn table() -> anyhow::Result<String> {
    let mut text = String::from("| variant | middle game | endgame |\n|---|---|---|\n");
    for id in GAMES {
        let variant = Variant::named(id)?;
        let evaluator = Evaluator::new(variant, &EvalParams::of(variant));
        let roles = variant.all_roles().filter(|&role| role != Role::KING);
        let mut pieces: Vec<(char, [i32; 2])> =
            roles.map(|role| (variant.role(role).letter, evaluator.value(role))).collect();
        pieces.sort_by_key(|(letter, [middle, end])| (-(middle + end), *letter));
        write!(text, "| `{id}` |")?;
        for half in 0..2 {
            for (letter, values) in &pieces {
                write!(text, " {letter} {}", values[half])?;
            }
            text.push_str(" |");
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_values_of_the_engine() {
        let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
        let fresh = replace_between(PAGE, &page, [BEGIN, END], &table().unwrap()).unwrap();
        assert_eq!(page, fresh, "cargo lab values --write");
    }
}
