import { type CompanyKnowledge, listScenarios, type Scenario } from '../../../sim/phone/belief.ts'
import { type FieldSet, fieldBit, toFieldSet } from '../../../sim/phone/field-set.ts'
import { ALL_QUIRKS, EXTRA_PRIOR, type Extra, type Quirks } from '../../../sim/phone/quirks.ts'
import { deriveRequirements } from '../../../sim/phone/requirements.ts'
import type { DepartmentKind } from '../../../sim/phone/tables/departments.ts'
import type { Field } from '../../../sim/phone/tables/fields.ts'
import { FLAGGED_FIELDS } from '../../../sim/phone/tables/usage.ts'
import type { Player } from '../../player.ts'
import { habitWith } from './habit.ts'
import { type Lesson, readLessons } from './lessons.ts'
import { kindNamed, readSeed, type SeedReading } from './reading.ts'

/**
 * The habit player with a memory: it believes the critiques of earlier attempts that its opening
 * messages show, and remembers how every company that it has called deviates from what is usual.
 */
export function habitMemoryPlayer(): Player {
  const companies = new Map<string, Memory>()
  const player = habitWith((reading, view) => {
    const scenarios = listScenarios(view, companies.get(reading.company))
    return readLessons(reading.attempts).reduce<readonly Scenario[]>(believe, scenarios)
  })
  return {
    ...player,
    learn(result) {
      const reading = readSeed(result)
      if (reading === undefined) return
      companies.set(reading.company, remember(reading, companies.get(reading.company) ?? NOTHING))
    },
  }
}

/** The scenarios that a lesson allows; all of them if it allows none. */
function believe(scenarios: readonly Scenario[], lesson: Lesson): readonly Scenario[] {
  const kept = scenarios.filter((scenario) => allows(lesson, scenario))
  return kept.length > 0 ? kept : scenarios
}

function allows(lesson: Lesson, scenario: Scenario): boolean {
  switch (lesson.kind) {
    case 'wants': {
      const wanted = toFieldSet(lesson.fields.map(({ field }) => field))
      return (requiredAt(scenario, lesson.department) & wanted) === wanted
    }
    case 'accepted': {
      const gate = scenario.gates.find(({ kind }) => kind === kindNamed(lesson.department))
      const givenFields = toFieldSet(lesson.fields)
      return gate === undefined || gate.wants.every(({ use }) => (givenFields & use) !== 0)
    }
    case 'lacks':
      return lesson.fields.every((field) => isLackedOrUseless(field, scenario))
    case 'too_long':
      return scenario.patience < lesson.count
  }
}

const requiredAt = ({ gates }: Scenario, department: string): FieldSet =>
  (gates.find(({ kind }) => kind === kindNamed(department))?.wants ?? []).reduce(
    (set, { field }) => set | field,
    0,
  )

const isLackedOrUseless = (field: Field, { gates, missing }: Scenario): boolean =>
  (missing & fieldBit(field)) !== 0 ||
  !gates.some(({ wants }) => wants.some(({ use }) => use === fieldBit(field)))

/** The possible quirks of a company after earlier calls. */
type Memory = Required<CompanyKnowledge>

const NOTHING: Memory = { quirks: ALL_QUIRKS, extras: new Map() }
const EXTRAS = EXTRA_PRIOR.map(([extra]) => extra)
const FLAGGED = FLAGGED_FIELDS.map(([field]) => field)

/** Narrows a memory by the calls of an episode; ignores calls that no possibility explains. */
function remember(reading: SeedReading, memory: Memory): Memory {
  return reading.calls.reduce((before, event) => {
    if (event.kind === 'not_in_service' || event.company !== reading.company) return before
    const kind = kindNamed(event.department)
    if (kind === undefined) return before
    const extras = before.extras.get(kind) ?? EXTRAS
    const agrees = agreesWith(reading, kind, event)
    const quirks = before.quirks.filter((one) => extras.some((extra) => agrees(one, extra)))
    if (quirks.length === 0) return before
    const left = extras.filter((extra) => quirks.some((one) => agrees(one, extra)))
    return { quirks, extras: new Map(before.extras).set(kind, left) }
  }, memory)
}

type Answered = Exclude<SeedReading['calls'][number], { readonly kind: 'not_in_service' }>

/** Whether a department with these quirks would have given this answer. */
function agreesWith(
  { industry, own }: SeedReading,
  kind: DepartmentKind,
  event: Answered,
): (quirks: Quirks, extra: Extra) => boolean {
  const isAutomated = own.get(kind)?.automated === true
  const { service, auth_info: given } = event.call
  const named =
    event.kind === 'refused' && event.reason === 'details'
      ? event.missing.map(({ field }) => field)
      : []
  const isGiven = (field: Field | undefined): boolean =>
    field !== undefined && given[field] !== undefined
  return (quirks, extra) => {
    const { required, alternatives } = deriveRequirements(
      { industry, kind, isAutomated },
      service,
      quirks,
      extra,
    )
    const lacking = required.filter((field) => !isGiven(field) && !isGiven(alternatives[field]))
    if (event.kind === 'done') return lacking.length === 0
    if (named.length === 0) return true
    const isExplained = (field: Field): boolean =>
      required.includes(field) || FLAGGED.includes(field)
    return lacking.every((field) => named.includes(field)) && named.every(isExplained)
  }
}
