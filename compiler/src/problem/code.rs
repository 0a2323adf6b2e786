//! The codes of problems: the one table of what can be wrong.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[doc = $doc:expr])+ $name:ident = $text:literal,)+) => {
        /// What kind of problem it is. The text form is stable: scripts may compare it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ #[doc = concat!("`", $text, "`")] $name,)+
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable text form, in kebab case.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

codes! {
    // The file.
    /// The file is larger than a manifest may be.
    TooLarge = "too-large",
    /// The file is not UTF-8.
    NotUtf8 = "not-utf8",
    /// The file holds a NUL byte.
    NulByte = "nul-byte",
    /// The frontmatter holds a character that YAML does not allow.
    ControlCharacter = "control-character",
    /// The file does not begin with a `---` line.
    NoFrontmatter = "no-frontmatter",
    /// The opening `---` has text after it.
    BadFence = "bad-fence",
    /// No second `---` line ends the frontmatter.
    UnclosedFrontmatter = "unclosed-frontmatter",

    // The YAML.
    /// The frontmatter is not YAML.
    Yaml = "yaml",
    /// The frontmatter holds more than one YAML document.
    SecondDocument = "second-document",
    /// Values are nested too deeply.
    TooDeep = "too-deep",
    /// Aliases expand to too much.
    AliasBomb = "alias-bomb",
    /// An alias stands inside the value that it names.
    RecursiveAlias = "recursive-alias",
    /// A tag other than those of YAML's core schema, or one that does not fit its value.
    UnknownTag = "unknown-tag",
    /// A mapping has a key twice.
    DuplicateKey = "duplicate-key",
    /// A merge key, `<<`.
    MergeKey = "merge-key",
    /// A key that is not text.
    NonStringKey = "non-string-key",

    // The shape of the fields.
    /// The frontmatter is empty or is no mapping.
    NotAMapping = "not-a-mapping",
    /// A key that the format does not know there.
    UnknownKey = "unknown-key",
    /// A required member is missing.
    MissingField = "missing-field",
    /// A member is given without a value.
    NullValue = "null-value",
    /// A value of another type than the member has.
    WrongType = "wrong-type",
    /// A value of the right type that the member cannot have.
    BadValue = "bad-value",
    /// `kind` is not the kind that is read.
    WrongKind = "wrong-kind",
    /// Not an id.
    BadId = "bad-id",
    /// Not a check ref.
    BadRef = "bad-ref",
    /// Not a reference to a pack.
    BadPackRef = "bad-pack-ref",
    /// Not a version.
    BadVersion = "bad-version",
    /// A path that leaves the repository.
    EscapingPath = "escaping-path",

    // The rules that span fields.
    /// Two checks have one id.
    DuplicateId = "duplicate-id",
    /// Two packs have one namespace.
    DuplicateNamespace = "duplicate-namespace",
    /// A list names a check twice.
    DuplicateRef = "duplicate-ref",
    /// A ref that names no check.
    UnknownCheck = "unknown-check",
    /// A ref into a namespace that no pack is imported under.
    UnknownNamespace = "unknown-namespace",
    /// A check without effects in `prepare`.
    NotEffects = "not-effects",
    /// A check with effects among the lanes.
    EffectsInChecks = "effects-in-checks",
    /// `effects: true` where it is not allowed: on an agent check, or in a pack.
    EffectsNotAllowed = "effects-not-allowed",
    /// No lane of a binding can change the verdict.
    NoBlockingCheck = "no-blocking-check",
    /// There is no check that the implied binding could run.
    NoLanes = "no-lanes",
    /// Packs are imported and no binding is declared.
    BindingsRequired = "bindings-required",
    /// A stand-in repeats the reviewer or another stand-in.
    FallbackRepeats = "fallback-repeats",
    /// An override of a check that is not imported.
    UnselectedOverride = "unselected-override",

    // Lowering.
    /// A placeholder that nothing is bound to.
    UnboundPlaceholder = "unbound-placeholder",
    /// `{head}` in a prepare check.
    HeadInPrepare = "head-in-prepare",

    // Packs.
    /// A pack could not be loaded.
    PackNotLoaded = "pack-not-loaded",
    /// A pack's own manifest is not valid.
    InvalidPack = "invalid-pack",
    /// A pack has no check of that id.
    UnknownPackCheck = "unknown-pack-check",
    /// A command of a pack that is not trusted.
    CommandsNotAllowed = "commands-not-allowed",
    /// An agent check that no reviewer was named for.
    MissingPreset = "missing-preset",
    /// A rubric of a pack could not be read.
    RubricNotLoaded = "rubric-not-loaded",
    /// An override that the kind of check does not have.
    OverrideNotApplicable = "override-not-applicable",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_kebab_case_and_unique() {
        let texts: HashSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), Code::ALL.len());
        for text in texts {
            assert!(
                text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
                "{text}"
            );
        }
    }
}
