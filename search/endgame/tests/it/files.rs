//! Tables as files: whole, cut, damaged and foreign ones.

use std::fs;
use std::path::Path;

use campione_core::{Color, SplitMix64, Variant};
use campione_endgame::{Folder, FormatFault, Material, Monitor, Table, TableFile, Tables, Value};
use campione_movegen::Position;
use campione_variants::FromToml as _;

use crate::{build, sample, tables};

fn fault(path: &Path) -> String {
    TableFile::open(path).map(|file| file.load(Variant::named("gardner").unwrap()).map(drop)).map_or_else(
        |error| error.to_string(),
        |loaded| loaded.map_or_else(|error| error.to_string(), |()| "nothing".to_owned()),
    )
}

/// A random position of a table.
fn random_position(table: &Table, random: &mut SplitMix64) -> Position {
    loop {
        if let Some(position) = table.position(random.index(table.entries() as usize) as u64) {
            return position;
        }
    }
}

#[test]
fn a_folder_says_what_memory_says() {
    let place = tempfile::tempdir().unwrap();
    let mut tables = tables("gardner");
    for name in ["KRvKN", "KPvK"] {
        build(&mut tables, name);
    }
    let gardner = tables.variant();
    let mut saved = 0;
    for name in ["KvK", "KNvK", "KRvK", "KRvKN", "KQvK", "KBvK", "KPvK"] {
        let table = tables.table(Material::read(name, gardner).unwrap()).unwrap();
        let path = table.save(place.path()).unwrap();
        assert!(path.ends_with(format!("gardner-{name}.endgame")));
        saved += 1;
    }
    let folder = Folder::open(place.path(), gardner).unwrap();
    assert_eq!((folder.files().len(), folder.unusable().len()), (saved, 0));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), saved, "nothing else is left");
    let mut random = SplitMix64::new(5);
    for name in ["KRvKN", "KNvKR", "KPvK"] {
        let table = tables.table(Material::read(name, gardner).unwrap()).unwrap();
        for _ in 0..sample(300, 10_000) {
            let mut position = random_position(&table, &mut random);
            if random.index(2) == 0 {
                position = swapped(&position);
            }
            assert_eq!(folder.probe(&position).unwrap(), tables.probe(&position));
            assert_eq!(folder.moves(&position).unwrap(), tables.moves(&position));
        }
    }
    // Rules of another variant, and a position with too many pieces.
    assert_eq!(Folder::open(place.path(), Variant::named("chess").unwrap()).unwrap().files().len(), 0);
    assert_eq!(folder.probe(&Position::start(gardner)).unwrap(), None);
    // The header says what is in the table.
    let material = Material::read("KRvKN", gardner).unwrap();
    let header = folder.file(material).unwrap().header();
    assert_eq!((header.variant.as_str(), header.material.as_str(), header.pieces), ("gardner", "KRvKN", 4));
    assert_eq!(header.tallies[0], *tables.table(material).unwrap().tally(Color::White));
}

/// The same position with the colors swapped and the board turned.
fn swapped(position: &Position) -> Position {
    let variant = position.variant();
    let mut setup = position.setup();
    let board = std::mem::take(&mut setup.board);
    for (square, mut piece) in &board {
        piece.color = !piece.color;
        let turned =
            campione_core::Square::new(variant.files() - 1 - square.file(), variant.ranks() - 1 - square.rank());
        setup.board.set(turned.unwrap(), Some(piece));
    }
    setup.turn = !setup.turn;
    Position::new(&setup, variant).unwrap()
}

#[test]
fn cut_damaged_and_foreign_files_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let mut tables = tables("gardner");
    let table = build(&mut tables, "KQvK");
    let path = table.save(place.path()).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!(fault(&path), "nothing");
    let write = |bytes: &[u8]| fs::write(&path, bytes).unwrap();
    for length in [0, 5, 8, 11, 40, 127, 140, 160, whole.len() / 2, whole.len() - 1] {
        write(&whole[..length]);
        let fault = fault(&path);
        let expected = ["not an endgame table", "was cut", "header"];
        assert!(expected.iter().any(|expected| fault.contains(expected)), "{length}: {fault}");
    }
    write(&[&whole[..], b"x"].concat());
    assert!(fault(&path).contains("something was added"), "{}", fault(&path));
    let mut random = SplitMix64::new(2);
    for round in 0..sample(400, 4_000) {
        let mut bytes = whole.clone();
        let at = if round < whole.len().min(200) { round } else { random.index(whole.len()) };
        bytes[at] ^= 1 << random.index(8);
        write(&bytes);
        assert_ne!(fault(&path), "nothing", "byte {at}");
    }
    write(b"CampEndg\x02\x00\x10\x00");
    assert!(fault(&path).contains("format 2; this program reads format 1"), "{}", fault(&path));
    write(b"a text of somebody");
    assert!(fault(&path).contains("not an endgame table"));
    // A damaged table is listed, and the others are used.
    let folder = Folder::open(place.path(), tables.variant()).unwrap();
    assert_eq!((folder.files().len(), folder.unusable().len()), (0, 1));
    // One by other rules: the same name, another board.
    write(&whole);
    let error = TableFile::open(&path).unwrap().load(Variant::named("losalamos").unwrap()).unwrap_err();
    assert!(error.to_string().contains("a table of gardner, whose rules differ"), "{error}");
    assert!(TableFile::open(&place.path().join("none.endgame")).is_err());
    assert!(Folder::open(&place.path().join("none"), tables.variant()).is_err());
    assert!(matches!(
        TableFile::open(&path).unwrap().load(Variant::named("chess").unwrap()),
        Err(campione_endgame::EndgameError::Format { fault: FormatFault::Rules { .. }, .. })
    ));
}

/// Nothing of the user's is overwritten but an older or damaged table of the same ending.
#[test]
fn names_that_are_taken() {
    let place = tempfile::tempdir().unwrap();
    let other = Variant::from_toml("extends = \"gardner\"\npiece.Q.moves = \"R\"\n", "gardner").unwrap();
    let mut weak = Tables::new(other);
    let weak = build(&mut weak, "KQvK");
    let path = weak.save(place.path()).unwrap();
    let theirs = fs::read(&path).unwrap();
    let mut own = tables("gardner");
    let table = build(&mut own, "KQvK");
    let second = table.save(place.path()).unwrap();
    assert!(second != path && second.extension().unwrap() == "endgame", "{second:?}");
    assert_eq!((fs::read(&path).unwrap(), second.clone()), (theirs, table.save(place.path()).unwrap()));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    // Each is found by its rules.
    for (variant, tables, expected) in [(other, &weak, &path), (own.variant(), &table, &second)] {
        let folder = Folder::open(place.path(), variant).unwrap();
        let file = folder.file(tables.material()).unwrap();
        assert_eq!((folder.files().len(), file.path()), (1, expected.as_path()));
    }
    // A text of somebody stays, and so does a table of another format; a damaged one is replaced.
    for bytes in [&b"a text of somebody"[..], b"CampEndg\x02\x00\x10\x00"] {
        fs::write(&path, bytes).unwrap();
        assert_ne!(weak.save(place.path()).unwrap(), path);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &weak.to_bytes()[..100]).unwrap();
    assert_eq!(weak.save(place.path()).unwrap(), path);
    assert_eq!(fs::read(&path).unwrap(), weak.to_bytes());
}

/// Whether the side to move wins within so many plies, by a forward search that knows nothing of tables.
fn wins_within(position: &Position, plies: u16) -> bool {
    plies > 0 && position.legal_moves().into_iter().any(|mv| loses_within(&position.play(mv).unwrap(), plies - 1))
}

/// Whether it loses within so many plies. Stalemate is a draw.
fn loses_within(position: &Position, plies: u16) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.in_check();
    }
    plies > 0 && moves.into_iter().all(|mv| wins_within(&position.play(mv).unwrap(), plies - 1))
}

/// Of ten tables of games with pieces and pawns of all kinds: each probe is what a forward search of up to four plies finds.
/// Half of the positions are decided within this depth.
#[test]
fn random_probes_are_what_a_forward_search_finds() {
    const DEPTH: u16 = 4;
    let each: u32 = sample(12, 300);
    let mut probes = 0_u32;
    for (id, names) in [
        ("chess", &["KQvK", "KPvK"][..]),
        ("gardner", &["KQvKR", "KPvKN", "KNvKP"]),
        ("losalamos", &["KRvKN"]),
        ("archchess", &["KPvK"]),
        ("carrera", &["KPvK"]),
        ("courier-spiel", &["KP0vK"]),
        ("herb-garden", &["KHvK"]),
    ] {
        let mut tables = tables(id);
        let mut random = SplitMix64::new(9);
        for name in names {
            let table = build(&mut tables, name);
            let mut decided = 0;
            for number in 0..each {
                // In every one of these endings there are some that are decided soon.
                let position = loop {
                    let position = random_position(&table, &mut random);
                    let near = tables.probe(&position).unwrap().plies().is_some_and(|plies| plies <= DEPTH);
                    if number % 2 == 0 || near {
                        break position;
                    }
                };
                let value = tables.probe(&position).unwrap();
                let found = (1..=DEPTH).find(|&plies| wins_within(&position, plies)).map(Value::Win);
                let found =
                    found.or_else(|| (0..=DEPTH).find(|&plies| loses_within(&position, plies)).map(Value::Loss));
                let expected = Some(value).filter(|value| value.plies().is_some_and(|plies| plies <= DEPTH));
                assert_eq!(found, expected, "{id} {name} {:?}", position.setup());
                decided += u32::from(found.is_some());
                probes += 1;
            }
            assert!(2 * decided >= each, "{id} {name}");
        }
    }
    assert!(probes == 10 * each);
}

#[test]
fn tables_are_verified_and_faults_found() {
    for (id, name) in sample(
        &[("chess", "KPvK"), ("archchess", "KDvK"), ("losalamos", "KRvK")][..],
        &[
            ("losalamos", "KRvKN"),
            ("archchess", "KPvK"),
            ("herb-garden", "KEvK"),
            ("courier-spiel", "KPvK"),
            // Its pawns become cannons and elephants, too.
            ("shako", "KPvK"),
            ("grand", "KPvK"),
        ],
    ) {
        let mut tables = tables(id);
        let table = build(&mut tables, name);
        for step in tables.plan(table.material()) {
            let table = tables.table(step.material).unwrap();
            let verified = tables.verify(&table, &Monitor::new());
            assert_eq!((verified.mismatch, verified.entries), (None, table.entries()), "{id} {name}");
        }
    }
    // The knight's table in the place of the bishop's: a contradiction is found.
    let mut tables = tables("gardner");
    let pawn = build(&mut tables, "KPvK");
    let gardner = tables.variant();
    let other = Variant::from_toml("extends = \"gardner\"\npiece.Q.moves = \"R\"\n", "other").unwrap();
    let mut others = Tables::new(other);
    let weak = others.build(Material::read("KQvK", other).unwrap(), &Monitor::new()).unwrap();
    tables.insert(weak);
    let mismatch = tables.verify(&pawn, &Monitor::new()).mismatch.unwrap();
    assert!(mismatch.position.is_some() && mismatch.found != mismatch.expected);
    assert_eq!(gardner.id(), "gardner");
}
