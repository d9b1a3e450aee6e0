import { memoize } from '../memo.ts'
import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal } from './case.ts'
import { matterOf } from './matters.ts'
import { isAfter, readyAt } from './schedule.ts'
import { withGoal } from './settle-case.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { effectOf } from './tables/effects.ts'
import { lookalikeOf } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { ONLY_NOW, ORDERS, sayTie } from './tables/ties.ts'
import type { Company } from './world.ts'

export const isToDo = ({ right }: CaseGoal): boolean => right === 'done'

/** Whether other wishes may depend on one: what lapses has to be settled before they are heard. */
export const isFree = (goal: CaseGoal): boolean => isToDo(goal) && goal.lapses === undefined

/** What a service can be in a pattern. */
const rolesOf = memoize(1_000, (service: string) => ({
  hasLookalike: lookalikeOf(service) !== undefined,
  mayBind: CONTRACT_SERVICES.has(service),
  hasDay: 'date' in matterOf(service).needs,
  namesDay: effectOf(service) !== undefined,
}))

/**
 * Whether some wishes have room for all patterns, as far as their services decide that: one has a
 * look-alike; one may come with a contract, another one has a day, and a third one tells a day.
 */
export function haveRoom(services: readonly string[]): boolean {
  const roles = services.map(rolesOf)
  return (
    roles.some(({ hasLookalike }) => hasLookalike) &&
    roles.some(
      (one) =>
        one.mayBind &&
        roles.some(
          (two) =>
            two !== one &&
            two.hasDay &&
            roles.some((three) => three !== one && three !== two && three.namesDay),
        ),
    )
  )
}

/** Wishes that may be left to themselves, first those without which the others have room. */
export function sparesIn(
  { goals }: Case,
  random: RandomStream,
  isPossible: (goal: CaseGoal) => boolean = isFree,
): CaseGoal[] {
  const isNeeded = (goal: CaseGoal): boolean =>
    !haveRoom(goals.flatMap((one) => (one === goal || !isFree(one) ? [] : one.service)))
  const possible = random.shuffle(goals.filter(isPossible))
  const needed = new Set(possible.filter(isNeeded))
  return [...possible.filter((goal) => !needed.has(goal)), ...needed]
}

/** How often what has to be done last is named first in the message. */
const NAMED_FIRST_SHARE = 0.8

/** What a department says of one wish, and the other wish that it is about. */
interface Tie {
  readonly sentences: readonly string[]
  readonly isTied: boolean
  readonly about?: CaseGoal
  readonly department?: string
}

/** A wish of which its department says one thing more, and not twice in the same words. */
export function withNotice(
  goal: CaseGoal,
  { sentences, isTied, about, department = '' }: Tie,
  random: RandomStream,
): CaseGoal {
  const { notices = [] } = goal
  const isNew = (sentence: string): boolean =>
    notices.every(({ template }) => template !== sentence)
  const template = random.pick(sentences.filter(isNew))
  const noun = about === undefined ? '' : nounFor(about)
  const says = sayTie(template, isTied, { own: nounFor(goal), noun, department })
  const notice = { says, template, ...(about === undefined ? {} : { about: about.service }) }
  return { ...goal, notices: [...notices, notice] }
}

/** So much is said of a wish with one question at most. */
const NOTICES_MAX = 2
const hasRoom = ({ notices = [] }: CaseGoal): boolean => notices.length < NOTICES_MAX

/** Whether the department of one wish speaks of another one. */
const isAbout = ({ notices = [] }: CaseGoal, { service }: CaseGoal): boolean =>
  notices.some(({ about }) => about === service)

/** One service makes another one impossible, so that the other has to be done first. */
export function withOrder(
  made: Case,
  isTied: boolean,
  company: Company,
  random: RandomStream,
): Case | undefined {
  const toDo = made.goals.filter(isFree)
  const goals = random.chance(NAMED_FIRST_SHARE) ? toDo : toDo.toReversed()
  const possible = goals.filter(
    (goal) => goal.ends === undefined && made.goals.every((other) => !isAbout(other, goal)),
  )
  // A deadline invites the caller to have it done before all departments have been heard.
  const first = possible.find(({ by }) => by !== undefined) ?? possible[0]
  if (first === undefined) return undefined
  // What must come after the first anyway cannot come before it.
  const seconds = goals.filter(
    (goal) =>
      goal !== first && !isAfter(goal, first, made) && !isAbout(first, goal) && hasRoom(goal),
  )
  // The first can be had before the department that tells the order answers.
  const since = readyAt(first, made, company)
  const second = seconds.find((goal) => readyAt(goal, made, company) > since) ?? seconds[0]
  if (second === undefined) return undefined
  const tied = withGoal(made, { ...first, ...(isTied ? { ends: second.service } : {}) })
  return withGoal(tied, withNotice(second, { sentences: ORDERS, isTied, about: first }, random))
}

/**
 * Two services of which each makes the other one impossible, so that the one that matters less is
 * left. Otherwise the one that matters less can still be done, but only before the other one.
 */
export function withClash(
  made: Case,
  ranked: readonly CaseGoal[],
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const possible = ranked.filter(
    (goal) =>
      isFree(goal) &&
      goal.by === undefined &&
      goal.ends === undefined &&
      goal.offer === undefined &&
      hasRoom(goal),
  )
  const less = random.shuffle(possible).find((goal) => !isNeeded(goal, made))
  const more = possible.find(
    (goal) =>
      less !== undefined &&
      ranked.indexOf(goal) < ranked.indexOf(less) &&
      !isAfter(less, goal, made) &&
      !isAfter(goal, less, made) &&
      !isAbout(goal, less) &&
      !isAbout(less, goal),
  )
  if (less === undefined || more === undefined) return undefined
  const left: CaseGoal = isTied ? { ...less, right: 'ruled_out' } : less
  const isLast = { sentences: ORDERS, isTied: true, about: more }
  const changed = withGoal(made, withNotice(left, isLast, random))
  return withGoal(changed, {
    ...withNotice(more, { sentences: ORDERS, isTied, about: less }, random),
    ends: less.service,
  })
}

/** Whether something else comes to nothing if a wish is not carried out. */
export const isNeeded = ({ service, takes_effect }: CaseGoal, { goals }: Case): boolean =>
  takes_effect !== undefined ||
  goals.some(({ ends, follows = [], waits_for, hinges_on = [], offer }) =>
    [ends, waits_for, offer?.waived_by, ...follows, ...hinges_on].includes(service),
  )

/**
 * A department looks at one service only after another one has gone through, so that what it says
 * of a third one comes late. Half of the time it looks at it at once.
 */
export function withWaiting(made: Case, isTied: boolean, random: RandomStream): Case | undefined {
  const toDo = random.shuffle(made.goals.filter(isToDo))
  const free = toDo.filter(({ by, waits_for }) => by === undefined && waits_for === undefined)
  const hasNotice = ({ notices = [] }: CaseGoal): boolean => notices.length > 0
  const isEnded = ({ service }: CaseGoal): boolean =>
    made.goals.some(({ ends }) => ends === service)
  // A department that tells a real tie is the best one to wait.
  const withNotices = free.filter(hasNotice)
  for (const second of [...withNotices.filter(isEnded), ...withNotices, ...free]) {
    const first = toDo.find((goal) => mayWait(second, goal, made))
    if (first === undefined) continue
    const tied = isTied ? { ...second, waits_for: first.service } : { ...second }
    return withGoal(withGoal(made, { ...first }), tied)
  }
  return undefined
}

/** Whether a department may look at one service only after another one. */
function mayWait(second: CaseGoal, first: CaseGoal, made: Case): boolean {
  const isPossible =
    first !== second &&
    isFree(first) &&
    first.by === undefined &&
    !isAfter(first, second, made) &&
    !isAfter(second, first, made) &&
    !isAbout(second, first)
  if (!isPossible) return false
  const tied = withGoal(made, { ...second, waits_for: first.service })
  return tied.goals.every((goal) => isAskedInTime(goal, tied))
}

/** Whether nothing has to be decided before a wish is heard that only its department can tell. */
function isAskedInTime(goal: CaseGoal, made: Case): boolean {
  if (goal.waits_for === undefined) return true
  const isFee = (one: CaseGoal): boolean => one.offer?.offer.kind === 'fee'
  const before = made.goals.filter((one) => isAfter(goal, one, made))
  return before.every((one) => one.offer?.leaving !== nounFor(goal) && !(isFee(goal) && isFee(one)))
}

/** A department settles one service on the first call about it, or says that it can wait. */
export function withOnlyNow(made: Case, isTied: boolean, random: RandomStream): Case | undefined {
  // Neither sentence fits a wish that has to be done before something else.
  const canWait = (goal: CaseGoal): boolean =>
    isToDo(goal) &&
    hasRoom(goal) &&
    goal.by === undefined &&
    made.goals.every(
      (other) =>
        other.ends !== goal.service &&
        !(other.service === goal.ends && other.right === 'ruled_out'),
    )
  const goal = isTied ? sparesIn(made, random)[0] : random.shuffle(made.goals).find(canWait)
  if (goal === undefined) return undefined
  const changed = withNotice(goal, { sentences: ONLY_NOW, isTied }, random)
  return withGoal(made, isTied ? { ...changed, lapses: true } : changed)
}
