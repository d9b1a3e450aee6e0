import { brokenBy } from '../../sim/phone/house/breaches.ts'
import { pageOf, type Rule } from '../../sim/phone/house/page.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import { type CallOutcome, readGiven } from '../../tools/phone-call.ts'
import type { PhoneContext } from './score.ts'
import { type PhoneState, saidValues } from './state.ts'

/** What the agent has to keep to in this episode; nothing without a page. */
export const rulesIn = ({ task, world, settings }: PhoneContext): readonly Rule[] =>
  settings.page === 'on' ? pageOf(task, world, settings).rules : []

/** Details that may not be told in this episode. */
export const secretsIn = (context: PhoneContext): readonly Field[] =>
  rulesIn(context).flatMap((rule) => (rule.form === 'never_tell' ? [rule.field] : []))

/** What was said to a department, as its caller sent it. */
interface Sent {
  readonly text?: string | undefined
  readonly auth_info?: Readonly<Record<string, string | number | null>> | undefined
  readonly reference_number?: string | null | undefined
}

/** Takes down which rules were broken by what was said to a department, and what it has asked. */
export function noting(
  context: PhoneContext,
  before: PhoneState,
  after: PhoneState,
  { department = '', spoken }: CallOutcome,
  { text = '', auth_info = {}, reference_number }: Sent,
): PhoneState {
  const taken = spoken?.given ?? {}
  if (context.settings.page === 'off') return after
  const told = taskTold(context.task, context.settings.numbers)
  const details = Object.values(auth_info).map(String)
  const broken = brokenBy(rulesIn(context), {
    texts: [text, ...details, reference_number ?? ''],
    given: readGiven(auth_info),
    taken,
    asked: before.asked[department] ?? [],
    isFirst: before.line === null || before.line.department !== department,
    name: told.customer.values.full_name,
    known: saidValues(told, before),
  })
  const question = after.line?.question.split(' ') ?? []
  const asked = FIELDS.filter((field) => question.includes(field))
  const known = [...(before.asked[department] ?? []), ...asked]
  return {
    ...after,
    broken: [...before.broken, ...broken],
    asked: { ...before.asked, [department]: FIELDS.filter((field) => known.includes(field)) },
  }
}

/** Whether a rule was broken that nothing makes good. */
export const isBroken = ({ broken }: PhoneState): boolean => broken.includes('never_tell')

/** How often rules were broken whose breach is but waste. */
export function lapses(state: PhoneState, context: PhoneContext): number {
  const tooMany = rulesIn(context).filter(
    (rule) => rule.form === 'messages_at_most' && state.talk.messages > rule.count,
  )
  return state.broken.filter((form) => form !== 'never_tell').length + tooMany.length
}
