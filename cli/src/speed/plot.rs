//! Throughput against batch size as an SVG picture.
//!
//! Written by hand: it is a hundred lines of `<path>` and `<text>`, and what matters most, colours and text that read
//! well on a white and on a dark page, is easiest to say directly. No colour depends on the page; all have a contrast of
//! at least 3 against white and against black.

use std::fmt::Write as _;

use super::{Form, Op, Report, Row, whole};

const PANEL: (f64, f64) = (430.0, 300.0);
const TOP: f64 = 74.0;
const LEFT: f64 = 76.0;
const GAP: f64 = 96.0;

/// Text, axes and grid: grey that is neither near white nor near black.
const GREY: &str = "#767676";

/// Line colours; after the last they begin again, with dashes.
const COLOURS: [&str; 6] = ["#d1495b", "#2f86c1", "#3f8f4f", "#b07d12", "#8a63d2", "#0f8f8f"];

pub(super) fn svg(report: &Report) -> String {
    let mut backends: Vec<&str> = report.rows.iter().map(|row| row.backend).collect();
    backends.dedup();
    let legend_top = TOP + PANEL.1 + 72.0;
    let legend_rows = to_f64(backends.len().div_ceil(LEGEND_COLUMNS));
    let (width, height) = (LEFT + 2.0 * PANEL.0 + GAP + 24.0, legend_top + 22.0 * legend_rows);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{GREY}\">\n"
    );
    let title = escape(&format!("X25519 throughput on {}", report.cpu));
    let _ = writeln!(svg, "<title>{title}</title>");
    text(&mut svg, (width / 2.0, 24.0), "middle", "font-size=\"16\"", &title);
    for (i, op) in Op::ALL.into_iter().enumerate() {
        let panel = Panel::new(LEFT + to_f64(i) * (PANEL.0 + GAP), op, &report.rows);
        panel.draw_axes(&mut svg);
        for (i, backend) in backends.iter().enumerate() {
            panel.draw_line(&mut svg, backend, i);
        }
    }
    for (i, backend) in backends.iter().enumerate() {
        let column = to_f64(i % LEGEND_COLUMNS) * (width - 2.0 * LEFT) / to_f64(LEGEND_COLUMNS);
        let (x, y) = (LEFT + column, legend_top + 22.0 * to_f64(i / LEGEND_COLUMNS));
        let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}h28\" {}/>", stroke(i));
        marker(&mut svg, (x + 14.0, y), i);
        text(&mut svg, (x + 36.0, y + 4.5), "start", "", &escape(backend));
    }
    svg.push_str("</svg>\n");
    svg
}

const LEGEND_COLUMNS: usize = 5;

/// The graph of one operation.
struct Panel<'a> {
    x: f64,
    op: Op,
    /// Batch rows of the operation, all backends.
    rows: Vec<&'a Row>,
    /// Largest batch, as a power of two.
    widest: f64,
    /// Operations a second from one grid line to the next, and the number of lines above zero.
    grid: (f64, u32),
}

impl<'a> Panel<'a> {
    fn new(x: f64, op: Op, rows: &'a [Row]) -> Self {
        let rows: Vec<_> = rows.iter().filter(|r| r.op == op && r.form == Form::Batch).collect();
        let widest = rows.iter().map(|row| to_f64(row.batch).log2()).fold(1.0, f64::max);
        let highest = rows.iter().map(|row| row.ops_per_second()).fold(1.0, f64::max);
        Self { x, op, rows, widest, grid: grid(highest) }
    }

    fn at(&self, batch: usize, per_second: f64) -> (f64, f64) {
        let (step, lines) = self.grid;
        let across = to_f64(batch).log2() / self.widest;
        let up = per_second / (step * f64::from(lines));
        (self.x + across * PANEL.0, TOP + PANEL.1 - up * PANEL.1)
    }

    fn draw_axes(&self, svg: &mut String) {
        let (right, bottom) = (self.x + PANEL.0, TOP + PANEL.1);
        for line in 0..=self.grid.1 {
            let value = self.grid.0 * f64::from(line);
            let (x, y) = self.at(1, value);
            let faint = if line == 0 { "1" } else { "0.3" };
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {y:.1}H{right:.1}\" stroke=\"{GREY}\" stroke-opacity=\"{faint}\"/>"
            );
            text(svg, (x - 8.0, y + 4.5), "end", "", &short(value));
        }
        let mut batches: Vec<_> = self.rows.iter().map(|row| row.batch).collect();
        batches.sort_unstable();
        batches.dedup();
        for batch in batches {
            let (x, y) = self.at(batch, 0.0);
            let _ = writeln!(svg, "<path d=\"M{x:.1} {y:.1}v5\" stroke=\"{GREY}\"/>");
            text(svg, (x, y + 20.0), "middle", "", &batch.to_string());
        }
        let middle = self.x + PANEL.0 / 2.0;
        text(svg, (middle, bottom + 42.0), "middle", "", "operations in a batch (logarithmic)");
        text(svg, (self.x, TOP - 18.0), "start", "", &format!("{}s a second", self.op.noun()));
    }

    fn draw_line(&self, svg: &mut String, backend: &str, i: usize) {
        let points: Vec<_> = self
            .rows
            .iter()
            .filter(|row| row.backend == backend)
            .map(|row| self.at(row.batch, row.ops_per_second()))
            .collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(svg, "<path d=\"M{}\" {}/>", path.join("L"), stroke(i));
        for point in points {
            marker(svg, point, i);
        }
    }
}

/// The distance of grid lines (1, 2 or 5 times a power of ten) and how many it takes to reach `highest`: at most 6.
fn grid(highest: f64) -> (f64, u32) {
    let power = 10_f64.powf((highest / 6.0).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power * 6.0 >= highest);
    let step = factor.unwrap_or(10.0) * power;
    let lines = whole((highest / step).ceil()).max(1);
    (step, u32::try_from(lines).unwrap_or(u32::MAX))
}

/// `value` in thousands or millions.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{} M", v / 1e6),
        v if v >= 1e3 => format!("{} k", v / 1e3),
        v => format!("{v}"),
    }
}

fn stroke(i: usize) -> String {
    let dash = if i < COLOURS.len() { "" } else { " stroke-dasharray=\"6 4\"" };
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{dash}", COLOURS[i % COLOURS.len()])
}

/// A shape for each line, so that colour is not all that tells them apart.
fn marker(svg: &mut String, (x, y): (f64, f64), i: usize) {
    let colour = COLOURS[i % COLOURS.len()];
    let shape = match i % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
        1 => format!("<path d=\"M{:.1} {:.1}h7v7h-7z\"", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l5 8h-10z\"", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"", y - 5.0),
    };
    let _ = writeln!(svg, "{shape} fill=\"{colour}\"/>");
}

/// `content` is escaped already.
fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, more: &str, content: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{content}</text>"
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn to_f64(n: usize) -> f64 {
    u32::try_from(n).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(backends: &[&'static str], scale: f64) -> Report {
        let mut rows = Vec::new();
        for (i, &backend) in backends.iter().enumerate() {
            for op in Op::ALL {
                for (form, batch) in
                    [(Form::Single, 1), (Form::Batch, 1), (Form::Batch, 8), (Form::Batch, 1024)]
                {
                    let ns_per_op = scale / to_f64(i + 1) / to_f64(batch.min(8));
                    rows.push(Row { backend, op, form, batch, ns_per_op, median_of: 1 });
                }
            }
        }
        Report { cpu: "a <fast> & new CPU".into(), clock: "none", rows }
    }

    #[test]
    fn every_backend_has_a_line_in_each_panel_and_its_name_in_the_legend() {
        for backends in [&["one"][..], &["a", "b", "c", "d", "e", "f", "g", "h"]] {
            let svg = svg(&report(backends, 32_000.0));
            let document = roxmltree::Document::parse(&svg).unwrap();
            let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
            assert!(texts.contains(&"X25519 throughput on a <fast> & new CPU"));
            assert!(backends.iter().all(|name| texts.contains(name)));
            for label in ["exchanges a second", "public keys a second", "1", "8", "1024"] {
                assert!(texts.contains(&label), "{label}");
            }
            let lines =
                document.descendants().filter(|node| node.attribute("stroke-width") == Some("2"));
            assert_eq!(lines.count(), 3 * backends.len());
        }
    }

    #[test]
    fn points_lie_inside_their_panel() {
        for scale in [1.0, 32_000.0, 1e9, 1e12] {
            let report = report(&["a", "b"], scale);
            let panel = Panel::new(0.0, Op::Dh, &report.rows);
            for row in &panel.rows {
                let (x, y) = panel.at(row.batch, row.ops_per_second());
                assert!(
                    (0.0..=PANEL.0).contains(&x) && (TOP..TOP + PANEL.1).contains(&y),
                    "{x} {y}"
                );
            }
        }
    }

    #[test]
    fn grid_lines_are_few_and_round() {
        assert_eq!(grid(31_000.0), (10_000.0, 4));
        assert_eq!(grid(60_000.0), (10_000.0, 6));
        assert_eq!(grid(61_000.0), (20_000.0, 4));
        assert_eq!(grid(1_200_000.0), (200_000.0, 6));
        assert_eq!(grid(1.0).1, 5);
        assert_eq!(
            (short(1_500_000.0), short(20_000.0), short(0.0)),
            ("1.5 M".into(), "20 k".into(), "0".into())
        );
    }

    /// WCAG 2: relative luminance, and the contrast of two.
    #[test]
    fn colours_have_contrast_on_white_and_on_black() {
        for colour in COLOURS.into_iter().chain([GREY]) {
            let channel = |at: usize| {
                let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            let luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
            assert!(1.05 / (luminance + 0.05) >= 3.0, "{colour} on white");
            assert!((luminance + 0.05) / 0.05 >= 3.0, "{colour} on black");
        }
    }
}
