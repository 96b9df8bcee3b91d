//! Search for every variant that `campione-movegen` plays: the engine, and proofs of forced mates.
//!
//! This crate neither prints nor parses. It derives what it knows of a variant from the
//! [`Variant`](campione_core::Variant) and from numbers ([`EvalParams`], [`SearchParams`]). Numbers were fitted to some built-in variants;
//! general numbers serve all others.
//!
//! ```
//! use campione_core::Variant;
//! use campione_movegen::{Game, Position};
//! use campione_search::{Control, Engine, EngineConfig, Limits};
//! let carrera = Variant::named("carrera")?;
//! let start = Position::start(carrera);
//! let mut engine = Engine::new(&EngineConfig::default())?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let result = engine.search(&Game::new(start), &limits, &Control::new(), &mut |_| {});
//! assert!(start.is_legal(result.best.unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branching;
mod clusters;
mod config;
mod counter;
mod deferring;
mod depths;
mod endgames;
mod engine;
mod eval;
mod eval_stack;
mod extension;
mod game_end;
mod handicap;
mod history;
mod history_update;
mod iterate;
mod limits;
mod mate;
mod mate_search;
mod mate_solver;
mod moves;
pub mod net;
mod net_choice;
mod node;
mod null_move;
mod params;
mod picker;
mod pruning;
mod qsearch;
mod reduction;
mod report;
mod root;
mod score;
mod search_params;
mod see;
mod shared;
mod stack;
mod steps;
mod strength;
mod tablebase;
mod tapered;
mod team;
mod thread;
mod time_manager;
mod tt;
mod verification;
mod wdl;

#[cfg(test)]
#[path = "../tests/it/positions.rs"]
mod positions;

pub use campione_endgame::Tables as EndgameTables;
pub use config::EngineConfig;
pub use engine::{Engine, EngineError};
pub use eval::Evaluator;
pub use limits::{Control, Limits};
pub use mate::find_mate;
pub use net::{Fitted, Misfit, Net, NetError};
pub use net_choice::NetChoice;
pub use params::EvalParams;
pub use report::{Report, SearchResult, nps};
pub use score::{MAX_DEPTH, Score};
pub use search_params::{SearchParam, SearchParamError, SearchParams};
pub use strength::Strength;
pub use time_manager::Clock;
pub use wdl::{Chances, win_chance};

/// What the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
