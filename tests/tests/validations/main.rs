//! Tree validations, from the command line: `day` is the ordinary course of things, `limits` what is refused, `races` many
//! who land at once, `killed` what a killed command leaves, `worktrees` what becomes of checked out streams, and `place`
//! where a check runs. `world` makes the repositories.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

mod day;
mod killed;
mod limits;
mod place;
mod races;
mod worktrees;
mod world;
