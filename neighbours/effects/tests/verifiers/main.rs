//! The built-in verifiers against real repositories, real files and a real server.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod files;
mod pages;
mod property;
mod repository;
mod server;
mod support;
mod trackers;
