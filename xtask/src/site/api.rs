//! The documentation of the libraries, each by the tool of its language.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use crate::dist::copy_all;
use crate::process::output;
use crate::python::Environment;
use crate::{packages, root};
use campione_driver::find;

/// What documents the Python package.
const PDOC: &str = "pdoc==16.0.0";

/// What documents the npm package, and the compiler that it reads declarations with.
const TYPEDOC: [&str; 2] = ["typedoc@0.28.20", "typescript@5.9.3"];

/// Settings for Doxygen, beside where it reads and writes.
const DOXYGEN: &str = "\
PROJECT_NAME = \"Campione for C\"
FILE_PATTERNS = *.h *.hpp *.md
JAVADOC_AUTOBRIEF = YES
OPTIMIZE_OUTPUT_FOR_C = YES
EXTRACT_ALL = YES
GENERATE_LATEX = NO
HAVE_DOT = NO
QUIET = YES
WARNINGS = NO
";

/// The documentation of a library, as it stands on the front page.
pub(super) struct Api {
    pub(super) language: &'static str,
    /// The first page, relative to the site; or why there is none.
    pub(super) page: Result<&'static str, String>,
}

/// Makes the documentation of all libraries whose tools are here.
///
/// # Errors
/// A tool has failed, or a file cannot be written.
pub(super) fn make(site: &Path) -> anyhow::Result<Vec<Api>> {
    let work = tempfile::tempdir().context("a folder for documentation")?;
    let mut all = Vec::new();
    for (language, page, document) in LANGUAGES {
        let to = site.join(Path::new(page).iter().take(2).collect::<PathBuf>());
        let work = work.path().join(language);
        fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
        let missing = document(&work, &to).with_context(|| format!("the documentation for {language}"))?;
        if missing.is_none() {
            ensure!(site.join(page).is_file(), "the documentation for {language} has no {page}");
        }
        all.push(Api { language, page: missing.map_or(Ok(page), Err) });
    }
    Ok(all)
}

/// Writes the documentation into a folder, with another one to work in; says what is missing.
type Document = fn(&Path, &Path) -> anyhow::Result<Option<String>>;

const LANGUAGES: [(&str, &str, Document); 4] = [
    ("Rust", "api/rust/campione/index.html", rust),
    ("Python", "api/python/campione.html", python_package),
    ("JavaScript", "api/javascript/index.html", javascript),
    ("C", "api/c/index.html", c),
];

/// The crates that are published, not those that only we use.
fn rust(_: &Path, to: &Path) -> anyhow::Result<Option<String>> {
    let mut doc = Command::new(env!("CARGO"));
    // A target folder of its own: in the usual one there may be documentation of crates that only we use.
    let target = root().join("target/site");
    doc.args(["doc", "--no-deps", "--quiet", "--locked", "--target-dir"]).arg(&target).current_dir(root());
    for package in packages::order()? {
        doc.args(["--package", &package]);
    }
    output(&mut doc)?;
    copy_all(&target.join("doc"), to)?;
    Ok(None)
}

fn python_package(work: &Path, to: &Path) -> anyhow::Result<Option<String>> {
    let Some(env) = Environment::make(work.join("env")) else {
        return Ok(Some("there is no Python 3 with venv".to_owned()));
    };
    if env.install(&[PDOC]).is_err() {
        return Ok(Some(format!("{PDOC} cannot be installed")));
    }
    env.install(&["./bindings/python"])?;
    output(Command::new(&env.python).args(["-m", "pdoc", "campione", "--output-directory"]).arg(to))?;
    Ok(None)
}

fn javascript(work: &Path, to: &Path) -> anyhow::Result<Option<String>> {
    let package = root().join("bindings/wasm");
    let (Some(npm), Some(node)) = (find("npm"), find("node")) else {
        return Ok(Some("npm is not installed".to_owned()));
    };
    let mut install = Command::new(npm);
    install.args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"]).arg(work).args(TYPEDOC);
    if output(&mut install).is_err() {
        return Ok(Some(format!("{} cannot be downloaded", TYPEDOC[0])));
    }
    // The newest compiler of the package writes no declarations that this one does not read.
    copy_all(&package.join("dist"), &work.join("dist"))?;
    let mut typedoc = Command::new(node);
    typedoc.arg("node_modules/typedoc/bin/typedoc").args(["--entryPoints", "dist/index.d.ts", "dist/ffish.d.ts"]);
    typedoc.args(["--name", "Campione for JavaScript", "--skipErrorChecking", "--logLevel", "Error", "--readme"]);
    output(typedoc.arg(package.join("README.md")).arg("--out").arg(to).current_dir(work))?;
    Ok(None)
}

fn c(work: &Path, to: &Path) -> anyhow::Result<Option<String>> {
    let Some(doxygen) = find("doxygen") else {
        return Ok(Some("doxygen is not installed".to_owned()));
    };
    let settings = work.join("Doxyfile");
    let made = work.join("made");
    fs::create_dir_all(&made).with_context(|| made.display().to_string())?;
    let package = root().join("bindings/c");
    let (include, readme) = (package.join("include"), package.join("README.md"));
    let places = format!(
        "INPUT = \"{}\" \"{readme}\"\nUSE_MDFILE_AS_MAINPAGE = \"{readme}\"\nOUTPUT_DIRECTORY = \"{}\"\n",
        include.display(),
        made.display(),
        readme = readme.display(),
    );
    fs::write(&settings, format!("{DOXYGEN}{places}")).context("Doxyfile")?;
    output(Command::new(doxygen).arg(&settings).current_dir(work))?;
    copy_all(&made.join("html"), to)?;
    Ok(None)
}
