use super::*;

#[test]
fn the_pages_are_what_the_tables_say() {
    assert_eq!(check().unwrap(), Verdict::Good);
}
