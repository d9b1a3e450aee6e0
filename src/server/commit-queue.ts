import { FairQueue } from '../effects/fair-queue.ts'
import type { AppendOutcome, AppendRow, EpisodeLog } from '../store/episode-log.ts'

interface Waiting {
  readonly rows: readonly AppendRow[]
  readonly characters: number
  readonly resolve: (outcome: AppendOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * This many waiting episodes are stored at once, before the event-loop turn ends. Rows that are
 * stored and answered while they are in the processor's caches cost less.
 */
const BATCH_MAX = 256
/** This many characters also fill a batch. Longer rows would delay everybody. */
const BATCH_CHARACTERS_MAX = 2_000_000

/** The number of recent commits whose duration is known. */
const COMMITS_TIMED = 512

/** How long a failure is reported if nobody has tried to write since. */
const TROUBLE_MS = 10_000

/**
 * Group commit: all steps that complete in one event-loop turn share a transaction. This makes
 * "stored before answered" as cheap as storing later. Batches are stored one after the other, so a
 * retried batch keeps its position. If there are too many rows for one batch, the principals take
 * turns.
 *
 * @param onStored called after every batch, before its rows are acknowledged
 */
export function commitQueue(
  log: Pick<EpisodeLog, 'append'>,
  onStored: () => void = () => undefined,
) {
  const waiting = new FairQueue<Waiting>()
  let running: Promise<void> | undefined
  let scheduled = false
  const times = new RecentTimes(COMMITS_TIMED)
  let failure: { readonly error: unknown; readonly atMs: number } | undefined

  const schedule = (): void => {
    if (scheduled || running !== undefined) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (running === undefined && waiting.size > 0) start()
    })
  }

  const start = (): void => {
    running = flush().finally(() => {
      running = undefined
      if (waiting.size > 0) schedule()
    })
  }

  async function flush(): Promise<void> {
    const batch = takeBatch(waiting)
    try {
      const startMs = performance.now()
      const outcomes = await log.append(batch.flatMap((item) => item.rows))
      times.add(performance.now() - startMs)
      failure = undefined
      onStored()
      for (const item of batch) item.resolve(rowOutcome(outcomes, item.rows))
    } catch (error) {
      failure = { error, atMs: performance.now() }
      for (const item of batch) item.reject(error)
    }
  }

  return {
    /**
     * Stores the rows of one episode of this principal. Resolves after the commit with the store's
     * outcome for the episode. Rejects with the store's error if nothing was stored.
     */
    commit: (owner: string, rows: readonly AppendRow[]): Promise<AppendOutcome> =>
      new Promise((resolve, reject) => {
        let characters = 0
        for (const { payload } of rows) characters += payload.length
        waiting.push(owner, { rows, characters, resolve, reject })
        if (waiting.size >= BATCH_MAX && running === undefined) start()
        else schedule()
      }),
    /** A quantile of the durations of recent commits. */
    quantileMs: (hundredths: number): number => times.quantileMs(hundredths),
    /** The error of the last commit, if it failed recently and none has succeeded since. */
    trouble(): unknown {
      const isRecent = failure !== undefined && performance.now() - failure.atMs < TROUBLE_MS
      return isRecent ? failure?.error : undefined
    },
    /** Resolves when everything submitted so far is stored or refused. */
    async settled(): Promise<void> {
      while (waiting.size > 0 || running !== undefined || scheduled) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

export type CommitQueue = ReturnType<typeof commitQueue>

/** The rows of the next transaction, taken from the principals in turn. */
function takeBatch(waiting: FairQueue<Waiting>): Waiting[] {
  const batch: Waiting[] = []
  let characters = 0
  while (batch.length < BATCH_MAX && characters < BATCH_CHARACTERS_MAX) {
    const item = waiting.take()
    if (item === undefined) break
    batch.push(item)
    characters += item.characters
  }
  return batch
}

function rowOutcome(
  outcomes: ReadonlyMap<string, AppendOutcome>,
  rows: readonly AppendRow[],
): AppendOutcome {
  const outcome = outcomes.get((rows[0] as AppendRow).episode)
  if (outcome === undefined) throw new Error('the store gave no outcome for an episode')
  return outcome
}

/** The durations of the most recent calls. */
class RecentTimes {
  readonly #size: number
  readonly #times: number[] = []
  #count = 0

  constructor(size: number) {
    this.#size = size
  }

  add(milliseconds: number): void {
    this.#times[this.#count++ % this.#size] = milliseconds
  }

  /** The duration that this percentage of calls did not exceed; 0 before the first call. */
  quantileMs(hundredths: number): number {
    const sorted = this.#times.toSorted((left, right) => left - right)
    const position = Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))
    return sorted[position] ?? 0
  }
}
