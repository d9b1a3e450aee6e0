import type { Case, Correction } from '../../sim/phone/case.ts'
import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { type Approvable, sayLeave, sayReply } from '../../sim/phone/customer.ts'
import { sideEffectOf, twinIn } from '../../sim/phone/line.ts'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'

import type { AskArguments } from '../../tools/phone/ask-customer.ts'
import type { Decision } from './talk-events.ts'
import { after, result, type TalkResult } from './talk-result.ts'
import type { TalkContext } from './talk-score.ts'
import type { TalkState } from './talk-state.ts'

const GONE = 'The customer does not answer any more.'

export function askTalking(
  state: TalkState,
  { fields = [], approve }: AskArguments,
  { made, context }: TalkContext,
): TalkResult {
  if (state.gone) return result(state, GONE, { kind: 'customer_left' })
  const about = approve === undefined ? null : approvable(state, made, approve.service)
  const isFree = about !== null && (about.kind === 'offer' || about.kind === 'service')
  const fresh = FIELDS.filter((field) => fields.includes(field) && !state.asked.includes(field))
  const spent = state.spent + fresh.length + (isFree || fresh.length > 0 ? 0 : 1)
  const messages = state.messages + 1
  const needless = state.needless + (about === null || isFree ? 0 : 1)
  const asking = after({ ...state, spent, messages, needless }, MINUTES.customer)
  const random = context.random(`customer-${state.messages}`)
  const { seed } = context.task
  if (spent > made.customer.patience) {
    const gone = { ...asking, gone: true, asked: [...state.asked, ...fresh] }
    return result(gone, sayLeave(made, seed, random), { kind: 'customer_left' })
  }
  const asked = FIELDS.filter((field) => fields.includes(field))
  const decision = approve === undefined || about === null ? null : { ...approve, about }
  const correction = correctionNow(state, made, asked, decision)
  const text = sayReply({ fields: asked, approve: decision, correction }, made, seed, random)
  const corrected = withCorrection(answered(asking, asked, made), correction)
  const [first = ''] = made.customer.values.full_name.split(' ')
  const decided =
    decision === null ? corrected : decide(corrected, decision.service, decision.about)
  const unavailable = asked.filter((field) => made.customer.missing.includes(field))
  return result(decided, `${first}: ${text}`, {
    kind: 'customer',
    fields: asked,
    values: valuesOf(asked, made),
    unavailable,
    approve: decision === null ? null : decisionOf(decision.service, decision.about),
    correction:
      correction === null ? null : { service: correction.service, details: correction.details },
  })
}

/**
 * The subject of a question of yes or no: the open offer, a service that a rule names, or the side
 * effect just named. For a side effect of an unwanted service the answer is yes, so it does not
 * reveal whether the service is wanted.
 */
function approvable(state: TalkState, made: Case, service: string): Approvable {
  const { line } = state
  const goal = made.goals.find((one) => one.service === service)
  const isOffered = line?.service === service && line.settled.open === 'offer'
  const isNamed = made.page.some(
    (one) => one.rule === 'ask_before' && one.services.includes(service),
  )
  const approval = isNamed ? (goal?.approval ?? { agrees: true }) : null
  if (isOffered && goal?.offer !== undefined) return { kind: 'offer', made: goal.offer, approval }
  if (approval !== null) return { kind: 'service', approval }
  const isReadBack = line?.service === service && line.settled.open === 'read_back'
  if (!isReadBack || sideEffectOf(service, made) === null) return { kind: 'nothing' }
  const isAgainst = goal?.right === 'side_effect_not_accepted'
  return { kind: 'side_effect', agrees: !isAgainst && twinIn(service, made) === undefined }
}

function answered(state: TalkState, asked: readonly Field[], made: Case): TalkState {
  const lacking = asked.filter((field) => made.customer.missing.includes(field))
  return {
    ...state,
    asked: [...new Set([...state.asked, ...asked])],
    values: { ...state.values, ...valuesOf(asked, made) },
    lacking: [...new Set([...state.lacking, ...lacking])],
  }
}

const valuesOf = (asked: readonly Field[], { customer }: Case): FieldValues =>
  Object.fromEntries(
    asked
      .filter((field) => !customer.missing.includes(field))
      .map((field) => [field, customer.values[field]]),
  )

function decide(state: TalkState, service: string, about: Approvable): TalkState {
  const approval = 'approval' in about ? about.approval : null
  const approvals =
    approval === null ? state.approvals : { ...state.approvals, [service]: approval.agrees }
  const isOffer = about.kind === 'offer' && about.made.leaving === undefined
  const agreed = isOffer ? { ...state.agreed, [service]: about.made.agrees } : state.agreed
  return { ...state, approvals, agreed }
}

/** The correction that the customer makes now; each is made once. */
function correctionNow(
  { corrections }: TalkState,
  { correction, customer }: Case,
  asked: readonly Field[],
  decision: { readonly service: string; readonly about: Approvable } | null,
): Correction | null {
  if (correction === undefined || corrections[correction.service] !== undefined) return null
  const isOccasion =
    correction.with === null
      ? asked.some((field) => !customer.missing.includes(field))
      : decision?.service === correction.with &&
        'approval' in decision.about &&
        decision.about.approval !== null
  return isOccasion ? correction : null
}

const withCorrection = (state: TalkState, correction: Correction | null): TalkState =>
  correction === null
    ? state
    : {
        ...state,
        corrections: { ...state.corrections, [correction.service]: correction.details },
      }

/** The customer's answer, for the event. */
function decisionOf(service: string, about: Approvable): Decision {
  const words = (agrees: boolean): 'yes' | 'no' => (agrees ? 'yes' : 'no')
  const approval = 'approval' in about ? about.approval : null
  const to_service = approval === null ? null : words(approval.agrees)
  const answered = (answer: Decision['answer']): Decision => ({
    ...{ service, about: about.kind, answer, to_service },
  })
  switch (about.kind) {
    case 'nothing':
      return answered(null)
    case 'offer':
      if (to_service === 'no') return answered('no')
      return answered(about.made.leaving === undefined ? words(about.made.agrees) : null)
    case 'side_effect':
      return answered(words(about.agrees))
    case 'service':
      return answered(to_service)
  }
}
