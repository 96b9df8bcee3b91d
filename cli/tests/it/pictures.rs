//! Pictures and pages: what is written, and where.

use std::fs;

use crate::contract::refused;
use crate::{campione, with_input};

/// The content of a file in a new folder after a command that writes it. `{}` in the arguments stands for its path.
#[track_caller]
fn written(name: &str, arguments: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let run = campione(&arguments.replace("{}", path.to_str().unwrap()));
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments}");
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, [name], "nothing else is left behind");
    fs::read(&path).unwrap()
}

#[test]
fn vectors() {
    let svg = String::from_utf8(written("a.svg", "show -v archchess --svg {}")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("white-centurion"), "{svg}");
    let run = campione("show -v archchess --svg -");
    assert_eq!((run.out, run.code), (svg.clone(), Some(0)));
    // The marked move is the last one of --play, or the one of --last-move.
    let played = campione("show -v archchess --svg - --play 'e2e4 e9e7'").out;
    let named = campione("show -v archchess --svg - --play 'e2e4 e9e7' --last-move e9e7").out;
    assert!(played == named && played != svg && played.contains("#cfae3c"), "{played}");
    let turned = campione("show -v archchess --svg - --flip --theme dark --arrows e2e4,a10b8").out;
    assert!(turned.contains("#7fe0a3") && turned.matches("opacity").count() == 2, "{turned}");
}

#[test]
fn dots() {
    for (arguments, width) in [("", 640), ("--width 320", 320)] {
        let png = written("a.png", &format!("show -v herb-garden --png {{}} {arguments}"));
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), width);
    }
}

#[test]
fn pages_of_one_position_of_lines_and_of_games() {
    let page = String::from_utf8(written("a.html", "show -v carrera --html {} --play 'e2e4 e7e5'")).unwrap();
    assert!(page.contains("<title>Carrera's Chess</title>") && page.contains("\"move\":\"e5\""), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let (games, html) = (folder.path().join("a.pgn"), folder.path().join("a.html"));
    fs::write(
        &games,
        "[White \"</script>\"]\n[Variant \"chess\"]\n\n1. e4 {<!-- good} e5 1-0\n\n1. Qh9 *\n\n1. d4 *\n",
    )
    .unwrap();
    let run = campione(&format!("pgn {} --html {}", games.display(), html.display()));
    assert_eq!((run.out.as_str(), run.code), ("3 games, 3 plies: 2 passed, 1 failed\n", Some(1)), "{}", run.err);
    let page = fs::read_to_string(&html).unwrap();
    assert_eq!(page.matches("</script>").count(), 2, "the game's own is none");
    assert!(page.contains("\\u003c!-- good") && page.contains("1. \\u003c/script> – ?: 1-0"), "{page}");
    assert!(page.contains("\"3. game: *\""), "a game whose players nobody knows");
    let page = written("a.html", "analyse -v janus --depth 3 --multipv 2 --html {}");
    assert!(String::from_utf8(page).unwrap().contains("\"name\":\"2. "));
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine");
    let games = folder.path().join("a.pgn");
    fs::write(&games, "1. e4 *\n").unwrap();
    let (file, games) = (path.display().to_string(), games.display().to_string());
    for command in [
        format!("show --svg {file}"),
        format!("show --png {file}"),
        format!("show --html {file}"),
        format!("analyse --depth 1 --html {file}"),
        format!("pgn {games} --html {file}"),
    ] {
        fs::write(&path, "mine").unwrap();
        let run = campione(&command);
        assert!(run.err.contains("the file exists; --force replaces it") && run.code == Some(2), "{}", run.err);
        assert_eq!((run.out.as_str(), fs::read(&path).unwrap().as_slice()), ("", b"mine".as_slice()), "{command}");
        assert_eq!(campione(&format!("{command} --force")).code, Some(0), "{command}");
        assert_ne!(fs::read(&path).unwrap(), b"mine", "{command}");
    }
}

/// Devices are written to, the target of a link is replaced, and permissions are kept.
#[cfg(unix)]
#[test]
fn files_of_other_kinds() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    assert_eq!(campione("show -v chess --svg /dev/null").code, Some(0));
    assert_eq!(campione("show -v chess --svg /dev/null --force").code, Some(0));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("a.svg"), folder.path().join("link"));
    fs::write(&file, "mine").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(campione(&format!("show -v chess --svg {}", link.display())).code, Some(2));
    assert_eq!(campione(&format!("show -v chess --svg {} --force", link.display())).code, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // A link without a target would be replaced by a file.
    let lost = folder.path().join("lost");
    symlink(folder.path().join("nothing"), &lost).unwrap();
    let run = campione(&format!("show -v chess --svg {} --force", lost.display()));
    assert!(run.err.contains("this link has no target") && run.code == Some(2), "{}", run.err);
    assert!(fs::symlink_metadata(&lost).unwrap().is_symlink());
}

/// `-` is standard output even if there is a file `-`, and two pictures cannot have the same place.
#[test]
fn places_of_pictures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("-"), "mine").unwrap();
    let there = |arguments: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("campione"));
        let output = command.args(arguments.split(' ')).current_dir(&folder).output().unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    let (out, code) = there("show -v chess --svg - --force");
    assert!(out.starts_with("<svg ") && code == Some(0), "{out}");
    assert_eq!(fs::read(folder.path().join("-")).unwrap(), b"mine");
    for two in ["--svg a --html ./a", "--svg a --png a", "--svg - --html -"] {
        assert_eq!(there(&format!("show -v chess {two} --force")).1, Some(2), "{two}");
    }
    assert!(!folder.path().join("a").exists());
}

#[test]
fn no_page_without_games() {
    let folder = tempfile::tempdir().unwrap();
    let (games, html) = (folder.path().join("a.pgn"), folder.path().join("a.html"));
    fs::write(&games, "[Variant \"chess\"]\n\n1. Qh9 *\n").unwrap();
    fs::write(&html, "mine").unwrap();
    let run = campione(&format!("pgn {} --html {} --force", games.display(), html.display()));
    assert_eq!((run.code, fs::read_to_string(&html).unwrap().as_str()), (Some(1), "mine"));
    assert!(run.err.ends_with("--html: no page is written, because no game could be read\n"), "{}", run.err);
}

#[test]
fn what_cannot_be_drawn() {
    for (arguments, said) in [
        ("show -v chess --svg - --last-move e2e9", "e9 is not on the board of chess"),
        ("show -v chess --svg - --arrows e2e4,xy", "expected two squares, as in `e2e4`"),
        ("show -v chess --last-move e2e9", "e9 is not on the board of chess"),
        ("show -v chess --svg a --html a", "two pictures cannot go to one place"),
        ("analyse -v chess --depth 1 --html -", "standard output has the command's own text"),
        ("show -v chess --arrows e2e4", "add --svg FILE or --png FILE"),
        ("show --png - --width 10", "expected a number from 64 to 8192"),
        ("show --svg /no/such/folder/a.svg", "there is no folder /no/such/folder"),
        ("show --svg /", "it is a folder"),
    ] {
        let run = campione(arguments);
        assert!(run.err.contains(said) && run.code == Some(2) && run.out.is_empty(), "{arguments}: {}", run.err);
    }
    let run = with_input("show -v chess --svg - -", "startpos\n");
    assert!(run.err.contains("a picture is of one position") && run.code == Some(2), "{}", run.err);
    let run = with_input("analyse -v chess --html x.html -", "startpos\n");
    assert!(run.err.contains("--html is for one position") && run.code == Some(2), "{}", run.err);
}

#[test]
fn for_packagers() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = campione(&format!("completions {shell}"));
        assert!(run.out.contains("campione") && run.out.contains("checkpoint") && run.code == Some(0), "{shell}");
    }
    let page = campione("man").out;
    assert!(page.contains(".TH campione 1") && page.contains("campione\\-perft(1)"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(campione(&format!("man --dir {}", folder.path().display())).code, Some(0));
    let perft = fs::read_to_string(folder.path().join("campione-perft.1")).unwrap();
    assert!(perft.contains("checkpoint"), "{perft}");
    // The folder is created; a file in its place is not replaced.
    let new = folder.path().join("new/man");
    assert_eq!(campione(&format!("man --dir {}", new.display())).code, Some(0));
    let pages: Vec<String> =
        fs::read_dir(&new).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert!(pages.len() > 25 && pages.iter().all(|page| page.contains("\n.SH EXAMPLES\n.nf\n  ")), "{}", pages.len());
    assert!(pages.iter().all(|page| page.matches("\n.fi\n").count() == 1 && !page.contains("SH EXTRA\n.SH")));
    let file = new.join("campione.1");
    refused(&format!("man --dir {}", file.display()), &["--dir: ", "it is a file, and a folder is expected"]);
}

/// The pictures of the README are those that the program draws.
#[test]
fn pictures_of_the_docs() {
    for (name, arguments) in [
        ("games/carrera", "show -v carrera --svg -"),
        ("games/archchess", "show -v archchess --svg -"),
        ("games/herb-garden", "show -v herb-garden --svg -"),
        ("games/crc", "show -v crc --svg -"),
        ("games/courier-spiel", "show -v courier-spiel --svg -"),
        ("pictures/courier-spiel", "show -v courier-spiel --play 'a2a4 a7a5 l2l4' --theme dark --svg -"),
    ] {
        let path = format!("{}/../docs/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        assert!(
            fs::read_to_string(path).unwrap() == campione(arguments).out,
            "{name}: draw it again with `{arguments}`"
        );
    }
}
