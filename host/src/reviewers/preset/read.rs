//! Reading a file of presets, with every mistake placed.

use std::ops::Range;

use assize_compiler::Nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Access, Harness, Preset, PresetProblem};

/// The members of a preset.
const MEMBERS: &[&str] = &["harness", "command", "model", "env", "home_files", "access", "description", "readable"];
/// Variables that are set for a reviewer and cannot be passed through.
const OWN_VARIABLES: &[&str] = &["HOME", "TMPDIR", "PATH"];

/// The presets in `text`, in the order of the file, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Vec<Preset>, Vec<PresetProblem>> {
    let mut reader = Reader { text, problems: Vec::new(), nearest: Nearest::default() };
    let presets = match DeTable::parse(text) {
        Ok(table) => reader.document(table.get_ref()),
        Err(error) => {
            reader.problem(error.span().unwrap_or(0..0), error.message().to_owned());
            Vec::new()
        }
    };
    if reader.problems.is_empty() {
        return Ok(presets);
    }
    reader.problems.sort_by_key(|problem| (problem.line, problem.column));
    Err(reader.problems)
}

struct Reader<'t> {
    text: &'t str,
    problems: Vec<PresetProblem>,
    nearest: Nearest,
}

type Table<'i> = DeTable<'i>;
type Value<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn document(&mut self, document: &Table<'_>) -> Vec<Preset> {
        let mut presets = Vec::new();
        for (key, value) in document {
            if key.get_ref() != "presets" {
                self.unknown(key.span(), "", key.get_ref(), &["presets"]);
                continue;
            }
            let DeValue::Table(table) = value.get_ref() else {
                self.problem(value.span(), "presets must hold a table for each preset: [presets.NAME]".to_owned());
                continue;
            };
            let mut tables: Vec<_> = table.iter().collect();
            tables.sort_by_key(|(name, _)| name.span().start);
            for (name, value) in tables {
                match value.get_ref() {
                    DeValue::Table(table) => presets.extend(self.preset(name.span(), name.get_ref(), table)),
                    _ => {
                        let message = format!("{} must be a table: [presets.{}]", name.get_ref(), name.get_ref());
                        self.problem(value.span(), message);
                    }
                }
            }
        }
        presets
    }

    fn preset(&mut self, span: Range<usize>, name: &str, table: &Table<'_>) -> Option<Preset> {
        let before = self.problems.len();
        if name.is_empty() {
            self.problem(span.clone(), "a preset needs a name".to_owned());
        }
        for (key, _) in table {
            if !MEMBERS.contains(&key.get_ref().as_ref()) {
                self.unknown(key.span(), &format!("presets.{name}."), key.get_ref(), MEMBERS);
            }
        }
        let command = self.texts(table, name, "command");
        let harness = self.word(table, name, "harness", &Harness::ALL.map(|harness| (harness.name(), harness)));
        let harness = harness.or_else(|| {
            // What it is to run says enough.
            if !table.contains_key("command") && !table.contains_key("harness") {
                let all = Harness::ALL.map(Harness::name).join(", ");
                self.problem(span.clone(), format!("presets.{name} needs a harness: one of {all}"));
            }
            command.as_ref().map(|_| Harness::Command)
        });
        let accesses = [("read-only", Access::ReadOnly), ("none", Access::None)];
        let access = self.word(table, name, "access", &accesses).unwrap_or_default();
        let model = self.text(table, name, "model");
        let mut preset = Preset::of_harness(name, harness?);
        preset.built_in = false;
        preset.access = access;
        preset.description = self.text(table, name, "description");
        preset.readable = self.texts(table, name, "readable").unwrap_or_default();
        if let Some(env) = self.texts(table, name, "env") {
            preset.env = env;
        }
        if let Some(files) = self.texts(table, name, "home_files") {
            preset.home_files = files;
            preset.home_files_required = true;
        }
        self.judge_lists(&preset, table);
        let preset = match command {
            Some(command) => Preset { command, model, ..preset },
            None if preset.harness == Harness::Command => {
                let message = format!("presets.{name} needs a command: the program and its arguments, as a list");
                self.problem(span, message);
                preset
            }
            None => preset.with_model(model),
        };
        self.judge_command(&preset, table);
        (self.problems.len() == before).then_some(preset)
    }

    fn judge_lists(&mut self, preset: &Preset, table: &Table<'_>) {
        let name = &preset.name;
        for variable in &preset.env {
            let own = OWN_VARIABLES.contains(&variable.as_str()) || variable.starts_with("REVIEW_");
            if own || variable.is_empty() || variable.contains(['=', '\0']) {
                let why = if own { "is set for every reviewer" } else { "is no name of a variable" };
                self.problem_at(table, "env", format!("presets.{name}.env: {variable:?} {why}"));
            }
        }
        for file in &preset.home_files {
            let path = std::path::Path::new(file);
            let inside = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if !inside || file.is_empty() {
                let message = format!(
                    "presets.{name}.home_files: {file:?} must be a file inside the home folder, relative to it"
                );
                self.problem_at(table, "home_files", message);
            }
        }
        for path in &preset.readable {
            if !path.starts_with('/') && !path.starts_with("~/") {
                let message = format!("presets.{name}.readable: {path:?} must be absolute or begin with ~/");
                self.problem_at(table, "readable", message);
            }
        }
    }

    fn judge_command(&mut self, preset: &Preset, table: &Table<'_>) {
        let name = &preset.name;
        if table.contains_key("command") && preset.command.first().is_none_or(String::is_empty) {
            self.problem_at(table, "command", format!("presets.{name}.command must begin with a program"));
        }
        if preset.model.is_none() && preset.command.iter().any(|argument| argument.contains("{model}")) {
            let message = format!("presets.{name}.command holds {{model}}, and the preset names no model");
            self.problem_at(table, "command", message);
        }
    }

    /// A member that is a text and not empty.
    fn text(&mut self, table: &Table<'_>, preset: &str, member: &str) -> Option<String> {
        let value = table.get(member)?;
        match value.get_ref() {
            DeValue::String(text) if !text.is_empty() => Some(text.to_string()),
            _ => {
                self.problem(value.span(), format!("presets.{preset}.{member} must be a text that is not empty"));
                None
            }
        }
    }

    /// A member that is a list of texts.
    fn texts(&mut self, table: &Table<'_>, preset: &str, member: &str) -> Option<Vec<String>> {
        let value = table.get(member)?;
        let text = |value: &Value<'_>| match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        };
        let texts = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(text).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        if texts.is_none() {
            self.problem(value.span(), format!("presets.{preset}.{member} must be a list of texts"));
        }
        texts
    }

    /// A member that is one of a few words.
    fn word<T: Copy>(&mut self, table: &Table<'_>, preset: &str, member: &str, words: &[(&str, T)]) -> Option<T> {
        let value = table.get(member)?;
        let text = value.get_ref().as_str().unwrap_or_default();
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Some(*meaning);
        }
        let all: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let meant = self.nearest.find(text, all.iter().copied());
        let meant = meant.map(|word| format!("; did you mean {word:?}?")).unwrap_or_default();
        self.problem(value.span(), format!("presets.{preset}.{member} must be one of {}{meant}", all.join(", ")));
        None
    }

    fn unknown(&mut self, span: Range<usize>, before: &str, name: &str, known: &[&str]) {
        let meant = self.nearest.find(name, known.iter().copied());
        let meant = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known are {}", known.join(", ")),
        };
        self.problem(span, format!("`{before}{name}` is not known; {meant}"));
    }

    fn problem_at(&mut self, table: &Table<'_>, member: &str, message: String) {
        let span = table.get(member).map_or(0..0, Spanned::span);
        self.problem(span, message);
    }

    fn problem(&mut self, span: Range<usize>, message: String) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.problems.push(PresetProblem { line, column, message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let problems = read(text).err().unwrap_or_default();
        problems
            .into_iter()
            .map(|problem| format!("{}:{}: {}", problem.line, problem.column, problem.message))
            .collect()
    }

    fn check(text: &str, expect: &[&str]) {
        let found = problems(text);
        assert_eq!(found.len(), expect.len(), "{text}\n{found:#?}");
        for (found, expect) in found.iter().zip(expect) {
            assert!(found.contains(expect), "{found:?} lacks {expect:?}");
        }
    }

    #[test]
    fn a_preset_says_all_that_is_known() {
        let text = r#"
            [presets.kimi]
            harness = "command"
            command = ["kimi", "--print", "--model", "{model}"]
            model = "kimi-k2"
            env = ["MOONSHOT_API_KEY"]
            home_files = [".kimi/auth.json"]
            access = "none"
            description = "quick"
            readable = ["~/tools"]
            [presets.careful]
            harness = "claude-code"
            model = "opus"
        "#;
        let presets = read(text).unwrap();
        let [kimi, careful] = presets.as_slice() else { panic!("{presets:?}") };
        assert_eq!(
            (kimi.harness, kimi.access, kimi.model.as_deref()),
            (Harness::Command, Access::None, Some("kimi-k2"))
        );
        assert_eq!((kimi.command.len(), kimi.env.len(), kimi.home_files.len()), (4, 1, 1));
        assert_eq!((careful.program(), careful.access), ("claude", Access::ReadOnly));
        assert!(careful.command.ends_with(&["--model".to_owned(), "{model}".to_owned()]));
        assert!(careful.env.contains(&"ANTHROPIC_API_KEY".to_owned()));
        assert_eq!(read("").unwrap(), []);
        let opencode = Preset::of_harness("x", Harness::OpenCode);
        assert_eq!(opencode.program(), "opencode");
    }

    #[test]
    fn mistakes_are_placed_and_named() {
        check(
            "[presets.a]\nharnes = \"command\"\ncommand = [\"x\"]\n",
            &["2:1: `presets.a.harnes` is not known; did you mean `harness`?"],
        );
        check("[preset.a]\n", &["1:2: `preset` is not known; did you mean `presets`?"]);
        check("[presets.a]\n", &["needs a harness: one of command, claude-code"]);
        check("[presets.a]\nharness = \"claud-code\"\n", &["2:11: presets.a.harness must be one of"]);
        check("[presets.a]\nharness = \"claud-code\"\n", &["did you mean \"claude-code\"?"]);
        check("[presets.a]\nharness = \"command\"\n", &["needs a command"]);
        check("[presets.a]\ncommand = \"x\"\n", &["2:11: presets.a.command must be a list of texts"]);
        check("[presets.a]\ncommand = []\n", &["must begin with a program"]);
        check("[presets.a]\ncommand = [\"x\", \"{model}\"]\n", &["names no model"]);
        check(
            "[presets.a]\ncommand = [\"x\"]\nmodel = \"\"\naccess = \"all\"\n",
            &["3:9: presets.a.model", "4:10: presets.a.access"],
        );
        check(
            "[presets.a]\ncommand = [\"x\"]\nenv = [\"HOME\", \"A=B\"]\n",
            &["is set for every reviewer", "is no name of a variable"],
        );
        check("[presets.a]\ncommand = [\"x\"]\nhome_files = [\"/etc/passwd\", \"../x\"]\n", &["/etc/passwd", "../x"]);
        check("[presets.a]\ncommand = [\"x\"]\nreadable = [\"x\"]\n", &["must be absolute"]);
        check("[presets]\na = 1\n", &["2:5: a must be a table"]);
        check("presets = 1\n", &["1:11: presets must hold a table"]);
        check("[presets.a\n", &["1:"]);
        check("[presets.a]\ncommand = [\"x\"]\n[presets.a]\n", &["3:"]);
    }
}
