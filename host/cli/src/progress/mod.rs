//! What is told while a review runs.

mod canvas;
mod lines;
mod observer;
mod rows;
mod screen;

pub(crate) use observer::Progress;
