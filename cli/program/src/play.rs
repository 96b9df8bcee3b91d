//! Common parts of the engine protocols: the game that is played, a thread that searches, answers in whole lines.

pub(crate) mod game;
pub(crate) mod say;
pub(crate) mod skill;
pub(crate) mod task;
pub(crate) mod variants;
pub(crate) mod worker;
