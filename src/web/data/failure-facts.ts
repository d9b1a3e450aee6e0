import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { wilsonInterval } from './interval.ts'
import { isFailureKind } from './tool-call.ts'

type RunRoute = 'GET /v1/runs/{run}/failures'
type TaskRoute = 'GET /v1/environments/{env}/failures'
export type FailuresPage = Omit<ResultAt<RunRoute>, 'run'>
/** Attempts of a run, or attempts at tasks of an environment. */
export type FailuresQuery = Omit<ParamsAt<RunRoute>, 'after'> | Omit<ParamsAt<TaskRoute>, 'after'>

/** A value in the events of attempts, and how many of those attempts failed. */
export interface Fact extends Omit<FailuresPage['facts'][number], 'episode_ids'> {
  readonly episodes: readonly string[]
  /** Share of failures among the attempts with this fact. */
  readonly share: number
  /**
   * Failures above the number that the run's failure rate predicts, at the lower end of the 95 %
   * interval of the share. 0 for a value that most attempts have, such as opening hours.
   */
  readonly excess: number
}

/** A line that recurs in the critiques of failed attempts. */
export interface RecurringCritique {
  readonly text: string
  readonly failed: number
  readonly episodes: readonly string[]
}

export interface Failures {
  readonly attempts: number
  readonly failed: number
  readonly facts: readonly Fact[]
  /** Failed attempts whose critique was read. */
  readonly critiqued: number
  /** Sorted by frequency, the most frequent first. */
  readonly critiques: readonly RecurringCritique[]
}

const EXAMPLES_MAX = 3

/** Merges pages. Refused and failed calls come first, and in them the largest excess. */
export function mergeFailures(pages: readonly FailuresPage[]): Failures {
  const attempts = pages.reduce((sum, page) => sum + page.looked, 0)
  const failed = pages.reduce((sum, page) => sum + page.failed, 0)
  const failureRate = attempts === 0 ? 0 : failed / attempts
  const facts = new Map<string, FailuresPage['facts'][number]>()
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
    const low = wilsonInterval(fact.failed, all)?.low ?? 0
    const excess = all * Math.max(0, low - failureRate)
    return { ...fact, episodes, share: fact.failed / all, excess }
  })
  found.sort(
    (one, other) =>
      failureFirst(one, other) || other.excess - one.excess || other.failed - one.failed,
  )
  return {
    ...{ attempts, failed, facts: found },
    critiqued: pages.reduce((sum, page) => sum + page.critiqued, 0),
    critiques: mergeCritiques(pages),
  }
}

/** Orders events of refused and failed calls before others. */
const failureFirst = (one: Pick<Fact, 'kind'>, other: Pick<Fact, 'kind'>): number =>
  Number(isFailureKind(other.kind)) - Number(isFailureKind(one.kind))

function mergeCritiques(pages: readonly FailuresPage[]): readonly RecurringCritique[] {
  const byText = new Map<string, RecurringCritique>()
  for (const { text, failed, episode_ids } of pages.flatMap(({ critiques }) => critiques)) {
    const known = byText.get(text)
    byText.set(text, {
      text,
      failed: failed + (known?.failed ?? 0),
      episodes: [...(known?.episodes ?? []), ...episode_ids].slice(0, EXAMPLES_MAX),
    })
  }
  return [...byText.values()].sort((one, other) => other.failed - one.failed)
}

/** The change of a fact from a first run to a second run. */
interface FactChange {
  readonly one: Fact | undefined
  readonly other: Fact | undefined
  readonly fact: Pick<Fact, 'kind' | 'member' | 'value'>
  /** The share of attempts that failed with it: second run minus first run. */
  readonly change: number
}

/** Refused and failed calls come first, and in them the largest changes. */
export function compareFacts(first: Failures, second: Failures): readonly FactChange[] {
  const keyOf = ({ kind, member, value }: Fact): string => JSON.stringify([kind, member, value])
  const [ones, others] = [first, second].map(
    ({ facts }) => new Map(facts.map((fact) => [keyOf(fact), fact])),
  )
  const keys = new Set([...(ones?.keys() ?? []), ...(others?.keys() ?? [])])
  const changes = [...keys].flatMap((key): FactChange[] => {
    const [one, other] = [ones?.get(key), others?.get(key)]
    const fact = one ?? other
    if (fact === undefined) return []
    const share = (entry: Fact | undefined, { attempts }: Failures): number =>
      attempts === 0 ? 0 : (entry?.failed ?? 0) / attempts
    return [{ one, other, fact, change: share(other, second) - share(one, first) }]
  })
  return changes.sort(
    (one, other) =>
      failureFirst(one.fact, other.fact) || Math.abs(other.change) - Math.abs(one.change),
  )
}

/** The change of a line of critiques from a first run to a second run. */
interface CritiqueChange {
  readonly text: string
  readonly one: RecurringCritique | undefined
  readonly other: RecurringCritique | undefined
  /** The share of critiques that have it: second run minus first run. */
  readonly change: number
}

export function compareCritiques(first: Failures, second: Failures): readonly CritiqueChange[] {
  const byText = ({ critiques }: Failures) => new Map(critiques.map((one) => [one.text, one]))
  const [ones, others] = [byText(first), byText(second)]
  const share = (entry: RecurringCritique | undefined, { critiqued }: Failures): number =>
    critiqued === 0 ? 0 : (entry?.failed ?? 0) / critiqued
  return [...new Set([...ones.keys(), ...others.keys()])]
    .map((text): CritiqueChange => {
      const [one, other] = [ones.get(text), others.get(text)]
      return { text, one, other, change: share(other, second) - share(one, first) }
    })
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
}
