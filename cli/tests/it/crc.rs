//! `campione crc`: numbers, arrays, filters.

use serde_json::Value;

use crate::contract::refused;
use crate::{keys, objects, ok, with_input};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&ok(&format!("{arguments} --format json"))).unwrap()
}

const DEFAULT: &str = "number: 27621\narray: rqnbakbncr\n\
    fen: rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1\n\
    filter all: yes\nfilter protected: yes\nfilter seed: yes\nfilter 2005: yes\n";

#[test]
fn numbers_and_arrays() {
    for arguments in ["crc", "crc 27621", "crc crc:27621", "crc -v crc --array rqnbakbncr", "crc RQNBAKBNCR"] {
        assert_eq!(ok(arguments), DEFAULT, "{arguments}");
    }
    // Gothic Chess.
    let gothic = ok("crc --array RNBQCKABNR");
    assert!(gothic.starts_with("number: 25933\narray: rnbqckabnr\nfen: rnbqckabnr/pp"), "{gothic}");
    assert!(gothic.contains("filter protected: yes\nfilter seed: no, it is the array of Gothic Chess\n"), "{gothic}");
    let both = "no, nothing protects f2; the bishops stand side by side\n";
    assert!(ok("crc 1").ends_with(&format!("filter seed: no, nothing protects f2\nfilter 2005: {both}")));
}

#[test]
fn an_array_in_json() {
    let array = json("crc 1");
    assert_eq!(keys(&array), "variant number array fen filters unprotected unlike_gothic bishops_together");
    assert_eq!(array["filters"], serde_json::json!({ "all": true, "protected": false, "seed": false, "2005": false }));
    assert_eq!(array["unprotected"], serde_json::json!(["f2"]));
    assert_eq!((array["unlike_gothic"].as_u64(), array["bishops_together"].as_bool()), (Some(7), Some(true)));
    // The digits give the number again.
    let steps = json("crc --array rnbqckabnr --explain");
    let steps = steps["steps"].as_array().unwrap();
    let digit = |step: &Value, key: &str| step[key].as_u64().unwrap();
    let number = steps.iter().rev().fold(0, |number, step| number * digit(step, "ways") + digit(step, "digit"));
    assert_eq!((number, &steps[8]["rank"]), (25_933, &Value::from("rnbqckabnr")));
    let chess960 = json("crc 518 -v chess960");
    assert_eq!((&chess960["array"], &chess960["unprotected"]), (&Value::from("rnbqkbnr"), &Value::Null));
    assert_eq!(chess960["filters"], serde_json::json!({ "all": true }));
}

#[test]
fn counts_and_lists() {
    // RULES.md §5.
    for (filter, count) in [("all", 48_000), ("protected", 21_836), ("seed", 21_821), ("2005", 12_118)] {
        assert_eq!(ok(&format!("crc --count --filter {filter}")), format!("{count}\n"));
        let counted = serde_json::json!({ "variant": "crc", "filter": filter, "count": count });
        assert_eq!(json(&format!("crc --count --filter {filter}")), counted);
    }
    assert_eq!((ok("crc --count"), ok("crc --count -v chess960")), ("48000\n".to_owned(), "960\n".to_owned()));
    let list = ok("crc --list --filter 2005");
    assert!(list.lines().all(|line| line.ends_with("\tall,protected,seed,2005")));
    let numbers: Vec<u32> = list.lines().map(|line| line.split('\t').next().unwrap().parse().unwrap()).collect();
    assert!(numbers.len() == 12_118 && numbers.is_sorted());
    let list = ok("crc --list --format json -v chess960");
    let end: Value = serde_json::from_str(list.lines().nth(959).unwrap()).unwrap();
    assert_eq!(
        (&end["number"], &end["array"], list.lines().count()),
        (&Value::from(959), &Value::from("rkrnnqbb"), 960)
    );
}

#[test]
fn a_seed_draws_the_same_array() {
    // The arrays of seeds are tested against another program in campione-movegen.
    let drawn = ok("crc --random --seed 2005 --filter 2005");
    assert!(drawn.starts_with("number: 43009\narray: abrknrncbq\n"), "{drawn}");
    assert!(drawn.ends_with("\nrandom: seed 2005, filter 2005\n"), "{drawn}");
    let drawn = json("crc --random --seed 18446744073709551615 --filter seed --explain");
    assert_eq!((drawn["number"].as_u64(), drawn["filter"].as_str()), (Some(6834), Some("seed")));
    // More than a double can represent.
    assert_eq!(drawn["seed"], "18446744073709551615");
    assert_eq!(drawn["steps"].as_array().unwrap().len(), 9);
    // Without --seed the new seed is printed, and it gives the same array again.
    let drawn = json("crc --random");
    let (seed, array) = (drawn["seed"].as_u64().unwrap(), drawn["array"].as_str().unwrap());
    assert_eq!(json(&format!("crc --random --seed {seed}"))["array"], array);
    let seeds: std::collections::HashSet<u64> =
        (0..4).map(|_| json("crc --random -v chess960")["seed"].as_u64().unwrap()).collect();
    assert!(seeds.len() > 1);
}

#[test]
fn one_answer_for_each_line() {
    let run = with_input("crc -", "27621\r\nRNBQCKABNR\n\nrqnb\n48001\ncrc:1\nxyz:1");
    let answers: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    let fen = "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1";
    assert_eq!(answers[0], ["27621", "rqnbakbncr", fen, "all,protected,seed,2005"]);
    assert_eq!((answers[1][0], answers[1][3]), ("25933", "all,protected"));
    assert_eq!((answers[2][0], answers[2][3], answers.len()), ("1", "all", 3));
    assert_eq!(run.code, Some(1));
    let errors: Vec<&str> = run.err.lines().collect();
    assert!(errors[0].starts_with("line 4: bad array `rqnb`: it has 4 letters, but an array has 10"), "{}", run.err);
    assert_eq!(errors[1], "line 5: there is no start array 48001: expected 1 to 48000");
    assert!(errors[2].starts_with("line 7: `xyz:1` is neither a number from 1 to 48000 nor an array"), "{}", run.err);
    assert_eq!(errors.len(), 3);
    let run = with_input("crc - --explain --format json -v chess960", "\u{feff}0\n-1\n");
    let lines = objects(&run.out);
    assert_eq!((lines[0]["steps"][0]["throws"][0]["ways"].as_u64(), lines[1]["line"].as_u64()), (Some(4), Some(2)));
    assert!(run.err.starts_with("line 2: `-1` is neither a number from 0 to 959"), "{}", run.err);
}

#[test]
fn bad_questions_are_refused() {
    refused("crc 0", &["no start array 0", "1 to 48000"]);
    refused("crc 99999999999999999999", &["no start array 99999999999999999999"]);
    refused("crc -5", &["`-5`", "1 to 48000", "rqnbakbncr"]);
    refused("crc ''", &["neither a number"]);
    refused("crc rqnbakbncr/pppppppppp", &["neither a number"]);
    refused("crc chess960:518", &["is an array of chess960", "-v chess960"]);
    refused("crc 960 -v chess960", &["0 to 959"]);
    refused("crc -v gothic", &["gothic has one start array", "crc and chess960"]);
    refused("crc --array rqnb", &["--array", "it has 4 letters", "10, one for each file from a to j"]);
    refused("crc 5 --array rqnbakbncr", &["cannot be used with"]);
    refused("crc --random --count", &["cannot be used with"]);
    refused("crc --list --explain", &["cannot be used with"]);
    refused("crc --seed 5", &["--random"]);
    refused("crc 5 --filter seed", &["--random|--count|--list"]);
    refused("crc --count --filter best", &["best", "all, protected, seed, 2005"]);
    refused("crc --count --filter 2005 -v chess960", &["--filter 2005", "RULES.md §5", "leave the option out"]);
    refused("crc - --explain", &["--format json"]);
}

/// The search of a start position does not depend on how many are searched at once, and White moves first.
#[test]
fn arrays_have_a_balance() {
    let page = ok("crc 27621 --balance 3000");
    let balance = page.strip_prefix(DEFAULT).unwrap();
    assert!(balance.starts_with("balance: ") && balance.contains(" for White after 3,000 nodes; best "), "{balance}");
    let object = json("crc 27621 --balance 3000")["balance"].clone();
    assert_eq!(object["nodes"], 3000);
    let score = f64::from(i32::try_from(object["cp"].as_i64().unwrap()).unwrap()) / 100.0;
    let best = object["best"].as_str().unwrap();
    assert!(score.abs() < 3.0 && balance.contains(&format!("best {best}\n")), "{object}: {balance}");

    let list = ok("crc --list --balance 100 -v chess960 --threads 2");
    assert_eq!(list.lines().count(), 960);
    let alone = with_input("crc - -v chess960 --balance 100", "0\n518\n959\n");
    let some = [0, 518, 959].map(|number| list.lines().nth(number).unwrap());
    assert_eq!(alone.out.lines().collect::<Vec<_>>(), some);
    assert!(some[1].starts_with("518\trnbqkbnr\t") && some[1].matches('\t').count() == 5, "{}", some[1]);
    refused("crc --balance 0", &["0 is not in 1"]);
    refused("crc --count --balance 10", &["cannot be used with"]);
}
