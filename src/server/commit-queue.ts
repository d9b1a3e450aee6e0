import type { AppendOutcome, AppendRow, EventStore } from '../store/event-store.ts'

interface Waiting {
  readonly rows: readonly AppendRow[]
  readonly resolve: (outcome: AppendOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Collects the rows of one event-loop turn and stores them in one transaction. */
export interface CommitQueue {
  /**
   * Stores the rows of one episode. Resolves after the commit, with the store's answer for the
   * episode; rejects with the store's error if nothing was stored.
   */
  commit(rows: readonly AppendRow[]): Promise<AppendOutcome>
  /** Resolves when everything submitted so far is stored or refused. */
  settled(): Promise<void>
}

/**
 * Group commit: all steps that complete in one event-loop turn share a transaction, which makes
 * "stored before answered" as cheap as storing later. Batches go out one after the other, so that a
 * batch that is retried keeps its place.
 */
export function commitQueue(store: EventStore): CommitQueue {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let scheduled = false

  const schedule = (): void => {
    if (scheduled || running !== undefined) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      running = flush().finally(() => {
        running = undefined
        if (waiting.length > 0) schedule()
      })
    })
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      const outcomes = await store.append(batch.flatMap((item) => item.rows))
      for (const item of batch) item.resolve(outcomeOf(outcomes, item.rows))
    } catch (error) {
      for (const item of batch) item.reject(error)
    }
  }

  return {
    commit: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject })
        schedule()
      }),
    async settled() {
      while (waiting.length > 0 || running !== undefined || scheduled) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

function outcomeOf(
  outcomes: ReadonlyMap<string, AppendOutcome>,
  rows: readonly AppendRow[],
): AppendOutcome {
  const outcome = outcomes.get((rows[0] as AppendRow).episode)
  if (outcome === undefined) throw new Error('the store gave no outcome for an episode')
  return outcome
}
