//! A variant's file: from TOML text to a validated variant, with the place of each fault.

mod base;
mod every;
mod fault;
mod ini_fault;
mod places;
mod reader;

use std::ops::Range;

use campione_core::internal::{RENAMED, Renamed};
use campione_core::{Variant, VariantSpec, VariantWarning};

use self::base::inherits;
use self::every::Reading;
pub use self::fault::{FileFault, FileFaultKind, FileFaults, ValueType};
pub use self::ini_fault::{ForeignRule, IniFault};
use self::places::{Part, places};

/// Reading from the text of a variant's file.
///
/// ```
/// use campione_core::{Variant, VariantSpec};
/// use campione_variants::FromToml as _;
/// let spec = VariantSpec::from_toml("extends = \"gothic\"\nname = \"Mine\"\n", "mine")?;
/// assert_eq!((spec.id.as_str(), spec.name.as_str(), spec.board.files), ("mine", "Mine", 10));
/// assert_eq!(VariantSpec::from_toml(&spec.to_toml(), "other")?, spec);
/// let faults = VariantSpec::from_toml("extends = \"gothic\"\npawn.en_pasant = false\n", "mine").unwrap_err();
/// assert!(faults.to_string().contains("en_passant"));
///
/// let file = "extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n";
/// let variant = Variant::from_toml(file, "strong-archbishops")?;
/// assert_eq!(variant.id(), "strong-archbishops");
/// let faults = Variant::from_toml("extends = \"capablanca\"\npiece.A.moves = \"BNZZ!\"\n", "bad").unwrap_err();
/// assert_eq!(faults.0[0].line, 2);
/// # Ok::<(), campione_variants::FileFaults>(())
/// ```
pub trait FromToml: Sized {
    /// Reads a variant's file. `extends = "id"` starts from a built-in variant: tables are merged, other values are replaced,
    /// and `false` in place of a table removes the inherited one. `default_id` is the id if the file gives none.
    ///
    /// A [`VariantSpec`] is what the file says; a [`Variant`] is compiled, too.
    ///
    /// # Errors
    /// All faults: if the text is not TOML, the first of each line; else those of its keys and values, and for a [`Variant`]
    /// those of the rules, as far as one fault does not hide another.
    fn from_toml(text: &str, default_id: &str) -> Result<Self, FileFaults>;
}

impl FromToml for VariantSpec {
    fn from_toml(text: &str, default_id: &str) -> Result<VariantSpec, FileFaults> {
        match every::read(text, default_id) {
            Reading { spec: Some(spec), faults } if faults.is_empty() => Ok(spec),
            Reading { faults, .. } => Err(FileFaults(faults)),
        }
    }
}

impl FromToml for Variant {
    fn from_toml(text: &str, default_id: &str) -> Result<Variant, FileFaults> {
        let Reading { mut faults, spec } = every::read(text, default_id);
        // A repaired text is checked, too, but never becomes a variant.
        let compiled = match spec {
            Some(spec) if faults.is_empty() => Variant::compile(spec).map(Some),
            Some(spec) => spec.check().map(|()| None),
            None => Ok(None),
        };
        if let Ok(Some(variant)) = compiled {
            return Ok(variant);
        }
        let place = places(text);
        let inherits = inherits(text);
        for fault in compiled.err().into_iter().flat_map(|faults| faults.0) {
            let (key, part) = (fault.key(), fault.index().map_or(Part::Value, Part::Character));
            let (span, inherited_from) = (place(&key, part), inherits(&key));
            let fault = FileFault::new(text, span, key, FileFaultKind::Variant(fault));
            faults.push(FileFault { inherited_from, ..fault });
        }
        Err(FileFaults(faults))
    }
}

/// The parts of a variant's file that have no effect, and keys with old names, with their places.
///
/// ```
/// use campione_core::Variant;
/// use campione_variants::{FromToml as _, warnings_in};
/// let file = "extends = \"gothic\"\npiece.Z = { name = \"zebra\", moves = \"Z\" }\n";
/// let warnings = warnings_in(Variant::from_toml(file, "idle-zebra")?, file);
/// assert_eq!(warnings[0].line, 2);
/// # Ok::<(), campione_variants::FileFaults>(())
/// ```
pub fn warnings_in(variant: Variant, text: &str) -> Vec<FileFault> {
    let place = places(text);
    let fault = |warning: VariantWarning| {
        let span = place(&warning.key, Part::Value);
        FileFault::new(text, span, warning.key, FileFaultKind::NoEffect(warning.text))
    };
    // Variants from other programs' files do this on purpose, and have no text.
    let unsaid = variant.warning_of_no_promotion().filter(|_| !text.is_empty());
    variant.warnings().into_iter().chain(unsaid).map(fault).chain(old_names(text, &place)).collect()
}

/// A warning for each key of a file that has an old name.
fn old_names(text: &str, place: &impl Fn(&[String], Part) -> Range<usize>) -> impl Iterator<Item = FileFault> {
    let own: toml::Table = text.parse().unwrap_or_default();
    RENAMED.into_iter().filter_map(move |Renamed { table, old, new }| {
        own.get(table)?.get(old)?;
        let key = [table, old].map(str::to_owned).to_vec();
        Some(FileFault::new(text, place(&key, Part::Key), key, FileFaultKind::OldName(new)))
    })
}
