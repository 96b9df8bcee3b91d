//! The options that an engine offers, and values for them.

use std::str::FromStr;

use thiserror::Error;

use crate::names::instead;

/// A value for an option of an engine: `NAME=VALUE`.
///
/// ```
/// use campione_driver::Setting;
/// let setting: Setting = "VariantPath=my.ini".parse()?;
/// assert_eq!((setting.name.as_str(), setting.value.as_str()), ("VariantPath", "my.ini"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the option.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok(Setting { name: name.trim().to_owned(), value: value.to_owned() })
            }
            _ => Err("expected NAME=VALUE".to_owned()),
        }
    }
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
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

impl EngineOption {
    /// Reads a line of UCI: `option name Hash type spin default 16 min 1 max 1024`.
    pub(crate) fn of_uci(line: &str) -> Option<EngineOption> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |key| words.windows(2).find(|pair| pair[0] == key)?[1].parse().ok();
        let values = match *words.first()? {
            "check" => Values::Among(vec!["true".to_owned(), "false".to_owned()]),
            "spin" => range(number("min"), number("max")),
            // The variant is chosen separately.
            "combo" if name != "UCI_Variant" => Values::Among(combo(rest)),
            _ => Values::Any,
        };
        Some(EngineOption { name: name.trim().to_owned(), values })
    }

    /// Reads the value of a feature of `XBoard`'s protocol: `Style -combo Solid /// *Normal`.
    pub(crate) fn of_xboard(text: &str) -> Option<EngineOption> {
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
        Some(EngineOption { name: name.trim().to_owned(), values })
    }
}

fn range(min: Option<i64>, max: Option<i64>) -> Values {
    min.zip(max).map_or(Values::Any, |(min, max)| Values::Range(min, max))
}

/// The choices of an option of UCI: `combo default chess var 3check var ...`.
fn combo(rest: &str) -> Vec<String> {
    rest.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect()
}

/// The variants that a UCI engine offers; `None` if it has no option for them.
pub(crate) fn uci_variants(lines: &[String]) -> Option<Vec<String>> {
    lines.iter().find_map(|line| line.strip_prefix("option name UCI_Variant ")).map(combo)
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SettingFault {
    /// The variant is not chosen by an option.
    #[error("{name}: this option is set by the choice of the variant")]
    Variant {
        /// The option.
        name: String,
        /// The value.
        value: String,
    },
    /// The engine has no such option.
    #[error("{name}: the engine has no such option{}", instead(.name, .offered))]
    Unknown {
        /// The option.
        name: String,
        /// The names of its options.
        offered: Vec<String>,
    },
    /// The engine does not accept the value.
    #[error("{name}={value}: the engine does not take that value{}", instead(.value, .offered))]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The values that it accepts.
        offered: Vec<String>,
    },
    /// The engine accepts only a number.
    #[error("{name}={value}: the engine takes a whole number from {min} to {max}")]
    Number {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The least number.
        min: i64,
        /// The greatest number.
        max: i64,
    },
}

/// The engine lists no options, so nothing is known about this one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the engine lists no options, so it is unknown whether it takes {0}")]
pub struct SettingNote(pub String);

/// Checks that an engine has the options, and accepts their values. An engine that lists no options may still have some;
/// then this returns a note for the user.
///
/// # Errors
/// The first option that the engine does not have, or whose value it does not accept.
///
/// ```
/// use campione_driver::check_settings;
/// let note = check_settings(&["Hash=64".parse()?], &[]).expect("nothing is known to be wrong");
/// assert!(note.is_some_and(|note| note.to_string().ends_with("unknown whether it takes Hash")));
/// # Ok::<(), String>(())
/// ```
pub fn check_settings(settings: &[Setting], offered: &[EngineOption]) -> Result<Option<SettingNote>, SettingFault> {
    for Setting { name, value } in settings {
        let (name, value) = (name.clone(), value.clone());
        if name.eq_ignore_ascii_case("UCI_Variant") {
            return Err(SettingFault::Variant { name, value });
        }
        let Some(option) = offered.iter().find(|option| option.name.eq_ignore_ascii_case(&name)) else {
            if offered.is_empty() {
                return Ok(Some(SettingNote(name)));
            }
            let offered = offered.iter().map(|option| option.name.clone()).collect();
            return Err(SettingFault::Unknown { name, offered });
        };
        match &option.values {
            Values::Among(known) if !known.iter().any(|known| known.eq_ignore_ascii_case(&value)) => {
                return Err(SettingFault::Value { name, value, offered: known.clone() });
            }
            &Values::Range(min, max) if !value.trim().parse().is_ok_and(|number| (min..=max).contains(&number)) => {
                return Err(SettingFault::Number { name, value, min, max });
            }
            _ => {}
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    #[test]
    fn variants_it_offers() {
        let lines = texts(["id name X", "option name UCI_Variant type combo default chess var 3check var janus"]);
        assert_eq!(uci_variants(&lines).unwrap(), ["3check", "janus"]);
        assert_eq!(uci_variants(&lines[..1]), None);
    }

    #[test]
    fn options_of_uci() {
        let offered: Vec<EngineOption> = [
            "id name X",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Use Book type check default false",
            "option name Style type combo default Normal var Solid var Very Normal",
            "option name VariantPath type string default <empty>",
            "option name UCI_Variant type combo default chess var chess",
        ]
        .into_iter()
        .filter_map(EngineOption::of_uci)
        .collect();
        assert_eq!(offered.len(), 5);
        let check = |name: &str, value: &str| {
            check_settings(&[Setting { name: name.to_owned(), value: value.to_owned() }], &offered)
        };
        for (name, value) in
            [("hash", "1024"), ("Use Book", "true"), ("Style", "very normal"), ("VariantPath", "any thing")]
        {
            assert_eq!(check(name, value).unwrap(), None, "{name}");
        }
        for (name, value, words) in [
            ("Hsah", "1", "Hsah: the engine has no such option; did you mean Hash?"),
            ("zzz", "1", "it offers Hash, Use Book, Style, VariantPath, UCI_Variant"),
            ("Hash", "0", "a whole number from 1 to 1024"),
            ("Hash", "x", "a whole number from 1 to 1024"),
            ("Use Book", "1", "does not take that value; it offers true, false"),
            ("Style", "sold", "did you mean Solid?"),
            ("uci_variant", "chess", "set by the choice of the variant"),
        ] {
            let error = check(name, value).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert_eq!(check_settings(&[], &[]).unwrap(), None);
        assert!("=1".parse::<Setting>().is_err() && "Hash".parse::<Setting>().is_err());
    }

    #[test]
    fn options_of_xboard() {
        let offer = |text| EngineOption::of_xboard(text).unwrap().values;
        assert_eq!(offer("Hash Size -spin 16 1 64"), Values::Range(1, 64));
        assert_eq!(offer("Style -combo Solid /// *Very Normal"), Values::Among(texts(["Solid", "Very Normal"])));
        assert_eq!(offer("Book -check 0"), Values::Among(texts(["0", "1"])));
        assert_eq!(offer("VariantPath -string "), Values::Any);
        assert_eq!(offer("Clear -button"), Values::Any);
        assert_eq!(EngineOption::of_xboard("nothing"), None);
    }
}
