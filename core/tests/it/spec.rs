use campione_core::VariantSpec;

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
