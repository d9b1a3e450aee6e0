import { readLessons } from '../../../env/phone-call/lessons.ts'
import { FIELDS, type Field } from '../../../sim/phone/tables/fields.ts'
import type { FormAct } from '../policy/acts.ts'
import { DECISIONS_MAX, type LocalPolicy } from '../policy/policy.ts'
import type { Episode } from '../rollouts/collect.ts'

/** What a failed rollout's form should have been, as far as its critique says. */
export interface Label {
  /** The form with the fields that the critique speaks of put right. */
  readonly act: FormAct
  /** Those fields, bit by bit: nothing is said of the others. */
  readonly fields: number
  /** Weight of each of them. */
  readonly share: number
}

const bitCount = (bits: number): number =>
  FIELDS.reduce((count, _, at) => count + ((bits >> at) & 1), 0)
const bitOf = (field: Field): number => 1 << FIELDS.indexOf(field)

/** The labels that critiques of failed rollouts give; none where the trainer is told none. */
export function labelsOf(episodes: readonly Episode[]): Label[] {
  return episodes.flatMap(({ critique, acts }) => {
    const act = acts.find((one) => one.head === 'form')
    if (critique === undefined || act?.head !== 'form') return []
    const label = labelOf(act, critique)
    return label.fields === 0 ? [] : [label]
  })
}

function labelOf(act: FormAct, critique: string): Label {
  const lessons = readLessons(critique)
  // Which fields were too many, nobody says: each is a little likelier to be left out.
  const isTooLong = lessons.some(({ kind }) => kind === 'too_long')
  if (isTooLong) {
    return { act: { ...act, choice: 0 }, fields: act.choice, share: 1 / bitCount(act.choice) }
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
  return { act: { ...act, choice }, fields: wanted | lacked, share: 1 }
}

const logProbs = new Float64Array(DECISIONS_MAX)
const coefficients = new Float64Array(DECISIONS_MAX)

/**
 * Adds to the policy's gradient that of weight × the mean over labels of the log-probability of the
 * labelled fields under the clean prompt: critiques as supervision, without any grouping.
 */
export function addLabels(policy: LocalPolicy, labels: readonly Label[], weight: number): void {
  for (const { act, fields, share } of labels) {
    policy.evaluate(act, true, logProbs)
    FIELDS.forEach((_, at) => {
      coefficients[at] = fields & (1 << at) ? (weight * share) / labels.length : 0
    })
    policy.accumulate(act, true, coefficients)
  }
}
