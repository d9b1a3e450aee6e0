import type { GradeAnswer } from '../../sim/q-problems/judge/request.ts'

/** An answer that was checked with the public tests. */
interface CheckedAnswer {
  /** Whether the text contained code. */
  readonly found: boolean
  /** The number of public tests that pass. */
  readonly passed: number
}

/** The result of the last answer on the graded tests. */
interface Verdict {
  readonly found: boolean
  readonly passed: number
  readonly total: number
  /** Why the code failed to load; null if it loaded. */
  readonly load_error: string | null
  /** The error names of the tests, in order. */
  readonly errors: readonly string[]
}

/** The state of an episode: plain JSON, never changed in place. */
export interface QState {
  /** Answered sandbox runs, those that ended in a q error, and those that no sandbox answered. */
  readonly sandbox: { readonly runs: number; readonly errors: number; readonly failures: number }
  /** Answers before the last one. */
  readonly answers: readonly CheckedAnswer[]
  /** Null until the last answer is graded. */
  readonly verdict: Verdict | null
}

export const OPENING_STATE: QState = {
  sandbox: { runs: 0, errors: 0, failures: 0 },
  answers: [],
  verdict: null,
}

/** The state after a sandbox run. */
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

/** The state after an answer that failed a public test, with further answers left. */
export const afterMiss = (state: QState, answer: CheckedAnswer): QState => ({
  ...state,
  answers: [...state.answers, answer],
})

/** The state after the last answer; `grade` is null if there was no code. */
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
