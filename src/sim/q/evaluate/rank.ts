import { NIL } from '../values/build.ts'
import type { Value } from '../values/value.ts'

/**
 * The number of arguments that a value takes; for a projection the open ones, and 1 for values that
 * are indexed.
 */
export function functionRank(value: Value): number {
  switch (value.kind) {
    case 'lambda':
      return value.rank
    case 'primitive':
      return value.verb.rank
    case 'projection': {
      const openCount = value.arguments.filter((argument) => argument === undefined).length
      return openCount + Math.max(0, functionRank(value.target) - value.arguments.length)
    }
    case 'composition':
      return functionRank(value.inner === NIL ? value.outer : value.inner)
    case 'derived':
      return value.iterator === "'" ? functionRank(value.target) : derivedRank(value.iterator)
    default:
      return 1
  }
}

const derivedRank = (iterator: string): number => (iterator === '/:' || iterator === '\\:' ? 2 : 1)
