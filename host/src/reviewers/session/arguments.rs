//! The arguments of a reviewer, with placeholders filled in.

use std::path::Path;

/// What the placeholders of a preset's command stand for.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    pub(super) prompt_file: &'a Path,
    pub(super) verdict_file: &'a Path,
    pub(super) repo: &'a Path,
    pub(super) model: Option<&'a str>,
    /// Whether the kernel keeps the reviewer from writing.
    pub(super) confined: bool,
}

impl Arguments<'_> {
    /// Fills in one argument, once from left to right; anything else in braces stays as it is.
    pub(super) fn fill(&self, argument: &str) -> String {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let folder = self.verdict_file.parent().unwrap_or(self.verdict_file);
        let known = [
            ("{prompt_file}", text(self.prompt_file)),
            ("{verdict_file}", text(self.verdict_file)),
            ("{verdict_folder}", text(folder)),
            ("{repo}", text(self.repo)),
            ("{model}", self.model.unwrap_or_default().to_owned()),
            ("{sandbox_mode}", if self.confined { "danger-full-access" } else { "read-only" }.to_owned()),
        ];
        let mut filled = String::with_capacity(argument.len());
        let mut rest = argument;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            filled.push_str(before);
            match known.iter().find(|(name, _)| from.starts_with(name)) {
                Some((name, value)) => {
                    filled.push_str(value);
                    rest = from.get(name.len()..).unwrap_or_default();
                }
                None => {
                    filled.push('{');
                    rest = from.get(1..).unwrap_or_default();
                }
            }
        }
        filled.push_str(rest);
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        let check = |argument: &str, expect: &str| {
            let arguments = Arguments {
                prompt_file: Path::new("/p/{repo}"),
                verdict_file: Path::new("/v/lane/x.json"),
                repo: Path::new("/r"),
                model: Some("m"),
                confined: argument.starts_with("confined"),
            };
            assert_eq!(arguments.fill(argument), expect, "{argument}");
        };
        check("plain", "plain");
        check("--out={verdict_file}", "--out=/v/lane/x.json");
        check("{verdict_folder}", "/v/lane");
        check("{repo}{model}{repo}", "/rm/r");
        check("{prompt_file}", "/p/{repo}");
        check("{\"a\":{}} {other} {", "{\"a\":{}} {other} {");
        check("{{repo}}", "{/r}");
        check("{sandbox_mode}", "read-only");
        check("confined {sandbox_mode}", "confined danger-full-access");
    }
}
