//! The schemas of inputs and answers, as plain as clients like them.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The schema of what a tool takes.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what a tool answers.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn schema<T: JsonSchema>(settings: SchemaSettings) -> Arc<JsonObject> {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    simplify(&mut schema);
    match schema {
        Value::Object(mut members) => {
            members.remove("title");
            members.remove("description");
            Arc::new(members)
        }
        _ => Arc::default(),
    }
}

/// Takes away what some clients stumble over and none needs: formats of numbers that JSON Schema does not know, and
/// `null` as the value of a member that may be left out.
fn simplify(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(simplify),
        Value::Object(members) => {
            if members.get("format").and_then(Value::as_str).is_some_and(|format| format.contains("int")) {
                members.remove("format");
            }
            if members.get("default") == Some(&Value::Null) {
                members.remove("default");
            }
            without_null_type(members);
            without_null_choice(members);
            members.values_mut().for_each(simplify);
        }
        _ => {}
    }
}

fn without_null_type(members: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = members.get_mut("type") else { return };
    types.retain(|one| one != "null");
    if let [one] = types.as_slice() {
        let one = one.clone();
        members.insert("type".to_owned(), one);
    }
}

fn without_null_choice(members: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = members.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|one| one != "null"));
    if let [Value::Object(only)] = choices.as_mut_slice() {
        let only = std::mem::take(only);
        members.remove("anyOf");
        for (name, member) in only {
            members.entry(name).or_insert(member);
        }
    }
}
