// Guards that the directory finds departments by any of their traits, in spite of typing errors.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../edit-distance.ts'
import { generateWorld } from './companies.ts'
import { openDays, RESULTS_MAX, searchDirectory, weightedStems } from './directory.ts'
import { editsAllowed, spellingIndex } from './spelling.ts'
import { toStem } from './stems.ts'
import type { Line, PhoneWorld } from './world.ts'

const WORLD = generateWorld(7, 100)
const LINES = WORLD.companies.flatMap((company) =>
  company.departments.map((department) => ({ company, department })),
)
const line = fc.constantFrom(...LINES)
const first = (query: string): string | undefined =>
  searchDirectory(WORLD, query).lines[0]?.department.id

/** Searches by adding up every word of the query for every line. */
function slowSearch(world: PhoneWorld) {
  const lines = world.companies.flatMap((company) =>
    company.departments.map((department): Line => ({ company, department })),
  )
  const weights = lines.map((line) => {
    const found = new Map<string, number>()
    for (const [stems, weight] of weightedStems(line)) {
      for (const stem of stems) found.set(stem, Math.max(found.get(stem) ?? 0, weight))
    }
    return found
  })
  const counts = new Map<string, number>()
  for (const stem of weights.flatMap((found) => [...found.keys()])) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const spelling = spellingIndex(counts.keys())
  const rarity = (stem: string): number =>
    1 + (8 * lines.length) / (lines.length + 40 * (counts.get(stem) ?? 0))
  return (words: readonly string[]) => {
    const meant = [...new Set(words)].flatMap((word) => spelling.find(toStem(word)))
    const scores = weights.map((found) =>
      meant.reduce((sum, { word, edits }) => {
        const weight = Math.round(100 * (found.get(word) ?? 0) * rarity(word))
        return sum + weight * ([10, 7, 5][edits] as number)
      }, 0),
    )
    const best = Math.max(...scores)
    const found = [...lines.keys()].filter((line) => 2 * (scores[line] as number) >= best)
    found.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
    const shown = found.slice(0, RESULTS_MAX)
    return { lines: shown.map((line) => lines[line]), furtherCount: found.length - shown.length }
  }
}

/** A word with one letter dropped, doubled, replaced or swapped with the next. */
function misspell(word: string, kind: number, place: number): string {
  const at = 1 + (place % (word.length - 2))
  const letter = word.charAt(at)
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + letter + after
  if (kind === 2) return `${before}q${after}`
  return before + after.charAt(0) + letter + after.slice(1)
}

describe('the directory', () => {
  it('finds every department by company and name', () => {
    for (const { company, department } of LINES) {
      expect(first(`${company.name} ${department.name}`)).toBe(department.id)
    }
  })

  it('finds a department in spite of one misspelt word of the company', () => {
    fc.assert(
      fc.property(line, fc.nat(3), fc.nat(), ({ company, department }, kind, place) => {
        const words = company.name.split(' ')
        const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
        const name = words.map((word) => (word === longest ? misspell(word, kind, place) : word))
        const { lines } = searchDirectory(WORLD, `${name.join(' ')} ${department.name}`)
        expect(lines.map((found) => found.company.id)).toContain(company.id)
      }),
    )
  })

  it('finds the company’s department by purpose', () => {
    const bank = LINES.find(({ department }) => department.kind === 'disputes')
    expect(first(`${bank?.company.name} charge I never made`)).toBe(bank?.department.id)
  })

  it('finds by opening hours', () => {
    const { lines } = searchDirectory(WORLD, 'who is open 24/7?')
    expect(lines).toHaveLength(RESULTS_MAX)
    for (const { department } of lines) expect(department.opening_hours).toContain('24/7')
    const [sunday] = searchDirectory(WORLD, 'billing on a sunday').lines
    expect(openDays(sunday?.department.opening_hours ?? '')).toContain('sunday')
    expect(openDays('Mon-Thu 8:30-17:30, Sat 8:30-15:00')).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'saturday',
      'weekend',
    ])
  })

  it('gives at most five and counts the rest', () => {
    const { lines, furtherCount } = searchDirectory(WORLD, 'billing')
    expect(lines).toHaveLength(RESULTS_MAX)
    expect(furtherCount).toBeGreaterThan(5)
    expect(searchDirectory(WORLD, '??')).toEqual({ lines: [], furtherCount: 0 })
  })

  it('finds what a full scan of all words and lines finds', () => {
    const world = generateWorld(11, 400)
    const slow = slowSearch(world)
    const names = world.companies.flatMap(({ name }) => name.toLowerCase().match(/[a-z]+/g) ?? [])
    const wrong = names.filter((name) => name.length > 4).map((name) => misspell(name, 2, 1))
    const topics = 'billing wrong invoice opening hours refund charge monday claims card'.split(' ')
    const word = fc.oneof(...[names, wrong, topics].map((words) => fc.constantFrom(...words)))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const asked = words.filter((each) => each !== 'and')
        fc.pre(asked.length > 0)
        expect(searchDirectory(world, asked.join(' '))).toEqual(slow(asked))
      }),
      { numRuns: 150 },
    )
  })

  it('accepts any text, and answers equal texts equally', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (query) => {
        const once = searchDirectory(WORLD, query)
        expect(once.lines.length).toBeLessThanOrEqual(RESULTS_MAX)
        expect(searchDirectory(WORLD, query)).toEqual(once)
      }),
    )
  })
})

describe('spelling', () => {
  const vocabulary = ['billing', 'building', 'claims', 'returns', 'card', 'verification']

  it('finds exactly the nearest words that a full comparison finds', () => {
    const index = spellingIndex(vocabulary)
    fc.assert(
      fc.property(fc.constantFrom(...vocabulary), fc.nat(3), fc.nat(), (word, kind, place) => {
        const typed = misspell(word, kind, place)
        const allowed = editsAllowed(typed.length)
        const found = index.find(typed).map((hit) => hit.word)
        const begins = vocabulary.some((known) => typed.length > 3 && known.startsWith(typed))
        if (begins) return
        const distances = vocabulary.map((known) => editDistance(typed, known, allowed))
        const nearest = Math.min(...distances)
        const expected =
          nearest > allowed ? [] : vocabulary.filter((_, i) => distances[i] === nearest)
        expect([...found].sort()).toEqual([...expected].sort())
      }),
    )
  })

  it('measures edits', () => {
    expect(editDistance('claims', 'cliams', 2)).toBe(1)
    expect(editDistance('card', 'cards', 2)).toBe(1)
    expect(editDistance('a', 'abcdef', 2)).toBeGreaterThan(2)
    expect(spellingIndex(vocabulary).find('verif')).toEqual([{ word: 'verification', edits: 1 }])
  })
})
