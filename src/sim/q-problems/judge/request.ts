import type { QFiles } from './files.ts'
import type { QLimits } from './limits.ts'

export const COMPARISONS = ['value', 'console'] as const
/** `value`: equal values, whatever their width. `console`: the same text on the console. */
export type Comparison = (typeof COMPARISONS)[number]

/** One call of the function under test, and what must come of it. */
export interface QTest {
  /** q expressions, one per argument. */
  readonly arguments: readonly string[]
  /** A q expression of the right result; null where only its text is known. */
  readonly expected: string | null
  /** The text that the console must show; null for that of `expected`. */
  readonly console: string | null
}

/** Code to be run as a script. */
export interface RunRequest {
  readonly op: 'run'
  readonly files?: QFiles | undefined
  readonly code: string
  readonly limits: QLimits
}

/** Code whose function is to be called by tests. */
export interface GradeRequest {
  readonly op: 'grade'
  readonly files?: QFiles | undefined
  readonly code: string
  /** The name of the function. */
  readonly entry: string
  readonly comparison: Comparison
  readonly tests: readonly QTest[]
  readonly limits: QLimits
}

export type QRequest = RunRequest | GradeRequest

/** What came of a script. */
export interface RunAnswer {
  readonly output: string
  /** The name of the error, such as `type`; null if there was none. */
  readonly error: string | null
  /** The error as the console tells it, with a caret under its place; empty if there was none. */
  readonly error_text: string
}

/** What came of one test. */
export interface TestAnswer {
  readonly passed: boolean
  /** What the console shows of the result; empty after an error. */
  readonly shown: string
  /** What it should have shown. */
  readonly wanted: string
  readonly error: string | null
}

/** What came of a grading. */
export interface GradeAnswer {
  /** Why the code could not be loaded or has no such function; null if it could. */
  readonly load_error: string | null
  /** One per test, in order. */
  readonly tests: readonly TestAnswer[]
}
