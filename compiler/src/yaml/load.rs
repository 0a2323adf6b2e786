//! Events of the parser into a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_saphyr::granit_parser::{
    ErrorKind, Event, Marker, Options, Parser, ScalarStyle, ScanError, Span as RawSpan, StructureStyle, Tag,
};

use super::advice::advice;
use super::keys::check_keys;
use super::paths::NodePath;
use super::scalar::Notation;
use super::tree::{Data, NodeId, Stored, Tree};
use crate::problem::{Code, Path, ProblemSink, printable, quote};
use crate::source::{Frontmatter, Span, unprintable};

/// The deepest nesting of collections (rulings 2).
const MAX_DEPTH: usize = 64;
/// The most values that all aliases together may stand for. What is written out in full is bounded by the size of
/// the source alone.
const MAX_ALIASED_NODES: usize = 100_000;
/// The most bytes of text that all aliases together may stand for.
const MAX_ALIASED_BYTES: usize = 4 << 20;

/// Reads the frontmatter. `None` when there is no whole document to look at; what is wrong is in `problems` then.
/// Problems that leave the document whole, such as a duplicate key, are in `problems` beside the tree.
pub(crate) fn load<'s>(frontmatter: &Frontmatter<'s>, problems: &mut ProblemSink) -> Option<Tree<'s>> {
    if let Some((at, character)) = unprintable(frontmatter.block) {
        let start = frontmatter.offset + at;
        let span = Span::new(start, start + character.len_utf8());
        problems.add(Code::ControlCharacter, span, &Path::ROOT, || {
            format!(
                "the control character U+{:04X} cannot stand in YAML; in double quotes it has an escape",
                u32::from(character)
            )
        });
        return None;
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    // The parser looks ahead of its events, so it stops there too.
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut loader = Loader {
        block: frontmatter.block,
        offset: frontmatter.offset,
        tree: Tree::default(),
        open: Vec::new(),
        anchors: HashMap::new(),
        total: Weight::default(),
        aliased: Weight::default(),
        documents: 0,
        bad_tags: Vec::new(),
        problems: &mut *problems,
    };
    for event in Parser::new_from_str_with_options(frontmatter.block, options) {
        let step = match event {
            Ok((event, span)) => loader.take(event, &span),
            Err(error) => Err(loader.not_yaml(&error)),
        };
        match step {
            Ok(Next::Event) => {}
            Ok(Next::Done) => break,
            Err(Stopped) => return None,
        }
    }
    let Loader { tree, bad_tags, .. } = loader;
    for (node, message) in bad_tags {
        if let Some(found) = tree.nodes.get(node.index()) {
            problems.add(Code::UnknownTag, found.span, &NodePath { tree: &tree, node }, || message);
        }
    }
    check_keys(&tree, problems);
    Some(tree)
}

/// A problem that leaves no whole document.
struct Stopped;

enum Next {
    Event,
    Done,
}

/// How much a subtree holds, with everything its aliases stand for.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    bytes: usize,
}

impl Weight {
    fn plus(self, other: Self) -> Self {
        Self { nodes: self.nodes.saturating_add(other.nodes), bytes: self.bytes.saturating_add(other.bytes) }
    }

    fn minus(self, other: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(other.nodes), bytes: self.bytes.saturating_sub(other.bytes) }
    }
}

/// A collection that has not ended.
struct Open {
    node: NodeId,
    anchor: usize,
    /// What came before it.
    before: Weight,
    /// The deepest nesting inside it so far.
    height: usize,
    style: StructureStyle,
}

struct Anchored {
    node: NodeId,
    weight: Weight,
    /// How many collections are nested in it, itself included.
    height: usize,
}

struct Loader<'s, 'p> {
    block: &'s str,
    offset: usize,
    tree: Tree<'s>,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchored>,
    total: Weight,
    aliased: Weight,
    documents: usize,
    /// Tags that are told once the document is whole and paths are known.
    bad_tags: Vec<(NodeId, String)>,
    problems: &'p mut ProblemSink,
}

impl<'s> Loader<'s, '_> {
    fn take(&mut self, event: Event<'s>, span: &RawSpan) -> Result<Next, Stopped> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let span = self.span(span);
                    self.problems.add(Code::SecondDocument, span, &Path::ROOT, || {
                        "a second YAML document begins here; the frontmatter is one".to_owned()
                    });
                    return Ok(Next::Done);
                }
            }
            Event::Scalar(text, style, anchor, tag) => self.scalar(text, style, anchor, tag.as_deref(), span),
            Event::SequenceStart(style, anchor, tag) => {
                self.start(Data::Sequence, style, anchor, tag.as_deref(), span)?;
            }
            Event::MappingStart(style, anchor, tag) => {
                self.start(Data::Mapping, style, anchor, tag.as_deref(), span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(span),
            Event::Alias(anchor) => self.alias(anchor, span)?,
            _ => {}
        }
        Ok(Next::Event)
    }

    fn scalar(&mut self, text: Cow<'s, str>, style: ScalarStyle, anchor: usize, tag: Option<&Tag>, span: &RawSpan) {
        let place = self.span(span);
        let notation = match tag {
            None if style == ScalarStyle::Plain => Notation::Plain,
            None => Notation::Text,
            Some(tag) => self.tagged(&text, tag, style),
        };
        let weight = Weight { nodes: 1, bytes: text.len() };
        self.total = self.total.plus(weight);
        let node = self.push(place, Data::Scalar(text, notation));
        if anchor != 0 {
            self.anchors.insert(anchor, Anchored { node, weight, height: 0 });
        }
    }

    fn start(
        &mut self,
        data: Data<'s>,
        style: StructureStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: &RawSpan,
    ) -> Result<(), Stopped> {
        let place = self.span(span);
        if self.open.len() >= MAX_DEPTH {
            return Err(self.too_deep(place));
        }
        let mapping = matches!(data, Data::Mapping);
        if let Some(tag) = tag
            && tag.core_suffix() != Some(if mapping { "map" } else { "seq" })
        {
            self.unknown_tag(tag);
        }
        let before = self.total;
        self.total = self.total.plus(Weight { nodes: 1, bytes: 0 });
        let node = self.push(place, data);
        self.open.push(Open { node, anchor, before, height: 0, style });
        Ok(())
    }

    fn end(&mut self, span: &RawSpan) {
        let Some(open) = self.open.pop() else { return };
        let next = NodeId::at(self.tree.nodes.len());
        let block_end = self.tree.nodes.last().map_or(0, |last| last.span.end());
        let flow_end = self.span(span).end();
        if let Some(stored) = self.tree.nodes.get_mut(open.node.index()) {
            stored.next = next;
            let end = if open.style == StructureStyle::Flow { flow_end } else { block_end };
            stored.span = Span::new(stored.span.start(), end);
        }
        let height = open.height + 1;
        if let Some(parent) = self.open.last_mut() {
            parent.height = parent.height.max(height);
        }
        if open.anchor != 0 {
            let weight = self.total.minus(open.before);
            self.anchors.insert(open.anchor, Anchored { node: open.node, weight, height });
        }
    }

    fn alias(&mut self, anchor: usize, span: &RawSpan) -> Result<(), Stopped> {
        let place = self.span(span);
        let Some(&Anchored { node, weight, height }) = self.anchors.get(&anchor) else {
            self.problems.add(Code::RecursiveAlias, place, &Path::ROOT, || {
                "this alias stands inside the very value that it names".to_owned()
            });
            return Err(Stopped);
        };
        if self.open.len() + height > MAX_DEPTH {
            return Err(self.too_deep(place));
        }
        self.aliased = self.aliased.plus(weight);
        if self.aliased.nodes > MAX_ALIASED_NODES || self.aliased.bytes > MAX_ALIASED_BYTES {
            self.problems.add(Code::AliasBomb, place, &Path::ROOT, || {
                format!(
                    "the aliases up to here stand for more than {MAX_ALIASED_NODES} values or {MAX_ALIASED_BYTES} bytes; \
                     write the values out"
                )
            });
            return Err(Stopped);
        }
        self.total = self.total.plus(weight);
        if let Some(parent) = self.open.last_mut() {
            parent.height = parent.height.max(height);
        }
        self.push(place, Data::Alias(node));
        Ok(())
    }

    fn push(&mut self, span: Span, data: Data<'s>) -> NodeId {
        let node = NodeId::at(self.tree.nodes.len());
        self.tree.nodes.push(Stored { span, next: NodeId::at(self.tree.nodes.len() + 1), data });
        node
    }

    fn tagged(&mut self, text: &str, tag: &Tag, style: ScalarStyle) -> Notation {
        use super::Scalar;
        let fits = |notation| {
            let value = Scalar::read(text, notation);
            match tag.core_suffix() {
                Some("str") => true,
                Some("null") => value == Scalar::Null,
                Some("bool") => matches!(value, Scalar::Bool(_)),
                Some("int") => matches!(value, Scalar::Integer(_)),
                Some("float") => matches!(value, Scalar::Integer(_) | Scalar::Float(_)),
                _ => false,
            }
        };
        let non_specific = tag.core_suffix().is_none() && tag.original() == "!";
        if non_specific || tag.core_suffix() == Some("str") {
            Notation::Text
        } else if fits(Notation::Plain) {
            Notation::Plain
        } else {
            self.unknown_tag(tag);
            if style == ScalarStyle::Plain { Notation::Plain } else { Notation::Text }
        }
    }

    /// Notes that the tag of the node that is pushed next is not accepted.
    fn unknown_tag(&mut self, tag: &Tag) {
        let name = quote(&tag.original());
        let message = if tag.core_suffix().is_some() {
            format!("the tag {name} does not fit its value; leave it out")
        } else {
            format!("the tag {name} is not one of YAML's own; leave it out")
        };
        self.bad_tags.push((NodeId::at(self.tree.nodes.len()), message));
    }

    fn too_deep(&mut self, place: Span) -> Stopped {
        self.problems
            .add(Code::TooDeep, place, &Path::ROOT, || format!("values are nested more than {MAX_DEPTH} deep here"));
        Stopped
    }

    fn not_yaml(&mut self, error: &ScanError) -> Stopped {
        let start = self.place(error.marker());
        if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
            return self.too_deep(Span::new(start, start));
        }
        let advice = advice(error.kind(), self.block, start - self.offset);
        self.problems.suggest(Code::Yaml, Span::new(start, start + 1), &Path::ROOT, |_| {
            (format!("not valid YAML: {}", printable(&error.info())), Some(advice.to_owned()))
        });
        Stopped
    }

    fn span(&self, span: &RawSpan) -> Span {
        Span::new(self.place(&span.start), self.place(&span.end))
    }

    /// The marker as an offset into the whole source.
    fn place(&self, marker: &Marker) -> usize {
        let inside = marker.byte_offset().unwrap_or_else(|| {
            self.block.char_indices().nth(marker.index()).map_or(self.block.len(), |(offset, _)| offset)
        });
        self.offset + inside.min(self.block.len())
    }
}
