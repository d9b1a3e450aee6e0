import type { EpisodeConditions } from '../../store/event-store.ts'
import type { TallyCell } from '../../store/tally.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { sortedInSlices } from '../sorted-in-slices.ts'
import { callerConditions, tallyOf } from './tallies.ts'

type Task = Result<'run.tasks'>['tasks'][number]
type Compared = Result<'run.compare'>['tasks'][number]

/**
 * The tasks of a run, with the results of its episodes.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function runTasks(
  core: HostCore,
  caller: Caller,
  asked: CheckedParams<'run.tasks'>,
): Promise<Result<'run.tasks'>> {
  const tasks = await tasksOf(core, caller, callerConditions(caller, asked), asked.run)
  const sign = asked.order === 'easiest' ? -1 : 1
  const order = (one: Task, other: Task): number =>
    asked.order === 'task' ? byName(one, other) : sign * byHardness(one, other)
  const sorted = await sortedInSlices(
    [...tasks.values()],
    order,
    core.scheduler.timeSlice(callerName(caller)),
  )
  return { run: asked.run, total: sorted.length, ...pageOf(sorted, asked) }
}

/**
 * Two runs, task by task.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function runCompare(
  core: HostCore,
  caller: Caller,
  asked: CheckedParams<'run.compare'>,
): Promise<Result<'run.compare'>> {
  const { run, with: second, order } = asked
  const one = await tasksOf(core, caller, callerConditions(caller, asked), run)
  const conditions = callerConditions(caller, { ...asked, run: second })
  const other = await tasksOf(core, caller, conditions, second)
  const both: Compared[] = []
  const slice = core.scheduler.timeSlice(callerName(caller))
  for (const [key, mine] of one) {
    if (slice.isUsedUp) await slice.renew()
    const theirs = other.get(key)
    if (theirs === undefined) continue
    both.push({
      ...{ env: mine.env, task: mine.task, one: mine, other: theirs },
      reward_delta: rounded(theirs.reward - mine.reward),
      success_delta: rounded(theirs.success - mine.success),
    })
  }
  const rank = RANKS[order]
  const compare = (left: Compared, right: Compared): number =>
    rank(left.reward_delta) - rank(right.reward_delta) || byName(left, right)
  const sorted = await sortedInSlices(both, compare, slice)
  const count = (wanted: (delta: number) => boolean): number =>
    both.filter(({ reward_delta: delta }) => wanted(delta)).length
  return {
    ...{ run, with: second },
    better: count((delta) => delta > 0),
    worse: count((delta) => delta < 0),
    same: count((delta) => delta === 0),
    only_one: one.size - both.length,
    only_other: other.size - both.length,
    ...pageOf(sorted, asked),
  }
}

/** The rank of a difference in each order; the lowest comes first. */
const RANKS: Readonly<Record<CheckedParams<'run.compare'>['order'], (delta: number) => number>> = {
  worse: (delta) => delta,
  better: (delta) => -delta,
  change: (delta) => -Math.abs(delta),
  task: () => 0,
}

/** Removes rounding errors from values in thousandths. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Tasks by environment and id, each over all conditions. */
async function tasksOf(
  core: HostCore,
  caller: Caller,
  conditions: EpisodeConditions,
  run: string,
): Promise<ReadonlyMap<string, Task>> {
  const query = { conditions, by: 'task', width: 1, metrics: ['reward'] } as const
  const cells = await tallyOf(core, caller, query)
  if (cells.length === 0) {
    throw new Fault('run/not_found', `there is no run ${shown(run)} for this caller`)
  }
  const slice = core.scheduler.timeSlice(callerName(caller))
  const cellsOf = new Map<string, TallyCell[]>()
  for (const cell of cells) {
    if (slice.isUsedUp) await slice.renew()
    const own = cellsOf.get(cell.at)
    if (own === undefined) cellsOf.set(cell.at, [cell])
    else own.push(cell)
  }
  const tasks = new Map<string, Task>()
  for (const [name, own] of cellsOf) {
    if (slice.isUsedUp) await slice.renew()
    const task = taskOf(name, own)
    if (task !== undefined) tasks.set(JSON.stringify([task.env, name]), task)
  }
  return tasks
}

function taskOf(task: string, cells: readonly TallyCell[]): Task | undefined {
  const sum = (of: (cell: TallyCell) => number): number =>
    cells.reduce((all, cell) => all + of(cell), 0)
  const n = sum(({ ended }) => ended)
  if (n === 0) return undefined
  const last = (of: (cell: TallyCell) => string | null): string | null =>
    cells.map(of).find((id) => id !== null) ?? null
  const env = cells[0]?.environments[0] ?? ''
  return {
    ...{ env, task, n },
    reward: rounded(sum(({ sums }) => sums[0]?.sum ?? 0) / n),
    success: rounded(sum(({ successes }) => successes) / n),
    episode_id: last(({ newest }) => newest),
    lost_episode_id: last(({ lost }) => lost),
  }
}

const byName = (one: { task: string }, other: { task: string }): number =>
  one.task < other.task ? -1 : Number(one.task > other.task)

const byHardness = (one: Task, other: Task): number =>
  one.success - other.success || one.reward - other.reward || byName(one, other)

const pageOf = <Member>(
  all: readonly Member[],
  { from, limit }: { from: number; limit: number },
) => ({
  tasks: all.slice(from, from + limit),
  next: from + limit < all.length ? from + limit : null,
})
