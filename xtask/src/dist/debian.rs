//! The Debian package, laid out here and packed by `dpkg-deb`: no more is needed, and no network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Extras, copy};
use crate::root;
use campione_driver::find;

/// What the package is made for.
pub(super) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Where a shell looks for what it completes.
const COMPLETIONS: &[(&str, &str)] = &[
    ("campione.bash", "usr/share/bash-completion/completions/campione"),
    ("_campione", "usr/share/zsh/vendor-completions/_campione"),
    ("campione.fish", "usr/share/fish/vendor_completions.d/campione.fish"),
];

/// Makes it, where there is `dpkg-deb`. No file in it is newer than `time`.
pub(super) fn package(folder: &Path, program: &Path, extras: &Extras, time: u64) -> anyhow::Result<Option<PathBuf>> {
    if find("dpkg-deb").is_none() {
        return Ok(None);
    }
    let version = &extras.version;
    let work = tempfile::tempdir_in(folder).context("a folder to pack")?;
    // A temporary folder is its owner's alone; what is in a package is everybody's.
    let top = work.path().join("package");
    copy(program, &top.join("usr/bin/campione"))?;
    for page in extras.pages()? {
        let to = top.join("usr/share/man/man1").join(page.file_name().context("a page without a name")?);
        copy(&page, &to)?;
        let status = Command::new("gzip").args(["--best", "--no-name"]).arg(&to).status().context("gzip")?;
        ensure!(status.success(), "gzip has failed");
    }
    for (file, place) in COMPLETIONS {
        copy(&extras.completions(file), &top.join(place))?;
    }
    copy(&root().join("README.md"), &top.join("usr/share/doc/campione/README.md"))?;
    fs::write(top.join("usr/share/doc/campione/copyright"), copyright()?)?;
    extras.copy_notices(&top.join("usr/share/doc/campione"))?;
    let kibibytes = size(&top)?.div_ceil(1024);
    fs::create_dir(top.join("DEBIAN"))?;
    fs::write(top.join("DEBIAN/control"), control(version, kibibytes, &needs_glibc(program)?))?;
    let package = folder.join(format!("campione_{version}-1_amd64.deb"));
    let status = Command::new("dpkg-deb")
        .args(["--root-owner-group", "--build"])
        .args([&top, &package])
        .env("SOURCE_DATE_EPOCH", time.to_string())
        .status()
        .context("dpkg-deb")?;
    ensure!(status.success(), "dpkg-deb has failed");
    Ok(Some(package))
}

fn control(version: &str, kibibytes: u64, glibc: &str) -> String {
    format!(
        "Package: campione\n\
         Version: {version}-1\n\
         Architecture: amd64\n\
         Maintainer: The Campione developers <campione@users.noreply.github.com>\n\
         Installed-Size: {kibibytes}\n\
         Depends: libc6 (>= {glibc}), libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: https://github.com/campione-chess/campione\n\
         Description: perft validation, conversion and analysis for large-board chess\n \
         Move generator, converter of positions and games, and engine (UCI and XBoard's\n \
         protocol) for Carrera, Archchess, Herb Garden, Capablanca Random Chess,\n \
         Courier-Spiel and their relatives on boards of up to 12 files and 10 ranks.\n"
    )
}

/// The licenses: the text of the one, and the place of the other on every Debian system.
fn copyright() -> anyhow::Result<String> {
    let mit = fs::read_to_string(root().join("LICENSE-MIT")).context("LICENSE-MIT")?;
    Ok(format!(
        "Campione, https://github.com/campione-chess/campione\n\n\
         License: MIT or Apache-2.0, as you like. Apache-2.0 is in /usr/share/common-licenses/Apache-2.0. MIT:\n\n{mit}"
    ))
}

/// The bytes of all files below a folder.
fn size(folder: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let kind = entry.file_type()?;
        bytes += if kind.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}

/// The newest version of glibc of which the program uses something: the names of versions stand in it as text.
fn needs_glibc(program: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    let (major, minor) = newest_glibc(&bytes).context("the program uses nothing of glibc")?;
    Ok(format!("{major}.{minor}"))
}

fn newest_glibc(bytes: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"\0GLIBC_";
    let places = bytes.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let versions = places.filter_map(|(at, _)| {
        let text = &bytes[at + MARK.len()..];
        let text = std::str::from_utf8(&text[..text.iter().position(|&byte| byte == 0)?]).ok()?;
        let mut numbers = text.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_glibc() {
        let program = b"\x7fELF\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0 GLIBC_2.99\0";
        assert_eq!(newest_glibc(program), Some((2, 34)));
        assert_eq!(newest_glibc(b"\0GLIBC_"), None);
    }

    #[test]
    fn control_says_what_dpkg_asks_for() {
        let text = control("1.2.3", 7, "2.34");
        for line in
            ["Package: campione", "Version: 1.2.3-1", "Installed-Size: 7", "Depends: libc6 (>= 2.34), libgcc-s1"]
        {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        let description = text.split("Description: ").nth(1).unwrap();
        assert!(description.lines().skip(1).all(|line| line.starts_with(' ')), "{description}");
    }
}
