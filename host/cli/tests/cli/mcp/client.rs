//! A small client.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use assize_scratch::{until, until_gone};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;

use crate::sandbox::Sandbox;

/// A generous bound against hanging.
const BOUND: Duration = Duration::from_secs(120);

/// A review of a lane `a` that writes its process into `../pid`, tells so in `../started`, and waits for `../go`.
pub(super) const WAITING: &str = "checks:\n  - id: a\n    kind: command\n    \
    run: 'echo $$ > ../pid; echo x >> ../started; while test ! -e ../go; do sleep 0.02; done'";

/// Waits until the lane of [`WAITING`] runs for the `times`th time.
pub(super) fn until_started(sandbox: &Sandbox, times: usize) {
    let started = sandbox.root().join("../started");
    until("the lane", || std::fs::read_to_string(&started).unwrap_or_default().lines().count() == times);
}

/// Lets the lane of [`WAITING`] go on.
pub(super) fn let_go(sandbox: &Sandbox) {
    std::fs::write(sandbox.root().join("../go"), "").unwrap();
}

/// Waits until the lane's process is gone.
pub(super) fn until_lane_is_gone(sandbox: &Sandbox) {
    let pid = std::fs::read_to_string(sandbox.root().join("../pid")).unwrap();
    until_gone(&pid);
}

/// A server and its client.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What came while something else was waited for.
    kept: VecDeque<Value>,
    next: u64,
}

/// How a server ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    /// What came that nobody waited for.
    pub(super) rest: Vec<Value>,
    pub(super) stderr: String,
}

impl Client {
    /// Starts a server and says nothing.
    pub(super) fn silent(sandbox: &Sandbox) -> Self {
        Self::with(sandbox.command(cargo_bin!("assize")))
    }

    /// The same with a command that was changed.
    pub(super) fn with(mut command: std::process::Command) -> Self {
        command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines, kept: VecDeque::new(), next: 0 }
    }

    /// Starts a server and greets it.
    pub(super) fn new(sandbox: &Sandbox) -> Self {
        Self::greet(Self::silent(sandbox))
    }

    /// Greets a server.
    pub(super) fn greet(mut self) -> Self {
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let greeted = self.request("initialize", &hello);
        assert_eq!(greeted["result"]["serverInfo"]["name"], "assize", "{greeted}");
        self.notify("notifications/initialized", &json!({}));
        self
    }

    pub(super) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub(super) fn line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) {
        self.line(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// Asks, and answers the id of the question.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        self.line(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}).to_string());
        self.next
    }

    /// The next message that fits; others are kept.
    pub(super) fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&fits) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let line = self.lines.recv_timeout(BOUND).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if fits(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub(super) fn response(&mut self, id: u64) -> Value {
        self.wait_for(|message| message["id"] == id)
    }

    pub(super) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        self.response(id)
    }

    /// Calls a tool without waiting; progress comes with the token `p<id>`.
    pub(super) fn begin(&mut self, tool: &str, arguments: &Value) -> u64 {
        let token = format!("p{}", self.next + 1);
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": token}}))
    }

    /// What a tool answers.
    pub(super) fn result(&mut self, id: u64) -> Value {
        let response = self.response(id);
        let result = response["result"].clone();
        assert!(result.is_object(), "{response}");
        // Both forms say the same.
        if let Some(document) = result.get("structuredContent") {
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *document);
        } else {
            assert_eq!(result["isError"], true, "{result}");
        }
        result
    }

    /// The document that a tool answers.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let id = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = self.result(id);
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    /// The text of the error that a tool answers.
    pub(super) fn refusal(&mut self, tool: &str, arguments: &Value) -> String {
        let id = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = self.result(id);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// The messages of progress that came so far for a call.
    pub(super) fn progress(&mut self, id: u64) -> Vec<Value> {
        let token = format!("p{id}");
        let (fits, others): (Vec<Value>, Vec<Value>) = self.kept.drain(..).partition(|message| {
            message["method"] == "notifications/progress" && message["params"]["progressToken"] == token
        });
        self.kept = others.into();
        fits.into_iter().map(|message| message["params"].clone()).collect()
    }

    pub(super) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Ends the server's input.
    pub(super) fn leave(&mut self) {
        drop(self.input.take());
    }

    /// Ends the server's input and waits until the server has ended.
    pub(super) fn end(mut self) -> Ended {
        self.leave();
        self.ended()
    }

    /// Waits until the server has ended.
    pub(super) fn ended(mut self) -> Ended {
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let code = self.child.wait().unwrap().code();
        let rest = self.lines.iter().map(|line| serde_json::from_str(&line).unwrap());
        let rest = self.kept.into_iter().chain(rest).collect();
        Ended { code, rest, stderr }
    }
}
