//! Codes of faults: stable names for programs, beside the sentences for people.

/// Gives an enum a method `code` and the list `CODES`. Each variant needs a row; each code is the prefix and the name of
/// its row.
macro_rules! codes {
    ($type:ident, $prefix:literal, { $($(#[$meta:meta])* $pattern:pat => $name:literal,)+ }) => {
        impl $type {
            /// All codes, in the order of the variants.
            pub const CODES: &'static [&'static str] = &[$(concat!($prefix, $name)),+];

            /// A name for programs, which stays the same when the words change: one of
            #[doc = concat!("[`CODES`](", stringify!($type), "::CODES).")]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($pattern => concat!($prefix, $name),)+
                }
            }
        }
    };
}

pub(crate) use codes;
