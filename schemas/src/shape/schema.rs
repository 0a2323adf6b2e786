//! A table as a JSON Schema.

use serde_json::{Map, Value, json};

use super::{Member, Pattern, Shape, UnknownMembers};

/// The JSON Schema (draft 2020-12) of a document. It says what the table says: rules that span several members are
/// not in it.
#[must_use]
pub fn json_schema(id: &str, title: &str, shape: &Shape, unknown: UnknownMembers) -> Value {
    let mut writer = Writer { unknown, definitions: Map::new() };
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("$id".to_owned(), id.into());
    schema.insert("title".to_owned(), title.into());
    if let Value::Object(members) = writer.shape(shape) {
        schema.extend(members);
    }
    if !writer.definitions.is_empty() {
        schema.insert("$defs".to_owned(), writer.definitions.into());
    }
    Value::Object(schema)
}

struct Writer {
    unknown: UnknownMembers,
    definitions: Map<String, Value>,
}

impl Writer {
    fn shape(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Any => json!({}),
            Shape::Text => json!({"type": "string"}),
            Shape::Matching(pattern) => matching(pattern),
            Shape::OneOf([word]) => json!({"const": word}),
            Shape::OneOf(words) => json!({"enum": words}),
            Shape::Boolean => json!({"type": "boolean"}),
            Shape::Always(truth) => json!({"const": truth}),
            Shape::Whole(least, most) | Shape::Integer(least, most) => {
                let mut schema = json!({"type": "integer"});
                if *least != i64::MIN {
                    schema["minimum"] = json!(least);
                }
                if *most != i64::MAX {
                    schema["maximum"] = json!(most);
                }
                schema
            }
            Shape::OrNull(shape) => json!({"oneOf": [self.shape(shape), {"type": "null"}]}),
            Shape::AtLeast(least) => json!({"type": "number", "minimum": least}),
            Shape::List { items, least, distinct } => {
                let mut schema = json!({"type": "array", "items": self.shape(items)});
                if *least > 0 {
                    schema["minItems"] = json!(least);
                }
                if *distinct {
                    schema["uniqueItems"] = json!(true);
                }
                schema
            }
            Shape::Object(members) => self.object(members, self.unknown),
            Shape::Open(members) => self.object(members, UnknownMembers::Allow),
            Shape::Map(names, shape) => {
                json!({"type": "object", "propertyNames": matching(names), "additionalProperties": self.shape(shape)})
            }
            Shape::Tagged(_, variants) => {
                let variants: Vec<_> = variants.iter().map(|(_, members)| self.object(members, self.unknown)).collect();
                json!({"oneOf": variants})
            }
            Shape::TextOr(text, other) => json!({"oneOf": [self.shape(text), self.shape(other)]}),
            Shape::Named(name, shape) => {
                if !self.definitions.contains_key(*name) {
                    // The name is taken before the shape is written, so that a shape may hold itself.
                    self.definitions.insert((*name).to_owned(), Value::Null);
                    let schema = self.shape(shape);
                    self.definitions.insert((*name).to_owned(), schema);
                }
                json!({"$ref": format!("#/$defs/{name}")})
            }
        }
    }

    fn object(&mut self, members: &[Member], unknown: UnknownMembers) -> Value {
        let mut properties = Map::new();
        for member in members {
            let mut schema = self.shape(member.shape);
            if let (Value::Object(schema), false) = (&mut schema, member.doc.is_empty()) {
                schema.insert("description".to_owned(), member.doc.into());
            }
            properties.insert(member.name.to_owned(), schema);
        }
        let required: Vec<_> = members.iter().filter(|member| member.required).map(|member| member.name).collect();
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if unknown == UnknownMembers::Refuse {
            schema["additionalProperties"] = json!(false);
        }
        schema
    }
}

fn matching(pattern: &Pattern) -> Value {
    let mut schema = match pattern.regex {
        Some(regex) => json!({"type": "string", "pattern": regex}),
        None => json!({"type": "string", "minLength": 1}),
    };
    if let Some(most) = pattern.max_chars {
        schema["maxLength"] = json!(most);
    }
    schema
}
