//! Colors.

/// The set of colors that a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// The colors of a theme, as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Colors {
    /// The background around the board.
    pub page: &'static str,
    /// Coordinates.
    pub text: &'static str,
    /// Light squares, such as b1.
    pub light_square: &'static str,
    /// Dark squares, such as a1.
    pub dark_square: &'static str,
    /// A light square of the last move.
    pub last_light: &'static str,
    /// A dark square of the last move.
    pub last_dark: &'static str,
    /// The marks in the corners of both squares.
    pub last_corner: &'static str,
    /// The frame around a king in check.
    pub check: &'static str,
    /// Arrows.
    pub arrow: &'static str,
    /// The badge with the count of a waiting pawn.
    pub badge: &'static str,
    /// The count on the badge.
    pub badge_text: &'static str,
    /// White's pieces and Black's: body, outline, details.
    pub pieces: [[&'static str; 3]; 2],
}

impl Colors {
    /// The colors by the names that they have on web pages, without those of the pieces.
    pub fn by_name(&self) -> [(&'static str, &'static str); 11] {
        [
            ("page", self.page),
            ("text", self.text),
            ("lightSquare", self.light_square),
            ("darkSquare", self.dark_square),
            ("lastLight", self.last_light),
            ("lastDark", self.last_dark),
            ("lastCorner", self.last_corner),
            ("check", self.check),
            ("arrow", self.arrow),
            ("badge", self.badge),
            ("badgeText", self.badge_text),
        ]
    }
}

impl Theme {
    /// The colors of the theme.
    pub fn colors(self) -> Colors {
        match self {
            Theme::Light => Colors {
                page: "#ffffff",
                text: "#333333",
                light_square: "#f3e6cd",
                dark_square: "#c29d72",
                last_light: "#f2e27e",
                last_dark: "#cfae3c",
                last_corner: "#6b5200",
                check: "#c8102e",
                arrow: "#1a6b3c",
                badge: "#1d4e89",
                badge_text: "#ffffff",
                pieces: [["#ffffff", "#1b1b1b", "#1b1b1b"], ["#2b2b2b", "#0d0d0d", "#f4f4f4"]],
            },
            Theme::Dark => Colors {
                page: "#1e2126",
                text: "#d6d6d6",
                light_square: "#8e98a5",
                dark_square: "#5a6674",
                last_light: "#a3a14f",
                last_dark: "#7f7c31",
                last_corner: "#f2e27e",
                check: "#ff5a6e",
                arrow: "#7fe0a3",
                badge: "#12385f",
                badge_text: "#ffffff",
                pieces: [["#fbfbf7", "#14161a", "#14161a"], ["#16181c", "#b4bcc8", "#e8e8e8"]],
            },
        }
    }
}
