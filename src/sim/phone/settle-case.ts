import type { RandomStream } from '../random.ts'
import { type Case, type CaseGoal, type PageRule, withGoal, withRule } from './case.ts'
import { isToDo, sparesIn } from './late-ties.ts'
import { findMatter } from './matters.ts'
import { type Coins, includeRefusal, withPatterns } from './patterns.ts'
import { fieldsNeeded } from './requirements.ts'
import { CLEARANCE, requirementsAt } from './services.ts'
import { withSideEffect } from './side-effects.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import type { Field } from './tables/fields.ts'
import type { Company } from './world.ts'
/** The parts of a case, by stage and level. */
export interface CaseShape {
  readonly goals: number
  /** Whether some departments must act before others. */
  readonly predecessor: boolean
  readonly readsBack: boolean
  readonly clock: boolean
  /** Whether there is a page of rules, and departments make offers. */
  readonly page: boolean
  /** The number of side effects that departments name. */
  readonly sideEffects: 1 | 2
  /** Whether the limit of phone calls is what a careful play needs. */
  readonly scarceCalls: boolean
  /** The number of patterns of `patterns.ts`. */
  readonly patterns: number
}

/** The shape, with what is drawn once per task. */
export type DrawnShape = CaseShape & { readonly coins: Coins }

/** The outcome of one wish, with the right answers to its questions. */
type WishOutcome =
  | 'side_effect_fine'
  | 'side_effect_against'
  | 'fee_fine'
  | 'fee_too_high'
  | 'fee_fine_side_effect_against'
  | 'term_too_long'
  | 'blocked'
  | 'declined'
  | 'forbidden'

/** The right answers (y and n) and the weight of each outcome. */
const OUTCOMES: Readonly<Record<WishOutcome, readonly [answers: string, weight: number]>> = {
  side_effect_fine: ['y', 3],
  side_effect_against: ['n', 3],
  fee_fine: ['yy', 4],
  fee_too_high: ['n', 5],
  fee_fine_side_effect_against: ['yn', 3],
  term_too_long: ['n', 1],
  blocked: ['', 3],
  declined: ['', 4],
  forbidden: ['', 0.5],
}
const ALL_OUTCOMES = Object.keys(OUTCOMES) as WishOutcome[]

const QUESTIONS_LEAST = 4
const DRAWS_MAX = 200
/** The limits of fees that a page may set, in cents. */
const LIMITS = [1_500, 2_000, 2_500, 3_000, 4_000] as const
const TERMS = [6, 12] as const

/** Settles the right outcome of each wish, and adds the rules and remarks that decide it. */
export function settleCase(
  bare: Case,
  company: Company,
  shape: DrawnShape,
  random: RandomStream,
): Case | undefined {
  if (!shape.page) return shape.readsBack ? withSideEffects(bare, random) : bare
  const base = withPage(bare, company, random)
  const patterned = withPatterns(withOneNo(base, shape, random), company, shape, random)
  if (patterned === undefined) return undefined
  // A corrected wish stays wanted.
  const openGoals = patterned.goals.filter(
    (goal) => base.goals.includes(goal) && goal.service !== patterned.correction?.service,
  )
  let settled = patterned
  const outcomes = drawOutcomes(openGoals, settled, random)
  if (outcomes === undefined) return undefined
  openGoals.forEach((goal, index) => {
    settled = applyOutcome(settled, goal, outcomes[index] as WishOutcome, random)
  })
  for (const goal of settled.goals) {
    const hasNoOutcome = goal.consequence === undefined && !openGoals.includes(goal)
    if (hasNoOutcome && isToDo(goal)) settled = withSideEffect(settled, goal, true, random)
  }
  return isBalanced(settled) ? settled : undefined
}

/**
 * Leaves one wish undone because of a side effect, if the patterns use all wishes and none of them
 * makes a refusal the right answer.
 */
function withOneNo(base: Case, { patterns, goals, coins }: DrawnShape, random: RandomStream): Case {
  if (patterns < goals || includeRefusal(coins)) return base
  const [spare] = sparesIn(base, random)
  return spare === undefined ? base : withSideEffect(base, spare, false, random)
}

/** Whether both answers occur, something is to be done, and there are enough questions. */
function isBalanced({ goals }: Case): boolean {
  const answers = goals.map(rightAnswers).join('')
  return (
    answers.length >= QUESTIONS_LEAST &&
    answers.includes('y') &&
    answers.includes('n') &&
    goals.some(isToDo)
  )
}

/** The right answers to the questions of a department, in order: `yn`. */
function rightAnswers({ right, offer }: CaseGoal): string {
  const isRefused = right === 'fee_not_accepted' || right === 'term_not_accepted'
  if (offer !== undefined && isRefused) return 'n'
  const feeAnswer = offer === undefined || offer.waived_by !== undefined ? '' : 'y'
  if (right === 'side_effect_not_accepted') return `${feeAnswer}n`
  if (right !== 'done') return ''
  return `${feeAnswer}y`
}

/** Without a page, side effects never conflict with the message. */
function withSideEffects(bare: Case, random: RandomStream): Case {
  return bare.goals.reduce((phoneCase, goal) => withSideEffect(phoneCase, goal, true, random), bare)
}

/** Draws outcomes for the wishes that no pattern has settled, so that both answers occur. */
function drawOutcomes(
  openGoals: readonly CaseGoal[],
  patterned: Case,
  random: RandomStream,
): readonly WishOutcome[] | undefined {
  const previousAnswers = patterned.goals.map(rightAnswers).join('')
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const outcomes = openGoals.map((goal) => {
      const possible = possibleOutcomes(goal, patterned)
      const weights = possible.map((outcome) => OUTCOMES[outcome][1])
      return random.weighted(possible, weights)
    })
    const answers = previousAnswers + outcomes.map((outcome) => OUTCOMES[outcome][0]).join('')
    if (answers.includes('n') && answers.includes('y')) return outcomes
  }
  return undefined
}

/** The possible outcomes of a wish. Under a budget, no further fees are drawn. */
const possibleOutcomes = ({ service }: CaseGoal, patterned: Case): WishOutcome[] =>
  ALL_OUTCOMES.filter((outcome) => {
    if (outcome === 'term_too_long') return CONTRACT_SERVICES.has(service)
    return !outcome.startsWith('fee') || findRule(patterned, 'fees') !== undefined
  })

/** Adds the rules that hold for all services. */
function withPage(bare: Case, company: Company, random: RandomStream): Case {
  const secret = drawSecret(bare, company, random)
  const page: PageRule[] = [
    ...(secret === undefined ? [] : [{ rule: 'never_tell', field: secret } as const]),
    { rule: 'on_behalf', say: random.chance(0.5) },
    ...(random.chance(0.5) ? [{ rule: 'only_if_asked' } as const] : []),
    {
      rule: 'fees',
      cents: random.pick(LIMITS),
      above: random.pick(['ask', 'ask', 'decline'] as const),
    },
    { rule: 'term', months: random.pick(TERMS) },
  ]
  return { ...bare, page: random.shuffle(page) }
}

const SECRETS: readonly Field[] = ['last_4_ssn', 'last_4_cc', 'security_pin', 'account_number']

/** Draws a field that the page forbids to disclose; it must have an alternative. */
function drawSecret(
  { calls, goals, customer }: Case,
  company: Company,
  random: RandomStream,
): Field | undefined {
  const requirements = calls.flatMap((id) => {
    const department = company.departments.find((candidate) => candidate.id === id)
    const departmentGoals = goals.filter((goal) => goal.department === id)
    const services =
      departmentGoals.length === 0 ? [CLEARANCE] : departmentGoals.map(({ service }) => service)
    return department === undefined
      ? []
      : services.map((service) => requirementsAt(department, service))
  })
  const candidates = SECRETS.filter(
    (field) =>
      field !== customer.tells &&
      !customer.missing.includes(field) &&
      requirements.some(({ required }) => required.includes(field)) &&
      fieldsNeeded(requirements, [...customer.missing, field]) !== undefined,
  )
  return candidates.length === 0 ? undefined : random.pick(candidates)
}

const findRule = <Name extends PageRule['rule']>(
  { page }: Case,
  name: Name,
): Extract<PageRule, { readonly rule: Name }> | undefined =>
  page.find((one): one is Extract<PageRule, { readonly rule: Name }> => one.rule === name)

function applyOutcome(
  phoneCase: Case,
  goal: CaseGoal,
  outcome: WishOutcome,
  random: RandomStream,
): Case {
  switch (outcome) {
    case 'side_effect_fine':
      return withSideEffect(phoneCase, goal, true, random)
    case 'side_effect_against':
      return withSideEffect(phoneCase, goal, false, random)
    case 'fee_fine':
      return withSideEffect(...withFee(phoneCase, goal, true, random), true, random)
    case 'fee_too_high':
      return withFee(phoneCase, goal, false, random)[0]
    case 'fee_fine_side_effect_against':
      return withSideEffect(...withFee(phoneCase, goal, true, random), false, random)
    case 'term_too_long':
      return withTerm(phoneCase, goal, random)
    case 'blocked':
      return withGoal(phoneCase, {
        ...goal,
        right: 'company_cannot',
        block: random.pick(findMatter(goal.service).blocks) ?? 'the system does not allow it today',
      })
    case 'declined':
      return withRule(
        withGoal(phoneCase, { ...goal, right: 'customer_declined', approval: { agrees: false } }),
        {
          rule: 'ask_before',
          services: [goal.service],
        },
      )
    case 'forbidden':
      return withRule(withGoal(phoneCase, { ...goal, right: 'rules_forbid' }), {
        rule: 'forbid',
        services: [goal.service],
      })
  }
}

/** Adds a fee within or above the limits of the page and the customer. */
function withFee(
  phoneCase: Case,
  goal: CaseGoal,
  isFine: boolean,
  random: RandomStream,
): readonly [Case, CaseGoal] {
  const { cents: limit = 0, above = 'decline' } = findRule(phoneCase, 'fees') ?? {}
  const name = findMatter(goal.service).fee || 'a processing fee'
  const step = 500
  const isAsked = above === 'ask' && (!isFine || random.chance(0.5))
  const cents =
    isFine && !isAsked
      ? limit - step * random.integer(0, Math.floor(limit / step) - 1)
      : limit + step * random.integer(1, 8)
  const customerLimit = isFine
    ? cents + step * random.integer(0, 4)
    : cents - step * random.integer(1, 2)
  const goalWithFee: CaseGoal = {
    ...goal,
    offer: {
      offer: { kind: 'fee', cents, name },
      agrees: isFine,
      most: Math.max(step, customerLimit),
    },
    right: isFine ? goal.right : 'fee_not_accepted',
  }
  return [withGoal(phoneCase, goalWithFee), goalWithFee]
}

function withTerm(phoneCase: Case, goal: CaseGoal, random: RandomStream): Case {
  const { months: limit = 0 } = findRule(phoneCase, 'term') ?? {}
  const months = limit + random.pick([6, 12, 18])
  return withGoal(phoneCase, {
    ...goal,
    offer: { offer: { kind: 'term', months }, agrees: false, most: limit },
    right: 'term_not_accepted',
  })
}
