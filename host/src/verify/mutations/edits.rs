//! Changes of a document.

use serde_json::{Value, json};

/// Numbers that are the same in every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(bound).unwrap()).unwrap()
    }

    fn printable(&mut self) -> u8 {
        b' ' + u8::try_from(self.below(95)).unwrap()
    }
}

/// Changes of the byte at one place: another bit, another byte, none, one more, the next one first.
pub(super) fn edit_bytes(text: &[u8], at: usize, dice: &mut Dice) -> Vec<(&'static str, Vec<u8>)> {
    let with = |edit: &mut dyn FnMut(&mut Vec<u8>)| {
        let mut text = text.to_vec();
        edit(&mut text);
        text
    };
    let (bit, byte, digit, more) = (dice.below(7), dice.printable(), dice.below(10), dice.printable());
    let mut edits = vec![
        ("another bit", with(&mut |text| text[at] ^= 1 << bit)),
        ("another byte", with(&mut |text| text[at] = byte)),
        (
            "no byte",
            with(&mut |text| {
                text.remove(at);
            }),
        ),
        ("one byte more", with(&mut |text| text.insert(at, more))),
    ];
    if text[at].is_ascii_digit() {
        edits.push(("another digit", with(&mut |text| text[at] = b'0' + u8::try_from(digit).unwrap())));
    }
    if at + 1 < text.len() {
        edits.push(("the next byte first", with(&mut |text| text.swap(at, at + 1))));
    }
    edits
}

/// Changes one thing somewhere in a document, and says what.
pub(super) fn edit_value(document: &mut Value, dice: &mut Dice) -> String {
    let mut places = Vec::new();
    list(document, String::new(), &mut places);
    let place = places[dice.below(places.len())].clone();
    let other = document.pointer(&places[dice.below(places.len())]).cloned().unwrap();
    let value = document.pointer_mut(&place).unwrap();
    let what = match value {
        Value::Object(members) if dice.below(4) > 0 && !members.is_empty() => {
            let name = members.keys().nth(dice.below(members.len())).unwrap().clone();
            match dice.below(5) {
                0 => {
                    members.shift_remove(&name);
                    "a member less"
                }
                1 => {
                    let inside = members.shift_remove(&name).unwrap();
                    members.insert(format!("{name}X"), inside);
                    "a member renamed"
                }
                2 => {
                    members.insert("more".to_owned(), other);
                    "a member more"
                }
                3 => {
                    let inside = members.shift_remove(&name).unwrap();
                    members.insert(name, inside);
                    "another order of members"
                }
                _ => {
                    members.insert(name, other);
                    "another value of a member"
                }
            }
        }
        Value::Array(items) if dice.below(4) > 0 => match dice.below(4) {
            0 => {
                items.reverse();
                "another order"
            }
            1 => {
                items.pop();
                "an item less"
            }
            2 => {
                items.push(other);
                "an item more"
            }
            _ => {
                if let Some(first) = items.first().cloned() {
                    items.push(first);
                }
                "an item twice"
            }
        },
        Value::String(text) if dice.below(4) > 0 => {
            let at = text.char_indices().nth(dice.below(text.chars().count().max(1))).map_or(0, |(at, _)| at);
            match dice.below(5) {
                0 => text.push(char::from(dice.printable())),
                1 => drop(text.pop()),
                2 => text.insert(at, char::from(dice.printable())),
                3 => *text = text.to_uppercase(),
                _ => text.clear(),
            }
            "another text"
        }
        Value::Number(number) if dice.below(4) > 0 => {
            let old = number.as_f64().unwrap();
            *value = match dice.below(5) {
                0 => json!(old + 1.0),
                1 => json!(-old),
                2 => json!(old + 0.5),
                3 => json!(old * 1e21),
                _ => json!(old.to_string()),
            };
            "another number"
        }
        Value::Bool(truth) if dice.below(4) > 0 => {
            *truth = !*truth;
            "the opposite"
        }
        value => {
            let kinds = [json!(null), json!(true), json!(1), json!("x"), json!([]), json!({}), other];
            *value = kinds[dice.below(kinds.len())].clone();
            "another type"
        }
    };
    format!("{what} at {place:?}")
}

/// The places in a document as JSON pointers.
fn list(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, inside) in members {
                list(inside, format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")), places);
            }
        }
        Value::Array(items) => {
            for (index, inside) in items.iter().enumerate() {
                list(inside, format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(place);
}
