import { walkChain } from './chain-ways.contract.ts'
import { urnGame } from './composed-counts.contract.ts'
import { COMPOSED_WAYS } from './composed-ways.contract.ts'
import type { Draft } from './draft.ts'
import { areEqual, evaluate, type Letters, membersOf, type Quotient } from './evaluate.contract.ts'

type Numbers = Readonly<Record<string, number>>

const integer = (value: number | bigint): Quotient => [BigInt(value), 1n]
const sumUp = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

/** Values to put for letters, by trial. */
const TRIALS: readonly Letters[] = [-7, -3, 2, 5, 11, 13].map((value, index) =>
  Object.fromEntries(
    [...'abkmnpqstuvxyz'].map((letter, place) => [letter, integer(value + index * place)]),
  ),
)

/** Whether two formulas agree for all tried values of their letters. */
export const areSameFormula = (left: string, right: string): boolean =>
  TRIALS.every((letters) => areEqual(evaluate(left, letters), evaluate(right, letters)))

function isRoot(statement: string, letters: Letters): boolean {
  const [left = '', right = ''] = statement.split(' = ')
  return areEqual(evaluate(left, letters), evaluate(right, letters))
}

/** Enumerates all orders of draws from an urn and counts those that satisfy the condition. */
function urn(
  counts: readonly number[],
  draws: number,
  fits: (drawn: readonly number[]) => boolean,
  isReplaced = false,
): Quotient {
  let [good, all] = [0, 0]
  const go = (left: readonly number[], drawn: readonly number[], ways: number): void => {
    if (drawn.length === draws) {
      all += ways
      if (fits(drawn)) good += ways
      return
    }
    left.forEach((count, kind) => {
      if (count === 0) return
      const rest = isReplaced ? left : left.map((each, other) => each - (other === kind ? 1 : 0))
      go(rest, [...drawn, kind], ways * count)
    })
  }
  go(counts, [], 1)
  return [BigInt(good), BigInt(all)]
}

const EVENTS: Readonly<Record<string, (drawn: readonly number[], wanted: number) => boolean>> = {
  all: (drawn) => drawn.every((kind) => kind === 0),
  none: (drawn) => !drawn.includes(0),
  some: (drawn) => drawn.includes(0),
  one: (drawn) => drawn.filter((kind) => kind === 0).length === 1,
  same: (drawn) => new Set(drawn).size === 1,
  exactly: (drawn, wanted) => drawn.filter((kind) => kind === 0).length === wanted,
}

/** Counts the pairs of numbers from 1 to m and 1 to n that satisfy the condition. */
function pairs(m: number, n: number, fits: (sum: number) => boolean): Quotient {
  let good = 0
  for (let first = 1; first <= m; first++) {
    for (let second = 1; second <= n; second++) if (fits(first + second)) good += 1
  }
  return [BigInt(good), BigInt(m * n)]
}

/** Enumerates all outcomes of n trials, each a number below `below`. */
function tries({ above = 0, below = 0, n = 0, wanted = 0 }: Numbers): Quotient {
  let good = 0
  for (let outcome = 0; outcome < below ** n; outcome++) {
    let wins = 0
    for (let rest = outcome, done = 0; done < n; done++) {
      if (rest % below < above) wins += 1
      rest = Math.floor(rest / below)
    }
    if (wins === wanted) good += 1
  }
  return [BigInt(good), BigInt(below ** n)]
}

const firstNumber = (fits: (value: number) => boolean): Quotient => {
  for (let value = 0; value < 1_000_000; value++) if (fits(value)) return integer(value)
  throw new Error('no number fits')
}

/** The value at the end of a walk of `count` - 1 steps. */
function walk(start: number, count: number, step: (value: number) => number): number {
  let value = start
  for (let done = 1; done < count; done++) value = step(value)
  return value
}

const walked = (start: number, count: number, step: (value: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => walk(start, index + 1, step))

const factors = (changes: readonly number[]): string =>
  changes.map((change) => `(100 + ${change})/100`).join(' * ')

/** Adds up the probabilities of all courses that end in the first state. */
function twoStates(chances: readonly number[], changes: number): Quotient {
  const chance = (at: number): string => `(${chances[2 * at]}/${chances[2 * at + 1]})`
  const of = (at: number, isFirst: boolean): string =>
    isFirst ? chance(at) : `(1 - ${chance(at)})`
  const courses = Array.from({ length: 2 ** changes }, (_, bits) => {
    const states = [
      ...Array.from({ length: changes }, (__, day) => ((bits >> day) & 1) === 1),
      true,
    ]
    return states
      .map((isFirst, day) => of(day === 0 ? 0 : states[day - 1] ? 1 : 2, isFirst))
      .join(' * ')
  })
  return evaluate(courses.join(' + '))
}

/** Solves each type of problem by trial, counting or simulation. */
const SOLVERS: Readonly<
  Record<string, (numbers: Numbers, lists: Record<string, readonly number[]>) => Quotient>
> = {
  part: ({ p, n }) => evaluate(`${p}% * ${n}`),
  rest: ({ p, n }) => evaluate(`${n} - ${p}% * ${n}`),
  share: ({ a, b }) => evaluate(`${a}/${b}`),
  change: ({ n }, { changes = [] }) => evaluate(`${n} * ${factors(changes)}`),
  relative_change: ({ a = 0, b = 0 }) => evaluate(`${Math.abs(b - a)}/${a}`),
  overall: (_, { changes = [] }) => evaluate(factors(changes)),
  mixture: ({ a, b, p, q }) => evaluate(`(${a} * ${p}% + ${b} * ${q}%) / (${a} + ${b})`),
  total_share: ({ p, q, r }) => evaluate(`${p}% * ${q}% + (1 - ${p}%) * ${r}%`),
  next_arithmetic: (_, { shown = [] }) =>
    integer(2 * (shown.at(-1) as number) - (shown.at(-2) as number)),
  next_geometric: (_, { shown = [] }) => evaluate(`${shown.at(-1)} * ${shown[1]} / (${shown[0]})`),
  next_quadratic: (_, { shown = [] }) => {
    const [third = 0, second = 0, first = 0] = shown.slice(-3)
    return integer(third - 3 * second + 3 * first)
  },
  term_arithmetic: ({ a = 0, d = 0, n = 0 }) => integer(walk(a, n, (value) => value + d)),
  term_geometric: ({ a = 0, r = 0, n = 0 }) => integer(walk(a, n, (value) => value * r)),
  sum_arithmetic: ({ a = 0, d = 0, from = 1, to = 0 }) =>
    integer(sumUp(walked(a, to, (value) => value + d).slice(from - 1))),
  sum_geometric: ({ a = 0, r = 0, n = 0 }) => integer(sumUp(walked(a, n, (value) => value * r))),
  recurrence: ({ a = 0, p = 0, q = 0, n = 0 }) => integer(walk(a, n, (value) => p * value + q)),
  sum_of_two: ({ a = 0, b = 0, n = 0 }) => {
    let [now, next] = [a, b]
    for (let place = 1; place < n; place++) [now, next] = [next, now + next]
    return integer(now)
  },
  remainder: ({ a = 0, b = 0, c = 0, m = 1 }) => integer((a * b + c) % m),
  power: ({ a = 0, k = 0, m = 1 }) => integer(BigInt(a) ** BigInt(k) % BigInt(m)),
  congruence: ({ a = 0, b = 0, m = 1 }) => firstNumber((x) => (a * x) % m === b % m),
  remainders: (_, { moduli = [], rests = [] }) =>
    firstNumber((x) => moduli.every((modulus, index) => x % modulus === rests[index])),
  tower: ({ a = 0, b = 0, c = 0, m = 1 }) =>
    integer(walk(a % m, c + 1, (value) => Number(BigInt(value) ** BigInt(b) % BigInt(m)))),
  multiple: ({ n = 0, k = 1 }) => [
    BigInt(Array.from({ length: n }, (_, index) => index + 1).filter((v) => v % k === 0).length),
    BigInt(n),
  ],
  dice_sum: ({ m = 0, n = 0, s }) => pairs(m, n, (sum) => sum === s),
  dice_at_least: ({ m = 0, n = 0, s = 0 }) => pairs(m, n, (sum) => sum >= s),
  tries,
  which_urn: ({ r = 0, b = 0, s = 0, c = 0 }) => {
    // Copies each urn as often as the other has things, so that all things are equally likely.
    const [copiesOfA, copiesOfB] = [s + c, r + b]
    return [BigInt(r * copiesOfA), BigInt(r * copiesOfA + s * copiesOfB)]
  },
}

/** Whether the gold answer of a draft is right, computed by an independent method. */
export function isGoldRight({ facts, gold }: Draft): boolean {
  const { type } = facts
  const statement = String(facts.statement)
  if (type === 'product' && facts.left !== undefined) {
    return BigInt(`0x${gold}`) === BigInt(`0x${facts.left}`) * BigInt(`0x${facts.right}`)
  }
  if (type === 'product' || type === 'value') return areEqual(evaluate(gold), evaluate(statement))
  if (type === 'root') {
    const at = (value: Quotient): boolean => isRoot(statement, { [String(facts.variable)]: value })
    return at(evaluate(gold)) && !at(evaluate(`${gold} + 1`))
  }
  if (type === 'system') {
    const values = membersOf(gold)
    const names = String(facts.unknowns).split(' ')
    const letters = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    return statement.split('; ').every((each) => isRoot(each, letters as Letters))
  }
  if (type === 'expand') return !/[()]/.test(gold) && areSameFormula(gold, statement)
  const numbers = facts as unknown as Numbers
  const lists = facts as unknown as Record<string, readonly number[]>
  if (type === 'before') {
    return areEqual(
      evaluate(`${gold} * ${factors(lists.changes ?? [])}`),
      evaluate(`${facts.after}`),
    )
  }
  if (type === 'two_states') {
    return areEqual(evaluate(gold), twoStates(lists.chances ?? [], numbers.changes ?? 0))
  }
  if (type === 'chain') {
    const value = walkChain(String(facts.by), numbers.n ?? 0, lists.numbers ?? [])
    return areEqual(evaluate(gold), integer(value))
  }
  if (type === 'urn_game') return areEqual(evaluate(gold), urnGame(facts))
  const composed = COMPOSED_WAYS[type]
  if (composed !== undefined) return areEqual(evaluate(gold), evaluate(composed(facts).toFixed(2)))
  if (type === 'sum_infinite') {
    const { a, above, below } = numbers
    return areEqual(evaluate(`${gold}`), evaluate(`${a} + ${above}/${below} * (${gold})`))
  }
  return areEqual(evaluate(gold), solve(type, numbers, lists))
}

function solve(type: string, numbers: Numbers, lists: Record<string, readonly number[]>): Quotient {
  if (type === 'draws' || type === 'draws_replaced') {
    const event = EVENTS[String(numbers.event)]
    if (event === undefined) throw new Error(`no event ${numbers.event}`)
    const fits = (drawn: readonly number[]): boolean => event(drawn, numbers.wanted ?? 0)
    return urn(lists.counts ?? [], numbers.draws ?? 0, fits, type === 'draws_replaced')
  }
  const solver = SOLVERS[type]
  if (solver === undefined) throw new Error(`no other way to solve ${type}`)
  return solver(numbers, lists)
}

/** Whether the value of an answer differs from the gold. */
export function isWrong({ facts, gold, kind }: Draft, answer: string): boolean {
  if (kind === 'hexadecimal') return BigInt(`0x${answer}`) !== BigInt(`0x${gold}`)
  if (facts.type === 'expand') return !areSameFormula(gold, answer)
  const [left, right] = [membersOf(gold), membersOf(answer)]
  return left.some((value, index) => !areEqual(value, right[index] as Quotient))
}
