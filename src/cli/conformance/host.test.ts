// Guards that conformance survives environments that never return, and names the place of an error.
import { expect, it } from 'vitest'
import { hostOf } from './host.ts'

const host = hostOf(new Set([import.meta.url]), 100)

it('stops a call that never returns, even if it catches everything', () => {
  const isDone = host.endsInTime(() => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  })
  expect(isDone).toBe(false)
  expect(host.endsInTime(() => undefined)).toBe(true)
})

it('passes on what the work throws', () => {
  const work = (): void => {
    throw new RangeError('own')
  }
  expect(() => host.endsInTime(work)).toThrow(new RangeError('own'))
})

it('names the file and line of these modules in a stack, and nothing elsewhere', () => {
  expect(host.locate(new Error('here'))).toMatch(/^host\.test\.ts:\d+$/)
  expect(hostOf(new Set(['file:///other.mjs'])).locate(new Error('here'))).toBeUndefined()
  expect(host.locate('a text')).toBeUndefined()
})
