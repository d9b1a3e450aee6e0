import { stemsOf } from './stems.ts'
import { BUSINESSES, CLEARANCE_WORDS } from './tables/businesses.ts'
import { type DepartmentKind, KIND_HABITS } from './tables/departments.ts'

/** How well a request fits each kind of department it touches; other kinds are absent. */
export type RequestMatch = ReadonlyMap<DepartmentKind, number>

/** A department counts as right from this share of the best fit on. */
const RIGHT_SHARE = 0.5
const WORD_WEIGHT = 2
const GROUP_WEIGHT = 5

interface Entry {
  readonly stems: readonly string[]
  readonly kinds: readonly DepartmentKind[]
  readonly weight: number
}

const entriesByFirstStem = buildEntries()

function buildEntries(): ReadonlyMap<string, readonly Entry[]> {
  const kindsOf = new Map<string, Set<DepartmentKind>>()
  const add = (text: string, kind: DepartmentKind): void => {
    const key = stemsOf(text).join(' ')
    const kinds = kindsOf.get(key) ?? new Set()
    kindsOf.set(key, kinds.add(kind))
  }
  for (const business of BUSINESSES) {
    for (const keyword of business.keywords) add(keyword, business.kind)
  }
  for (const kind of Object.keys(KIND_HABITS) as DepartmentKind[]) {
    for (const name of KIND_HABITS[kind].names) add(name, kind)
  }
  const entries = new Map<string, Entry[]>()
  for (const [key, kinds] of kindsOf) {
    const stems = key.split(' ')
    const weight = stems.length > 1 ? GROUP_WEIGHT : WORD_WEIGHT
    const first = stems[0] as string
    const list = entries.get(first) ?? []
    entries.set(first, list)
    list.push({ stems, kinds: [...kinds], weight })
  }
  return entries
}

/** Reads a request with the table of keywords and synonyms. Linear; each entry counts once. */
export function matchRequest(request: string): RequestMatch {
  const stems = stemsOf(request)
  const seen = new Set<Entry>()
  const match = new Map<DepartmentKind, number>()
  stems.forEach((stem, position) => {
    for (const entry of entriesByFirstStem.get(stem) ?? []) {
      if (seen.has(entry)) continue
      if (!entry.stems.every((expected, offset) => stems[position + offset] === expected)) continue
      seen.add(entry)
      for (const kind of entry.kinds) match.set(kind, (match.get(kind) ?? 0) + entry.weight)
    }
  })
  return match
}

/** Whether a department of this kind is right for the request. */
export function fits(match: RequestMatch, kind: DepartmentKind): boolean {
  const score = match.get(kind)
  return score !== undefined && score >= RIGHT_SHARE * bestScore(match)
}

/** The best fitting kind among these, or undefined when the request touches none of them. */
export function bestKind(
  match: RequestMatch,
  kinds: readonly DepartmentKind[],
): DepartmentKind | undefined {
  let best: DepartmentKind | undefined
  for (const kind of kinds) {
    const score = match.get(kind) ?? 0
    if (score > 0 && (best === undefined || score > (match.get(best) ?? 0))) best = kind
  }
  return best
}

function bestScore(match: RequestMatch): number {
  let best = 0
  for (const score of match.values()) best = Math.max(best, score)
  return best
}

const clearanceStems = CLEARANCE_WORDS.map((word) => stemsOf(word))

/** Whether the request asks to clear the way for another department. */
export function asksForClearance(request: string): boolean {
  const stems = stemsOf(request)
  return clearanceStems.some((wanted) =>
    stems.some((_, start) => wanted.every((stem, offset) => stems[start + offset] === stem)),
  )
}
