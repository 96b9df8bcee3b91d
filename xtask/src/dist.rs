//! `cargo xtask dist`: release files: one archive for each system, and a Debian package.
//!
//! Each holds the program, its manual pages, shell completions, the licenses and the README.

mod debian;
mod guided;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, ensure};
use cargo_metadata::MetadataCommand;

use crate::{Usage, Verdict, root, targets};
use campione_driver::find;
use campione_workspace::Build;

/// The profile of programs to release.
const RELEASED: &str = "dist";

/// The systems with an archive: target, name for readers, format.
const TARGETS: &[(&str, Form)] = &[
    ("x86_64-unknown-linux-gnu", Form::TarGz),
    ("x86_64-pc-windows-gnu", Form::Zip),
    ("x86_64-apple-darwin", Form::TarGz),
    ("aarch64-apple-darwin", Form::TarGz),
];

/// The shells whose completions are packed, and the names of the files.
const SHELLS: &[(&str, &str)] =
    &[("bash", "campione.bash"), ("zsh", "_campione"), ("fish", "campione.fish"), ("powershell", "campione.ps1")];

/// Files of the workspace that are packed unchanged.
const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    TarGz,
    Zip,
}

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
    let known = || TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    if let Some(strange) = options.targets.iter().find(|&target| form(target).is_none()) {
        return Err(Usage(anyhow!("--target {strange}: expected one of {}", known())).into());
    }
    let installed = targets::installed()?;
    let mut faults = 0;
    let mut ready = Vec::new();
    for (target, form) in TARGETS {
        let asked = options.targets.iter().any(|name| name == target);
        if !options.targets.is_empty() && !asked {
            continue;
        }
        match missing(target, &installed, options.check) {
            Some(why) => {
                say!("skipped: {target}: {why}");
                // A system asked for by name must not be skipped.
                faults += usize::from(asked);
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
        return Ok(Verdict::of(faults));
    }
    let folder = root().join(&options.to);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let own = build_own(&host, options)?;
    let extras = Extras::make(&own)?;
    for (target, form) in ready {
        let program = if target == host { own.clone() } else { build(target, &options.profile)? };
        let archive = pack(&folder, target, form, &program, &extras)?;
        say!("{}", archive.display());
        if target == debian::TARGET {
            if let Some(package) = debian::package(&folder, &program, &extras)? {
                say!("{}", package.display());
            } else {
                say!("skipped: the Debian package: dpkg-deb is not installed");
            }
        }
    }
    Ok(Verdict::of(faults))
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
        _ if target.ends_with("apple-darwin") && cfg!(not(target_os = "macos")) => {
            return Some("it needs Apple's linker and libraries: run this on a Mac".to_owned());
        }
        _ => "cc",
    };
    find(linker).is_none().then(|| format!("the linker {linker} is not installed"))
}

/// Runs cargo in the workspace.
fn cargo(arguments: &[&str]) -> anyhow::Result<()> {
    let status = Command::new(env!("CARGO")).args(arguments).current_dir(root()).status().context("cargo")?;
    ensure!(status.success(), "`cargo {}` has failed", arguments.join(" "));
    Ok(())
}

/// Builds the program for another system; returns its path.
fn build(target: &str, profile: &str) -> anyhow::Result<PathBuf> {
    Build { arguments: &["--profile", profile, "--target", target], ..Build::default() }.run()
}

/// Builds the program for this machine; returns its path. A program to release is optimized by a profile of its work.
fn build_own(host: &str, options: &Options) -> anyhow::Result<PathBuf> {
    if options.profile == RELEASED && !options.no_pgo {
        if let Some(tool) = guided::tool()? {
            return guided::build(&tool, host, &options.profile);
        }
        say!("skipped: optimization by a profile: llvm-profdata is not installed (rustup component add llvm-tools)");
    }
    Build { arguments: &["--profile", &options.profile], ..Build::default() }.run()
}

/// Manual pages and completions, made by the binary for this machine.
pub(crate) struct Extras {
    folder: tempfile::TempDir,
    /// The version of the program.
    pub(crate) version: String,
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
        Ok(Extras { folder, version: version()? })
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
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or_else(|| anyhow!("`rustc -vV` names no host"))?.to_owned())
}

/// The version of the program.
fn version() -> anyhow::Result<String> {
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

/// Makes the archive of one system.
fn pack(folder: &Path, target: &str, form: Form, program: &Path, extras: &Extras) -> anyhow::Result<PathBuf> {
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
    let mut command = match form {
        Form::TarGz => {
            let mut tar = Command::new("tar");
            tar.args(["--create", "--gzip", "--file"]);
            tar
        }
        Form::Zip => {
            let mut zip = Command::new("zip");
            zip.args(["--quiet", "--recurse-paths"]);
            zip
        }
    };
    let archive = folder.join(format!("{name}{}", if form == Form::Zip { ".zip" } else { ".tar.gz" }));
    // `zip` would add to an existing archive.
    if archive.exists() {
        fs::remove_file(&archive).with_context(|| archive.display().to_string())?;
    }
    let packer = command.get_program().display().to_string();
    let status = command.arg(fs::canonicalize(folder)?.join(archive.file_name().context("an archive")?)).arg(&name);
    let status = status.current_dir(work.path()).stdin(Stdio::null()).status().context(packer.clone())?;
    ensure!(status.success(), "{packer} has failed");
    Ok(archive)
}
