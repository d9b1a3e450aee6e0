import type { Problem } from '../../src/sim/q-problems/problem.ts'
import type { TaskTest } from '../../src/sim/q-problems/task.ts'
import { testsOf } from '../../src/sim/q-problems/tasks.ts'
import { stream } from '../../src/sim/random.ts'
import { isConstant, isRemembered, singleVerbs, testFor } from './idle.ts'
import { type Mutant, mutantsOf, programMutant, wrapped } from './mutants.ts'
import {
  type Call,
  callReader,
  isRight,
  loadProgram,
  type Program,
  wrongProgramFuel,
} from './program.ts'
import { withoutRules } from './rules.ts'

/** How thoroughly a problem is tried. */
export interface Effort {
  /** Sets of tests that a wrong program is tried on. */
  readonly seeds: readonly number[]
  /** Of these sets, as many may be passed. */
  readonly passedMax: number
  /** Draws of which a program must fail one, or an edge, to be wrong. */
  readonly sample: number
}

/** A wrong program that passes too many sets of tests. */
export interface Survivor {
  readonly how: string
  readonly passed: number
}

/** The programs that are tried on the tests of a problem; some of them are right. */
export const candidatesOf = (one: Problem): Mutant[] => [
  ...mutantsOf(one.solution),
  ...wrapped(one),
  ...singleVerbs(one),
  ...withoutRules(one),
  programMutant(one.solution, one.wrong, 'the mistake of the author'),
]

/** Loads programs with a few times the steps that the solution needs on some calls. */
export function candidateLoader(
  one: Problem,
  calls: readonly Call[],
): (candidate: Mutant) => Program | undefined {
  const fuel = wrongProgramFuel(one, calls)
  return ({ code }) => loadProgram(code, fuel)
}

/** The wrong programs that pass more sets of tests than they may. */
export function survivorsOf(one: Problem, effort: Effort): Survivor[] {
  const sets = effort.seeds.map((seed) => testsOf(one, seed))
  const hidden = sets.map((tests) => tests.filter(({ is_public }) => !is_public))
  const read = callReader()
  // Those that all sets have come last: they may be long, and the others end most programs.
  const common = new Set(one.edges.map((args) => testFor(one, args).arguments.join(';')))
  const isCommon = ({ arguments: args }: TaskTest): boolean => common.has(args.join(';'))
  const calls = hidden.map((tests) =>
    [...tests.filter((test) => !isCommon(test)), ...tests.filter(isCommon)].map(read),
  )
  const load = candidateLoader(one, calls.flat())
  const isSolution = agreement(one, effort.sample)
  const survivors: Survivor[] = []
  for (const candidate of candidatesOf(one)) {
    const program = load(candidate)
    if (program === undefined) continue
    const passed = passedSets(program, calls, effort)
    if (passed <= effort.passedMax) continue
    // A program that agrees with the solution everywhere is another solution.
    if (isSolution(candidate)) continue
    survivors.push({ how: candidate.how, passed })
  }
  return survivors
}

/** The rules of a statement that a program may leave out and still pass one of the sets. */
export function sparedRules(one: Problem, seeds: readonly number[]): string[] {
  const read = callReader()
  const sets = seeds.map((seed) =>
    testsOf(one, seed)
      .filter(({ is_public }) => !is_public)
      .map(read),
  )
  const load = candidateLoader(one, sets.flat())
  return withoutRules(one)
    .filter((mutant) => {
      const program = load(mutant)
      const isPassed = (calls: readonly Call[]): boolean =>
        program !== undefined && calls.every((call) => isRight(program, call))
      return program === undefined || sets.some(isPassed)
    })
    .map(({ how }) => how)
}

/** Sets of which a table has seen all but the one that it is tried on. */
const REMEMBERED_SETS = 20

/**
 * Constants, and tables of the tests of 19 other seeds, that pass more than one set in twenty. They
 * run no q, so that many seeds can be tried: twenty say little about a share of a few percent.
 */
export function rememberersOf(one: Problem, seeds: readonly number[]): Survivor[] {
  const sets = seeds.map((seed) => testsOf(one, seed))
  const hidden = sets.map((tests) => tests.filter(({ is_public }) => !is_public))
  const remembered = hidden.filter((own, at) => {
    const shown = (sets[at] as readonly TaskTest[]).filter(({ is_public }) => is_public)
    const from = at - (at % REMEMBERED_SETS)
    const others = hidden.slice(from, from + REMEMBERED_SETS).toSpliced(at - from, 1)
    return isRemembered(own, shown, others)
  }).length
  return [
    { how: 'a constant', passed: hidden.filter(isConstant).length },
    { how: 'a table of the tests of other seeds', passed: remembered },
  ].filter(({ passed }) => 20 * passed > seeds.length)
}

/** Tells whether a program agrees with the solution on the edges and so many draws. */
function agreement(one: Problem, size: number): (candidate: Mutant) => boolean {
  let sample: readonly Call[] | undefined
  let load: ((candidate: Mutant) => Program | undefined) | undefined
  return (candidate) => {
    sample ??= sampleOf(one, size)
    load ??= candidateLoader(one, sample)
    const program = load(candidate)
    return program !== undefined && sample.every((call) => isRight(program, call))
  }
}

/** How many sets a program passes; the count ends where it is too high to matter. */
function passedSets(program: Program, sets: readonly (readonly Call[])[], effort: Effort): number {
  let passed = 0
  for (const calls of sets) {
    if (calls.every((call) => isRight(program, call))) passed += 1
    if (passed > effort.passedMax + 2) break
  }
  return passed
}

/** The edges and so many draws, of another seed than all tests. */
export function sampleOf(one: Problem, size: number): Call[] {
  const random = stream(20_000_000, 0, 'large-sample')
  const read = callReader()
  const drawn = Array.from({ length: size }, () => one.draw(random))
  return [...one.edges, ...drawn].map((args) => read(testFor(one, args)))
}
