//! What all threads of a search share.

use std::sync::atomic::AtomicBool;

use crate::net::Fitted;
use web_time::Instant;

use crate::depths::Reductions;
use crate::endgames::Endgames;
use crate::eval::Tables;
use crate::handicap::Handicap;
use crate::history::{Continuation, Histories, Structure};
use crate::limits::{Control, Limits};
use crate::picker::{Hints, Refutations};
use crate::search_params::SearchParams;
use crate::team::Team;
use crate::tt::TranspositionTable;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tables: &'a Tables,
    /// The net that evaluates. `None` if the hand-written terms evaluate.
    pub(crate) net: Option<&'a Fitted>,
    pub(crate) params: &'a SearchParams,
    pub(crate) reductions: &'a Reductions,
    pub(crate) histories: &'a Histories,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    /// The keys of the positions of the game that led to the root, the latest last.
    pub(crate) game_keys: &'a [u64],
    pub(crate) start: Instant,
    /// The number of the move in the game, from 1.
    pub(crate) move_number: u32,
    /// The main thread has ended, so the others must end too.
    pub(crate) ended: AtomicBool,
    /// Endgame tables of the variant, if the user has some.
    pub(crate) endgames: Option<Endgames<'a>>,
    /// The errors of a weak level. `None` at full strength.
    pub(crate) handicap: Option<&'a Handicap>,
    /// `None` if one thread searches alone.
    pub(crate) team: Option<Team>,
}

impl Shared<'_> {
    /// What move ordering depends on.
    #[inline(always)]
    pub(crate) fn hints(
        &self,
        structure: Structure,
        continuation: Continuation,
        refutations: Refutations,
    ) -> Hints<'_> {
        Hints { tt: self.tt, tables: self.tables, histories: self.histories, structure, continuation, refutations }
    }
}
