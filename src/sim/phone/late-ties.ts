import { memoize } from '../memo.ts'
import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, withGoal } from './case.ts'
import { findMatter } from './matters.ts'
import { earliestMoment, isAfter } from './schedule.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import { findEffect } from './tables/effects.ts'
import { findLookalike } from './tables/lookalikes.ts'
import { nounFor } from './tables/nouns.ts'
import { FIRST_CALL_TIES, ORDER_TIES, sayTie } from './tables/ties.ts'
import type { Company } from './world.ts'
export const isToDo = ({ right }: CaseGoal): boolean => right === 'done'

/**
 * Whether other wishes may depend on this one. A wish that lapses must be settled before others are
 * known.
 */
export const isFree = (goal: CaseGoal): boolean => isToDo(goal) && goal.lapses === undefined

/** The roles that a service can play in patterns. */
const rolesFor = memoize(1_000, (service: string) => ({
  hasLookalike: findLookalike(service) !== undefined,
  mayBind: CONTRACT_SERVICES.has(service),
  hasDay: 'date' in findMatter(service).needs,
  namesDay: findEffect(service) !== undefined,
}))

/**
 * Whether the services of these wishes allow all patterns: one has a look-alike, one may come with
 * a contract, a second one has a day, and a third one names a day.
 */
export function haveRoom(services: readonly string[]): boolean {
  const roles = services.map(rolesFor)
  return (
    roles.some(({ hasLookalike }) => hasLookalike) &&
    roles.some(
      (bindingRole) =>
        bindingRole.mayBind &&
        roles.some(
          (dayRole) =>
            dayRole !== bindingRole &&
            dayRole.hasDay &&
            roles.some(
              (namingRole) =>
                namingRole !== bindingRole && namingRole !== dayRole && namingRole.namesDay,
            ),
        ),
    )
  )
}

/** Wishes that a pattern may use up. Wishes that other patterns need come last. */
export function sparesIn(
  { goals }: Case,
  random: RandomStream,
  isPossible: (goal: CaseGoal) => boolean = isFree,
): CaseGoal[] {
  const isNeeded = (goal: CaseGoal): boolean =>
    !haveRoom(goals.flatMap((other) => (other === goal || !isFree(other) ? [] : other.service)))
  const possible = random.shuffle(goals.filter(isPossible))
  const needed = new Set(possible.filter(isNeeded))
  return [...possible.filter((goal) => !needed.has(goal)), ...needed]
}

/** The share of cases in which the message names the last service first. */
const NAMED_FIRST_SHARE = 0.8

/** A remark for a wish, and the other wish that it mentions. */
interface Tie {
  readonly sentences: readonly string[]
  readonly isTied: boolean
  readonly about?: CaseGoal
  readonly department?: string
}

/** Adds a remark to a wish, with a template that none of its other remarks uses. */
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

/** The largest number of remarks with one question. */
const NOTICES_MAX = 2
const hasRoom = ({ notices = [] }: CaseGoal): boolean => notices.length < NOTICES_MAX

/** Whether a remark of the first wish mentions the second one. */
const isAbout = ({ notices = [] }: CaseGoal, { service }: CaseGoal): boolean =>
  notices.some(({ about }) => about === service)

/** One service makes another one impossible, so the other one must come first. */
export function withOrder(
  phoneCase: Case,
  isTied: boolean,
  company: Company,
  random: RandomStream,
): Case | undefined {
  const toDo = phoneCase.goals.filter(isFree)
  const goals = random.chance(NAMED_FIRST_SHARE) ? toDo : toDo.toReversed()
  const candidates = goals.filter(
    (goal) => goal.ends === undefined && phoneCase.goals.every((other) => !isAbout(other, goal)),
  )
  // A deadline tempts the agent to act before it has asked all departments.
  const firstGoal = candidates.find(({ by }) => by !== undefined) ?? candidates[0]
  if (firstGoal === undefined) return undefined
  // A service that must follow the first one cannot precede it.
  const candidatesAfter = goals.filter(
    (goal) =>
      goal !== firstGoal &&
      !isAfter(goal, firstGoal, phoneCase) &&
      !isAbout(firstGoal, goal) &&
      hasRoom(goal),
  )
  // Preferably, the first service is available before the department that mentions the order.
  const since = earliestMoment(firstGoal, phoneCase, company)
  const secondGoal =
    candidatesAfter.find((goal) => earliestMoment(goal, phoneCase, company) > since) ??
    candidatesAfter[0]
  if (secondGoal === undefined) return undefined
  const withTie = withGoal(phoneCase, {
    ...firstGoal,
    ...(isTied ? { ends: secondGoal.service } : {}),
  })
  return withGoal(
    withTie,
    withNotice(secondGoal, { sentences: ORDER_TIES, isTied, about: firstGoal }, random),
  )
}

/**
 * Two services that rule each other out, so the less important one stays undone. Without the tie,
 * the less important one is possible if it comes first.
 */
export function withClash(
  phoneCase: Case,
  ranked: readonly CaseGoal[],
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const candidates = ranked.filter(
    (goal) =>
      isFree(goal) &&
      goal.by === undefined &&
      goal.ends === undefined &&
      goal.offer === undefined &&
      hasRoom(goal),
  )
  const lessImportant = random.shuffle(candidates).find((goal) => !isNeeded(goal, phoneCase))
  const moreImportant = candidates.find(
    (goal) =>
      lessImportant !== undefined &&
      ranked.indexOf(goal) < ranked.indexOf(lessImportant) &&
      !isAfter(lessImportant, goal, phoneCase) &&
      !isAfter(goal, lessImportant, phoneCase) &&
      !isAbout(goal, lessImportant) &&
      !isAbout(lessImportant, goal),
  )
  if (lessImportant === undefined || moreImportant === undefined) return undefined
  const undoneGoal: CaseGoal = isTied ? { ...lessImportant, right: 'ruled_out' } : lessImportant
  const remark = { sentences: ORDER_TIES, isTied: true, about: moreImportant }
  const withRemark = withGoal(phoneCase, withNotice(undoneGoal, remark, random))
  return withGoal(withRemark, {
    ...withNotice(moreImportant, { sentences: ORDER_TIES, isTied, about: lessImportant }, random),
    ends: lessImportant.service,
  })
}

/** Whether another wish depends on this one. */
export const isNeeded = ({ service, takes_effect }: CaseGoal, { goals }: Case): boolean =>
  takes_effect !== undefined ||
  goals.some(({ ends, follows = [], waits_for, hinges_on = [], offer }) =>
    [ends, waits_for, offer?.waived_by, ...follows, ...hinges_on].includes(service),
  )

/**
 * A department considers one service only after another one is done, so its remarks come late. Half
 * of the time it considers the service at once.
 */
export function withWaiting(
  phoneCase: Case,
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  const toDo = random.shuffle(phoneCase.goals.filter(isToDo))
  const free = toDo.filter(({ by, waits_for }) => by === undefined && waits_for === undefined)
  const hasNotice = ({ notices = [] }: CaseGoal): boolean => notices.length > 0
  const isEnded = ({ service }: CaseGoal): boolean =>
    phoneCase.goals.some(({ ends }) => ends === service)
  // It is best if the waiting department has a remark about a real tie.
  const withNotices = free.filter(hasNotice)
  for (const second of [...withNotices.filter(isEnded), ...withNotices, ...free]) {
    const first = toDo.find((goal) => mayWait(second, goal, phoneCase))
    if (first === undefined) continue
    const tied = isTied ? { ...second, waits_for: first.service } : { ...second }
    return withGoal(withGoal(phoneCase, { ...first }), tied)
  }
  return undefined
}

/** Whether one service can wait for another one. */
function mayWait(second: CaseGoal, first: CaseGoal, phoneCase: Case): boolean {
  const isPossible =
    first !== second &&
    isFree(first) &&
    first.by === undefined &&
    !isAfter(first, second, phoneCase) &&
    !isAfter(second, first, phoneCase) &&
    !isAbout(second, first)
  if (!isPossible) return false
  const tied = withGoal(phoneCase, { ...second, waits_for: first.service })
  return tied.goals.every((goal) => isAskedInTime(goal, tied))
}

/** Whether no earlier decision depends on what the department of this wish says. */
function isAskedInTime(goal: CaseGoal, phoneCase: Case): boolean {
  if (goal.waits_for === undefined) return true
  const isFee = (one: CaseGoal): boolean => one.offer?.offer.kind === 'fee'
  const before = phoneCase.goals.filter((one) => isAfter(goal, one, phoneCase))
  return before.every((one) => one.offer?.leaving !== nounFor(goal) && !(isFee(goal) && isFee(one)))
}

/** A department can settle a service only on the first call about it, or says that it can wait. */
export function withOnlyNow(
  phoneCase: Case,
  isTied: boolean,
  random: RandomStream,
): Case | undefined {
  // Neither sentence fits a wish that must come before another one.
  const canWait = (goal: CaseGoal): boolean =>
    isToDo(goal) &&
    hasRoom(goal) &&
    goal.by === undefined &&
    phoneCase.goals.every(
      (other) =>
        other.ends !== goal.service &&
        !(other.service === goal.ends && other.right === 'ruled_out'),
    )
  const goal = isTied
    ? sparesIn(phoneCase, random)[0]
    : random.shuffle(phoneCase.goals).find(canWait)
  if (goal === undefined) return undefined
  const changed = withNotice(goal, { sentences: FIRST_CALL_TIES, isTied }, random)
  return withGoal(phoneCase, isTied ? { ...changed, lapses: true } : changed)
}
