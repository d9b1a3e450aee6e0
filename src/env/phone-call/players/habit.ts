import { listScenarios, type PublicView, type Scenario } from '../../../sim/phone/belief.ts'
import { bestForm } from '../../../sim/phone/best-form.ts'
import { KIND_HABITS } from '../../../sim/phone/tables/departments.ts'
import { INDUSTRY_HABITS } from '../../../sim/phone/tables/industries.ts'
import type { Action } from '../../message.ts'
import type { Player } from '../../player.ts'
import type { CallMade } from '../events.ts'
import { STOP, toolTurn } from '../survey.ts'
import { habitualCalls, readSeed, type SeedReading, seedView } from './reading.ts'

/** The gain in success that justifies one more field, which costs reward if it is not needed. */
const FIELD_COST = 0.02

/**
 * Plays the first stage by the habits of department kinds and industries: asks for the typical
 * fields and hedges where it pays, then calls in the habitual order.
 */
export const habitPlayer = (): Player => habitWith((_, view) => listScenarios(view))

/** Forms a belief about the hidden side from an episode so far. */
type Belief = (reading: SeedReading, view: PublicView) => readonly Scenario[]

/** A habit player with its own way of forming a belief. It plays the first stage only. */
export const habitWith = (believe: Belief): Player => ({
  needsHidden: false,
  act(situation) {
    const reading = readSeed(situation)
    if (reading === undefined) return STOP
    return nextSearch(reading) ?? fillForm(reading, believe) ?? nextHabitualCall(reading) ?? STOP
  },
})

const SEARCHES_MAX = 4

/** The next search until all departments of the company are known. */
export function nextSearch(reading: SeedReading): Action | undefined {
  const { searches, company, industry, own } = reading
  if (searches.length === 0) return toolTurn('company_directory', { query: company }, reading)
  if (searches.length >= SEARCHES_MAX || (searches[0]?.more ?? 0) === 0) return undefined
  const asked = new Set(searches.map(({ query }) => query))
  for (const kind of INDUSTRY_HABITS[industry].departments) {
    const query = `${company} ${KIND_HABITS[kind].names[0]}`
    if (own.has(kind) || asked.has(query)) continue
    return toolTurn('company_directory', { query }, reading)
  }
  return undefined
}

/** The form most likely to suffice, if it can still be sent. */
function fillForm(reading: SeedReading, believe: Belief): Action | undefined {
  if (reading.form !== 'unsent' || reading.calls.length > 0) return undefined
  const view = seedView(reading)
  const scenarios = believe(reading, view).map((one) => withLacking(one, view.mentions !== null))
  const { form: fields } = bestForm(scenarios, view.tells, FIELD_COST)
  return fields.length === 0 ? undefined : toolTurn('auth_info_form', { fields }, reading)
}

/** Adds missing fields to the form, unless the customer has mentioned them. */
function withLacking(scenario: Scenario, isSaid: boolean): Scenario {
  const isWanted = scenario.gates.some(({ wants }) =>
    wants.some(({ field }) => field === scenario.missing),
  )
  const asked = isWanted && !isSaid ? scenario.missing : 0
  return { ...scenario, needed: scenario.needed | asked, missing: 0 }
}

/** The largest number of calls to one department. */
const CALLS_EACH_MAX = 2

/** The next department that can still do its part. */
export function nextHabitualCall(reading: SeedReading): Action | undefined {
  const { calls, values, own } = reading
  const last = calls.at(-1)
  const named =
    last?.kind === 'refused' && last.reason === 'other_first'
      ? [...own.values()].filter(({ department }) => department === last.first)
      : []
  const directed = named.map((listed) => ({ listed, service: 'clearance' }))
  for (const { listed, service } of [...directed, ...habitualCalls(reading)]) {
    const past = calls.filter(
      ({ call }) => call.phone_number === listed.phone_number && call.service === service,
    )
    const isOver = past.some(
      (event) =>
        event.kind === 'done' ||
        (event.kind === 'refused' &&
          event.reason !== 'other_first' &&
          event.reason !== 'reference'),
    )
    if (isOver || past.length >= CALLS_EACH_MAX) continue
    const args = {
      phone_number: listed.phone_number,
      service,
      auth_info: { ...values },
      ...referenceFor(
        reading,
        past.map(({ call }) => call),
      ),
    }
    return toolTurn('phone_call', args, reading)
  }
  return undefined
}

/** The reference number of the department that was named, or else the last one received. */
function referenceFor(
  { calls }: SeedReading,
  past: readonly CallMade[],
): { readonly reference_number?: string } {
  const asked = calls.findLast(
    (event) =>
      event.kind === 'refused' && event.reason === 'reference' && past.includes(event.call),
  )
  const from = asked?.kind === 'refused' && asked.reason === 'reference' ? asked.first : undefined
  const given = calls.flatMap((event) => (event.kind === 'done' ? [event] : []))
  const wanted = given.findLast(({ department }) => department === from) ?? given.at(-1)
  return wanted === undefined ? {} : { reference_number: wanted.reference }
}
