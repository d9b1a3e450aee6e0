// Guards that hostile input gets coded answers and never changes what well-behaved clients see.
import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { ATTACKS, swarmOf } from './swarm.ts'

describe('the fuzzer', () => {
  it('finds nothing wrong', async () => {
    const report = await fuzz({ seed: 20, seconds: 4 })
    expect(report.problems).toEqual([])
    expect(report.stories).toBeGreaterThan(0)
    expect(Object.keys(report.codes).length).toBeGreaterThan(2)
  })

  it('finds a bug that was planted', async () => {
    const { problems } = await fuzz({ seed: 21, seconds: 3, canary: true })
    expect(problems.join('\n')).toMatch(/story \d+ differs from its twin/)
  })

  it('tries every kind of attack with some seed, and never all with one', () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => swarmOf(seed).attacks)
    const tried = new Set(seeds.flat().map(({ name }) => name))
    expect([...tried].sort()).toEqual(ATTACKS.map(({ name }) => name).sort())
    expect(seeds.every((attacks) => attacks.length < ATTACKS.length)).toBe(true)
  })
})
