use super::*;

fn mv(text: &str, nodes: u128) -> Line {
    Line::Moves(vec![(text.to_owned(), nodes)])
}

#[test]
fn lines_with_moves() {
    for (text, expected) in [
        ("e2e4: 20", mv("e2e4", 20)),
        ("e2e4:20", mv("e2e4", 20)),
        ("  e2e4 20", mv("e2e4", 20)),
        ("1. e2e4 - 20", mv("e2e4", 20)),
        (" 12) i7i8c = 1,234", mv("i7i8c", 1234)),
        ("| Nb1-a3 | 784 |", mv("Nb1-a3", 784)),
        ("Nb1-a3 784 1568", mv("Nb1-a3", 784)),
        ("O-O-O: 12", mv("O-O-O", 12)),
        ("O - O 12", mv("O - O", 12)),
        ("H-H+ 12", mv("H-H+", 12)),
        ("O-O:i1g1: 5", mv("O-O:i1g1", 5)),
        ("e1i1,j1g1: 5", mv("e1i1,j1g1", 5)),
        ("e8=Q:Nc3 5", mv("e8=Q:Nc3", 5)),
        ("e4: 30", mv("e4", 30)),
        ("a8a9 => 18446744073709551616", mv("a8a9", 1 << 64)),
    ] {
        assert_eq!(line(text, Forms::Usual), expected, "{text}");
    }
}

/// Forms that programs print, tutorials among them.
#[test]
fn lines_in_other_forms() {
    for (text, expected) in [
        ("move 1 : e2e4 : 20", mv("e2e4", 20)),
        ("     move: e2e4   nodes: 20", mv("e2e4", 20)),
        ("E2E4: 20", mv("e2e4", 20)),
        ("e2e4,20", mv("e2e4", 20)),
        ("e2e4,1,0", mv("e2e4", 1)),
        ("e2e4,12,0.001", mv("e2e4", 12)),
        ("e7e8=Q=1", mv("e7e8=Q", 1)),
        ("{\"Ra2\": 1, \"O-O\": 2}", Line::Moves(vec![("Ra2".to_owned(), 1), ("O-O".to_owned(), 2)])),
        ("move 1: Ra2 : 1", mv("Ra2", 1)),
        ("1 Ra2", mv("Ra2", 1)),
        ("Ra2,1,0.5", mv("Ra2", 1)),
        ("e2e4 (0 ms): 20", mv("e2e4", 20)),
        ("e2e4 captures 0 nodes 20", mv("e2e4", 20)),
        ("1,e2e4,20", mv("e2e4", 20)),
        ("e7e8q,20,e4", mv("e7e8q", 20)),
        ("e2e4;20;0.01", mv("e2e4", 20)),
        ("\"e2e4\": 20,", mv("e2e4", 20)),
        ("{\"move\": \"e2e4\", \"nodes\": 20}", mv("e2e4", 20)),
        ("e2e4=20", mv("e2e4", 20)),
        ("20 e2e4", mv("e2e4", 20)),
        ("- e2e4: 20", mv("e2e4", 20)),
        ("[1/20] e2e4 20", mv("e2e4", 20)),
        ("1 e2e4 20", mv("e2e4", 20)),
        ("e2 e4: 20", mv("e2e4", 20)),
        ("e2->e4: 20", mv("e2-e4", 20)),
        ("(e2)->(e4): 20", mv("e2e4", 20)),
        ("e2e4 (e4): 20", mv("e2e4", 20)),
        ("e2e4 nodes 20 time 3", mv("e2e4", 20)),
        ("\u{1b}[32me2e4\u{1b}[0m: 20", mv("e2e4", 20)),
        ("[INFO] 12:03:04 e2e4: 20", mv("e2e4", 20)),
        ("\u{2502} e2e4 \u{2502} 20 \u{2502}", mv("e2e4", 20)),
        ("info string e2e4: 20", mv("e2e4", 20)),
        ("info string perft move e2e4 nodes 20", mv("e2e4", 20)),
        ("e2e4 (1/20): 20", mv("e2e4 1/20", 20)),
        ("e2e4 time=3 nodes=20", mv("e2e4", 20)),
        ("e2e4 depth 1 nodes 20", mv("e2e4", 20)),
        ("move=e2e4 nodes=20", mv("e2e4", 20)),
        ("from e2 to e4 : 20", mv("e2e4", 20)),
        ("e2e4..........20", mv("e2e4", 20)),
        ("e2e4: 1.234.567", mv("e2e4", 1_234_567)),
        ("e2e4: 1\u{202f}234", mv("e2e4", 1234)),
        ("1 Nf3 20", mv("Nf3", 20)),
        ("\u{2658}f3: 20", mv("Nf3", 20)),
        ("a7a8(q): 1", mv("a7a8 q", 1)),
        ("a7a8/q: 1", mv("a7a8 q", 1)),
        ("a7a8 queen: 1", mv("a7a8 queen", 1)),
        ("d5e6 e.p.: 1", mv("d5e6 e.p", 1)),
        ("e1g1 (castle): 1", mv("e1g1 castle", 1)),
        ("OO: 1", mv("OO", 1)),
        ("o-o: 1", mv("o-o", 1)),
    ] {
        assert_eq!(line(text, Forms::All), expected, "{text}");
    }
    let two = Line::Moves(vec![("a2a3".to_owned(), 1), ("a2a4".to_owned(), 2)]);
    for text in ["a2a3: 1   a2a4: 2", "a2a3: 1, a2a4: 2", "{\"a2a3\": 1, \"a2a4\": 2}", "[['a2a3', 1], ['a2a4', 2]]"] {
        assert_eq!(line(text, Forms::All), two, "{text}");
    }
}

/// Counts in the lines below their moves, as JSON has them for people.
#[test]
fn counts_below_their_moves() {
    for text in [
        "e2e4\n  20\nd2d4\n  19",
        "{\n \"depth\": 2,\n \"moves\": [\n  {\n   \"move\": \"e2e4\",\n   \"nodes\": 20\n  },\n  {\n   \"move\": \"d2d4\",\n   \
         \"nodes\": 19\n  }\n ],\n \"nodes\": 39\n}",
    ] {
        let found = answer(text).unwrap();
        assert_eq!(found.moves, [("e2e4".to_owned(), 20), ("d2d4".to_owned(), 19)], "{text}");
    }
    assert_eq!(answer("move e2e4\nNodes: 20").unwrap(), Divide { total: Some(20), ..Divide::default() });
    // A list of moves without counts, and the total.
    assert_eq!(answer("e2e4\nd2d4\nNodes: 40").unwrap(), Divide { total: Some(40), ..Divide::default() });
}

/// A number alone is a total only if nothing else says one.
#[test]
fn numbers_that_may_be_totals() {
    for text in ["400", "2 400", "2: 400", "D2 400", "info nodes 400", "2\t400\t0.01"] {
        assert!(matches!(line(text, Forms::All), Line::Perhaps(_, 400)), "{text}");
        assert_eq!(answer(text).unwrap().total, Some(400), "{text}");
    }
    assert_eq!(answer("a2a3: 19\n20").unwrap().total, None);
    for footer in ["Total time: 3", "Total time (ms) : 3", "Total captures: 3", "Total moves: 6", "Nodes/second: 3"] {
        assert_eq!(answer(&format!("Nodes: 6\n{footer}")).unwrap().total, Some(6), "{footer}");
        assert_eq!(answer(&format!("a2a3: 38\n{footer}")).unwrap().total, None, "{footer}");
    }
}

/// What stands where moves do is not dropped.
#[test]
fn lines_that_should_be_moves() {
    for text in ["a1`2", "@1b2", "0000", "(none)", "<e2"] {
        let found = answer(&format!("a2a3: 1\n{text}: 1")).unwrap();
        assert_eq!((found.moves.len(), &found.unread[..]), (1, &[(text.to_owned(), 1)][..]), "{text}");
    }
    assert_eq!(answer("a2a3: 1\nfoo: 1\na2a4: 1").unwrap().unread, [("foo".to_owned(), 1)]);
    for text in [
        "a2a3: 1\nfoo: 1",
        "a2a3: 1\nTime (ms): 1",
        "version 1.0: 3\na2a3: 1",
        "a2a3: 1\nhits: 3\na2a4: 1",
        "{\"depth\": 1,\na2a3: 1",
    ] {
        assert_eq!(answer(text).unwrap().unread, [], "{text}");
    }
    assert_eq!(answer("a2a3: 1\ne7e5: -1").unwrap().moves.len(), 1);
}

#[test]
fn lines_with_totals() {
    for text in [
        "Nodes searched: 400",
        "nodes: 400",
        "Total: 400",
        "total 400",
        "perft 2: 400",
        "perft(2) = 400",
        "Perft 2 nodes: 400 time: 5",
        "Nodes: 400, time: 12 ms",
        "2   400  0.01  9.5nps",
    ] {
        assert_eq!(line(text, Forms::Usual), Line::Total(400), "{text}");
    }
}

/// Totals in other forms.
#[test]
fn lines_with_other_totals() {
    for text in [
        "400 nodes",
        "400 nodes in 0.01s",
        "400 leaf nodes",
        "depth 2: 400",
        "Depth 2 nodes 400 time 0.01",
        "result: 400",
        "count = 400",
        "Number of leaf nodes at depth 2: 400",
        "Raw nodes for depth 2: 400",
        "Test Complete : 400 nodes visited",
        "{\"nodes\": 400}",
        "info string nodes 400",
        "Total: 400 nodes, 0.002 s, 1234 nps",
        "Nodes: 400, Captures: 0, E.p.: 0",
    ] {
        assert_eq!(answer(text).map(|found| found.total), Some(Some(400)), "{text}");
    }
    assert_eq!(answer("depth 1: 20\ndepth 2: 400").unwrap().total, Some(400));
    assert_eq!(answer("400\n12"), None, "which of them it is");
    for text in [
        "400 nodes per second",
        "400 nodes / second",
        "Depth 1 took 12 ms",
        "Result: 5 ms",
        "info string Perft depth 1 with 8 threads",
        "64 positions cached",
        "depth: 2",
    ] {
        assert_eq!(answer(text), None, "{text}");
    }
}

#[test]

fn other_lines() {
    for text in [
        "",
        "info depth 1 nodes 20",
        "# e2e4 20",
        "bestmove e2e4 ponder e7e5",
        "Nodes/second: 100",
        "nodes per second: 100",
        "time5: 3",
        "move e2e4",
        "e2e4",
        "e2e4: fast",
        "20 moves",
        "Illegal move: e2e4 20",
        "Time: 12 ms",
        "e2e4 0.5",
    ] {
        assert_eq!(line(text, Forms::Usual), Line::Other, "{text}");
    }
    for text in ["go perft 3", "> go perft 3", "position fen 4k3/8/8/8/8/8/8/K7 w - - 0 1", "divide 3", "pong 1"] {
        assert!(matches!(line(text, Forms::All), Line::Unread(..)) && !is_total(text), "{text}");
        assert_eq!(answer(&format!("{text}\na2a3: 1\n{text}")).unwrap().unread, [], "{text}");
    }
}

fn answer(text: &str) -> Option<Divide> {
    parse(&text.lines().map(str::to_owned).collect::<Vec<_>>())
}

#[test]
fn the_last_divide_counts() {
    let found = answer("Na3 1 1\n1 1 0.00 1nps\nNa3 20 20\nNc3 22 42\n2 42 0.01 9nps\npong 1").unwrap();
    assert_eq!(found, Divide { moves: vec![("Na3".into(), 20), ("Nc3".into(), 22)], total: Some(42), unread: vec![] });
    assert_eq!(found.sum(), 42);
}

#[test]
fn moves_that_cannot_be_read() {
    let first = |text: &str| {
        let found = answer(text).unwrap();
        (found.total, found.unread.first().map(|(text, _)| text.clone()))
    };
    let found = first("depth: 1\n<12><28>: 1\n<11><27>: 1\nNodes searched: 3\ntime: 5");
    assert_eq!(found, (Some(3), None), "the words do not add up");
    let found = first("<12><28>: 3\n<11><27>: 1\nNodes searched: 4");
    assert_eq!(found, (Some(4), Some("<12><28>".to_owned())));
    assert_eq!(first("time: 4\nNodes searched: 4"), (Some(4), None));
}

#[test]
fn of_two_totals_the_one_that_fits() {
    assert_eq!(answer("a2a3: 20\nb2b3: 20\nnodes: 40\ntotal moves: 2").unwrap().total, Some(40));
    assert_eq!(answer("a2a3: 20\nNodes searched: 21").unwrap().total, Some(21));
    assert_eq!(answer("Nodes searched: 21").unwrap(), Divide { total: Some(21), ..Divide::default() });
    assert_eq!(answer("hello\nworld"), None);
}
