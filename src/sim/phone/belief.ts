import { bitOf, type FieldSet, fieldCount, fieldsOf, setOf } from './field-set.ts'
import { callsFor } from './plans.ts'
import { ALL_QUIRKS, EXTRA_PRIOR, type Extra, type Quirks, quirksPrior } from './quirks.ts'
import {
  type DepartmentProfile,
  type MatterId,
  riskOf,
  type Wants,
  wantsOf,
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

/** What the directory and the customer's message reveal about a task. */
export interface View {
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

/** A department to call, prepared for testing many forms. */
interface Gate {
  readonly kind: DepartmentKind
  readonly after: readonly DepartmentKind[]
  /** Each required field with the field that satisfies it: itself or its alternative. */
  readonly wants: readonly { readonly field: FieldSet; readonly use: FieldSet }[]
}

/** A possible hidden side of a task, with its probability. */
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
 * What is known of a company: its possible quirks, and the possible additional fields of its
 * departments.
 */
export interface Known {
  readonly quirks?: readonly Quirks[]
  readonly extras?: ReadonlyMap<DepartmentKind, readonly Extra[]>
}

/** A department to call, its requirements, and the departments before it. */
export interface PlannedCall {
  readonly kind: DepartmentKind
  readonly after: readonly DepartmentKind[]
  readonly wants: Wants
}

/** Prepares the departments to call for testing forms, for a customer who lacks some fields. */
export function gatesOf(
  calls: readonly PlannedCall[],
  missing: FieldSet,
): Pick<Scenario, 'gates' | 'needed'> {
  let needed = 0
  const gates = calls.map(({ kind, after, wants: { required, alternatives } }) => ({
    kind,
    after,
    wants: required.map((name) => {
      const field = bitOf(name)
      const other = alternatives[name]
      const use = (missing & field) === 0 ? field : other === undefined ? 0 : bitOf(other)
      needed |= use === 0 ? field : use
      return { field, use }
    }),
  }))
  return { gates, needed }
}

/** Whether a form provides all needed fields. The fields in `volunteered` are known without it. */
export const solves = (
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
  const known = abandoned ? volunteered : (form & ~scenario.missing) | volunteered
  const done = new Set<DepartmentKind>()
  let reply = abandoned ? 'abandoned' : 'answered'
  for (const { kind, after, wants } of scenario.gates) {
    if (!after.every((first) => done.has(first))) continue
    let lacking = 0
    for (const { field, use } of wants) if ((known & use) === 0) lacking |= field
    if (lacking === 0) done.add(kind)
    reply += `|${kind}:${lacking}`
  }
  return reply
}

/** A possible combination of requirements of the departments to call, with its probability. */
interface Guess {
  readonly calls: readonly PlannedCall[]
  readonly weight: number
}

/** Combinations below this probability are left out. */
const WEIGHT_LEAST = 1e-5
const GUESSES_MAX = 5_000
const guesses = new Map<string, readonly Guess[]>()

/** Every combination of requirements that the departments may have; equal ones are merged. */
function guessesFor(view: View, known: Known): readonly Guess[] {
  const { industry, conventions, trait, departments, automated, goals } = view
  const quirks = known.quirks?.map((one) => ALL_QUIRKS.indexOf(one)).join() ?? ''
  const extras = [...(known.extras ?? [])].join('/')
  const wanted = goals.map(({ kind, service }) => `${kind} ${service}`)
  const key = [industry, conventions, trait, departments, automated, wanted, quirks, extras].join(
    ';',
  )
  const before = guesses.get(key)
  if (before !== undefined) return before
  const made = makeGuesses(view, known)
  if (guesses.size >= GUESSES_MAX) guesses.clear()
  guesses.set(key, made)
  return made
}

interface Target {
  readonly desk: DepartmentProfile
  readonly matter: MatterId
  readonly after: readonly DepartmentKind[]
}

/** The departments to call with their matters, in an order that works. */
function targetsOf({ industry, conventions, departments, automated, goals }: View): Target[] {
  const kinds = goals.map(({ kind }) => kind)
  const calls = callsFor(kinds, departments)
  return calls.map((kind) => ({
    desk: { industry, kind, isAutomated: automated.includes(kind), conventions },
    matter: goals.find((goal) => goal.kind === kind)?.service ?? CLEARANCE,
    after: callsFor([kind], departments).slice(0, -1),
  }))
}

function makeGuesses(view: View, known: Known): readonly Guess[] {
  const targets = targetsOf(view)
  const merged = new Map<string, Guess>()
  const add = (calls: readonly PlannedCall[], weight: number): void => {
    const key = calls.map(({ wants }) => keyOf(wants)).join()
    const same = merged.get(key)
    merged.set(key, { calls, weight: weight + (same?.weight ?? 0) })
  }
  for (const quirks of known.quirks ?? ALL_QUIRKS) {
    const options = targets.map(({ desk, matter, after }) =>
      extrasFor(desk.kind, known).map(([extra, chance]) => {
        const wants = wantsOf(desk, matter, quirks, extra)
        return { call: { kind: desk.kind, after, wants }, chance }
      }),
    )
    const walk = (at: number, calls: readonly PlannedCall[], weight: number): void => {
      if (weight < WEIGHT_LEAST) return
      const here = options[at]
      if (here === undefined) addFlagged(calls, weight, add)
      else for (const { call, chance } of here) walk(at + 1, [...calls, call], weight * chance)
    }
    walk(0, [], quirksPrior(quirks, view.trait))
  }
  return [...merged.values()]
}

/** A key that is equal for requirements that no form can tell apart. */
const keyOf = ({ required, alternatives }: Wants): string =>
  `${setOf(required)} ${required.map((field) => alternatives[field]).join(' ')}`

const extrasFor = (
  kind: DepartmentKind,
  { extras }: Known,
): readonly (readonly [Extra, number])[] => {
  const known = extras?.get(kind)
  return known === undefined ? EXTRA_PRIOR : EXTRA_PRIOR.filter(([extra]) => known.includes(extra))
}

/** Adds the combinations in which the last department requires one more field. */
function addFlagged(
  calls: readonly PlannedCall[],
  weight: number,
  add: (calls: readonly PlannedCall[], weight: number) => void,
): void {
  const last = calls.at(-1) as PlannedCall
  const { required, alternatives } = last.wants
  add(calls, weight * (1 - FLAGGED_SHARE))
  for (const [field, chance] of FLAGGED_FIELDS) {
    const share = weight * FLAGGED_SHARE * chance
    if (required.includes(field)) add(calls, share)
    else
      add(
        [
          ...calls.slice(0, -1),
          { ...last, wants: { required: [...required, field], alternatives } },
        ],
        share,
      )
  }
}

const [FIRST = 0, SECOND = 0, , FOURTH = 0] = LEVEL_SHARES
/** The share of customers who lack a needed field, among those with one call. */
const LACKS_NEEDED = FOURTH / (FIRST + SECOND + FOURTH)
/** The share of customers who lack an unneeded field, at levels other than 4. */
const LACKS_OTHER = (LACKS_ONE + LACKS_SEVERAL - FOURTH) / (1 - FOURTH)

/**
 * Every possible hidden side of a task, with its weight, for someone who knows the generator. One
 * simplification: of the missing fields, only one needed field matters. `known` narrows the result
 * for a known company.
 */
export function scenariosOf(view: View, known: Known = {}): readonly Scenario[] {
  const scenarios: Scenario[] = []
  for (const guess of guessesFor(view, known)) {
    const isAlone = guess.calls.length === 1
    const plain = isAlone ? 1 - LACKS_NEEDED : 1
    addPlain(view, guess, guess.weight * plain, scenarios)
    if (isAlone) addLacking(view, guess, guess.weight * LACKS_NEEDED, scenarios)
  }
  return scenarios
}

function addPlain(view: View, guess: Guess, weight: number, scenarios: Scenario[]): void {
  const { hurried, mentions } = view
  let chance: number
  if (mentions === null) {
    chance = hurried
      ? (1 - LACKS_OTHER) * IMPATIENT_SHARE
      : (1 - LACKS_OTHER) * (1 - IMPATIENT_SHARE) + LACKS_OTHER * (1 - MENTIONS_OTHER)
  } else {
    const wanted = setOf(guess.calls.flatMap(({ wants }) => wants.required))
    if (hurried || wanted & bitOf(mentions)) return
    const free = [...LACKABLE].filter((field) => (wanted & bitOf(field)) === 0).length
    chance = (LACKS_OTHER * MENTIONS_OTHER) / free
  }
  addWithSlack(view, guess, mentions, weight * chance, scenarios)
}

function addLacking(view: View, guess: Guess, weight: number, scenarios: Scenario[]): void {
  const { hurried, mentions, tells } = view
  if (hurried) return
  const { required, alternatives } = (guess.calls[0] as PlannedCall).wants
  const replaceable = required.filter((field) => LACKABLE.has(field) && field in alternatives)
  if (mentions !== null && !replaceable.includes(mentions)) return
  const lacked = mentions === null ? replaceable : [mentions]
  const mentioned = mentions === null ? 1 - MENTIONS_NEEDED : MENTIONS_NEEDED
  const chance = mentioned / replaceable.length
  for (const field of lacked) {
    if (field !== tells) addWithSlack(view, guess, field, weight * chance, scenarios)
  }
}

function addWithSlack(
  view: View,
  { calls }: Guess,
  lacks: Field | null,
  weight: number,
  scenarios: Scenario[],
): void {
  const missing = lacks === null ? 0 : bitOf(lacks)
  const { gates, needed } = gatesOf(calls, missing)
  if ((needed & missing) !== 0) return
  const volunteered = view.tells === null ? 0 : bitOf(view.tells)
  const least = fieldCount(needed & ~volunteered)
  for (const [slack, chance] of SLACK[view.hurried ? 'impatient' : 'cooperative']) {
    scenarios.push({ weight: weight * chance, patience: least + slack, missing, gates, needed })
  }
}

/** The fields that are usual for all calls of a view, without quirks of the company. */
export function usualFields(view: View): Field[] {
  const missing = view.mentions === null ? 0 : bitOf(view.mentions)
  const calls = targetsOf(view).map(({ desk, matter, after }) => ({
    kind: desk.kind,
    after,
    wants: wantsOf(desk, matter),
  }))
  return fieldsOf(gatesOf(calls, missing).needed)
}

/** The departments to call for a view, each with the risk of its matter. */
export const risksOf = (
  view: View,
): readonly { readonly desk: DepartmentProfile; readonly risk: number }[] =>
  targetsOf(view).map(({ desk, matter }) => ({ desk, risk: riskOf(matter) }))
