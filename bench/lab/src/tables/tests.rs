use std::collections::BTreeSet;

use campione_endgame::{Material, Monitor, Tables};
use campione_notation::pgn::{PgnOptions, PgnReader};

use super::survey::Costs;
use super::*;

#[test]
fn the_pages_are_what_the_tables_say() {
    assert_eq!(check().unwrap(), Verdict::Good);
}

#[test]
fn longest_wins_as_games() {
    for id in GAMES {
        let variant = Variant::named(id).unwrap();
        let rows = known(variant).unwrap();
        let text = page::games(variant, &rows).unwrap();
        let games: Vec<_> = PgnReader::new(text.as_bytes(), PgnOptions::new(variant)).map(Result::unwrap).collect();
        assert!(
            games.iter().any(|game| game.tag("Event").is_some_and(|event| event.starts_with("KQvK: mate in"))),
            "{id}"
        );
        let wins = rows.iter().flat_map(Row::lines).count();
        assert_eq!(games.len(), wins, "{id}");
    }
}

/// Two pieces of which one alone mates are left out, unless the pages have them already.
#[test]
fn pieces_that_the_win_does_not_need_are_left_out() {
    let variant = Variant::named("gardner").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Tables::new(variant);
    let mut entries = 0;
    for name in ["KRvK", "KBvK", "KNvK", "KBNvK", "KRvKN", "KRNvK"] {
        let table = tables.build(Material::read(name, variant).unwrap(), &Monitor::new()).unwrap();
        table.save(folder.path()).unwrap();
        entries = table.entries();
    }
    let read = |known: &[Row]| survey::read(folder.path(), variant, &Costs::new(), known).unwrap();
    let names = |rows: &[Row]| rows.iter().map(|row| row.ending.clone()).collect::<BTreeSet<_>>();
    let mut rows = read(&[]);
    let mut expected = BTreeSet::from(["KBvK", "KNvK", "KRvK", "KBNvK", "KRvKN"].map(str::to_owned));
    assert_eq!(names(&rows), expected);
    rows.push(Row { ending: "KRNvK".to_owned(), entries, ..rows[0].clone() });
    expected.insert("KRNvK".to_owned());
    assert_eq!(names(&read(&rows)), expected);
}
