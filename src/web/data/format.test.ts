// Guards how numbers and times are told to people.
import { expect, it } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatScore,
  formatSigned,
  pluralize,
} from './format.ts'

it('formats rewards with their sign and the needed decimals', () => {
  expect([0.3, -0.05, 0, -0.0001, 1, 0.125].map(formatSigned)).toEqual([
    '+0.30',
    '−0.05',
    '0',
    '0',
    '+1.00',
    '+0.125',
  ])
  expect([0.14, 0, -1.05].map(formatScore)).toEqual(['0.14', '0.00', '−1.05'])
})

it('formats times and sizes with their units', () => {
  expect([48, 3_240, 14_000, 250_000, 9e6, 3e8].map(formatDuration)).toEqual([
    '48 ms',
    '3.2 s',
    '14 s',
    '4 min',
    '2 h',
    '3 d',
  ])
  expect(formatAgo(1_000, 15_900)).toBe('14 s ago')
  expect(formatAgo(1_000, 1_500)).toBe('now')
  expect([0, 999, 6_600_000, 129e6].map(formatBytes)).toEqual(['0 B', '999 B', '6.6 MB', '129 MB'])
})

it('groups thousands, and distinguishes singular and plural', () => {
  expect(formatCount(200_000)).toBe('200,000')
  expect([1, 2].map((n) => pluralize(n, 'episode'))).toEqual(['1 episode', '2 episodes'])
})
