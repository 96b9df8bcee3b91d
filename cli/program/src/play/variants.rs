//! The variants that another program can choose.

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_variants::{Foreign, variant_id};

use crate::args::Common;
use crate::variants::{self, VariantFile};

/// The built-in variants, that of the command line, and those of a file.
#[derive(Debug)]
pub(crate) struct Variants {
    first: Variant,
    from_file: Vec<Variant>,
}

impl Variants {
    pub(crate) fn new(common: &Common) -> anyhow::Result<Variants> {
        Ok(Variants::of(variants::of(common)?))
    }

    /// The built-in variants and this one, the first.
    pub(crate) fn of(first: Variant) -> Variants {
        Variants { first, from_file: Vec::new() }
    }

    /// The variant of the command line; orthodox chess if it names none.
    pub(crate) fn first(&self) -> Variant {
        self.first
    }

    /// The variants that may not be built in: those of the file and that of the command line.
    pub(crate) fn others(&self) -> impl Iterator<Item = Variant> {
        self.from_file.iter().copied().chain([self.first])
    }

    /// The names of all variants: our ids, and names that programs look for in a list. Other names that they use are known,
    /// but not listed.
    pub(crate) fn names(&self) -> Vec<&str> {
        let theirs = Foreign::all().filter_map(|row| row.cutechess.filter(|&name| name != row.id));
        let mut names: Vec<&str> = Variant::all_ids().chain(theirs).collect();
        for variant in self.others() {
            if !names.contains(&variant.id()) {
                names.push(variant.id());
            }
        }
        names
    }

    /// The variant with a name, and whether the name is one that other programs use.
    ///
    /// # Errors
    /// No variant has this name.
    pub(crate) fn find(&self, name: &str) -> anyhow::Result<(Variant, bool)> {
        // One program sends an empty name for orthodox chess.
        let name = if name.is_empty() { "chess" } else { name };
        if let Some(variant) = self.others().find(|variant| variant.id().eq_ignore_ascii_case(name)) {
            return Ok((variant, false));
        }
        let id = variant_id(name).unwrap_or(name);
        Ok((Variant::named(id)?, !id.eq_ignore_ascii_case(name)))
    }

    /// Loads the variants of a file, all of them or none. An empty path unloads them.
    ///
    /// # Errors
    /// The file does not exist, or a variant in it is not valid. Then nothing changes.
    pub(crate) fn load(&mut self, path: &str) -> anyhow::Result<()> {
        self.from_file = load(path)?;
        Ok(())
    }
}

/// The variants of a file, all of them or none.
fn load(path: &str) -> anyhow::Result<Vec<Variant>> {
    if matches!(path, "" | "<empty>") {
        return Ok(Vec::new());
    }
    let file = VariantFile::find(path)?.with_context(|| format!("{path}: there is no such file"))?;
    let variants = match file.variants() {
        Some(variants) => variants,
        None => vec![(file.path.clone(), file.compile()?)],
    };
    let mut loaded = Vec::new();
    for (name, variant) in variants {
        match variant {
            Ok(variant) => loaded.push(variant),
            Err(faults) => {
                let faults = faults.0.iter().map(|fault| format!("line {}: {}", fault.line, fault.message()));
                bail!("{name}: not a valid variant: {}", faults.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    ensure!(!loaded.is_empty(), "{path}: there is no variant in it");
    Ok(loaded)
}
