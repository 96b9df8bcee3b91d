//! Real engines, if they are installed: without bugs, and with rules that are changed on purpose.

use std::path::PathBuf;

use serde_json::Value;

use super::{agreement, bisect, moves, notes, rules};
use crate::checkpoint::Folder;
use crate::sample;

/// The path of a program in `PATH`, or in Debian's folders for games, which not every `PATH` contains. Prints a line if
/// the program is missing.
fn find(program: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games", "/usr/local/games"].map(PathBuf::from));
    let found = folders.map(|folder| folder.join(program)).find(|file| file.is_file());
    if found.is_none() {
        println!("skipped: {program} is not installed");
    }
    found.map(|path| path.display().to_string())
}

#[test]
fn fairy_stockfish_agrees() {
    let Some(engine) = find("fairy-stockfish") else { return };
    let all = [
        "3 -v capablanca",
        "3 -v gothic",
        "2 -v modern-carrera",
        "2 -v bird",
        "3 -v embassy",
        "3 -v janus",
        "2 crc:1",
        "3 -v crc '4k5/10/10/10/10/10/10/R1R1K2R1R w KhQc - 0 1'",
        "3 -v chess",
        "3 -v chess960 chess960:1",
        "2 -v chess960 '1k6/8/8/8/8/8/8/6KR w K - 0 1'",
        "3 -v capablanca 'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1'",
        // A halfmove clock at which some programs stop counting.
        "3 -v chess '4k3/8/8/8/8/8/8/R3K3 w - - 99 80'",
    ];
    for arguments in all.into_iter().step_by(sample(3, 1)) {
        let run = bisect(arguments, &engine);
        if run.err.contains("does not know") {
            println!("skipped: {arguments}: {}", run.err);
            continue;
        }
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments}: {}", run.out);
    }
}

/// Changed rules in the engine's format: a section, the position, the missing and the superfluous moves, and what is
/// reported about the rule.
type Broken = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

const BROKEN: &[Broken] = &[
    (
        "castlingKingsideFile = h",
        "3 -v capablanca '3rk5/10/10/10/10/10/10/5K3R w K - 0 1'",
        &["f1i1"],
        &["f1h1"],
        "the king castles to i1, not to h1",
    ),
    ("castling = false", "2 -v capablanca 'k9/10/10/10/10/10/10/5K3R w K - 0 1'", &["f1i1"], &[], "castling"),
    (
        "promotionPieceTypes = qcrbn",
        "2 -v capablanca '9k/1P8/10/10/10/10/10/9K w - - 0 1'",
        &["b7b8a"],
        &[],
        "promotion: archbishop",
    ),
    (
        "doubleStep = false",
        "1 -v capablanca '9k/10/10/10/10/10/PP8/9K w - - 0 1'",
        &["a2a4", "b2b4"],
        &[],
        "both missing moves are of one kind, double step",
    ),
    (
        "promotionRank = 7",
        "2 -v capablanca '9k/10/1P8/10/10/10/10/9K w - - 0 1'",
        &["b6b7"],
        &["b6b7q", "b6b7c", "b6b7a", "b6b7r", "b6b7b", "b6b7n"],
        "no pawn is promoted on b7",
    ),
];

#[test]
fn fairy_stockfish_with_broken_rules() {
    let Some(engine) = find("fairy-stockfish") else { return };
    let folder = Folder::new();
    for (index, (broken, arguments, missing, superfluous, words)) in BROKEN.iter().enumerate() {
        let file = folder.file(&format!("{index}.ini"));
        std::fs::write(&file, format!("[broken:capablanca]\n{broken}\n")).unwrap();
        let run = bisect(
            &format!("{arguments} --engine-variant broken --option 'VariantPath={}' --format json", file.display()),
            &engine,
        );
        let found: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{broken}: {}", run.err));
        assert_eq!(moves(&found["missing"]), *missing, "{broken}: {found}");
        let mut more = moves(&found["superfluous"]);
        let mut expected = superfluous.to_vec();
        more.sort_unstable();
        expected.sort_unstable();
        assert_eq!(more, expected, "{broken}: {found}");
        assert!(rules(&found).contains(words), "{broken}: {found}");
        assert_eq!(run.code, Some(1));
    }
}

#[test]
fn what_fairy_stockfish_drops_is_noticed() {
    let Some(engine) = find("fairy-stockfish") else { return };
    // The engine silently ignores rights that its variant does not have.
    let castles = "'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'";
    let run = bisect(&format!("1 -v chess --engine-variant nocastle --format json {castles}"), &engine);
    let found: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert_eq!(moves(&found["missing"]), ["e1c1", "e1g1"], "{found}");
    assert!(notes(&found).contains("the engine's castling field is `-`, where it should be `KQkq`"), "{found}");
    // It also silently ignores pieces that it does not have, and the following pieces move up.
    let folder = Folder::new();
    let file = folder.file("arch.ini");
    let ini = "[arch:chess]\nmaxFile = 10\nmaxRank = 10\npromotionRank = 10\ndoubleStepRegionBlack = *9\nfers = d\n\
        castling = false\npromotionPieceTypes = q\n\
        startFen = rnbqkqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQKQDBNR w - - 0 1\n";
    std::fs::write(&file, ini).unwrap();
    let options = format!("--engine-variant arch --option 'VariantPath={}' --format json", file.display());
    let run = bisect(&format!("2 -v archchess {options}"), &engine);
    let found: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert!(notes(&found).contains("the engine has not accepted this position: it stands at rnbkqdbnr1/"), "{found}");
    // If the board does not fit, some versions take a part of it, and some end.
    let run = bisect("1 -v herb-garden --engine-variant capablanca", &engine);
    assert!(
        run.code == Some(2) && run.err.contains("has ended") || run.out.contains("has not accepted"),
        "{}",
        run.err
    );
}

#[test]
fn sjaak_agrees_and_its_embassy_does_not() {
    let Some(engine) = find("sjaakii") else { return };
    let engine = format!("{engine} -xboard");
    for arguments in ["2 -v capablanca --protocol xboard", "2 -v gothic --protocol xboard", "2 crc:1"] {
        agreement(arguments, &engine);
    }
    // In this variant of the engine, the king may castle to either of two squares.
    let run = bisect("1 -v embassy 'r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1'", &engine);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("superfluous: O-O: it is legal, but the engine has it more than once"), "{}", run.out);
}
