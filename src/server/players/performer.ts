import { SIDE_THREADS, SIDE_YOUNG_MEGABYTES } from '../../effects/memory/worker-memory.ts'
import { failed, type Performer } from '../../effects/performer.ts'
import { createThreadPool, type ThreadAnswer } from '../../effects/thread-pool.ts'
import { workerModule } from '../../effects/worker-module.ts'
import type { Json } from '../../sim/json.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import type { TurnJob, TurnTaken } from './player-worker.ts'

/** A performer of turns, and the way to end its threads. */
interface PlayerPerformer extends Performer {
  close(): Promise<void>
}

interface PlayerOptions {
  /** Whether several owners share the threads. */
  readonly isShared?: boolean
  /** Heap of one thread: a world, what is derived from it, and a long conversation. Default 48. */
  readonly heapMegabytes?: number
  /** How long a turn may take in its thread. Default 10,000. */
  readonly limitMs?: number
  /** The module that threads run, for tests. */
  readonly worker?: string
}

/** Longest time for one turn, waiting for a thread included. */
const DEADLINE_MS = 60_000
/** Players take milliseconds; a machine without time may give a thousandth of that. */
const LIMIT_MS = 10_000

/**
 * The performer of kind `player`: has players take their turns in threads of their own. How long
 * they think is up to what was said before, which anybody may have said; an episode is as long as
 * who played it liked.
 */
export function playerPerformer(options: PlayerOptions = {}): PlayerPerformer {
  const { isShared = false, limitMs = LIMIT_MS, heapMegabytes = 48 } = options
  const { worker = workerModule('player-worker', import.meta.url) } = options
  const pool = createThreadPool<TurnJob, TurnTaken>({
    ...{ worker, isShared, threads: SIDE_THREADS, heapMegabytes },
    youngMegabytes: SIDE_YOUNG_MEGABYTES,
  })
  return {
    kind: 'player',
    deadlineMs: DEADLINE_MS,
    // The pool shares out its threads.
    concurrency: Number.POSITIVE_INFINITY,
    close: () => pool.close(),
    perform: async ({ input }, signal, owner) =>
      answerOf(await pool.run(input as unknown as TurnJob, limitMs, signal, owner), limitMs),
  }
}

function answerOf(ended: ThreadAnswer<TurnTaken>, limitMs: number): EffectAnswer {
  switch (ended.status) {
    case 'done':
      if ('trouble' in ended.answer) return failed('refused', ended.answer.trouble)
      return { status: 'answered', output: ended.answer.action as unknown as Json }
    case 'killed': {
      const what = ended.why === 'time' ? `more than ${limitMs} ms` : 'too much memory'
      return failed('timeout', `The turn was stopped: it took ${what}.`)
    }
    case 'full':
      return failed('unavailable', 'Too many turns wait to be taken; try again later.')
    case 'not begun':
      return failed('unavailable', 'No thread began the turn in time; try again later.')
  }
}
