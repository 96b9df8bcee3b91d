//! The variant that is played: built in or from a file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use campione_core::{Variant, VariantIni, VariantSpec};

/// The variant that is played.
#[derive(Debug)]
pub(crate) struct VariantSource {
    pub(crate) variant: Variant,
    /// Its file, unless it is built in.
    pub(crate) file: Option<GameFile>,
}

/// A file of variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameFile {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// The variant's name in it, if it has Fairy-Stockfish's format.
    pub(crate) section: Option<String>,
}

impl VariantSource {
    /// A built-in variant.
    pub(crate) fn built_in(variant: Variant) -> VariantSource {
        VariantSource { variant, file: None }
    }

    /// Loads a variant by its id, by its file, or as `FILE.ini:NAME` from a file of several.
    ///
    /// # Errors
    /// No such variant or file exists, or the file does not define a variant.
    pub(crate) fn load(name: &str) -> anyhow::Result<VariantSource> {
        let (path, section) = match name.rsplit_once(':') {
            Some((path, section)) if has_extension(path, "ini") => (path, Some(section)),
            _ => (name, None),
        };
        let is_ini = has_extension(path, "ini");
        if !is_ini && !has_extension(path, "toml") && !path.contains(std::path::is_separator) {
            return Ok(VariantSource::built_in(Variant::named(name)?));
        }
        let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
        let whole = std::path::absolute(path).with_context(|| path.to_owned())?;
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (game, section) = if is_ini {
            let (game, section) = in_ini(&text, section).with_context(|| path.to_owned())?;
            (game, Some(section))
        } else {
            (Variant::from_toml(&text, VariantSpec::id_from(&stem).trim_matches('-')), None)
        };
        let variant = game.map_err(|faults| anyhow!("{path}: it does not define a variant: {faults}"))?;
        Ok(VariantSource { variant, file: Some(GameFile { path: whole, section }) })
    }
}

/// A variant, or the faults of its text.
type Compiled = Result<Variant, campione_core::FileFaults>;

/// One variant of a file of several; it must be named unless it is the only one.
fn in_ini(text: &str, section: Option<&str>) -> anyhow::Result<(Compiled, String)> {
    let ini = VariantIni::parse(text).map_err(|faults| anyhow!("{faults}"))?;
    let names: Vec<&str> = ini.names().collect();
    let name = match (section, names.as_slice()) {
        (Some(name), _) => name,
        (None, [only]) => only,
        (None, _) => bail!("it has {} variants: choose one, such as FILE.ini:{}", names.len(), names[0]),
    };
    let game = ini.game(name);
    Ok((game.with_context(|| format!("it has no variant `{name}`, but {}", names.join(", ")))?, name.to_owned()))
}

fn has_extension(path: &str, wanted: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        assert!(VariantSource::load("gothic").unwrap().file.is_none());
        let mine = file("My_Game.toml", "extends = \"carrera\"\npromotion.to = \"QRACBN\"\n");
        let game = VariantSource::load(&mine).unwrap();
        assert_eq!((game.variant.id(), game.file.unwrap().section), ("my-game", None));
        let many = file("many.ini", "[one:capablanca]\ncastling = false\n[two:gothic]\n");
        let game = VariantSource::load(&format!("{many}:one")).unwrap();
        assert_eq!(game.file.unwrap().section.as_deref(), Some("one"));
        assert_eq!(game.variant.spec().castling.len(), 0);
        let bad = file("bad.toml", "extends = \"carrera\"\nboard = 3\n");
        for (name, words) in [
            ("carera", "carrera"),
            (many.as_str(), "it has 2 variants: choose one, such as FILE.ini:one"),
            (&format!("{many}:three"), "it has no variant `three`, but one, two"),
            (&bad, "it does not define a variant"),
            ("no/such.toml", "no/such.toml"),
        ] {
            let error = format!("{:#}", VariantSource::load(name).unwrap_err());
            assert!(error.contains(words), "{error}");
        }
    }
}
