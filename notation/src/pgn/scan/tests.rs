use std::io::BufReader;

use super::*;
use crate::pgn::result::result_text;

/// All tokens, as text.
fn tokens(text: &[u8]) -> Vec<String> {
    // A buffer of few bytes: the tokens must not depend on how much of the stream is buffered.
    let mut scanner = Scanner::new(BufReader::with_capacity(3, text));
    let mut found = Vec::new();
    loop {
        let token = match scanner.next() {
            Ok(Token::End) => return found,
            Ok(Token::Bracket { .. }) => scanner.tag().map_or_else(
                |_| "bad tag".to_owned(),
                |RawTag { name, value }| {
                    format!("[{}={}]", String::from_utf8_lossy(name), String::from_utf8_lossy(&value))
                },
            ),
            Ok(Token::Symbol(symbol)) => String::from_utf8_lossy(symbol).into_owned(),
            Ok(Token::Result(result)) => result_text(result).to_owned(),
            Ok(Token::Number) => "N".to_owned(),
            Ok(Token::Nag(number)) => format!("${number}"),
            Ok(Token::Comment(text)) => format!("{{{}}}", String::from_utf8_lossy(text)),
            Ok(Token::Open) => "(".to_owned(),
            Ok(Token::Close) => ")".to_owned(),
            Err(Broken::Fault { line, fault }) => format!("{line}: {fault}"),
            Err(Broken::Io(error)) => panic!("{error}"),
        };
        if token == "bad tag" {
            scanner.skip_line();
        }
        found.push(token);
    }
}

#[test]
fn moves_and_numbers() {
    assert_eq!(
        tokens(b"1.e4 1...e5 2 Nf3 3. . . d5 12...Qxd10+"),
        ["N", "e4", "N", "e5", "N", "Nf3", "N", "d5", "N", "Qxd10+"]
    );
    assert_eq!(
        tokens(b"e4!? e5?! a3! a6? b3!! b6?? $7 $ 3$140"),
        [
            "e4",
            "$5",
            "e5",
            "$6",
            "a3",
            "$1",
            "a6",
            "$2",
            "b3",
            "$3",
            "b6",
            "$4",
            "$7",
            "1: `$` is not an annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!",
            "N",
            "$140"
        ]
    );
    assert_eq!(
        tokens(b"e4!!!"),
        ["e4", "1: `!!!` is not an annotation: expected $0 to $65535 or one of ! ? !! ?? !? ?!"]
    );
    assert_eq!(tokens(b"1-0 0-1 1/2-1/2 * 1/2"), ["1-0", "0-1", "1/2-1/2", "*", "1/2-1/2"]);
    assert_eq!(
        tokens(b"O-O:i1g1 e8=Q:Nc3 b1c3,e8q e1i1,j1g1 H-H-H"),
        ["O-O:i1g1", "e8=Q:Nc3", "b1c3,e8q", "e1i1,j1g1", "H-H-H"]
    );
    assert_eq!(tokens(b"exd6e.p. exd6 e.p. exd6+e.p."), ["exd6e.p.", "exd6", "e.p.", "exd6+e.p."]);
    assert_eq!(tokens(b"(1.e4(2)e5)"), ["(", "N", "e4", "(", "N", ")", "e5", ")"]);
}

#[test]
fn castlings_with_spaces() {
    assert_eq!(tokens(b"O - O"), ["O - O"]);
    assert_eq!(
        tokens(b"5. O - O - O+ 0 - 0 (H - H){x}E -E E- E O - O:i1g1)"),
        ["N", "O - O - O+", "0 - 0", "(", "H - H", ")", "{x}", "E -E", "E- E", "O - O:i1g1", ")"]
    );
    assert_eq!(tokens(b"0-0 0-0-0 0-1 O-O N f3 0 1"), ["0-0", "0-0-0", "0-1", "O-O", "N", "f3", "N", "N"]);
    // What follows on the line need not be UTF-8.
    assert_eq!(tokens(b"O - O {caf\xe9}")[0], "O - O");
}

#[test]
fn comments() {
    assert_eq!(
        tokens(b"{ a\t b } e4 {} ; rest } of { line \r\n e5;\n"),
        ["{a\t b}", "e4", "{}", "{rest } of { line}", "e5", "{}"]
    );
    assert_eq!(tokens(b"{one \r\n  two\r\n\r\n%three\n[four]} e4"), ["{one two %three [four]}", "e4"]);
    assert_eq!(tokens(b"{a{b} e4} e5"), ["{a{b}", "e4", "1: unexpected `}`", "e5"]);
    assert_eq!(tokens(b"e4\n{ never\n\nclosed"), ["e4", "2: this comment is never closed"]);
    let cut = b"{ never\n[Event \"a word\"]\n\n[Event \"next\"]\ne4";
    assert_eq!(tokens(cut), ["1: this comment is never closed", "[Event=next]", "e4"]);
}

#[test]
fn lines_for_others() {
    assert_eq!(tokens(b"% x\ne4 % e5\n%\n%[Event]\n %\ne5"), ["e4", "%", "e5", "%", "e5"]);
    assert_eq!(tokens(b"\xef\xbb\xbfe4\n\xef\xbb\xbf"), ["e4", "\u{feff}"]);
    assert_eq!(tokens(b"\xef\xbb\xbf% x\n[A \"b\"]"), ["[A=b]"]);
}

#[test]
fn tags() {
    let one = |text: &str| tokens(text.as_bytes()).join(" ");
    assert_eq!(one(r#"[Event "x"] [ Site  "a b" ][A ""]"#), "[Event=x] [Site=a b] [A=]");
    assert_eq!(one(r#"[A "say \"x\" and \\"] e4"#), r#"[A=say "x" and \] e4"#);
    assert_eq!(one(r#"[A "C:\games"] [B "the "best" of"]"#), r#"[A=C:\games] [B=the "best" of]"#);
    assert_eq!(one(r#"[A "C:\"] "#), r"[A=C:\]");
    assert_eq!(one(r#"[A "x\"] y"]"#), r#"[A=x"] y]"#);
    for bad in ["[", "[]", "[A]", "[A b]", "[A \"b]", "[A \"b\"", "[\"b\"]", "[A \"b\\"] {
        assert_eq!(one(bad), "bad tag", "{bad}");
    }
}

#[test]
fn stray_signs() {
    assert_eq!(tokens(b"<1>"), ["1: unexpected `<`", "N", "1: unexpected `>`"]);
    assert_eq!(tokens(b"\"]"), ["1: unexpected `\"`", "1: unexpected `]`"]);
}

#[test]
fn long_lines_are_read_once() {
    // A scanner that looks at the rest of the line for every symbol would take hours.
    let castlings = tokens(&b"N - M - ".repeat(1 << 19));
    assert_eq!((castlings.len(), castlings[0].as_str()), (1 << 21, "N"));
    let tag = [b"[A \"".to_vec(), b"\\".repeat(1 << 23), b"\"]".to_vec()].concat();
    assert_eq!(tokens(&tag)[0].len(), "[A=]".len() + (1 << 22));
}

#[test]
fn a_comment_without_an_end_is_not_kept_for_ever() {
    let line = [b"x".repeat(1 << 20), b"\n".to_vec()].concat();
    let mut input: Box<dyn Read> = Box::new(b"{".as_slice());
    for _ in 0..=MAX_GAME >> 20 {
        input = Box::new(input.chain(line.as_slice()));
    }
    // As when the rest of a game is skipped.
    let mut scanner = Scanner::new(io::BufReader::new(input));
    assert!(matches!(scanner.next(), Err(Broken::Fault { fault: PgnFault::Unterminated("comment"), .. })));
    assert!(scanner.comment.len() as u64 <= MAX_GAME + MAX_LINE as u64, "{}", scanner.comment.len());
    assert_eq!(scanner.bytes, 1 + ((MAX_GAME >> 20) + 1) * line.len() as u64);
}

#[test]
fn a_line_that_is_too_long() {
    let mut text = vec![b' '; MAX_LINE];
    text.extend_from_slice(b"\ne4\n");
    assert_eq!(tokens(&text), ["e4"]);
    text.insert(0, b' ');
    assert_eq!(tokens(&text), ["1: this line is too large: more than 16777216 bytes", "e4"]);
    text.truncate(MAX_LINE);
    assert_eq!(tokens(&text), [""; 0], "without an end");
}
