//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bisect;
pub(crate) mod convert;
pub(crate) mod crc;
pub(crate) mod endgame;
pub(crate) mod fen;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod packaging;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod show;
pub(crate) mod suite;
pub(crate) mod uci;
pub(crate) mod variants;
pub(crate) mod verify;
pub(crate) mod xboard;
