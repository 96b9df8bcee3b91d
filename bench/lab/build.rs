//! Sets the commit that the program is built from, because files of games name the engine that played them.

use std::process::Command;

/// The sources of the engine, relative to this folder.
const ENGINE: [&str; 6] = [
    "../../core/src",
    "../../core/variants",
    "../../movegen/src",
    "../../search/src",
    "../../search/data",
    "../../search/endgame/src",
];

fn main() {
    for part in ENGINE.iter().chain(&["src", "build.rs"]) {
        println!("cargo:rerun-if-changed={part}");
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let status = [&["status", "--porcelain", "--untracked-files=no", "--"][..], &ENGINE].concat();
    let changed = git(&status).is_some_and(|lines| !lines.is_empty());
    println!("cargo:rustc-env=CAMPIONE_COMMIT={commit}{}", if changed { "-changed" } else { "" });
}

/// The output of git; `None` without git or without a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
