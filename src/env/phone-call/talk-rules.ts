import type { Case, CaseGoal, PageRule } from '../../sim/phone/case.ts'
import { FIELDS, type FieldValues } from '../../sim/phone/tables/fields.ts'

import type { LineCallArguments } from '../../tools/phone/line-call.ts'
import { valuesIn } from '../../tools/phone/phone-call.ts'
import type { TalkContext } from './talk-score.ts'
import { findSecret, type OpenLine, type TalkState } from './talk-state.ts'

/** The soft rules that the opening of a call breaks. */
export function brokenOnCalling(
  { on_behalf_of: saysOnBehalf = false, auth_info: authInfo = {} }: LineCallArguments,
  { phoneCase: { page } }: TalkContext,
): PageRule['rule'][] {
  return page.flatMap((rule) => {
    if (rule.rule === 'on_behalf') return saysOnBehalf === rule.say ? [] : [rule.rule]
    if (rule.rule !== 'only_if_asked') return []
    return Object.keys(valuesIn(authInfo)).some((field) => field !== 'full_name') ? [rule.rule] : []
  })
}

/** Records the disclosed fields, and whether they break the hard rule on secrets. */
export function recordDisclosure(
  state: TalkState,
  id: string,
  values: FieldValues,
  { phoneCase }: TalkContext,
): TalkState {
  const fields = FIELDS.filter((field) => values[field] !== undefined)
  if (fields.length === 0) return state
  const disclosed = {
    ...state.disclosed,
    [id]: [...new Set([...(state.disclosed[id] ?? []), ...fields])],
  }
  const secret = findSecret(phoneCase)
  const isDisclosed = secret !== null && fields.includes(secret)
  return {
    ...state,
    disclosed,
    broken: isDisclosed ? [...state.broken, 'never_tell'] : state.broken,
  }
}

/** The hard rules that carrying out this service breaks. */
export function brokenOnDoing(
  { service, settled }: OpenLine,
  goal: CaseGoal | undefined,
  state: TalkState,
  { page }: Case,
): PageRule['rule'][] {
  const offer = settled.offer ? goal?.offer?.offer : undefined
  const hasAgreed = state.agreed[service] === true
  return page.flatMap((rule) => {
    switch (rule.rule) {
      case 'ask_before':
        return rule.services.includes(service) && state.approvals[service] !== true
          ? [rule.rule]
          : []
      case 'forbid':
        return rule.services.includes(service) ? [rule.rule] : []
      case 'fees':
        return offer?.kind === 'fee' &&
          offer.cents > rule.cents &&
          !(rule.above === 'ask' && hasAgreed)
          ? [rule.rule]
          : []
      case 'fees_by_message': {
        const feesSoFar = state.completed.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
        return offer?.kind === 'fee' && feesSoFar + offer.cents > rule.cents ? [rule.rule] : []
      }
      case 'term':
        return offer?.kind === 'term' && offer.months > rule.months ? [rule.rule] : []
      default:
        return []
    }
  })
}
