//! Why a move is not legal: the rule that forbids it, with its source.

use campione_core::{
    Bitboard, CastlingRow, Color, Piece, Provenance, Role, SideCastling, Square, Variant, WaitingPawn, between,
};
use campione_movegen::{Move, Position};

use crate::moves::{self, MoveError, MoveFault};
use crate::san::{Algebraic, Body};
use crate::uci::{Coordinates, looks_like};

/// One reason why a move is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What is wrong, in words.
    pub text: String,
    /// Where the rule comes from: `RULES.md §3; seed 001`.
    pub source: String,
}

/// Whether a move is legal, and why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The legal moves that the text fits: one, or several for an ambiguous text.
    pub legal: Vec<Move>,
    /// Why it is not legal, at least one reason when `legal` is empty.
    pub reasons: Vec<Reason>,
}

/// The general rules of RULES.md that belong to no game.
const GENERAL: &str = "RULES.md, Words used throughout";

/// Says whether a move in any notation is legal, and which rule forbids it if not.
///
/// # Errors
/// [`MoveError`] for text that cannot be read as a move.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, why};
/// let game = Variant::named("carrera")?;
/// let position = fen::read("4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", &game)?;
/// let reason = &why::explain("b2b4", &position)?.reasons[0];
/// assert!(reason.text.contains("beside the enemy pawn on c4") && reason.source.contains("RULES.md §1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(text: &str, position: &Position<'_>) -> Result<Explanation, MoveError> {
    let error = match moves::read(text, position) {
        Ok(mv) => return Ok(Explanation { legal: vec![mv], reasons: Vec::new() }),
        Err(error) => error,
    };
    match error.fault {
        MoveFault::Unreadable => return Err(error),
        MoveFault::Ambiguous => {
            let legal = error.candidates.iter().filter_map(|text| moves::read(text, position).ok()).collect();
            return Ok(Explanation { legal, reasons: Vec::new() });
        }
        MoveFault::Illegal => {}
    }
    let variant = position.variant();
    let mut case = Case { position, variant, us: position.turn(), reasons: Vec::new(), becomes: None };
    if looks_like(text) {
        if let Some(coordinates) = Coordinates::parse(text, 1) {
            case.coordinates(&coordinates);
        }
    } else if let Some(algebraic) = Algebraic::parse(text, variant) {
        case.algebraic(&algebraic);
    }
    case.reasons.dedup();
    Ok(Explanation { legal: Vec::new(), reasons: case.reasons })
}

/// A step of a man, as it is asked for.
#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    role: Role,
    promotion: Option<char>,
}

/// The case against a move.
struct Case<'p, 'v> {
    position: &'p Position<'v>,
    variant: &'v Variant,
    /// Who wants to move.
    us: Color,
    reasons: Vec<Reason>,
    /// The waiting pawn that was to promote at the start of the turn, and the man that it becomes.
    becomes: Option<(Square, Role)>,
}

/// Squares in a list.
fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

impl<'v> Case<'_, 'v> {
    fn add(&mut self, text: String, source: &str) {
        self.reasons.push(Reason { text, source: source.to_owned() });
    }

    fn name(&self, role: Role) -> &'v str {
        &self.variant.role(role).name
    }

    /// Where the movement of a role comes from, and what it is.
    fn movement(&self, role: Role) -> &'v Provenance {
        let letter = self.variant.role(role).letter.to_string();
        self.variant.spec().piece.get(&letter).map_or(&self.variant.spec().pawn.why, |piece| &piece.why)
    }

    /// A man in words: `the bishop on h5`.
    fn man(&self, square: Square) -> String {
        match self.position.role_at(square) {
            Some(role) => format!("the {} on {square}", self.name(role)),
            None => format!("the man on {square}"),
        }
    }

    fn men(&self, squares: Bitboard) -> String {
        squares.into_iter().map(|square| self.man(square)).collect::<Vec<_>>().join(" and ")
    }

    fn coordinates(&mut self, wanted: &Coordinates) {
        let promotion = wanted
            .turn_promotion
            .map(|(square, letter)| (square, self.variant.role_by_letter(letter.to_ascii_uppercase()).ok_or(letter)));
        match promotion {
            Some((_, Err(letter))) => {
                let source = &self.variant.spec().promotion.why.source;
                return self.add(format!("`{letter}` is no man of {}", self.variant.id()), source);
            }
            Some((square, Ok(role))) => self.turn_promotion(Some((square, role))),
            None => self.turn_promotion(None),
        }
        let (from, to) = (wanted.from, wanted.to);
        if let Some((partner, target)) = wanted.partner {
            return self.castling(|row| {
                row.free
                    && row.king_to == to
                    && row.partner.is_some_and(|(from, to, _)| (from, to) == (partner, target))
            });
        }
        let Some(role) = self.mover(from) else { return };
        let takes_partner = self.position.by_color(self.us).contains(to) && from != to;
        let castles = role == Role::KING
            && (matches!(wanted.letter, Some('k' | 'K'))
                || self.rows().iter().any(|row| row.king_from == from && row.partner.is_some_and(|(at, ..)| at == to))
                    && takes_partner
                || !self.variant.king_steps(from).contains(to)
                    && self.rows().iter().any(|row| row.king_from == from && row.king_to == to && !row.free));
        if castles {
            return self.castling(|row| {
                row.king_from == from
                    && !row.free
                    && (row.king_to == to || row.partner.is_some_and(|(at, ..)| at == to))
            });
        }
        let free = |row: &&CastlingRow| row.free && row.king_from == from && row.king_to == to && role == Role::KING;
        if let Some((row, (at, target, _))) = self.rows().iter().find(free).and_then(|row| Some((row, row.partner?)))
            && !self.position.reaches(role, from, to, self.position.occupied())
        {
            let text =
                format!("a free castling must say where the partner goes too, such as `{from}{to},{at}{target}`");
            return self.add(text, self.row_source(row));
        }
        self.step(Step { from, to, role, promotion: wanted.letter });
    }

    fn algebraic(&mut self, wanted: &Algebraic) {
        self.turn_promotion(wanted.turn_promotion);
        match wanted.body {
            Body::Castling { letter, long, targets } => self.castling(|row| {
                row.letter == char::from(letter)
                    && row.long == long
                    && row.partner.is_some()
                    && targets.is_none_or(|targets| row.partner.is_some_and(|(_, to, _)| (row.king_to, to) == targets))
            }),
            Body::Step { role, file, rank, capture, to, promotion } => {
                let from = |square: &Square| {
                    self.role_of(*square) == Some(role)
                        && file.is_none_or(|file| square.file() == file)
                        && rank.is_none_or(|rank| square.rank() == rank)
                        && (role != Role::PAWN || file.is_some() || capture || square.file() == to.file())
                };
                let men: Vec<Square> = self.position.by_color(self.us).into_iter().filter(from).collect();
                let promotion = promotion.map(|role| self.variant.role(role).letter);
                if men.is_empty() {
                    let text = format!("{} has no {} there to move to {to}", self.us, self.name(role));
                    return self.add(text, &self.movement(role).source);
                }
                // Of many men those are meant that could go there if nothing stood in the way.
                let near =
                    |from: &Square| role == Role::PAWN || self.position.reaches(role, *from, to, Bitboard::EMPTY);
                let mut near: Vec<Square> = men.iter().copied().filter(near).collect();
                if near.is_empty() {
                    near = men;
                }
                for from in near {
                    self.step(Step { from, to, role, promotion });
                }
            }
        }
    }

    /// The role of our man on a square, when the promotion at the start of the turn has been made.
    fn role_of(&self, square: Square) -> Option<Role> {
        match self.becomes {
            Some((pawn, role)) if pawn == square => Some(role),
            _ => self.position.role_at(square),
        }
    }

    /// The role of the man on `from`, if it is ours.
    fn mover(&mut self, from: Square) -> Option<Role> {
        let board = "RULES.md, Board and pieces";
        if !self.variant.board().contains(from) {
            self.add(format!("{from} is not on the board of {}", self.variant.id()), board);
            return None;
        }
        let Some(role) = self.role_of(from) else {
            self.add(format!("nobody stands on {from}"), board);
            return None;
        };
        if !self.position.by_color(self.us).contains(from) {
            let text = format!("{} is {}'s, but {} is to move", self.man(from), !self.us, self.us);
            self.add(text, GENERAL);
            return None;
        }
        Some(role)
    }

    /// The pawns of a side that wait, and the wait of that on `square`.
    fn waiting_on(&self, square: Square) -> Option<WaitingPawn> {
        self.position.all_waiting_pawns().find(|pawn| pawn.square == square)
    }

    /// What is wrong with the promotion at the start of the turn that is asked for, or not asked for.
    fn turn_promotion(&mut self, wanted: Option<(Square, Role)>) {
        self.becomes = wanted;
        let source = &self.variant.spec().promotion.why.source;
        let first = self.position.waiting_pawns(self.us).next().filter(|pawn| pawn.wait == 0);
        let stock: Vec<Role> = self.position.lost_roles(self.us).collect();
        let names: Vec<&str> = stock.iter().map(|&role| self.name(role)).collect();
        match (wanted, first) {
            (None, Some(pawn)) if !stock.is_empty() => {
                let letter = self.variant.role(stock[0]).letter;
                let text = format!(
                    "the pawn on {0} has waited long enough and becomes another man at the start of this turn ({1}): write it as \
                     `{0}={letter}:` before the move",
                    pawn.square,
                    names.join(", ")
                );
                self.add(text, source);
            }
            (Some((square, _)), _) if self.variant.promotion_wait().is_none() => {
                self.add(
                    format!("no pawn waits for its promotion in {}, on {square} or elsewhere", self.variant.id()),
                    source,
                );
            }
            (Some((square, role)), Some(pawn)) if pawn.square == square => {
                if stock.is_empty() {
                    self.add(
                        format!("the pawn on {square} goes on waiting, because {} has lost no man", self.us),
                        source,
                    );
                } else if !stock.contains(&role) {
                    let lost = names.join(", ");
                    let text = format!(
                        "the pawn on {square} can become what {} has lost ({lost}), not a {}",
                        self.us,
                        self.name(role)
                    );
                    self.add(text, source);
                }
            }
            (Some((square, _)), first) => {
                let waits = self.waiting_on(square).filter(|_| self.position.by_color(self.us).contains(square));
                let text = match (waits, first) {
                    (Some(pawn), _) if pawn.wait > 0 => {
                        format!("the pawn on {square} still waits ({} of its owner's moves)", pawn.wait)
                    }
                    (Some(_), Some(first)) => {
                        format!("the pawn on {} has waited longer than that on {square}", first.square)
                    }
                    _ => format!("no pawn of {} waits on {square}", self.us),
                };
                self.add(text, source);
            }
            (None, _) => {}
        }
    }

    fn step(&mut self, step: Step) {
        let before = self.reasons.len();
        let leap = |row: &&CastlingRow| {
            row.partner.is_none() && row.king_from == step.from && row.king_to == step.to && step.role == Role::KING
        };
        if let Some(row) = self.rows().iter().find(leap) {
            return self.row(row);
        }
        self.reach(step);
        if self.reasons.len() == before {
            self.promotion(step);
            self.safety(step);
        }
        if self.reasons.len() == before {
            self.instant_promotion(step);
        }
    }

    /// Whether the man moves so at all, and whether the squares are free for it.
    fn reach(&mut self, step: Step) {
        let Step { from, to, role, .. } = step;
        let position = self.position;
        let promotion = &self.variant.spec().promotion.why.source;
        let waits_on = |square| position.all_waiting_pawns().any(|pawn: WaitingPawn| pawn.square == square);
        if !self.variant.board().contains(to) {
            return self
                .add(format!("{to} is not on the board of {}", self.variant.id()), "RULES.md, Board and pieces");
        }
        if waits_on(from) && role == Role::PAWN {
            return self.add(format!("the pawn on {from} waits for its promotion and cannot move"), promotion);
        }
        if position.by_color(self.us).contains(to) {
            let what = if from == to {
                "does not stay where it is".to_owned()
            } else {
                format!("cannot take {} of its own side", self.man(to))
            };
            return self.add(format!("the {} on {from} {what}", self.name(role)), GENERAL);
        }
        if role == Role::PAWN {
            return self.pawn_reach(step);
        }
        if !position.reaches(role, from, to, position.occupied()) {
            let movement = self.movement(role);
            if !position.reaches(role, from, to, Bitboard::EMPTY) {
                let text = format!("the {} on {from} does not move to {to}: {}", self.name(role), movement.rule);
                return self.add(text, &movement.source);
            }
            let way = between(from, to) & position.occupied();
            let text = if way.any() {
                format!("the {} on {from} does not reach {to}: {} stands in the way", self.name(role), self.men(way))
            } else {
                format!("the {} on {from} does not reach {to}: its way there is blocked", self.name(role))
            };
            return self.add(text, &movement.source);
        }
        self.target(to);
    }

    /// Men that nobody captures.
    fn target(&mut self, to: Square) {
        if self.position.king(!self.us) == to {
            self.add("no move captures a king".to_owned(), GENERAL);
        } else if self.waiting_on(to).is_some() {
            let source = &self.variant.spec().promotion.why.source;
            self.add(format!("the pawn on {to} waits for its promotion and cannot be captured"), source);
        }
    }

    fn pawn_reach(&mut self, Step { from, to, .. }: Step) {
        let position = self.position;
        let pawn = &self.variant.spec().pawn.why;
        let forward: i8 = if self.us == Color::White { 1 } else { -1 };
        let ahead = from.offset(0, forward);
        let theirs = position.by_color(!self.us);
        let ranks = (to.rank() as i8 - from.rank() as i8) * forward;
        let files = to.file().abs_diff(from.file());
        match (files, ranks) {
            (0, 1) => {
                if position.occupied().contains(to) {
                    self.add(format!("the pawn on {from} is blocked by {}", self.man(to)), &pawn.source);
                }
            }
            (0, 2) => {
                let path = ahead.map_or(Bitboard::EMPTY, Bitboard::of).with(to) & position.occupied();
                if !self.variant.double_step_from(self.us).contains(from) {
                    self.add(format!("a pawn moves two squares from its second rank only, not from {from}"), &pawn.source);
                } else if path.any() {
                    self.add(format!("the double step from {from} is blocked by {}", self.men(path)), &pawn.source);
                } else if self.variant.double_step_barred() && position.in_check() {
                    let beside = [-1, 1].into_iter().filter_map(|side| to.offset(side, 0));
                    let enemy = Some(Piece { color: !self.us, role: Role::PAWN });
                    let beside: Vec<Square> = beside.filter(|&square| position.piece_at(square) == enemy).collect();
                    if let Some(square) = beside.first() {
                        let text = format!(
                            "in check a pawn may not make the double step when it would land beside the enemy pawn on {square}"
                        );
                        self.add(text, &pawn.source);
                    }
                }
            }
            (1, 1) if theirs.contains(to) => self.target(to),
            (1, 1) if position.en_passant() == Some(to) && self.variant.en_passant() => {}
            (1, 1) => {
                let beside = Square::new(to.file(), from.rank());
                let enemy = Some(Piece { color: !self.us, role: Role::PAWN });
                let passed = beside.filter(|&square| position.piece_at(square) == enemy);
                let text = match passed {
                    Some(square) if !self.variant.en_passant() => {
                        format!("the pawn on {square} cannot be captured en passant: there is no such capture in {}", self.variant.id())
                    }
                    Some(square) => format!(
                        "a pawn captures diagonally, and nobody stands on {to}; en passant it captures the turn after the double \
                         step only, and the pawn on {square} has not just made one"
                    ),
                    None => format!("a pawn captures diagonally, and nobody stands on {to}"),
                };
                self.add(text, &pawn.source);
            }
            _ => self.add(format!("a pawn on {from} does not move to {to}: one square ahead, two from its second rank, captures diagonally ahead"), &pawn.source),
        }
    }

    fn promotion(&mut self, Step { to, role, promotion, .. }: Step) {
        let rule = &self.variant.spec().promotion;
        let source = &rule.why.source;
        let last = role == Role::PAWN && self.variant.last_rank(self.us).contains(to);
        let names: Vec<&str> = self.variant.promotions().iter().map(|&role| self.name(role)).collect();
        let names = names.join(", ");
        match promotion.map(|letter| letter.to_ascii_uppercase()) {
            None if last && rule.wait.is_none() => {
                self.add(format!("a pawn on {to} becomes another man at once: say which ({names})"), source);
            }
            Some(_) if last && rule.wait.is_some() => {
                self.add(format!("a pawn on {to} waits there and is not promoted as it arrives"), source);
            }
            Some(letter) if last => {
                let known = self.variant.role_by_letter(letter).filter(|role| self.variant.promotions().contains(role));
                if known.is_none() {
                    self.add(
                        format!("a pawn cannot become `{letter}` in {}, only: {names}", self.variant.id()),
                        source,
                    );
                }
            }
            Some(letter) => self.add(format!("`{letter}` is too much: nobody is promoted on {to}"), source),
            None => {}
        }
    }

    /// Whether our own king is attacked after the move.
    fn safety(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let en_passant = role == Role::PAWN && position.en_passant() == Some(to) && from.file() != to.file();
        let captured = if en_passant { Square::new(to.file(), from.rank()).unwrap_or(to) } else { to };
        let gone = Bitboard::of(from).with(captured);
        let occupied = (position.occupied() - gone).with(to);
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let attackers = position.attackers_with(king, !self.us, occupied) - Bitboard::of(captured);
        if attackers.is_empty() {
            return;
        }
        let checkers = position.checkers();
        let who = self.men(attackers);
        let text = if role == Role::KING {
            format!("the king would be attacked on {to} by {who}")
        } else if (attackers & checkers).any() {
            format!("the king on {king} is in check by {who}, and this does not parry it")
        } else if en_passant {
            format!("capturing en passant opens a line to the king on {king} for {who}")
        } else {
            format!(
                "the {} on {from} is pinned: moving it opens a line to the king on {king} for {who}",
                self.name(role)
            )
        };
        self.add(text, GENERAL);
    }

    /// A capture after which a waiting pawn promotes at once and attacks our king.
    fn instant_promotion(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let Some(captured) = position.role_at(to) else { return };
        let Some(pawn) = position.waiting_pawns(!self.us).next() else { return };
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let occupied = (position.occupied() - Bitboard::of(from)).with(to);
        if position.reaches(captured, pawn.square, king, occupied) {
            let text = format!(
                "the pawn waiting on {} becomes the captured {} at once, and attacks the king on {king}",
                pawn.square,
                self.name(captured)
            );
            self.add(text, &self.variant.spec().promotion.why.source);
        }
    }

    fn side(&self) -> &'v SideCastling {
        self.position.castling(self.us)
    }

    fn rows(&self) -> &'v [CastlingRow] {
        &self.side().rows
    }

    /// The source of the rule behind a row.
    fn row_source(&self, row: &CastlingRow) -> &'v str {
        let spec = self.variant.spec();
        if row.partner.is_none() {
            return spec.king_leap.as_ref().map_or(GENERAL, |leap| &leap.why.source);
        }
        let rule = spec.castling.iter().find(|castling| castling.letter == row.letter);
        rule.map_or(GENERAL, |castling| &castling.why.source)
    }

    /// What forbids the manoeuvres that are meant.
    fn castling(&mut self, meant: impl Fn(&CastlingRow) -> bool) {
        let king = self.position.king(self.us);
        let rows: Vec<&CastlingRow> = self.rows().iter().filter(|row| meant(row)).collect();
        if rows.is_empty() {
            let spec = self.variant.spec();
            // A game without castling says so in the section that has its pawns.
            let source = spec.castling.first().map_or(&spec.pawn.why.source, |castling| &castling.why.source);
            let rules: Vec<&str> = spec.castling.iter().map(|castling| castling.why.rule.as_str()).collect();
            let text = if rules.is_empty() {
                format!("there is no castling in {}", self.variant.id())
            } else {
                format!("{}'s king on {king} has no such castling: {}", self.us, rules[0])
            };
            return self.add(text, source);
        }
        for row in rows {
            self.row(row);
        }
    }

    fn row(&mut self, row: &CastlingRow) {
        let position = self.position;
        let source = self.row_source(row);
        let spec = self.variant.spec();
        let manoeuvre = match row.partner {
            None => format!("the king's leap to {}", row.king_to),
            Some((at, _, role)) => {
                let castling = spec.castling.iter().find(|castling| castling.letter == row.letter);
                let name = castling.map_or("castling", |castling| &castling.name);
                format!("{name} with the {} on {at}", self.name(role))
            }
        };
        let held = position.castling_rights(self.us);
        if held & row.right == 0 {
            if self.variant.has_random_arrays() {
                return self.add(format!("{} has no right to castle on that side", self.us), source);
            }
            let lost = if self.variant.rights_lost_by_check() { ", or the king has been in check" } else { "" };
            let text = match row.partner {
                None => format!("{} may no longer play {manoeuvre}: its king has moved{lost}", self.us),
                Some(_) => format!(
                    "{} may no longer play {manoeuvre}: one of the two has moved or was captured{lost}",
                    self.us
                ),
            };
            return self.add(text, source);
        }
        let before = self.reasons.len();
        let blocked = row.empty & position.occupied();
        if blocked.any() {
            self.add(format!("{manoeuvre}: these squares are not empty: {}", list(blocked)), source);
        }
        if position.in_check() && !row.in_check {
            self.add(format!("{manoeuvre}: the king is in check by {}", self.men(position.checkers())), source);
        }
        let lifted = position.occupied() - Bitboard::of(row.king_from);
        for square in row.safe {
            let attackers = position.attackers_with(square, !self.us, lifted);
            if attackers.any() && square != row.king_from {
                self.add(format!("{manoeuvre}: {square} is attacked by {}", self.men(attackers)), source);
            }
        }
        if self.reasons.len() > before {
            return;
        }
        let mut after = lifted.with(row.king_to);
        if let Some((partner_from, partner_to, _)) = row.partner {
            after = (after - Bitboard::of(partner_from)).with(row.king_to).with(partner_to);
        }
        let attackers = position.attackers_with(row.king_to, !self.us, after);
        if attackers.any() {
            let text = format!("{manoeuvre}: the king would be attacked on {} by {}", row.king_to, self.men(attackers));
            self.add(text, source);
        }
    }
}
