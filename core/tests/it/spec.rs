use campione_core::VariantSpec;

#[test]
fn every_built_in_file_is_read_and_has_its_id() {
    for id in VariantSpec::all_ids() {
        let spec = VariantSpec::from_toml(VariantSpec::built_in_text(id).unwrap(), "other");
        assert_eq!(spec.unwrap_or_else(|error| panic!("{id}: {error}")).id, id);
    }
}

#[test]
fn near_misses_are_named() {
    let near = |id: &str| VariantSpec::built_in_text(id).unwrap_err().near;
    assert_eq!(near("carera")[0], "carrera");
    assert_eq!(near("couriers")[0], "courier");
    assert!(near("herbgarden").contains(&"herb-garden"));
    assert_eq!(near("xyzzy"), Vec::<&str>::new());
    let text = |id: &str| VariantSpec::built_in_text(id).unwrap_err().to_string();
    assert_eq!(text("xyzzy"), "there is no variant `xyzzy`");
    assert_eq!(text("carera"), "there is no variant `carera`; did you mean carrera, carrera-qac or courier?");
}
