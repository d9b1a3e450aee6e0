import { memoize } from '../memo.ts'
import { openingSpans } from './clock/opening-hours.ts'
import { DAY, WEEKDAYS } from './clock/time.ts'
import { servicesAt } from './services.ts'
import { spellingIndex } from './spelling.ts'
import { splitWords, toStem, toStems } from './stems.ts'
import type { Service } from './tables/services.ts'
import type { Line, PhoneWorld } from './world.ts'

/** The result of a search: the best lines in order, and the number of further matches. */
interface DirectoryAnswer {
  readonly lines: readonly Line[]
  readonly furtherCount: number
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
  readonly weightCodes: Uint8Array
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
  const index = getIndex(world)
  const { lines, scores } = index
  const { touched: scoredLines, best } = addScores(scores, queryTerms(index, query))
  const { first: bestLines, count } = takeBest(scores, scoredLines, FOUND_SHARE * best)
  return {
    lines: bestLines.map(({ line }) => lines[line] as Line),
    furtherCount: count - bestLines.length,
  }
}

interface Term {
  readonly postings: Postings
  readonly tenths: number
}

/** The terms of a query, the rarest first. */
function queryTerms({ postings, lookUp }: DirectoryIndex, query: string): readonly Term[] {
  const terms: Term[] = []
  let count = 0
  for (const word of new Set(splitWords(spellOutHours(query)))) {
    if (IDLE_WORDS.has(word) || ++count > WORDS_MAX) continue
    for (const { word: knownWord, tenths } of lookUp(toStem(word))) {
      const wordPostings = postings.get(knownWord)
      if (wordPostings !== undefined) terms.push({ postings: wordPostings, tenths })
    }
  }
  return terms.sort((first, second) => first.postings.lines.length - second.postings.lines.length)
}

/**
 * Adds up the scores of all lines that can be found. It skips a line with common words alone if
 * their weights cannot suffice, so the cost grows with the matches, not with the directory.
 */
function addScores(scores: Float64Array, terms: readonly Term[]) {
  const scoredLines: number[] = []
  let bestScore = 0
  let remainingMax = terms.reduce(
    (sum, { postings, tenths }) => sum + postings.weightMax * tenths,
    0,
  )
  for (const [index, { postings, tenths }] of terms.entries()) {
    if (remainingMax < FOUND_SHARE * bestScore) break
    remainingMax -= postings.weightMax * tenths
    const { lines, weightCodes, weights } = postings
    for (let entry = 0; entry < lines.length; entry++) {
      const line = lines[entry] as number
      const ownScore = (weights[weightCodes[entry] as number] as number) * tenths
      if (scores[line] !== 0 || ownScore + remainingMax < FOUND_SHARE * bestScore) continue
      let sum = ownScore
      for (let later = index + 1; later < terms.length; later++) {
        const commoner = terms[later] as Term
        sum += weightAt(commoner.postings, line) * commoner.tenths
      }
      scores[line] = sum
      scoredLines.push(line)
      if (sum > bestScore) bestScore = sum
    }
  }
  return { touched: scoredLines, best: bestScore }
}

function weightAt({ lines, weightCodes, weights, byLine }: Postings, line: number): number {
  if (byLine !== undefined) return weights[byLine[line] as number] as number
  let [low, high] = [0, lines.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = lines[middle] as number
    if (value === line) return weights[weightCodes[middle] as number] as number
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
function takeBest(scores: Float64Array, scoredLines: readonly number[], scoreMin: number) {
  const bestLines: Scored[] = []
  let count = 0
  for (let index = 0; index < scoredLines.length; index++) {
    const line = scoredLines[index] as number
    const score = scores[line] as number
    scores[line] = 0
    if (score < scoreMin) continue
    count += 1
    let rank = bestLines.length
    while (rank > 0 && isBefore({ line, score }, bestLines[rank - 1] as Scored)) rank -= 1
    if (rank >= RESULTS_MAX) continue
    bestLines.splice(rank, 0, { line, score })
    if (bestLines.length > RESULTS_MAX) bestLines.pop()
  }
  return { first: bestLines, count }
}

const isBefore = (first: Scored, second: Scored): boolean =>
  first.score > second.score || (first.score === second.score && first.line < second.line)

function getIndex(world: PhoneWorld): DirectoryIndex {
  const cached = indexes.get(world)
  if (cached !== undefined) return cached
  const index = buildIndex(world)
  indexes.set(world, index)
  return index
}

/** Postings under construction. */
interface PostingsBuilder {
  readonly lines: number[]
  readonly weights: number[]
}

function buildIndex(world: PhoneWorld): DirectoryIndex {
  const lines = world.companies.flatMap((company) =>
    company.departments.map((department) => ({ company, department })),
  )
  const builders = new Map<string, PostingsBuilder>()
  const addWord = (word: string, line: number, weight: number): void => {
    const builder = builders.get(word)
    if (builder === undefined) {
      builders.set(word, { lines: [line], weights: [weight] })
      return
    }
    const lastIndex = builder.lines.length - 1
    if (builder.lines[lastIndex] !== line) {
      builder.lines.push(line)
      builder.weights.push(weight)
    } else if (weight > (builder.weights[lastIndex] as number)) {
      builder.weights[lastIndex] = weight
    }
  }
  lines.forEach((line, number) => {
    for (const [stems, weight] of weightedStems(line)) {
      for (const stem of stems) addWord(stem, number, weight)
    }
  })
  const postings = new Map<string, Postings>()
  for (const [word, builder] of builders) postings.set(word, buildPostings(builder, lines.length))
  const scores = new Float64Array(lines.length)
  return { lines, postings, lookUp: createLookUp(postings), scores }
}

/** Words in at least this share of the lines are stored by line. */
const COMMON_SHARE = 1 / 64

function buildPostings(builder: PostingsBuilder, linesCount: number): Postings {
  // A rational form of inverse document frequency, because logarithms differ between engines.
  const rarity = 1 + (8 * linesCount) / (linesCount + 40 * builder.lines.length)
  const lines = new Int32Array(builder.lines)
  const weightCodes = new Uint8Array(builder.weights)
  const weights = new Int32Array(WEIGHTS.company + 1)
  for (let weight = 1; weight <= WEIGHTS.company; weight++) {
    weights[weight] = Math.round(100 * weight * rarity)
  }
  const isCommon = lines.length >= COMMON_SHARE * linesCount
  const byLine = isCommon ? new Uint8Array(linesCount) : undefined
  let largestCode = 0
  for (let entry = 0; entry < lines.length; entry++) {
    const weight = weightCodes[entry] as number
    if (weight > largestCode) largestCode = weight
    if (byLine !== undefined) byLine[lines[entry] as number] = weight
  }
  return { lines, weightCodes, weights, weightMax: weights[largestCode] as number, byLine }
}

function createLookUp(postings: ReadonlyMap<string, Postings>): DirectoryIndex['lookUp'] {
  const spelling = spellingIndex(postings.keys())
  const memo = new Map<string, readonly Meaning[]>()
  return (word) => {
    const cached = memo.get(word)
    if (cached !== undefined) return cached
    const meanings = spelling
      .find(word)
      .map((hit) => ({ word: hit.word, tenths: hit.edits === 0 ? 10 : hit.edits === 1 ? 7 : 5 }))
    if (memo.size >= MEMO_MAX) memo.clear()
    memo.set(word, meanings)
    return meanings
  }
}

const purposes = new Map<readonly Service[], readonly string[]>()

/** The words for the services of a kind of department; equal within an industry, so cached. */
function purposeStems(line: Line): readonly string[] {
  const services = servicesAt(line)
  const cached = purposes.get(services)
  if (cached !== undefined) return cached
  const stems = [...new Set(services.flatMap(({ about }) => toStems(about)))]
  purposes.set(services, stems)
  return stems
}

type WeightedStems = readonly (readonly [readonly string[], number])[]

/** Stems of names, kinds and opening hours, which many lines share. */
const sharedStems = memoize(1_000, toStems)
const hoursStems = memoize(1_000, (hours) => ({
  words: toStems(spellOutHours(hours)),
  days: openDays(hours).map(toStem),
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
    [toStems(department.description), WEIGHTS.text],
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
  const openDayNames = DAY_NAMES.filter((_, dayIndex) =>
    spans.some(({ startMinute }) => Math.floor(startMinute / DAY) === dayIndex),
  )
  return openDayNames.some((day) => WEEKEND.includes(day))
    ? [...openDayNames, 'weekend']
    : openDayNames
}
