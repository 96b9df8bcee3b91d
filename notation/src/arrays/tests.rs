use std::collections::BTreeSet;

use super::*;

fn numbers(filter: ArrayFilter) -> BTreeSet<u32> {
    filter.map().numbers().collect()
}

#[test]
fn counts() {
    // RULES.md §5; 12,118 is also the published number.
    let counts = ArrayFilter::ALL.map(|filter| (filter.name(), filter.map().count()));
    assert_eq!(counts, [("all", 48_000), ("protected", 21_836), ("seed", 21_821), ("2005", 12_118)]);
}

#[test]
fn filters_agree_with_plain_strings() {
    // Another way to say RULES.md §5: arrays as strings, and for each file the pieces and neighbors that protect its pawn.
    let piece = |array: &str, file: i32| usize::try_from(file).ok().and_then(|file| array.chars().nth(file));
    let protected = |array: &str, file: i32| {
        let is = |across: i32, pieces: &str| piece(array, file + across).is_some_and(|piece| pieces.contains(piece));
        is(0, "rcqk") || is(-1, "baqk") || is(1, "baqk") || is(-2, "nac") || is(2, "nac")
    };
    let mut expected: [BTreeSet<u32>; 4] = Default::default();
    for number in 1..=48_000 {
        let array = ArrayNumbering::Crc.array(number).unwrap();
        expected[0].insert(number);
        if !(0..10).all(|file| protected(&array, file)) {
            continue;
        }
        expected[1].insert(number);
        let gothic = ['r', 'n', 'b', 'q', 'c', 'k', 'a', 'b', 'n', 'r'];
        let same = array.chars().enumerate().filter(|&(file, piece)| gothic[file] == piece).count();
        if same > 7 {
            continue;
        }
        expected[2].insert(number);
        if !array.contains("bb") {
            expected[3].insert(number);
        }
    }
    for (filter, expected) in ArrayFilter::ALL.into_iter().zip(expected) {
        assert_eq!(numbers(filter), expected, "{filter:?}");
        assert_eq!(filter.map().count() as usize, expected.len());
        for number in [0, 1, 2, 25_933, 27_621, 48_000, 48_001, u32::MAX] {
            assert_eq!(filter.map().contains(number), expected.contains(&number), "{filter:?} {number}");
        }
    }
}

#[test]
fn published_arrays_with_protected_pawns() {
    // RULES.md §5: of the first fifteen exactly these.
    let protected: Vec<u32> = ArrayFilter::Protected.map().numbers().take_while(|&number| number <= 15).collect();
    assert_eq!(protected, [2, 4, 5, 12, 14, 15]);
}

#[test]
fn filters_only_narrow() {
    for pair in ArrayFilter::ALL.windows(2) {
        let (wide, narrow) = (numbers(pair[0]), numbers(pair[1]));
        assert!(narrow.is_subset(&wide) && narrow.len() < wide.len(), "{pair:?}");
    }
}

fn traits(number: u32) -> ArrayTraits {
    let variant = Variant::named("crc").unwrap();
    let setup = variant.numbered_start(number).unwrap().unwrap();
    ArrayTraits::of(&Position::new(&setup, variant).unwrap())
}

#[test]
fn traits_say_why() {
    // The default array, and Gothic Chess, of which our constant must be the array.
    let default = traits(27_621);
    assert!(ArrayFilter::ALL.iter().all(|&filter| default.pass(filter)));
    let gothic = traits(25_933);
    assert_eq!((gothic.unlike_gothic, gothic.all_protected(), gothic.bishops_together), (0, true, false));
    assert!(gothic.pass(ArrayFilter::Protected) && !gothic.pass(ArrayFilter::Seed));
    assert_eq!(Variant::named("gothic").unwrap().spec().board.array, GOTHIC);
    // aqbbcnnrkr: nothing on f1 goes ahead, nothing beside it aslant, nothing two files off leaps.
    let first = traits(1);
    assert_eq!(first.unprotected.into_iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["f2"]);
    assert!(first.bishops_together && first.unlike_gothic == 7);
}

#[test]
fn a_seed_gives_the_same_array_everywhere() {
    // By a separate program: SplitMix64, rejection and the filters written anew in Python from their definitions.
    // Whoever must change one of these has broken a promise.
    let expected = [
        (ArrayFilter::All, 0, 15_536, "ncbrkbqarn"),
        (ArrayFilter::Protected, 1, 21_227, "rbncanbqkr"),
        (ArrayFilter::Seed, u64::MAX, 6834, "nbrcbaqnkr"),
        (ArrayFilter::Published2005, 2005, 43_009, "abrknrncbq"),
    ];
    for (filter, seed, number, array) in expected {
        let chosen = filter.map().choose(&mut SplitMix64::new(seed));
        assert_eq!((chosen, ArrayNumbering::Crc.array(chosen).as_deref()), (number, Ok(array)), "{filter:?} {seed}");
    }
    // The map of all is the whole range.
    assert_eq!(ArrayNumbering::Crc.choose(&mut SplitMix64::new(0)), 15_536);
}

#[test]
fn every_array_that_passes_is_as_likely() {
    let map = ArrayFilter::Published2005.map();
    let mut random = SplitMix64::new(7);
    let mut lower_half = 0;
    let middle = map.numbers().nth(6059).unwrap();
    for _ in 0..2000 {
        let number = map.choose(&mut random);
        assert!(map.contains(number));
        lower_half += u32::from(number < middle);
    }
    assert!((900..1100).contains(&lower_half), "{lower_half}");
}
