import { numberedDraw } from '../../src/sim/q-problems/covers.ts'
import type { Problem } from '../../src/sim/q-problems/problem.ts'
import { type RandomStream, stream } from '../../src/sim/random.ts'
import { candidateLoader } from './discriminator.ts'
import { testFor } from './idle.ts'
import type { Mutant } from './mutants.ts'
import { type Call, callReader, isRight, type Program } from './program.ts'

/** Numbered draws that are looked at; fewer where arguments are long lists. */
const DRAWS = 600
const LONG_DRAWS = 120
/** Draws that are looked at first: a program that fails many of them hardly passes a set. */
const EASY = [
  { draws: 20, share: 0.6 },
  { draws: 120, share: 0.4 },
] as const
/** A program that fails less than this share of the draws needs better draws. */
const RARE_SHARE = 0.05
/** Covers for each problem, of which every task takes one. */
const COVERS = 24

/** A wrong program with the numbers of the draws on which it fails. */
interface Wrong extends Mutant {
  readonly fails: ReadonlySet<number>
}

/** What one problem needs in the table of covers. */
export interface CoverRow {
  readonly covers: readonly (readonly number[])[]
  /** Wrong programs that few draws tell from the solution. */
  readonly rare: readonly { readonly how: string; readonly share: number }[]
}

/** Covers of those of the wrong programs that a set of drawn tests may well let pass. */
export function coverRow(one: Problem, candidates: readonly Mutant[]): CoverRow {
  const read = callReader()
  const count = one.written === undefined ? DRAWS : LONG_DRAWS
  const draws = Array.from({ length: count }, (_, number) =>
    read(testFor(one, numberedDraw(one, number))),
  )
  const edges = one.edges.map((args) => read(testFor(one, args)))
  const load = candidateLoader(one, [...edges, ...draws])
  const wrong = candidates.flatMap((candidate) => {
    const found = failures(load(candidate), edges, draws)
    return found === undefined ? [] : [{ ...candidate, fails: found }]
  })
  const kept: Wrong[] = []
  for (const mutant of wrong.toSorted((left, right) => left.fails.size - right.fails.size)) {
    if (!kept.some(({ fails }) => isWithin(fails, mutant.fails))) kept.push(mutant)
  }
  return {
    covers: coversOf(
      kept.map(({ fails }) => fails),
      stream(0, 0, `q-covers-${one.id}`),
    ),
    rare: kept
      .map(({ how, fails }) => ({ how, share: fails.size / draws.length }))
      .filter(({ share }) => share < RARE_SHARE),
  }
}

/** The draws that a program fails; undefined if it is right, easy to tell, or fails an edge. */
function failures(
  program: Program | undefined,
  edges: readonly Call[],
  draws: readonly Call[],
): ReadonlySet<number> | undefined {
  if (program === undefined) return undefined
  const failed = new Map<Call, boolean>()
  const fails = (call: Call): boolean => {
    const known = failed.get(call) ?? !isRight(program, call)
    failed.set(call, known)
    return known
  }
  for (const easy of EASY) {
    const first = draws.slice(0, easy.draws)
    if (first.filter(fails).length >= easy.share * first.length) return undefined
  }
  if (edges.some(fails)) return undefined
  const found = new Set([...draws.keys()].filter((at) => fails(draws[at] as Call)))
  return found.size === 0 ? undefined : found
}

/**
 * Different small sets of draws, each with a draw of every set that is given. Draws that no other
 * cover has come first, so that the covers differ.
 */
export function coversOf(
  wanted: readonly ReadonlySet<number>[],
  random: RandomStream,
): (readonly number[])[] {
  const used = new Map<number, number>()
  const found = new Map<string, readonly number[]>()
  for (let tries = 0; wanted.length > 0 && tries < COVERS; tries++) {
    const cover: number[] = []
    for (let open = wanted; open[0] !== undefined; ) {
      const [rarest] = open
      const score = (number: number): number =>
        open.filter((fails) => fails.has(number)).length / (1 + (used.get(number) ?? 0))
      const order = random.shuffle([...rarest])
      const best = order.reduce((one, other) => (score(other) > score(one) ? other : one))
      cover.push(best)
      used.set(best, (used.get(best) ?? 0) + 1)
      open = open.filter((fails) => !fails.has(best))
    }
    const sorted = cover.toSorted((one, other) => one - other)
    found.set(sorted.join(' '), sorted)
  }
  return [...found.values()]
}

const isWithin = (some: ReadonlySet<number>, all: ReadonlySet<number>): boolean =>
  some.size <= all.size && [...some].every((one) => all.has(one))
