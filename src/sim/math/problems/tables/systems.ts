/** Ways to ask for the solution of two equations `{e}`, `{f}`. */
export const PAIR_QUESTIONS: readonly string[] = [
  'Solve the system {e} and {f}. Give the ordered pair ({x}, {y}).',
  'Find the ordered pair ({x}, {y}) that satisfies both {e} and {f}.',
  'Two lines have the equations {e} and {f}. At which point ({x}, {y}) do they meet?',
  'For which pair ({x}, {y}) are {e} and {f} both true?',
  'Given {e} and {f}, find ({x}, {y}).',
  '{name} solves {e} together with {f}. What is the pair ({x}, {y})?',
  'If {e} and also {f}, what is the ordered pair ({x}, {y})?',
  'Determine {x} and {y} from {e} and {f}, and write them as ({x}, {y}).',
  'What are the coordinates ({x}, {y}) of the common point of {e} and {f}?',
  'The equations {e} and {f} have one common solution ({x}, {y}). Find it.',
]

/** Ways to ask for the solution of three equations in x, y and z. */
export const TRIPLE_QUESTIONS: readonly string[] = [
  'Solve the system {e}, {f}, {g}. Give the ordered triple (x, y, z).',
  'Find the ordered triple (x, y, z) that satisfies {e}, {f} and {g}.',
  'Three planes have the equations {e}, {f} and {g}. At which point (x, y, z) do they meet?',
  'Given {e}, {f} and {g}, find (x, y, z).',
  '{name} knows that {e}, that {f} and that {g}. What is the triple (x, y, z)?',
  'Determine x, y and z from {e}, {f}, {g}, and write them as (x, y, z).',
]

/** Level 1: sum `{s}` and difference `{d}`, both positive. */
export const SUM_AND_DIFFERENCE_STORIES: readonly string[] = [
  'Two numbers have the sum {s} and the difference {d}. Give them as a pair (larger, smaller).',
  '{name} and {other} have {s} marbles together, and {name} has {d} more. Give the pair (marbles of {name}, marbles of {other}).',
  'A rope of {s} metres is cut in two; one part is {d} metres longer. Give the lengths as (longer, shorter).',
  'In a vote {s} people took part; yes won over no by {d} votes. Give the pair (yes, no).',
  'A class of {s} has {d} more early risers than late risers, and no others. Give the pair (early, late).',
  'A book and a pen cost {s} euros together; the book costs {d} euros more. Give the prices as (book, pen).',
]

/** Level 3 with positive numbers: `{a}` of one and `{b}` of the other cost `{e}`, and so on. */
export const PRICE_STORIES: readonly string[] = [
  '{a} adult tickets and {b} child tickets cost {e} euros; {c} adult and {d} child tickets cost {f} euros. Give the prices as a pair (adult, child).',
  '{name} buys {a} notebooks and {b} pens for {e} dollars. {other} buys {c} notebooks and {d} pens for {f} dollars. Give the pair (price of a notebook, price of a pen).',
  'A cafe sells {a} coffees and {b} cakes for {e} euros, and {c} coffees and {d} cakes for {f} euros. What is the pair (coffee, cake) of prices?',
  '{a} bricks and {b} tiles weigh {e} kilograms, {c} bricks and {d} tiles weigh {f} kilograms. Give the weights as a pair (brick, tile).',
  '{a} long steps and {b} short steps make {e} units, {c} long and {d} short steps make {f} units. Give the pair (long, short).',
  'In a game, {a} stars and {b} moons are worth {e} points, {c} stars and {d} moons {f} points. Give the pair (star, moon).',
]

/** Pairs of unknowns. */
export const UNKNOWN_PAIRS: readonly (readonly [string, string])[] = [
  ['x', 'y'],
  ['a', 'b'],
  ['p', 'q'],
  ['u', 'v'],
  ['s', 't'],
  ['m', 'n'],
]
