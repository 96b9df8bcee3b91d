//! A warning of a rule without effect.

/// Something in a variant's description that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantWarning {
    /// The key of the file that it is about, from the outside in.
    pub key: Vec<String>,
    /// The rule without effect, and the reason.
    pub text: String,
}
