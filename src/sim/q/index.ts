export { QError } from './errors.ts'
export type { FileSeeds } from './files/box.ts'
export { isUnfinished } from './lexer/unfinished.ts'
export { fromPlain, type Plain } from './plain.ts'
export {
  createSession,
  type EntryResult as Outcome,
  fromBytes,
  type Session,
  type SessionError,
  type SessionOptions,
  toBytes,
} from './session.ts'
export type { EvaluationLimits } from './values/meter.ts'
export type { Value } from './values/value.ts'
