import { createSession, type Session, type Value } from '../../src/sim/q/index.ts'
import { startMeter } from '../../src/sim/q/values/meter.ts'
import { isFunction } from '../../src/sim/q/values/value.ts'
import { sameQValue } from '../../src/sim/q-problems/judge/compare.ts'
import { Q_LIMITS, sessionLimits } from '../../src/sim/q-problems/judge/limits.ts'
import type { QTest } from '../../src/sim/q-problems/judge/request.ts'
import type { Problem } from '../../src/sim/q-problems/problem.ts'

/** A call with its arguments and its right result as values. */
export interface Call {
  readonly args: readonly Value[]
  readonly expected: Value
}

/** The function of a piece of code that was loaded once for many calls. */
export interface Program {
  readonly session: Session
  readonly entry: Value
}

/** Steps that are tried in turn: the solution needs some of them. */
const STEPS = [250, 1_000, 4_000, 16_000] as const
/** A wrong program that needs so many times the steps of the solution runs away, and fails. */
const STEPS_FACTOR = 4
const STEPS_MAX = 150_000

const LIMITS = sessionLimits(Q_LIMITS, undefined)

/**
 * Evaluates tests, in a session of its own that remembers what it has evaluated.
 *
 * @throws Error if a test cannot be evaluated
 */
export function callReader(): (test: Pick<QTest, 'arguments' | 'expected'>) => Call {
  const session = createSession({ limits: LIMITS })
  const known = new Map<string, Value>()
  const evaluated = (text: string): Value => {
    const value = known.get(text) ?? session.evaluate(text).value
    if (value === undefined) throw new Error(`a test has no value: ${text.slice(0, 80)}`)
    known.set(text, value)
    return value
  }
  return ({ arguments: args, expected }) => ({
    args: args.map(evaluated),
    expected: evaluated(expected ?? '::'),
  })
}

/** Loads code; undefined if it cannot be loaded or does not define the function. */
export function loadProgram(code: string, fuel: number): Program | undefined {
  const session = createSession({ limits: sessionLimits({ ...Q_LIMITS, fuel }, undefined) })
  if (session.load(code).error !== undefined) return undefined
  const entry = session.read('solve')
  return entry !== undefined && isFunction(entry) ? { session, entry } : undefined
}

/** Whether a program gives the right result of a call. */
export function isRight({ session, entry }: Program, { args, expected }: Call): boolean {
  const { value } = session.apply(entry, args)
  if (value === undefined) return false
  startMeter(LIMITS)
  return sameQValue(value, expected)
}

/** Steps for wrong programs, given calls that the solution can answer. */
export function wrongProgramFuel({ solution, fuel }: Problem, calls: readonly Call[]): number {
  const isEnough = (steps: number): boolean => {
    const program = loadProgram(solution, steps)
    return program !== undefined && calls.every((call) => isRight(program, call))
  }
  const steps = STEPS.find(isEnough) ?? STEPS_MAX
  return Math.min(fuel ?? STEPS_MAX, STEPS_MAX, STEPS_FACTOR * steps)
}
