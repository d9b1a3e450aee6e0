/** Solves composed problems again from their facts, by trial or minute by minute. */

import { countContinuations } from './composed-counts.contract.ts'
import { game, schedule } from './composed-orders.contract.ts'
import { load, route } from './composed-plans.contract.ts'

type Facts = Readonly<Record<string, unknown>>

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const ORDINALS = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  ...['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth'],
]

const cents = (text: string | undefined): number =>
  text === undefined || text === 'none' ? 0 : Math.round(Number(text) * 100)

/** Minutes since midnight of a time such as `9:05`. */
const minutesOf = (text: string | undefined): number => {
  const [hours = 0, minutes = 0] = (text ?? '').split(':').map(Number)
  return 60 * hours + minutes
}

/** The lowest price of each number of pieces at a shop, by trying every order. */
function prices(text: string, needed: number, voucher: string): number[] {
  const [single, box, boxPrice, crate, cratePrice, delivery, free, half] = text.split(' ')
  const [percent = 0, from = 0] = voucher.split(' ').map(Number)
  const least = Array.from({ length: needed + 1 }, () => Number.POSITIVE_INFINITY)
  for (let crates = 0; (crates - 1) * Number(crate) < needed; crates++) {
    let goodsOfCrates = 0
    for (let each = 1; each <= crates; each++) {
      const isHalf = half === 'second' ? each % 2 === 0 : half === 'third' && each % 3 === 0
      goodsOfCrates += cents(cratePrice) / (isHalf ? 2 : 1)
    }
    for (let boxes = 0; (boxes - 1) * Number(box) < needed; boxes++) {
      const packed = crates * Number(crate) + boxes * Number(box)
      for (let singles = 0; singles <= Math.max(0, needed - packed) + 80; singles++) {
        const goods = goodsOfCrates + boxes * cents(boxPrice) + singles * cents(single)
        const paid = percent > 0 && goods >= from * 100 ? goods * (1 - percent / 100) : goods
        const isFree = free !== 'none' && goods >= cents(free)
        const price = goods === 0 ? 0 : Math.round(paid) + (isFree ? 0 : cents(delivery))
        for (let pieces = 0; pieces <= Math.min(needed, packed + singles); pieces++) {
          if (price < (least[pieces] as number)) least[pieces] = price
        }
      }
    }
  }
  return least
}

function purchase({ need, shops, voucher }: Facts): number {
  const [groups = 0, people = 0, spare = 0, left = 0] = need as number[]
  const needed = groups * (people + spare) - left
  const [first = [], second] = String(shops)
    .split('; ')
    .map((shop, index) => prices(shop, needed, index === 0 ? String(voucher) : ''))
  if (second === undefined) return (first[needed] as number) / 100
  const totals = first.map((price, pieces) => price + (second[needed - pieces] as number))
  return Math.min(...totals) / 100
}

const countOf = (word: string | undefined): number => WORDS.indexOf(word ?? '')

/** Whether a finished rota, as letters or as its ends and counts, satisfies a rule. */
function keeps(first: string, last: string, times: number, rule: string): boolean {
  const [kind, a = '', b = ''] = rule.split(' ')
  if (kind === 'exactly') return times === countOf(b)
  if (kind === 'at_least') return times >= countOf(b)
  if (kind === 'first_is') return first === a
  if (kind === 'last_is_not') return last !== a
  return kind !== 'ends_differ' || first !== last
}

/** Whether the last days of a rota, as letters, break a rule about neighbours. */
function breaks(days: string, rule: string): boolean {
  const [kind, a = '', b = ''] = rule.split(' ')
  if (kind === 'never_after') return days.endsWith(a + b)
  return kind === 'in_a_row' && days.endsWith(a.repeat(countOf(b) + 1))
}

/** Whether a day comes before another kind of day has come often enough. */
function isEarly(letter: string, times: (letter: string) => number, rule: string): boolean {
  const [kind, first = '', second, count] = rule.split(' ')
  return kind === 'not_before' && letter === second && times(first) < countOf(count)
}

/** Goes on day by day from the last days, the first day, and the days of each counted kind. */
function rota({ days, states, rules }: Facts): number {
  const letters = String(states).split(' ')
  const wanted = String(rules).split('; ')
  const limits = wanted.flatMap((rule) => {
    const [kind = '', letter = '', count] = rule.split(' ')
    return ['exactly', 'at_least'].includes(kind) ? [{ letter, most: countOf(count) + 1 }] : []
  })
  const known = new Map<string, number>()
  const ways = (left: number, first: string, recent: string, times: readonly number[]): number => {
    if (wanted.some((rule) => breaks(recent, rule))) return 0
    if (left === 0) {
      const last = recent.slice(-1)
      const timesOf = (rule: string): number =>
        times[limits.findIndex(({ letter }) => letter === rule.split(' ')[1])] ?? 0
      return wanted.every((rule) => keeps(first, last, timesOf(rule), rule)) ? 1 : 0
    }
    const before = recent.slice(-3)
    const name = `${left} ${first} ${before} ${times.join(' ')}`
    const count =
      known.get(name) ??
      letters.reduce((sum, letter) => {
        const countOfLetter = (wanted: string): number =>
          times[limits.findIndex((limit) => limit.letter === wanted)] ?? 0
        if (wanted.some((rule) => isEarly(letter, countOfLetter, rule))) return sum
        const more = times.map((each, at) => {
          const { letter: counted, most } = limits[at] as (typeof limits)[number]
          return Math.min(most, each + (counted === letter ? 1 : 0))
        })
        return sum + ways(left - 1, first || letter, before + letter, more)
      }, 0)
    known.set(name, count)
    return count
  }
  const none = limits.map(() => 0)
  return ways(Number(days), '', '', none)
}

/** Simulates a day minute by minute. Two jobs never begin in the same minute at one bench. */
function workshop({ asks, benches, pause, cleaning, slower, jobs }: Facts): number {
  const opens = String(benches).split(' ').map(minutesOf)
  const [from, until] = String(pause).split(' ').map(minutesOf)
  const waiting = String(jobs)
    .split('; ')
    .map((text) => {
      const [, at, kind, long = ''] = /^(\S+) (\S+) (.*)$/.exec(text) ?? []
      const hours = Number(/(\d+) hour/.exec(long)?.[1] ?? 0)
      const minutes = Number(/(\d+) minute/.exec(long)?.[1] ?? 0)
      return { at: minutesOf(at), isUrgent: kind === 'urgent', long: 60 * hours + minutes }
    })
  const free = [...opens]
  let [waited, end] = [0, 0]
  for (let now = Math.min(...opens); waiting.length > 0; now++) {
    if (String(pause) !== '' && now >= (from as number) && now < (until as number)) continue
    for (let bench = 0; bench < free.length; bench++) {
      if (now < (free[bench] as number)) continue
      const here = waiting.filter(({ at }) => at <= now)
      const job = here.find(({ isUrgent }) => isUrgent) ?? here[0]
      if (job === undefined) continue
      waiting.splice(waiting.indexOf(job), 1)
      waited += now - job.at
      const done = now + job.long + (bench === 1 ? (job.long * Number(slower)) / 100 : 0)
      free[bench] = done + Number(cleaning)
      end = Math.max(end, done)
    }
  }
  return asks === 'waiting' ? waited : end - (opens[0] as number)
}

function repayment(facts: Facts): number {
  const event = (name: string): [month: number, value: number] => {
    const [month = '', value = '0'] = String(facts[name]).split(' ')
    return [ORDINALS.indexOf(month), Number(value)]
  }
  const [[skip, fee], [raised, more], [changed, other], [topped, extra]] = [
    event('skipped'),
    event('raise'),
    event('change'),
    event('extra'),
  ]
  let [debt, interest] = [cents(String(facts.amount)), 0]
  for (let month = 1; month <= Number(facts.months); month++) {
    const rate = changed > 0 && month >= changed ? other : Number(facts.rate)
    // A thousandth of a cent exceeds rounding errors and is below any real difference.
    const added = Math.floor((debt * rate) / 100 + 0.500001)
    const usual =
      cents(String(facts.payment)) * (raised > 0 && month >= raised ? 1 + more / 100 : 1)
    interest += added
    debt += added
    debt -= month === skip ? -fee * 100 : Math.round(usual) + (month === topped ? extra * 100 : 0)
  }
  return (facts.asks === 'debt' ? debt : interest) / 100
}

/** Caches the solution of a problem, which is checked with each of its mistakes. */
function once(solve: (facts: Facts) => number): (facts: Facts) => number {
  let last: { readonly text: string; readonly value: number } | undefined
  return (facts) => {
    const text = JSON.stringify(facts)
    if (last?.text !== text) last = { text, value: solve(facts) }
    return last.value
  }
}

/** What one unit of an answer costs in euros. */
function unitPrice(text: string): number {
  const [unit, first, second] = text.split(' ')
  if (unit === 'table') return (Number(first) / 3600) * Number(second)
  const prices: Record<string, number> = {
    ...{ each: Number(first) / 100, hundred: Number(first) / 100, hour: Number(first) / 60 },
    ...{ income: -1, debt: 1 },
  }
  return prices[unit as string] as number
}

/** The bill of a chain. A question mark in the facts of a part is what the part before decides. */
function parts(facts: Facts): number {
  let [answer, bill] = [0, 0]
  for (const { input, price, ...part } of JSON.parse(String(facts.parts)) as Facts[]) {
    const [least = 0, count] = String(input).split(' ').map(Number)
    const decided = count === undefined ? least : least + (Math.round(answer) % count)
    const filled = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, String(value).replace('?', `${decided}`)]),
    )
    const found = COMPOSED_WAYS[String(part.type)]?.(filled) ?? 0
    answer = found * (price === 'debt' ? 100 : 1)
    bill += found * unitPrice(String(price))
  }
  return bill
}

/** An independent solution of each type of composed problem. */
export const COMPOSED_WAYS: Readonly<Record<string, (facts: Facts) => number>> = {
  purchase,
  rota: once(rota),
  workshop,
  repayment,
  route: once(route),
  load: once(load),
  schedule: once(schedule),
  game,
  walk: once(countContinuations),
  parts: once(parts),
}
