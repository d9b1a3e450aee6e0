/** Guards that a failed attempt of the parser leaves nothing behind. */
import { expect, it } from 'vitest'
import { parse } from './parse.ts'

it('reads the premise of a fraction once', () => {
  const parsed = parse(String.raw`3\frac{(a\Rightarrow b)}{c}`)
  expect(parsed?.premises.map(({ arrow }) => arrow)).toEqual(['Rightarrow'])
  const mixed = parse(String.raw`3\frac{1}{2}`)
  expect(mixed?.node.kind).toBe('sum')
})

it('expands a series after one that is too large', () => {
  const small = String.raw`\sum_{k=1}^{3} k`
  const large = String.raw`\sum_{k=1}^{90} (${'k+'.repeat(20)}k)`
  const parsed = parse(`${large}, ${small}`)
  const kinds = parsed?.node.kind === 'list' ? parsed.node.items.map(({ kind }) => kind) : []
  expect(kinds).toEqual(['opaque', 'sum'])
})

it('does not repeat the attempts of nested fractions', () => {
  const depth = 15
  const text = `${'3\\frac{'.repeat(depth)}x${'}{c}'.repeat(depth)}`
  // The fastest of several, because the machine may be busy.
  const tookMs = Array.from({ length: 5 }, () => {
    const startMs = performance.now()
    expect(parse(text)?.node.kind).toBe('product')
    return performance.now() - startMs
  })
  expect(Math.min(...tookMs)).toBeLessThan(200)
})
