/** A corner, in blocks from the start. */
export type Corner = readonly [east: number, north: number]

/** The possible steps, in the order of their numbers. */
const STEPS: readonly Corner[] = [
  [1, 0],
  [0, 1],
  [1, 1],
]
export const [EAST, NORTH, DIAGONAL] = [0, 1, 2]

/** A walk from (0, 0) that goes only east, north or diagonally, with its rules. */
export interface Walk {
  readonly goal: Corner
  readonly hasDiagonals: boolean
  readonly closed: readonly Corner[]
  /** The maximum number of equal steps in a row; infinity means no limit. */
  readonly inARow: number
  /** A minimum number of these corners is passed. */
  readonly sights: readonly Corner[]
  readonly sightsMin: number
  /** A step of the second kind never directly follows one of the first; `null` means it may. */
  readonly notAfter: readonly [first: number, second: number] | null
}

/** Walks at one corner with the same last step, run length, and sights. */
interface Group {
  readonly step: number
  readonly row: number
  readonly seen: number
  readonly count: number
}

const isSame = ([east, north]: Corner, [x, y]: Corner): boolean => east === x && north === y
const has = (corners: readonly Corner[], corner: Corner): boolean =>
  corners.some((one) => isSame(one, corner))

/** The groups at each corner, by rows from the south, from those of earlier corners. */
function groupsOf(walk: Walk): Group[][][] {
  const [width, height] = walk.goal
  const grid = Array.from({ length: height + 1 }, () =>
    Array.from({ length: width + 1 }, (): Group[] => []),
  )
  for (let north = 0; north <= height; north++) {
    for (let east = 0; east <= width; east++) {
      const groups = grid[north]?.[east] as Group[]
      if (east === 0 && north === 0) groups.push({ step: -1, row: 0, seen: 0, count: 1 })
      else if (!has(walk.closed, [east, north])) groups.push(...arrivals(walk, grid, [east, north]))
    }
  }
  return grid
}

function arrivals(walk: Walk, grid: readonly Group[][][], [east, north]: Corner): Group[] {
  const sums = new Map<string, Group>()
  const more = has(walk.sights, [east, north]) ? 1 : 0
  for (const [step, [x, y]] of STEPS.entries()) {
    if (step === DIAGONAL && !walk.hasDiagonals) continue
    for (const from of grid[north - y]?.[east - x] ?? []) {
      const row = from.step === step ? from.row + 1 : 1
      const isForbidden = walk.notAfter?.[0] === from.step && walk.notAfter[1] === step
      if (row > walk.inARow || isForbidden) continue
      const seen = from.seen + more
      const name = `${step} ${row} ${seen}`
      sums.set(name, { step, row, seen, count: from.count + (sums.get(name)?.count ?? 0) })
    }
  }
  return [...sums.values()]
}

const sumOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

/** The number of walks to each corner, by rows from the south, without other rules. */
export const reached = (walk: Walk): number[][] =>
  groupsOf(walk).map((row) => row.map((groups) => sumOf(groups)))

/** The number of walks that satisfy all rules, by the kind of their last step. */
export function walksByLastStep(walk: Walk): number[] {
  const groups = groupsOf(walk).at(-1)?.at(-1) ?? []
  const kept = groups.filter(({ seen }) => seen >= walk.sightsMin)
  return STEPS.map((_, step) => sumOf(kept.filter((group) => group.step === step)))
}

/** The number of walks that satisfy all rules. */
export const countWalks = (walk: Walk): number =>
  walksByLastStep(walk).reduce((sum, count) => sum + count, 0)
