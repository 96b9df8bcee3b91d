//! How games begin: `new`, `variant` and `setboard`, and what is refused when they were.

use anyhow::bail;
use campione_core::{Color, SplitMix64};
use campione_movegen::{Game, Position};
use campione_notation::{random, xboard};

use super::broken::Broken;
use super::{Mode, Session, clean};
use crate::play::say::{lines_of, say};
use crate::play::worker::Job;
use crate::seed;

impl Session {
    /// `new`: the variant of the command line if there is one, and orthodox chess otherwise, as the protocol requires.
    pub(super) fn new_game(&mut self) -> anyhow::Result<()> {
        let variant = self.settings.new_game()?;
        self.judged = false;
        self.begin_game(Game::new(Position::start(variant)))?;
        self.clocks.reset();
        self.settings.values.skill.begin_game();
        self.worker.send(Job::Clear)?;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.go_on(false)
    }

    /// Begins a game in any mode.
    pub(super) fn begin_game(&mut self, game: Game) -> anyhow::Result<()> {
        self.stop();
        self.put_down()?;
        // Before a match XBoard names the variant twice, and plays the first array that it is sent: both must be the same.
        if self.game.plies() > 0 {
            self.array_seed = seed::fresh();
        }
        (self.game, self.broken, self.told_unplayed) = (game, None, false);
        (self.expected, self.score, self.lost) = (None, None, 0);
        self.flush_pings()
    }

    /// `variant`: another variant, which is described if `XBoard` does not know it by this name.
    pub(super) fn set_variant(&mut self, name: &str) -> anyhow::Result<()> {
        let variant = match self.settings.choose(name) {
            Ok(variant) => variant,
            Err(error) => {
                // The other side may not notice the error, and must not play this variant against another one.
                self.break_off(Broken::Variant(clean(name)))?;
                return Err(error);
            }
        };
        self.begin_game(Game::new(Position::start(variant)))?;
        let known_as_ours = xboard::second_name_of(variant) == Some(name);
        if known_as_ours && variant.has_random_arrays() {
            // XBoard draws the array of a variant that it knows by this name, but not of one that the engine sets up.
            let start = random::start(variant, &mut SplitMix64::new(self.array_seed.into()));
            self.game = Game::new(start);
        }
        let lines = if known_as_ours {
            xboard::setup_of(self.game.position()).map(|line| vec![line])
        } else {
            xboard::describe(variant)
        };
        if let Some(lines) = lines {
            say(&lines.join("\n"))?;
        }
        self.go_on(false)
    }

    /// Stops everything until a game begins that can be played.
    pub(super) fn break_off(&mut self, why: Broken) -> anyhow::Result<()> {
        self.stop();
        self.put_down()?;
        self.broken = Some(why);
        self.flush_pings()
    }

    /// `setboard`: a game of the same variant from another position.
    pub(super) fn set_board(&mut self, fen: &str) -> anyhow::Result<()> {
        if let Some(why @ Broken::Variant(_)) = &self.broken {
            bail!("{why}");
        }
        let variant = self.game.variant();
        match xboard::read_position(fen, variant) {
            Ok(start) => self.begin_game(Game::new(start))?,
            Err(error) => {
                self.break_off(Broken::Position)?;
                say(&lines_of("tellusererror", &format!("Illegal position: {error}")).replace('\n', " "))?;
                return Ok(());
            }
        }
        self.go_on(false)
    }
}
