//! Why games of a file cannot be played here: one reason for each, the weightiest of its faults.

use campione_core::FileFaults;

/// What is said about a group of games, and words of the faults that put a game into it; the first group that fits counts.
const REASONS: &[(&str, &[&str])] = &[
    ("drops, pieces in hand or put on the board", &["there are no drops", "in hand cannot", "nothing is put on"]),
    ("no chess: no king on either side", &["every side needs one king", "won by a row of pieces"]),
    ("walls, or squares that change", &["walls", "pieces keep their color"]),
    ("captures that explode", &["a capture removes one piece"]),
    ("forced captures, or losing all pieces wins", &["nobody has to capture", "won by taking pieces"]),
    ("several royal pieces, or another one than the king", &["there is one king"]),
    ("a goal on the board, or checks that count", &["reaching a place", "giving checks", "won by castling"]),
    ("a palace or another part of the board for some pieces", &["anywhere on the board", "board has no lines"]),
    ("other pieces than pawns promote", &["only pawns promote"]),
    ("checks, passes or castlings forbidden or allowed otherwise", &["giving check is always", "castle as they like"]),
    ("counts of material or of moves that decide", &["nobody counts material", "there is one count"]),
    ("a pawn that may stay one on the last rank", &["may stay one on the last rank"]),
    ("pawns of another movement", &["movement of pawns", "pawns step ahead"]),
    ("a king that does more than leap", &["true leaps to both sides"]),
    ("a board out of range", &["is out of range"]),
    ("different rules for White and Black", &["White and Black have the same"]),
    ("promotion on other ranks for White than for Black", &["must mirror each other"]),
];

/// The group of a game with these faults.
pub(super) fn of(faults: &FileFaults) -> &'static str {
    let fits = |words: &&[&str]| words.iter().any(|words| faults.0.iter().any(|fault| fault.message().contains(words)));
    REASONS.iter().find(|(_, words)| fits(words)).map_or("something else", |(reason, _)| reason)
}

/// The groups of some games, each with its games, in the order of the list above.
pub(super) fn grouped<'n>(refused: &[(&'n str, &'static str)]) -> Vec<(&'static str, Vec<&'n str>)> {
    let reasons = REASONS.iter().map(|(reason, _)| *reason).chain(["something else"]);
    let games = |reason: &str| refused.iter().filter(|(_, own)| *own == reason).map(|(name, _)| *name).collect();
    reasons.map(|reason| (reason, games(reason))).filter(|(_, games): &(_, Vec<&str>)| !games.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use campione_core::VariantIni;

    use super::*;

    #[test]
    fn one_reason_for_each_game() {
        let text = "[a:crazyhouse]\n[b:chess]\nflagRegionWhite = e4\ncheckCounting = true\n[c]\nwazir = w\n\
                    startFen = w7/8/8/8/8/8/8/7W w - - 0 1\n[d:chess]\nking = k:R\n[e:chess]\nmaxRank = 4\n\
                    startFen = rnbqkbnr/8/8/RNBQKBNR w - - 0 1\n[f:chess]\ncustomPiece1 = p:mFcW\npawnTypes = p\n\
                    [g:chess]\nflagRegion = e4\npieceDrops = true\n";
        let ini = VariantIni::parse(text).unwrap();
        let refused: Vec<_> = ini
            .names()
            .map(|name| (name, of(&ini.variant(name).unwrap().err().unwrap_or_else(|| panic!("{name}")))))
            .collect();
        let found = grouped(&refused);
        let names: Vec<String> = found.iter().map(|(_, games)| games.join(" ")).collect();
        assert_eq!(names, ["a g", "c", "b", "f", "d", "e"], "{found:?}");
    }
}
