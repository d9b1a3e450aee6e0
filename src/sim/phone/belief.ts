import { type FieldSet, fieldBit, fieldCount, toFieldSet, toFields } from './field-set.ts'
import { callsFor } from './plans.ts'
import { ALL_QUIRKS, EXTRA_PRIOR, type Extra, type Quirks, quirksPrior } from './quirks.ts'
import {
  type DepartmentProfile,
  deriveRequirements,
  type MatterId,
  type Requirements,
  riskFor,
} from './requirements.ts'
import { CLEARANCE } from './services.ts'
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
import { type Field, LACKABLE } from './tables/fields.ts'
import type { Industry } from './tables/industries.ts'
import type { Trait } from './tables/traits.ts'
import { FLAGGED_FIELDS, FLAGGED_SHARE } from './tables/usage.ts'

/** The facts about a task that the directory and the customer's message reveal. */
export interface PublicView {
  readonly industry: Industry
  /** The seed of its conventions; left out for the usual ones. */
  readonly conventions?: number | undefined
  readonly trait: Trait
  /** Kinds of the company's departments, in the order of the world. */
  readonly departments: readonly DepartmentKind[]
  /** The departments where a machine answers. */
  readonly automated: readonly DepartmentKind[]
  readonly goals: readonly { readonly kind: DepartmentKind; readonly service: MatterId }[]
  readonly hurried: boolean
  readonly mentions: Field | null
  readonly tells: Field | null
}

/** A department to call, with its requirements as bits, so that many forms can be tested fast. */
interface Gate {
  readonly kind: DepartmentKind
  readonly after: readonly DepartmentKind[]
  /** Each required field with the field that satisfies it: itself or its alternative. */
  readonly wants: readonly { readonly field: FieldSet; readonly use: FieldSet }[]
}

/** The facts of a task that the agent cannot see, as one possibility with its probability. */
export interface Scenario {
  readonly weight: number
  readonly patience: number
  /** The fields that the customer lacks. */
  readonly missing: FieldSet
  readonly gates: readonly Gate[]
  /** All fields that must be known, including those that have no alternative. */
  readonly needed: FieldSet
}

/**
 * Knowledge of a company from earlier attempts: the quirks and the additional fields that are still
 * possible.
 */
export interface CompanyKnowledge {
  readonly quirks?: readonly Quirks[]
  readonly extras?: ReadonlyMap<DepartmentKind, readonly Extra[]>
}

/** A department to call, its requirements, and the departments before it. */
export interface PlannedDepartment {
  readonly kind: DepartmentKind
  readonly after: readonly DepartmentKind[]
  readonly wants: Requirements
}

/** Converts the requirements of calls to bits, for a customer who lacks some fields. */
export function prepareGates(
  calls: readonly PlannedDepartment[],
  missing: FieldSet,
): Pick<Scenario, 'gates' | 'needed'> {
  let needed = 0
  const gates = calls.map(({ kind, after, wants: { required, alternatives } }) => ({
    kind,
    after,
    wants: required.map((name) => {
      const field = fieldBit(name)
      const alternative = alternatives[name]
      const use =
        (missing & field) === 0 ? field : alternative === undefined ? 0 : fieldBit(alternative)
      needed |= use === 0 ? field : use
      return { field, use }
    }),
  }))
  return { gates, needed }
}

/** Whether a form provides all needed fields. The fields in `volunteered` are known without it. */
export const solvesTask = (
  { needed, missing, patience }: Scenario,
  form: FieldSet,
  volunteered: FieldSet,
): boolean => fieldCount(form) <= patience && (needed & ~((form & ~missing) | volunteered)) === 0

/**
 * The answers to an honest attempt with a form: the departments that did their part, and the fields
 * that others required. Scenarios with equal answers cannot be told apart by the attempt.
 */
export function replyTo(scenario: Scenario, form: FieldSet, volunteered: FieldSet): string {
  const abandoned = fieldCount(form) > scenario.patience
  const knownFields = abandoned ? volunteered : (form & ~scenario.missing) | volunteered
  const doneKinds = new Set<DepartmentKind>()
  let reply = abandoned ? 'abandoned' : 'answered'
  for (const { kind, after, wants } of scenario.gates) {
    if (!after.every((first) => doneKinds.has(first))) continue
    let missingFields = 0
    for (const { field, use } of wants) if ((knownFields & use) === 0) missingFields |= field
    if (missingFields === 0) doneKinds.add(kind)
    reply += `|${kind}:${missingFields}`
  }
  return reply
}

/** A possible combination of requirements of the departments to call, with its probability. */
interface Guess {
  readonly calls: readonly PlannedDepartment[]
  readonly weight: number
}

/** Combinations below this probability are left out. */
const WEIGHT_LEAST = 1e-5
const GUESSES_MAX = 5_000
const guesses = new Map<string, readonly Guess[]>()

/** Lists every combination of requirements that the departments may have, without repetitions. */
function listGuesses(view: PublicView, knowledge: CompanyKnowledge): readonly Guess[] {
  const { industry, conventions, trait, departments, automated, goals } = view
  const quirks = knowledge.quirks?.map((quirk) => ALL_QUIRKS.indexOf(quirk)).join() ?? ''
  const extras = [...(knowledge.extras ?? [])].join('/')
  const goalKeys = goals.map(({ kind, service }) => `${kind} ${service}`)
  const key = [industry, conventions, trait, departments, automated, goalKeys, quirks, extras].join(
    ';',
  )
  const cached = guesses.get(key)
  if (cached !== undefined) return cached
  const computed = makeGuesses(view, knowledge)
  if (guesses.size >= GUESSES_MAX) guesses.clear()
  guesses.set(key, computed)
  return computed
}

interface CallTarget {
  readonly desk: DepartmentProfile
  readonly matter: MatterId
  readonly after: readonly DepartmentKind[]
}

/** The departments to call with their matters, in an order that works. */
function listTargets({
  industry,
  conventions,
  departments,
  automated,
  goals,
}: PublicView): CallTarget[] {
  const kinds = goals.map(({ kind }) => kind)
  const calls = callsFor(kinds, departments)
  return calls.map((kind) => ({
    desk: { industry, kind, isAutomated: automated.includes(kind), conventions },
    matter: goals.find((goal) => goal.kind === kind)?.service ?? CLEARANCE,
    after: callsFor([kind], departments).slice(0, -1),
  }))
}

function makeGuesses(view: PublicView, knowledge: CompanyKnowledge): readonly Guess[] {
  const targets = listTargets(view)
  const guessesByKey = new Map<string, Guess>()
  const add = (calls: readonly PlannedDepartment[], weight: number): void => {
    const key = calls.map(({ wants }) => requirementsKey(wants)).join()
    const equalGuess = guessesByKey.get(key)
    guessesByKey.set(key, { calls, weight: weight + (equalGuess?.weight ?? 0) })
  }
  for (const quirks of knowledge.quirks ?? ALL_QUIRKS) {
    const options = targets.map(({ desk, matter, after }) =>
      extrasFor(desk.kind, knowledge).map(([extra, chance]) => {
        const wants = deriveRequirements(desk, matter, quirks, extra)
        return { call: { kind: desk.kind, after, wants }, chance }
      }),
    )
    const walk = (index: number, calls: readonly PlannedDepartment[], weight: number): void => {
      if (weight < WEIGHT_LEAST) return
      const choices = options[index]
      if (choices === undefined) addFlagged(calls, weight, add)
      else
        for (const { call, chance } of choices) walk(index + 1, [...calls, call], weight * chance)
    }
    walk(0, [], quirksPrior(quirks, view.trait))
  }
  return [...guessesByKey.values()]
}

/** A key that is equal for requirements that no form can tell apart. */
const requirementsKey = ({ required, alternatives }: Requirements): string =>
  `${toFieldSet(required)} ${required.map((field) => alternatives[field]).join(' ')}`

const extrasFor = (
  kind: DepartmentKind,
  { extras }: CompanyKnowledge,
): readonly (readonly [Extra, number])[] => {
  const possibleExtras = extras?.get(kind)
  return possibleExtras === undefined
    ? EXTRA_PRIOR
    : EXTRA_PRIOR.filter(([extra]) => possibleExtras.includes(extra))
}

/** Adds the combinations in which the last department requires one more field. */
function addFlagged(
  calls: readonly PlannedDepartment[],
  weight: number,
  add: (calls: readonly PlannedDepartment[], weight: number) => void,
): void {
  const lastCall = calls.at(-1) as PlannedDepartment
  const { required, alternatives } = lastCall.wants
  add(calls, weight * (1 - FLAGGED_SHARE))
  for (const [field, chance] of FLAGGED_FIELDS) {
    const flaggedWeight = weight * FLAGGED_SHARE * chance
    if (required.includes(field)) add(calls, flaggedWeight)
    else
      add(
        [
          ...calls.slice(0, -1),
          { ...lastCall, wants: { required: [...required, field], alternatives } },
        ],
        flaggedWeight,
      )
  }
}

const [FIRST = 0, SECOND = 0, , FOURTH = 0] = LEVEL_SHARES
/** The share of customers who lack a needed field, among those with one call. */
const LACKS_NEEDED = FOURTH / (FIRST + SECOND + FOURTH)
/** The share of customers who lack an unneeded field, at levels other than 4. */
const LACKS_OTHER = (LACKS_ONE + LACKS_SEVERAL - FOURTH) / (1 - FOURTH)

/**
 * Lists every possibility for the hidden facts of a task, with its weight, for a player who knows
 * the generator. One simplification: of the missing fields, only one needed field matters.
 * `knowledge` narrows the result for a known company.
 */
export function listScenarios(
  view: PublicView,
  knowledge: CompanyKnowledge = {},
): readonly Scenario[] {
  const scenarios: Scenario[] = []
  for (const guess of listGuesses(view, knowledge)) {
    const isSingleCall = guess.calls.length === 1
    const needsNothingShare = isSingleCall ? 1 - LACKS_NEEDED : 1
    addWithoutLack(view, guess, guess.weight * needsNothingShare, scenarios)
    if (isSingleCall) addLacking(view, guess, guess.weight * LACKS_NEEDED, scenarios)
  }
  return scenarios
}

function addWithoutLack(
  view: PublicView,
  guess: Guess,
  weight: number,
  scenarios: Scenario[],
): void {
  const { hurried, mentions } = view
  let chance: number
  if (mentions === null) {
    chance = hurried
      ? (1 - LACKS_OTHER) * IMPATIENT_SHARE
      : (1 - LACKS_OTHER) * (1 - IMPATIENT_SHARE) + LACKS_OTHER * (1 - MENTIONS_OTHER)
  } else {
    const requiredFields = toFieldSet(guess.calls.flatMap(({ wants }) => wants.required))
    if (hurried || requiredFields & fieldBit(mentions)) return
    const unneededCount = [...LACKABLE].filter(
      (field) => (requiredFields & fieldBit(field)) === 0,
    ).length
    chance = (LACKS_OTHER * MENTIONS_OTHER) / unneededCount
  }
  addWithSlack(view, guess, mentions, weight * chance, scenarios)
}

function addLacking(view: PublicView, guess: Guess, weight: number, scenarios: Scenario[]): void {
  const { hurried, mentions, tells } = view
  if (hurried) return
  const { required, alternatives } = (guess.calls[0] as PlannedDepartment).wants
  const replaceable = required.filter((field) => LACKABLE.has(field) && field in alternatives)
  if (mentions !== null && !replaceable.includes(mentions)) return
  const lackableFields = mentions === null ? replaceable : [mentions]
  const mentionShare = mentions === null ? 1 - MENTIONS_NEEDED : MENTIONS_NEEDED
  const chance = mentionShare / replaceable.length
  for (const field of lackableFields) {
    if (field !== tells) addWithSlack(view, guess, field, weight * chance, scenarios)
  }
}

function addWithSlack(
  view: PublicView,
  { calls }: Guess,
  lacks: Field | null,
  weight: number,
  scenarios: Scenario[],
): void {
  const missing = lacks === null ? 0 : fieldBit(lacks)
  const { gates, needed } = prepareGates(calls, missing)
  if ((needed & missing) !== 0) return
  const volunteered = view.tells === null ? 0 : fieldBit(view.tells)
  const fieldsToAsk = fieldCount(needed & ~volunteered)
  for (const [slack, chance] of SLACK[view.hurried ? 'impatient' : 'cooperative']) {
    scenarios.push({
      weight: weight * chance,
      patience: fieldsToAsk + slack,
      missing,
      gates,
      needed,
    })
  }
}

/** The fields that are usual for all calls of a view, without quirks of the company. */
export function usualFields(view: PublicView): Field[] {
  const missing = view.mentions === null ? 0 : fieldBit(view.mentions)
  const calls = listTargets(view).map(({ desk, matter, after }) => ({
    kind: desk.kind,
    after,
    wants: deriveRequirements(desk, matter),
  }))
  return toFields(prepareGates(calls, missing).needed)
}

/** The departments to call for a view, each with the risk of its matter. */
export const listRisks = (
  view: PublicView,
): readonly { readonly desk: DepartmentProfile; readonly risk: number }[] =>
  listTargets(view).map(({ desk, matter }) => ({ desk, risk: riskFor(matter) }))
