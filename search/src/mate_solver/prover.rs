//! One thread's depth-first proof-number search (df-pn, Nagai 2002) for a mate in a number of moves.
//!
//! A node is a position together with the number of moves that the attacker has left. So no line is longer than that,
//! no node is its own successor, and what is found out about a node does not depend on the moves that led to it. (The
//! move rule does depend on them: where it could end the game, the clock is part of the node's key.)
//!
//! With several threads, a node in which another thread works counts as harder than it is (virtual proof numbers,
//! Kaneko 2010).

use campione_core::{Color, StalemateResult};
use campione_movegen::{Move, MoveList, Position};

use super::shared::{Interrupted, Shared, is_near_move_rule};
use super::table::{EVER, INFINITE, Known};

/// The numbers at which a search of a node ends.
#[derive(Clone, Copy)]
struct Most {
    proof: u32,
    disproof: u32,
}

const UNLIMITED: Most = Most { proof: INFINITE, disproof: INFINITE };

/// The proof number of a new node after a move that gives no check.
const QUIET: u32 = 24;

/// A move that is neither known to mate nor known not to mate.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    key: u128,
    proof: u32,
    disproof: u32,
}

/// A node that is searched: what is known of its moves.
struct Node {
    open: Vec<Child>,
    /// For the attacker, the most moves in which no settled move mates. For the defender, the length of the longest mate
    /// that a settled move allows.
    settled: u8,
}

/// What a search of a node found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) known: Known,
    /// The move that mates, or the defence against all mates.
    pub(super) mv: Option<Move>,
}

/// A thread that searches.
pub(super) struct Prover<'s, 'a, F> {
    shared: &'s Shared<'a, F>,
    attacker: Color,
    /// The last refutation for each number of moves left.
    refutations: Vec<Option<Move>>,
    nodes: u64,
    unreported: u64,
    /// How many unreported nodes there may be before the limits are checked again.
    check_at: u64,
}

impl<'s, 'a, F: Fn() -> bool + Sync> Prover<'s, 'a, F> {
    pub(super) fn new(shared: &'s Shared<'a, F>, attacker: Color) -> Prover<'s, 'a, F> {
        Prover { shared, attacker, refutations: vec![None; 256], nodes: 0, unreported: 0, check_at: 0 }
    }

    /// Settles whether one of the moves `root` mates in at most `moves` moves.
    pub(super) fn settle_root(
        &mut self,
        position: &Position,
        root: &[Move],
        moves: u8,
    ) -> Result<Verdict, Interrupted> {
        self.check_limits()?;
        // Of some of the moves nothing must be remembered for the whole position.
        let key = node_key(position, position.wide_zobrist(), moves) ^ u128::MAX;
        let verdict = self.attack(position, key, root, moves, UNLIMITED);
        self.report();
        verdict
    }

    /// Settles whether the attacker, to move, mates in at most `moves` moves.
    pub(super) fn settle(&mut self, position: &Position, moves: u8) -> Result<Verdict, Interrupted> {
        let key = node_key(position, position.wide_zobrist(), moves);
        let verdict = if moves == 0 || self.is_drawn(position) {
            Ok(Verdict { known: Known::NoMate(if moves == 0 { 0 } else { EVER }), mv: None })
        } else {
            self.attack(position, key, &position.legal_moves(), moves, UNLIMITED)
        };
        self.report();
        verdict
    }

    /// What the table knows of a position in which the attacker is to move.
    pub(super) fn probe(&self, position: &Position, moves: u8) -> Option<Known> {
        self.shared.table.probe(node_key(position, position.wide_zobrist(), moves), moves)
    }

    /// Searches a node until it is settled, or until a number is as large as the limit. `moves` are left; they are at
    /// least one.
    fn search(&mut self, position: &Position, key: u128, moves: u8, most: Most) -> Result<Verdict, Interrupted> {
        if position.turn() != self.attacker {
            return self.defend(position, key, moves, most);
        }
        if self.is_drawn(position) {
            return Ok(Verdict { known: Known::NoMate(EVER), mv: None });
        }
        self.attack(position, key, &position.legal_moves(), moves, most)
    }

    /// A node of the attacker: one move must mate.
    fn attack(
        &mut self,
        position: &Position,
        key: u128,
        list: &[Move],
        moves: u8,
        most: Most,
    ) -> Result<Verdict, Interrupted> {
        let before = self.nodes;
        let mut node = match self.expand_attack(position, list, moves)? {
            Ok(node) => node,
            Err(verdict) => return Ok(self.keep(key, moves, verdict, before)),
        };
        loop {
            if node.open.is_empty() {
                let verdict = Verdict { known: Known::NoMate(node.settled), mv: None };
                return Ok(self.keep(key, moves, verdict, before));
            }
            if self.shared.is_shared()
                && let Some(verdict) = self.refresh(&mut node, key, moves, true)
            {
                return Ok(self.keep(key, moves, verdict, before));
            }
            let (best, second) = self.choose(&node.open, moves - 1, |child| child.proof);
            let Some(&child) = node.open.get(best) else { continue };
            let others = node.open.len() as u32 - 1;
            // Not the sum: it would count positions that several moves lead to several times (weak proof-number search,
            // Ueda and others 2008). And never INFINITE, because the move is open.
            let hardest = node.open.iter().map(|child| child.disproof).max().unwrap_or(0);
            let (proof, disproof) = (child.proof, hardest.saturating_add(others).min(INFINITE - 1));
            if proof >= most.proof || disproof >= most.disproof {
                let verdict = Verdict { known: Known::Open { proof, disproof }, mv: None };
                return Ok(self.keep(key, moves, verdict, before));
            }
            let limits = Most {
                proof: most.proof.min(wider(second)),
                // Each of the other moves has added 1 to the number of this node.
                disproof: if most.disproof == INFINITE { INFINITE } else { most.disproof - others },
            };
            self.count()?;
            let next = position.play_unchecked(child.mv);
            match self.visit(&next, child.key, moves - 1, limits)?.known {
                Known::Mate(length) => {
                    let verdict = Verdict { known: Known::Mate(length + 1), mv: Some(child.mv) };
                    return Ok(self.keep(key, moves, verdict, before));
                }
                Known::NoMate(length) => {
                    // Removed in order, not swapped: of equal moves the one that looked easier at first stays first.
                    node.settled = node.settled.min(length.saturating_add(1));
                    node.open.remove(best);
                }
                Known::Open { proof, disproof } => node.open[best] = Child { proof, disproof, ..child },
            }
        }
    }

    /// A node of the defender: every move must allow a mate in `moves` moves.
    fn defend(&mut self, position: &Position, key: u128, moves: u8, most: Most) -> Result<Verdict, Interrupted> {
        let before = self.nodes;
        let mut node = match self.expand_defence(position, moves)? {
            Ok(node) => node,
            Err(verdict) => return Ok(self.keep(key, moves, verdict, before)),
        };
        loop {
            if node.open.is_empty() {
                let verdict = Verdict { known: Known::Mate(node.settled), mv: None };
                return Ok(self.keep(key, moves, verdict, before));
            }
            if self.shared.is_shared()
                && let Some(verdict) = self.refresh(&mut node, key, moves, false)
            {
                return Ok(self.keep(key, moves, verdict, before));
            }
            let (best, second) = self.choose(&node.open, moves, |child| child.disproof);
            let Some(&child) = node.open.get(best) else { continue };
            let others = node.open.len() as u32 - 1;
            let hardest = node.open.iter().map(|child| child.proof).max().unwrap_or(0);
            let (proof, disproof) = (hardest.saturating_add(others).min(INFINITE - 1), child.disproof);
            if proof >= most.proof || disproof >= most.disproof {
                let verdict = Verdict { known: Known::Open { proof, disproof }, mv: None };
                return Ok(self.keep(key, moves, verdict, before));
            }
            let limits = Most {
                proof: if most.proof == INFINITE { INFINITE } else { most.proof - others },
                disproof: most.disproof.min(wider(second)),
            };
            self.count()?;
            let next = position.play_unchecked(child.mv);
            match self.visit(&next, child.key, moves, limits)?.known {
                Known::NoMate(length) => {
                    // It often refutes other attacks of this length too.
                    self.refutations[usize::from(moves)] = Some(child.mv);
                    let verdict = Verdict { known: Known::NoMate(length), mv: Some(child.mv) };
                    return Ok(self.keep(key, moves, verdict, before));
                }
                Known::Mate(length) => {
                    node.settled = node.settled.max(length);
                    node.open.remove(best);
                }
                Known::Open { proof, disproof } => node.open[best] = Child { proof, disproof, ..child },
            }
        }
    }

    /// Searches a child while other threads know that it is being searched.
    fn visit(&mut self, next: &Position, key: u128, moves: u8, limits: Most) -> Result<Verdict, Interrupted> {
        if !self.shared.is_shared() {
            return self.search(next, key, moves, limits);
        }
        self.shared.enter(key, moves);
        let verdict = self.search(next, key, moves, limits);
        self.shared.leave(key, moves);
        verdict
    }

    /// Takes over what other threads have found out about a node. Returns the verdict if that settles it.
    fn refresh(&self, node: &mut Node, key: u128, moves: u8, attacks: bool) -> Option<Verdict> {
        let table = &self.shared.table;
        if let Some(known @ (Known::Mate(_) | Known::NoMate(_))) = table.probe(key, moves) {
            return Some(Verdict { known, mv: None });
        }
        // Only the attacker's moves are counted.
        let left = if attacks { moves - 1 } else { moves };
        for child in std::mem::take(&mut node.open) {
            let Child { mv, key, proof, disproof } = child;
            let known = table.probe(key, left).unwrap_or(Known::Open { proof, disproof });
            let verdict = if attacks { node.add_attack(mv, key, known) } else { node.add_defence(mv, key, known) };
            if verdict.is_some() {
                return verdict;
            }
        }
        None
    }

    /// The easiest child, and the least number of the others.
    fn choose(&self, open: &[Child], moves: u8, number: impl Fn(&Child) -> u32) -> (usize, u32) {
        let mut best = (0, INFINITE);
        let mut second = INFINITE;
        for (index, child) in open.iter().enumerate() {
            let mut number = number(child);
            if self.shared.is_shared() {
                let busy = self.shared.busy(child.key, moves);
                // Other threads in the child make it look harder, so that this thread goes elsewhere; but never impossible.
                number = number.saturating_mul(1 + busy).min(INFINITE - 1);
            }
            if number < best.1 {
                second = best.1;
                best = (index, number);
            } else {
                second = second.min(number);
            }
        }
        (best.0, second)
    }

    /// The moves of the attacker that are not settled yet, or the verdict.
    fn expand_attack(
        &mut self,
        position: &Position,
        list: &[Move],
        moves: u8,
    ) -> Result<Result<Node, Verdict>, Interrupted> {
        let mut node = Node { open: Vec::new(), settled: EVER };
        let is_near = is_near_move_rule(position, moves);
        for &mv in list {
            // Near the move rule the clock belongs to the key, and `key_after` does not know it. After the last move
            // nothing is looked up: the position itself decides.
            let known_key = if is_near || moves == 1 { None } else { position.key_after(mv) };
            if let Some(key) = known_key
                && let Some(known) = self.shared.table.probe(key, moves - 1)
            {
                if let Some(verdict) = node.add_attack(mv, key, known) {
                    return Ok(Err(verdict));
                }
                continue;
            }
            self.count()?;
            let next = position.play_unchecked(mv);
            let check = next.in_check();
            // The last move must mate, so it need not be looked at if it gives no check.
            if moves == 1 && !check && self.shared.only_checks_mate {
                node.settled = 1;
                continue;
            }
            let key = node_key(&next, next.wide_zobrist(), moves - 1);
            if known_key.is_none()
                && moves > 1
                && let Some(known) = self.shared.table.probe(key, moves - 1)
            {
                if let Some(verdict) = node.add_attack(mv, key, known) {
                    return Ok(Err(verdict));
                }
                continue;
            }
            let known = if check || !self.shared.only_checks_mate {
                let replies = next.legal_moves();
                // A first guess that is better than 1: each reply must be answered by a mate.
                let proof = if check { 0 } else { QUIET } + replies.len() as u32;
                self.fate(&next, &replies, moves - 1).unwrap_or(Known::Open { proof, disproof: 1 })
            } else {
                Known::Open { proof: QUIET, disproof: 1 }
            };
            if let Some(verdict) = node.add_attack(mv, key, known) {
                return Ok(Err(verdict));
            }
        }
        // Of moves with equal numbers the first is tried first.
        node.open.sort_by_key(|child| child.proof);
        Ok(Ok(node))
    }

    /// The moves of the defender that are not settled yet, or the verdict.
    fn expand_defence(&mut self, position: &Position, moves: u8) -> Result<Result<Node, Verdict>, Interrupted> {
        let replies = position.legal_moves();
        if let Some(known) = self.fate(position, &replies, moves) {
            return Ok(Err(Verdict { known, mv: None }));
        }
        let mut node = Node { open: Vec::with_capacity(replies.len()), settled: 0 };
        // What the game has repeated is not in the key, so a reply that might draw is played.
        let plays = is_near_move_rule(position, moves) || !self.shared.drawn.is_empty();
        for &mv in &replies {
            let key = if plays { None } else { position.key_after(mv) };
            let key = if let Some(key) = key {
                key
            } else {
                self.count()?;
                let next = position.play_unchecked(mv);
                if self.is_drawn(&next) {
                    return Ok(Err(Verdict { known: Known::NoMate(EVER), mv: Some(mv) }));
                }
                node_key(&next, next.wide_zobrist(), moves)
            };
            let known = self.shared.table.probe(key, moves).unwrap_or(Known::Open { proof: 1, disproof: 1 });
            if let Some(verdict) = node.add_defence(mv, key, known) {
                return Ok(Err(verdict));
            }
        }
        if let Some(refutation) = self.refutations[usize::from(moves)]
            && let Some(index) = node.open.iter().position(|child| child.mv == refutation)
        {
            // Of replies with equal numbers the first is tried first.
            node.open[..=index].rotate_right(1);
        }
        Ok(Ok(node))
    }

    /// What the rules say of a position of the defender before any reply is made; `replies` are all its legal moves.
    fn fate(&self, position: &Position, replies: &MoveList, moves: u8) -> Option<Known> {
        const MATED: Option<Known> = Some(Known::Mate(0));
        const SAFE: Option<Known> = Some(Known::NoMate(EVER));
        if let Some(loser) = position.lost_by_bare_king() {
            return if loser == position.turn() { MATED } else { SAFE };
        }
        let alone = |color| position.by_color(color).count() == 1;
        if position.variant().bare_king_loses() && alone(position.turn()) {
            // The bare king must capture the attacker's last piece. Otherwise it has lost.
            let bares = |&mv: &Move| position.play_unchecked(mv).by_color(!position.turn()).count() == 1;
            if alone(!position.turn()) || replies.iter().any(bares) {
                return SAFE;
            }
            if !replies.is_empty() {
                return if self.is_drawn(position) { SAFE } else { MATED };
            }
        }
        if replies.is_empty() {
            let lost = position.in_check() || position.variant().draws().stalemate == StalemateResult::Loss;
            return if lost { MATED } else { SAFE };
        }
        // After mate: the move that mates may be the last one that the rule allows.
        if self.is_drawn(position) {
            return SAFE;
        }
        (moves == 0).then_some(Known::NoMate(0))
    }

    fn is_drawn(&self, position: &Position) -> bool {
        position.variant().draws().draws_at(position.halfmove_clock())
            || self.shared.drawn.contains(&position.zobrist())
    }

    /// Stores the verdict on a node that took the nodes since `before`.
    fn keep(&self, key: u128, moves: u8, verdict: Verdict, before: u64) -> Verdict {
        self.shared.table.store(key, moves, verdict.known, self.nodes - before);
        verdict
    }

    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.check_at { self.check_limits() } else { Ok(()) }
    }

    /// Adds the nodes to those of the search.
    fn report(&mut self) {
        self.shared.control.add_nodes(std::mem::take(&mut self.unreported));
        self.check_at = 0;
    }

    /// Reports the nodes, and checks the limits.
    fn check_limits(&mut self) -> Result<(), Interrupted> {
        self.report();
        self.check_at = self.shared.nodes_left();
        if self.check_at == 0 { Err(Interrupted) } else { Ok(()) }
    }
}

impl Node {
    /// Adds what is known after a move of the attacker. Returns the verdict if the move mates.
    fn add_attack(&mut self, mv: Move, key: u128, known: Known) -> Option<Verdict> {
        match known {
            Known::Mate(length) => return Some(Verdict { known: Known::Mate(length + 1), mv: Some(mv) }),
            Known::NoMate(length) => self.settled = self.settled.min(length.saturating_add(1)),
            Known::Open { proof, disproof } => self.open.push(Child { mv, key, proof, disproof }),
        }
        None
    }

    /// Adds what is known after a move of the defender. Returns the verdict if the move refutes the attack.
    fn add_defence(&mut self, mv: Move, key: u128, known: Known) -> Option<Verdict> {
        match known {
            Known::NoMate(length) => return Some(Verdict { known: Known::NoMate(length), mv: Some(mv) }),
            Known::Mate(length) => self.settled = self.settled.max(length),
            Known::Open { proof, disproof } => self.open.push(Child { mv, key, proof, disproof }),
        }
        None
    }
}

/// A number that a child may reach before another one with the number `second` is tried: a little more, so that it is
/// not left and entered again at every step (the 1 + ε trick of Pawlewicz and Lew, 2007).
fn wider(second: u32) -> u32 {
    if second >= INFINITE { INFINITE } else { (second + second / 4 + 1).min(INFINITE) }
}

/// The key of a node with `moves` left; `key` is that of the position. Near a draw by the move rule the clock is
/// part of it.
fn node_key(position: &Position, key: u128, moves: u8) -> u128 {
    if !is_near_move_rule(position, moves) {
        return key;
    }
    let clock = u128::from(position.halfmove_clock()) + 1;
    key ^ clock.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}
