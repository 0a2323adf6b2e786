//! A small HTTP server that plays a tracker.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What is answered to a path with its query.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    /// Nothing is sent at all, and the connection stays open.
    pub(crate) silent: bool,
}

impl Reply {
    #[expect(clippy::needless_pass_by_value, reason = "what is given is a document or a text that is made in place")]
    pub(crate) fn json(body: impl ToString) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.to_string(), silent: false }
    }

    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::json("{}") }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// The server; it plays until the test's process ends.
pub(crate) struct Server {
    pub(crate) base: String,
    asked: Arc<Mutex<Vec<String>>>,
    replies: Arc<Mutex<HashMap<String, Reply>>>,
}

impl Server {
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (asked, replies) = (Arc::default(), Arc::<Mutex<HashMap<String, Reply>>>::default());
        let server = Self { base, asked: Arc::clone(&asked), replies: Arc::clone(&replies) };
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (asked, replies) = (Arc::clone(&asked), Arc::clone(&replies));
                std::thread::spawn(move || answer(stream.unwrap(), &asked, &replies));
            }
        });
        server
    }

    /// What is answered to a path from now on; anything else is 404.
    pub(crate) fn plays(&self, path: &str, reply: Reply) {
        self.replies.lock().unwrap().insert(path.to_owned(), reply);
    }

    /// The first lines and the authorization of what was asked.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, asked: &Mutex<Vec<String>>, replies: &Mutex<HashMap<String, Reply>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return;
    }
    let mut authorization = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) <= 2 {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("authorization:") {
            authorization = value.trim().to_owned();
        }
    }
    asked.lock().unwrap().push(format!("{} {authorization}", first.trim()));
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let reply = replies.lock().unwrap().get(&path).cloned().unwrap_or(Reply::status(404));
    if reply.silent {
        // Until the other side gives up.
        let _ = reader.read_line(&mut String::new());
        return;
    }
    let mut head =
        format!("HTTP/1.1 {} x\r\nContent-Length: {}\r\nConnection: close\r\n", reply.status, reply.body.len());
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let _ = stream.write_all(format!("{head}\r\n{}", reply.body).as_bytes());
}
