import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal } from './case.ts'
import { findMatter } from './matters.ts'
import { distinctiveStems } from './overlap.ts'
import { findService } from './services.ts'
import { asLookalike, findLookalike } from './tables/lookalikes.ts'
import type { Consequence } from './tables/matter.ts'
/**
 * The possible side effects of a service in a case. None binds the customer if the page has a rule
 * on contracts. None concerns the subject of another wish, because the message would then
 * contradict itself.
 */
export function possibleSideEffects(
  service: string,
  { page, goals }: Pick<Case, 'page' | 'goals'>,
): Consequence[] {
  const isRuled = page.some(({ rule }) => rule === 'term')
  const consequences = findMatter(service).consequences
  const allowed = consequences.filter(({ months }) => months === undefined || !isRuled)
  const otherServices = goals.flatMap((goal) =>
    goal.service === service ? [] : withLookalike(goal.service),
  )
  return allowed.filter(
    ({ says }) => !otherServices.some((other) => concernsOther(service, says, other)),
  )
}

/** A service and its look-alike. */
const withLookalike = (service: string): readonly string[] => [
  service,
  ...[findLookalike(service)?.id ?? asLookalike(service)?.service ?? []].flat(),
]

/** Whether a side effect of one service concerns the subject of another one. */
export function concernsOther(service: string, says: string, other: string): boolean {
  const [ownStems, otherStems] = [service, other].map((id) =>
    distinctiveStems(findService(id)?.about ?? ''),
  )
  return [...distinctiveStems(says)].some(
    (stem) => otherStems?.has(stem) === true && !ownStems?.has(stem),
  )
}

/** The number of common first words from which on two side effects share a sentence. */
const COMMON_LEAST = 2

/** Joins two side effects; their common beginning is said once. */
export function joinSideEffects(first: string, second: string): string {
  const [firstWords, secondWords] = [first.split(' '), second.split(' ')]
  const differs = firstWords.findIndex((word, at) => word !== secondWords[at])
  // After a further clause, the rest would seem to belong to that clause.
  const hasClause = firstWords.slice(differs).join(' ').includes(', ')
  if (differs >= COMMON_LEAST && !hasClause)
    return `${first} and ${secondWords.slice(differs).join(' ')}`
  return `${first.replace(' also ', ' ')}. Also, ${second.replace(' also ', ' ')}`
}

/**
 * Adds a side effect to a wish. For an accepted one, the message says so, mentions an effect that
 * the service does not have, or says nothing.
 */
export function withSideEffect(
  phoneCase: Case,
  { service }: CaseGoal,
  isFine: boolean,
  random: RandomStream,
): Case {
  const goal = phoneCase.goals.find((one) => one.service === service) as CaseGoal
  const [first, second] = random.shuffle(possibleSideEffects(service, phoneCase))
  if (first === undefined) return phoneCase
  if (phoneCase.side_effects === 2 && second !== undefined) {
    return withBoth(phoneCase, goal, isFine, [first, second], random)
  }
  const remark = !isFine
    ? first.against
    : random.pick([first.fine, first.fine, second?.against ?? first.fine, undefined])
  return withGoal(phoneCase, {
    ...goal,
    consequence: first.says,
    right: isFine ? goal.right : 'side_effect_not_accepted',
    ...(remark === undefined ? {} : { remark }),
  })
}

/** The share of accepted side effects that the message mentions. */
const MENTIONED_SHARE = 0.75

/** Adds two side effects, at most one of which conflicts with the message. */
function withBoth(
  phoneCase: Case,
  goal: CaseGoal,
  isFine: boolean,
  [first, second]: readonly [Consequence, Consequence],
  random: RandomStream,
): Case {
  const remarks = [
    ...(isFine ? (random.chance(MENTIONED_SHARE) ? [first.fine] : []) : [first.against]),
    ...(random.chance(MENTIONED_SHARE) ? [second.fine] : []),
  ]
  const [firstText = '', secondText = ''] = random.shuffle([first.says, second.says])
  return withGoal(phoneCase, {
    ...goal,
    consequence: joinSideEffects(firstText, secondText),
    right: isFine ? goal.right : 'side_effect_not_accepted',
    ...(remarks.length === 0 ? {} : { remark: random.shuffle(remarks).join(' ') }),
  })
}
