use campione_core::Variant;
use campione_variants::{FileFaults, FromToml as _};
use serde_json::{json, to_value};

#[test]
fn faults_have_a_code_a_place_and_a_text() {
    let text = "extends = \"chess\"\nboard.files = 13\nboard.array = \"rnbqkbnr\"\n";
    let FileFaults(faults) = Variant::from_toml(text, "mine").unwrap_err();
    let size = faults.iter().find(|fault| fault.code() == "variant.board-size").unwrap();
    let words = size.reason();
    let place = json!({ "key": ["board", "files"], "line": 2, "column": 15 });
    assert_eq!(to_value(size).unwrap(), json!({ "code": "variant.board-size", "place": place, "text": words }));
    let all = to_value(FileFaults(faults.clone())).unwrap();
    assert_eq!(all.as_array().map(Vec::len), Some(faults.len()));
}
