// Guards that hostile traffic harms nobody, and that the fuzzer would notice if it did.
import { describe, expect, it } from 'vitest'
import { ATTACKS } from './attacks/index.ts'
import type { Canary } from './canary.ts'
import { fuzz } from './fuzz.ts'

describe('the fuzzer', () => {
  it.each([1, 2])('finds nothing with seed %i', { timeout: 180_000 }, async (seed) => {
    const report = await fuzz({ seed, seconds: 2.5 })
    expect(report.findings).toEqual([])
    expect(report.played).toBeGreaterThan(0)
    expect(report.replayed).toBeGreaterThan(0)
  })

  it.each<[Canary, string]>([
    ['crossed', 'an answer differs from the twin'],
    ['lost', 'an answer differs from the twin'],
    ['uncoded', 'server/internal'],
    ['unanswered', 'messages and answers differ in number'],
  ])('finds a planted bug: %s', { timeout: 180_000 }, async (canary, what) => {
    const attacks = ATTACKS.filter(({ name }) => name === 'seq rule')
    // Only the lost answer has to be waited for.
    const answerWithinMs = canary === 'unanswered' ? 3_000 : 20_000
    const report = await fuzz({ seed: 3, seconds: 20, canary, attacks, answerWithinMs })
    expect(report.findings.map((finding) => finding.what)).toContain(what)
  })
})
