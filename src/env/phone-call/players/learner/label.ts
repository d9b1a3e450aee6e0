import { FIELDS, type Field } from '../../../../sim/phone/tables/fields.ts'
import type { Act, MarksAct } from '../../../learner/acts.ts'
import type { Label } from '../../../learner/learner.ts'
import { readLessons } from '../lessons.ts'

const bitCount = (bits: number): number =>
  FIELDS.reduce((count, _, at) => count + ((bits >> at) & 1), 0)
const bitOf = (field: Field): number => 1 << FIELDS.indexOf(field)

/** The right form for a failed rollout, as far as its critique reveals it. */
export function labelOf(acts: readonly Act[], critique: string): Label | undefined {
  const act = acts.find((one) => one.kind === 'marks')
  if (act === undefined) return undefined
  const label = labelOfForm(act, critique)
  return label.lines === 0 ? undefined : label
}

function labelOfForm(act: MarksAct, critique: string): Label {
  const lessons = readLessons(critique)
  // The critique does not say which fields were too many, so each becomes slightly less likely.
  const isTooLong = lessons.some(({ kind }) => kind === 'too_long')
  if (isTooLong) {
    return { act: { ...act, choice: 0 }, lines: act.choice, share: 1 / bitCount(act.choice) }
  }
  let wanted = 0
  let lacked = 0
  for (const lesson of lessons) {
    if (lesson.kind === 'lacks') for (const field of lesson.fields) lacked |= bitOf(field)
  }
  for (const lesson of lessons) {
    if (lesson.kind !== 'wants') continue
    for (const { field, alternative } of lesson.fields) {
      const isLacked = (lacked & bitOf(field)) !== 0
      wanted |= bitOf(isLacked && alternative !== undefined ? alternative : field)
    }
  }
  wanted &= ~lacked
  const choice = (act.choice | wanted) & ~lacked
  return { act: { ...act, choice }, lines: wanted | lacked, share: 1 }
}
