//! `cargo xtask dist`: release files: one archive for each system, and a Debian package.
//!
//! Each holds the program, its manual pages, shell completions, the README, our licenses and those of the crates that are compiled in.
//! The same program packs into the same bytes ([`crate::archive`]).

mod debian;
mod guided;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::MetadataCommand;

use crate::archive::{self, Form};
use crate::{Usage, Verdict, notices, root, targets};
use campione_driver::find;
use campione_workspace::Build;

/// The profile of programs to release.
const RELEASED: &str = "dist";

/// The systems with an archive: target, name for readers, format.
const TARGETS: &[(&str, Form)] = &[
    ("x86_64-unknown-linux-gnu", Form::TarGz),
    ("aarch64-unknown-linux-gnu", Form::TarGz),
    ("x86_64-pc-windows-gnu", Form::Zip),
    ("x86_64-apple-darwin", Form::TarGz),
    ("aarch64-apple-darwin", Form::TarGz),
];

/// The shells whose completions are packed, and the names of the files.
const SHELLS: &[(&str, &str)] =
    &[("bash", "campione.bash"), ("zsh", "_campione"), ("fish", "campione.fish"), ("powershell", "campione.ps1")];

/// Files of the workspace that are packed unchanged.
const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The target, as rustc names it; may be repeated. All that can be built here by default
    #[arg(long = "target", value_name = "TRIPLE")]
    targets: Vec<String>,
    /// The profile: `release` is built sooner
    #[arg(long, default_value = RELEASED)]
    profile: String,
    /// Do not optimize this machine's program by a profile of its work, which takes a second build
    #[arg(long)]
    no_pgo: bool,
    /// The folder for archives and packages
    #[arg(long, value_name = "FOLDER", default_value = "target/dist")]
    to: PathBuf,
    /// Only check that the code compiles for each system; nothing is packed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let made = make(options)?;
    for file in &made.files {
        say!("{}", file.display());
    }
    for why in &made.skipped {
        say!("skipped: {why}");
    }
    // A system asked for by name must not be skipped.
    Ok(Verdict::of(made.missing))
}

/// The files of a release, and what could not be made here.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) skipped: Vec<String>,
    /// The systems among them that were asked for by name.
    pub(crate) missing: usize,
}

/// Options for a release: this machine's archive, and that of Windows if it can be built here.
pub(crate) fn released(folder: &Path, profile: &str, no_pgo: bool) -> anyhow::Result<Options> {
    let host = host()?;
    let windows = "x86_64-pc-windows-gnu".to_owned();
    let buildable = host != windows && missing(&windows, &targets::installed()?, false).is_none();
    let targets = std::iter::once(host).chain(buildable.then_some(windows)).collect();
    Ok(Options { targets, profile: profile.to_owned(), no_pgo, to: folder.to_owned(), check: false })
}

/// Makes the files.
///
/// # Errors
/// A target is not known, a build or a program has failed.
pub(crate) fn make(options: &Options) -> anyhow::Result<Made> {
    let known = || TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    if let Some(strange) = options.targets.iter().find(|&target| form(target).is_none()) {
        return Err(Usage(anyhow!("--target {strange}: expected one of {}", known())).into());
    }
    let installed = targets::installed()?;
    let mut made = Made::default();
    let mut ready = Vec::new();
    for (target, form) in TARGETS {
        let asked = options.targets.iter().any(|name| name == target);
        if !options.targets.is_empty() && !asked {
            continue;
        }
        match missing(target, &installed, options.check) {
            Some(why) => {
                made.skipped.push(format!("{target}: {why}"));
                made.missing += usize::from(asked);
            }
            None => ready.push((*target, *form)),
        }
    }
    let host = host()?;
    if options.check {
        for (target, _) in ready {
            let check = ["check", "--package", "campione"];
            // Without its name this machine's own target shares what is compiled with other checks.
            let named = if target == host { vec![] } else { vec!["--target", target] };
            cargo(&[&check[..], &named].concat())?;
            say!("{target}: compiles");
        }
        return Ok(made);
    }
    let folder = root().join(&options.to);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let time = archive::source_date()?;
    let own = build_own(&host, options, &mut made.skipped)?;
    let extras = Extras::make(&own)?;
    if extras.notices.is_none() {
        made.skipped.push(format!("{}: {}", notices::NAME, notices::MISSING));
    }
    for (target, form) in ready {
        let program = if target == host { own.clone() } else { build(target, &options.profile)? };
        made.files.push(pack(&folder, target, form, &program, &extras, time)?);
        if target == debian::TARGET {
            match debian::package(&folder, &program, &extras, time)? {
                Some(package) => made.files.push(package),
                None => made.skipped.push("the Debian package: dpkg-deb is not installed".to_owned()),
            }
        }
    }
    Ok(made)
}

fn form(target: &str) -> Option<Form> {
    TARGETS.iter().find(|(name, _)| *name == target).map(|&(_, form)| form)
}

/// Why a system cannot be built here; `None` if it can.
fn missing(target: &str, installed: &[String], only_check: bool) -> Option<String> {
    if !installed.iter().any(|name| name == target) {
        return Some(format!("its standard library is not installed (rustup target add {target})"));
    }
    if only_check {
        return None;
    }
    let linker = match target {
        "x86_64-pc-windows-gnu" => "x86_64-w64-mingw32-gcc",
        "aarch64-unknown-linux-gnu" if cfg!(not(target_arch = "aarch64")) => "aarch64-linux-gnu-gcc",
        "x86_64-unknown-linux-gnu" if cfg!(not(target_arch = "x86_64")) => "x86_64-linux-gnu-gcc",
        _ if target.ends_with("apple-darwin") && cfg!(not(target_os = "macos")) => {
            return Some("it needs Apple's linker and libraries: run this on a Mac".to_owned());
        }
        _ => "cc",
    };
    find(linker).is_none().then(|| format!("the linker {linker} is not installed"))
}

/// Runs cargo in the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> anyhow::Result<()> {
    let status = Command::new(env!("CARGO")).args(arguments).current_dir(root()).status().context("cargo")?;
    ensure!(status.success(), "`cargo {}` has failed", arguments.join(" "));
    Ok(())
}

/// The flags with which a program to release holds no path of the machine that built it, as a setting of cargo.
pub(crate) fn flags(more: &str) -> anyhow::Result<String> {
    let home = match std::env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => std::env::home_dir().context("no home folder: set CARGO_HOME")?.join(".cargo"),
    };
    // Literal strings of TOML: paths of Windows have backslashes.
    let hide = |path: &Path, name: &str| format!("'--remap-path-prefix={}={name}'", path.display());
    Ok(format!("build.rustflags=[{}, {}{more}]", hide(root(), "campione"), hide(&home, "cargo")))
}

/// Builds the program for another system; returns its path.
fn build(target: &str, profile: &str) -> anyhow::Result<PathBuf> {
    let arguments = ["--profile", profile, "--target", target, "--config", &flags("")?];
    Build { arguments: &arguments, ..Build::default() }.run()
}

/// Builds the program for this machine; returns its path. A program to release is optimized by a profile of its work.
fn build_own(host: &str, options: &Options, skipped: &mut Vec<String>) -> anyhow::Result<PathBuf> {
    if options.profile == RELEASED && !options.no_pgo {
        if let Some(tool) = guided::tool()? {
            return guided::build(&tool, host, &options.profile);
        }
        let why = "optimization by a profile: llvm-profdata is not installed (rustup component add llvm-tools)";
        skipped.push(why.to_owned());
    }
    build(host, &options.profile)
}

/// Manual pages and completions, made by the binary for this machine.
pub(crate) struct Extras {
    folder: tempfile::TempDir,
    /// The version of the program.
    pub(crate) version: String,
    /// The licenses of the crates that are compiled in, if there is `cargo about`.
    notices: Option<PathBuf>,
}

impl Extras {
    fn make(program: &Path) -> anyhow::Result<Extras> {
        let folder = tempfile::tempdir().context("a folder for pages")?;
        let (man, completions) = (folder.path().join("man"), folder.path().join("completions"));
        fs::create_dir(&man).and_then(|()| fs::create_dir(&completions)).context("a folder for pages")?;
        let status = Command::new(program).args(["man", "--dir"]).arg(&man).status().context("campione man")?;
        ensure!(status.success(), "`campione man` has failed");
        for (shell, file) in SHELLS {
            let output = Command::new(program).args(["completions", shell]).output().context("campione completions")?;
            ensure!(output.status.success(), "`campione completions {shell}` has failed");
            fs::write(completions.join(file), output.stdout).with_context(|| (*file).to_owned())?;
        }
        let to = folder.path().join(notices::NAME);
        let notices = notices::write("cli", &to)?.then_some(to);
        Ok(Extras { folder, version: version()?, notices })
    }

    /// Copies the licenses of the crates that are compiled in to a folder.
    pub(crate) fn copy_notices(&self, folder: &Path) -> anyhow::Result<()> {
        self.notices.as_ref().map_or(Ok(()), |notices| copy(notices, &folder.join(notices::NAME)))
    }

    /// The manual pages, in a fixed order.
    pub(crate) fn pages(&self) -> anyhow::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(self.folder.path().join("man")).context("manual pages")?;
        let mut pages = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
        pages.sort();
        ensure!(!pages.is_empty(), "`campione man` has written no page");
        Ok(pages)
    }

    /// The completion file of a shell.
    pub(crate) fn completions(&self, file: &str) -> PathBuf {
        self.folder.path().join("completions").join(file)
    }
}

/// This machine, as rustc names it.
pub(crate) fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or_else(|| anyhow!("`rustc -vV` names no host"))?.to_owned())
}

/// The version of the program.
pub(crate) fn version() -> anyhow::Result<String> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == "campione");
    Ok(package.ok_or_else(|| anyhow!("there is no package campione"))?.version.to_string())
}

/// Copies a file, and makes the folders above it.
pub(crate) fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies a file, or a folder with all that is in it.
pub(crate) fn copy_all(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in ignore::WalkBuilder::new(from).standard_filters(false).build() {
        let path = entry?.into_path();
        if path.is_file() {
            let rest = path.strip_prefix(from)?;
            let target = if rest.as_os_str().is_empty() { to.to_owned() } else { to.join(rest) };
            copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Makes the archive of one system.
fn pack(
    folder: &Path,
    target: &str,
    form: Form,
    program: &Path,
    extras: &Extras,
    time: u64,
) -> anyhow::Result<PathBuf> {
    let name = format!("campione-{}-{target}", extras.version);
    let work = tempfile::tempdir_in(folder).context("a folder to pack")?;
    let top = work.path().join(&name);
    copy(program, &top.join(program.file_name().context("a program without a name")?))?;
    for text in TEXTS {
        copy(&root().join(text), &top.join(text))?;
    }
    for page in extras.pages()? {
        copy(&page, &top.join("man").join(page.file_name().context("a page without a name")?))?;
    }
    for (_, file) in SHELLS {
        copy(&extras.completions(file), &top.join("completions").join(file))?;
    }
    extras.copy_notices(&top)?;
    let archive = folder.join(format!("{name}{}", form.extension()));
    archive::pack(&top, form, &archive, time)?;
    Ok(archive)
}
