import { bitOf, type FieldSet, fieldsOf, setOf, sizeOf } from './field-set.ts'
import { LEVELS, type Level, type Plan, plansOf } from './plans.ts'
import {
  fieldsNeeded,
  HOUSE_STYLE_PRIOR,
  HOUSE_STYLES,
  type HouseStyle,
  type Requirement,
  requirementOf,
} from './requirements.ts'
import {
  IMPATIENT_SHARE,
  LACKS_ONE,
  LACKS_SEVERAL,
  LEVEL_SHARES,
  MENTIONS_NEEDED,
  MENTIONS_OTHER,
  SLACK,
} from './tables/customers.ts'
import type { DepartmentKind } from './tables/departments.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'

/** What somebody knows who has read the directory and the customer's message. */
export interface View {
  readonly industry: Industry
  /** Kinds of the company's departments, in the order of the world. */
  readonly departments: readonly DepartmentKind[]
  readonly goals: readonly DepartmentKind[]
  readonly hurried: boolean
  readonly mentions: Field | null
  readonly tells: Field | null
}

/** One department to call, in the form in which forms are tested. */
interface Gate {
  readonly kind: DepartmentKind
  readonly after: readonly DepartmentKind[]
  /** Each required field with the field to use for it: itself, or what replaces it. */
  readonly wants: readonly { readonly field: FieldSet; readonly use: FieldSet }[]
}

/** One way in which the hidden side of a task may be, and how likely it is. */
export interface Scenario {
  readonly house: HouseStyle
  readonly weight: number
  readonly patience: number
  /** What the customer lacks. */
  readonly missing: FieldSet
  readonly gates: readonly Gate[]
}

/** Departments to call, for a customer who lacks some fields, in the form for testing forms. */
export const gatesOf = (requirements: readonly Requirement[], missing: readonly Field[]): Gate[] =>
  requirements.map(({ kind, after, required, alternatives }) => ({
    kind,
    after,
    wants: required.map((field) => {
      const alternative = missing.includes(field) ? alternatives[field] : field
      return { field: bitOf(field), use: alternative === undefined ? 0 : bitOf(alternative) }
    }),
  }))

/** Whether a form brings all that is needed. `told` are the fields known without it. */
export function solves(scenario: Scenario, form: FieldSet, told: FieldSet): boolean {
  if (sizeOf(form) > scenario.patience) return false
  const known = (form & ~scenario.missing) | told
  for (const { wants } of scenario.gates) {
    for (const { use } of wants) if ((known & use) === 0) return false
  }
  return true
}

/**
 * What an honest attempt with a form gets to hear: which departments did their part, and which
 * fields the others named. Equal text means that the attempt cannot tell two scenarios apart.
 */
export function heardWith(scenario: Scenario, form: FieldSet, told: FieldSet): string {
  const abandoned = sizeOf(form) > scenario.patience
  const known = abandoned ? told : (form & ~scenario.missing) | told
  const done = new Set<DepartmentKind>()
  let heard = abandoned ? 'abandoned' : 'answered'
  for (const { kind, after, wants } of scenario.gates) {
    if (!after.every((first) => done.has(first))) continue
    const lacking = wants.filter(({ use }) => (known & use) === 0)
    if (lacking.length === 0) done.add(kind)
    heard += `|${kind}:${lacking.map(({ field }) => field).join(',')}`
  }
  return heard
}

/** The hidden company under one house style: its plans and what the calls of this task want. */
interface Guess {
  readonly requirements: readonly Requirement[]
  readonly counts: ReadonlyMap<Level, number>
  readonly plans: readonly Plan[]
}

const guesses = new Map<string, Guess>()

function guessFor(view: View, house: HouseStyle): Guess {
  const { industry, departments, goals } = view
  const key = [house, industry, departments.join(), goals.join()].join('/')
  const known = guesses.get(key)
  if (known !== undefined) return known
  const all = departments.map((kind) => requirementOf(kind, industry, house, departments))
  const offered = plansOf(all)
  const plans = LEVELS.flatMap((level) =>
    (offered.get(level) ?? []).filter(
      (plan) =>
        plan.goals.length === goals.length && plan.goals.every((goal) => goals.includes(goal)),
    ),
  )
  const calls = plans[0]?.calls ?? []
  const requirements = calls.flatMap((call) => all.filter(({ kind }) => kind === call))
  const counts = new Map(LEVELS.map((level) => [level, offered.get(level)?.length ?? 0]))
  const guess = { requirements, counts, plans }
  if (guesses.size >= GUESSES_MAX) guesses.clear()
  guesses.set(key, guess)
  return guess
}

const GUESSES_MAX = 20_000

/**
 * Every way in which the hidden side of a task may be for someone who sees this much and knows the
 * generator, with its exact weight up to two simplifications: all companies offer a level equally
 * often, and what the customer lacks beyond one needed field does not matter. `houses` narrows it
 * down where the company is known.
 */
export function scenariosOf(
  view: View,
  houses: readonly HouseStyle[] = HOUSE_STYLES,
): readonly Scenario[] {
  const scenarios: Scenario[] = []
  for (const house of houses) {
    const guess = guessFor(view, house)
    for (const { level } of guess.plans) {
      const share = LEVEL_SHARES[level - 1] as number
      const weight = (HOUSE_STYLE_PRIOR[house] * share) / (guess.counts.get(level) ?? 1)
      if (level === 4) scenarios.push(...lackingScenarios(view, house, guess, weight))
      else scenarios.push(...plainScenarios(view, house, guess, weight))
    }
  }
  return scenarios
}

/** Share of customers who lack something nobody wants, among those of levels other than 4. */
const LACKS_OTHER =
  (LACKS_ONE + LACKS_SEVERAL - (LEVEL_SHARES[3] as number)) / (1 - (LEVEL_SHARES[3] as number))

function plainScenarios(view: View, house: HouseStyle, guess: Guess, weight: number): Scenario[] {
  const { hurried, mentions } = view
  const wanted = setOf(guess.requirements.flatMap(({ required }) => required))
  let chance: number
  if (mentions === null) {
    chance = hurried
      ? (1 - LACKS_OTHER) * IMPATIENT_SHARE
      : (1 - LACKS_OTHER) * (1 - IMPATIENT_SHARE) + LACKS_OTHER * (1 - MENTIONS_OTHER)
  } else {
    if (hurried || wanted & bitOf(mentions)) return []
    chance = (LACKS_OTHER * MENTIONS_OTHER) / (FIELDS.length - sizeOf(wanted))
  }
  return withSlack(view, house, guess, mentions, weight * chance)
}

function lackingScenarios(view: View, house: HouseStyle, guess: Guess, weight: number): Scenario[] {
  const { hurried, mentions } = view
  if (hurried) return []
  const replaceable = guess.requirements.flatMap(
    ({ alternatives }) => Object.keys(alternatives) as Field[],
  )
  if (mentions !== null && !replaceable.includes(mentions)) return []
  const lacked = mentions === null ? replaceable : [mentions]
  const mentioned = mentions === null ? 1 - MENTIONS_NEEDED : MENTIONS_NEEDED
  const chance = mentioned / replaceable.length
  return lacked
    .filter((field) => field !== view.tells)
    .flatMap((field) => withSlack(view, house, guess, field, weight * chance))
}

function withSlack(
  view: View,
  house: HouseStyle,
  guess: Guess,
  lacks: Field | null,
  weight: number,
): Scenario[] {
  const missing = lacks === null ? [] : [lacks]
  const needed = fieldsNeeded(guess.requirements, missing)
  if (needed === undefined) return []
  const least = needed.filter((field) => field !== view.tells).length
  const gates = gatesOf(guess.requirements, missing)
  return SLACK[view.hurried ? 'impatient' : 'cooperative'].map(([slack, chance]) => ({
    house,
    weight: weight * chance,
    patience: least + slack,
    missing: setOf(missing),
    gates,
  }))
}

/** A form and the share of the scenarios, by weight, that it solves. */
export interface Choice {
  readonly form: readonly Field[]
  readonly chance: number
}

const HEDGES_MAX = 5

/**
 * The form that solves most. `fieldCost` is the share of success that one more field must bring to
 * be worth asking; 0 for the ceiling, where only success counts. Of equals the shorter form wins.
 */
export function bestForm(
  scenarios: readonly Scenario[],
  tells: Field | null,
  fieldCost = 0,
): Choice {
  const told = tells === null ? 0 : bitOf(tells)
  let useful = 0
  let core = -1
  let whole = 0
  for (const { gates, weight } of scenarios) {
    let needed = 0
    for (const { wants } of gates) for (const { use } of wants) needed |= use
    core &= needed
    useful |= needed
    whole += weight
  }
  core &= ~told
  if (scenarios.length === 0) return { form: [], chance: 0 }
  const optional = fieldsOf(useful & ~core & ~told).map(bitOf)
  let best: FieldSet = core
  let bestChance = -1
  let bestValue = -Infinity
  for (const form of supersetsOf(core, optional)) {
    let chance = 0
    for (const scenario of scenarios) if (solves(scenario, form, told)) chance += scenario.weight
    const value = chance - fieldCost * whole * sizeOf(form)
    if (value <= bestValue + 1e-12) continue
    best = form
    bestChance = chance
    bestValue = value
  }
  return { form: fieldsOf(best), chance: bestChance / whole }
}

/** A set and all its extensions by up to `HEDGES_MAX` of these bits, shorter ones first. */
function supersetsOf(core: FieldSet, optional: readonly FieldSet[]): FieldSet[] {
  let layer: { set: FieldSet; from: number }[] = [{ set: core, from: 0 }]
  const all: FieldSet[] = [core]
  for (let size = 0; size < HEDGES_MAX; size++) {
    const wider: typeof layer = []
    for (const { set, from } of layer) {
      for (let index = from; index < optional.length; index++) {
        const extended = set | (optional[index] as FieldSet)
        wider.push({ set: extended, from: index + 1 })
        all.push(extended)
      }
    }
    layer = wider
  }
  return all
}
