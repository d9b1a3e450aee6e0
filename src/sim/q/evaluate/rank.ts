import { NIL } from '../values/build.ts'
import type { Value } from '../values/value.ts'

/** How many arguments a value takes, with what is open of a projection; 1 for what is indexed. */
export function rankOf(value: Value): number {
  switch (value.kind) {
    case 'lambda':
      return value.rank
    case 'primitive':
      return value.verb.rank
    case 'projection': {
      const open = value.arguments.filter((argument) => argument === undefined).length
      return open + Math.max(0, rankOf(value.target) - value.arguments.length)
    }
    case 'composition':
      return rankOf(value.inner === NIL ? value.outer : value.inner)
    case 'derived':
      return value.iterator === "'" ? rankOf(value.target) : derivedRank(value.iterator)
    default:
      return 1
  }
}

const derivedRank = (iterator: string): number => (iterator === '/:' || iterator === '\\:' ? 2 : 1)
