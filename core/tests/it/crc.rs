use std::collections::HashSet;

use campione_core::{ArrayNumberError, ArrayNumbering, PlacingRule, PlacingStep, Shade, SplitMix64};

/// The first fifteen arrays as Scharnagl published them. RULES.md §5 names 1 to 5, 10 and 15; the rest are the output of
/// his own program as the tests of another program quote it.
const PUBLISHED: [&str; 15] = [
    "aqbbcnnrkr",
    "qbbacnnrkr",
    "abbqcnnrkr",
    "qbbcnanrkr",
    "abbcnqnrkr",
    "qbbcnnrakr",
    "abbcnnrqkr",
    "qbbcnnrkra",
    "abbcnnrkrq",
    "baqbcnnrkr",
    "bqabcnnrkr",
    "bbqacnnrkr",
    "bbaqcnnrkr",
    "bbqcnanrkr",
    "bbacnqnrkr",
];

#[test]
fn published_arrays() {
    let known = [
        (ArrayNumbering::Crc, 27_621, "rqnbakbncr"),
        // Gothic Chess.
        (ArrayNumbering::Crc, 25_933, "rnbqckabnr"),
        // The number that is 0 when digits are taken off.
        (ArrayNumbering::Crc, 48_000, "qabbcnnrkr"),
        (ArrayNumbering::Chess960, 0, "bbqnnrkr"),
        (ArrayNumbering::Chess960, 518, "rnbqkbnr"),
        (ArrayNumbering::Chess960, 959, "rkrnnqbb"),
    ];
    let first = (1..).zip(PUBLISHED).map(|(number, array)| (ArrayNumbering::Crc, number, array));
    for (numbering, number, array) in first.chain(known) {
        assert_eq!(numbering.array(number).as_deref(), Ok(array), "{number}");
        assert_eq!(numbering.number(array), Ok(number), "{array}");
        assert_eq!(numbering.number(&array.to_uppercase()), Ok(number), "{array}");
    }
}

#[test]
fn every_array_has_one_number() {
    for numbering in [ArrayNumbering::Crc, ArrayNumbering::Chess960] {
        let (first, last) = numbering.range();
        let mut all = HashSet::new();
        for number in first..=last {
            let array = numbering.array(number).unwrap();
            assert_eq!(numbering.number(&array), Ok(number), "{array}");
            all.insert(array);
        }
        assert_eq!(all.len() as u32, numbering.count());
        for number in [first.wrapping_sub(1), last + 1, u32::MAX] {
            assert_eq!(numbering.array(number), Err(ArrayNumberError { number, first, last }));
        }
    }
}

/// All ways to write the pieces of a numbering on a rank.
fn permutations(pieces: &mut Vec<char>, start: &mut String, each: &mut impl FnMut(&str)) {
    if pieces.is_empty() {
        return each(start);
    }
    let mut tried = HashSet::new();
    for index in 0..pieces.len() {
        if !tried.insert(pieces[index]) {
            continue;
        }
        let piece = pieces.remove(index);
        start.push(piece);
        permutations(pieces, start, each);
        start.pop();
        pieces.insert(index, piece);
    }
}

#[test]
fn what_is_accepted_is_what_has_a_number() {
    // The rules of source 003, a1 and a2, in other words; of all orders of the pieces exactly the numbered arrays obey them.
    let obeys = |array: &str| {
        let at = |letter: char| array.find(letter).unwrap_or(0);
        let (first, last) = (array.find('b').unwrap(), array.rfind('b').unwrap());
        let queen_and_archbishop = !array.contains('a') || (at('q') + at('a')) % 2 == 1;
        let after_first_rook = array.split('r').nth(1).unwrap();
        (first + last) % 2 == 1 && queen_and_archbishop && after_first_rook.contains('k')
    };
    for (numbering, pieces) in [(ArrayNumbering::Crc, "abbcknnqrr"), (ArrayNumbering::Chess960, "bbknnqrr")] {
        let (mut accepted, mut refused) = (0, 0);
        permutations(&mut pieces.chars().collect(), &mut String::new(), &mut |array| {
            let number = numbering.number(array);
            assert_eq!(number.is_ok(), obeys(array), "{array}");
            if number.is_ok() { accepted += 1 } else { refused += 1 }
        });
        assert_eq!(accepted, numbering.count());
        assert!(refused > accepted);
    }
}

#[test]
fn steps_of_the_default_array() {
    // By hand: 27621 = 1 + 2*(0 + 5*(2 + 5*(0 + 4*(2 + 4*(4 + 6*5))))).
    let steps = ArrayNumbering::Crc.steps(27_621).unwrap();
    let files = |files: &mut dyn Iterator<Item = u8>| files.map(|file| char::from(b'a' + file)).collect::<String>();
    let seen: Vec<_> = steps
        .iter()
        .map(|step| (step.digit, step.ways, files(&mut step.free_files()), files(&mut step.used_files()), step.rank()))
        .collect();
    let expected = [
        (1, 2, "", "", ".........."),
        (0, 5, "bdfhj", "b", ".q........"),
        (2, 5, "acegi", "e", ".q..a....."),
        (0, 4, "dfhj", "d", ".q.ba....."),
        (2, 4, "acgi", "g", ".q.ba.b..."),
        (4, 6, "acfhij", "i", ".q.ba.b.c."),
        (5, 10, "acfhj", "ch", ".qnba.bnc."),
        (0, 1, "afj", "f", ".qnbakbnc."),
        (0, 1, "aj", "aj", "rqnbakbncr"),
    ];
    let expected = expected
        .map(|(digit, ways, free, used, rank)| (digit, ways, free.to_owned(), used.to_owned(), rank.to_owned()));
    assert_eq!(seen, expected);
    assert_eq!(steps[1].rule, PlacingRule::Piece { letter: 'q', on: Shade::Light });
    assert_eq!(steps.iter().filter_map(PlacingStep::pair).collect::<Vec<_>>(), [(1, 3)]);
    // An even number has the archbishop first.
    let steps = ArrayNumbering::Crc.steps(2).unwrap();
    assert_eq!(steps[1].rule, PlacingRule::Piece { letter: 'a', on: Shade::Light });
    assert_eq!(steps[2].rule, PlacingRule::Piece { letter: 'q', on: Shade::Dark });
    assert!(ArrayNumbering::Crc.steps(0).is_err());
    assert_eq!(ArrayNumbering::Chess960.steps(518).unwrap().len(), 6);
}

#[test]
fn faults_name_the_rule() {
    let faults = |numbering: ArrayNumbering, array: &str| {
        let error = numbering.number(array).unwrap_err();
        assert_eq!(error.array, array);
        error.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let crc = |array| faults(ArrayNumbering::Crc, array);
    let length = "it has 9 letters, but an array has 10, one for each file from a to j";
    assert_eq!(crc("rqnbakbnc"), length);
    assert!(crc("").starts_with("it has 0 letters"));
    assert!(crc("rqnbakbncrr").starts_with("it has 11 letters"));
    let pieces = "k (king), q (queen), a (archbishop), c (chancellor), r (rook), b (bishop), n (knight)";
    assert_eq!(crc("rqnbakbnér"), format!("letter 9 (`é`) is not one of its pieces, which are {pieces}"));
    assert_eq!(crc("rqnb.kbn?"), format!("{length}; letter 5 (`.`) is not one of its pieces, which are {pieces}"));
    assert!(crc("rqnbakbncr?").ends_with(&format!("letter 11 (`?`) is not one of its pieces, which are {pieces}")));
    assert_eq!(crc("rrnbakbncr"), "it has 0 `q` (queen), but needs 1; it has 3 `r` (rook), but needs 2");
    let color = "but must be on squares of different color (a1 is dark)";
    assert_eq!(crc("rqbnakbncr"), format!("the bishops on c1 and g1 are both on dark squares, {color}"));
    let both = format!("the queen and archbishop on b1 and f1 are both on light squares, {color}");
    assert_eq!(crc("rqnbkabncr"), both);
    // Two rules at once.
    assert!(crc("kqnbrabncr").starts_with(&format!("{both}; the king on a1")));
    assert_eq!(crc("kqnbarbncr"), "the king on a1 does not stand between the rooks on f1 and j1");
    assert_eq!(crc("RQNBARBNCK"), "the king on j1 does not stand between the rooks on a1 and f1");
    let chess960 = |array| faults(ArrayNumbering::Chess960, array);
    assert!(chess960("rqnbakbncr").starts_with("it has 10 letters, but an array has 8, one for each file from a to h"));
    assert!(chess960("rnbakbnr").starts_with("letter 4 (`a`)"));
    assert_eq!(chess960("rbnbkqnr"), format!("the bishops on b1 and d1 are both on light squares, {color}"));
}

#[test]
fn chosen_numbers_stay_in_their_range() {
    for numbering in [ArrayNumbering::Crc, ArrayNumbering::Chess960] {
        let (first, last) = numbering.range();
        let mut random = SplitMix64::new(4);
        let mut numbers: Vec<u32> = (0..10_000).map(|_| numbering.choose(&mut random)).collect();
        numbers.sort_unstable();
        let (lowest, highest) = (numbers[0], numbers[numbers.len() - 1]);
        assert!(first <= lowest && highest <= last);
        // With ten thousand numbers both ends are near.
        assert!(lowest < first + last / 100 && highest > last - last / 100);
    }
}
