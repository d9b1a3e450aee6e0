import type { Audit } from '../audit.ts'
import type { AnyEnvironment } from '../plugin.ts'

/** What remains unchecked without a member of the audit. */
const WITHOUT = {
  solve: 'it is unknown whether tasks can be won, and by how much the floor is below an honest win',
  hiddenVariant: 'it is unknown whether hidden facts stay hidden',
  sampleActions: 'sampled turns are made up from the schemas of the tools',
  floor: 'nothing may be won by luck',
} as const satisfies Partial<Record<keyof Audit, string>>

/** What conformance cannot check of an environment, because a part of it is missing. */
export const uncheckedIn = ({ audit }: AnyEnvironment): readonly string[] =>
  (Object.keys(WITHOUT) as (keyof typeof WITHOUT)[])
    .filter((name) => audit[name] === undefined)
    .map((name) => `audit.${name} is missing: ${WITHOUT[name]}`)
