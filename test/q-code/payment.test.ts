// Guards that every verb pays for its work before or while it does it: told to stop, it stops soon.
import { describe, expect, it } from 'vitest'
import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { payments } from './payment.ts'

/** Of the calls with two arguments one in so many is tried; `payment-run.ts` tries all. */
const EVERY = 67

const { calls, late } = payments()

describe('a verb that is told to stop stops soon', () => {
  it.each(VERB_TABLE.verbs.map((verb, at) => [verb.name, verb, at] as const))(
    '%s',
    (_, verb, at) => {
      const tried = calls(verb).filter(
        ([, args], i) => args.length === 1 || i % EVERY === at % EVERY,
      )
      expect(late(verb, tried)).toEqual([])
    },
  )
})
