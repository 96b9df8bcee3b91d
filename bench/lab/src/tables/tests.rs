use std::collections::BTreeSet;

use campione_endgame::{Material, Monitor, Tables};

use super::survey::Costs;
use super::*;

#[test]
fn the_pages_are_what_the_tables_say() {
    assert_eq!(check().unwrap(), Verdict::Good);
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
