// Guards how numbers and times are told to people.
import { expect, it } from 'vitest'
import { ago, bytes, count, counted, duration, score, signed } from './format.ts'

it('tells rewards with their sign, and no more decimals than they need', () => {
  expect([0.3, -0.05, 0, -0.0001, 1, 0.125].map(signed)).toEqual([
    '+0.30',
    '−0.05',
    '0',
    '0',
    '+1.00',
    '+0.125',
  ])
  expect([0.14, 0, -1.05].map(score)).toEqual(['0.14', '0.00', '−1.05'])
})

it('tells times and sizes with their units', () => {
  expect([48, 3_240, 14_000, 250_000, 9e6, 3e8].map(duration)).toEqual([
    '48 ms',
    '3.2 s',
    '14 s',
    '4 min',
    '2 h',
    '3 d',
  ])
  expect(ago(1_000, 15_900)).toBe('14 s ago')
  expect(ago(1_000, 1_500)).toBe('now')
  expect([0, 999, 6_600_000, 129e6].map(bytes)).toEqual(['0 B', '999 B', '6.6 MB', '129 MB'])
})

it('groups thousands and knows one from many', () => {
  expect(count(200_000)).toBe('200,000')
  expect([1, 2].map((n) => counted(n, 'episode'))).toEqual(['1 episode', '2 episodes'])
})
