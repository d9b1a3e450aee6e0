import { memoize } from '../memo.ts'
import { openingSpans } from './clock/opening-hours.ts'
import { DAY, WEEKDAYS } from './clock/time.ts'
import { servicesAt } from './services.ts'
import { spellingIndex } from './spelling.ts'
import { stemOf, stemsOf, wordsOf } from './stems.ts'
import type { Service } from './tables/services.ts'
import type { Line, PhoneWorld } from './world.ts'

/** The result of a search: the best lines in order, and the number of further matches. */
interface DirectoryAnswer {
  readonly lines: readonly Line[]
  readonly rest: number
}

export const RESULTS_MAX = 5

/** The least share of the best score at which a line counts as found. */
const FOUND_SHARE = 0.5
const WORDS_MAX = 24
const MEMO_MAX = 5000

/** The weight of a word, by the part of the entry. */
const WEIGHTS = { company: 8, department: 5, purpose: 3, text: 1 } as const

/** Words that a search ignores. */
const IDLE_WORDS: ReadonlySet<string> = new Set(
  `a an and are at by call contact department do find for from get have help i in is it me my need
number of on or our phone please the their them to want we what where which with you your`.split(
    /\s+/,
  ),
)

/** The lines that contain a word, in order, with its part in each. */
interface Postings {
  readonly lines: Int32Array
  /** For each entry of `lines`, one of `WEIGHTS`. */
  readonly places: Uint8Array
  /** The score of the word for each of `WEIGHTS`; it includes the word's rarity. */
  readonly weights: Int32Array
  readonly weightMax: number
  /** For a common word: one of `WEIGHTS`, or 0, for every line of the directory. */
  readonly byLine: Uint8Array | undefined
}

/** A known word that a query word may mean. */
interface Meaning {
  readonly word: string
  /**
   * The part of its weight that counts, in tenths. Sums of whole numbers do not depend on their
   * order.
   */
  readonly tenths: number
}

interface DirectoryIndex {
  readonly lines: readonly Line[]
  readonly postings: ReadonlyMap<string, Postings>
  lookUp(word: string): readonly Meaning[]
  /** Working space of one search, all zero between searches. */
  readonly scores: Float64Array
}

const indexes = new WeakMap<PhoneWorld, DirectoryIndex>()

/** Finds departments by company, department, purpose and opening hours. Tolerates typing errors. */
export function searchDirectory(world: PhoneWorld, query: string): DirectoryAnswer {
  const index = indexOf(world)
  const { lines, scores } = index
  const { touched, best } = addUp(scores, termsOf(index, query))
  const { first, count } = takeBest(scores, touched, FOUND_SHARE * best)
  return { lines: first.map(({ line }) => lines[line] as Line), rest: count - first.length }
}

interface Term {
  readonly postings: Postings
  readonly tenths: number
}

/** The terms of a query, the rarest first. */
function termsOf({ postings, lookUp }: DirectoryIndex, query: string): readonly Term[] {
  const terms: Term[] = []
  let count = 0
  for (const word of new Set(wordsOf(spellOutHours(query)))) {
    if (IDLE_WORDS.has(word) || ++count > WORDS_MAX) continue
    for (const { word: known, tenths } of lookUp(stemOf(word))) {
      const found = postings.get(known)
      if (found !== undefined) terms.push({ postings: found, tenths })
    }
  }
  return terms.sort((one, other) => one.postings.lines.length - other.postings.lines.length)
}

/**
 * Adds up the scores of all lines that can be found. It skips a line with common words alone if
 * their weights cannot suffice, so the cost grows with the matches, not with the directory.
 */
function addUp(scores: Float64Array, terms: readonly Term[]) {
  const touched: number[] = []
  let best = 0
  let left = terms.reduce((sum, { postings, tenths }) => sum + postings.weightMax * tenths, 0)
  for (const [at, { postings, tenths }] of terms.entries()) {
    if (left < FOUND_SHARE * best) break
    left -= postings.weightMax * tenths
    const { lines, places, weights } = postings
    for (let place = 0; place < lines.length; place++) {
      const line = lines[place] as number
      const own = (weights[places[place] as number] as number) * tenths
      if (scores[line] !== 0 || own + left < FOUND_SHARE * best) continue
      let sum = own
      for (let next = at + 1; next < terms.length; next++) {
        const commoner = terms[next] as Term
        sum += weightAt(commoner.postings, line) * commoner.tenths
      }
      scores[line] = sum
      touched.push(line)
      if (sum > best) best = sum
    }
  }
  return { touched, best }
}

function weightAt({ lines, places, weights, byLine }: Postings, line: number): number {
  if (byLine !== undefined) return weights[byLine[line] as number] as number
  let [low, high] = [0, lines.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = lines[middle] as number
    if (value === line) return weights[places[middle] as number] as number
    if (value < line) low = middle + 1
    else high = middle - 1
  }
  return 0
}

interface Scored {
  readonly line: number
  readonly score: number
}

/**
 * The best lines by score, then by position in the directory, and the number of lines with a
 * sufficient score. One pass, because there may be thousands. Clears the scores.
 */
function takeBest(scores: Float64Array, touched: readonly number[], scoreMin: number) {
  const first: Scored[] = []
  let count = 0
  for (let at = 0; at < touched.length; at++) {
    const line = touched[at] as number
    const score = scores[line] as number
    scores[line] = 0
    if (score < scoreMin) continue
    count += 1
    let place = first.length
    while (place > 0 && isBefore({ line, score }, first[place - 1] as Scored)) place -= 1
    if (place >= RESULTS_MAX) continue
    first.splice(place, 0, { line, score })
    if (first.length > RESULTS_MAX) first.pop()
  }
  return { first, count }
}

const isBefore = (one: Scored, other: Scored): boolean =>
  one.score > other.score || (one.score === other.score && one.line < other.line)

function indexOf(world: PhoneWorld): DirectoryIndex {
  const known = indexes.get(world)
  if (known !== undefined) return known
  const index = buildIndex(world)
  indexes.set(world, index)
  return index
}

/** Postings under construction. */
interface Gathering {
  readonly lines: number[]
  readonly weights: number[]
}

function buildIndex(world: PhoneWorld): DirectoryIndex {
  const lines = world.companies.flatMap((company) =>
    company.departments.map((department) => ({ company, department })),
  )
  const gathered = new Map<string, Gathering>()
  const weigh = (word: string, line: number, weight: number): void => {
    const known = gathered.get(word)
    if (known === undefined) {
      gathered.set(word, { lines: [line], weights: [weight] })
      return
    }
    const last = known.lines.length - 1
    if (known.lines[last] !== line) {
      known.lines.push(line)
      known.weights.push(weight)
    } else if (weight > (known.weights[last] as number)) {
      known.weights[last] = weight
    }
  }
  lines.forEach((line, number) => {
    for (const [stems, weight] of weightedStems(line)) {
      for (const stem of stems) weigh(stem, number, weight)
    }
  })
  const postings = new Map<string, Postings>()
  for (const [word, given] of gathered) postings.set(word, postingsOf(given, lines.length))
  const scores = new Float64Array(lines.length)
  return { lines, postings, lookUp: memoisedLookUp(postings), scores }
}

/** Words in at least this share of the lines are stored by line. */
const COMMON_SHARE = 1 / 64

function postingsOf(given: Gathering, linesCount: number): Postings {
  // A rational form of inverse document frequency, because logarithms differ between engines.
  const rarity = 1 + (8 * linesCount) / (linesCount + 40 * given.lines.length)
  const lines = new Int32Array(given.lines)
  const places = new Uint8Array(given.weights)
  const weights = new Int32Array(WEIGHTS.company + 1)
  for (let weight = 1; weight <= WEIGHTS.company; weight++) {
    weights[weight] = Math.round(100 * weight * rarity)
  }
  const isCommon = lines.length >= COMMON_SHARE * linesCount
  const byLine = isCommon ? new Uint8Array(linesCount) : undefined
  let most = 0
  for (let place = 0; place < lines.length; place++) {
    const weight = places[place] as number
    if (weight > most) most = weight
    if (byLine !== undefined) byLine[lines[place] as number] = weight
  }
  return { lines, places, weights, weightMax: weights[most] as number, byLine }
}

function memoisedLookUp(postings: ReadonlyMap<string, Postings>): DirectoryIndex['lookUp'] {
  const spelling = spellingIndex(postings.keys())
  const memo = new Map<string, readonly Meaning[]>()
  return (word) => {
    const remembered = memo.get(word)
    if (remembered !== undefined) return remembered
    const found = spelling
      .find(word)
      .map((hit) => ({ word: hit.word, tenths: hit.edits === 0 ? 10 : hit.edits === 1 ? 7 : 5 }))
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(word, found)
    return found
  }
}

const purposes = new Map<readonly Service[], readonly string[]>()

/** The words for the services of a kind of department; equal within an industry, so cached. */
function purposeStems(line: Line): readonly string[] {
  const services = servicesAt(line)
  const known = purposes.get(services)
  if (known !== undefined) return known
  const stems = [...new Set(services.flatMap(({ about }) => stemsOf(about)))]
  purposes.set(services, stems)
  return stems
}

type WeightedStems = readonly (readonly [readonly string[], number])[]

/** Stems of names, kinds and opening hours, which many lines share. */
const sharedStems = memoize(1_000, stemsOf)
const hoursStems = memoize(1_000, (hours) => ({
  words: stemsOf(spellOutHours(hours)),
  days: openDays(hours).map(stemOf),
}))

/** The stems of a line, each with its weight. */
export function weightedStems(line: Line): WeightedStems {
  const { company, department } = line
  const hours = hoursStems(department.opening_hours)
  return [
    [sharedStems(company.name), WEIGHTS.company],
    [sharedStems(department.name), WEIGHTS.department],
    [sharedStems(department.kind), WEIGHTS.department],
    [purposeStems(line), WEIGHTS.purpose],
    [sharedStems(company.industry), WEIGHTS.text],
    [stemsOf(department.description), WEIGHTS.text],
    [hours.words, WEIGHTS.department],
    [hours.days, WEIGHTS.text],
  ]
}

const spellOutHours = (text: string): string =>
  text.replace(/24\s*\/\s*7/g, 'aroundtheclock').replace(/around the clock/gi, 'aroundtheclock')

const DAY_NAMES = WEEKDAYS.map((name) => name.toLowerCase())
const WEEKEND: readonly string[] = DAY_NAMES.slice(5)

/** The days of opening hours such as "Mon-Fri 8:00-18:00, Sat 9:00-14:00", as full names. */
export function openDays(hours: string): string[] {
  const spans = openingSpans(hours)
  const open = DAY_NAMES.filter((_, day) =>
    spans.some(({ from }) => Math.floor(from / DAY) === day),
  )
  return open.some((day) => WEEKEND.includes(day)) ? [...open, 'weekend'] : open
}
