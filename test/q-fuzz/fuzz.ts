import { performance } from 'node:perf_hooks'
import { createSession, type Outcome } from '../../src/sim/q/index.ts'
import { INFIX, PREFIX } from '../../src/sim/q/parser/keywords.ts'
import { TYPES } from '../../src/sim/q/values/types.ts'
import { Programs } from './programs.ts'
import { faultIn } from './well-formed.ts'

/** A program that the interpreter handled wrongly. */
export interface Finding {
  readonly number: number
  readonly program: string
  readonly what: string
}

/** The result of a run. */
export interface Report {
  readonly programs: number
  readonly errors: ReadonlyMap<string, number>
  readonly slowestMs: number
  readonly findings: readonly Finding[]
}

/** Evaluates programs; a canary injects a fault here. */
export type Evaluate = (program: string) => Outcome

export interface Plan {
  readonly seed: number
  /** Stops after this many programs or seconds. */
  readonly programs: number
  readonly seconds: number
  /** A program slower than this has escaped its fuel limit. */
  readonly slowMs?: number
  /** Wraps the evaluation of a session. */
  readonly canary?: (evaluate: Evaluate) => Evaluate
}

/** The errors of the language that are not names of the program. */
const ERRORS = new Set(
  `type length rank domain nyi mismatch noaccess limit wsfull stack assign stop params insert cast
   u-fail s-fail parse match value badmsg stype splay exit os from loop branch constants globals
   locals unenum dup j cond nosocket hop hlist lim type-fail char step limit IJS`.split(/\s+/),
)

const LIMITS = {
  fuel: 300_000,
  itemsMax: 500_000,
  memoryMax: 64 * 2 ** 20,
  outputMax: 200_000,
} as const
const PROGRAMS_PER_SESSION = 20

/** Whether an error belongs to the language, or is a word (or byte) of the program. */
const isKnownError = (name: string, said: string): boolean =>
  ERRORS.has(name) ||
  SENTENCE.test(name) ||
  said.includes(name) ||
  WORDS.has(name) ||
  BAD_BYTE_OR_NUMBER.test(name)

const SENTENCE = /^(?:.*\. OS reports: .*|dup names for cols\/groups \w+)$/
const BAD_BYTE_OR_NUMBER = /^(?:.|[\d.:]+\w*)$/s
const WORDS = new Set([...INFIX, ...PREFIX, ...TYPES.map(({ name }) => name)])
/** The letters of strings in the grammar. */
const STRINGS = 'abababababABABABABAB'

/** Evaluates random programs; collects those that crash, hang or fail other than as q does. */
export function fuzz(plan: Plan): Report {
  const words = { infix: [...INFIX], prefix: [...PREFIX] }
  const programs = new Programs(plan.seed, words)
  const errors = new Map<string, number>()
  const findings: Finding[] = []
  const end = performance.now() + plan.seconds * 1000
  let evaluate = evaluator(plan)
  let [slowestMs, number, said] = [0, 0, '']
  for (; number < plan.programs && performance.now() < end; number++) {
    if (number % PROGRAMS_PER_SESSION === 0) {
      evaluate = evaluator(plan)
      said = STRINGS
    }
    const program = programs.program(number)
    said += program
    const start = performance.now()
    const { what, error } = tried(evaluate, program, said)
    const took = performance.now() - start
    slowestMs = Math.max(slowestMs, took)
    if (error !== undefined) errors.set(error, (errors.get(error) ?? 0) + 1)
    const slow = took > (plan.slowMs ?? 4_000) ? `took ${Math.round(took)} ms` : undefined
    const problem = what ?? slow
    if (problem !== undefined) findings.push({ number, program, what: problem })
  }
  return { programs: number, errors, slowestMs, findings }
}

function evaluator(plan: Plan): Evaluate {
  const session = createSession({ limits: LIMITS })
  const plain: Evaluate = (program) => {
    const outcome = session.evaluate(program)
    if (outcome.error?.bug !== undefined) throw outcome.error.bug
    if (outcome.value !== undefined) {
      session.plain(outcome.value)
      const fault = faultIn(outcome.value)
      if (fault !== undefined) throw new Error(`the result has ${fault}`)
    }
    const after = session.evaluate('2+2')
    if (after.error !== undefined || after.output !== '4\n')
      throw new Error('2+2 is not 4 any more')
    return outcome
  }
  return plan.canary?.(plain) ?? plain
}

function tried(
  evaluate: Evaluate,
  program: string,
  said: string,
): { what?: string; error?: string } {
  try {
    const { error } = evaluate(program)
    if (error === undefined) return {}
    const { name } = error
    return isKnownError(name, said)
      ? { error: name }
      : { error: name, what: `the error "${name}" is none of q` }
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { what: stack.split('\n').slice(0, 4).join('\n') }
  }
}
