//! `XBoard`'s names of variants.

use std::borrow::Cow;

use campione_core::Variant;

/// The variants that `XBoard` knows by itself: our ids and its names.
const KNOWN: [(&str, &str); 6] = [
    ("chess", "normal"),
    ("chess960", "fischerandom"),
    ("capablanca", "capablanca"),
    ("gothic", "gothic"),
    ("janus", "janus"),
    ("crc", "caparandom"),
];

/// `XBoard`'s names of variants. It takes a name that contains one of them for that variant.
const TAKEN: [&str; 39] = [
    "normal",
    "fischerandom",
    "capablanca",
    "gothic",
    "janus",
    "caparandom",
    "wildcastle",
    "nocastle",
    "crazyhouse",
    "bughouse",
    "losers",
    "suicide",
    "giveaway",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "xiangqi",
    "shogi",
    "chu",
    "courier",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "berolina",
    "super",
    "great",
    "twilight",
    "makruk",
    "spartan",
    "asean",
    "lion",
    "elven",
    "seirawan",
    "grand",
    "janggi",
    "duck",
    "twokings",
];

/// Whether `XBoard` knows a variant by itself.
pub fn is_known(variant: Variant) -> bool {
    known_name(variant).is_some()
}

fn known_name(variant: Variant) -> Option<&'static str> {
    let &(_, name) = KNOWN.iter().find(|&&(id, _)| id == variant.id())?;
    variant.is_built_in().then_some(name)
}

/// The name of a variant for `XBoard`. `XBoard` takes a name that contains one of its own names for that variant, so
/// such a name gets a period inside (`g.othic`).
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
    let id = variant.id();
    if let Some(name) = known_name(variant) {
        return Cow::Borrowed(name);
    }
    if id == "courier-spiel" {
        return Cow::Borrowed("kurierspiel");
    }
    let mut name = Cow::Borrowed(id);
    // A period inside the word: `c.ourier-chess`.
    while let Some(at) = TAKEN.iter().find_map(|taken| name.find(taken)) {
        name.to_mut().insert(at + 1, '.');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_hides_another() {
        for id in Variant::all_ids() {
            let variant = Variant::named(id).unwrap();
            let name = name_of(variant);
            assert_eq!(is_known(variant), TAKEN.iter().any(|taken| name.contains(taken)), "{name}");
        }
        let text = Variant::named("gothic").unwrap().spec().to_toml().replace("\"gothic\"", "\"great-gothic\"");
        let own = campione_core::VariantSpec::from_toml(&text, "x").unwrap();
        assert_eq!(name_of(Variant::compile(own).unwrap()), "g.reat-g.othic");
    }
}
