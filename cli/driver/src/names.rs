//! The names of variants in other programs.

use std::fmt;

use campione_core::Variant;
use campione_core::internal::{by_similarity, one_of};
use campione_notation::xboard::name_of;
use campione_variants::{Foreign, variant_id};

/// An engine does not offer a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The name that was asked for, or the names that the variant may have.
    pub names: Vec<String>,
    /// Whether the user asked for that name.
    pub asked: bool,
    /// The names that the engine offers.
    pub offered: Vec<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { names, asked, offered } = self;
        write!(f, "the engine does not know {}", names.join(" or "))?;
        match (asked, &names[..]) {
            (true, [name]) => f.write_str(&instead(name, offered)),
            _ => write!(f, "; it offers {}", list(offered)),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The name of a variant in an engine, out of the names that it offers. A name that the user asks for must be offered,
/// unless the engine offers none.
///
/// Besides the id, every name that [`variant_id`] knows is accepted, and the name of a variant that differs only in its
/// array. `with_chess960` says that the engine plays any variant with castling as in Chess960 by an option; then
/// Chess960 may be its chess.
///
/// # Errors
/// The engine does not offer the variant.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::names::choose;
/// let offered = ["normal", "capablanca", "caparandom"].map(str::to_owned);
/// assert_eq!(choose(Variant::named("crc")?, None, &offered, false)?, "caparandom");
/// assert_eq!(choose(Variant::named("bird")?, None, &offered, false)?, "capablanca");
/// let error = choose(Variant::named("gothic")?, None, &offered, false).unwrap_err();
/// assert_eq!(error.to_string(), "the engine does not know gothic; it offers normal, capablanca, caparandom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(
    variant: Variant,
    asked: Option<&str>,
    offered: &[String],
    with_chess960: bool,
) -> Result<String, UnknownName> {
    let has = |name: &str| offered.iter().any(|known| known == name);
    if let Some(asked) = asked {
        if offered.is_empty() || has(asked) {
            return Ok(asked.to_owned());
        }
        return Err(UnknownName { names: vec![asked.to_owned()], asked: true, offered: offered.to_vec() });
    }
    let id = variant.id();
    // A variant from a file has no other known names, even if it uses the id of a built-in one.
    let aliases = |id: &'static str| offered.iter().find(move |name| variant_id(name) == Some(id));
    let mut names = vec![id.to_owned()];
    let mut found = offered.iter().find(|&name| name == id);
    if let Some(row) = Foreign::of(variant) {
        let kin = row.arrayed_as.or((with_chess960 && id == "chess960").then_some("chess"));
        found = found.or_else(|| aliases(row.id)).or_else(|| kin.and_then(aliases));
        names.extend(kin.map(str::to_owned));
    }
    found.cloned().ok_or_else(|| UnknownName { names, asked: false, offered: offered.to_vec() })
}

/// The name by which an engine that lists no variants is most likely to know one.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::names::usual;
/// assert_eq!(usual(Variant::named("crc")?), "caparandom");
/// assert_eq!(usual(Variant::named("bird")?), "capablanca");
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn usual(variant: Variant) -> String {
    match Foreign::of(variant).and_then(|row| row.arrayed_as) {
        Some(id) => id.to_owned(),
        None => name_of(variant).into_owned(),
    }
}

/// The most names that are listed.
const MOST: usize = 24;

/// Some names in a message.
pub(crate) fn list(names: &[String]) -> String {
    match names.len().saturating_sub(MOST) {
        0 if names.is_empty() => "none".to_owned(),
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..MOST].join(", ")),
    }
}

/// Suggestions for a wrong name: the similar names, or else all names.
pub(crate) fn instead(text: &str, known: &[String]) -> String {
    let names = known.iter().map(String::as_str);
    let near = by_similarity(text, names, str::to_ascii_lowercase).filter(|&(similarity, name)| {
        let contains = text.len() > 2 && name.to_ascii_lowercase().contains(&text.to_ascii_lowercase());
        similarity > 0.75 || contains
    });
    let near: Vec<&str> = near.take(3).map(|(_, name)| name).collect();
    match near[..] {
        [] if known.is_empty() => String::new(),
        [] => format!("; it offers {}", list(known)),
        _ => format!("; did you mean {}?", one_of(&near)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_variants::FromToml as _;

    #[test]
    fn variants_by_other_names() {
        let uci = ["chess", "capablanca", "caparandom"].map(str::to_owned);
        let xboard = ["normal", "capablanca", "caparandom", "fischerandom"].map(str::to_owned);
        let name = |id: &str, offered: &[String], with_chess960| {
            choose(Variant::named(id).unwrap(), None, offered, with_chess960).map_err(|error| error.to_string())
        };
        for (id, by_uci, by_xboard) in [
            ("chess", "chess", "normal"),
            ("chess960", "chess", "fischerandom"),
            ("crc", "caparandom", "caparandom"),
            ("capablanca", "capablanca", "capablanca"),
            ("bird", "capablanca", "capablanca"),
            ("modern-carrera", "capablanca", "capablanca"),
        ] {
            assert_eq!(name(id, &uci, true).as_deref(), Ok(by_uci), "{id}");
            assert_eq!(name(id, &xboard, false).as_deref(), Ok(by_xboard), "{id}");
        }
        let error = name("chess960", &uci, false).unwrap_err();
        assert_eq!(error, "the engine does not know chess960; it offers chess, capablanca, caparandom");
        let error = name("carrera", &uci, true).unwrap_err();
        assert!(error.contains("carrera; it offers chess, capablanca, caparandom"), "{error}");
    }

    #[test]
    fn a_name_that_the_user_gives() {
        let carrera = Variant::named("carrera").unwrap();
        let offered = ["chess", "capablanca", "caparandom"].map(str::to_owned);
        assert_eq!(choose(carrera, Some("mine"), &[], false).unwrap(), "mine");
        assert_eq!(choose(carrera, Some("capablanca"), &offered, false).unwrap(), "capablanca");
        let error = choose(carrera, Some("capblanca"), &offered, false).unwrap_err().to_string();
        assert_eq!(error, "the engine does not know capblanca; did you mean capablanca or caparandom?");
        assert!(choose(carrera, Some("x"), &offered, false).is_err());
    }

    #[test]
    fn a_variant_from_a_file_has_its_own_name_only() {
        let own = Variant::from_toml("extends = \"gothic\"\nid = \"bird\"\npromotion.to = \"Q\"\n", "bird").unwrap();
        let offered = ["bird-chess", "capablanca"].map(str::to_owned);
        assert!(choose(own, None, &offered, false).is_err());
        assert_eq!(choose(own, None, &["bird".to_owned()], false).unwrap(), "bird");
    }
}
