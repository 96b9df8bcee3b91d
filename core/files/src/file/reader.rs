//! Reads values of a file with faults that are data: serde's own readers only have sentences.

use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use toml::Value;

use super::fault::{FileFaultKind, ValueType};

/// A value that is read. Its type is checked before serde sees it.
pub(super) struct Reader(pub(super) Value);

type Read<T> = Result<T, FileFaultKind>;

impl Reader {
    /// Itself, if it is a value of that type.
    fn of(self, expected: ValueType) -> Read<Reader> {
        let date;
        let found = match &self.0 {
            Value::Boolean(truth) => Unexpected::Bool(*truth),
            Value::Integer(number) => Unexpected::Signed(*number),
            Value::Float(number) => Unexpected::Float(*number),
            Value::String(text) => Unexpected::Str(text),
            Value::Datetime(time) => {
                date = time.to_string();
                Unexpected::Str(&date)
            }
            Value::Array(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        };
        match (found, expected) {
            (Unexpected::Map, ValueType::Table)
            | (Unexpected::Seq, ValueType::Array)
            | (Unexpected::Str(_), ValueType::Text)
            | (Unexpected::Bool(_), ValueType::Boolean)
            | (Unexpected::Signed(_), ValueType::WholeNumber) => Ok(self),
            _ => Err(FileFaultKind::WrongType { found: found.to_string(), expected }),
        }
    }

    fn whole<T: TryFrom<i64>>(self) -> Read<T> {
        let number = self.of(ValueType::WholeNumber)?.0.as_integer().unwrap_or_default();
        T::try_from(number).map_err(|_| FileFaultKind::WrongNumber(number))
    }
}

impl IntoDeserializer<'_, FileFaultKind> for Reader {
    type Deserializer = Reader;

    fn into_deserializer(self) -> Reader {
        self
    }
}

/// Methods that check the type of a value.
macro_rules! of_type {
    ($($method:ident $type:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            self.of(ValueType::$type)?.deserialize_any(visitor)
        }
    )*};
}

/// Methods that read whole numbers of a size.
macro_rules! of_size {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.$visit(self.whole()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = FileFaultKind;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.0 {
            Value::Boolean(truth) => visitor.visit_bool(truth),
            Value::Integer(number) => visitor.visit_i64(number),
            Value::Float(number) => visitor.visit_f64(number),
            Value::String(text) => visitor.visit_string(text),
            Value::Datetime(time) => visitor.visit_string(time.to_string()),
            Value::Array(values) => SeqDeserializer::new(values.into_iter().map(Reader)).deserialize_any(visitor),
            Value::Table(table) => {
                let pairs = table.into_iter().map(|(key, value)| (Reader(Value::String(key)), Reader(value)));
                MapDeserializer::new(pairs).deserialize_any(visitor)
            }
        }
    }

    of_type! { deserialize_bool Boolean deserialize_str Text deserialize_string Text deserialize_seq Array deserialize_map Table }
    of_size! { deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32 deserialize_u64 visit_u64 }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        // A key is seen by the visitor even if it is wrong: so its path is known.
        self.deserialize_any(visitor).map_err(|_| FileFaultKind::WrongLetter)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Read<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        let word = self.of(ValueType::Text)?.0;
        let word: StringDeserializer<FileFaultKind> = word.as_str().unwrap_or_default().to_owned().into_deserializer();
        visitor.visit_enum(word)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}
