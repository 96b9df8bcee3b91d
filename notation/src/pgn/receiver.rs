//! What becomes of what is read of a game.

use std::hash::{DefaultHasher, Hash, Hasher};

use campione_movegen::Move;

use super::{Line, MAX_KEPT, Ply, Remark};

/// Whoever is told of moves and remarks.
pub(super) trait Receiver: Clone {
    fn ply(&mut self, mv: Move);
    fn nag(&mut self, number: u16);
    fn comment(&mut self, text: &[u8]);
    fn open(&mut self);
    fn close(&mut self);
    /// Whether no more can be kept.
    #[inline(always)]
    fn full(&self) -> bool {
        false
    }
}

/// Forgets it.
#[derive(Clone, Copy)]
pub(super) struct Forget;

impl Receiver for Forget {
    #[inline(always)]
    fn ply(&mut self, _: Move) {}
    fn nag(&mut self, _: u16) {}
    fn comment(&mut self, _: &[u8]) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
}

/// Makes a tree of it.
#[derive(Clone, Default)]
pub(super) struct Build {
    pub(super) line: Line,
    /// Moves and remarks so far.
    kept: usize,
    around: Vec<Line>,
    pub(super) latin1: bool,
}

impl Build {
    fn remark(&mut self, remark: Remark) {
        self.kept += 1;
        self.line.plies.last_mut().map_or(&mut self.line.remarks, |ply| &mut ply.remarks).push(remark);
    }
}

impl Receiver for Build {
    fn ply(&mut self, mv: Move) {
        self.kept += 1;
        self.line.plies.push(Ply { mv, remarks: Vec::new() });
    }

    fn nag(&mut self, number: u16) {
        self.remark(Remark::Nag(number));
    }

    fn comment(&mut self, text: &[u8]) {
        let text = decode(text, &mut self.latin1);
        self.remark(Remark::Comment(text));
    }

    fn full(&self) -> bool {
        self.kept > MAX_KEPT
    }

    fn open(&mut self) {
        self.around.push(std::mem::take(&mut self.line));
    }

    fn close(&mut self) {
        if let Some(around) = self.around.pop() {
            let variation = std::mem::replace(&mut self.line, around);
            // `()` says nothing.
            if variation != Line::default() {
                self.remark(Remark::Variation(variation));
            }
        }
    }
}

/// Hands it on, and has a number that tells the moves of one game from those of another.
#[derive(Clone)]
pub(super) struct Fingerprint<C> {
    pub(super) receiver: C,
    moves: DefaultHasher,
}

impl<C: Receiver> Fingerprint<C> {
    pub(super) fn new(receiver: C) -> Fingerprint<C> {
        Fingerprint { receiver, moves: DefaultHasher::new() }
    }

    /// The same for the same moves.
    pub(super) fn number(&self) -> u64 {
        self.moves.finish()
    }
}

impl<C: Receiver> Receiver for Fingerprint<C> {
    fn ply(&mut self, mv: Move) {
        mv.hash(&mut self.moves);
        self.receiver.ply(mv);
    }

    fn nag(&mut self, number: u16) {
        self.receiver.nag(number);
    }

    fn comment(&mut self, text: &[u8]) {
        self.receiver.comment(text);
    }

    fn open(&mut self) {
        '('.hash(&mut self.moves);
        self.receiver.open();
    }

    fn close(&mut self) {
        ')'.hash(&mut self.moves);
        self.receiver.close();
    }

    fn full(&self) -> bool {
        self.receiver.full()
    }
}

/// Text as UTF-8, else as Latin-1, in which every byte is a character.
pub(super) fn decode(text: &[u8], latin1: &mut bool) -> String {
    std::str::from_utf8(text).map_or_else(
        |_| {
            *latin1 = true;
            text.iter().map(|&byte| char::from(byte)).collect()
        },
        str::to_owned,
    )
}
