//! Variants from files, in every command.

use std::fs;
use std::path::{Path, PathBuf};

use campione_core::{
    BoardSpec, CastlingSpec, DrawSpec, KingLeapSpec, NotationSpec, PawnSpec, PieceSpec, PromotionSpec, VariantSpec,
};
use tempfile::TempDir;

use crate::{campione, with_input};

/// A file of the documentation.
fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(name).display().to_string()
}

/// A file with this text, in its own folder.
fn file(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn the_guide_says_what_is_in_the_examples() {
    let guide =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/variant-files.md")).unwrap();
    let blocks = |from: &str, to: &str| {
        let part = guide.split(from).nth(1).unwrap().split(to).next().unwrap();
        let blocks = part.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap());
        blocks.collect::<Vec<_>>().join("\n")
    };
    let courier = blocks("\n## From nothing", "\n## All keys");
    assert_eq!(courier, fs::read_to_string(example("courier.toml")).unwrap());
    let carrera = blocks("\n## Two lines", "\n## From nothing");
    assert_eq!(carrera, fs::read_to_string(example("carrera-under-promotion.toml")).unwrap());
}

/// The keys of a table of a file. It takes the description apart, so that a new key does not compile until it is listed here.
macro_rules! keys {
    ($spec:ident: $($key:ident)*) => {{
        let _ = |spec: $spec| {
            let $spec { $($key: _),* } = spec;
        };
        [$(stringify!($key)),*].into_iter()
    }};
}

#[test]
fn the_guide_names_every_key() {
    let guide =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/variant-files.md")).unwrap();
    let table = guide.split("\n## All keys").nth(1).unwrap().split("\n## ").next().unwrap();
    let piece = keys!(PieceSpec: name moves royal why).map(|key| ("piece.X.", key));
    let tables = keys!(VariantSpec: id name about board piece pawn promotion castling no_castling king_leap draws notation)
        .filter(|key| !["board", "piece", "pawn", "promotion", "castling", "king_leap", "draws", "notation"].contains(key))
        .map(|key| ("", key))
        .chain(keys!(BoardSpec: files ranks array start rights black numbering why).map(|key| ("board.", key)))
        .chain(piece)
        .chain(
            keys!(PawnSpec: letter name kind double_step double_step_ranks long_steps double_step_barred_in_check_beside_pawn
                pinned_pawn_bars en_passant why)
            .map(|key| ("pawn.", key)),
        )
        .chain(keys!(PromotionSpec: to rank optional wait from_stock limits why).map(|key| ("promotion.", key)))
        .chain(
            keys!(CastlingSpec: name partner toward_last_file toward_first_file safe in_check lost_by_check crossing beside
                shortest longest why)
            .map(|key| ("castling.X.", key)),
        )
        .chain(
            keys!(KingLeapSpec: distance forward sideways in_check over_pieces captures why).map(|key| ("king_leap.", key)),
        )
        .chain(keys!(DrawSpec: stalemate bare_king repetition moves dead_position why).map(|key| ("draws.", key)))
        .chain(keys!(NotationSpec: rights_by_file king_takes_rook).map(|key| ("notation.", key)));
    // A row may have several keys of a table, the table only before the first.
    let names = |prefix: &str, key: &str| {
        let rows = || table.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
        rows().any(|row| row.contains(&format!("`{prefix}{key}`")))
            || rows().any(|row| row.contains(&format!("`{prefix}")) && row.contains(&format!("`.{key}`")))
    };
    let missing: Vec<String> = tables
        .filter(|&(prefix, key)| key != "why" && !names(prefix, key))
        .map(|(prefix, key)| format!("{prefix}{key}"))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn alternatives_of_settled_readings_are_one_line() {
    // Each line of the guide's table gives a file that changes the counts of the built-in variant.
    let guide =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/variant-files.md")).unwrap();
    let table = guide.split("| variant | reading | its alternative |").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut tried = 0;
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let line = cells[3].split('`').nth(1).unwrap();
        let line = line.replace("\"...\"", "\"rehnbqkbnher\"");
        for game in cells[1].replace("all", "carrera").split(", ") {
            let extra = if line.starts_with("castling.O.lost") {
                "\ncastling.H.lost_by_check = false\ncastling.E.lost_by_check = false"
            } else {
                ""
            };
            let (_folder, path) = file("other.toml", &format!("extends = \"{game}\"\n{line}{extra}\n"));
            let run = campione(&format!("variants --check {}", path.display()));
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{game}: {line}\n{}", run.out);
            let ours = campione(&format!("variants {game} --format toml")).out;
            let theirs = campione(&format!("variants {} --format toml", path.display())).out;
            let rules = |text: &str| {
                text.lines()
                    .filter(|line| {
                        !["id", "name", "about", "why"].iter().any(|key| line.starts_with(&format!("{key} =")))
                    })
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_ne!(rules(&ours), rules(&theirs), "{game}: {line}");
            tried += 1;
        }
    }
    assert!(tried >= 13, "{tried}");
}

#[test]
fn every_command_takes_a_file() {
    let courier = example("courier.toml");
    let of = |command: &str| {
        let run = campione(&format!("{command} -v {courier}"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}");
        run.out
    };
    assert!(of("perft 3").ends_with("nodes: 18406\n"));
    assert_eq!(of("moves").lines().count(), 26);
    assert!(of("moves --why a4a6").contains("a pawn never moves two squares in courier"));
    assert!(of("show --ascii").contains("White to move"));
    assert!(of("fen startpos --mirror").starts_with("rnebmk1wbenr/"));
    assert_eq!(of("convert b1c3 b8c6 --to san"), "Nc3 Nc6\n");
    assert_eq!(of("random --count 3 --seed 1").lines().count(), 3);
    let json = of("perft 2 --format json");
    assert!(json.contains("\"variant\":\"courier\"") && json.contains("\"nodes\":678"), "{json}");

    let suite =
        with_input(&format!("verify - -v {courier}"), "courier\tstartpos\t3\t18406\ncapablanca\tstartpos\t2\t784\n");
    assert_eq!((suite.out.lines().last(), suite.code), (Some("2 passed, 0 failed"), Some(0)), "{}", suite.err);
    let pgn = "[Variant \"courier\"]\n\n1. Nc3 Nc6 2. b3 *\n";
    let run = with_input(&format!("pgn - --to uci -v {courier}"), pgn);
    assert_eq!((run.out.as_str(), run.code), ("b1c3 b8c6 b2b3\n", Some(0)), "{}", run.err);
    let units = of("perft 3 --split 1");
    // Units have the variant's name and a checksum of its rules, so they are never counted with other rules.
    assert!(units.lines().all(|line| line.starts_with("courier#")), "{units}");
    let alone = with_input("perft --units -", &units);
    assert_eq!(alone.code, Some(1));
    assert!(alone.err.contains("the rules of courier are in a file"), "{}", alone.err);
    let counted = with_input(&format!("perft --units - -v {courier}"), &units);
    let sum: u64 = counted.out.lines().map(|line| line.rsplit('\t').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 18406, "{}", counted.err);
}

#[test]
fn numbered_arrays_of_a_file() {
    let (_folder, path) = file("my-crc.toml", "extends = \"crc\"\npromotion.to = \"Q\"\n");
    let path = path.display();
    let run = campione(&format!("fen my-crc:27621 -v {path}"));
    assert!(run.out.starts_with("rqnbakbncr/"), "{}{}", run.out, run.err);
    let run = campione(&format!("fen crc:27621 -v {path}"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("is a position of crc"), "{}", run.err);
    assert!(campione(&format!("crc 1 -v {path}")).out.contains("aqbbcnnrkr"));
}

#[test]
fn a_built_in_game_is_a_file_to_start_from() {
    for line in campione("variants").out.lines().skip(1) {
        let id = line.split_whitespace().next().unwrap();
        let text = campione(&format!("variants {id} --format toml")).out;
        let (_folder, path) = file("copy.toml", &text);
        let counts = |game: &str| campione(&format!("perft 3 --divide -v {game}")).out;
        assert_eq!(counts(&path.display().to_string()), counts(id), "{id}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_shown_in_its_line() {
    let text = "extends = \"carrera\"\n\n[piece.C]\nmoves = \"RpN\"\n\n[board]\narray = \"ranbqkbncx\"\n";
    let (_folder, path) = file("bad.toml", text);
    for command in ["perft 1 -v", "variants"] {
        let run = campione(&format!("{command} {}", path.display()));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{command}");
        let err = run.err.replace(&path.display().to_string(), "bad.toml");
        insta::assert_snapshot!("file-faults", err);
    }
    let run = campione(&format!("variants --check {}", path.display()));
    assert_eq!(run.code, Some(1));
    assert!(run.out.ends_with("bad.toml: 2 errors\n"), "{}", run.out);
    let run = campione(&format!("variants --check {} --format json", path.display()));
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &json["valid"], json["errors"].as_array().unwrap().len()), (Some(1), &false.into(), 2));
    assert_eq!((&json["errors"][0]["line"], &json["errors"][0]["column"]), (&4.into(), &11.into()));
}

/// A file of another program is told from a file with a fault.
#[test]
fn a_file_of_another_program() {
    let (_folder, path) = file("games.zrf", "(game (title \"Gothic\"))\n");
    let run = campione(&format!("perft 1 -v {}", path.display()));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("games.zrf:1:1") && run.err.contains("note: it was read as TOML"), "{}", run.err);
}

#[test]
fn a_check_shows_what_a_file_means() {
    let run = campione(&format!("variants --check {}", example("courier.toml")));
    // The example's rules differ from those of the built-in variant, but the file is correct.
    let said =
        run.err.starts_with("note: its id, `courier`, is that of a built-in variant") && run.err.lines().count() == 1;
    assert!(run.code == Some(0) && said, "{}", run.err);
    insta::assert_snapshot!("check-courier", run.out.replace(&example("courier.toml"), "courier.toml"));
    let text = "extends = \"capablanca\"\n[piece.C]\nmoves = \"RWN\"\n[pawn]\ndouble_step = false\n";
    let (_folder, path) = file("idle.toml", text);
    let run = campione(&format!("variants --check {}", path.display()));
    assert_eq!(run.code, Some(0));
    insta::assert_snapshot!("check-warnings", run.err.replace(&path.display().to_string(), "idle.toml"));
    let run = campione("variants --check carrera --format json");
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["perft"], serde_json::json!([28, 782, 24944, 786_763]));
}

#[test]
fn games_of_an_ini() {
    let ini = example("large-boards.ini");
    let list = campione(&format!("variants {ini}")).out;
    assert!(list.lines().any(|line| line.starts_with("grand-like") && line.contains("10x10")), "{list}");
    assert!(campione(&format!("perft 3 -v {ini}:courier-like")).out.ends_with("nodes: 18406\n"));
    let run = campione(&format!("perft 3 -v {ini}"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("it has 28 variants: say which, as "), "{}", run.err);
    let run = campione(&format!("perft 3 -v {ini}:grandlike"));
    assert!(run.err.contains("did you mean grand-like"), "{}", run.err);
    let (_folder, path) = file("games.ini", "[one:chess]\n[two:chess]\npieceDrops = true\ncheckCounting = true\n");
    let list = campione(&format!("variants {}", path.display()));
    assert!(list.out.contains("cannot be expressed: there are no drops (and 1 more)"), "{}", list.out);
    let run = campione(&format!("variants --check {}:two", path.display()));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("3 | pieceDrops = true"), "{}", run.err);
    // An imported variant can be written as a TOML file and read again.
    let toml = campione(&format!("variants {ini}:grand-like --format toml")).out;
    let (_folder, path) = file("grand.toml", &toml);
    let counts = |game: &str| campione(&format!("perft 2 --divide -v {game}")).out;
    assert_eq!(counts(&path.display().to_string()), counts(&format!("{ini}:grand-like")));
}

#[test]
fn names_that_are_neither_game_nor_file() {
    let errors = [
        ("perft 1 -v nothere.toml", "there is no file `nothere.toml`"),
        (
            "perft 1 -v .",
            crate::by_system(
                "it is a folder: name the file of a variant in it, such as ./NAME.toml",
                "it is a folder: name the file of a variant in it, such as .\\NAME.toml",
            ),
        ),
        ("perft 1 -v mine.toml:one", "mine.toml has one variant"),
        ("perft 1 -v ./", "it is a folder"),
        ("variants --check", "name a variant or a file"),
        ("variants --format toml", "name a variant"),
        ("perft 1 --format toml", "[possible values: text, json]"),
        ("variants carrera --check --format toml", "text or json"),
    ];
    for (command, words) in errors {
        let run = campione(command);
        assert_eq!(run.code, Some(2), "{command}: {}", run.err);
        assert!(run.err.contains(words), "{command}: {}", run.err);
    }
    let (_folder, path) = file("bytes.toml", "");
    fs::write(&path, b"id = \"x\"\nname = \"\xff\"\n").unwrap();
    assert!(campione(&format!("perft 1 -v {}", path.display())).err.contains("line 2: not UTF-8 text"));
}

#[test]
fn a_checkpoint_belongs_to_the_rules_of_its_file() {
    let (folder, path) = file("mine.toml", "extends = \"carrera\"\n");
    let checkpoint = folder.path().join("count");
    let count = || campione(&format!("perft 3 -v {} --checkpoint {}", path.display(), checkpoint.display()));
    assert!(count().out.ends_with("nodes: 24944\n"));
    assert!(count().out.ends_with("nodes: 24944\n"), "what is known is given again");
    fs::write(&path, "extends = \"carrera\"\npiece.N.moves = \"NW\"\n").unwrap();
    let run = count();
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
    assert!(run.err.contains("mine"), "{}", run.err);
}
