//! The variant that is played: built in or from a file.

use std::path::PathBuf;

use campione_core::Variant;

/// The variant that is played.
#[derive(Clone, Debug)]
pub struct VariantSource {
    /// The variant.
    pub variant: Variant,
    /// Its file, unless it is built in. Other engines may load it.
    pub file: Option<VariantFile>,
}

/// A file of variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantFile {
    /// Its absolute path.
    pub path: PathBuf,
    /// The variant's name in it, if it has Fairy-Stockfish's format.
    pub section: Option<String>,
}

impl VariantSource {
    /// A built-in variant.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_referee::VariantSource;
    /// assert!(VariantSource::built_in(Variant::named("gothic")?).file.is_none());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn built_in(variant: Variant) -> VariantSource {
        VariantSource { variant, file: None }
    }
}
