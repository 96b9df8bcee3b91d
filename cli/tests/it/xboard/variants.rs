//! Variants by the names that `XBoard` sends, and names that nobody knows.

use std::path::Path;

use campione_core::Variant;
use campione_movegen::Position;
use campione_notation::xboard::{self, name_of, passed_on};
use campione_variants::variant_id;

use crate::program::Engine;

/// The names in the list that the engine announces.
fn listed(engine: &mut Engine) -> Vec<String> {
    engine.send("xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    let names = lines.iter().find_map(|line| line.strip_prefix("feature variants=\"")?.strip_suffix('"')).unwrap();
    names.split(',').map(str::to_owned).collect()
}

/// The rows of the table in docs/guide/guis.md with this head, without the marks of code.
fn table(head: &str) -> Vec<Vec<String>> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/guis.md")).unwrap();
    let rows = page.lines().skip_while(|line| *line != head).skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('|').map(|cell| cell.trim().replace('`', "")).filter(|cell| !cell.is_empty()).collect())
        .collect()
}

#[test]
fn every_id_that_xboard_takes_for_another_variant_is_in_the_guide() {
    let mut engine = Engine::xboard("");
    let names = listed(&mut engine);
    let mut exceptions = Vec::new();
    for id in Variant::all_ids() {
        let sent = passed_on(id);
        if names.iter().any(|name| name == sent) {
            assert_eq!(variant_id(sent), Some(id), "XBoard sends {sent} for {id}");
            let said = engine.does(&format!("variant {sent}"));
            assert!(said.iter().all(|line| !line.starts_with("Error")), "{sent}: {said:?}");
        } else {
            let name = name_of(Variant::named(id).unwrap());
            assert!(passed_on(&name) == name && names.iter().any(|known| *known == name), "{id}: {name}");
            assert_eq!(variant_id(&name), Some(id));
            exceptions.push([id.to_owned(), name.into_owned()]);
        }
    }
    let rows = table("| our id | name for XBoard | why |");
    let told: Vec<[String; 2]> = rows.iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
    assert_eq!(told, exceptions);
    // If XBoard refuses a name, it plays the first variant of the list, and the engine that of `new`.
    assert_eq!(names[0], "normal");
    engine.quit();
}

/// The start position in the line `setup`.
fn set_up(lines: &[String], beginning: &str) -> Position {
    let [line] = lines else { panic!("{lines:?}") };
    let (variant, fen) =
        line.strip_prefix(beginning).and_then(|rest| rest.split_once(' ')).unwrap_or_else(|| panic!("{line}"));
    xboard::read_position(fen, Variant::named(variant_id(variant).unwrap()).unwrap()).unwrap()
}

#[test]
fn variants_that_xboard_knows_by_another_name_are_set_up() {
    let mut engine = Engine::xboard("");
    engine.does("new");
    engine.does("force");
    let start = set_up(&engine.does("variant chess"), "setup 8x8+0_");
    assert_eq!(start.setup(), Position::start(Variant::named("chess").unwrap()).setup());
    engine.obeys("usermove e2e4");
    // The engine draws the array, and plays it.
    let mut drawn = Vec::new();
    for _ in 0..4 {
        // XBoard may ask twice before it reads the answer. The array changes when a move was made.
        let twice = engine.does("variant crc\nnew\nforce\nvariant crc");
        assert!(twice.len() == 2 && twice[0] == twice[1], "{twice:?}");
        let start = set_up(&twice[..1], "setup 10x8+0_");
        engine.obeys(&format!("usermove {}", xboard::write(start.legal_moves()[0], &start).unwrap()));
        drawn.push(start.setup());
    }
    assert!(drawn.iter().any(|start| *start != drawn[0]));
    // Under its own name XBoard sets up the array.
    engine.obeys("variant caparandom");
    engine.obeys("variant grand");
    // As XBoard writes it in Grand Chess: with the captured pieces in brackets.
    engine.obeys("setboard r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCAB2/R8R[N] b - - 0 1");
    engine.obeys("usermove a7a5");
    engine.quit();
}

#[test]
fn after_a_refused_variant_no_other_is_played() {
    let refused = "the variant `atomic` was refused";
    for ends in ["new", "variant archchess"] {
        let mut engine = Engine::xboard("-v capablanca");
        engine.does("new");
        engine.rejects("variant atomic", "Error (there is no variant `atomic`", "): variant atomic");
        engine.rejects("usermove e2e4", "Illegal move (", refused);
        engine.rejects("usermove e2e4", "tellusererror e2e4: ", refused);
        for line in ["go", "playother", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
            engine.rejects(line, "Error (", refused);
        }
        for line in ["analyze", "hint", "lift e2", "force"] {
            engine.obeys(line);
        }
        engine.does(ends);
        engine.does("force");
        // The second rank has another number on ten ranks.
        engine.obeys(if ends == "new" { "usermove e2e4" } else { "usermove e1e3" });
        engine.quit();
    }
    // A search for a move in the variant before is ended without one.
    let mut engine = Engine::xboard("");
    engine.obeys("new");
    engine.obeys("st 1000");
    engine.send("go\nping 1\nvariant atomic\nping 2");
    let lines = engine.until("pong 2");
    assert!(lines.contains(&"pong 1".to_owned()) && lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    engine.rejects("variant", "Error (expected the name of a variant", "");
    engine.quit();
}
