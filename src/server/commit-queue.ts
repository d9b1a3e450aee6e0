import type { AppendOutcome, AppendRow, EpisodeLog } from '../store/episode-log.ts'

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
  /** Why the last commit failed, if it did so a short while ago and none has succeeded since. */
  trouble(): unknown
  /** Resolves when everything submitted so far is stored or refused. */
  settled(): Promise<void>
}

/**
 * So many episodes waiting are stored at once, without waiting for the end of the event-loop turn:
 * rows that are stored and answered while they are in the processor's caches cost less.
 */
const WAITING_MAX = 256

/** How long a failure counts when nobody has tried to write since. */
const TROUBLE_MS = 10_000

/**
 * Group commit: all steps that complete in one event-loop turn share a transaction, which makes
 * "stored before answered" as cheap as storing later. Batches go out one after the other, so that a
 * batch that is retried keeps its place.
 *
 * @param onStored called after every batch, before its rows are acknowledged
 */
export function commitQueue(
  log: Pick<EpisodeLog, 'append'>,
  onStored: () => void = () => undefined,
): CommitQueue {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let scheduled = false
  let failure: { readonly error: unknown; readonly atMs: number } | undefined

  const schedule = (): void => {
    if (scheduled || running !== undefined) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (running === undefined && waiting.length > 0) start()
    })
  }

  const start = (): void => {
    running = flush().finally(() => {
      running = undefined
      if (waiting.length > 0) schedule()
    })
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      const outcomes = await log.append(batch.flatMap((item) => item.rows))
      failure = undefined
      onStored()
      for (const item of batch) item.resolve(outcomeOf(outcomes, item.rows))
    } catch (error) {
      failure = { error, atMs: performance.now() }
      for (const item of batch) item.reject(error)
    }
  }

  return {
    commit: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject })
        if (waiting.length >= WAITING_MAX && running === undefined) start()
        else schedule()
      }),
    trouble() {
      const isRecent = failure !== undefined && performance.now() - failure.atMs < TROUBLE_MS
      return isRecent ? failure?.error : undefined
    },
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
