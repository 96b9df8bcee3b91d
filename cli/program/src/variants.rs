//! The variant of a command: built-in or from a file.

use std::fmt;
use std::fs;
use std::io::IsTerminal;
use std::path::Path;

use crate::count::input::{read_whole, without_mark};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anyhow::{Context, anyhow, bail, ensure};
use campione_core::internal::{by_similarity, one_of};
use campione_core::{Variant, VariantSpec};
use campione_variants::{FileFault, FileFaultKind, FileFaults, FromToml as _, VariantIni, variant_id, warnings_in};
use serde_json::{Value, json};

use crate::args::{Common, UNNAMED_VARIANT};

/// The largest variant file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The variant that `--variant` or a similar argument names: by an id, by its file, or as `FILE.ini:NAME` in a file
/// with many variants.
///
/// # Errors
/// There is no such variant or file, or the file does not define a valid variant: [`BadFile`].
pub(crate) fn load(name: &str) -> anyhow::Result<Variant> {
    match VariantFile::find(name)? {
        Some(file) => file.variant(),
        None => built_in(name).map_err(|error| match file_beside(name) {
            Some(file) => anyhow!("there is no variant or file `{name}`; did you mean the file {file}?"),
            None if name.contains('.') => anyhow!("there is no file `{name}`"),
            None => error,
        }),
    }
}

/// A file that exists and has the name with the usual ending.
fn file_beside(name: &str) -> Option<String> {
    let endings = ["toml", "ini"].map(|ending| Path::new(name).with_extension(ending));
    endings.into_iter().find(|path| path.exists()).map(|path| path.display().to_string())
}

/// The built-in variant with that id, in upper or lower case.
///
/// # Errors
/// No built-in variant has this id.
pub(crate) fn built_in(name: &str) -> anyhow::Result<Variant> {
    let id = Variant::all_ids().find(|id| id.eq_ignore_ascii_case(name));
    Ok(Variant::named(id.unwrap_or(name))?)
}

/// The first variant of a command to which other programs send variants: that of the command line, else orthodox chess.
pub(crate) fn of(common: &Common) -> anyhow::Result<Variant> {
    load(common.variant.as_deref().unwrap_or(UNNAMED_VARIANT))
}

/// The variants of a command that reads ids: the built-in ones, and the one that `--variant` names.
pub(crate) struct Variants {
    chosen: Option<Variant>,
}

impl Variants {
    /// # Errors
    /// As [`load`]: the variant of the command line must exist, even if no line names it.
    pub(crate) fn of(common: &Common) -> anyhow::Result<Variants> {
        Ok(Variants { chosen: common.variant.as_deref().map(load).transpose()? })
    }

    /// The variant that `--variant` names.
    pub(crate) fn chosen(&self) -> Option<Variant> {
        self.chosen
    }

    /// The variant with that [`identity`].
    ///
    /// # Errors
    /// No variant has it, or `--variant` names another one.
    pub(crate) fn identified(&self, identity: &str) -> anyhow::Result<Variant> {
        if let Some(chosen) = self.chosen() {
            let own = self::identity(chosen);
            ensure!(own == identity, "a unit of {identity}, but --variant says {own}");
            return Ok(chosen);
        }
        if let Some((id, _)) = identity.split_once('#') {
            bail!("the rules of {id} are in a file: name it with --variant");
        }
        Ok(Variant::named(identity)?)
    }

    /// The variant with that id, or with a name that other programs use.
    pub(crate) fn named(&self, id: &str) -> anyhow::Result<Variant> {
        match self.chosen() {
            Some(chosen) if chosen.id() == id || variant_id(id) == Some(chosen.id()) => Ok(chosen),
            _ => Ok(Variant::named(variant_id(id).unwrap_or(id))?),
        }
    }
}

/// A name that is the same only for the same rules: the id of the variant, and for a variant from a file also a
/// checksum of its rules.
pub(crate) fn identity(variant: Variant) -> String {
    if variant.is_built_in() {
        return variant.id().to_owned();
    }
    let rules = variant.spec().without_words().to_toml();
    format!("{}#{:08x}", variant.id(), crc32fast::hash(rules.as_bytes()))
}

/// A file with the text of one variant or several.
pub(crate) struct VariantFile {
    /// The path as the user wrote it, without the name of a variant in the file.
    pub(crate) path: String,
    /// The name of the variant in the file, if one is given.
    pub(crate) name: Option<String>,
    /// The content.
    pub(crate) text: String,
}

impl VariantFile {
    /// Reads the file that a name refers to; `None` if the name is that of a built-in variant, or of no file.
    pub(crate) fn find(name: &str) -> anyhow::Result<Option<VariantFile>> {
        let (path, variant) = match name.rsplit_once(':') {
            Some((path, variant)) if is_ini(path) => (path, Some(variant.to_owned())),
            _ => (name, None),
        };
        if let Some((file, variant)) = name.rsplit_once(':').filter(|(file, _)| has_extension(file, "toml")) {
            bail!(
                "{name}: {file} has one variant; `:{variant}` names one of several, as in FILE.ini:NAME: use {file} alone"
            );
        }
        let like_file = is_ini(path) || has_extension(path, "toml") || path.contains(['/', '\\']);
        let built_in = Variant::all_ids().any(|id| id.eq_ignore_ascii_case(path));
        if !like_file && (built_in || !Path::new(path).exists()) {
            return Ok(None);
        }
        if let Some(file) = file_beside(path).filter(|_| !Path::new(path).exists()) {
            bail!("{path}: there is no such file; did you mean {file}?");
        }
        ensure!(Path::new(path).exists(), "there is no file `{path}`");
        let text = read(Path::new(path)).with_context(|| path.to_owned())?;
        Ok(Some(VariantFile { path: path.to_owned(), name: variant, text }))
    }

    /// Whether it is written as Fairy-Stockfish's `variants.ini`.
    pub(crate) fn is_ini(&self) -> bool {
        is_ini(&self.path)
    }

    /// The id of the variant if the file does not contain one: the file's name in the characters that an id may have.
    pub(crate) fn default_id(&self) -> String {
        let stem = Path::new(&self.path).file_stem().unwrap_or_default().to_string_lossy();
        VariantSpec::id_from(&stem).trim_matches('-').to_owned()
    }

    /// The variant of the file.
    pub(crate) fn variant(self) -> anyhow::Result<Variant> {
        let variant = self.compile()?;
        Ok(variant.map_err(|faults| BadFile { path: self.path, text: self.text, faults })?)
    }

    /// The variant of the file, or the faults of its text.
    ///
    /// # Errors
    /// The file has no variant of that name, or it has several and none is named.
    pub(crate) fn compile(&self) -> anyhow::Result<Result<Variant, FileFaults>> {
        if self.text.trim().is_empty() {
            let remedy = "`campione variants ID --format toml` writes a variant to start from".to_owned();
            let fault = FileFault::new(&self.text, 0..0, Vec::new(), FileFaultKind::Empty { remedy });
            return Ok(Err(FileFaults(vec![fault])));
        }
        if !self.is_ini() {
            return Ok(Variant::from_toml(&self.text, &self.default_id()));
        }
        let ini = match VariantIni::parse(&self.text) {
            Ok(ini) => ini,
            Err(faults) => return Ok(Err(faults)),
        };
        let names: Vec<&str> = ini.names().collect();
        let name = match (&self.name, names.as_slice()) {
            (Some(name), _) => name.as_str(),
            (None, [only]) => *only,
            (None, _) => bail!(
                "{}: it has {} variants: say which, as {0}:{} (`campione variants {0}` lists them)",
                self.path,
                names.len(),
                names[0]
            ),
        };
        ini.variant(name).ok_or_else(|| {
            let near: Vec<&str> = by_similarity(name, names, str::to_owned).take(3).map(|(_, known)| known).collect();
            anyhow::anyhow!("{}: there is no variant `{name}` in it; did you mean {}?", self.path, one_of(&near))
        })
    }

    /// All variants of a file with several, if none of them is named.
    pub(crate) fn variants(&self) -> Option<Vec<(String, Result<Variant, FileFaults>)>> {
        if !self.is_ini() || self.name.is_some() {
            return None;
        }
        let ini = VariantIni::parse(&self.text).ok().filter(|ini| ini.names().nth(1).is_some())?;
        Some(ini.names().filter_map(|name| Some((name.to_owned(), ini.variant(name)?))).collect())
    }

    /// The parts of the text that have no effect or an old name.
    pub(crate) fn warnings(&self, variant: Variant) -> Vec<FileFault> {
        warnings_in(variant, if self.is_ini() { "" } else { &self.text })
    }

    /// Reports faults of the text in the format of compilers.
    pub(crate) fn report(&self, faults: &[FileFault], level: Severity) -> String {
        render(&self.path, &self.text, faults, level)
    }
}

fn is_ini(path: &str) -> bool {
    has_extension(path, "ini")
}

fn has_extension(path: &str, wanted: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn read(path: &Path) -> anyhow::Result<String> {
    // Windows does not open folders.
    ensure!(
        !path.is_dir(),
        "it is a folder: name the file of a variant in it, such as {}",
        path.join("NAME.toml").display()
    );
    let file = fs::File::open(path)?;
    let bytes = read_whole(file, MAX_FILE)?;
    let text = String::from_utf8(without_mark(&bytes).to_vec()).map_err(|error| {
        let line = 1 + error.as_bytes().iter().take(error.utf8_error().valid_up_to()).filter(|&&b| b == b'\n').count();
        anyhow::anyhow!("line {line}: not UTF-8 text")
    })?;
    Ok(text)
}

/// How serious a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The text does not define a variant.
    Error,
    /// The variant can be played.
    Warning,
}

/// The text of a file does not define a valid variant.
#[derive(Debug)]
pub(crate) struct BadFile {
    path: String,
    text: String,
    faults: FileFaults,
}

impl BadFile {
    /// All faults as an object: the first one with its place, then each, as `variants --check` prints them.
    pub(crate) fn object(&self) -> Value {
        let faults = &self.faults.0;
        let first = faults.first().map_or_else(String::new, |fault| format!(": {fault}"));
        json!({
            "error": format!("{}: not a valid variant{first}", self.path),
            "file": self.path,
            "line": faults.first().map(|fault| fault.line),
            "column": faults.first().map(|fault| fault.column),
            "errors": faults.iter().map(describe).collect::<Vec<Value>>(),
        })
    }
}

/// A fault for programs.
pub(crate) fn describe(fault: &FileFault) -> Value {
    json!({ "line": fault.line, "column": fault.column, "message": fault.message(), "code": fault.code() })
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: not a valid variant", self.path)?;
        f.write_str(render(&self.path, &self.text, &self.faults.0, Severity::Error).trim_end())?;
        if is_ini(&self.path) || has_extension(&self.path, "toml") {
            return Ok(());
        }
        write!(
            f,
            "\nnote: it was read as TOML, which `campione variants ID --format toml` writes; only a file whose name ends with `.ini` \
             is read as Fairy-Stockfish's variants.ini"
        )
    }
}

impl std::error::Error for BadFile {}

/// Faults with the lines that they refer to, and a caret below each place.
fn render(path: &str, text: &str, faults: &[FileFault], severity: Severity) -> String {
    let styled = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut report = String::new();
    for fault in faults {
        // Beyond the end of the text, only the end itself can be marked.
        let span = if fault.span.start < text.len() { fault.span.clone() } else { text.len()..text.len() };
        let snippet = Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(span));
        let title = level.clone().primary_title(fault.message());
        report += &renderer.render(&[title.element(snippet)]);
        report += "\n";
    }
    report
}
