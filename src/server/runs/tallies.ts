import { definedMembers } from '../../sim/defined-members.ts'
import { wilson } from '../../sim/wilson.ts'
import type { EpisodeConditions } from '../../store/event-store.ts'
import {
  Tally,
  type TallyCell,
  type TallyCursor,
  type TallyPart,
  type TallyQuery,
  type TallySum,
} from '../../store/tally.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { scanStore } from '../operations/store-reads.ts'
import { type Caller, listedPrincipal } from '../principal.ts'

/** The filters for a run's episodes. */
interface RunConditions {
  readonly run?: string | undefined
  readonly principal?: string | undefined
  readonly env?: string | undefined
  readonly split?: string | undefined
  readonly task?: string | undefined
  readonly condition?: string | undefined
  readonly difficulty?: number | undefined
}

/** The store's conditions, limited to episodes that the caller may see. */
export function callerConditions(caller: Caller, conditions: RunConditions): EpisodeConditions {
  const { run, env, split, task, condition, difficulty } = conditions
  const principal = listedPrincipal(caller, conditions.principal)
  return definedMembers({
    run,
    environment: env,
    split,
    taskId: task,
    condition,
    difficulty,
    principal,
  })
}

/**
 * The cells of a tally. Do not change them, because the cache shares them between callers.
 *
 * @throws Fault `store/unavailable`
 */
export const cachedTally = (
  core: HostCore,
  caller: Caller,
  query: TallyQuery,
): Promise<readonly TallyCell[]> =>
  core.tallies.cellsOf(query, () => countTally(core, caller, query))

/** Counts episodes piece by piece, in the caller's turns. */
async function countTally(
  core: HostCore,
  caller: Caller,
  query: TallyQuery,
): Promise<readonly TallyCell[]> {
  const tally = new Tally(query)
  let cursor: TallyCursor | null = null
  do {
    const from: TallyCursor | null = cursor
    const part: TallyPart = await scanStore(core, caller, () =>
      core.store.log.tally(query, from, READ_MS),
    )
    tally.merge(part.cells)
    cursor = part.next
  } while (cursor !== null)
  return tally.cells
}

/** The fault for a run without episodes that the caller may see. */
export const noRun = (run: string): Fault =>
  new Fault('run/not_found', `there is no run ${shown(run)} for this caller`)

/** The sum of a number over the cells of a tally. */
export const sumOver = (cells: readonly TallyCell[], field: (cell: TallyCell) => number): number =>
  cells.reduce((sum, cell) => sum + field(cell), 0)

/** A mean with its interval at 95 %. */
export interface Mean {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

const Z_95 = 1.959964

/** The mean of summed values with a normal interval from their standard error. */
export function toMean({ n, sum, squaredDeviations }: TallySum): Mean {
  if (n === 0) return { n: 0, mean: 0, low: 0, high: 0 }
  const mean = sum / n
  const variance = n < 2 ? 0 : squaredDeviations / (n - 1)
  const spread = Z_95 * Math.sqrt(variance / n)
  return { n, mean, low: mean - spread, high: mean + spread }
}

/** A proportion with Wilson's interval. */
export function toProportion(count: number, n: number): Mean {
  if (n === 0) return { n: 0, mean: 0, low: 0, high: 0 }
  const [low, high] = wilson(count, n)
  return { n, mean: count / n, low, high }
}
