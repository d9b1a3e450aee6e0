import type { ParamsAt, ResultAt } from '../../client/resources.ts'

type Route = 'GET /v1/runs/{run}/failures'
type Page = ResultAt<Route>
export type FailuresAsked = Omit<ParamsAt<Route>, 'after'>

/** What events of attempts say, and how many of those attempts failed. */
export interface Fact extends Omit<Page['facts'][number], 'episode_ids'> {
  readonly episodes: readonly string[]
  /** Share of failures among the attempts with this fact. */
  readonly share: number
  /** Failures above the number that the run's overall share would give. */
  readonly excess: number
}

/** A line that recurs in the critiques of failed attempts. */
export interface Recurring {
  readonly text: string
  readonly failed: number
  readonly episodes: readonly string[]
}

export interface Failures {
  readonly looked: number
  readonly failed: number
  readonly facts: readonly Fact[]
  /** Failed attempts whose critique was read. */
  readonly critiqued: number
  /** The most frequent first. */
  readonly critiques: readonly Recurring[]
}

const EXAMPLES_MAX = 3

/** Pages added up, with the facts first that failures have more often than other attempts. */
export function addedUp(pages: readonly Page[]): Failures {
  const looked = pages.reduce((sum, page) => sum + page.looked, 0)
  const failed = pages.reduce((sum, page) => sum + page.failed, 0)
  const usual = looked === 0 ? 0 : failed / looked
  const facts = new Map<string, Page['facts'][number]>()
  for (const fact of pages.flatMap((page) => page.facts)) {
    const key = JSON.stringify([fact.kind, fact.member, fact.value])
    const known = facts.get(key)
    if (known === undefined) facts.set(key, fact)
    else
      facts.set(key, {
        ...known,
        failed: known.failed + fact.failed,
        won: known.won + fact.won,
        episode_ids: [...known.episode_ids, ...fact.episode_ids].slice(0, EXAMPLES_MAX),
      })
  }
  const found = [...facts.values()].map(({ episode_ids: episodes, ...fact }): Fact => {
    const all = fact.failed + fact.won
    return { ...fact, episodes, share: fact.failed / all, excess: fact.failed - all * usual }
  })
  return {
    ...{ looked, failed, facts: found.sort((one, other) => other.excess - one.excess) },
    critiqued: pages.reduce((sum, page) => sum + page.critiqued, 0),
    critiques: recurring(pages),
  }
}

function recurring(pages: readonly Page[]): readonly Recurring[] {
  const lessons = new Map<string, Recurring>()
  for (const { text, failed, episode_ids } of pages.flatMap(({ critiques }) => critiques)) {
    const known = lessons.get(text)
    lessons.set(text, {
      text,
      failed: failed + (known?.failed ?? 0),
      episodes: [...(known?.episodes ?? []), ...episode_ids].slice(0, EXAMPLES_MAX),
    })
  }
  return [...lessons.values()].sort((one, other) => other.failed - one.failed)
}

/** Facts of failures that a second run has more or less often than a first one. */
interface FactChange {
  readonly one: Fact | undefined
  readonly other: Fact | undefined
  readonly fact: Pick<Fact, 'kind' | 'member' | 'value'>
  /** Share of all attempts that failed with it, in the second run less the first. */
  readonly change: number
}

export function changedFacts(first: Failures, second: Failures): readonly FactChange[] {
  const keyOf = ({ kind, member, value }: Fact): string => JSON.stringify([kind, member, value])
  const [ones, others] = [first, second].map(
    ({ facts }) => new Map(facts.map((fact) => [keyOf(fact), fact])),
  )
  const keys = new Set([...(ones?.keys() ?? []), ...(others?.keys() ?? [])])
  const changes = [...keys].flatMap((key): FactChange[] => {
    const [one, other] = [ones?.get(key), others?.get(key)]
    const fact = one ?? other
    if (fact === undefined) return []
    const share = (has: Fact | undefined, { looked }: Failures): number =>
      looked === 0 ? 0 : (has?.failed ?? 0) / looked
    return [{ one, other, fact, change: share(other, second) - share(one, first) }]
  })
  return changes.sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
}

/** A line of critiques that a second run has more or less often than a first one. */
interface LessonChange {
  readonly text: string
  readonly one: Recurring | undefined
  readonly other: Recurring | undefined
  /** Share of the critiques that have it, in the second run less the first. */
  readonly change: number
}

export function changedLessons(first: Failures, second: Failures): readonly LessonChange[] {
  const byText = ({ critiques }: Failures) => new Map(critiques.map((one) => [one.text, one]))
  const [ones, others] = [byText(first), byText(second)]
  const share = (has: Recurring | undefined, { critiqued }: Failures): number =>
    critiqued === 0 ? 0 : (has?.failed ?? 0) / critiqued
  return [...new Set([...ones.keys(), ...others.keys()])]
    .map((text): LessonChange => {
      const [one, other] = [ones.get(text), others.get(text)]
      return { text, one, other, change: share(other, second) - share(one, first) }
    })
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
}
