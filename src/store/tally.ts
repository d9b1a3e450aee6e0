import type { Writable } from '../sim/writable.ts'
import type { EpisodeConditions } from './episode-log.ts'

/** What episodes are grouped by. */
type TallyBy = 'all' | 'batch' | 'episodes' | 'time' | 'task' | 'level'

/** Which episodes to count, and how to group them. */
export interface TallyQuery {
  readonly conditions: EpisodeConditions
  readonly by: TallyBy
  /** The size of each cell: episodes in order of opening, or milliseconds. */
  readonly width: number
  /** Counts only episodes with these values. Other episodes still take up their cell. */
  readonly only?: Partial<Pick<TallyRow, 'condition' | 'difficulty' | 'environment'>>
  /** Metrics to sum: `reward`, `steps`, or one that the end of an episode reports. */
  readonly metrics: readonly string[]
}

/** An episode's values that a tally counts. */
export interface TallyRow {
  readonly id: string
  readonly batch: string | null
  readonly condition: string | null
  readonly taskId: string
  readonly difficulty: number
  readonly environment: string
  readonly total: number
  readonly steps: number
  readonly success: boolean | null
  readonly endReason: string | null
  readonly metrics: Readonly<Record<string, number>> | null
  readonly openedMs: number
  readonly updatedMs: number
}

/** Sums of one metric over the episodes that report it. */
export interface TallySum {
  readonly n: number
  readonly sum: number
  /** The sum of the squared deviations from the mean. */
  readonly squaredDeviations: number
}

/** The counts of one cell and one condition. */
export interface TallyCell {
  /** The batch, level or key of a task, or the cell's number from 0. */
  readonly at: string
  readonly condition: string
  readonly opened: number
  readonly ended: number
  readonly successes: number
  readonly ends: Readonly<Record<string, number>>
  readonly environments: readonly string[]
  readonly sums: readonly TallySum[]
  readonly firstMs: number
  readonly lastMs: number
  /** When the last episode was opened. */
  readonly openedMs: number
  /** The newest episode that ended, and the newest that ended without success. */
  readonly newest: string | null
  readonly lost: string | null
}

/** A part of a tally. */
export interface TallyPart {
  readonly cells: readonly TallyCell[]
  /** Where to continue; null if every episode was counted. */
  readonly next: TallyCursor | null
}

export interface TallyCursor {
  /** The key of the last counted episode; `seen` is how many came before it. */
  readonly key: number
  readonly seen: number
}

/** The most cells. Episodes that would need another cell are counted under `…`. */
const CELLS_MAX = 20_000
const OTHER_CELL = '…'
/** The cell of episodes without the label `batch`. */
export const NO_BATCH = ''
const ENVIRONMENTS_MAX = 20

interface Cell extends Writable<Omit<TallyCell, 'sums' | 'ends' | 'environments'>> {
  readonly ends: Record<string, number>
  readonly environments: string[]
  readonly sums: Writable<TallySum>[]
}

/** Counts episodes in the order in which they were opened. */
export class Tally {
  readonly #query: TallyQuery
  readonly #cells = new Map<string, Cell>()

  constructor(query: TallyQuery) {
    this.#query = query
  }

  /** @param ordinal how many episodes were opened before, from 0 */
  add(row: TallyRow, ordinal: number): void {
    const cell = this.#cell(cellLabel(row, ordinal, this.#query), row.condition ?? 'none')
    if (!isCounted(row, this.#query)) return
    cell.opened += 1
    cell.firstMs = Math.min(cell.firstMs, row.openedMs)
    cell.lastMs = Math.max(cell.lastMs, row.updatedMs)
    cell.openedMs = Math.max(cell.openedMs, row.openedMs)
    const { environment, endReason, id } = row
    const isNew = !cell.environments.includes(environment)
    if (isNew && cell.environments.length < ENVIRONMENTS_MAX) cell.environments.push(environment)
    if (endReason === null) return
    cell.ended += 1
    cell.ends[endReason] = (cell.ends[endReason] ?? 0) + 1
    if (row.success === true) cell.successes += 1
    else cell.lost = id
    cell.newest = id
    for (const [index, name] of this.#query.metrics.entries()) {
      const value = metricIn(row, name)
      if (value === undefined) continue
      const added = { n: 1, sum: value, squaredDeviations: 0 }
      addTo(cell.sums[index] as Writable<TallySum>, added)
    }
  }

  /**
   * Adds the counts of episodes that were opened later. Cells that are new here are taken over
   * without a copy, so the caller must not use them again.
   */
  merge(cells: readonly TallyCell[]): void {
    for (const added of cells) {
      const key = cellKey(added.at, added.condition)
      if (!this.#cells.has(key) && this.#cells.size < CELLS_MAX) {
        this.#cells.set(key, added as Cell)
        continue
      }
      const cell = this.#cell(added.at, added.condition)
      cell.opened += added.opened
      cell.ended += added.ended
      cell.successes += added.successes
      cell.firstMs = Math.min(cell.firstMs, added.firstMs)
      cell.lastMs = Math.max(cell.lastMs, added.lastMs)
      cell.openedMs = Math.max(cell.openedMs, added.openedMs)
      cell.newest = added.newest ?? cell.newest
      cell.lost = added.lost ?? cell.lost
      for (const [reason, count] of Object.entries(added.ends)) {
        cell.ends[reason] = (cell.ends[reason] ?? 0) + count
      }
      for (const name of added.environments) {
        if (!cell.environments.includes(name)) cell.environments.push(name)
      }
      for (const [index, sum] of added.sums.entries()) {
        addTo(cell.sums[index] as Writable<TallySum>, sum)
      }
    }
  }

  get cells(): readonly TallyCell[] {
    return [...this.#cells.values()]
  }

  #cell(label: string, condition: string): Cell {
    const key = cellKey(label, condition)
    const cached = this.#cells.get(key)
    if (cached !== undefined) return cached
    if (this.#cells.size >= CELLS_MAX && label !== OTHER_CELL)
      return this.#cell(OTHER_CELL, condition)
    const cell: Cell = {
      ...{ at: label, condition, opened: 0, ended: 0, successes: 0, ends: {}, environments: [] },
      sums: this.#query.metrics.map(() => ({ n: 0, sum: 0, squaredDeviations: 0 })),
      ...{ firstMs: Number.MAX_SAFE_INTEGER, lastMs: 0, openedMs: 0, newest: null, lost: null },
    }
    this.#cells.set(key, cell)
    return cell
  }
}

const isCounted = (row: TallyRow, { only = {} }: TallyQuery): boolean =>
  (only.condition === undefined || only.condition === row.condition) &&
  (only.difficulty === undefined || only.difficulty === row.difficulty) &&
  (only.environment === undefined || only.environment === row.environment)

/** Conditions contain no space, so keys are unique. */
const cellKey = (label: string, condition: string): string => `${condition} ${label}`

/**
 * Adds sums as in Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance".
 * Sums of squares would lose the variance of large values, such as times.
 */
function addTo(sums: Writable<TallySum>, { n, sum, squaredDeviations }: TallySum): void {
  sums.squaredDeviations += squaredDeviations
  if (sums.n > 0 && n > 0) {
    const difference = sum / n - sums.sum / sums.n
    sums.squaredDeviations += (difference ** 2 * sums.n * n) / (sums.n + n)
  }
  sums.n += n
  sums.sum += sum
}

/** Environments share task ids such as `train-000001`. Neither name contains a line break. */
const taskKey = ({ environment, taskId }: TallyRow): string => `${environment}\n${taskId}`

/** The id of the task of a cell. */
export const taskIn = ({ at }: Pick<TallyCell, 'at'>): string => at.slice(at.indexOf('\n') + 1)

function cellLabel(row: TallyRow, ordinal: number, { by, width }: TallyQuery): string {
  if (by === 'all') return ''
  if (by === 'task') return taskKey(row)
  if (by === 'level') return String(row.difficulty)
  if (by === 'batch') return row.batch ?? NO_BATCH
  if (by === 'time') return String(Math.floor(row.openedMs / width))
  return String(Math.floor(ordinal / width))
}

/** Larger values are ignored, because their squares exceed the range of a double. */
const METRIC_MAX = 1e100

/** A metric of an episode; rewards in whole units. */
function metricIn(row: TallyRow, name: string): number | undefined {
  if (name === 'reward') return row.total / 1_000
  if (name === 'steps') return row.steps
  const { metrics } = row
  if (metrics === null || !Object.hasOwn(metrics, name)) return undefined
  const value = metrics[name]
  return typeof value === 'number' && Math.abs(value) <= METRIC_MAX ? value : undefined
}

/** The reads of a database that tallies are made of. */
export interface TallySource {
  /** Rows after a key, oldest first, and the key that was reached; undefined at the end. */
  tallyRows(
    conditions: EpisodeConditions,
    after: number,
    needsMetrics: boolean,
  ): Promise<{ readonly rows: readonly TallyRow[]; readonly end: number | undefined }>
}

/** Metrics that every episode has, without the JSON that its end reports. */
const PLAIN_METRICS: ReadonlySet<string> = new Set(['reward', 'steps'])

/** Counts episodes, oldest first, until all were counted or the time is over. */
export async function readTally(
  source: TallySource,
  query: TallyQuery,
  after: TallyCursor | null,
  budgetMs: number,
): Promise<TallyPart> {
  const untilMs = performance.now() + budgetMs
  const needsMetrics = query.metrics.some((name) => !PLAIN_METRICS.has(name))
  const tally = new Tally(query)
  let { key, seen } = after ?? { key: 0, seen: 0 }
  for (;;) {
    const { rows, end } = await source.tallyRows(query.conditions, key, needsMetrics)
    for (const row of rows) tally.add(row, seen++)
    if (end === undefined) return { cells: tally.cells, next: null }
    key = end
    if (performance.now() >= untilMs) return { cells: tally.cells, next: { key, seen } }
  }
}
