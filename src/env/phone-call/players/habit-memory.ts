import { type Scenario, scenariosOf } from '../../../sim/phone/belief.ts'
import { bitOf, type FieldSet, setOf } from '../../../sim/phone/field-set.ts'
import { HOUSE_STYLES, type HouseStyle, requirementOf } from '../../../sim/phone/requirements.ts'
import type { Field } from '../../../sim/phone/tables/fields.ts'
import type { Player } from '../../player.ts'
import { type Lesson, readLessons } from '../lessons.ts'
import { readEpisode, type SeenCall } from '../transcript.ts'
import { habitWith } from './habit.ts'
import { kindNamed, type Survey, surveyOf } from './survey.ts'

/**
 * The habit player with a memory: it believes the critiques of earlier attempts that its opening
 * messages show, and remembers the house style of every company that it has called.
 */
export function habitMemoryPlayer(): Player {
  const styles = new Map<string, readonly HouseStyle[]>()
  const player = habitWith((survey, view) => {
    const all = scenariosOf(view, styles.get(survey.company) ?? HOUSE_STYLES)
    const lessons = readLessons(survey.seen.openingText)
    return lessons.reduce<readonly Scenario[]>(believe, all)
  })
  return {
    ...player,
    learn({ transcript }) {
      const survey = surveyOf(readEpisode(transcript))
      if (survey === undefined) return
      const before = styles.get(survey.company) ?? HOUSE_STYLES
      const after = before.filter((house) => survey.seen.calls.every(agreesWith(survey, house)))
      if (after.length > 0) styles.set(survey.company, after)
    },
  }
}

/** Keeps the scenarios that a lesson allows; all of them if it allows none. */
function believe(scenarios: readonly Scenario[], lesson: Lesson): readonly Scenario[] {
  const kept = scenarios.filter((scenario) => allows(lesson, scenario))
  return kept.length > 0 ? kept : scenarios
}

function allows(lesson: Lesson, scenario: Scenario): boolean {
  switch (lesson.kind) {
    case 'wants': {
      const wanted = setOf(lesson.fields.map(({ field }) => field))
      return (requiredAt(scenario, lesson.department) & wanted) === wanted
    }
    case 'accepted': {
      const gate = scenario.gates.find(({ kind }) => kind === kindNamed(lesson.department))
      const given = setOf(lesson.fields)
      return gate === undefined || gate.wants.every(({ use }) => (given & use) !== 0)
    }
    case 'lacks':
      return lesson.fields.every((field) => isLackedOrUseless(field, scenario))
    case 'too_long':
      return scenario.patience < lesson.count
    default:
      return true
  }
}

const requiredAt = ({ gates }: Scenario, department: string): FieldSet =>
  (gates.find(({ kind }) => kind === kindNamed(department))?.wants ?? []).reduce(
    (set, { field }) => set | field,
    0,
  )

const isLackedOrUseless = (field: Field, { gates, missing }: Scenario): boolean =>
  (missing & bitOf(field)) !== 0 ||
  !gates.some(({ wants }) => wants.some(({ use }) => use === bitOf(field)))

/** Whether what a call came to is what a company of this house style would have said. */
function agreesWith(survey: Survey, house: HouseStyle): (call: SeenCall) => boolean {
  return ({ company, department = '', kind, missing, given }) => {
    const departmentKind = kindNamed(department)
    if (departmentKind === undefined || company !== survey.company) return true
    const present = [...survey.departments.keys()]
    const { required, alternatives } = requirementOf(
      departmentKind,
      survey.industry,
      house,
      present,
    )
    if (kind === 'missing') return missing.every(({ field }) => required.includes(field))
    if (kind !== 'done') return true
    return required.every((field) => {
      const alternative = alternatives[field]
      return given.includes(field) || (alternative !== undefined && given.includes(alternative))
    })
  }
}
