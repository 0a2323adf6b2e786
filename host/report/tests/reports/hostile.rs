//! Whatever an attestation holds, a report stays well-formed, bounded and harmless.

use assize_report::{Report, ReportFormat};
use assize_schemas::{Excerpt, is_unsafe};
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};

use crate::support::{FORMATS, attestation, graph, render, report_of};

/// Everything that has ever broken out of something.
const HOSTILE: &str = "</script><script>alert(1)</script> --> ]]> <!-- <![CDATA[ \"'`> onload=alert(1) \
    \u{1b}[31mred\u{1b}[0m \u{1b}]8;;http://evil\u{7}link \u{0}\u{8}\u{b}\u{c}\u{7f}\u{85}\u{9b} \u{202e}txt.exe\u{2066} \
    \u{200b}\u{feff}\u{2028}\u{fffe}\u{ffff}\u{e0041} &amp; &#x3c; %0A ::error::x ##[error]y \
    ```\n~~~\n# heading\n| a | b |\n<details open>\n[click](javascript:alert(1)) ![x](http://evil/x.png) @everyone #1 \
    <style>*{display:none}</style> </textarea></title></style></pre></table> {{ }} ${x} https://evil.example www.evil.example";

fn hostile(text: &str) -> Report {
    let finding = |file: &str| json!({ "severity": "high", "title": text, "detail": text, "file": file, "line": 1 });
    let lanes = json!([
        { "id": "a", "kind": "agent", "status": "fail", "blocking": true, "durationMs": 5, "preset": text, "model": text,
          "sessionId": text, "summary": text, "fallbacks": [{ "preset": text, "error": text }],
          "findings": [finding(text), finding("src/a b<>&\".rs"), finding("javascript:alert(1)"), finding("../../etc/passwd")] },
        { "id": "b", "kind": "command", "status": "fail", "blocking": true, "durationMs": u64::MAX, "exitCode": 1,
          "findings": [{ "severity": "low", "title": "", "detail": text }] },
        { "id": "c", "kind": "command", "status": "timeout", "blocking": false, "durationMs": 0, "findings": [],
          "error": format!("{text}\n{text}") },
    ]);
    let more = json!({
        "runId": format!("review-{text}"), "reviewId": text, "binding": text, "createdAt": text, "dirty": true,
        "target": { "repoRemote": text, "baseSha": text, "headSha": text }, "rangeSha": text, "manifestSha": text,
        "attestor": { "daemon": text, "presets": [text], "signature": { "alg": text, "keyFingerprint": text,
            "principal": text, "signedAt": text, "sig": text } },
        "rubrics": [{ "check": text, "path": text, "sha256": text }],
        "packs": [{ "ref": text, "id": text, "version": text, "alg": text, "sha256": text }],
        "requester": { "sessionId": text, "gitAuthor": { "name": text, "email": text } },
        "pr": { "provider": "github", "repo": text, "number": 1, "url": format!("javascript:{text}") },
        "unknown": text,
    });
    report_of(&attestation("block", &lanes, &more))
        .with_graph(&graph(&[("a", true), ("b", true), ("c", false)]))
        .with_excerpts(vec![Excerpt { lane: 0, finding: 0, first_line: 1, lines: vec![text.replace('\n', " "); 3] }])
        .with_signing_error(Some(text.to_owned()))
        .with_manifest(text.to_owned())
}

/// Holds what must hold of every report.
fn check(name: &str, report: &Report) {
    for (format, ending) in FORMATS {
        let text = render(name, report, format);
        let shown = |one: char| {
            matches!(one, '\n' | '\t') || one == '\u{2060}' && format == ReportFormat::Markdown || !is_unsafe(one)
        };
        let odd: Vec<char> = text.chars().filter(|one| !shown(*one)).collect();
        assert!(odd.is_empty(), "{ending} holds {odd:?}");
        match format {
            ReportFormat::Html => check_page(&text),
            ReportFormat::Junit => {
                check_xml(&text);
            }
            ReportFormat::Sarif => {
                serde_json::from_str::<Value>(&text).unwrap();
            }
            ReportFormat::Json => {
                let document: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(document["attestation"], report.document().attestation);
            }
            _ => {}
        }
    }
}

/// The tags of an XML document, each that is opened closed again.
fn check_xml(text: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    let (mut open, mut tags) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
                assert!(start.attributes().all(|attribute| attribute.is_ok()));
                tags.push(name.clone());
                open.push(name);
            }
            Event::End(end) => assert_eq!(open.pop().unwrap().as_bytes(), end.name().as_ref()),
            Event::Empty(empty) => tags.push(String::from_utf8(empty.name().as_ref().to_vec()).unwrap()),
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    tags
}

/// The elements and attributes of a page are those that it is made of: none comes from a text.
fn check_page(page: &str) {
    let (mut names, mut links) = (Vec::new(), Vec::new());
    // Whatever stands behind a `<` is an element, because every `<` of a text is escaped.
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap().to_owned();
        links.extend(tag.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
        // Every second part of a tag is a value between quotes.
        let bare: String = tag.split('"').step_by(2).collect();
        let attribute = |name: &str| bare.contains(&format!(" {name}"));
        assert!(bare.matches(" class=").count() <= 1, "{tag}");
        assert!(!attribute("on") && !attribute("src") && !attribute("style"), "{tag}");
        names.push(name);
    }
    let known = [
        "!DOCTYPE",
        "html",
        "head",
        "meta",
        "title",
        "link",
        "style",
        "body",
        "header",
        "main",
        "section",
        "article",
        "div",
        "p",
        "span",
        "h1",
        "h2",
        "h3",
        "h4",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "code",
        "pre",
        "a",
        "strong",
        "time",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "details",
        "summary",
        "figure",
        "figcaption",
        "mark",
        "svg",
        "g",
        "rect",
        "circle",
        "path",
        "text",
    ];
    for name in names {
        assert!(known.contains(&name.as_str()), "<{name}> is no element of the page");
    }
    for link in links {
        assert!(link == "data:," || link.starts_with("https://") || link.starts_with("http://"), "{link}");
    }
    assert_eq!(page.matches("<style>").count(), 1);
    assert_eq!(page.matches("<script").count(), 0);
}

#[test]
fn hostile_texts_stay_texts() {
    check("hostile", &hostile(HOSTILE));
}

#[test]
fn markdown_neither_formats_nor_mentions() {
    let text = hostile(HOSTILE).render(ReportFormat::Markdown).unwrap();
    // Outside blocks and spans of code, which show what is in them as it is.
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        let ticks: String = bare.chars().take_while(|one| *one == '`').collect();
        match &fence {
            Some(open) => {
                if bare == open {
                    fence = None;
                }
                continue;
            }
            None if ticks.len() >= 3 && bare.ends_with("text") => {
                fence = Some(ticks);
                continue;
            }
            None => {}
        }
        let mut outside = line.to_owned();
        while let Some((before, rest)) = outside.split_once('`').filter(|(before, _)| !before.ends_with('\\')) {
            let run = 1 + rest.chars().take_while(|one| *one == '`').count();
            let ticks = "`".repeat(run);
            let Some(inside) = rest.get(run - 1..).and_then(|rest| rest.split_once(&ticks)) else { break };
            outside = format!("{before}{}", inside.1);
        }
        assert!(!outside.contains("@e") && !outside.contains("https:") && !outside.contains("]("), "{outside}");
        let html = outside.replace("<details><summary>Evidence</summary>", "").replace("</details>", "");
        assert!(!html.contains('<'), "{html}");
    }
    assert!(fence.is_none());
}

#[test]
fn huge_reviews_make_reports_that_can_be_opened() {
    let finding = json!({ "severity": "high", "title": "t".repeat(100_000), "detail": "line of text\n".repeat(20_000), "file": "a", "line": 3 });
    let lane = |at: usize| {
        json!({ "id": format!("lane-{at}"), "kind": "agent", "status": "fail", "blocking": true, "durationMs": 1,
                "findings": vec![finding.clone(); 20] })
    };
    let lanes: Vec<Value> = (0..10).map(lane).collect();
    let mut few = vec![json!({ "id": "many", "kind": "agent", "status": "fail", "blocking": true, "durationMs": 1,
        "findings": vec![json!({ "severity": "low", "title": "t", "detail": "d" }); 12_000] })];
    few.extend((0..3_000).map(|at| json!({ "id": format!("l{at}"), "kind": "command", "status": "pass", "blocking": true, "findings": [], "durationMs": 1 })));
    for lanes in [lanes, few] {
        let report = report_of(&attestation("block", &json!(lanes), &json!({})));
        for (format, ending, most) in [
            (ReportFormat::Html, "html", 8 << 20),
            (ReportFormat::Junit, "xml", 8 << 20),
            (ReportFormat::Sarif, "sarif", 16 << 20),
            (ReportFormat::Markdown, "md", 60_000),
        ] {
            let size = report.render(format).unwrap().len();
            assert!(size < most, "{ending}: {size} bytes");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_stays_a_text(text in any::<String>(), odd in "[<>&\"'`\\]\\[\\\\|@#\u{1b}\u{0}\u{202e}\n\r\t -]{0,40}") {
        check("any", &hostile(&format!("{odd}{text}{odd}")));
    }
}
