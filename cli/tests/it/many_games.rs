//! `campione pgn` on a large file: several threads say what one says, in the same order.

use std::fmt::Write as _;

use crate::campione;
use crate::checkpoint::Folder;

/// A file of some megabytes: good games, and now and then one with a fault, a comment between games, a game without a
/// result, or tags apart.
fn many() -> String {
    let moves = "1. e4 { [%clk 0:03:00] } 1... e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let mut text = String::new();
    for number in 0..8_000 {
        let _ = write!(text, "[Event \"game {number}\"]\n[White \"somebody of that name\"]\n\n");
        let _ = match number % 97 {
            10 => write!(text, "1. e4 e5 2. Ke3 *\n\n"),
            20 => write!(text, "{moves}\n\n"),
            30 => write!(text, "{moves} {{ 1-0\n\n"),
            40 => write!(text, "{moves} 1-0\n\n{{ about the next game 1-0 }}\n\n"),
            50 => write!(text, "[Site \"?\"]\n\n[Event \"the same game\"]\n\n{moves} 1-0\n\n"),
            60 => write!(text, "{moves} (5... b5 1-0\n\n"),
            70 => writeln!(text, "{moves} 0-1"),
            _ => write!(text, "{moves} 1-0\n\n"),
        };
    }
    text + "{ behind the last game }\n"
}

#[test]
fn threads_change_nothing() {
    let folder = Folder::new();
    let file = folder.file("many.pgn");
    std::fs::write(&file, many()).unwrap();
    for options in ["", "--to json", "-v chess --to uci"] {
        let run = |threads| campione(&format!("pgn '{}' --threads {threads} {options}", file.display()));
        let (one, three) = (run(1), run(3));
        assert!(one.code == Some(1) && one.err.contains("game 11, line ") && one.err.contains("after the last game"));
        assert_eq!((one.code, one.err), (three.code, three.err), "{options}");
        // Not `assert_eq`, which would print megabytes.
        let differs = one.out.lines().zip(three.out.lines()).find(|(one, three)| one != three);
        assert_eq!(differs, None, "{options}");
        assert_eq!(one.out.len(), three.out.len(), "{options}");
    }
}
