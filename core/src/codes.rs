//! Codes of faults: words for programs, which stay when a sentence is said in a better way. The crates above use them too.

/// Gives an enum of faults a code for each variant, and the list of them. Behind a semicolon are variants with a field that
/// is another fault, which has the code. A variant without a code does not compile. docs/reference/codes.md is made of these lists.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($fault:ident { $($variant:ident => $code:literal,)* $(; $($outer:ident . $field:tt),*)? }) => {
        impl $fault {
            /// All codes of this kind, without those of faults inside them.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// What it is, for programs. Codes never change their meaning; texts may change.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($fault::$variant { .. } => $code,)*
                    $($($fault::$outer { $field: inner, .. } => inner.code(),)*)?
                }
            }
        }
    };
    ($fault:ident => $code:literal) => {
        impl $fault {
            /// The code of this fault, as a list.
            pub const CODES: &'static [&'static str] = &[$code];

            /// What kind of fault it is, for programs. The code never changes its meaning; the text may change.
            pub const fn code(&self) -> &'static str {
                $code
            }
        }
    };
}
