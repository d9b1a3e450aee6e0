import { spansOf } from './clock/opening-hours.ts'
import { DAY } from './clock/time.ts'
import { servicesAt } from './services.ts'
import { spellingIndex } from './spelling.ts'
import { stemOf, stemsOf, wordsOf } from './stems.ts'
import type { Service } from './tables/services.ts'
import type { Line, PhoneWorld } from './world.ts'

/** What a search finds: the best lines in order, and how many more would fit. */
export interface DirectoryAnswer {
  readonly lines: readonly Line[]
  readonly rest: number
}

export const RESULTS_MAX = 5

/** A line counts as found from this share of the best line's score on. */
const FOUND_SHARE = 0.5
const WORDS_MAX = 24
const MEMO_MAX = 5000

/** How much a word weighs by where it stands. */
const WEIGHTS = { company: 8, department: 5, purpose: 3, text: 1 } as const

/** Words that say nothing about what is sought. */
const IDLE_WORDS: ReadonlySet<string> = new Set(
  `a an and are at by call contact department do find for from get have help i in is it me my need
number of on or our phone please the their them to want we what where which with you your`.split(
    /\s+/,
  ),
)

interface Posting {
  readonly line: number
  readonly weight: number
}

interface DirectoryIndex {
  readonly lines: readonly Line[]
  /** Lines by word, with weights that already count how rare the word is. */
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  /** Known words that a word of a query may stand for, and at what share of their weight. */
  lookUp(word: string): readonly { readonly word: string; readonly share: number }[]
  /** Working space of one search, all zero between searches. */
  readonly scores: Float64Array
}

const indexes = new WeakMap<PhoneWorld, DirectoryIndex>()

/** Finds departments by company, department, purpose and opening hours; forgives typos. */
export function searchDirectory(world: PhoneWorld, query: string): DirectoryAnswer {
  const { lines, postings, lookUp, scores } = indexOf(world)
  const touched: number[] = []
  const words = new Set(wordsOf(spellOutHours(query)))
  let count = 0
  for (const word of words) {
    if (IDLE_WORDS.has(word) || ++count > WORDS_MAX) continue
    for (const { word: known, share } of lookUp(stemOf(word))) {
      for (const { line, weight } of postings.get(known) ?? []) {
        if (scores[line] === 0) touched.push(line)
        scores[line] = (scores[line] as number) + weight * share
      }
    }
  }
  let best = 0
  for (const line of touched) best = Math.max(best, scores[line] as number)
  const found = touched.filter((line) => (scores[line] as number) >= FOUND_SHARE * best)
  const first = takeBest(found, scores)
  for (const line of touched) scores[line] = 0
  return {
    lines: first.map((line) => lines[line] as Line),
    rest: found.length - first.length,
  }
}

/** The best few by score, then by place in the directory: one pass, for there may be hundreds. */
function takeBest(found: readonly number[], scores: Float64Array): number[] {
  const first: number[] = []
  for (const line of found) {
    const score = scores[line] as number
    let place = first.length
    while (place > 0) {
      const other = first[place - 1] as number
      const otherScore = scores[other] as number
      if (otherScore > score || (otherScore === score && other < line)) break
      place -= 1
    }
    if (place >= RESULTS_MAX) continue
    first.splice(place, 0, line)
    if (first.length > RESULTS_MAX) first.pop()
  }
  return first
}

function indexOf(world: PhoneWorld): DirectoryIndex {
  const known = indexes.get(world)
  if (known !== undefined) return known
  const index = buildIndex(world)
  indexes.set(world, index)
  return index
}

function buildIndex(world: PhoneWorld): DirectoryIndex {
  const lines = world.companies.flatMap((company) =>
    company.departments.map((department) => ({ company, department })),
  )
  const raw = new Map<string, Map<number, number>>()
  lines.forEach((line, number) => {
    for (const [word, weight] of weightedWords(line)) {
      const places = raw.get(word) ?? new Map<number, number>()
      raw.set(word, places)
      places.set(number, Math.max(places.get(number) ?? 0, weight))
    }
  })
  const postings = new Map<string, Posting[]>()
  for (const [word, places] of raw) {
    // A rational stand-in for inverse document frequency: logarithms differ between engines.
    const rarity = 1 + (8 * lines.length) / (lines.length + 40 * places.size)
    postings.set(
      word,
      [...places].map(([line, weight]) => ({ line, weight: Math.round(100 * weight * rarity) })),
    )
  }
  const scores = new Float64Array(lines.length)
  return { lines, postings, lookUp: memoisedLookUp(postings), scores }
}

function memoisedLookUp(
  postings: ReadonlyMap<string, readonly Posting[]>,
): DirectoryIndex['lookUp'] {
  const spelling = spellingIndex(postings.keys())
  const memo = new Map<string, readonly { word: string; share: number }[]>()
  return (word) => {
    const remembered = memo.get(word)
    if (remembered !== undefined) return remembered
    const found = spelling
      .find(word)
      .map((hit) => ({ word: hit.word, share: hit.edits === 0 ? 1 : hit.edits === 1 ? 0.7 : 0.5 }))
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(word, found)
    return found
  }
}

const purposes = new Map<readonly Service[], readonly string[]>()

/** The words for what departments of a kind carry out; the same in an industry, so made once. */
function purposeStems(line: Line): readonly string[] {
  const services = servicesAt(line)
  const known = purposes.get(services)
  if (known !== undefined) return known
  const stems = [...new Set(services.flatMap(({ about }) => stemsOf(about)))]
  purposes.set(services, stems)
  return stems
}

function* weightedWords(line: Line): Generator<readonly [string, number]> {
  const { company, department } = line
  for (const stem of stemsOf(company.name)) yield [stem, WEIGHTS.company]
  for (const stem of stemsOf(department.name)) yield [stem, WEIGHTS.department]
  for (const stem of stemsOf(department.kind)) yield [stem, WEIGHTS.department]
  for (const stem of purposeStems(line)) yield [stem, WEIGHTS.purpose]
  const texts = [company.industry, department.description]
  for (const stem of texts.flatMap(stemsOf)) yield [stem, WEIGHTS.text]
  for (const word of wordsOf(spellOutHours(department.opening_hours))) {
    yield [stemOf(word), WEIGHTS.department]
  }
  for (const day of openDays(department.opening_hours)) yield [stemOf(day), WEIGHTS.text]
}

const spellOutHours = (text: string): string =>
  text.replace(/24\s*\/\s*7/g, 'aroundtheclock').replace(/around the clock/gi, 'aroundtheclock')

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKEND: readonly string[] = DAY_NAMES.slice(5)

/** The days of opening hours such as "Mon-Fri 8:00-18:00, Sat 9:00-14:00", as full names. */
export function openDays(hours: string): string[] {
  const spans = spansOf(hours)
  const open = DAY_NAMES.filter((_, day) =>
    spans.some(({ from }) => Math.floor(from / DAY) === day),
  )
  return open.some((day) => WEEKEND.includes(day)) ? [...open, 'weekend'] : open
}
