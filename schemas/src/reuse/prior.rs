//! Reading a prior attestation with suspicion.

use serde_json::Value;

/// A prior attestation, as far as the rules look into it.
#[derive(Clone, Copy)]
pub(super) struct Prior<'v>(pub(super) &'v Value);

impl<'v> Prior<'v> {
    /// The string at a JSON pointer.
    pub(super) fn text(self, pointer: &str) -> Option<&'v str> {
        self.0.pointer(pointer).and_then(Value::as_str)
    }

    /// The items of a list member; none when the member is absent, `None` when it is no list.
    pub(super) fn list(self, member: &str) -> Option<&'v [Value]> {
        match self.0.get(member) {
            None => Some(&[]),
            Some(value) => value.as_array().map(Vec::as_slice),
        }
    }

    /// Whether the prior calls itself dirty, or may have meant to: anything but an absent or false flag counts.
    pub(super) fn is_dirty(self) -> bool {
        !matches!(self.0.get("dirty"), None | Some(Value::Bool(false)))
    }
}

/// The string members of an object in the order of `names`; `None` when one is not there.
pub(super) fn texts<'v, const N: usize>(object: &'v Value, names: [&str; N]) -> Option<[&'v str; N]> {
    let mut found = [""; N];
    for (slot, name) in found.iter_mut().zip(names) {
        *slot = object.get(name)?.as_str()?;
    }
    Some(found)
}
