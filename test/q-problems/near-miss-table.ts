import { type Call, isRight, type Program } from '../../src/sim/q-problems/judge/program.ts'
import { type NearMisses, nearMissFuel } from '../../src/sim/q-problems/near-misses.ts'
import type { Problem } from '../../src/sim/q-problems/problem.ts'
import { candidateLoader, candidatesOf, sampleOf } from './discriminator.ts'
import type { Mutant } from './mutants.ts'

/** Draws that are looked at first, and of programs that few of them tell from the solution. */
const FIRST_DRAWS = 20
const ALL_DRAWS = 300
/** What this share of the draws tells from the solution hardly passes a set of tests. */
const EASY_SHARE = 0.6
/** Less than this share of the draws is too rare: the draws should be better. */
const RARE_SHARE = 0.05

/** A wrong program with the draws on which it fails. */
interface Wrong extends Mutant {
  readonly fails: ReadonlySet<number>
}

/** What one problem needs in the table of near misses. */
export interface NearMissRow extends NearMisses {
  /** Those that too few draws tell from the solution. */
  readonly rare: readonly { readonly how: string; readonly share: number }[]
}

/** The wrong programs that a set of drawn tests may well let pass, as few as imply the others. */
export function nearMissRow(one: Problem): NearMissRow {
  const sample = sampleOf(one, ALL_DRAWS)
  const edges = sample.slice(0, one.edges.length)
  const draws = sample.slice(one.edges.length)
  const load = candidateLoader(one, sample)
  const wrong = candidatesOf(one).flatMap((candidate) => {
    const found = failures(load(candidate), edges, draws)
    return found === undefined ? [] : [{ ...candidate, fails: found }]
  })
  const kept: Wrong[] = []
  for (const mutant of wrong.toSorted((left, right) => left.fails.size - right.fails.size)) {
    if (!kept.some(({ fails }) => isWithin(fails, mutant.fails))) kept.push(mutant)
  }
  return {
    steps: nearMissFuel(one, sample),
    written: kept.map(({ written }) => written),
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
  const fails = (call: Call): boolean => !isRight(program, call)
  let first = 0
  for (const call of draws.slice(0, FIRST_DRAWS)) {
    if (fails(call) && ++first >= EASY_SHARE * FIRST_DRAWS) return undefined
  }
  if (edges.some(fails)) return undefined
  const found = new Set([...draws.keys()].filter((at) => fails(draws[at] as Call)))
  return found.size === 0 ? undefined : found
}

const isWithin = (some: ReadonlySet<number>, all: ReadonlySet<number>): boolean =>
  some.size <= all.size && [...some].every((one) => all.has(one))
