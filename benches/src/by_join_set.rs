//! The work done by plain tokio tasks: one a step, nothing else.

use tokio::{
    sync::oneshot,
    task::{JoinHandle, JoinSet},
};

use crate::{Shape, Work};

/// Does the work with a `JoinSet`; gives how many tasks were joined.
pub async fn join_set(work: &Work) -> usize {
    match work.shape {
        Shape::FanOut | Shape::Branches => fan_out(work.steps()).await,
        Shape::Chain => chain(work.steps()).await,
        Shape::Random => random(work).await,
    }
}

async fn fan_out(steps: usize) -> usize {
    let mut set = JoinSet::new();
    for _ in 0..steps {
        set.spawn(async {});
    }
    let mut done = 0;
    while set.join_next().await.is_some() {
        done += 1;
    }
    done
}

/// Every task is there from the beginning and awaits the one before it.
async fn chain(steps: usize) -> usize {
    let mut set = JoinSet::new();
    let mut before: Option<oneshot::Receiver<()>> = None;
    for _ in 0..steps {
        let (tell, told) = oneshot::channel();
        let wait = before.replace(told);
        set.spawn(async move {
            if let Some(wait) = wait {
                let _ = wait.await;
            }
            let _ = tell.send(());
        });
    }
    let mut done = 0;
    while set.join_next().await.is_some() {
        done += 1;
    }
    done
}

async fn random(work: &Work) -> usize {
    let mut waiting: Vec<usize> = work.waits.iter().map(Vec::len).collect();
    let mut set = JoinSet::new();
    for (step, waits) in waiting.iter().enumerate() {
        if *waits == 0 {
            set.spawn(async move { step });
        }
    }
    let mut done = 0;
    while let Some(Ok(step)) = set.join_next().await {
        done += 1;
        for follower in work.followers.get(step).into_iter().flatten().copied() {
            if let Some(waits) = waiting.get_mut(follower) {
                *waits -= 1;
                if *waits == 0 {
                    set.spawn(async move { follower });
                }
            }
        }
    }
    done
}

/// A chain without a `JoinSet`: every task awaits the handle of the one before it. Leaner, and so a harder measure.
pub async fn handles(work: &Work) -> usize {
    let mut before: Option<JoinHandle<usize>> = None;
    for _ in 0..work.steps() {
        let wait = before.take();
        before = Some(tokio::spawn(async move {
            match wait {
                Some(wait) => wait.await.map_or(0, |done| done + 1),
                None => 1,
            }
        }));
    }
    match before {
        Some(last) => last.await.unwrap_or(0),
        None => 0,
    }
}
