import { definedMembers } from '../../sim/defined-members.ts'
import { NO_BATCH, Tally, type TallyCell, type TallyQuery } from '../../store/tally.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { listEpisodes } from '../operations/list-episodes.ts'
import type { Caller } from '../principal.ts'
import {
  cachedTally,
  callerConditions,
  type Mean,
  noRun,
  sumOver,
  toMean,
  toProportion,
} from './tallies.ts'

type Detail = Result<'run.status'>
type Point = Result<'run.series'>['points'][number]
type Condition = Point['condition']

/**
 * The status of a run, computed from its episodes.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function readRunStatus(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'run.status'>,
): Promise<Detail> {
  const conditions = callerConditions(caller, params)
  const query = { conditions, by: 'level', width: 1, metrics: STATUS_METRICS } as const
  const cells = await cachedTally(core, caller, query)
  if (cells.length === 0) throw noRun(params.run)
  const levels = levelsIn(cells)
  const tally = new Tally({ ...query, by: 'all' })
  tally.merge(cells.map((cell) => ({ ...copied(cell), at: '' })))
  const ends: Record<string, number> = {}
  for (const cell of cells) {
    for (const [reason, count] of Object.entries(cell.ends)) {
      ends[reason] = (ends[reason] ?? 0) + count
    }
  }
  return {
    run: params.run,
    episodes: sumOver(cells, ({ opened }) => opened),
    open: sumOver(cells, ({ opened, ended }) => opened - ended),
    first_ms: Math.min(...cells.map(({ firstMs }) => firstMs)),
    last_ms: Math.max(...cells.map(({ lastMs }) => lastMs)),
    environments: [...new Set(cells.flatMap(({ environments }) => [...environments]))].sort(),
    ends,
    conditions: conditionsIn(tally.cells),
    levels,
  }
}

/** The means of a tally by level, the lowest first. */
function levelsIn(cells: readonly TallyCell[]): Detail['levels'] {
  const levels = [...new Set(cells.map(({ at }) => Number(at)))].sort((left, right) => left - right)
  return levels.map((difficulty) => ({
    difficulty,
    conditions: conditionsIn(cells.filter(({ at }) => Number(at) === difficulty)),
  }))
}

/** The metrics that a status sums over episodes. */
export const STATUS_METRICS = ['reward', 'steps'] as const

/** The means of a tally by condition alone, with the metrics of a status. */
export const conditionsIn = (cells: readonly TallyCell[]): Detail['conditions'] =>
  cells.map((cell) => ({
    condition: cell.condition as Condition,
    reward: meanAt(cell, 0),
    success: toProportion(cell.successes, cell.ended),
    steps: meanAt(cell, 1),
  }))

function meanAt(cell: TallyCell, index: number): Mean {
  const sum = cell.sums[index]
  return sum === undefined ? toProportion(0, 0) : toMean(sum)
}

/** When the first and the newest episode of a run were opened. */
async function readSpan(core: HostCore, caller: Caller, params: CheckedParams<'run.series'>) {
  const { run, split, principal } = params
  const filter = definedMembers({ run, split, principal })
  const readEdge = async (order: 'oldest' | 'newest'): Promise<number | undefined> => {
    const query = { ...filter, order, limit: 1, count: 'none' } as const
    return (await listEpisodes(core, caller, query)).episodes[0]?.opened_ms
  }
  const [first, last] = [await readEdge('oldest'), await readEdge('newest')]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/**
 * Metrics of a run over its training.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function readRunSeries(
  core: HostCore,
  caller: Caller,
  params: CheckedParams<'run.series'>,
): Promise<Result<'run.series'>> {
  const { run, by, bins, metric, split, principal, env, condition, difficulty } = params
  // All series use the axis of the whole run, so that filtered curves are comparable.
  const conditions = callerConditions(caller, { run, split, principal })
  const cellFilter = definedMembers({ environment: env, condition, difficulty })
  const span = await readSpan(core, caller, params)
  if (span === undefined) throw noRun(run)
  const summed = metric.filter((name) => name !== 'success' && !name.startsWith('end:'))
  const width = by === 'time' ? timeWidthMs(span, bins) : EPISODES_EACH
  const query: TallyQuery = { conditions, only: cellFilter, by, width, metrics: summed }
  const tallyCells = await cachedTally(core, caller, query)
  const cells = by === 'batch' ? tallyCells.filter(({ at }) => at !== NO_BATCH) : tallyCells
  const xByKey = binnedX(cells, bins)
  const points: Point[] = []
  for (const { x, condition, cell } of joinCells(cells, xByKey, query)) {
    const scaledX = by === 'batch' ? x : x * width
    const openCount = cell.opened - cell.ended
    const times = { first_ms: cell.firstMs, last_ms: cell.openedMs }
    for (const name of metric) {
      const value = cellMetric(cell, name, summed)
      if (value.n > 0)
        points.push({ x: scaledX, condition, metric: name, open: openCount, ...times, ...value })
    }
  }
  return { run, points: points.sort((left, right) => left.x - right.x) }
}

/**
 * The width of bins that start at multiples of it. The span begins within a bin, so it touches one
 * bin more than fit into it. With a bin too many, `binnedX` would merge all of them in pairs.
 */
const timeWidthMs = ({ first, last }: { first: number; last: number }, bins: number): number =>
  Math.max(1, Math.ceil((last - first + 1) / Math.max(1, bins - 1)))

/** The episodes of one bin before bins are merged. */
const EPISODES_EACH = 16

function cellMetric(cell: TallyCell, name: string, summed: readonly string[]): Mean {
  if (name === 'success') return toProportion(cell.successes, cell.ended)
  if (name.startsWith('end:')) return toProportion(cell.ends[name.slice(4)] ?? 0, cell.ended)
  return meanAt(cell, summed.indexOf(name))
}

/** The x value of each bin. Neighbouring bins are merged until there are at most `bins` of them. */
function binnedX(cells: readonly TallyCell[], bins: number): ReadonlyMap<string, number> {
  const names = [...new Set(cells.map(({ at }) => at))]
  const numbered = names.map((name) => ({ name, x: Number(name) }))
  const isNumbered = numbered.every(({ x }) => Number.isFinite(x))
  // Named batches are ordered by their start.
  const keys = isNumbered
    ? numbered.sort((left, right) => left.x - right.x)
    : names.map((name, x) => ({ name, x }))
  const batchesPerBin = Math.max(1, Math.ceil(keys.length / bins))
  const entries = keys.map(({ name }, index) => {
    const first = keys[index - (index % batchesPerBin)] as { x: number }
    return [name, first.x] as const
  })
  return new Map(entries)
}

/** A copy of a cell that a tally may change. */
const copied = ({ ends, environments, sums, ...cell }: TallyCell): TallyCell => ({
  ...{ ...cell, ends: { ...ends }, environments: [...environments] },
  sums: sums.map((sum) => ({ ...sum })),
})

function joinCells(
  cells: readonly TallyCell[],
  xByKey: ReadonlyMap<string, number>,
  query: TallyQuery,
): { x: number; condition: Condition; cell: TallyCell }[] {
  const tally = new Tally(query)
  tally.merge(cells.map((cell) => ({ ...copied(cell), at: String(xByKey.get(cell.at) ?? 0) })))
  return tally.cells.map((cell) => ({
    ...{ x: Number(cell.at), condition: cell.condition as Condition, cell },
  }))
}
