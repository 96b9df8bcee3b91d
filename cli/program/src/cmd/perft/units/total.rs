//! The sum of all units and what is wrong with it, as text and JSON.

use std::io::{self, Write};

use crate::count::{Problem, Total};
use serde_json::{Map, Value, json};

use crate::Verdict;
use crate::args::{Common, Format};
use crate::messages::{complain, count};

/// Prints how many units were counted now and known before, if `counted` has that, and the sum.
pub(super) fn report(common: &Common, total: &Total, counted: Option<(usize, usize)>) -> anyhow::Result<Verdict> {
    if total.complete && total.units.is_none() {
        complain("only results, no units: whether any is missing could not be checked");
    }
    let text = match common.format {
        Format::Text => {
            let counted = counted.map(|(now, before)| format!("{now} units counted, {before} known before\n"));
            counted.unwrap_or_default() + &text(total)
        }
        Format::Json => {
            let mut object = Map::new();
            if let Some((now, before)) = counted {
                object.insert("counted_now".to_owned(), json!(now));
                object.insert("known_before".to_owned(), json!(before));
            }
            object.extend(json(total));
            format!("{}\n", Value::Object(object))
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(if total.complete { Verdict::Done } else { Verdict::Failed })
}

/// All kinds of problems, with their names in JSON and in text.
fn problems(total: &Total) -> [(&'static str, &'static str, &Problem); 5] {
    [
        ("missing", "units without result", &total.missing),
        ("contradictions", "contradictions", &total.contradictions),
        ("foreign", "results without unit", &total.foreign),
        ("repeated_results", "results found twice or more, counted once", &total.repeated_results),
        ("repeated_units", "units listed twice or more, counted once", &total.repeated_units),
    ]
}

/// The problems, then a line with the sum.
fn text(total: &Total) -> String {
    let mut text = String::new();
    for (_, words, Problem { count, first }) in problems(total).iter().filter(|(_, _, problem)| problem.count > 0) {
        text += &format!("{words}: {count}\n");
        text += &first.iter().map(|line| format!("  {line}\n")).collect::<String>();
        if *count > first.len() as u64 {
            text += &format!("  and {} more\n", count - first.len() as u64);
        }
    }
    text + &match total.nodes {
        Some(nodes) if total.complete => format!("nodes: {nodes}\n"),
        nodes => {
            let nodes = nodes.map_or_else(|| "2^128 or more".to_owned(), |nodes| nodes.to_string());
            format!("incomplete: {nodes} counted in {} of {} units\n", total.results, total.wanted)
        }
    }
}

fn json(total: &Total) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("complete", total.complete.into());
    put("nodes", total.nodes.filter(|_| total.complete).map_or(Value::Null, count));
    put("counted", total.nodes.map_or(Value::Null, count));
    put("results", total.results.into());
    put("units", total.units.into());
    put("bad_lines", total.bad_lines.into());
    put("torn_lines", total.torn_lines.into());
    for (key, _, problem) in problems(total) {
        put(key, json!({ "count": problem.count, "first": problem.first }));
    }
    object
}
