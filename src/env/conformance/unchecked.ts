import type { Audit } from '../audit.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { CHECK_OF, type ConformanceCheck } from './contract.ts'

/** The checks that need each member of the audit. */
const WITHOUT = {
  solve:
    'it is unknown whether tasks can be won, by how much the floor is below an honest win, and ' +
    'whether a piece of the work can be spared; plans that follow the course of the work are not ' +
    'tried',
  hiddenVariant:
    'it is unknown whether hidden facts stay hidden, and whether calls are needed that only tell ' +
    'something',
  sampleActions: 'sampled turns are made up from the schemas of the tools',
  floor: 'nothing may be won by luck',
} as const satisfies Partial<Record<keyof Audit, string>>

/**
 * Lists the checks that a missing part of the environment's audit prevents.
 *
 * @param checks the checks that ran: a part that says nothing of any task prevents its check too
 */
export const uncheckedIn = (
  { audit }: AnyEnvironment,
  checks?: readonly ConformanceCheck[],
): readonly string[] =>
  (Object.keys(WITHOUT) as (keyof typeof WITHOUT)[]).flatMap((name) => {
    if (audit[name] === undefined) return [`audit.${name} is missing: ${WITHOUT[name]}`]
    const check = CHECK_OF[name]
    const hasRun = check === undefined || checks?.some((one) => one.name === check) !== false
    return hasRun ? [] : [`audit.${name} returned nothing for these tasks: ${WITHOUT[name]}`]
  })
