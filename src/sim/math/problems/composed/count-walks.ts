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
  /** What a diagonal step costs; `null` means nothing. */
  readonly tokens: Tokens | null
}

/** A diagonal step costs one token. The walk begins with some, and kiosks give one each. */
interface Tokens {
  readonly start: number
  /** At most this many are held at a time. */
  readonly max: number
  readonly kiosks: readonly Corner[]
  /** Whether a kiosk also gives one to a walker who arrives by a diagonal step. */
  readonly areForDiagonals: boolean
}

/** The ranges of the parts of a state: the last step, its run, the sights and the tokens. */
interface Ranges {
  readonly runCount: number
  readonly sightCount: number
  readonly tokenCount: number
  readonly size: number
}

/** The last step of a walk that has not begun. */
const NONE = STEPS.length

function toRanges({ inARow, sightsMin, tokens }: Walk): Ranges {
  // Without a limit, the run does not matter, and neither do sights beyond those that are needed.
  const runCount = Number.isFinite(inARow) ? inARow : 1
  const [sightCount, tokenCount] = [sightsMin + 1, (tokens?.max ?? 0) + 1]
  return { runCount, sightCount, tokenCount, size: (NONE + 1) * runCount * sightCount * tokenCount }
}

const isSame = ([east, north]: Corner, [x, y]: Corner): boolean => east === x && north === y
const has = (corners: readonly Corner[], corner: Corner): boolean =>
  corners.some((one) => isSame(one, corner))

/** The number of walks in each state at each corner, by rows from the south. */
function countByState(walk: Walk): Float64Array[][] {
  const [width, height] = walk.goal
  const ranges = toRanges(walk)
  const grid = Array.from({ length: height + 1 }, () =>
    Array.from({ length: width + 1 }, () => new Float64Array(ranges.size)),
  )
  const start = grid[0]?.[0] as Float64Array
  start[
    NONE * ranges.runCount * ranges.sightCount * ranges.tokenCount + (walk.tokens?.start ?? 0)
  ] = 1
  for (let north = 0; north <= height; north++) {
    for (let east = north === 0 ? 1 : 0; east <= width; east++) {
      if (has(walk.closed, [east, north])) continue
      for (const [step, [x, y]] of STEPS.entries()) {
        const from = grid[north - y]?.[east - x]
        if (from === undefined || (step === DIAGONAL && !walk.hasDiagonals)) continue
        arrive(walk, ranges, { from, to: grid[north]?.[east] as Float64Array, step }, [east, north])
      }
    }
  }
  return grid
}

interface Move {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly step: number
}

/** Adds the walks that reach a corner by a step. */
function arrive(
  { tokens, notAfter, inARow, sights, sightsMin }: Walk,
  { runCount, sightCount, tokenCount, size }: Ranges,
  { from, to, step }: Move,
  corner: Corner,
): void {
  const newSights = has(sights, corner) ? 1 : 0
  const isGiven = tokens?.areForDiagonals === true || step !== DIAGONAL
  const gain = isGiven && tokens !== null && has(tokens.kiosks, corner) ? 1 : 0
  const price = tokens !== null && step === DIAGONAL ? 1 : 0
  for (let state = 0; state < size; state++) {
    const count = from[state] as number
    if (count === 0) continue
    const tokensHeld = state % tokenCount
    const sightsSeen = Math.floor(state / tokenCount) % sightCount
    const run = Math.floor(state / (tokenCount * sightCount)) % runCount
    const last = Math.floor(state / (tokenCount * sightCount * runCount))
    const isForbidden = notAfter?.[0] === last && notAfter[1] === step
    const nextRun = last === step && Number.isFinite(inARow) ? run + 1 : 0
    if (isForbidden || nextRun >= runCount || tokensHeld < price) continue
    const nextSights = Math.min(sightsSeen + newSights, sightsMin)
    const nextTokens = Math.min(tokensHeld - price + gain, tokenCount - 1)
    const target = ((step * runCount + nextRun) * sightCount + nextSights) * tokenCount + nextTokens
    to[target] = (to[target] as number) + count
  }
}

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0)

/** The number of walks to each corner, by rows from the south, without other rules. */
export const reached = (walk: Walk): number[][] =>
  countByState(walk).map((row) => row.map((counts) => sumOf(counts)))

/** The number of walks that satisfy all rules, by the kind of their last step. */
export function walksByLastStep(walk: Walk): number[] {
  const { sightCount, tokenCount, size } = toRanges(walk)
  const counts = countByState(walk).at(-1)?.at(-1) as Float64Array
  const isKept = (state: number): boolean =>
    Math.floor(state / tokenCount) % sightCount === walk.sightsMin
  return STEPS.map((_, step) =>
    counts.reduce(
      (sum, count, state) =>
        Math.floor((state * (NONE + 1)) / size) === step && isKept(state) ? sum + count : sum,
      0,
    ),
  )
}

/** The number of walks that satisfy all rules. */
export const countWalks = (walk: Walk): number =>
  walksByLastStep(walk).reduce((sum, count) => sum + count, 0)
