import type { QFiles } from './judge/files.ts'
import type { QTest } from './judge/request.ts'

/** One call with its right result, and whether the one who plays may see it. */
export interface TaskTest extends QTest {
  readonly is_public: boolean
}

/** One problem with its tests, hidden ones included. */
export interface QTask {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
  readonly difficulty: number
  /** The problem of which it is an instance. */
  readonly problem: string
  readonly topic: string
  readonly statement: string
  /** The name of the function to write. */
  readonly entry: string
  readonly signature: {
    readonly arguments: readonly { readonly name: string; readonly type: string }[]
    readonly result: string
  } | null
  readonly tests: readonly TaskTest[]
  /** Files that the code may read, by path; most problems have none. */
  readonly files?: QFiles | undefined
  /** Steps of each loading and each call, where they are fewer than for other problems. */
  readonly fuel?: number | undefined
  /** q code that passes; null where none is known. */
  readonly solution: string | null
}

/** The world of a data set of problems: the seed from which its generated tests follow. */
export interface QWorld {
  readonly format: 1
  readonly seed: number
}
