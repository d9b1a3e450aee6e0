import type { RandomStream } from '../../random.ts'
import { items, longs, name, word } from '../draws.ts'
import type { LiteralValue } from '../literal.ts'
import { problem, topic } from '../problem.ts'

type Prices = Readonly<Record<string, number>>

/** A few different names with a number each. */
const prices = (random: RandomStream, [low, high]: readonly [number, number]): Prices =>
  Object.fromEntries(items(random, [2, 6], () => [name(random), random.integer(low, high)]))

/** The same with a further name that `name` never draws. */
const withMelon = (given: Prices, melon: number): Prices => ({ ...given, melon })

/** Counts by item, in order of first appearance, as pairs. */
function tally<Item extends LiteralValue>(list: readonly Item[]): [Item, number][] {
  const counts = new Map<Item, number>()
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts]
}

export const DICTIONARIES = topic('dictionaries', [
  problem({
    id: 'letter-counts',
    level: 1,
    statement: 'Give how often each letter of a text occurs, in order of first appearance.',
    takes: { text: 'string' },
    gives: 'char -> long',
    draw: (random) => [word(random, [3, 12], 'abcde')],
    edges: [['aa'], ['cab']],
    reference: (text) => tally([...text]),
    solution: 'solve:{[text] count each group text}',
    wrong: 'solve:{[text] count each group asc text}',
  }),
  problem({
    id: 'dearest',
    level: 1,
    statement: 'Give the name with the highest price; of several, the first.',
    takes: { prices: 'symbol -> long' },
    gives: 'symbol',
    draw: (random) => [prices(random, [1, 6])],
    edges: [[{ fig: 3, plum: 9, kiwi: 9 }], [{ fig: 1 }]],
    reference: (given) => {
      const most = Math.max(...Object.values(given))
      return Object.keys(given).find((key) => given[key] === most) ?? ''
    },
    solution: 'solve:{[prices] prices?max prices}',
    wrong: 'solve:{[prices] last where prices=max prices}',
  }),
  problem({
    id: 'invert',
    level: 1,
    statement: 'Swap the keys and values of a dictionary whose values are all different.',
    takes: { names: 'symbol -> long' },
    gives: 'long -> symbol',
    draw: (random) => {
      const numbers = random.shuffle([3, 5, 8, 13, 21, 34])
      const keys = Object.keys(prices(random, [1, 2]))
      return [Object.fromEntries(keys.map((key, index) => [key, numbers[index] ?? 0]))]
    },
    edges: [[{ fig: 2, plum: 1 }]],
    reference: (given) => Object.entries(given).map(([key, value]) => [value, key]),
    solution: 'solve:{[names] (value names)!key names}',
    wrong: 'solve:{[names] (asc value names)!key names}',
  }),
  problem({
    id: 'add-up',
    level: 1,
    statement:
      'Two shops have stocks by name. Give both together: the names of the first, then those ' +
      'that ' +
      'only the second has; a name that both have gets the sum.',
    takes: { left: 'symbol -> long', right: 'symbol -> long' },
    gives: 'symbol -> long',
    draw: (random) => [prices(random, [1, 20]), prices(random, [1, 20])],
    edges: [[{ fig: 1 }, { plum: 2, fig: 3 }]],
    reference: (first, second) => {
      const all = { ...first }
      for (const [key, value] of Object.entries(second)) all[key] = (all[key] ?? 0) + value
      return all
    },
    solution: 'solve:{[left;right] left+right}',
    wrong: 'solve:{[left;right] left,right}',
  }),
  problem({
    id: 'above',
    level: 1,
    statement: 'Keep the entries with a value greater than the limit. At least one is.',
    takes: { limit: 'long', stock: 'symbol -> long' },
    gives: 'symbol -> long',
    draw: (random) => [random.integer(2, 15), withMelon(prices(random, [0, 20]), 21)],
    edges: [[5, { fig: 5, plum: 6 }]],
    reference: (limit, stock) =>
      Object.fromEntries(Object.entries(stock).filter(([, value]) => value > limit)),
    solution: 'solve:{[limit;stock] k!stock k:where stock>limit}',
    wrong: 'solve:{[limit;stock] k!stock k:where stock>=limit}',
  }),
  problem({
    id: 'by-remainder',
    level: 2,
    statement:
      'Group numbers by their remainder when divided by k: remainders in order of first ' +
      'appearance, ' +
      'each with its numbers in their order.',
    takes: { k: 'long', numbers: 'long list' },
    gives: 'long -> long list',
    draw: (random) => [random.integer(2, 4), longs(random, [4, 10], [0, 30])],
    edges: [[3, [5, 3, 8, 4]]],
    reference: (k, numbers) =>
      tally(numbers.map((one) => one % k)).map(([rest]) => [
        rest,
        numbers.filter((one) => one % k === rest),
      ]),
    solution: 'solve:{[k;numbers] numbers group numbers mod k}',
    wrong: 'solve:{[k;numbers] group numbers mod k}',
  }),
  problem({
    id: 'price-of-basket',
    level: 1,
    statement: 'Give what a basket costs. What has no price is free.',
    takes: { prices: 'symbol -> long', basket: 'symbol list' },
    gives: 'long',
    draw: (random) => [prices(random, [1, 9]), items(random, [2, 7], () => name(random))],
    edges: [
      [{ fig: 2, plum: 5 }, ['fig', 'fig', 'melon']],
      [{ fig: 2 }, ['melon']],
    ],
    reference: (given, basket) => basket.reduce((sum, one) => sum + (given[one] ?? 0), 0),
    solution: 'solve:{[prices;basket] sum 0^prices basket}',
    wrong: 'solve:{[prices;basket] sum prices distinct basket}',
  }),
  problem({
    id: 'names-by-price',
    level: 1,
    statement:
      'Give the names from the lowest to the highest price; equal prices keep their order.',
    takes: { prices: 'symbol -> long' },
    gives: 'symbol list',
    draw: (random) => [prices(random, [1, 9])],
    edges: [[{ plum: 2, fig: 1, kiwi: 2 }]],
    reference: (given) => Object.keys(given).sort((a, b) => (given[a] ?? 0) - (given[b] ?? 0)),
    solution: 'solve:{[prices] (key prices)iasc value prices}',
    wrong: 'solve:{[prices] asc key prices}',
  }),
  problem({
    id: 'shared-names',
    level: 1,
    statement: 'Give the names that both dictionaries have, in the order of the first.',
    takes: { left: 'symbol -> long', right: 'symbol -> long' },
    gives: 'symbol list',
    draw: (random) => [prices(random, [1, 9]), prices(random, [1, 9])],
    edges: [
      [
        { fig: 1, plum: 2 },
        { plum: 7, fig: 9 },
      ],
    ],
    reference: (first, second) => Object.keys(first).filter((key) => key in second),
    solution: 'solve:{[left;right] k where(k:key left)in key right}',
    wrong: 'solve:{[left;right] k where(k:key right)in key left}',
  }),
  problem({
    id: 'grades',
    level: 2,
    statement:
      'Marks from 90 are A, from 75 B, from 60 C, others D. Give the grade of each name as a ' +
      'symbol.',
    takes: { marks: 'symbol -> long' },
    gives: 'symbol -> symbol',
    draw: (random) => [prices(random, [40, 100])],
    edges: [[{ fig: 90, plum: 89, kiwi: 75, pear: 74, lime: 60, apple: 59 }]],
    reference: (marks) =>
      Object.fromEntries(
        Object.entries(marks).map(([key, mark]) => [
          key,
          mark >= 90 ? 'A' : mark >= 75 ? 'B' : mark >= 60 ? 'C' : 'D',
        ]),
      ),
    solution: 'solve:{[marks] (key marks)!{$[x>=90;`A;x>=75;`B;x>=60;`C;`D]}each value marks}',
    wrong: 'solve:{[marks] (key marks)!{$[x>90;`A;x>75;`B;x>60;`C;`D]}each value marks}',
  }),
  problem({
    id: 'positions-of-letters',
    level: 1,
    statement: 'Give the positions, from 0, of every letter, in order of first appearance.',
    takes: { text: 'string' },
    gives: 'char -> long list',
    draw: (random) => [word(random, [3, 9], 'abc')],
    edges: [['aa'], ['aba']],
    reference: (text) =>
      tally([...text]).map(([letter]) => [
        letter,
        [...text].flatMap((one, at) => (one === letter ? [at] : [])),
      ]),
    solution: 'solve:{[text] group text}',
    wrong: 'solve:{[text] 1+group text}',
  }),
  problem({
    id: 'apply-changes',
    level: 2,
    statement:
      'Change the stock by name: add the quantity of each change to it, in order. Names that are ' +
      'not there yet come at the end.',
    takes: { stock: 'symbol -> long', names: 'symbol list', quantities: 'long list' },
    gives: 'symbol -> long',
    draw: (random) => {
      const size = random.integer(2, 6)
      return [
        prices(random, [1, 20]),
        items(random, [size, size], () => name(random)),
        longs(random, [size, size], [-5, 9]),
      ]
    },
    edges: [[{ fig: 1 }, ['fig', 'fig', 'plum'], [2, 3, 4]]],
    reference: (stock, names, quantities) => {
      const all = { ...stock }
      names.forEach((key, index) => {
        all[key] = (all[key] ?? 0) + (quantities[index] ?? 0)
      })
      return all
    },
    solution:
      'solve:{[stock;names;quantities] s:stock;i:0;\n' +
      '  while[i<count names;k:names i;s[k]:quantities[i]+0^s k;i+:1];s}',
    wrong: 'solve:{[stock;names;quantities] stock,names!quantities}',
  }),
  problem({
    id: 'without-names',
    level: 1,
    statement: 'Leave some names out of a dictionary. At least one other name is there.',
    takes: { gone: 'symbol list', stock: 'symbol -> long' },
    gives: 'symbol -> long',
    draw: (random) => [
      items(random, [1, 3], () => name(random)),
      withMelon(prices(random, [1, 9]), 3),
    ],
    edges: [[['fig'], { fig: 1, plum: 2 }]],
    reference: (gone, stock) =>
      Object.fromEntries(Object.entries(stock).filter(([key]) => !gone.includes(key))),
    solution: 'solve:{[gone;stock] k!stock k:(key stock)where not(key stock)in gone}',
    wrong: 'solve:{[gone;stock] k!stock k:(key stock)where(key stock)in gone}',
  }),
  problem({
    id: 'most-in-common',
    level: 3,
    statement:
      'People and what they like. Give the two people, in the order of the dictionary, who ' +
      'have the ' +
      'most likes in common; of several pairs, the one whose first, then second person comes ' +
      'first.',
    takes: { likes: 'symbol -> symbol list' },
    gives: 'symbol list',
    draw: (random) => {
      const people = ['ann', 'bob', 'cid', 'dee'].slice(0, random.integer(3, 4))
      const some = (): string[] => [...new Set(items(random, [2, 5], () => name(random)))]
      return [people.map((one): [string, string[]] => [one, some()])]
    },
    edges: [
      [
        [
          ['ann', ['fig', 'lime']],
          ['bob', ['kiwi', 'pear']],
          ['cid', ['lime', 'fig']],
        ],
      ],
    ],
    reference: (likes) => {
      let best: [number, string[]] = [-1, []]
      likes.forEach(([one, ours], at) => {
        for (const [other, theirs] of likes.slice(at + 1)) {
          const common = ours.filter((like) => theirs.includes(like)).length
          if (common > best[0]) best = [common, [one, other]]
        }
      })
      return best[1]
    },
    solution:
      'solve:{[likes] k:key likes;v:value likes;n:count k;\n' +
      '  p:raze {[n;i] i,/:(i+1)_til n}[n]each til n;\n' +
      '  c:{[v;p] count where v[p 0]in v p 1}[v]each p;\n' +
      '  k p c?max c}',
    wrong:
      'solve:{[likes] k:key likes;v:value likes;n:count k;\n' +
      '  p:raze {[n;i] i,/:(i+1)_til n}[n]each til n;\n' +
      '  c:{[v;p] count where v[p 0]in v p 1}[v]each p;\n' +
      '  k p last where c=max c}',
  }),
])
