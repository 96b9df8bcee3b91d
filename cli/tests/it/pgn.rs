//! `campione pgn`: games checked and converted.

use serde_json::{Value, json};

use crate::checkpoint::Folder;
use crate::{Run, campione, keys, objects, with_input};

/// Two good games around a bad one.
const THREE: &str = "[Event \"one\"]\n[Variant \"chess\"]\n[Result \"0-1\"]\n\n1. f3 $6 {weak} e5 (1... d5 {too}) 2. g4?? Qh4# 0-1\n\n\
    [Event \"two\"]\n[Variant \"chess\"]\n\n1. e4 e5 2. Nd2 1-0\n\n\
    [Event \"three\"]\n[Variant \"Carrera\"]\n\n1.a4 *\n";

const BAD: &str = "game 2, line 10, ply 3: `Nd2` is not a legal move here; legal: Na3 Nc3 Ne2 Nf3 Nh3; the position is \
    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; \
    the knight on b1 cannot take the pawn on d2 of its own side [RULES.md, Words used throughout]\n";

/// The bad game is reported, the others are written.
#[track_caller]
fn three(options: &str) -> String {
    let run = with_input(&format!("pgn - {options}"), THREE);
    assert_eq!((run.err.as_str(), run.code), (BAD, Some(1)), "{options}");
    run.out
}

#[test]
fn a_bad_game_is_reported_and_the_others_go_on() {
    assert_eq!(three(""), "3 games, 8 plies: 2 passed, 1 failed\n");
    let object: Value = serde_json::from_str(&three("--format json")).unwrap();
    let expected = "games plies variation_plies passed failed bytes seconds plies_per_second mb_per_second";
    assert_eq!(keys(&object), expected);
    assert_eq!(
        ["games", "plies", "variation_plies", "passed", "failed", "bytes"].map(|key| object[key].as_u64().unwrap()),
        [3, 8, 1, 2, 1, THREE.len() as u64]
    );
}

#[test]
fn pgn_keeps_everything() {
    let roster = "[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";
    let expected = format!(
        "[Event \"one\"]\n{roster}[Result \"0-1\"]\n[Variant \"chess\"]\n\n\
         1. f3 $6 {{weak}} 1... e5 (1... d5 {{too}}) 2. g4 $4 Qh4# 0-1\n\n\
         [Event \"three\"]\n{roster}[Result \"*\"]\n[Variant \"Carrera\"]\n\n1. a4 *\n\n"
    );
    let out = three("--to pgn");
    assert_eq!(out, expected);
    let again = with_input("pgn --to pgn -", &out);
    assert_eq!((again.out, again.err.as_str(), again.code), (out, "", Some(0)));
}

#[test]
fn lines_of_moves() {
    assert_eq!(three("--to uci"), "f2f3 e7e5 g2g4 d8h4\na2a4\n");
    assert_eq!(three("--to san"), "f3 e5 g4 Qh4#\na4\n");
    assert_eq!(three("--to lan"), "f2-f3 e7-e5 g2-g4 Qd8-h4#\na2-a4\n");
    // A start position of the game is kept, and the line can be read again.
    let text = "[FEN \"4k5/10/10/10/10/10/10/5K3R w - - 3 9\"]\n[Variant \"gothic\"]\n9. Rj8+ *";
    let line = "[FEN \"4k5/10/10/10/10/10/10/5K3R w - - 3 9\"] j1j8\n";
    let run = with_input("pgn - --to uci", text);
    assert_eq!((run.out.as_str(), run.code), (line, Some(0)));
    assert_eq!(with_input("pgn - --to uci -v gothic", line).out, line);
    assert_eq!(with_input("pgn - --to san -v chess", "* 1. e4 *").out, "\ne4\n");
}

#[test]
fn positions_of_the_main_line() {
    assert_eq!(
        three("--to epd").replace(" e3 ", " - ").replace(" a3 ", " - "),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; id \"game 1 ply 0\"; sm f3;\n\
         rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - fmvn 1; hmvc 0; id \"game 1 ply 1\"; sm e5;\n\
         rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - fmvn 2; hmvc 0; id \"game 1 ply 2\"; sm g4;\n\
         rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - fmvn 2; hmvc 0; id \"game 1 ply 3\"; sm Qh4#;\n\
         rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - fmvn 3; hmvc 1; id \"game 1 ply 4\";\n\
         ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - fmvn 1; hmvc 0; id \"game 3 ply 0\"; sm a4;\n\
         ranbqkbncr/pppppppppp/10/10/P9/10/1PPPPPPPPP/RANBQKBNCR b - - fmvn 1; hmvc 0; id \"game 3 ply 1\";\n"
    );
    let waiting = "[FEN \"4P3k3/12/12/12/12/12/12/1N3K6 w - - 0 1 e8:0\"]\n1. e8=Q:Nc3 *";
    assert_eq!(
        with_input("pgn - --to epd -v courier-spiel", waiting).out.lines().next().unwrap(),
        "4P3k3/12/12/12/12/12/12/1N3K6 w - - fmvn 1; hmvc 0; id \"game 1 ply 0\"; sm e8=Q:Nc3+; wait \"e8:0\";"
    );
}

#[test]
fn objects_keep_everything() {
    let out = three("--to json");
    assert_eq!(out, three("--to json --format json"));
    let objects = objects(&out);
    assert_eq!(
        objects[0],
        json!({
            "file": "-",
            "game": 1,
            "line": 1,
            "variant": "chess",
            "tags": { "Event": "one", "Variant": "chess", "Result": "0-1" },
            "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "fen": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "result": "0-1",
            "moves": [
                { "uci": "f2f3", "san": "f3", "remarks": [{ "nag": 6 }, { "comment": "weak" }] },
                {
                    "uci": "e7e5",
                    "san": "e5",
                    "remarks": [{ "variation": {
                        "moves": [{ "uci": "d7d5", "san": "d5", "remarks": [{ "comment": "too" }] }]
                    } }]
                },
                { "uci": "g2g4", "san": "g4", "remarks": [{ "nag": 4 }] },
                { "uci": "d8h4", "san": "Qh4#" }
            ]
        })
    );
    let error = objects[1].as_object().unwrap();
    assert_eq!((error["game"].as_u64(), error["line"].as_u64(), error["ply"].as_u64()), (Some(2), Some(10), Some(3)));
    assert!(error["error"].as_str().unwrap().contains("`Nd2` is not a legal move"));
    assert_eq!((objects.len(), objects[2]["variant"].as_str()), (3, Some("carrera")));
    let repeated = with_input("pgn - --to json -v chess", "[A \"1\"]\n[A \"2\"]\n{before} *");
    let object: Value = serde_json::from_str(&repeated.out).unwrap();
    assert_eq!((&object["tags"], &object["repeated_tags"]), (&json!({ "A": "1" }), &json!([["A", "2"]])));
    assert_eq!(object["remarks"], json!([{ "comment": "before" }]));
    assert_eq!(repeated.err, "warning: game 1, line 1: the tag A occurs more than once; the first counts\n");
}

#[test]
fn several_files() {
    let folder = Folder::new();
    let (first, second, empty) = (folder.file("a.pgn"), folder.file("b.pgn"), folder.file("c.pgn"));
    std::fs::write(&first, "\u{feff}[Variant \"chess\"]\r\n\r\n1. e4 e5 *\r\n").unwrap();
    std::fs::write(&second, "[Variant \"chess\"]\n\n1. e4 e4 *\n").unwrap();
    std::fs::write(&empty, "\n").unwrap();
    let names = [&first, &second, &empty].map(|path| path.display().to_string());
    let Run { out, err, code } = campione(&format!("pgn '{}' '{}' '{}'", names[0], names[1], names[2]));
    assert_eq!((out.as_str(), code), ("2 games, 3 plies: 1 passed, 1 failed\n", Some(1)));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].starts_with(&format!("{}: game 1, line 3, ply 2: `e4` is not a legal move", names[1])), "{err}");
    assert_eq!(lines[1], format!("{}: no game in it", names[2]));
    // If one file does not exist, nothing is done.
    for missing in ["no-such-file", "."] {
        let run = campione(&format!("pgn '{}' {missing}", names[0]));
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{}", run.err);
        assert!(run.err.contains(missing), "{}", run.err);
    }
}

#[test]
fn the_game_that_is_played() {
    // Without a tag it is orthodox chess.
    let chess = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
    assert_eq!(with_input("pgn -", chess).out, "1 game, 6 plies: 1 passed, 0 failed\n");
    let carrera = "1. Ac3 *";
    let run = with_input("pgn -", carrera);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("so it is read as chess: if it is another, say which (`-v ID`)"), "{}", run.err);
    assert_eq!(with_input("pgn - -v carrera", carrera).out, "1 game, 1 ply: 1 passed, 0 failed\n");
    // The command line overrules the tag.
    let tagged = "[Variant \"crazyhouse\"]\n\n1. e4 *";
    assert_eq!(with_input("pgn - -v chess", tagged).code, Some(0));
    assert!(with_input("pgn -", tagged).err.contains("tag Variant: there is no variant `crazyhouse`"));
    assert!(with_input("pgn - -v chess --to pgn", tagged).out.contains("[Variant \"chess\"]"));
    let size = with_input("pgn -", "[FEN \"4k5/10/10/10/10/10/10/4K5 w - - 0 1\"]\n*").err;
    assert!(size.contains("tag FEN: it may be a position of carrera, carrera-qac, modern-carrera, "), "{size}");
    assert!(size.contains("say which: `-v carrera`, `-v carrera-qac`, "), "{size}");
    let size = with_input("pgn -", "[FEN \"4k5/10/10/10/10/10/10/4X5 w - - 0 1\"]\n*").err;
    assert!(size.contains("so the variant is chess; --variant chooses another; on 10x8: carrera"), "{size}");
    let untagged = with_input("pgn -", "[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n1. b3 *");
    assert_eq!(untagged.code, Some(0));
    assert_eq!(
        untagged.err,
        "warning: game 1, line 1: tag FEN: the castling rights of the FEN fit no castling of chess; it is read as chess960\n"
    );
}

#[test]
fn games_as_other_programs_write_them() {
    let janus = "[Variant \"janus\"]\n[FEN \"4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1\"]\n1. O-O *";
    let uci = |options: &str| with_input(&format!("pgn - --to uci {options}"), janus);
    assert!(uci("").out.ends_with(" e1i1\n") && uci("--reading castling-swapped").out.ends_with(" e1b1\n"));
    assert_eq!((uci("").err, uci("--reading castling-swapped").err), (String::new(), String::new()));
    // The reading is detected and reported.
    let archchess = "[Variant \"archchess\"]\n\n1. Nc2 Nc7 *\n";
    let run = with_input("pgn - --to json", archchess);
    let object: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&object["reading"], &object["moves"][0]["uci"]), (&json!("xboard"), &json!("b1c3")));
    let note = "note: game 1, line 1: it cannot be read as it stands, and is read as XBoard writes it (reading `xboard`); \
                `--reading xboard` says so for all games\n";
    assert_eq!((run.err.as_str(), run.code), (note, Some(0)));
    let run = with_input("pgn -", archchess);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("1 game, 2 plies: 1 passed, 0 failed\n", note));
    assert!(with_input("pgn - --reading native", archchess).err.contains("`Nc2` is not a legal move"));
    let object: Value =
        serde_json::from_str(&with_input("pgn - --to json", &archchess.replace("c2", "c3").replace("c7", "c8")).out)
            .unwrap();
    assert_eq!(object.get("reading"), None);
    // If two readings give different games, the error names both.
    let folder = Folder::new();
    let file = folder.file("own.toml");
    let fixed = "extends = \"archchess\"\nking_leap = false\n[castling.O]\n\
        toward_last_file = { king = \"e-g\", partner = \"j-f\" }\ntoward_first_file = { king = \"e-c\", partner = \"a-d\" }\n";
    std::fs::write(&file, fixed).unwrap();
    let text = "[FEN \"4k5/10/10/10/10/r9/10/10/10/R3K4R w Q - 0 1\"]\n1. O-O Ra8 *";
    let run = with_input(&format!("pgn - -v '{}'", file.display()), text);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("; say which it is: `--reading castling-swapped` or `--reading xboard`"), "{}", run.err);
    crate::contract::refused("pgn --reading cutechess -", &["castling-swapped, xboard, brainking"]);
}

#[test]
fn oddities_are_warnings() {
    let run = with_input("pgn - -v chess", "[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n\n{end}\n");
    assert_eq!((run.out.as_str(), run.code), ("1 game, 4 plies: 1 passed, 0 failed\n", Some(0)));
    assert_eq!(
        run.err,
        "warning: game 1, line 1: the Result tag says 1-0, the end of the moves 1/2-1/2\n\
         warning: game 1, line 1: ends in checkmate of White, but the result says 1/2-1/2\n\
         warning: line 4: a comment after the last game belongs to no game\n"
    );
    crate::contract::refused("pgn - --to uci --format json", &["--format json"]);
    crate::contract::refused("pgn", &["<FILE>"]);
}

/// The error of an unknown letter names the option, which then reads the game.
#[test]
fn letters_of_another_language() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 *";
    let run = crate::with_input("pgn - --to san", text);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("`S` is not a piece of chess") && run.err.contains("`--letters S=N,L=B`"), "{}", run.err);
    let run = crate::with_input("pgn - --to san --letters S=N,L=B", text);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("e4 e5 Nf3 Nc6 Bb5\n", "", Some(0)));
    crate::contract::refused("pgn - --letters S", &["`S=N,L=B`"]);
    // Where the piece is known, the option is the one to use.
    let text = "[Variant \"gothic\"]\n\n1. Mf3 *";
    let run = crate::with_input("pgn - --reading native", text);
    assert!(run.err.contains("its chancellor, `C`") && run.err.contains("`--letters M=C`"), "{}", run.err);
    let run = crate::with_input("pgn - --to san --letters M=C", text);
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("Cf3\n", "", Some(0)));
}
