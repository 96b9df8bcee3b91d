//! All settings of an engine.

use std::ops::RangeInclusive;
use std::sync::Arc;

use campione_endgame::Tables as EndgameTables;

use crate::net_choice::NetChoice;
use crate::params::EvalParams;
use crate::search_params::SearchParams;
use crate::strength::Strength;

/// All settings of an [`Engine`](crate::Engine).
///
/// ```
/// use campione_search::{Engine, EngineConfig, NetChoice};
/// let config = EngineConfig { nets: NetChoice::Off, ..EngineConfig::default().with_hash(16).with_threads(2) };
/// let mut engine = Engine::new(&config)?;
/// assert_eq!(engine.config(), &config);
/// engine.configure(&EngineConfig { nets: NetChoice::Embedded, ..config })?;
/// assert_eq!(engine.config().threads, 2);
/// # Ok::<(), campione_search::EngineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The size of the transposition table, in mebibytes; 0 counts as 1.
    pub hash: usize,
    /// How many threads search; 0 counts as 1.
    pub threads: usize,
    /// Which net evaluates.
    pub nets: NetChoice,
    /// The endgame tables that searches of their variant probe, at the root and in the tree.
    pub endgames: Option<Arc<EndgameTables>>,
    /// How strong the engine plays. A weak engine searches with one thread, looks up no endings and proves no mates.
    pub strength: Strength,
    /// The seed of a weak engine's errors: with another seed it plays another game.
    pub seed: u64,
    /// The numbers of the hand-written evaluation for every variant, instead of each variant's own.
    pub eval: Option<EvalParams>,
    /// The parameters of the search.
    pub search: SearchParams,
}

impl EngineConfig {
    /// The sizes of the transposition table that programs offer, in mebibytes.
    pub const HASH: RangeInclusive<usize> = 1..=1 << 22;

    /// The numbers of threads that programs offer.
    pub const THREADS: RangeInclusive<usize> = 1..=1_024;

    /// The same with a transposition table of this many mebibytes.
    #[must_use]
    pub fn with_hash(self, hash: usize) -> EngineConfig {
        EngineConfig { hash, ..self }
    }

    /// The same with this many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> EngineConfig {
        EngineConfig { threads, ..self }
    }

    /// The same with this strength, and the seed of its errors.
    #[must_use]
    pub fn with_strength(self, strength: Strength, seed: u64) -> EngineConfig {
        EngineConfig { strength, seed, ..self }
    }

    /// The same with these nets.
    #[must_use]
    pub fn with_nets(self, nets: NetChoice) -> EngineConfig {
        EngineConfig { nets, ..self }
    }
}

impl Default for EngineConfig {
    /// 64 MB, one thread, the embedded nets, full strength.
    fn default() -> EngineConfig {
        EngineConfig {
            // In fuzzing, many engines in one process have a small table each.
            hash: if cfg!(fuzzing) { 1 } else { 64 },
            threads: 1,
            nets: NetChoice::default(),
            endgames: None,
            strength: Strength::FULL,
            seed: 0,
            eval: None,
            search: SearchParams::default(),
        }
    }
}

/// Endgame tables are equal only if they are the same ones.
impl PartialEq for EngineConfig {
    fn eq(&self, other: &EngineConfig) -> bool {
        let EngineConfig { hash, threads, nets, endgames, strength, seed, eval, search } = self;
        (*hash, *threads, *strength, *seed) == (other.hash, other.threads, other.strength, other.seed)
            && *nets == other.nets
            && are_same(endgames.as_ref(), other.endgames.as_ref())
            && *eval == other.eval
            && *search == other.search
    }
}

/// Whether both are the same tables, or none.
pub(crate) fn are_same(one: Option<&Arc<EndgameTables>>, other: Option<&Arc<EndgameTables>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}
