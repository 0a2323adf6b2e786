//! Names that a manifest gives to things: one type for each, so that they cannot be mixed up.

use std::borrow::Borrow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most characters an id may have (AIP-62, field table).
pub const MAX_ID_CHARS: usize = 64;
/// The most characters a check ref may have: two ids and a slash (AIP-62, "Bindings").
pub const MAX_CHECK_REF_CHARS: usize = 2 * MAX_ID_CHARS + 1;

/// Why a text is no id or check ref.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// The text does not have the id shape.
    #[error("{text:?} is not an id: it must start with a-z and hold only a-z, 0-9 and '-'")]
    Shape {
        /// The text as given.
        text: String,
    },
    /// The text is longer than ids may be.
    #[error("{text:?} is too long: at most {max} characters")]
    TooLong {
        /// The text as given.
        text: String,
        /// The bound that was passed, in characters.
        max: usize,
    },
}

/// Tells whether `text` has the id shape `^[a-z][a-z0-9-]*$`, whatever its length.
fn has_id_shape(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn check_id(text: &str) -> Result<(), IdError> {
    if !has_id_shape(text) {
        return Err(IdError::Shape { text: text.to_owned() });
    }
    if text.len() > MAX_ID_CHARS {
        return Err(IdError::TooLong { text: text.to_owned(), max: MAX_ID_CHARS });
    }
    Ok(())
}

fn check_ref(text: &str) -> Result<(), IdError> {
    if text.len() > MAX_CHECK_REF_CHARS {
        return Err(IdError::TooLong { text: text.to_owned(), max: MAX_CHECK_REF_CHARS });
    }
    let fits = match text.split_once('/') {
        Some((namespace, id)) => has_id_shape(namespace) && has_id_shape(id),
        None => has_id_shape(text),
    };
    if fits { Ok(()) } else { Err(IdError::Shape { text: text.to_owned() }) }
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident, $check:path) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Reads the name from text.
            ///
            /// # Errors
            ///
            /// [`IdError`] when the text does not have the shape.
            pub fn parse(text: impl Into<String>) -> Result<Self, IdError> {
                let text = text.into();
                $check(&text)?;
                Ok(Self(text))
            }

            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::parse(text)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(text).map_err(serde::de::Error::custom)
            }
        }
    };
}

id_type!(
    /// The `id` of a REVIEW.md or of a pack.
    ReviewId,
    check_id
);
id_type!(
    /// The id of a check inside the manifest that declares it.
    CheckId,
    check_id
);
id_type!(
    /// The name of a binding.
    BindingName,
    check_id
);
id_type!(
    /// The `as` of an imported pack.
    PackNamespace,
    check_id
);
id_type!(
    /// How a binding names a check: a local id, or `<as>/<id>` for a check of a pack.
    CheckRef,
    check_ref
);

impl CheckRef {
    /// The ref of a check that a pack imported under `namespace` declares.
    #[must_use]
    pub fn imported(namespace: &PackNamespace, id: &CheckId) -> Self {
        Self(format!("{namespace}/{id}"))
    }

    /// The namespace in front of the slash; `None` for a local check.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.0.split_once('/').map(|(namespace, _)| namespace)
    }

    /// The ref as one path component: `/` becomes `__` (AIP-62, "The agent-lane contract").
    #[must_use]
    pub fn file_stem(&self) -> String {
        self.0.replace('/', "__")
    }
}

impl From<CheckId> for CheckRef {
    fn from(id: CheckId) -> Self {
        Self(id.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, id: bool, reference: bool) {
        assert_eq!(CheckId::parse(text).is_ok(), id, "id {text:?}");
        assert_eq!(CheckRef::parse(text).is_ok(), reference, "ref {text:?}");
    }

    #[test]
    fn shapes() {
        check("a", true, true);
        check("a-", true, true);
        check("a--b9", true, true);
        check("a/b", false, true);
        check("a/b/c", false, false);
        check("/a", false, false);
        check("a/", false, false);
        check("", false, false);
        check("9a", false, false);
        check("-a", false, false);
        check("A", false, false);
        check("a\n", false, false);
        check("é", false, false);
        check(&"a".repeat(64), true, true);
        check(&"a".repeat(65), false, true);
        check(&"a".repeat(129), false, true);
        check(&"a".repeat(130), false, false);
    }

    #[test]
    fn a_ref_knows_its_namespace() {
        let reference = CheckRef::parse("org/lint").unwrap();
        assert_eq!(reference.namespace(), Some("org"));
        assert_eq!(reference.file_stem(), "org__lint");
        assert_eq!(CheckRef::parse("lint").unwrap().namespace(), None);
    }
}
