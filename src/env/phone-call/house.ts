import { canonicalJson } from '../../sim/json.ts'
import type { Values } from '../../sim/phone/csr.ts'
import { memoryOf } from '../../sim/phone/dialogue/memory.ts'
import { isNoValue, sameValue } from '../../sim/phone/fields.ts'
import { brokenBy } from '../../sim/phone/house/breaches.ts'
import { HARD, pageOf, type Rule } from '../../sim/phone/house/page.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import { isAbout } from '../../sim/phone/tables/consents.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { type CallOutcome, readGiven } from '../../tools/phone-call.ts'
import type { PhoneContext } from './score.ts'
import { type PhoneState, saidValues } from './state.ts'

/** What the agent has to keep to in this episode; nothing without a page. */
export const rulesIn = ({ task, world, settings }: PhoneContext): readonly Rule[] =>
  settings.page === 'on' ? pageOf(task, world, settings).rules : []

/** Details that may not be told in this episode. */
export const secretsIn = (context: PhoneContext): readonly Field[] =>
  rulesIn(context).flatMap((rule) => (rule.form === 'never_tell' ? [rule.field] : []))

/** Whether the agent has to report in the end. */
export const mustReport = (context: PhoneContext): boolean =>
  rulesIn(context).some(({ form }) => form === 'write_down')

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
  { kind, department = '', spoken, accepted }: CallOutcome,
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
    done: kind === 'done' ? wishAt(context.task, department) : undefined,
    approved: before.talk.approved,
    accepted: accepted ?? undefined,
  })
  const question = after.line?.question.split(' ') ?? []
  const asked = FIELDS.filter((field) => question.includes(field))
  const known = [...(before.asked[department] ?? []), ...asked]
  const said = canonicalJson([kind, text, { ...auth_info }, reference_number ?? ''])
  const isRefused = kind !== 'done' && kind !== 'offer' && kind !== 'read_back'
  const isRepeated = isRefused && before.refused[department] === said
  return {
    ...after,
    made_up: before.made_up + madeUpIn(readGiven(auth_info), told, before),
    repeated: before.repeated + (isRepeated ? 1 : 0),
    refused: isRefused ? { ...before.refused, [department]: said } : before.refused,
    broken: [...before.broken, ...broken],
    asked: { ...before.asked, [department]: FIELDS.filter((field) => known.includes(field)) },
  }
}

/** How many of these details the customer never gave; an old number that they gave they gave. */
function madeUpIn(given: Values, told: PhoneTask, state: PhoneState): number {
  const said = saidValues(told, state)
  const { mistaken } = memoryOf(told)
  const isTheirs = (field: Field, value: string): boolean =>
    sameValue(value, said[field] ?? '') ||
    (mistaken?.field === field && sameValue(value, mistaken.value))
  return FIELDS.filter((field) => {
    const value = given[field]
    return value !== undefined && !isNoValue(value) && !isTheirs(field, value)
  }).length
}

const wishAt = ({ goals }: PhoneTask, department: string): string | undefined =>
  goals.find((goal) => goal.department === department)?.business

/** How often rules were broken that nothing makes good, and whether one was. */
export const hardBreaches = ({ broken }: PhoneState): number =>
  broken.filter((form) => HARD.has(form)).length
export const isBroken = (state: PhoneState): boolean => hardBreaches(state) > 0

/** How often rules were broken whose breach is but waste. */
export function lapses(state: PhoneState, context: PhoneContext): number {
  const atTheEnd = rulesIn(context).filter((rule) => isBrokenAtTheEnd(rule, state))
  return state.broken.filter((form) => !HARD.has(form)).length + atTheEnd.length
}

function isBrokenAtTheEnd(rule: Rule, { talk, reported }: PhoneState): boolean {
  if (rule.form === 'messages_at_most') return talk.messages > rule.count
  return rule.form === 'write_down' && !reported
}

/** What the customer has to be asked to decide, by the page. */
export const decisionsIn = (context: PhoneContext): number =>
  rulesIn(context).some(
    (rule) =>
      rule.form === 'ask_before' &&
      context.task.goals.some(({ business }) => isAbout(rule.matter, business)),
  )
    ? 1
    : 0
