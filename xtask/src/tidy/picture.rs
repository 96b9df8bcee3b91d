//! The picture of the layers, docs/pictures/layers.svg: each crate of the workspace, and what it depends on.

use std::collections::{BTreeMap, BTreeSet};

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Group, Path, Rectangle, Text};

use super::{Edge, LAYERS, REFERENCE};

/// Where the picture is.
pub(super) const PATH: &str = "docs/pictures/layers.svg";

const WIDTH: f64 = 128.0;
const HEIGHT: f64 = 32.0;
/// The distances between the left edges of two layers, and between the upper edges of two crates.
const STEP: [f64; 2] = [172.0, 52.0];
const MARGIN: f64 = 16.0;

const INK: &str = "#6b5b3e";

/// The place of each crate: its layer from left to right, and its number in that layer.
fn places() -> BTreeMap<&'static str, (u32, u32)> {
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let crates = LAYERS.iter().copied().chain([(REFERENCE, 0)]);
    crates
        .map(|(name, layer)| {
            let number = numbers.entry(layer).or_default();
            *number += 1;
            (name, (layer, *number - 1))
        })
        .collect()
}

/// The dependencies outside of tests that do not follow from others.
fn arrows(edges: &[Edge]) -> BTreeSet<(&str, &str)> {
    let direct: BTreeSet<(&str, &str)> =
        edges.iter().filter(|edge| !edge.tests_only).map(|edge| (edge.from.as_str(), edge.to.as_str())).collect();
    let mut all = direct.clone();
    loop {
        let further: Vec<(&str, &str)> = all
            .iter()
            .flat_map(|&(from, middle)| {
                direct.iter().filter(move |edge| edge.0 == middle).map(move |edge| (from, edge.1))
            })
            .filter(|edge| !all.contains(edge))
            .collect();
        if further.is_empty() {
            break;
        }
        all.extend(further);
    }
    let follows =
        |&(from, to): &(&str, &str)| direct.iter().any(|&(first, middle)| first == from && all.contains(&(middle, to)));
    direct.iter().copied().filter(|edge| !follows(edge)).collect()
}

/// The picture.
pub(super) fn draw(edges: &[Edge]) -> String {
    let places = places();
    let corner =
        |(layer, number): (u32, u32)| [MARGIN + f64::from(layer) * STEP[0], MARGIN + f64::from(number) * STEP[1]];
    let mut lines = Group::new().set("fill", "none").set("stroke", INK).set("stroke-width", 1.2);
    for (from, to) in arrows(edges) {
        let (Some(&from), Some(&to)) = (places.get(from), places.get(to)) else { continue };
        let ([x, y], [left, upper]) = (corner(from), corner(to));
        let (start, end) = ((x, y + HEIGHT / 2.0), (left + WIDTH, upper + HEIGHT / 2.0));
        let middle = f64::midpoint(start.0, end.0);
        let data = Data::new().move_to(start).cubic_curve_to((middle, start.1, middle, end.1, end.0, end.1));
        lines = lines.add(Path::new().set("d", data));
    }
    let mut boxes = Group::new().set("fill", "#f4ecd8").set("stroke", INK);
    let mut names = Group::new()
        .set("font-family", "sans-serif")
        .set("font-size", 13)
        .set("text-anchor", "middle")
        .set("fill", "#2b2416");
    let mut size = [0.0_f64; 2];
    for (name, place) in places {
        let [x, y] = corner(place);
        size = [size[0].max(x + WIDTH + MARGIN), size[1].max(y + HEIGHT + MARGIN)];
        let label = name.strip_prefix("campione-").unwrap_or(name);
        let shape = Rectangle::new().set("x", x).set("y", y).set("width", WIDTH).set("height", HEIGHT).set("rx", 6);
        let text = Text::new(label).set("x", x + WIDTH / 2.0).set("y", y + HEIGHT / 2.0 + 4.5);
        boxes = boxes.add(shape);
        names = names.add(text);
    }
    let document = Document::new()
        .set("viewBox", (0.0, 0.0, size[0], size[1]))
        .set("width", size[0])
        .set("height", size[1])
        .add(lines)
        .add(boxes)
        .add(names);
    document.to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: &str, to: &str) -> Edge {
        Edge { from: from.to_owned(), to: to.to_owned(), tests_only: false }
    }

    #[test]
    fn what_follows_is_not_drawn() {
        let edges = [edge("c", "b"), edge("b", "a"), edge("c", "a")];
        assert_eq!(arrows(&edges).into_iter().collect::<Vec<_>>(), [("b", "a"), ("c", "b")]);
    }

    #[test]
    fn every_crate_has_a_box() {
        let text = draw(&[edge("campione-movegen", "campione-core")]);
        for label in ["core", "movegen", "reference", "xtask"] {
            assert!(text.contains(label), "{label}");
        }
        assert_eq!(text.matches("<path").count(), 1);
    }
}
