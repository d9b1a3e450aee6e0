import { replyTo, risksOf, type Scenario, solves, type View } from './belief.ts'
import { commonSense } from './common-sense.ts'
import { bitOf, type FieldSet, setOf } from './field-set.ts'
import type { DepartmentProfile } from './requirements.ts'
import { FIELD_ALTERNATIVES } from './tables/fields.ts'

/** The numbers of critiques for which the reader's share is computed. */
export const READER_CRITIQUES = [0, 1, 2, 4] as const
const ATTEMPTS = 5

/** What a reader with common sense asks for all the calls of a view. */
export const readerForm = (view: View, hedge: number): FieldSet =>
  risksOf(view).reduce((form, { desk, risk }) => form | senseFor(view, desk, risk, hedge), 0)

/** The same for one call: something else where the customer says what they lack. */
function senseFor(
  { mentions }: View,
  desk: DepartmentProfile,
  risk: number,
  hedge: number,
): FieldSet {
  const fields = new Set(commonSense(desk, risk, hedge))
  if (mentions !== null && fields.delete(mentions)) {
    const substitute = FIELD_ALTERNATIVES[mentions].find((field) => !fields.has(field))
    if (substitute !== undefined) fields.add(substitute)
  }
  return setOf(fields)
}

/**
 * The number of the attempt at which a reader succeeds who knows no tables: first with common
 * sense and one proof more, then with what refusals named besides; with one proof less
 * where the form was too long. Above `ATTEMPTS` if none does.
 */
export function readerSolvesAt(view: View, truth: Scenario): number {
  const volunteered = view.tells === null ? 0 : bitOf(view.tells)
  const named = new Map<string, FieldSet>()
  let hedge = 1
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const form = formWith(view, hedge, named, volunteered)
    if (solves(truth, form, volunteered)) return attempt
    const [status, ...calls] = replyTo(truth, form, volunteered).split('|')
    if (status === 'abandoned') hedge -= 1
    for (const call of calls) {
      const [kind = '', lacking = ''] = call.split(':')
      const wanted = withSubstitutes(truth, kind, Number(lacking))
      // Given fields that no refusal names are right or needless; named fields are needed.
      const isWhole = status === 'abandoned'
      const before = named.get(kind) ?? 0
      if (wanted !== 0) named.set(kind, isWhole ? wanted : before | wanted | OPEN)
    }
  }
  return ATTEMPTS + 1
}

/** Marks a department of which only a part is known. */
const OPEN = 1 << 20

/** A refusal names the alternatives for fields that the customer lacks. */
function withSubstitutes({ gates, missing }: Scenario, kind: string, lacking: FieldSet): FieldSet {
  let wanted = 0
  for (const { field, use } of gates.find((gate) => gate.kind === kind)?.wants ?? []) {
    if ((lacking & field) !== 0) wanted |= (missing & field) === 0 ? field : use
  }
  return wanted
}

function formWith(
  view: View,
  hedge: number,
  named: ReadonlyMap<string, FieldSet>,
  volunteered: FieldSet,
): FieldSet {
  let form = 0
  for (const { desk, risk } of risksOf(view)) {
    const known = named.get(desk.kind)
    // Common sense is needed only for departments whose requirements are not fully known.
    if (known === undefined || (known & OPEN) !== 0) form |= senseFor(view, desk, risk, hedge)
    form |= (known ?? 0) & ~OPEN
  }
  return form & ~volunteered
}
