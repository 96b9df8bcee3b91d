//! The variants and options that a program offers.

use anyhow::anyhow;
use campione_core::internal::{by_similarity, one_of};

use crate::io::Usage;

/// The names of a variant in other programs, the likeliest first, and whether castling is as in Chess960.
pub(super) fn names(id: &str) -> (Vec<&str>, bool) {
    let others: &[&str] = match id {
        "chess" => &["normal"],
        "chess960" => &["fischerandom", "chess", "normal"],
        "crc" => &["caparandom"],
        // The same rules with another array.
        "modern-carrera" | "bird" => &["capablanca"],
        _ => &[],
    };
    (std::iter::once(id).chain(others.iter().copied()).collect(), matches!(id, "chess960" | "crc"))
}

/// The name of a variant in a program, out of the names that it offers.
pub(super) fn choose<'a>(id: &'a str, asked: Option<&'a str>, offered: &[String]) -> anyhow::Result<&'a str> {
    let known = |name: &&str| offered.iter().any(|offer| offer == name);
    if let Some(name) = asked {
        let no_such = || {
            let instead = instead(name, offered);
            Usage(format!("--engine-variant {name}: the engine does not know it{instead}; --option may give it a file"))
                .into()
        };
        return Some(name).filter(known).ok_or_else(no_such);
    }
    let (names, _) = names(id);
    names.iter().copied().find(known).ok_or_else(|| {
        let offers = list(offered);
        let names = names.join(" or ");
        anyhow!(
            "the engine does not know {names}; it offers {offers}: --engine-variant NAME chooses, --option may give it a \
             file"
        )
    })
}

/// An option that a program offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    name: String,
    values: Values,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    /// One of these.
    Among(Vec<String>),
    /// A whole number, both ends included.
    Range(i64, i64),
    /// Any text.
    Any,
}

impl Offer {
    /// Reads a line of UCI: `option name Hash type spin default 16 min 1 max 1024`.
    pub(super) fn of_uci(line: &str) -> Option<Offer> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |key| words.windows(2).find(|pair| pair[0] == key)?[1].parse().ok();
        let values = match *words.first()? {
            "check" => Values::Among(vec!["true".to_owned(), "false".to_owned()]),
            "spin" => range(number("min"), number("max")),
            // The variant is chosen by our own option `--engine-variant`.
            "combo" if name != "UCI_Variant" => Values::Among(combo(rest)),
            _ => Values::Any,
        };
        Some(Offer { name: name.trim().to_owned(), values })
    }

    /// Reads the value of a feature of `XBoard`'s protocol: `Style -combo Solid /// *Normal`.
    pub(super) fn of_xboard(text: &str) -> Option<Offer> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let values = match kind {
            "check" => Values::Among(vec!["0".to_owned(), "1".to_owned()]),
            "spin" | "slider" => {
                let mut ends = rest.split_whitespace().skip(1).map(|number| number.parse().ok());
                range(ends.next().flatten(), ends.next().flatten())
            }
            "combo" => {
                let values = rest.split("///").map(str::trim);
                Values::Among(values.map(|value| value.strip_prefix('*').unwrap_or(value).to_owned()).collect())
            }
            _ => Values::Any,
        };
        Some(Offer { name: name.trim().to_owned(), values })
    }
}

fn range(min: Option<i64>, max: Option<i64>) -> Values {
    min.zip(max).map_or(Values::Any, |(min, max)| Values::Range(min, max))
}

/// The choices of an option of UCI: `combo default chess var 3check var ...`.
fn combo(rest: &str) -> Vec<String> {
    rest.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect()
}

/// The variants that a UCI program offers; `None` if it has no option for them.
pub(super) fn uci_variants(lines: &[String]) -> Option<Vec<String>> {
    lines.iter().find_map(|line| line.strip_prefix("option name UCI_Variant ")).map(combo)
}

/// Refuses an option that a program does not have, or a value that it does not accept. A program that lists no options
/// may still have some; then this returns a note for the user.
pub(super) fn check(settings: &[(String, String)], offered: &[Offer]) -> Result<Option<String>, Usage> {
    let refused = |text: String| Err(Usage(format!("--option {text}")));
    for (name, value) in settings {
        if name.eq_ignore_ascii_case("UCI_Variant") {
            return refused(format!("{name}: say `--engine-variant {value}`"));
        }
        let Some(offer) = offered.iter().find(|offer| offer.name.eq_ignore_ascii_case(name)) else {
            if offered.is_empty() {
                return Ok(Some(format!("the engine lists no options, so it is unknown whether it takes {name}")));
            }
            let known: Vec<String> = offered.iter().map(|offer| offer.name.clone()).collect();
            return refused(format!("{name}: the engine has no such option{}", instead(name, &known)));
        };
        match &offer.values {
            Values::Among(known) if !known.iter().any(|known| known.eq_ignore_ascii_case(value)) => {
                let instead = instead(value, known);
                return refused(format!("{name}={value}: the engine does not take that value{instead}"));
            }
            Values::Range(min, max) if !value.trim().parse().is_ok_and(|number| (*min..=*max).contains(&number)) => {
                return refused(format!("{name}={value}: the engine takes a whole number from {min} to {max}"));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// At most this many names of a program are listed.
const MOST_OFFERED: usize = 24;

fn list(offered: &[String]) -> String {
    let more = offered.len().saturating_sub(MOST_OFFERED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", offered[..offered.len().min(MOST_OFFERED)].join(", "))
}

/// Suggestions instead of a wrong name: the similar names, or else all names.
fn instead(text: &str, known: &[String]) -> String {
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

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    #[test]
    fn names_of_games() {
        let offered = texts(["chess", "capablanca", "caparandom"]);
        for (id, name) in [("bird", "capablanca"), ("crc", "caparandom"), ("chess960", "chess"), ("chess", "chess")] {
            assert_eq!(choose(id, None, &offered).unwrap(), name, "{id}");
        }
        let error = choose("carrera", None, &offered).unwrap_err().to_string();
        assert!(error.contains("carrera; it offers chess, capablanca, caparandom"), "{error}");
        assert_eq!(choose("carrera", Some("capablanca"), &offered).unwrap(), "capablanca");
        let error = choose("carrera", Some("capblanca"), &offered).unwrap_err().to_string();
        assert!(error.contains("did you mean capablanca or caparandom?"), "{error}");
        assert!(choose("carrera", Some("x"), &offered).is_err());
    }

    #[test]
    fn games_it_offers() {
        let lines = texts(["id name X", "option name UCI_Variant type combo default chess var 3check var janus"]);
        assert_eq!(uci_variants(&lines).unwrap(), ["3check", "janus"]);
        assert_eq!(uci_variants(&lines[..1]), None);
    }

    #[test]
    fn options_of_uci() {
        let offered: Vec<Offer> = [
            "id name X",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Use Book type check default false",
            "option name Style type combo default Normal var Solid var Very Normal",
            "option name VariantPath type string default <empty>",
            "option name UCI_Variant type combo default chess var chess",
        ]
        .into_iter()
        .filter_map(Offer::of_uci)
        .collect();
        assert_eq!(offered.len(), 5);
        let check = |name: &str, value: &str| check(&[(name.to_owned(), value.to_owned())], &offered);
        for (name, value) in
            [("hash", "1024"), ("Use Book", "true"), ("Style", "very normal"), ("VariantPath", "any thing")]
        {
            assert_eq!(check(name, value).unwrap(), None, "{name}");
        }
        for (name, value, words) in [
            ("Hsah", "1", "--option Hsah: the engine has no such option; did you mean Hash?"),
            ("zzz", "1", "it offers Hash, Use Book, Style, VariantPath, UCI_Variant"),
            ("Hash", "0", "a whole number from 1 to 1024"),
            ("Hash", "x", "a whole number from 1 to 1024"),
            ("Use Book", "1", "does not take that value; it offers true, false"),
            ("Style", "sold", "did you mean Solid?"),
            ("uci_variant", "chess", "say `--engine-variant chess`"),
        ] {
            let error = check(name, value).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let note = super::check(&[("Hash".to_owned(), "1".to_owned())], &[]).unwrap();
        assert_eq!(note.as_deref(), Some("the engine lists no options, so it is unknown whether it takes Hash"));
        assert_eq!(super::check(&[], &[]).unwrap(), None);
    }

    #[test]
    fn options_of_xboard() {
        let offer = |text| Offer::of_xboard(text).unwrap().values;
        assert_eq!(offer("Hash Size -spin 16 1 64"), Values::Range(1, 64));
        assert_eq!(offer("Style -combo Solid /// *Very Normal"), Values::Among(texts(["Solid", "Very Normal"])));
        assert_eq!(offer("Book -check 0"), Values::Among(texts(["0", "1"])));
        assert_eq!(offer("VariantPath -string "), Values::Any);
        assert_eq!(offer("Clear -button"), Values::Any);
        assert_eq!(Offer::of_xboard("nothing"), None);
    }
}
