// Guards that a memoized function returns what it computed, and that its cache stays bounded.
import { expect, it } from 'vitest'
import { memoize } from './memo.ts'

it('makes each text once, until it is full', () => {
  const made: string[] = []
  const lengthOf = memoize(2, (text) => {
    made.push(text)
    return text.length
  })
  expect(['a', 'bb', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 2])
  expect(made).toEqual(['a', 'bb'])
  expect(lengthOf('ccc')).toBe(3)
  expect(lengthOf('a')).toBe(1)
  expect(made).toEqual(['a', 'bb', 'ccc', 'a'])
})
