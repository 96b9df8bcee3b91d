//! Why games of a file cannot be played here: one reason for each, the weightiest of its faults.

use campione_variants::{FileFault, FileFaultKind, FileFaults, IniFault};

/// What is said about a group of games, and the codes of the faults that put a game into it; the first group that fits counts.
const REASONS: &[(&str, &[&str])] = &[
    ("drops, pieces in hand or put on the board", &["foreign.drops", "foreign.gating", "ini.hand"]),
    ("no chess: no king on either side", &["ini.no-king", "foreign.row"]),
    ("walls, or squares that change", &["foreign.walls", "ini.walls", "foreign.flipping"]),
    ("captures that explode", &["foreign.blast"]),
    ("forced captures, or losing all pieces wins", &["foreign.must-capture", "ini.extinction"]),
    ("several royal pieces, or another one than the king", &["foreign.royal-pieces", "foreign.duple-check"]),
    ("a goal on the board, or checks that count", &["foreign.goal", "foreign.check-count", "foreign.castling-wins"]),
    ("a palace or another part of the board for some pieces", &["foreign.board-parts", "foreign.board-lines"]),
    ("other pieces than pawns promote", &["foreign.piece-promotion"]),
    ("checks, passes or castlings forbidden or allowed otherwise", &["foreign.no-checks", "foreign.opposite-castling"]),
    ("counts of material or of moves that decide", &["foreign.material-count", "foreign.move-count"]),
    ("a pawn that may stay one on the last rank", &["ini.pawn-stays"]),
    ("pawns of another movement", &["ini.pawn-movement", "foreign.other-pawns"]),
    ("a king that does more than leap", &["variant.royal-moves"]),
    ("a board out of range", &["variant.board-size"]),
    ("different rules for White and Black", &["foreign.sides-differ"]),
    ("promotion on other ranks for White than for Black", &["ini.unequal-regions"]),
];

/// The code of a fault; where the section starts from a variant with a foreign rule, that of the rule.
fn code(fault: &FileFault) -> &'static str {
    match &fault.kind {
        FileFaultKind::Ini(IniFault::ForeignParent { rule, .. }) => rule.code(),
        kind => kind.code(),
    }
}

/// The group of a game with these faults.
pub(super) fn of(faults: &FileFaults) -> &'static str {
    let fits = |codes: &[&str]| faults.0.iter().any(|fault| codes.contains(&code(fault)));
    REASONS.iter().find(|(_, codes)| fits(codes)).map_or("something else", |(reason, _)| reason)
}

/// The groups of some games, each with its games, in the order of the list above.
pub(super) fn grouped<'n>(refused: &[(&'n str, &'static str)]) -> Vec<(&'static str, Vec<&'n str>)> {
    let reasons = REASONS.iter().map(|(reason, _)| *reason).chain(["something else"]);
    let games = |reason: &str| refused.iter().filter(|(_, own)| *own == reason).map(|(name, _)| *name).collect();
    reasons.map(|reason| (reason, games(reason))).filter(|(_, games): &(_, Vec<&str>)| !games.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use campione_variants::{VariantIni, fault_codes};

    use super::*;

    #[test]
    fn the_codes_exist() {
        let known: Vec<&str> = fault_codes().collect();
        for code in REASONS.iter().flat_map(|(_, codes)| *codes) {
            assert!(known.contains(code), "{code}");
        }
    }

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
