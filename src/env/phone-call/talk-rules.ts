import type { Case, CaseGoal, PageRule } from '../../sim/phone/case.ts'
import { FIELDS, type FieldValues } from '../../sim/phone/tables/fields.ts'

import type { LineCallArguments } from '../../tools/phone/line-call.ts'
import { valuesIn } from '../../tools/phone/phone-call.ts'
import type { TalkContext } from './talk-score.ts'
import { type OpenLine, secretIn, type TalkState } from './talk-state.ts'

/** The soft rules that the opening of a call breaks. */
export function rulesOnCalling(
  { on_behalf_of: says = false, auth_info: given = {} }: LineCallArguments,
  { made: { page } }: TalkContext,
): PageRule['rule'][] {
  return page.flatMap((one) => {
    if (one.rule === 'on_behalf') return says === one.say ? [] : [one.rule]
    if (one.rule !== 'only_if_asked') return []
    return Object.keys(valuesIn(given)).some((field) => field !== 'full_name') ? [one.rule] : []
  })
}

/** Records the disclosed fields, and whether they break the hard rule on secrets. */
export function recordDisclosure(
  state: TalkState,
  id: string,
  values: FieldValues,
  { made }: TalkContext,
): TalkState {
  const fields = FIELDS.filter((field) => values[field] !== undefined)
  if (fields.length === 0) return state
  const disclosed = {
    ...state.disclosed,
    [id]: [...new Set([...(state.disclosed[id] ?? []), ...fields])],
  }
  const secret = secretIn(made)
  const isDisclosed = secret !== null && fields.includes(secret)
  return {
    ...state,
    disclosed,
    broken: isDisclosed ? [...state.broken, 'never_tell'] : state.broken,
  }
}

/** The hard rules that carrying out this service breaks. */
export function rulesOnDoing(
  { service, settled }: OpenLine,
  goal: CaseGoal | undefined,
  state: TalkState,
  { page }: Case,
): PageRule['rule'][] {
  const offer = settled.offer ? goal?.offer?.offer : undefined
  const agreed = state.agreed[service] === true
  return page.flatMap((one) => {
    switch (one.rule) {
      case 'ask_before':
        return one.services.includes(service) && state.approvals[service] !== true ? [one.rule] : []
      case 'forbid':
        return one.services.includes(service) ? [one.rule] : []
      case 'fees':
        return offer?.kind === 'fee' && offer.cents > one.cents && !(one.above === 'ask' && agreed)
          ? [one.rule]
          : []
      case 'fees_by_message': {
        const before = state.completed.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
        return offer?.kind === 'fee' && before + offer.cents > one.cents ? [one.rule] : []
      }
      case 'term':
        return offer?.kind === 'term' && offer.months > one.months ? [one.rule] : []
      default:
        return []
    }
  })
}
