// Guards that a list under the pointer stays where it is, and shows what changed and what follows.
import { expect, it } from 'vitest'
import { holdOrder } from './hold-order.ts'

type Item = readonly [key: string, open: number]
const hold = (held: readonly Item[], newest: readonly Item[]) =>
  holdOrder(held, newest, ([key]) => key)

it('updates held items, appends later ones, and counts new ones above', () => {
  const held: Item[] = [
    ['b', 3],
    ['a', 1],
  ]
  const newest: Item[] = [
    ['d', 8],
    ['b', 0],
    ['c', 8],
    ['a', 0],
    ['z', 0],
  ]
  expect(hold(held, newest)).toEqual({
    items: [
      ['b', 0],
      ['a', 0],
      ['z', 0],
    ],
    waiting: 2,
  })
})

it('drops held items that are gone, as after a filter', () => {
  expect(
    hold(
      [['a', 1]],
      [
        ['x', 1],
        ['y', 1],
      ],
    ),
  ).toEqual({
    items: [
      ['x', 1],
      ['y', 1],
    ],
    waiting: 0,
  })
  expect(hold([['a', 1]], [])).toEqual({ items: [], waiting: 0 })
})
