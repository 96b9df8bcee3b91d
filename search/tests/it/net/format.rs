//! The file format of nets.

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;
use campione_search::net::{Fitted, FloatNet, Layout, MAGIC, Net, NetError};
use campione_variants::FromToml as _;

use super::random_nets;

/// A small net as a file.
fn bytes() -> Vec<u8> {
    let layout = Layout::of(&[Variant::named("courier-spiel").unwrap()]).unwrap();
    let mut net = FloatNet::random(layout, 32, 400, 12);
    "random".clone_into(&mut net.data);
    net.quantise(campione_search::net::HIDDEN_UNIT, campione_search::net::OUTPUT_UNIT).unwrap().to_bytes()
}

/// Where the fields of the header begin (docs/background/nets.md).
const VERSION: usize = 8;
const FILES: usize = 10;
const RANKS: usize = 11;
const PIECES: usize = 12;
const BUCKETS: usize = 13;
const HIDDEN: usize = 14;
const HIDDEN_UNIT: usize = 16;
const OUTPUT_UNIT: usize = 18;
const SCALE: usize = 20;
const SEED: usize = 22;
const DATA: usize = 30;
const MOVEMENTS: usize = DATA + 2 + "random".len();
const FIRST_MOVEMENT: usize = MOVEMENTS + 1;

/// The file with some bytes replaced, and the matching checksum.
fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = self::bytes();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    sign(file)
}

fn sign(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len() - 4;
    let sum = crc32fast::hash(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    file
}

fn refusal(file: &[u8]) -> String {
    Net::from_bytes(file).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read() {
    for id in Variant::ids() {
        for net in random_nets(Variant::named(id).unwrap(), 64, 3) {
            let file = net.to_bytes();
            let copy = Net::from_bytes(&file).unwrap();
            assert_eq!(copy, net, "{id}");
            assert_eq!(copy.to_bytes(), file, "{id}");
            assert_eq!(
                copy.to_float().quantise(campione_search::net::HIDDEN_UNIT, campione_search::net::OUTPUT_UNIT).unwrap(),
                net,
                "{id}"
            );
        }
    }
}

#[test]
fn the_header_is_where_the_page_says() {
    let file = bytes();
    assert_eq!(&file[..8], MAGIC);
    assert_eq!(file[VERSION..FILES], [1, 0]);
    assert_eq!(file[FILES..HIDDEN], [12, 8, 48, 8]);
    assert_eq!(file[HIDDEN..SEED], [32, 0, 252, 3, 0, 4, 144, 1]);
    assert_eq!(file[SEED..DATA], [12, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(&file[DATA..MOVEMENTS], b"\x06\0random");
    assert_eq!(&file[MOVEMENTS..FIRST_MOVEMENT + 11], b"\x0a\x07\0royal K\x04\0");
    let [_, three] = random_nets(Variant::named("courier-spiel").unwrap(), 32, 12).map(|net| net.to_bytes());
    assert_eq!(three[VERSION..FILES], [2, 0]);
    assert_eq!(three[FILES..HIDDEN], file[FILES..HIDDEN]);
    assert_eq!(three[HIDDEN], 3);
    assert_eq!(three[HIDDEN + 1..=DATA], file[HIDDEN..DATA]);
}

#[test]
fn each_field_that_is_wrong_is_refused() {
    assert_eq!(refusal(&with(0, b"C")), "not a net of this program: it does not begin with `campnet` and a line feed");
    assert_eq!(refusal(&with(VERSION, &[3, 0])), "a net of version 3: this program reads versions 1 and 2");
    // One bucket in version 2 would be a second form of the same net.
    for count in [0, 1, 2, 4] {
        let mut file = bytes();
        file[VERSION] = 2;
        file.insert(HIDDEN, count);
        let expected = format!("{count} king buckets: expected 3; a net with one has version 1");
        assert_eq!(refusal(&sign(file)), expected);
    }
    // Of the weights of so many inputs, none is read.
    let mut file = bytes();
    file[VERSION] = 2;
    file[RANKS] = 10;
    file.insert(HIDDEN, 3);
    let movements = (1..=120_u8).flat_map(|set| {
        let name: Vec<u8> = (0..7).filter(|bit| set >> bit & 1 == 1).map(|bit| b"WFDNAHL"[bit]).collect();
        [&[name.len() as u8, 0][..], &name].concat()
    });
    let (movements_at, end) = (MOVEMENTS + 1, end_of_header(&file));
    file.splice(movements_at..end, [120].into_iter().chain(movements));
    let expected = "86400 inputs: expected at most 65536; take fewer movements or one king bucket";
    assert_eq!(refusal(&sign(file)), expected);
    assert!(refusal(&with(FILES, &[13])).starts_with("a board of 13x8: expected 4x5 to 12x10"));
    assert!(refusal(&with(RANKS, &[0])).starts_with("a board of 12x0"));
    assert!(refusal(&with(PIECES, &[0])).starts_with("0 pieces at the start"));
    assert!(refusal(&with(PIECES, &[97])).starts_with("97 pieces at the start"));
    assert_eq!(refusal(&with(BUCKETS, &[7])), "7 output buckets: expected 8");
    assert_eq!(refusal(&with(HIDDEN, &[33])), "the hidden layer has 33 neurons: expected a multiple of 32 up to 1024");
    assert!(refusal(&with(HIDDEN, &[0, 0])).starts_with("the hidden layer has 0 neurons"));
    assert!(refusal(&with(HIDDEN, &[32, 4])).starts_with("the hidden layer has 1056 neurons"));
    let unit = "the unit of the hidden layer is";
    assert_eq!(refusal(&with(HIDDEN_UNIT, &[0, 0])), format!("{unit} 0: expected 16 to 1023"));
    assert_eq!(refusal(&with(HIDDEN_UNIT, &[0, 128])), format!("{unit} -32768: expected 16 to 1023"));
    assert!(
        refusal(&with(OUTPUT_UNIT, &[0, 0])).starts_with("the unit of the output weights is 0: expected 1 to 4096")
    );
    assert!(refusal(&with(OUTPUT_UNIT, &[1, 16])).starts_with("the unit of the output weights is 4097"));
    assert!(refusal(&with(SCALE, &[0, 0])).starts_with("the scale is 0: expected 1 to 10000"));
    assert_eq!(refusal(&with(DATA + 2, &[0xff])), "the word on the data is not UTF-8 text");
    let small = sign(with(DATA, &[255, 255])[..9_000].to_vec());
    assert_eq!(refusal(&small), "the file ends at byte 8996, within its header");
    assert!(refusal(&with(MOVEMENTS, &[0])).starts_with("0 movements: expected 1 to 120"));
    assert!(refusal(&with(FIRST_MOVEMENT + 8, b"X")).starts_with("movement 0 (`royal X`): "));
    assert_eq!(refusal(&with(FIRST_MOVEMENT + 2, &[0x80])), "the name of a movement is not UTF-8 text");
    // `pawn`, then `royal K`, then `pawn` again.
    let mut file = bytes();
    file.splice(MOVEMENTS..FIRST_MOVEMENT, *b"\x0b\x04\0pawn");
    assert_eq!(refusal(&sign(file)), "movement 2 (`pawn`) is the same as an earlier one");
}

#[test]
fn each_movement_that_is_another_is_another_net() {
    // `royal N` instead of `royal K`: a net that does not know Courier-Spiel's king.
    let net = Net::from_bytes(&with(FIRST_MOVEMENT + 8, b"N")).unwrap();
    let courier = Variant::named("courier-spiel").unwrap();
    let error = campione_search::net::Fitted::new(net.into(), courier).unwrap_err().to_string();
    assert!(error.contains("the king of courier-spiel, which moves as `royal K`"), "{error}");
}

#[test]
fn damage_is_found() {
    let file = bytes();
    let mut damaged = file.clone();
    damaged[file.len() / 2] ^= 1;
    assert!(matches!(Net::from_bytes(&damaged), Err(NetError::Checksum { .. })));
    let mut seed = file.clone();
    seed[SEED] ^= 1;
    assert!(matches!(Net::from_bytes(&seed), Err(NetError::Checksum { .. })));
    for length in [0, 7, 8, 9, 10, 13, 30, file.len() / 2, file.len() - 1] {
        assert!(Net::from_bytes(&file[..length]).is_err(), "{length}");
    }
    let [_, three] = random_nets(Variant::named("courier-spiel").unwrap(), 32, 12).map(|net| net.to_bytes());
    for length in [HIDDEN, HIDDEN + 1] {
        let cut = sign([&three[..length], &[0; 4]].concat());
        assert_eq!(refusal(&cut), format!("the file ends at byte {length}, within its header"));
    }
    let longer = sign([&file[..], b"more"].concat());
    assert_eq!(refusal(&longer), "4 bytes follow the end of the net");
    let shorter = sign(file[..file.len() - 9].to_vec());
    assert!(refusal(&shorter).starts_with("the file ends at byte "), "{}", refusal(&shorter));
}

/// The variant of the fuzz target `net`. It is small, so its nets are short.
const SMALL: &str = r#"
    board = { files = 4, ranks = 5, start = "rk2/p3/4/3P/2KR" }
    piece.K = { moves = "K", royal = true }
    piece.R.moves = "R"
    pawn.double_step = false
    promotion.to = "R"
"#;

/// The same checks as in the fuzz target, with bytes changed at random.
#[test]
fn whatever_is_read_is_written_and_evaluates() {
    let small = Variant::from_toml(SMALL, "small").unwrap();
    let start = Position::start(small);
    let files = random_nets(small, 32, 1).map(|net| net.to_bytes());
    let headers = files.each_ref().map(|file| end_of_header(file));
    let mut random = SplitMix64::new(1);
    let (mut read, mut fitting) = (0, 0);
    for round in 0..20_000 {
        let (file, header) = (&files[round % 2], headers[round % 2]);
        let mut changed = file.clone();
        for _ in 0..=random.index(3) {
            let within = if random.index(2) == 0 { header } else { changed.len() };
            match random.index(4) {
                0 => drop(changed.splice(random.index(within).., [])),
                1 => changed.insert(random.index(within), random.next_u64() as u8),
                _ => {
                    let at = random.index(within);
                    changed[at] = random.next_u64() as u8;
                }
            }
            changed.resize(changed.len().max(file.len()), 0);
        }
        let changed = sign(changed);
        let Ok(net) = Net::from_bytes(&changed) else { continue };
        assert_eq!(net.to_bytes(), changed);
        read += 1;
        if let Ok(fitted) = Fitted::new(net.into(), small) {
            fitted.evaluate(&start);
            fitting += 1;
        }
    }
    assert!(read > 1_000 && fitting > 500, "{read} {fitting}");
}

/// Where the weights of a file begin.
fn end_of_header(file: &[u8]) -> usize {
    let text = |at: usize| at + 2 + usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let movements = text(DATA + usize::from(file[VERSION] == 2));
    (0..file[movements]).fold(movements + 1, |at, _| text(at))
}

#[test]
fn numbers_in_the_shortest_form_alone() {
    let end_of_header = end_of_header(&bytes());
    // Two bytes where one is enough, too many bits, and no end.
    for number in [&[0x80, 0x00][..], &[0xff, 0xff, 0x04], &[0xff, 0xff, 0xff, 0x00]] {
        let text = refusal(&with(end_of_header, number));
        let wanted = format!(
            "byte {end_of_header}, among the input weights: expected a whole number of 16 bits, in the shortest form"
        );
        assert_eq!(text, wanted);
    }
}
