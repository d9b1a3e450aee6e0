// Guards that no program crashes the interpreter, exceeds its fuel, or fails other than as q does.
import { describe, expect, it } from 'vitest'
import { type Evaluate, fuzz } from '../../../test/q-fuzz/fuzz.ts'

const SHORT = { seed: 20, programs: 1_500, seconds: 20 } as const

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
