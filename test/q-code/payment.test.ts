// Guards that every verb charges for its work: told to stop, it stops soon.
import { describe, expect, it } from 'vitest'
import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { payments } from './payment.ts'

/** One in this many two-argument calls is tried; `payment-run.ts` tries all. */
const EVERY = 67

const { calls, late } = payments()

describe('a verb stops soon after a request to stop', () => {
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
