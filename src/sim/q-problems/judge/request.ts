import type { QFiles } from './files.ts'
import type { QLimits } from './limits.ts'

export const COMPARISONS = ['value', 'console'] as const
/** `value`: equal values, whatever their width. `console`: the same console text. */
export type ComparisonMode = (typeof COMPARISONS)[number]

/** One call of the tested function, and its required result. */
export interface QTest {
  /** q expressions, one per argument. */
  readonly arguments: readonly string[]
  /** The right result as a q expression; null if only its text is known. */
  readonly expected: string | null
  /** The required console text; null for that of `expected`. */
  readonly console: string | null
}

/** Code to be run as a script. */
export interface RunRequest {
  readonly op: 'run'
  readonly files?: QFiles | undefined
  readonly code: string
  readonly limits: QLimits
}

/** Code whose function the tests call. */
export interface GradeRequest {
  readonly op: 'grade'
  readonly files?: QFiles | undefined
  readonly code: string
  /** The name of the function. */
  readonly entry: string
  readonly comparison: ComparisonMode
  readonly tests: readonly QTest[]
  readonly limits: QLimits
}

export type QRequest = RunRequest | GradeRequest

/** The result of a script. */
export interface RunAnswer {
  readonly output: string
  /** The name of the error, such as `type`; null if there was none. */
  readonly error: string | null
  /** The error as the console shows it, with a caret; empty if there was none. */
  readonly error_text: string
}

/** The result of one test. */
export interface TestAnswer {
  readonly passed: boolean
  /** The result as the console shows it; empty after an error. */
  readonly shown: string
  /** The required console text. */
  readonly wanted: string
  readonly error: string | null
}

/** The result of a grading. */
export interface GradeAnswer {
  /** Why the code failed to load or lacks the function; null if it did not. */
  readonly load_error: string | null
  /** One per test, in order. */
  readonly tests: readonly TestAnswer[]
}
