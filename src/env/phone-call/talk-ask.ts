import type { Case, Correction } from '../../sim/phone/case.ts'
import { MINUTES } from '../../sim/phone/clock/costs.ts'
import { type Approvable, sayFarewell, sayReply } from '../../sim/phone/customer.ts'
import { findTwin, sideEffectText } from '../../sim/phone/line.ts'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'
import type { AskArguments } from '../../tools/phone/ask-customer.ts'
import type { Decision } from './talk-events.ts'
import { afterMinutes, type TalkResult, toResult } from './talk-result.ts'
import type { TalkContext } from './talk-score.ts'
import type { TalkState } from './talk-state.ts'

const GONE = 'The customer no longer answers.'

/**
 * Asks the customer for details, for an answer of yes or no, or for both. Each new field costs one
 * unit of patience. A message without a new field costs one too, unless it asks about an offer or
 * about a service that needs approval. The customer leaves if this is more than their patience.
 */
export function putQuestion(
  state: TalkState,
  { fields = [], approve }: AskArguments,
  { phoneCase, context }: TalkContext,
): TalkResult {
  if (state.gone) return toResult(state, GONE, { kind: 'customer_left' })
  const about = approve === undefined ? null : findApprovable(state, phoneCase, approve.service)
  const isNeeded = about !== null && (about.kind === 'offer' || about.kind === 'service')
  const newFields = FIELDS.filter((field) => fields.includes(field) && !state.asked.includes(field))
  const patienceForMessage = isNeeded || newFields.length > 0 ? 0 : 1
  const spent = state.spent + newFields.length + patienceForMessage
  const messages = state.messages + 1
  const needless = state.needless + (about === null || isNeeded ? 0 : 1)
  const afterAsking = afterMinutes({ ...state, spent, messages, needless }, MINUTES.customer)
  const random = context.random(`customer-${state.messages}`)
  const { seed } = context.task
  if (spent > phoneCase.customer.patience) {
    const afterLeaving = { ...afterAsking, gone: true, asked: [...state.asked, ...newFields] }
    return toResult(afterLeaving, sayFarewell(phoneCase, seed, random), { kind: 'customer_left' })
  }
  const askedFields = FIELDS.filter((field) => fields.includes(field))
  const decision = approve === undefined || about === null ? null : { ...approve, about }
  const correction = correctionNow(state, phoneCase, askedFields, decision)
  const text = sayReply(
    { fields: askedFields, approve: decision, correction },
    phoneCase,
    seed,
    random,
  )
  const withAnswers = withCorrection(recordAnswers(afterAsking, askedFields, phoneCase), correction)
  const [firstName = ''] = phoneCase.customer.values.full_name.split(' ')
  const nextState =
    decision === null ? withAnswers : recordDecision(withAnswers, decision.service, decision.about)
  const unavailable = askedFields.filter((field) => phoneCase.customer.missing.includes(field))
  return toResult(nextState, `${firstName}: ${text}`, {
    kind: 'customer',
    fields: askedFields,
    values: answeredValues(askedFields, phoneCase),
    unavailable,
    approve: decision === null ? null : toDecision(decision.service, decision.about),
    correction:
      correction === null ? null : { service: correction.service, details: correction.details },
  })
}

/**
 * What a yes-or-no question is about: the open offer, a service for which a rule of the page
 * requires the customer's approval, the side effect that the department has just named, or nothing.
 * The customer accepts the side effect of an unwanted service, so that the answer does not reveal
 * which service is wanted. Only for the twin of a wanted service is the answer no.
 */
function findApprovable(state: TalkState, phoneCase: Case, service: string): Approvable {
  const { line } = state
  const goal = phoneCase.goals.find((candidate) => candidate.service === service)
  const isOffered = line?.service === service && line.settled.open === 'offer'
  const needsApproval = phoneCase.page.some(
    (rule) => rule.rule === 'ask_before' && rule.services.includes(service),
  )
  const approval = needsApproval ? (goal?.approval ?? { agrees: true }) : null
  if (isOffered && goal?.offer !== undefined) return { kind: 'offer', offer: goal.offer, approval }
  if (approval !== null) return { kind: 'service', approval }
  const isReadBack = line?.service === service && line.settled.open === 'read_back'
  if (!isReadBack || sideEffectText(service, phoneCase) === null) return { kind: 'nothing' }
  const isAgainst = goal?.right === 'side_effect_not_accepted'
  return { kind: 'side_effect', agrees: !isAgainst && findTwin(service, phoneCase) === undefined }
}

function recordAnswers(
  state: TalkState,
  askedFields: readonly Field[],
  phoneCase: Case,
): TalkState {
  const lackedFields = askedFields.filter((field) => phoneCase.customer.missing.includes(field))
  return {
    ...state,
    asked: [...new Set([...state.asked, ...askedFields])],
    values: { ...state.values, ...answeredValues(askedFields, phoneCase) },
    lacking: [...new Set([...state.lacking, ...lackedFields])],
  }
}

const answeredValues = (askedFields: readonly Field[], { customer }: Case): FieldValues =>
  Object.fromEntries(
    askedFields
      .filter((field) => !customer.missing.includes(field))
      .map((field) => [field, customer.values[field]]),
  )

function recordDecision(state: TalkState, service: string, about: Approvable): TalkState {
  const approval = 'approval' in about ? about.approval : null
  const approvals =
    approval === null ? state.approvals : { ...state.approvals, [service]: approval.agrees }
  const isOffer = about.kind === 'offer' && about.offer.leaving === undefined
  const agreed = isOffer ? { ...state.agreed, [service]: about.offer.agrees } : state.agreed
  return { ...state, approvals, agreed }
}

/** The correction that the customer makes in this answer. Each correction is made once. */
function correctionNow(
  { corrections }: TalkState,
  { correction, customer }: Case,
  askedFields: readonly Field[],
  decision: { readonly service: string; readonly about: Approvable } | null,
): Correction | null {
  if (correction === undefined || corrections[correction.service] !== undefined) return null
  const isOccasion =
    correction.with === null
      ? askedFields.some((field) => !customer.missing.includes(field))
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
function toDecision(service: string, about: Approvable): Decision {
  const yesOrNo = (agrees: boolean): 'yes' | 'no' => (agrees ? 'yes' : 'no')
  const approval = 'approval' in about ? about.approval : null
  const to_service = approval === null ? null : yesOrNo(approval.agrees)
  const decisionWith = (answer: Decision['answer']): Decision => ({
    ...{ service, about: about.kind, answer, to_service },
  })
  switch (about.kind) {
    case 'nothing':
      return decisionWith(null)
    case 'offer':
      if (to_service === 'no') return decisionWith('no')
      return decisionWith(about.offer.leaving === undefined ? yesOrNo(about.offer.agrees) : null)
    case 'side_effect':
      return decisionWith(yesOrNo(about.agrees))
    case 'service':
      return decisionWith(to_service)
  }
}
