//! Scripts that complete the command line: what they offer, in the shells that are there.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use campione_core::Variant;
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::pgn::Reading;

use crate::campione;

fn script(shell: &str) -> String {
    campione(&format!("completions {shell}")).out
}

/// The scripts have the values of the options with a fixed set, as the program lists them.
#[test]
fn scripts_list_variants_dialects_and_notations() {
    let ids: Vec<&str> = Variant::all_ids().collect();
    let lists = [
        ids.clone(),
        Dialect::ALL.map(Dialect::name).to_vec(),
        MoveNotation::ALL.map(MoveNotation::name).to_vec(),
        Reading::ALL.map(Reading::name).to_vec(),
    ];
    let (bash, zsh, fish) = (script("bash"), script("zsh"), script("fish"));
    for list in &lists {
        let words = list.join(" ");
        assert!(bash.contains(&format!("compgen -W \"{words}\"")), "{words}");
        assert!(zsh.contains(&format!("({words})")), "{words}");
        assert!(fish.contains(&format!("-a \"{}\\t''\n{}\\t''", list[0], list[1])), "{words}");
    }
    // A variant may also be a file, everywhere: bash offers files if nothing else fits.
    let all = ids.join(" ");
    assert!(bash.contains("-o default campione") && !zsh.contains(&format!("FILE:({all})")));
    assert!(zsh.contains(&format!(": _alternative \"ids\\:id\\:({all})\" \"files\\:file\\:_files\"'")));
    assert!(
        fish.contains(&format!("-r -F -a \"{}\\t''", ids[0])) && !fish.contains(&format!("-r -f -a \"{}\\t''", ids[0]))
    );
    // Only `variants` writes TOML.
    assert_eq!(bash.matches("\"text json toml\"").count(), 1);
}

/// Runs a shell in a folder with a file of a variant; `None` if the shell is not there, which is printed.
fn run(shell: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    let output = Command::new(shell).args(arguments).current_dir(folder).output();
    if output.is_err() {
        println!("skipped: there is no {shell}");
    }
    output.ok()
}

/// What is typed, and the words that must be offered for the last one.
const TYPED: &[(&str, &[&str])] = &[
    ("campione perft 3 -v gothi", &["gothic"]),
    ("campione perft 3 --variant herb", &["herb-garden", "herb-garden-2002b"]),
    ("campione -v gothi", &["gothic"]),
    ("campione variants gothi", &["gothic"]),
    ("campione perft 3 -v my-", &["my-game.toml"]),
    ("campione fen --to sh", &["shredder"]),
    ("campione bisect 3 --dialect fa", &["fairy"]),
    ("campione convert --to la", &["lan"]),
    ("campione pgn --reading brain", &["brainking"]),
    ("campione variants --format to", &["toml"]),
    ("campione endgame bu", &["build"]),
];

#[test]
fn bash_completes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-game.toml"), "").unwrap();
    fs::write(folder.path().join("script"), script("bash")).unwrap();
    for (line, offered) in TYPED {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        // What bash does when Tab is pressed. Where the function has nothing to offer, `-o default` takes files.
        let call = format!(
            ". ./script; COMP_WORDS=({line}); COMP_CWORD={}; _campione campione '{last}' '{before}' 2>/dev/null; \
             if [ ${{#COMPREPLY[@]}} = 0 ]; then compgen -f -- '{last}'; else printf '%s\\n' \"${{COMPREPLY[@]}}\"; fi",
            words.len() - 1
        );
        let Some(output) = run("bash", &["--norc", "-c", &call], folder.path()) else { return };
        let found = String::from_utf8(output.stdout).unwrap();
        let found: Vec<&str> = found.lines().map(str::trim).collect();
        assert_eq!(found, *offered, "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn fish_completes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-game.toml"), "").unwrap();
    fs::write(folder.path().join("script"), script("fish")).unwrap();
    // An option before the command is not completed by the generated script.
    for (line, offered) in TYPED.iter().filter(|(line, _)| !line.starts_with("campione -")) {
        let call = format!("source script; complete -C '{line}'");
        let Some(output) = run("fish", &["--no-config", "-c", &call], folder.path()) else { return };
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let found = String::from_utf8(output.stdout).unwrap();
        // What a value means stands behind a tab.
        let found: Vec<&str> = found.lines().map(|line| line.split('\t').next().unwrap_or_default()).collect();
        assert_eq!(found, *offered, "{line}");
    }
}

/// Completion in zsh needs a terminal, so only the script is read.
#[test]
fn zsh_reads_its_script() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("_campione"), script("zsh")).unwrap();
    let Some(output) = run("zsh", &["-f", "-n", "_campione"], folder.path()) else { return };
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
