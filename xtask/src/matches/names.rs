//! A program's names for our variants, and its options.

use anyhow::bail;
use campione_core::internal::by_similarity;
use campione_core::{Variant, variant_id};
use campione_movegen::Position;

use super::contestant::Setting;
use super::source::VariantSource;

/// The better known variant with the same rules and another array, if there is one.
fn kin(id: &str) -> Option<&'static str> {
    matches!(id, "modern-carrera" | "bird").then_some("capablanca")
}

/// Why a program cannot play a variant from a file.
pub(crate) const NOT_TOLD: &str =
    "it cannot read our variant files; if it knows the variant, give its name with --first-game or --second-game NAME";

/// A program's name for a variant, out of those it offers. If it offers none, a name given by the user is accepted.
///
/// # Errors
/// It does not offer the variant.
pub(crate) fn choose<'a>(game: &VariantSource, asked: Option<&'a str>, offered: &[&'a str]) -> anyhow::Result<&'a str> {
    let variant = &game.variant;
    if let Some(asked) = asked {
        if offered.is_empty() || offered.contains(&asked) {
            return Ok(asked);
        }
        bail!("it knows no variant `{asked}`{}", instead(asked, offered));
    }
    let id = variant.id();
    let exact = offered.iter().find(|&&name| name == id);
    // A variant from a file has no other known names.
    let alias = || offered.iter().find(|&&name| game.file.is_none() && variant_id(name) == Some(id));
    let kin = || offered.iter().find(|&&name| game.file.is_none() && kin(id) == Some(name));
    let Some(name) = exact.or_else(alias).or_else(kin) else {
        bail!(
            "it does not know {id}; it offers {}: give its name for the variant with --first-game or --second-game NAME",
            list(offered)
        );
    };
    Ok(name)
}

/// Whether a program that knows the variant's name is at `start` without a further command.
pub(crate) fn stands_at(name: &str, start: &Position) -> bool {
    let variant: Variant = start.variant();
    let known = variant_id(name).or((name == variant.id()).then_some(name));
    known == Some(variant.id()) && !variant.has_random_arrays() && *start == Position::start(variant)
}

/// Checks that a program has all the options that are set.
///
/// # Errors
/// The first option that it does not have.
pub(crate) fn check_options(options: &[Setting], offered: &[String]) -> anyhow::Result<()> {
    let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
    for Setting { name, .. } in options {
        if !offered.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            bail!("it has no option `{name}`{}", instead(name, &offered));
        }
    }
    Ok(())
}

/// The most names listed in a message.
const MOST: usize = 24;

fn list(names: &[&str]) -> String {
    match names.len().saturating_sub(MOST) {
        0 if names.is_empty() => "none".to_owned(),
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..MOST].join(", ")),
    }
}

/// The similar names, or else all names.
fn instead(text: &str, known: &[&str]) -> String {
    let near = by_similarity(text, known.iter().copied(), str::to_ascii_lowercase);
    let near: Vec<&str> = near.filter(|&(similarity, _)| similarity > 0.75).take(3).map(|(_, name)| name).collect();
    if near.is_empty() { format!("; it offers {}", list(known)) } else { format!("; similar: {}", near.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_other_names() {
        let offered = ["normal", "capablanca", "caparandom", "fischerandom"];
        let name = |id: &str| {
            let game = VariantSource::built_in(Variant::named(id).unwrap());
            choose(&game, None, &offered).map_err(|error| error.to_string())
        };
        for (id, expected) in [
            ("chess", "normal"),
            ("chess960", "fischerandom"),
            ("crc", "caparandom"),
            ("capablanca", "capablanca"),
            ("bird", "capablanca"),
            ("modern-carrera", "capablanca"),
        ] {
            assert_eq!(name(id).as_deref(), Ok(expected), "{id}");
        }
        let error = name("gothic").unwrap_err();
        assert!(error.starts_with("it does not know gothic; it offers normal, capablanca,"), "{error}");
    }

    #[test]
    fn a_game_that_the_user_names() {
        let game = VariantSource::built_in(Variant::named("carrera").unwrap());
        assert_eq!(choose(&game, Some("mine"), &[]).unwrap(), "mine");
        assert_eq!(choose(&game, Some("mine"), &["normal", "mine"]).unwrap(), "mine");
        let error = choose(&game, Some("capablnca"), &["normal", "capablanca"]).unwrap_err().to_string();
        assert_eq!(error, "it knows no variant `capablnca`; similar: capablanca");
    }

    #[test]
    fn start_positions_that_go_without_saying() {
        let [capablanca, bird, crc] = ["capablanca", "bird", "crc"].map(|id| Variant::named(id).unwrap());
        assert!(stands_at("capablanca", &Position::start(capablanca)));
        assert!(!stands_at("capablanca", &Position::start(bird)));
        assert!(!stands_at("caparandom", &Position::start(crc)));
        let start = Position::start(capablanca);
        let later = start.play_unchecked(start.legal_moves()[0]);
        assert!(!stands_at("capablanca", &later));
    }
}
