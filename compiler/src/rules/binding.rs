//! What a binding may refer to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::problem::{Code, Nearest, quote};

/// What the rules ask of a check; `None` where it could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) effects: Option<bool>,
    pub(crate) blocking: Option<bool>,
}

/// The checks that a binding may refer to.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    facts: HashMap<&'a str, Facts>,
    order: Vec<&'a str>,
}

impl<'a> Known<'a> {
    pub(crate) fn new(checks: impl Iterator<Item = (&'a str, Facts)>) -> Self {
        let mut known = Self { facts: HashMap::new(), order: Vec::new() };
        for (id, facts) in checks {
            if let Entry::Vacant(free) = known.facts.entry(id) {
                free.insert(facts);
                known.order.push(id);
            }
        }
        known
    }
}

/// The refs of a binding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refs<'a> {
    pub(crate) binding: &'a str,
    pub(crate) prepare: &'a [&'a str],
    pub(crate) checks: &'a [&'a str],
    /// Whether `checks` is all there is; otherwise some item was no ref.
    pub(crate) all_read: bool,
}

/// One of a binding's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Prepare,
    Checks,
}

impl List {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Checks => "checks",
        }
    }
}

/// A rule that a binding breaks.
#[derive(Debug)]
pub(crate) struct Breach<'a> {
    pub(crate) code: Code,
    pub(crate) list: List,
    /// The offending item of the list; `None` when it is the list as a whole.
    pub(crate) at: Option<usize>,
    reference: &'a str,
    binding: &'a str,
    candidates: &'a [&'a str],
}

impl Breach<'_> {
    /// What is wrong, and what was probably meant.
    pub(crate) fn texts(&self, nearest: &mut Nearest) -> (String, Option<String>) {
        let name = quote(self.reference);
        let message = match self.code {
            Code::DuplicateRef => format!("{name} is already in this list; name each check once"),
            Code::UnknownNamespace => format!("{name} names a namespace that no entry of `uses` has as its `as`"),
            Code::NotEffects => format!("{name} has no `effects: true`, so it cannot be in `prepare`"),
            Code::EffectsInChecks => format!("{name} has `effects: true`, so it can only be in `prepare`"),
            Code::NoBlockingCheck => format!(
                "every check of binding {} has `blocking: false`, so nothing could decide the verdict",
                quote(self.binding)
            ),
            _ if self.candidates.is_empty() => format!("no check is called {name}"),
            _ => format!("no check is called {name}; there is {}", some_of(self.candidates)),
        };
        let sought = match self.code {
            Code::UnknownNamespace => self.reference.split_once('/').map_or(self.reference, |(namespace, _)| namespace),
            _ => self.reference,
        };
        let meant = nearest.find(sought, self.candidates.iter().copied());
        (message, meant.map(|meant| format!("did you mean `{meant}`?")))
    }
}

/// The first few names.
fn some_of(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let mut text = names.iter().take(SHOWN).map(|name| quote(name)).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(", …");
    }
    text
}

/// Judges one binding. `namespaces` are the declared ones while packs are not resolved; `None` when every ref must be
/// a known check.
pub(crate) fn judge<'a>(
    refs: Refs<'a>,
    known: &'a Known<'_>,
    namespaces: Option<&'a [&'a str]>,
    mut tell: impl FnMut(Breach<'a>),
) {
    let declared: HashSet<&str> = namespaces.unwrap_or_default().iter().copied().collect();
    // Whether a lane that can decide the verdict is there, or may be there.
    let mut decides = !refs.all_read || refs.checks.is_empty();
    for (list, items) in [(List::Prepare, refs.prepare), (List::Checks, refs.checks)] {
        let mut seen = HashSet::with_capacity(items.len());
        for (at, &reference) in items.iter().enumerate() {
            let mut breach = |code, candidates| {
                tell(Breach { code, list, at: Some(at), reference, binding: refs.binding, candidates });
            };
            if !seen.insert(reference) {
                breach(Code::DuplicateRef, &[]);
                continue;
            }
            if let Some(facts) = known.facts.get(reference) {
                match (list, facts.effects) {
                    (List::Prepare, Some(false)) => breach(Code::NotEffects, &[]),
                    (List::Checks, Some(true)) => breach(Code::EffectsInChecks, &[]),
                    _ => {}
                }
                decides |= list == List::Checks && facts.blocking != Some(false);
                continue;
            }
            decides |= list == List::Checks;
            match (namespaces, reference.split_once('/')) {
                (Some(_), Some((namespace, _))) if declared.contains(namespace) => {}
                (Some(names), Some(_)) => breach(Code::UnknownNamespace, names),
                _ => breach(Code::UnknownCheck, known.order.as_slice()),
            }
        }
    }
    if !decides {
        tell(Breach {
            code: Code::NoBlockingCheck,
            list: List::Checks,
            at: None,
            reference: "",
            binding: refs.binding,
            candidates: &[],
        });
    }
}
