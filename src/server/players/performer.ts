import { SIDE_THREADS, SIDE_YOUNG_MEGABYTES } from '../../effects/memory/worker-memory.ts'
import { failedAnswer, type Performer } from '../../effects/performer.ts'
import { createThreadPool, type ThreadAnswer } from '../../effects/thread-pool.ts'
import { workerModule } from '../../effects/worker-module.ts'
import type { Json } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import type { TurnJob, TurnResult } from './player-worker.ts'

/** A performer of turns, with a function that ends its threads. */
interface PlayerPerformer extends Performer {
  close(): Promise<void>
}

interface PlayerOptions {
  /** Whether several owners share the threads. */
  readonly isShared?: boolean
  /** The heap of one thread: a world, data derived from it, and a long conversation. Default 48. */
  readonly heapMegabytes?: number
  /** How long a turn may take in its thread. Default 10,000. */
  readonly limitMs?: number
  /** The module that threads run, for tests. */
  readonly worker?: string
}

/** The longest time for one turn, including the wait for a thread. */
const DEADLINE_MS = 60_000
/** Players take milliseconds. An overloaded machine may give a thread a thousandth of its time. */
const LIMIT_MS = 10_000

/**
 * The performer of kind `player`. It plays turns in separate threads, because a player's time
 * depends on the conversation, which callers control, and on the length of the episode.
 */
export function playerPerformer(options: PlayerOptions = {}): PlayerPerformer {
  const { isShared = false, limitMs = LIMIT_MS, heapMegabytes = 48 } = options
  const { worker = workerModule('player-worker', import.meta.url) } = options
  const pool = createThreadPool<TurnJob, TurnResult>({
    ...{ worker, isShared, threads: SIDE_THREADS, heapMegabytes },
    youngMegabytes: SIDE_YOUNG_MEGABYTES,
  })
  return {
    kind: 'player',
    deadlineMs: DEADLINE_MS,
    // The pool itself limits its threads.
    concurrency: Number.POSITIVE_INFINITY,
    close: () => pool.close(),
    perform: async ({ input }, signal, owner) =>
      toAnswer(await pool.run(input as unknown as TurnJob, limitMs, signal, owner), limitMs),
  }
}

function toAnswer(ended: ThreadAnswer<TurnResult>, limitMs: number): EffectAnswer {
  switch (ended.status) {
    case 'done':
      if ('trouble' in ended.answer) return failedAnswer('refused', ended.answer.trouble)
      return { status: 'answered', output: ended.answer.action as unknown as Json }
    case 'killed': {
      const limit = ended.why === 'time' ? `more than ${limitMs} ms` : 'too much memory'
      return failedAnswer('timeout', `The turn was stopped: it took ${limit}.`)
    }
    case 'full':
      return failedAnswer('unavailable', 'Too many turns wait to be taken; try again later.')
    case 'not begun':
      return failedAnswer('unavailable', 'No thread began the turn in time; try again later.')
  }
}
