//! The names of our variants in other programs.

use campione_core::Variant;

/// Names in tags and options of other programs, in lower case, without spaces and signs.
const ALIASES: &[(&str, &[&str])] = &[
    ("carrera", &["carrerachess", "carreraschess"]),
    ("modern-carrera", &["moderncarrerachess", "moderncarreraschess"]),
    ("archchess", &["archchess1683"]),
    ("herb-garden", &["herbgardenchess"]),
    ("crc", &["capablancarandom", "capablancarandomchess", "caparandom", "randomcapablanca"]),
    ("courier-spiel", &["courierspiel1821", "kurierspiel"]),
    ("capablanca", &["capablancachess", "capablancaschess", "capa"]),
    ("gothic", &["gothicchess"]),
    ("embassy", &["embassychess"]),
    ("janus", &["januschess", "janusschach"]),
    ("bird", &["birdchess", "birdschess"]),
    ("grand", &["grandchess"]),
    ("opulent", &["opulentchess"]),
    ("tencubed", &["tencubedchess"]),
    ("shako", &["shakochess"]),
    ("chancellor", &["chancellorchess"]),
    ("modern", &["modernchess", "mauramodernchess"]),
    ("centaur", &["royalcourt", "royalcourtchess"]),
    ("courier", &["courierchess", "courierchess12x8"]),
    ("almost", &["almostchess"]),
    ("amazon", &["amazonchess"]),
    ("berolina", &["berolinachess"]),
    ("newzealand", &["newzealandchess"]),
    ("losalamos", &["losalamoschess"]),
    ("gardner", &["gardnersminichess", "minichess"]),
    ("chess", &["standard", "normal", "orthodox", "orthodoxchess", "fromposition", "regular", "classical"]),
    (
        "chess960",
        &["960", "chess9lx", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess", "frc"],
    ),
];

/// The id of the built-in variant with a name: its id, its own name or one that other programs use, in either case, with
/// or without spaces, hyphens and apostrophes.
///
/// ```
/// use campione_variants::variant_id;
/// assert_eq!(variant_id("Capablanca Random"), Some("crc"));
/// assert_eq!(variant_id("fischerandom"), Some("chess960"));
/// assert_eq!(variant_id("crazyhouse"), None);
/// ```
pub fn variant_id(name: &str) -> Option<&'static str> {
    let bare =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let name = bare(name);
    let alias = || ALIASES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|&(id, _)| id);
    Variant::all_ids().find(|id| bare(id) == name).or_else(alias)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_bare_and_has_nothing_twice() {
        let mut seen: Vec<String> = Variant::all_ids().map(|id| id.replace('-', "")).collect();
        for (id, names) in ALIASES {
            assert!(Variant::all_ids().any(|known| known == *id), "{id}");
            for name in *names {
                assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{name}");
                assert!(!seen.iter().any(|known| known == name), "{name} is there twice");
                seen.push((*name).to_owned());
            }
        }
    }
}
