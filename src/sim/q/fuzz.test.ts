// Guards that no program crashes the interpreter, exceeds its fuel, or fails other than as q does.
import { describe, expect, it } from 'vitest'
import { type Evaluate, fuzz } from '../../../test/q-fuzz/fuzz.ts'
import { findFaults } from '../../../test/q-fuzz/odd-values.ts'
import { faultIn } from '../../../test/q-fuzz/well-formed.ts'
import { dictionary, list, long, longs, table } from './values/build.ts'

const SHORT = { seed: 20, programs: 1_500, seconds: 20 } as const

describe('verbs on odd values', () => {
  it('give a whole value or an error of q', () => {
    expect(findFaults(20, 12_000)).toEqual([])
  })

  it.each([
    ['a table', table(['a', 'b'], [longs([1]), longs([1, 2])]), 'columns of 1 and 2 rows'],
    ['a dictionary', dictionary(longs([1]), longs([])), '1 keys and 0 values'],
    ['a list', list([long(1), long(2)]), 'a general list of atoms of one type'],
    ['an integer', list([longs([1]), longs([0.5])]), '0.5 in type 7'],
  ])('would show that %s is broken', (_, value, fault) => {
    expect(faultIn(value)).toBe(fault)
  })
})

describe('random programs', () => {
  it('end in a value or in an error of q', () => {
    const { programs, findings, errors } = fuzz(SHORT)
    expect(findings).toEqual([])
    expect(programs).toBeGreaterThan(100)
    expect(errors.size).toBeGreaterThan(10)
  })

  const canaries: Readonly<Record<string, (evaluate: Evaluate) => Evaluate>> = {
    'a crash': (evaluate) => (program) => {
      if (program.includes('raze')) throw new TypeError('raze of undefined')
      return evaluate(program)
    },
    'an error that q does not have': (evaluate) => (program) => {
      const outcome = evaluate(program)
      if (outcome.error?.name !== 'type') return outcome
      return { ...outcome, error: { name: 'Invalid array', text: '' } }
    },
    'a program that does not end': (evaluate) => (program) => {
      const end = performance.now() + (program.includes('flip') ? 60 : 0)
      while (performance.now() < end);
      return evaluate(program)
    },
  }

  for (const [name, canary] of Object.entries(canaries)) {
    it(`would show ${name}`, () => {
      const slowMs = name.includes('not end') ? 50 : 4_000
      const { findings } = fuzz({ ...SHORT, programs: 200, slowMs, canary })
      expect(findings.length).toBeGreaterThan(0)
    })
  }
})
