//! Values for serde, with the feature `serde`: squares as `e4`, a variant by its id, faults as `{ code, place, text }`.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::role::Role;
use crate::spec::VariantSpec;
use crate::square::Square;
use crate::variant::{Variant, VariantFault};

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

/// As the number of the role in the army of its variant, which alone knows the letter.
impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.index() as u8).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Role, D::Error> {
        let index = u8::deserialize(deserializer)?;
        Role::from_index(usize::from(index)).ok_or_else(|| Error::custom(format!("no variant has a role {index}")))
    }
}

/// As its id; a variant that is not built in as the text of its file.
impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_built_in() {
            serializer.serialize_str(self.id())
        } else {
            serializer.serialize_str(&self.spec().to_toml())
        }
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        let text = String::deserialize(deserializer)?;
        // An id has no equals sign, and a file at least one.
        if text.contains('=') {
            let spec = VariantSpec::read(&text, "variant").map_err(Error::custom)?;
            Variant::compile(spec).map_err(Error::custom)
        } else {
            Variant::named(&text).map_err(Error::custom)
        }
    }
}

/// A fault as programs receive it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct FaultRecord<P> {
    /// What kind of fault it is. Stable, unlike the text.
    pub code: &'static str,
    /// Where it is.
    pub place: P,
    /// What is wrong, for people.
    pub text: String,
}

/// A place in the description of a variant.
#[derive(serde::Serialize)]
struct KeyPlace {
    key: Vec<String>,
}

impl Serialize for VariantFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FaultRecord { code: self.code(), place: KeyPlace { key: self.key() }, text: self.to_string() }
            .serialize(serializer)
    }
}
