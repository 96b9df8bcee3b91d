//! The features of an engine of `XBoard`'s protocol.

use crate::options::EngineOption;

/// The features that an engine has sent, with the protocol's defaults for all others.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "the protocol has them")]
pub(crate) struct Features {
    /// Whether it has sent any.
    pub(crate) any: bool,
    pub(crate) name: Option<String>,
    pub(crate) ping: bool,
    pub(crate) setboard: bool,
    pub(crate) usermove: bool,
    pub(crate) san: bool,
    pub(crate) time: bool,
    pub(crate) colors: bool,
    pub(crate) reuse: bool,
    pub(crate) memory: bool,
    pub(crate) smp: bool,
    /// The variants; empty if it has not sent any.
    pub(crate) variants: Vec<String>,
    pub(crate) options: Vec<EngineOption>,
    /// `done`: true if no more features follow, false if the engine asks for time.
    pub(crate) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            any: false,
            name: None,
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            colors: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Parses a line such as `feature ping=1 myname="Some Engine" done=1`. Returns the names of the features, each with
    /// whether it is supported here.
    pub(crate) fn read(&mut self, line: &str) -> Vec<(String, bool)> {
        let mut said = Vec::new();
        let Some(mut rest) = line.strip_prefix("feature ") else { return said };
        self.any = true;
        while let Some((name, after)) = rest.split_once('=') {
            let name = name.trim();
            let (value, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            said.push((name.to_owned(), self.set(name, value)));
            rest = next;
        }
        said
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let yes = value == "1";
        match name {
            "ping" => self.ping = yes,
            "setboard" => self.setboard = yes,
            "usermove" => self.usermove = yes,
            "san" => self.san = yes,
            "time" => self.time = yes,
            "colors" => self.colors = yes,
            "reuse" => self.reuse = yes,
            "memory" => self.memory = yes,
            "smp" => self.smp = yes,
            "done" => self.done = Some(yes),
            "myname" => self.name = Some(value.to_owned()),
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" => self.options.extend(EngineOption::of_xboard(value)),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        assert!(!features.any && features.colors && features.time);
        let said = features.read("feature setboard=1 ping=1 myname=\"A = B\" egt=\"x\" variants=\"normal,janus, crc\"");
        let named: Vec<(&str, bool)> = said.iter().map(|(name, known)| (name.as_str(), *known)).collect();
        assert_eq!(named, [("setboard", true), ("ping", true), ("myname", true), ("egt", false), ("variants", true)]);
        features.read("feature option=\"Claim draw -check 1\" colors=0 done=0");
        features.read("tell me done=1");
        assert!(features.any && features.ping && features.setboard && !features.colors);
        assert_eq!(features.name.as_deref(), Some("A = B"));
        assert_eq!(features.variants, ["normal", "janus", "crc"]);
        assert_eq!(features.options, [EngineOption::of_xboard("Claim draw -check 1").unwrap()]);
        assert_eq!(features.done, Some(false));
        features.read("feature done=1");
        assert_eq!(features.done, Some(true));
    }
}
