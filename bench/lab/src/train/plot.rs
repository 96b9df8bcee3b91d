//! A plot of the losses of a training.

use anyhow::Context;
use plotters::prelude::*;

use super::state::Row;

const BLUE: RGBColor = RGBColor(0x1f, 0x77, 0xb4);
const ORANGE: RGBColor = RGBColor(0xd9, 0x5f, 0x02);

/// Both errors over the epochs, as SVG.
pub(super) fn svg(rows: &[Row], title: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(rows, title, &mut text).map_err(|error| anyhow::anyhow!("{error}")).context("the picture")?;
    Ok(text)
}

fn draw(rows: &[Row], title: &str, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let values = || rows.iter().flat_map(|row| [row.training, row.held_out]);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let margin = ((most - least) * 0.05).max(1e-6);
    let epochs = rows.len().max(2) as u32;
    let area = SVGBackend::with_string(text, (800, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(1..epochs, least - margin..most + margin)?;
    chart.configure_mesh().x_desc("epoch").y_desc("mean squared error of the expected points").draw()?;
    for (name, color, value) in [
        ("training", BLUE, (|row: &Row| row.training) as fn(&Row) -> f64),
        ("held out", ORANGE, |row: &Row| row.held_out),
    ] {
        let line = LineSeries::new(rows.iter().map(|row| (row.epoch, value(row))), color.stroke_width(2));
        let key = move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2));
        chart.draw_series(line)?.label(name).legend(key);
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
