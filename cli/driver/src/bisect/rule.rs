//! The rule that concerns a move.

use campione_core::{Bitboard, CastlingRow, PartnerMove, Provenance, Role, Square};
use campione_movegen::{Move, MoveKind, Position};
use campione_notation::uci::squares;
use campione_notation::why::{self, Explanation};

/// The kind of a move, and the rule behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Concern {
    /// The kind without details: `castling`.
    pub(super) kind: String,
    /// The kind with details: `castling toward the a-file`.
    pub(super) what: String,
    /// What is special about it: `the king moves one square only`.
    pub(super) marks: Vec<String>,
    /// The edges of the board that it reaches, reported only if several moves share them: `to the last file`.
    pub(super) edges: Vec<&'static str>,
    /// Where the rule comes from: `RULES.md §5; source 003`.
    pub(super) source: String,
}

impl Concern {
    fn new(kind: &str, what: String, why: &Provenance) -> Concern {
        Concern { kind: kind.to_owned(), what, marks: Vec::new(), edges: Vec::new(), source: why.source.clone() }
    }

    fn mark(&mut self, holds: bool, text: impl Into<String>) {
        if holds {
            self.marks.push(text.into());
        }
    }

    /// The kind; for ordinary moves with the piece.
    pub(super) fn group(&self) -> &str {
        if self.kind == "move" { &self.what } else { &self.kind }
    }

    /// Whether it is an ordinary move, with nothing special about it.
    pub(super) fn is_plain(&self) -> bool {
        // The first mark says how the piece moves.
        self.kind == "move" && self.marks.len() <= 1
    }

    /// All of it in one line.
    pub(super) fn text(&self) -> String {
        let mut text = self.what.clone();
        for mark in &self.marks {
            text += &format!("; {mark}");
        }
        text
    }
}

/// Describes a legal move.
pub(super) fn of(mv: Move, position: &Position) -> Concern {
    let mut concern = match position.castling_row(mv) {
        Some(row) => of_row(row, position),
        None => of_step(mv, position),
    };
    if let Some(role) = mv.turn_promotion() {
        let spec = position.variant().spec();
        let name = position.variant().role_name(role);
        let mut turn = Concern::new(
            "promotion at the start of a turn",
            format!("promotion at the start of the turn: {name}"),
            &spec.promotion.why,
        );
        turn.mark(concern.kind != "move", concern.what.clone());
        concern = turn;
    }
    if position.in_check() {
        let checkers = position.checkers();
        let steps = mv.from() == position.king(position.turn());
        let text = if checkers.contains(mv.to()) {
            "it takes the piece that gives check"
        } else if steps && mv.castling_row().is_some() {
            "it is allowed out of check"
        } else if steps {
            "the king leaves a check"
        } else if mv.kind().is_en_passant() {
            "it parries a check"
        } else {
            "it blocks a check"
        };
        concern.mark(true, text);
    }
    concern.mark(is_pinned(mv.from(), position), "the piece is pinned and moves along the pin");
    let (files, ranks) = (position.variant().files(), position.variant().ranks());
    let to = mv.to();
    // A castling stays on its rank.
    let far = !concern.kind.starts_with("castling") && to.rank() + 1 == ranks;
    let edges = [(to.file() + 1 == files, "to the last file"), (far, "to the last rank")];
    concern.edges = edges.into_iter().filter(|(there, _)| *there).map(|(_, name)| name).collect();
    concern
}

/// What is wrong with a move that is not ours.
pub(super) struct Against {
    /// The rule in words.
    pub(super) text: String,
    /// The code of the reason, or another name without squares.
    pub(super) kind: &'static str,
    /// Where the rule comes from.
    pub(super) source: String,
}

/// The rule that forbids an illegal move, and its source; or what else is wrong with the move.
pub(super) fn against(text: &str, position: &Position) -> Against {
    if let Some((text, source)) = other_castling_target(text, position) {
        return Against { text, kind: "castling elsewhere", source };
    }
    match why::explain(text, position) {
        Ok(Explanation { legal, .. }) if let Some(&mv) = legal.first() => {
            let text = "it is legal, but the engine has it more than once".to_owned();
            Against { text, kind: "a legal move twice", source: of(mv, position).source }
        }
        Ok(Explanation { mut reasons, .. }) => {
            reasons.dedup_by(|a, b| a.to_string() == b.to_string());
            let first = reasons.first();
            let source = first.map(|reason| reason.source.to_owned()).unwrap_or_default();
            let kind = first.map_or("illegal", |reason| reason.cause.code());
            Against { text: reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "), kind, source }
        }
        Err(_) => {
            Against { text: "it cannot be read as a move".to_owned(), kind: "unreadable move", source: String::new() }
        }
    }
}

/// Explains a king's move along its rank that looks like a castling, but goes to a square that no castling reaches.
fn other_castling_target(text: &str, position: &Position) -> Option<(String, String)> {
    let turn = position.turn();
    let (king, to) = squares(text).filter(|_| looks_like_castling(text, position))?;
    let castling = position.variant().spec().castling.values().next()?;
    let side = position.castling(turn);
    let rows =
        side.rows.iter().filter(|row| row.king_from == king && position.castling_rights(turn).intersects(row.right));
    if side.rows.iter().any(|row| {
        row.king_from == king && (row.king_to == to || row.partner.is_some_and(|partner| partner.from == to))
    }) && (side.king == king && !position.variant().has_random_arrays() || rows.clone().next().is_some())
    {
        // A castling goes there: its right may be gone, or something stands in the way.
        return None;
    }
    let mut targets: Vec<String> =
        rows.filter(|row| (row.king_to < king) == (to < king)).map(|row| row.king_to.to_string()).collect();
    targets.dedup();
    let text = if targets.is_empty() {
        format!("{turn} has no right to castle there: {}", castling.why.rule)
    } else {
        format!("the king castles to {}, not to {to}: {}", targets.join(" or "), castling.why.rule)
    };
    Some((text, castling.why.source.clone()))
}

/// Whether a text can only be a castling: `O-O`, or the king goes two squares or more along its rank.
pub(super) fn looks_like_castling(text: &str, position: &Position) -> bool {
    let king = position.king(position.turn());
    text.contains("-O")
        || squares(text)
            .is_some_and(|(from, to)| from == king && to.rank() == king.rank() && to.file().abs_diff(king.file()) >= 2)
}

/// Describes a castling or king's leap.
fn of_row(row: &CastlingRow, position: &Position) -> Concern {
    let (variant, enemy) = (position.variant(), !position.turn());
    let spec = variant.spec();
    let attacked = |square| position.attackers_to(square, enemy).any();
    let Some(PartnerMove { from, to, role }) = row.partner else {
        let why = spec.king_leap.as_ref().map_or(&spec.promotion.why, |leap| &leap.why);
        let mut concern = Concern::new("king's leap", format!("king's leap to {}", row.king_to), why);
        let over = over(row.king_from, row.king_to).filter(|&square| position.role_at(square).is_some());
        concern.mark(over.is_some(), "it jumps over a piece");
        return concern;
    };
    let letter = variant.role(role).letter;
    let castling = spec.castling.get(&row.letter).filter(|castling| castling.partner == letter);
    let (name, why) =
        castling.map_or(("castling", &spec.promotion.why), |castling| (castling.name.as_str(), &castling.why));
    let side = if from < row.king_from { "the a-file" } else { "the last file" };
    let mut concern = Concern::new(name, format!("{name} toward {side}"), why);
    if row.free {
        concern.mark(true, format!("king to {}, {} to {to}", row.king_to, variant.role_name(role)));
    }
    let distance = row.king_from.file().abs_diff(row.king_to.file());
    concern.mark(distance == 0, "the king stays where it is");
    concern.mark(distance == 1, "the king moves one square only");
    concern.mark(row.king_to == from, "the king goes to the square of its partner");
    concern.mark(from == to, "the partner stays where it is");
    concern.mark(row.free && attacked(row.king_to), "the king's target is attacked until the move is made");
    let others = way(from, to).with(from).without(row.king_from) - row.safe;
    let way_attacked = others.into_iter().any(|square| square != row.king_to && attacked(square));
    concern.mark(way_attacked, "the partner or its way is attacked, which does not matter");
    concern
}

/// Describes any other move.
fn of_step(mv: Move, position: &Position) -> Concern {
    let variant = position.variant();
    let spec = variant.spec();
    let role = position.moving_role(mv).unwrap_or(Role::PAWN);
    let name = |role: Role| variant.role_name(role);
    if role == Role::PAWN {
        return of_pawn(mv, position);
    }
    let letter = variant.role(role).letter.to_string();
    let why = spec.piece.get(&letter).map_or(&spec.promotion.why, |piece| &piece.why);
    let (files, ranks) = (mv.from().file().abs_diff(mv.to().file()), mv.from().rank().abs_diff(mv.to().rank()));
    let kind = if files == 0 || ranks == 0 || files == ranks {
        if files.max(ranks) == 1 { "a step" } else { "a move along a line" }
    } else {
        "a leap"
    };
    let what =
        if mv.is_capture() { format!("capture by the {}", name(role)) } else { format!("move of the {}", name(role)) };
    let mut concern = Concern::new("move", what, why);
    let blocked = over(mv.from(), mv.to()).is_some_and(|square| position.role_at(square).is_some());
    concern.mark(
        true,
        match (files.min(ranks), files.max(ranks)) {
            (0, 2) => "two squares along a rank or file",
            (2, 2) => "two squares along a diagonal",
            _ => kind,
        },
    );
    concern.mark(blocked, "it leaps over a piece");
    concern
}

fn of_pawn(mv: Move, position: &Position) -> Concern {
    let variant = position.variant();
    let spec = variant.spec();
    let pawn = &spec.pawn.why;
    match mv.kind() {
        MoveKind::DoubleStep => {
            let mut concern = Concern::new("double step", "double step".to_owned(), pawn);
            if spec.pawn.double_step_barred_in_check_beside_pawn {
                let beside = enemy_pawn_beside(mv.to(), position);
                concern.mark(beside && !position.in_check(), "beside an enemy pawn, but not in check");
                concern.mark(!beside && position.in_check(), "in check, but not beside an enemy pawn");
            }
            concern
        }
        MoveKind::EnPassant | MoveKind::EnPassantPromotion => {
            Concern::new("capture en passant", "capture en passant".to_owned(), pawn)
        }
        MoveKind::Promotion | MoveKind::PromotionCapture => {
            let role = mv.promotion().map_or("piece", |role| variant.role_name(role));
            Concern::new("promotion", format!("promotion: {role}"), &spec.promotion.why)
        }
        kind => {
            let arrives = variant.last_rank(position.turn()).contains(mv.to());
            if arrives && variant.promotion_wait().is_some() {
                return Concern::new(
                    "arrival of a pawn",
                    "arrival of a pawn that then waits".to_owned(),
                    &spec.promotion.why,
                );
            }
            let what = if kind == MoveKind::Quiet { "step of a pawn" } else { "capture by a pawn" };
            Concern::new("move", what.to_owned(), pawn)
        }
    }
}

/// The square in the middle of a move of two squares along a line.
fn over(from: Square, to: Square) -> Option<Square> {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let two = files.abs().max(ranks.abs()) == 2 && files % 2 == 0 && ranks % 2 == 0;
    two.then(|| from.offset(files / 2, ranks / 2))?
}

/// The squares from one to another along a rank, the last included.
fn way(from: Square, to: Square) -> Bitboard {
    campione_core::between(from, to).with(to)
}

/// Whether an enemy pawn stands beside a square on its rank.
pub(super) fn enemy_pawn_beside(square: Square, position: &Position) -> bool {
    [-1, 1].into_iter().filter_map(|side| square.offset(side, 0)).any(|square| {
        position.piece_at(square).is_some_and(|piece| piece.role == Role::PAWN && piece.color != position.turn())
    })
}

/// Whether the piece on a square belongs to the side to move and is pinned.
pub(super) fn is_pinned(square: Square, position: &Position) -> bool {
    let turn = position.turn();
    if square == position.king(turn) || position.piece_at(square).is_none_or(|piece| piece.color != turn) {
        return false;
    }
    let mut setup = position.setup();
    setup.board.set(square, None);
    setup.rights.clear();
    setup.en_passant = None;
    setup.waiting.retain(|pawn| pawn.square != square);
    // Without the piece the other king may be in check. Such a position is not valid, and the answer is no.
    Position::new(&setup, position.variant())
        .is_ok_and(|without| without.checkers().count() > position.checkers().count())
}

/// What some moves have in common: `all 3 missing moves are castlings toward the a-file`.
pub(super) fn summary(concerns: &[Concern], adjective: &str) -> Option<String> {
    let (first, rest) = concerns.split_first()?;
    if rest.is_empty() {
        return None;
    }
    let same = |of: fn(&Concern) -> &String| rest.iter().all(|concern| of(concern) == of(first)).then(|| of(first));
    let marks = first.marks.iter().filter(|mark| rest.iter().all(|concern| concern.marks.contains(mark)));
    let edges = first.edges.iter().filter(|edge| rest.iter().all(|concern| concern.edges.contains(edge)));
    let common: Vec<&str> = marks.map(String::as_str).chain(edges.copied()).collect();
    let tail = if common.is_empty() { String::new() } else { format!(": {}", common.join("; ")) };
    let all = if rest.len() == 1 { "both".to_owned() } else { format!("all {}", concerns.len()) };
    if let Some(kind) = same(|concern| &concern.what).or_else(|| same(|concern| &concern.kind)) {
        return Some(format!("{all} {adjective} moves are of one kind, {kind}{tail}"));
    }
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for concern in concerns {
        let kind = concern.group();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
    Some(format!("the {adjective} moves: {}{tail}", kinds.join(", ")))
}
