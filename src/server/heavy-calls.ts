import { Fault } from '../wire/faults.ts'
import type { OperationName } from '../wire/operations.ts'
import { InProgress } from './in-progress.ts'
import { type Caller, callerName, linkOf } from './principal.ts'

/** What reads whole logs or long lists. */
const HEAVY: ReadonlySet<OperationName> = new Set<OperationName>([
  'task.list',
  'episode.list',
  'feed.read',
  'episode.resume',
  'episode.fork',
  'episode.continue',
  'episode.log',
  'episode.calls',
  'episode.replay',
  'group.list',
  'group.status',
  'run.list',
  'run.status',
  'run.series',
  'run.tasks',
  'run.compare',
  'run.failures',
  'run.critiques',
  'run.log',
  'run.reported',
  'episode.account',
  'episode.segments',
  'env.card',
  'task.stats',
  'q.run',
  'math.grade',
  'server.status',
])
/** Of those, what one principal may have in progress. */
const HEAVY_MAX = 16
/** What counts the episodes of runs, by task if need be: each holds some megabytes. */
const COUNTING: ReadonlySet<OperationName> = new Set<OperationName>([
  'run.status',
  'run.series',
  'run.tasks',
  'run.compare',
  'task.stats',
])
const COUNTING_MAX = 2

/** What a waiting call takes besides its texts. */
const CALL_BYTES = 2_000

/**
 * Counts what a call that may wait keeps in memory as held for its caller: else those who wait
 * could fill the memory of everybody.
 */
async function whileHeld<Result>(
  { holding }: Caller,
  params: object,
  work: () => Promise<Result>,
): Promise<Result> {
  if (holding === undefined) return work()
  holding.checkRoom()
  const bytes = CALL_BYTES + 2 * JSON.stringify(params).length
  holding.bytes += bytes
  try {
    return await work()
  } finally {
    holding.bytes -= bytes
  }
}

/** Work that is not begun once its caller has left: nobody would get its answer. */
const unlessGone =
  <Result>(caller: Caller, work: () => Promise<Result>) =>
  (): Promise<Result> => {
    if (linkOf(caller)?.closedMs === undefined) return work()
    throw new Fault('capacity/in_flight', 'the connection was closed before the call could begin')
  }

/** Bounds what one principal may have in progress of calls that are dear. */
export class HeavyCalls {
  readonly #heavy = new InProgress(HEAVY_MAX)
  readonly #counting = new InProgress(COUNTING_MAX)

  isHeavy(name: OperationName): boolean {
    return HEAVY.has(name)
  }

  /**
   * Does the work of a call when there is room for it, unless its caller has left by then.
   *
   * @param begin carries it out in its turn
   * @throws Fault `capacity/answers`, `capacity/in_flight`, and what the work throws
   */
  run<Result>(
    name: OperationName,
    caller: Caller,
    params: object,
    begin: (work: () => Promise<Result>) => Promise<Result>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const limit = COUNTING.has(name) ? this.#counting : this.#heavy
    return whileHeld(caller, params, () =>
      limit.run(callerName(caller), () => begin(unlessGone(caller, work))),
    )
  }
}
