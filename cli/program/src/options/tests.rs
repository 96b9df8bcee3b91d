use super::*;

fn defaults() -> Settings {
    Settings::of(Variants::of(Variant::named("chess").unwrap()), None, 1)
}

/// The part of docs/reference/options.md between its marks.
#[test]
fn the_page_of_the_docs_is_the_table() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/options.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- options -->\n", "<!-- end of options -->");
    let (before, rest) = text.split_once(begin).unwrap();
    let (found, after) = rest.split_once(end).unwrap();
    let wanted = page(&defaults());
    if found != wanted && std::env::var_os("CAMPIONE_WRITE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{wanted}{end}{after}")).unwrap();
        return;
    }
    assert!(found == wanted, "docs/reference/options.md: run this test with CAMPIONE_WRITE_DOCS=1");
}

#[test]
fn every_option_takes_its_own_default_and_refuses_nonsense() {
    let mut settings = defaults();
    for booleans in [Booleans::Words, Booleans::Digits] {
        for option in table() {
            let value = option.value(&settings, booleans);
            option.set(&mut settings, &value, booleans).unwrap_or_else(|error| panic!("{}: {error:#}", option.name));
            assert_eq!(option.value(&settings, booleans), value, "{}", option.name);
            if !matches!(option.kind, Kind::Button(_)) {
                assert!(option.set(&mut settings, "no/such thing", booleans).is_err(), "{}", option.name);
            }
        }
    }
}

#[test]
fn numbers_are_set_within_their_range_and_change_nothing_else() {
    let table = table();
    for option in &table {
        let Some(range) = option.range() else { continue };
        for number in [*range.start(), *range.end()] {
            let mut settings = defaults();
            option.set(&mut settings, &number.to_string(), Booleans::Words).unwrap();
            for other in &table {
                let is_set = other.name == option.name;
                let expected = if is_set { number.to_string() } else { other.value(&defaults(), Booleans::Words) };
                assert_eq!(other.value(&settings, Booleans::Words), expected, "{} after {}", other.name, option.name);
            }
        }
        for number in [range.start() - 1, range.end() + 1] {
            assert!(option.set(&mut defaults(), &number.to_string(), Booleans::Words).is_err(), "{}", option.name);
        }
    }
}

#[test]
fn own_takes_engine_options_alone() {
    let set = |text: &str| own(64, &[text.parse().unwrap()]).map_err(|error| format!("{error:#}"));
    assert_eq!(set("hash=3").unwrap().hash, 3);
    assert_eq!(set("Skill Level=20").unwrap(), EngineConfig::default());
    assert_eq!(set("Use NNUE=false").unwrap().nets, campione_search::NetChoice::Off);
    assert_eq!(set("Threads=0").unwrap_err(), "option Threads=0: expected a whole number from 1 to 1024, not `0`");
    assert!(set("MultiPV=2").unwrap_err().starts_with("option MultiPV: `own` has only Hash, Threads, "));
}
