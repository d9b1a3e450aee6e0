/** Solves walks and urn games again from their facts: backwards, and by every course. */
import type { Quotient } from './evaluate.contract.ts'

type Facts = Readonly<Record<string, unknown>>

const WORDS = [
  ...' one two three four five six seven eight nine ten'.split(' '),
  ...'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(' '),
]
const ORDINALS = [
  ...' first second third fourth fifth sixth seventh eighth ninth tenth'.split(' '),
  ...'eleventh twelfth thirteenth fourteenth fifteenth sixteenth'.split(' '),
  ...'seventeenth eighteenth'.split(' '),
]
const countOf = (word: string | undefined): number => Math.max(0, WORDS.indexOf(word ?? ''))

/** Counts the continuations at each corner, by the last two steps and the sights passed. */
export function countContinuations(facts: Facts): number {
  const [width = 0, height = 0] = String(facts.goal).split(' ').map(Number)
  const closed = new Set(String(facts.closed).split('; '))
  const sights = new Set(String(facts.sights).split('; '))
  const [first, second] = String(facts.not_after)
    .split(' ')
    .map((word) => word.charAt(0))
  const forbidden = facts.not_after === '' ? '.' : `${first}${second}`
  const kiosks = new Set(String(facts.kiosks).split('; '))
  const [start, most] = String(facts.tokens).split(' ').map(countOf)
  const isFree = facts.tokens === ''
  const known = new Map<string, number>()
  /** `held`: the tokens before what this corner gives. */
  const ways = (east: number, north: number, steps: string, seen: number, held: number): number => {
    if (held < 0) return 0
    if (east > width || north > height || closed.has(`${east} ${north}`)) return 0
    if (facts.in_a_row === 'two' && /(.)\1\1$/.test(steps)) return 0
    if (steps.endsWith(forbidden)) return 0
    const now = seen + (sights.has(`${east} ${north}`) ? 1 : 0)
    if (east === width && north === height) return now >= countOf(String(facts.least)) ? 1 : 0
    const last = steps.slice(-2)
    const isGiven = !steps.endsWith('d') && kiosks.has(`${east} ${north}`)
    const more = isGiven && held < (most ?? 0) ? 1 : 0
    const tokens = isFree ? 0 : held + more
    const name = `${east} ${north} ${last} ${now} ${tokens}`
    const count =
      known.get(name) ??
      ways(east + 1, north, `${last}e`, now, tokens) +
        ways(east, north + 1, `${last}n`, now, tokens) +
        (facts.diagonals === 'yes'
          ? ways(east + 1, north + 1, `${last}d`, now, tokens - (isFree ? 0 : 1))
          : 0)
    known.set(name, count)
    return count
  }
  return ways(0, 0, '', 0, start ?? 0)
}

/** Adds up the probabilities of all winning courses, each computed separately. */
export function urnGame(facts: Facts): Quotient {
  const isLost = (colours: string): boolean => facts.lost === 'three' && /(rrr|bbb)$/.test(colours)
  let courses = ['']
  for (let round = 0; round < countOf(String(facts.rounds)); round++) {
    courses = courses.flatMap((course) =>
      [`${course}r`, `${course}b`].filter((one) => !isLost(one)),
    )
  }
  const [how, wanted] = String(facts.wanted).split(' ')
  let [above, below] = [0n, 1n]
  for (const course of courses) {
    const reds = course.replaceAll('b', '').length
    const isEnough = how === 'exactly' ? reds === countOf(wanted) : reds >= countOf(wanted)
    if (!isEnough || (facts.last === 'red' && !course.endsWith('r'))) continue
    const [over, under] = chanceOfCourse(facts, course)
    above = above * under + over * below
    below *= under
  }
  return [above, below]
}

function chanceOfCourse(facts: Facts, course: string): Quotient {
  const [red = 0, blue = 0] = String(facts.tokens).split(' ').map(Number)
  const [when, supplied] = String(facts.supply).split(' ')
  const box = { r: red, b: blue }
  let [over, under] = [1n, 1n]
  for (const [at, colour] of [...course].entries()) {
    if (ORDINALS.indexOf(when ?? '') === at + 1) box.r += countOf(supplied)
    over *= BigInt(colour === 'r' ? box.r : box.b)
    under *= BigInt(box.r + box.b)
    if (colour === 'r') box.b += countOf(String(facts.after_red))
    else if (facts.after_blue === 'out') box.b -= 1
    else box.r += countOf(String(facts.after_blue))
  }
  return [over, under]
}
