//! The work done by futures in one task.

use futures::{StreamExt, stream::FuturesUnordered};
use tokio::sync::oneshot;

use crate::{Shape, Work};

/// Does the work with `FuturesUnordered`; gives how many futures came to their end.
pub async fn futures_unordered(work: &Work) -> usize {
    match work.shape {
        Shape::FanOut | Shape::Branches => {
            (0..work.steps()).map(|_| async {}).collect::<FuturesUnordered<_>>().count().await
        }
        Shape::Chain => chain(work.steps()).await,
        Shape::Random => random(work).await,
    }
}

async fn chain(steps: usize) -> usize {
    let set = FuturesUnordered::new();
    let mut before: Option<oneshot::Receiver<()>> = None;
    for _ in 0..steps {
        let (tell, told) = oneshot::channel();
        let wait = before.replace(told);
        set.push(async move {
            if let Some(wait) = wait {
                let _ = wait.await;
            }
            let _ = tell.send(());
        });
    }
    set.count().await
}

async fn random(work: &Work) -> usize {
    let nothing = |step: usize| async move { step };
    let mut waiting: Vec<usize> = work.waits.iter().map(Vec::len).collect();
    let mut set = FuturesUnordered::new();
    for (step, waits) in waiting.iter().enumerate() {
        if *waits == 0 {
            set.push(nothing(step));
        }
    }
    let mut done = 0;
    while let Some(step) = set.next().await {
        done += 1;
        for follower in work.followers.get(step).into_iter().flatten().copied() {
            if let Some(waits) = waiting.get_mut(follower) {
                *waits -= 1;
                if *waits == 0 {
                    set.push(nothing(follower));
                }
            }
        }
    }
    done
}
