//! `XBoard`'s names of variants.
//!
//! What `XBoard` makes of a name was tried with version 4.9.1 (`cargo xtask screen`). If it takes the name for a variant of
//! its own, it sends its own name for that, and only if the engine lists that name. Any other name it sends as it is, and
//! only if the engine lists it; the engine then describes the variant.

use std::borrow::Cow;

use campione_core::Variant;
use campione_variants::Foreign;

/// The names that `XBoard` finds anywhere in a name.
const ANYWHERE: [&str; 14] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];

/// The names that `XBoard` finds at the beginning of a name, if no letter follows.
const AT_THE_BEGINNING: [&str; 24] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "unknown",
];

/// Whether `XBoard` knows a variant by itself.
pub fn is_known(variant: Variant) -> bool {
    known_name(variant).is_some()
}

fn known_name(variant: Variant) -> Option<&'static str> {
    Foreign::of(variant)?.xboard
}

/// The variant of its own for which `XBoard` takes a name, and where in the name the reason is.
fn taken(name: &str) -> Option<(usize, &'static str)> {
    let anywhere = || ANYWHERE.iter().find_map(|&own| Some((name.find(own)?, own)));
    let at_the_beginning = || {
        let alone = |own: &str| {
            let rest = name.strip_prefix(own);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
        };
        AT_THE_BEGINNING.iter().find(|&&own| alone(own)).map(|&own| (0, own))
    };
    let fischer_random = || {
        let fischer = name.find("fischer").filter(|_| name.contains("random"));
        let at = fischer.or_else(|| name.find("960")).or_else(|| name.find("frc"))?;
        Some((at, "fischerandom"))
    };
    // Chess servers have numbered "wild" variants. The number may come directly after the first w.
    let numbered = || {
        let at = name.find("wild").map(|at| at + 3).or_else(|| name.find('w'))?;
        let rest = name[at + 1..].trim_start_matches([' ', '(', '/']);
        rest.starts_with(|next: char| next.is_ascii_digit()).then_some((at, "wild"))
    };
    anywhere().or_else(at_the_beginning).or_else(fischer_random).or_else(numbered)
}

/// The name that `XBoard` sends to an engine, if it lists that name, when its user asks for `name` in lower case. The variants
/// that chess servers number are all `wild` here.
///
/// ```
/// use campione_notation::xboard::passed_on;
/// assert_eq!(passed_on("carrera"), "carrera");
/// assert_eq!(passed_on("chess960"), "fischerandom");
/// assert_eq!(passed_on("courier-spiel"), "courier");
/// assert_eq!(passed_on("my-great-game"), "my-great-game");
/// ```
pub fn passed_on(name: &str) -> &str {
    taken(name).map_or(name, |(_, own)| own)
}

/// The name of a variant for `XBoard`. If it takes our id for another variant, the name has a period inside (`c.ourier`).
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::xboard::name_of;
/// assert_eq!(name_of(Variant::named("crc")?), "caparandom");
/// assert_eq!(name_of(Variant::named("courier-spiel")?), "kurierspiel");
/// assert_eq!(name_of(Variant::named("carrera")?), "carrera");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name_of(variant: Variant) -> Cow<'static, str> {
    if let Some(name) = Foreign::of(variant).and_then(|row| row.xboard.or(row.for_xboard)) {
        return Cow::Borrowed(name);
    }
    let mut name = Cow::Borrowed(variant.id());
    while let Some((at, _)) = taken(&name) {
        name.to_mut().insert(at + 1, '.');
    }
    name
}

/// The id of a variant that `XBoard` knows by another name, if `XBoard` sends the id as it is. The engine may list it
/// besides [`name_of`], and answers it with [`setup_of`](super::setup_of).
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::xboard::second_name_of;
/// assert_eq!(second_name_of(Variant::named("crc")?), Some("crc"));
/// assert_eq!(second_name_of(Variant::named("chess960")?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn second_name_of(variant: Variant) -> Option<&'static str> {
    let id = variant.id();
    (known_name(variant)? != id && passed_on(id) == id).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_variants::FromToml as _;

    #[test]
    fn no_name_hides_another() {
        for id in Variant::all_ids() {
            let variant = Variant::named(id).unwrap();
            let name = name_of(variant);
            assert_eq!(taken(&name).map(|(_, own)| own), known_name(variant), "{name}");
        }
        let text = Variant::named("gothic").unwrap().spec().to_toml();
        for (id, name) in [
            ("great-gothic", "g.reat-gothic"),
            ("my-great-game", "my-great-game"),
            ("grandest", "grandest"),
            ("atomic-shatranj", "a.tomic-s.hatranj"),
            ("gothic960", "g.othic9.60"),
            ("fischer-like-random", "f.ischer-like-random"),
            ("new5", "new.5"),
        ] {
            let text = text.replace("\"gothic\"", &format!("\"{id}\""));
            let own = campione_core::VariantSpec::from_toml(&text, "x").unwrap();
            assert_eq!(name_of(Variant::compile(own).unwrap()), name);
        }
    }
}
