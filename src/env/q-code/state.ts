import type { GradeAnswer } from '../../sim/q-problems/judge/request.ts'

/** An answer that was checked with the public tests. */
interface CheckedAnswer {
  /** Whether code was found in the text. */
  readonly found: boolean
  /** Public tests that pass. */
  readonly passed: number
}

/** How the last answer fared with the tests that decide the reward. */
interface Verdict {
  readonly found: boolean
  readonly passed: number
  readonly total: number
  /** Why the code could not be loaded; null if it could. */
  readonly load_error: string | null
  /** The names of the errors of the tests, in order. */
  readonly errors: readonly string[]
}

/** Where an episode stands. JSON-plain and never changed in place. */
export interface QState {
  /** Runs in the sandbox that were answered, and those that ended in a q error. */
  readonly sandbox: { readonly runs: number; readonly errors: number; readonly failures: number }
  /** Answers that were followed by another chance. */
  readonly answers: readonly CheckedAnswer[]
  /** Null until the last answer was graded, and for good if there never was one. */
  readonly verdict: Verdict | null
}

export const OPENING_STATE: QState = {
  sandbox: { runs: 0, errors: 0, failures: 0 },
  answers: [],
  verdict: null,
}

/** The state after a run in the sandbox. */
export function afterRun(
  state: QState,
  { error, ran }: { readonly error: string | null; readonly ran: boolean },
): QState {
  const { runs, errors, failures } = state.sandbox
  const sandbox = {
    runs: runs + 1,
    errors: errors + (error === null ? 0 : 1),
    failures: failures + (ran ? 0 : 1),
  }
  return { ...state, sandbox }
}

/** The state after an answer that failed a public test while others were left. */
export const afterMiss = (state: QState, answer: CheckedAnswer): QState => ({
  ...state,
  answers: [...state.answers, answer],
})

/** The state after the last answer; `grade` is null where there was no code to be graded. */
export function afterGrade(state: QState, grade: GradeAnswer | null, total: number): QState {
  const tests = grade?.tests ?? []
  const verdict: Verdict = {
    found: grade !== null,
    passed: tests.filter(({ passed }) => passed).length,
    total,
    load_error: grade?.load_error ?? null,
    errors: tests.flatMap(({ error }) => (error === null ? [] : [error])),
  }
  return { ...state, verdict }
}

/** Whether the last answer passed all tests. */
export const isSolved = ({ verdict }: QState): boolean =>
  verdict !== null && verdict.total > 0 && verdict.passed === verdict.total
