import { listRisks, type PublicView, replyTo, type Scenario, solvesTask } from './belief.ts'
import { commonSense } from './common-sense.ts'
import { type FieldSet, fieldBit, toFieldSet } from './field-set.ts'
import type { DepartmentProfile } from './requirements.ts'
import { FIELD_ALTERNATIVES } from './tables/fields.ts'

/** The numbers of critiques for which the reader's share is computed. */
export const READER_CRITIQUES = [0, 1, 2, 4] as const
const ATTEMPTS = 5

/** The form of a reader with common sense, for all calls of a task. */
export const readerForm = (view: PublicView, hedge: number): FieldSet =>
  listRisks(view).reduce(
    (form, { desk, risk }) => form | commonSenseFields(view, desk, risk, hedge),
    0,
  )

/** The same for one call. A field that the customer lacks is replaced by an alternative. */
function commonSenseFields(
  { mentions }: PublicView,
  desk: DepartmentProfile,
  risk: number,
  hedge: number,
): FieldSet {
  const fields = new Set(commonSense(desk, risk, hedge))
  if (mentions !== null && fields.delete(mentions)) {
    const substitute = FIELD_ALTERNATIVES[mentions].find((field) => !fields.has(field))
    if (substitute !== undefined) fields.add(substitute)
  }
  return toFieldSet(fields)
}

/**
 * The number of the attempt at which a reader without the tables succeeds; above `ATTEMPTS` if none
 * does. The reader begins with common sense and one more proof. Then it adds the fields that
 * refusals name, and drops a proof if the form was too long.
 */
export function readerSolvesAt(view: PublicView, truth: Scenario): number {
  const volunteered = view.tells === null ? 0 : fieldBit(view.tells)
  const namedByKind = new Map<string, FieldSet>()
  let hedge = 1
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const form = combineForm(view, hedge, namedByKind, volunteered)
    if (solvesTask(truth, form, volunteered)) return attempt
    const [status, ...calls] = replyTo(truth, form, volunteered).split('|')
    if (status === 'abandoned') hedge -= 1
    for (const call of calls) {
      const [kind = '', lacking = ''] = call.split(':')
      const namedFields = withSubstitutes(truth, kind, Number(lacking))
      // Given fields that no refusal names are right or needless; named fields are needed.
      const isCompleteList = status === 'abandoned'
      const previousFields = namedByKind.get(kind) ?? 0
      if (namedFields !== 0)
        namedByKind.set(
          kind,
          isCompleteList ? namedFields : previousFields | namedFields | PARTLY_KNOWN,
        )
    }
  }
  return ATTEMPTS + 1
}

/** Marks a department whose requirements are only partly known. */
const PARTLY_KNOWN = 1 << 20

/** A refusal names the alternatives for fields that the customer lacks. */
function withSubstitutes({ gates, missing }: Scenario, kind: string, lacking: FieldSet): FieldSet {
  let fields = 0
  for (const { field, use } of gates.find((gate) => gate.kind === kind)?.wants ?? []) {
    if ((lacking & field) !== 0) fields |= (missing & field) === 0 ? field : use
  }
  return fields
}

function combineForm(
  view: PublicView,
  hedge: number,
  namedByKind: ReadonlyMap<string, FieldSet>,
  volunteered: FieldSet,
): FieldSet {
  let form = 0
  for (const { desk, risk } of listRisks(view)) {
    const knownFields = namedByKind.get(desk.kind)
    // Common sense is needed only for departments whose requirements are not fully known.
    if (knownFields === undefined || (knownFields & PARTLY_KNOWN) !== 0)
      form |= commonSenseFields(view, desk, risk, hedge)
    form |= (knownFields ?? 0) & ~PARTLY_KNOWN
  }
  return form & ~volunteered
}
