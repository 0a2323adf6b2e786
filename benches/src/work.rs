//! The work that the engine's benchmarks have done three ways. A step does nothing, so that what is measured is what it
//! costs to have steps.

use tokio::runtime;

/// How steps hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// None waits for another.
    FanOut,
    /// Each waits for the one before it.
    Chain,
    /// Each waits for up to three of those before it, chosen by a fixed generator.
    Random,
    /// One `parallel` step with a branch for each step. The others have nothing like it, and do a fan-out.
    Branches,
}

impl Shape {
    /// A name for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FanOut => "fan-out",
            Self::Chain => "chain",
            Self::Random => "random",
            Self::Branches => "branches",
        }
    }
}

/// For each step, those it waits for.
#[derive(Debug)]
pub struct Work {
    pub(crate) shape: Shape,
    pub(crate) waits: Vec<Vec<usize>>,
    /// For each step, those that wait for it.
    pub(crate) followers: Vec<Vec<usize>>,
}

impl Work {
    /// The work of this shape with this many steps; the same every time.
    pub fn new(shape: Shape, steps: usize) -> Self {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap_or(0)
        };
        let waits: Vec<Vec<usize>> = (0..steps)
            .map(|step| match shape {
                Shape::FanOut | Shape::Branches => Vec::new(),
                Shape::Chain => step.checked_sub(1).into_iter().collect(),
                Shape::Random => {
                    let count = if step == 0 { 0 } else { next() % 4 };
                    let mut waits: Vec<usize> = (0..count).map(|_| next() % step).collect();
                    waits.sort_unstable();
                    waits.dedup();
                    waits
                }
            })
            .collect();
        let mut followers = vec![Vec::new(); steps];
        for (step, waits) in waits.iter().enumerate() {
            for wait in waits {
                if let Some(followers) = followers.get_mut(*wait) {
                    followers.push(step);
                }
            }
        }
        Self { shape, waits, followers }
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.waits.len()
    }
}

/// A runtime of one thread, as all three are given.
///
/// # Errors
/// When the system refuses it.
pub fn runtime() -> std::io::Result<runtime::Runtime> {
    runtime::Builder::new_current_thread().enable_time().build()
}
