import { Fault } from '../wire/faults.ts'
import type { OperationName } from '../wire/operations.ts'
import { type Caller, callerName, waitingConnection } from './principal.ts'
import { WorkLimiter } from './work-limiter.ts'

/** Operations that read whole logs or long lists. */
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
  'task.failures',
  'q.run',
  'math.grade',
  'server.status',
])
/** The number of heavy calls that one principal may have in progress. */
const HEAVY_MAX = 16
/** Operations that count the episodes of runs, also by task. Each holds some megabytes. */
const COUNTING: ReadonlySet<OperationName> = new Set<OperationName>([
  'run.status',
  'run.series',
  'run.tasks',
  'run.compare',
  'task.stats',
])
const COUNTING_MAX = 2

/** The memory of a waiting call without its texts. */
const CALL_BYTES = 2_000

/**
 * Counts the memory of a call that may wait as held for its caller. Otherwise waiting calls could
 * use up the server's memory.
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

/** Skips the work if the caller has disconnected, because nobody would get the answer. */
const unlessGone =
  <Result>(caller: Caller, work: () => Promise<Result>) =>
  (): Promise<Result> => {
    if (waitingConnection(caller)?.closedMs === undefined) return work()
    throw new Fault('capacity/in_flight', 'the connection was closed before the call could begin')
  }

/** Limits the expensive calls that one principal may have in progress. */
export class HeavyCalls {
  readonly #heavy = new WorkLimiter(HEAVY_MAX)
  readonly #counting = new WorkLimiter(COUNTING_MAX)

  isHeavy(name: OperationName): boolean {
    return HEAVY.has(name)
  }

  /**
   * Runs the work of a call when there is room for it, unless its caller has disconnected by then.
   *
   * @param begin runs the work when it is the caller's turn
   * @throws Fault `capacity/answers`, `capacity/in_flight`, and the errors of the work
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
