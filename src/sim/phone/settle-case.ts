import type { RandomStream } from '../random.ts'
import type { Case, CaseGoal, PageRule } from './case.ts'
import { isToDo, sparesIn } from './late-ties.ts'
import { matterOf } from './matters.ts'
import { bringNo, type Coins, withPatterns } from './patterns.ts'
import { fieldsNeeded } from './requirements.ts'
import { CLEARANCE } from './services.ts'
import { joinSideEffects, sideEffectsOf } from './side-effects.ts'
import { CONTRACT_SERVICES } from './tables/contracts.ts'
import type { Field } from './tables/fields.ts'
import type { Consequence } from './tables/matter.ts'
import { type Company, wantsAt } from './world.ts'

/** The contents of a case, by stage and level. */
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
type Turn =
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
const TURNS: Readonly<Record<Turn, readonly [answers: string, weight: number]>> = {
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
const ALL_TURNS = Object.keys(TURNS) as Turn[]

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
  const base = pageOf(bare, company, random)
  const patterned = withPatterns(withOneNo(base, shape, random), company, shape, random)
  if (patterned === undefined) return undefined
  // A corrected wish stays wanted.
  const open = patterned.goals.filter(
    (goal) => base.goals.includes(goal) && goal.service !== patterned.correction?.service,
  )
  let made = patterned
  const turns = drawTurns(open, made, random)
  if (turns === undefined) return undefined
  open.forEach((goal, at) => {
    made = take(made, goal, turns[at] as Turn, random)
  })
  for (const goal of made.goals) {
    const isBare = goal.consequence === undefined && !open.includes(goal)
    if (isBare && isToDo(goal)) made = withSideEffect(made, goal, true, random)
  }
  return isFair(made) ? made : undefined
}

/**
 * Leaves one wish undone for a side effect, if the patterns use all wishes and need no other no.
 */
function withOneNo(base: Case, { patterns, goals, coins }: DrawnShape, random: RandomStream): Case {
  if (patterns < goals || bringNo(coins)) return base
  const [spare] = sparesIn(base, random)
  return spare === undefined ? base : withSideEffect(base, spare, false, random)
}

/** Whether both answers occur, something is to be done, and there are enough questions. */
function isFair({ goals }: Case): boolean {
  const answers = goals.map(answersOf).join('')
  return (
    answers.length >= QUESTIONS_LEAST &&
    answers.includes('y') &&
    answers.includes('n') &&
    goals.some(isToDo)
  )
}

/** The right answers to the questions of a department, in order: `yn`. */
function answersOf({ right, offer }: CaseGoal): string {
  const isRefused = right === 'fee_not_accepted' || right === 'term_not_accepted'
  if (offer !== undefined && isRefused) return 'n'
  const paid = offer === undefined || offer.waived_by !== undefined ? '' : 'y'
  if (right === 'side_effect_not_accepted') return `${paid}n`
  if (right !== 'done') return ''
  return `${paid}y`
}

/** Without a page, side effects never conflict with the message. */
function withSideEffects(bare: Case, random: RandomStream): Case {
  return bare.goals.reduce((made, goal) => withSideEffect(made, goal, true, random), bare)
}

/** Draws outcomes for the wishes that no pattern has settled. One is a no if nothing else is. */
function drawTurns(
  open: readonly CaseGoal[],
  patterned: Case,
  random: RandomStream,
): readonly Turn[] | undefined {
  const before = patterned.goals.map(answersOf).join('')
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const turns = open.map((goal) => {
      const possible = turnsFor(goal, patterned)
      const weights = possible.map((turn) => TURNS[turn][1])
      return random.weighted(possible, weights)
    })
    const answers = before + turns.map((turn) => TURNS[turn][0]).join('')
    if (answers.includes('n') && answers.includes('y')) return turns
  }
  return undefined
}

/** The possible outcomes of a wish. Under a budget, no further fees are drawn. */
const turnsFor = ({ service }: CaseGoal, patterned: Case): Turn[] =>
  ALL_TURNS.filter((turn) => {
    if (turn === 'term_too_long') return CONTRACT_SERVICES.has(service)
    return !turn.startsWith('fee') || rule(patterned, 'fees') !== undefined
  })

/** Adds the rules that hold for all services. */
function pageOf(bare: Case, company: Company, random: RandomStream): Case {
  const secret = secretOf(bare, company, random)
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
function secretOf(
  { calls, goals, customer }: Case,
  company: Company,
  random: RandomStream,
): Field | undefined {
  const wants = calls.flatMap((id) => {
    const department = company.departments.find((one) => one.id === id)
    const here = goals.filter((goal) => goal.department === id)
    const services = here.length === 0 ? [CLEARANCE] : here.map(({ service }) => service)
    return department === undefined ? [] : services.map((one) => wantsAt(department, one))
  })
  const possible = SECRETS.filter(
    (field) =>
      field !== customer.tells &&
      !customer.missing.includes(field) &&
      wants.some(({ required }) => required.includes(field)) &&
      fieldsNeeded(wants, [...customer.missing, field]) !== undefined,
  )
  return possible.length === 0 ? undefined : random.pick(possible)
}

/** The case with one goal replaced. */
export const withGoal = (made: Case, goal: CaseGoal): Case => ({
  ...made,
  goals: made.goals.map((one) => (one.service === goal.service ? goal : one)),
})

const rule = <Name extends PageRule['rule']>(
  { page }: Case,
  name: Name,
): Extract<PageRule, { readonly rule: Name }> | undefined =>
  page.find((one): one is Extract<PageRule, { readonly rule: Name }> => one.rule === name)

function take(made: Case, goal: CaseGoal, turn: Turn, random: RandomStream): Case {
  switch (turn) {
    case 'side_effect_fine':
      return withSideEffect(made, goal, true, random)
    case 'side_effect_against':
      return withSideEffect(made, goal, false, random)
    case 'fee_fine':
      return withSideEffect(...withFee(made, goal, true, random), true, random)
    case 'fee_too_high':
      return withFee(made, goal, false, random)[0]
    case 'fee_fine_side_effect_against':
      return withSideEffect(...withFee(made, goal, true, random), false, random)
    case 'term_too_long':
      return withTerm(made, goal, random)
    case 'blocked':
      return withGoal(made, {
        ...goal,
        right: 'company_cannot',
        block: random.pick(matterOf(goal.service).blocks) ?? 'the system does not allow it today',
      })
    case 'declined':
      return withRule(
        withGoal(made, { ...goal, right: 'customer_declined', approval: { agrees: false } }),
        {
          rule: 'ask_before',
          services: [goal.service],
        },
      )
    case 'forbidden':
      return withRule(withGoal(made, { ...goal, right: 'rules_forbid' }), {
        rule: 'forbid',
        services: [goal.service],
      })
  }
}

export const withRule = (made: Case, added: PageRule): Case => ({
  ...made,
  page: [...made.page, added],
})

/**
 * Adds a side effect to a wish. For an accepted one, the message says so, mentions an effect that
 * the service does not have, or says nothing.
 */
export function withSideEffect(
  made: Case,
  { service }: CaseGoal,
  isFine: boolean,
  random: RandomStream,
): Case {
  const goal = made.goals.find((one) => one.service === service) as CaseGoal
  const [one, other] = random.shuffle(sideEffectsOf(service, made))
  if (one === undefined) return made
  if (made.side_effects === 2 && other !== undefined) {
    return withBoth(made, goal, isFine, [one, other], random)
  }
  const remark = !isFine
    ? one.against
    : random.pick([one.fine, one.fine, other?.against ?? one.fine, undefined])
  return withGoal(made, {
    ...goal,
    consequence: one.says,
    right: isFine ? goal.right : 'side_effect_not_accepted',
    ...(remark === undefined ? {} : { remark }),
  })
}

/** The share of accepted side effects that the message mentions. */
const SAID_SHARE = 0.75

/** Adds two side effects, at most one of which conflicts with the message. */
function withBoth(
  made: Case,
  goal: CaseGoal,
  isFine: boolean,
  [one, other]: readonly [Consequence, Consequence],
  random: RandomStream,
): Case {
  const remarks = [
    ...(isFine ? (random.chance(SAID_SHARE) ? [one.fine] : []) : [one.against]),
    ...(random.chance(SAID_SHARE) ? [other.fine] : []),
  ]
  const [first = '', second = ''] = random.shuffle([one.says, other.says])
  return withGoal(made, {
    ...goal,
    consequence: joinSideEffects(first, second),
    right: isFine ? goal.right : 'side_effect_not_accepted',
    ...(remarks.length === 0 ? {} : { remark: random.shuffle(remarks).join(' ') }),
  })
}

/** Adds a fee within or above the limits of the page and the customer. */
function withFee(
  made: Case,
  goal: CaseGoal,
  isFine: boolean,
  random: RandomStream,
): readonly [Case, CaseGoal] {
  const { cents: limit = 0, above = 'decline' } = rule(made, 'fees') ?? {}
  const name = matterOf(goal.service).fee || 'a processing fee'
  const step = 500
  const isAsked = above === 'ask' && (!isFine || random.chance(0.5))
  const cents =
    isFine && !isAsked
      ? limit - step * random.integer(0, Math.floor(limit / step) - 1)
      : limit + step * random.integer(1, 8)
  const most = isFine ? cents + step * random.integer(0, 4) : cents - step * random.integer(1, 2)
  const settled: CaseGoal = {
    ...goal,
    offer: { offer: { kind: 'fee', cents, name }, agrees: isFine, most: Math.max(step, most) },
    right: isFine ? goal.right : 'fee_not_accepted',
  }
  return [withGoal(made, settled), settled]
}

function withTerm(made: Case, goal: CaseGoal, random: RandomStream): Case {
  const { months: limit = 0 } = rule(made, 'term') ?? {}
  const months = limit + random.pick([6, 12, 18])
  return withGoal(made, {
    ...goal,
    offer: { offer: { kind: 'term', months }, agrees: false, most: limit },
    right: 'term_not_accepted',
  })
}
