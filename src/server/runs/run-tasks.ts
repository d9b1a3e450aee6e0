import type { EpisodeConditions } from '../../store/event-store.ts'
import { type TallyCell, taskIn } from '../../store/tally.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { sortedInSlices } from '../sorted-in-slices.ts'
import { cachedTally, callerConditions, noRun, sumOver } from './tallies.ts'

type Task = Result<'run.tasks'>['tasks'][number]
type Compared = Result<'run.compare'>['tasks'][number]

/**
 * The tasks of a run, with the results of its episodes.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function readRunTasks(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'run.tasks'>,
): Promise<Result<'run.tasks'>> {
  const tasks = await readTasks(core, caller, callerConditions(caller, params), params.run)
  const sign = params.order === 'easiest' ? -1 : 1
  const order = (left: Task, right: Task): number =>
    params.order === 'task' ? byName(left, right) : sign * byHardness(left, right)
  const sorted = await sortedInSlices(
    [...tasks.values()],
    order,
    core.scheduler.timeSlice(callerName(caller)),
  )
  return { run: params.run, total: sorted.length, ...toPage(sorted, params) }
}

/**
 * Two runs, task by task.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function readRunCompare(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'run.compare'>,
): Promise<Result<'run.compare'>> {
  const { run, with: second, order } = params
  const firstTasks = await readTasks(core, caller, callerConditions(caller, params), run)
  const conditions = callerConditions(caller, { ...params, run: second })
  const secondTasks = await readTasks(core, caller, conditions, second)
  const comparedTasks: Compared[] = []
  const slice = core.scheduler.timeSlice(callerName(caller))
  for (const [key, mine] of firstTasks) {
    if (slice.isUsedUp) await slice.renew()
    const theirs = secondTasks.get(key)
    if (theirs === undefined) continue
    comparedTasks.push({
      ...{ env: mine.env, task: mine.task, one: mine, other: theirs },
      reward_delta: rounded(theirs.reward - mine.reward),
      success_delta: rounded(theirs.success - mine.success),
    })
  }
  const rank = RANKS[order]
  const compare = (left: Compared, right: Compared): number =>
    rank(left.reward_delta) - rank(right.reward_delta) || byName(left, right)
  const sorted = await sortedInSlices(comparedTasks, compare, slice)
  const count = (isCounted: (delta: number) => boolean): number =>
    comparedTasks.filter(({ reward_delta: delta }) => isCounted(delta)).length
  return {
    ...{ run, with: second },
    better: count((delta) => delta > 0),
    worse: count((delta) => delta < 0),
    same: count((delta) => delta === 0),
    only_one: firstTasks.size - comparedTasks.length,
    only_other: secondTasks.size - comparedTasks.length,
    ...toPage(sorted, params),
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
async function readTasks(
  core: HostCore,
  caller: Caller,
  conditions: EpisodeConditions,
  run: string,
): Promise<ReadonlyMap<string, Task>> {
  const query = { conditions, by: 'task', width: 1, metrics: ['reward'] } as const
  const cells = await cachedTally(core, caller, query)
  if (cells.length === 0) throw noRun(run)
  const slice = core.scheduler.timeSlice(callerName(caller))
  const cellsByTask = new Map<string, TallyCell[]>()
  for (const cell of cells) {
    if (slice.isUsedUp) await slice.renew()
    const taskCells = cellsByTask.get(cell.at)
    if (taskCells === undefined) cellsByTask.set(cell.at, [cell])
    else taskCells.push(cell)
  }
  const tasks = new Map<string, Task>()
  for (const [key, taskCells] of cellsByTask) {
    if (slice.isUsedUp) await slice.renew()
    const task = toTask(taskCells)
    if (task !== undefined) tasks.set(key, task)
  }
  return tasks
}

function toTask(cells: readonly TallyCell[]): Task | undefined {
  const n = sumOver(cells, ({ ended }) => ended)
  const [first] = cells
  if (first === undefined || n === 0) return undefined
  const last = (field: (cell: TallyCell) => string | null): string | null =>
    cells.map(field).find((id) => id !== null) ?? null
  return {
    ...{ env: first.environments[0] ?? '', task: taskIn(first), n },
    reward: rounded(sumOver(cells, ({ sums }) => sums[0]?.sum ?? 0) / n),
    success: rounded(sumOver(cells, ({ successes }) => successes) / n),
    episode_id: last(({ newest }) => newest),
    lost_episode_id: last(({ lost }) => lost),
  }
}

type Named = Pick<Task, 'env' | 'task'>

const compareTexts = (left: string, right: string): number =>
  left < right ? -1 : Number(left > right)

const byName = (left: Named, right: Named): number =>
  compareTexts(left.task, right.task) || compareTexts(left.env, right.env)

const byHardness = (left: Task, right: Task): number =>
  left.success - right.success || left.reward - right.reward || byName(left, right)

const toPage = <Member>(
  members: readonly Member[],
  { from, limit }: { from: number; limit: number },
) => ({
  tasks: members.slice(from, from + limit),
  next: from + limit < members.length ? from + limit : null,
})
