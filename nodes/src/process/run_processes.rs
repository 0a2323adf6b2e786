//! All processes of one run.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::task::spawn_blocking;

use super::keeper::Leftovers;
use super::{Marker, ProcessGroup, StartError, Ticket};
use crate::watchdog::Watchdog;

/// How long ended commands are gathered before the process table is looked through for what they left behind.
const BETWEEN_SWEEPS: Duration = Duration::from_millis(150);

/// A grace beyond this is cut to it; it only keeps times from running over.
const LONGEST_GRACE: Duration = Duration::from_secs(24 * 60 * 60);

/// The commands of one run and everything they start. Cheap to clone; all clones are one.
///
/// What a command leaves behind is ended in the background. A run that is over calls [`finish`](Self::finish); if
/// the last clone is dropped without it, or this whole process is killed, the run's watchdog ends what is left.
/// Needs a tokio runtime with I/O and time.
#[derive(Clone)]
pub struct RunProcesses {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) marker: Marker,
    pub(super) grace: Duration,
    tickets: AtomicU64,
    /// How many commands run now.
    pub(super) running: AtomicUsize,
    /// Rung whenever a command has ended.
    pub(super) ended: Notify,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    watchdog: Option<Watchdog>,
    left: Leftovers,
    /// Whether the background task is at work.
    tended: bool,
    over: bool,
}

impl RunProcesses {
    /// The processes of the run `run_id`. They get exactly `environment` and one variable of ours; `grace` lies
    /// between SIGTERM and SIGKILL.
    #[must_use]
    pub fn new(run_id: &str, environment: Vec<(OsString, OsString)>, grace: Duration) -> Self {
        Self {
            shared: Arc::new(Shared {
                environment,
                marker: Marker::of_run(run_id),
                grace: grace.min(LONGEST_GRACE),
                tickets: AtomicU64::new(0),
                running: AtomicUsize::new(0),
                ended: Notify::new(),
                state: Mutex::default(),
            }),
        }
    }

    /// Starts the watchdog if it is not there yet, which takes about a millisecond. Every command does this by
    /// itself; calling it while the run waits for something else anyway saves that time.
    ///
    /// # Errors
    ///
    /// [`StartError`] when it cannot be started, or the run is over.
    pub fn get_ready(&self) -> Result<(), StartError> {
        self.shared.with_watchdog(|_| Ok(()))
    }

    /// Has `folder` taken away with all that is in it should this process be killed before the run has ended, or leave
    /// processes of it behind: when these are gone. Whoever made it takes it away in every other case, and at the end
    /// of the run it must be gone.
    ///
    /// # Errors
    ///
    /// [`StartError`] when there is no watchdog to tell, or the run is over.
    pub fn take_away_if_killed(&self, folder: &Path) -> Result<(), StartError> {
        self.shared.with_watchdog(|watchdog| Ok(watchdog.take_away(folder)?))
    }

    /// Ends the run: looks once more for leftovers. With none, the watchdog is sent home; with some, they got SIGTERM
    /// and the watchdog finishes the work after the grace, so that nobody has to wait for it. Later commands are
    /// refused. Takes a few milliseconds.
    pub async fn finish(&self) {
        let (sweep, watchdog) = {
            let mut state = self.shared.state();
            state.over = true;
            (state.left.last_sweep(), state.watchdog.take())
        };
        let Some(watchdog) = watchdog else { return }; // then no command was ever started
        let marker = self.shared.marker.clone();
        let swept = spawn_blocking(move || sweep.carry_out(&marker, Instant::now())).await;
        let nothing_left = swept.is_ok_and(|swept| {
            let left = &mut self.shared.state().left;
            left.note(&swept);
            left.is_empty() && self.shared.running.load(Ordering::Acquire) == 0
        });
        if nothing_left {
            watchdog.dismiss().await;
        } else {
            tracing::debug!("processes are left; the watchdog ends them");
            drop(watchdog);
        }
    }
}

impl fmt::Debug for RunProcesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunProcesses")
            .field("marker", &self.shared.marker)
            .field("grace", &self.shared.grace)
            .field("running", &self.shared.running)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn next_ticket(&self) -> Ticket {
        Ticket(self.tickets.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn with_watchdog<T>(
        &self,
        act: impl FnOnce(&mut Watchdog) -> Result<T, StartError>,
    ) -> Result<T, StartError> {
        let mut state = self.state();
        if state.over {
            return Err(StartError::RunIsOver);
        }
        let watchdog = match &mut state.watchdog {
            Some(watchdog) => watchdog,
            none => none.insert(Watchdog::start(&self.marker, self.grace, &self.environment)?),
        };
        act(watchdog)
    }

    pub(super) fn watch(&self, group: ProcessGroup) -> Result<(), StartError> {
        self.with_watchdog(|watchdog| Ok(watchdog.watch(group)?))
    }

    /// A command is being ended: what carries its ticket has to go as well, by `kill_at`.
    pub(super) fn stopping(self: &Arc<Self>, ticket: Ticket, kill_at: Instant) {
        let mut state = self.state();
        state.left.expect_gone(ticket, kill_at);
        self.tend_in_background(&mut state);
    }

    /// A command's leader is gone, or was given up and is handed over as `unreaped`.
    pub(super) fn ended(
        self: &Arc<Self>,
        ticket: Ticket,
        group: ProcessGroup,
        kill_at: Instant,
        unreaped: Option<std::process::Child>,
    ) {
        let group_lives = unreaped.is_some() || group.is_reached();
        let mut state = self.state();
        state.left.expect_gone(ticket, kill_at);
        state.left.keep_child(unreaped);
        if group_lives {
            state.left.keep_group(group, kill_at);
        } else if let Some(watchdog) = &mut state.watchdog {
            watchdog.forget(&[group]);
        }
        self.tend_in_background(&mut state);
        drop(state);
        self.ended.notify_waiters();
    }

    fn tend_in_background(self: &Arc<Self>, state: &mut State) {
        if state.tended || state.over {
            return;
        }
        // Without a runtime nobody tends; the watchdog does when the run is dropped.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            state.tended = true;
            runtime.spawn(tend(Arc::downgrade(self)));
        }
    }
}

/// Looks after what commands left behind until nothing is left or the run is over. It does not keep the run alive.
async fn tend(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(BETWEEN_SWEEPS).await;
        let Some(shared) = shared.upgrade() else { return };
        let sweep = {
            let mut state = shared.state();
            if state.over {
                return;
            }
            if state.left.is_empty() {
                state.tended = false;
                return;
            }
            state.left.next_sweep()
        };
        let marker = shared.marker.clone();
        match spawn_blocking(move || sweep.carry_out(&marker, Instant::now())).await {
            Ok(swept) => {
                let mut state = shared.state();
                state.left.note(&swept);
                if let Some(watchdog) = &mut state.watchdog {
                    watchdog.forget(&swept.gone);
                }
            }
            Err(error) => tracing::debug!(%error, "the process table was not looked through"),
        }
    }
}
