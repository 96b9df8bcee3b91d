use std::sync::atomic::AtomicBool;

use campione_movegen::{Move, Position};
use web_time::Instant;

use super::*;
use crate::depths::Reductions;
use crate::eval::Tables;
use crate::history::{Histories, Structure};
use crate::limits::{Control, Limits};
use crate::moves::OrderedMoves;
use crate::net_choice::EvalCache;
use crate::params::EvalParams;
use crate::picker::{Picker, Refutations, Wanted};
use crate::positions::game;
use crate::score::INFINITE;
use crate::search_params::SearchParams;
use crate::shared::Shared;
use crate::tt::TranspositionTable;

/// A node that is searched with a null window around 0, three plies from the root.
fn node(position: &Position) -> Node<'_> {
    Node {
        position,
        key: position.wide_zobrist(),
        in_check: position.in_check(),
        pv: false,
        cut_node: true,
        ply: 3,
        alpha: -1,
        beta: 0,
        depth: 6,
        tt_depth: 6,
        excluded: None,
        tt_entry: None,
        tt_move: None,
        tt_pv: false,
        raw_eval: 0,
        static_eval: 0,
        eval: 0,
        improving: false,
        correction: 0,
        structure: Structure::of(position),
        continuation: [None; 4],
        refutations: Refutations::default(),
    }
}

/// Calls `visit` with a thread and the start position of a variant.
fn with_thread(id: &str, visit: impl FnOnce(&mut SearchThread<'_>, &Position)) {
    let variant = game(id);
    let params = SearchParams::default();
    let shared = Shared {
        endgames: None,
        move_number: 1,
        tt: &TranspositionTable::new(1).unwrap(),
        tables: &Tables::new(variant, &EvalParams::of(variant)),
        net: None,
        params: &params,
        reductions: &Reductions::new(variant, &params),
        histories: &Histories::new(variant),
        limits: &Limits::default(),
        control: &Control::new(),
        game_keys: &[],
        start: Instant::now(),
        ended: AtomicBool::new(false),
        handicap: None,
        team: Some(Team::new()),
    };
    let position = Position::start(variant);
    let mut cache = EvalCache::new(None);
    visit(&mut SearchThread::new(&shared, &mut cache, &position.legal_moves()), &position);
}

/// The moves that a node searches, in order.
fn searched(thread: &SearchThread<'_>, node: &Node<'_>, depths: impl Fn(usize) -> Depths) -> Vec<Candidate> {
    let team = thread.shared.team.as_ref().unwrap();
    let mut picker = Picker::new(None, Wanted::All);
    let mut moves = OrderedMoves::new(&mut picker);
    let mut moves = Deferring::new(&mut moves, team);
    let mut searched = Vec::new();
    while let Some(candidate) = moves.next(thread, node) {
        if moves.begin(node, &candidate, depths(candidate.number)) {
            let name = Team::name(node.key, candidate.mv, None);
            assert!(candidate.number == 1 || team.is_busy(name), "{candidate:?}");
            searched.push(candidate);
            moves.end();
            assert!(candidate.number == 1 || !team.is_busy(name), "{candidate:?}");
        }
    }
    searched
}

#[test]
fn moves_that_other_threads_search_come_last_with_their_depths() {
    with_thread("archchess", |thread, position| {
        let node = node(position);
        let depths = |number: usize| Depths { full: number as i32, reduced: Some(2) };
        let order: Vec<Move> = searched(thread, &node, depths).iter().map(|candidate| candidate.mv).collect();
        assert_eq!(order.len(), position.legal_moves().len());

        let team = thread.shared.team.as_ref().unwrap();
        for index in [0, 2, 5] {
            team.begin_move(Team::name(node.key, order[index], None));
        }
        // The first move of a cut node is searched by all threads.
        let others = (0..order.len()).filter(|index| ![2, 5].contains(index));
        let expected: Vec<Move> = others.chain([2, 5]).map(|index| order[index]).collect();
        let found = searched(thread, &node, depths);
        assert_eq!(found.iter().map(|candidate| candidate.mv).collect::<Vec<_>>(), expected);
        let (deferred, others) = found.split_last_chunk::<2>().map(|(others, deferred)| (deferred, others)).unwrap();
        assert!(others.iter().all(|candidate| candidate.deferred.is_none()));
        for (candidate, number) in deferred.iter().zip([3, 6]) {
            assert_eq!(candidate.number, number);
            assert_eq!(candidate.deferred.map(|depths| (depths.full, depths.reduced)), Some((number as i32, Some(2))));
        }
    });
}

#[test]
fn what_another_thread_has_found_is_read_again() {
    with_thread("crc", |thread, position| {
        let team = Team::new();
        let mut picker = Picker::new(None, Wanted::All);
        let mut moves = OrderedMoves::new(&mut picker);
        let moves = Deferring::new(&mut moves, &team);
        let node = node(position);
        let mut best = Best { value: -INFINITE, mv: None, alpha: node.alpha };
        assert!(moves.read_others(thread, &node, 2, &mut best).is_none());

        let (mv, bound) = (position.legal_moves()[4], Bound::Lower);
        let entry = |depth| TtEntry { mv: Some(mv), value: 30, eval: 0, depth, bound, was_pv: false };
        thread.shared.tt.store(node.key, node.ply, entry(5));
        assert!(moves.read_others(thread, &node, 2, &mut best).is_none(), "not deep enough");
        thread.shared.tt.store(node.key, node.ply, entry(6));
        assert!(moves.read_others(thread, &node, 1, &mut best).is_none(), "not for the first move");
        assert_eq!(moves.read_others(thread, &node, 2, &mut best), Some(30));

        // With an open window the move raises alpha.
        let pv = Node { pv: true, alpha: 10, beta: 50, ..node };
        best.alpha = 10;
        assert!(moves.read_others(thread, &pv, 2, &mut best).is_none());
        assert_eq!((best.value, best.mv, best.alpha), (30, Some(mv), 30));
        assert_eq!(thread.stack.pv(pv.ply), [mv]);
    });
}
