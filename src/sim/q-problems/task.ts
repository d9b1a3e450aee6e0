import type { QFiles } from './judge/files.ts'
import type { QTest } from './judge/request.ts'

/** One call with its right result, and whether the player may see it. */
export interface TaskTest extends QTest {
  readonly is_public: boolean
}

/** One problem with its tests, including hidden ones. */
export interface QTask {
  readonly id: string
  readonly split: string
  readonly index: number
  readonly seed: number
  readonly difficulty: number
  /** The name of the problem. The tasks of a problem differ in their generated tests. */
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
  /** The limit of interpreter steps of each loading and call, if it is lower than usual. */
  readonly fuel?: number | undefined
  /** The largest number of sandbox calls, even if the settings of the episode allow more. */
  readonly sandbox_calls?: number | undefined
  /** q code that passes; null if none is known. */
  readonly solution: string | null
}

/** The world of a data set of problems: the seed of its generated tests. */
export interface QWorld {
  readonly format: 1
  readonly seed: number
}
