import { MATTERS } from '../tables/consents.ts'
import { FIELD_PHRASES, FIELDS, type Field } from '../tables/fields.ts'
import type { Page, Rule } from './page.ts'

const NEVER = 'Never tell anybody on the phone '
const INSTEAD = ', whoever asks for it; companies take something else in its place.'
const BEHALF = 'Begin every call by saying on whose behalf you call, by name.'
const ASKED = 'Before a department asks for details, tell it nothing but the name.'
const REPORT = 'In the end, report every reference number that you were given, and every fee.'
const STOP = 'What cannot be done within these rules is not to be done: stop, and report why.'
const BEFORE = [
  'Before anything is done about ',
  ', ask the customer whether to go ahead.',
] as const
const UNLESS_AGREED = " without the customer's yes to it"
const OFFER = new RegExp(
  '^Accept no (fee|new contract)(?: of more than \\$(\\d+)| for more than (\\d+) months)?' +
    '( without .*)?\\.$',
)
const HOURS = /^Call nobody before (\d+):00 or from (\d+):00 on\.$/
const WAITING = ['Do not wait where a queue is announced as longer than ', ' minutes'] as const
const WAIT = new RegExp(`^${WAITING.join('(\\d+)')}: hang up, and call at another hour\\.$`)
const MESSAGES = /^Write to the customer at most (\d+) times\.$/

function sayRule(rule: Rule): string {
  switch (rule.form) {
    case 'never_tell':
      return `${NEVER}${FIELD_PHRASES[rule.field][0]} (${rule.field})${INSTEAD}`
    case 'on_behalf':
      return BEHALF
    case 'only_if_asked':
      return ASKED
    case 'messages_at_most':
      return `Write to the customer at most ${rule.count} times.`
    case 'ask_before':
      return BEFORE.join(MATTERS[rule.matter]?.says ?? rule.matter)
    case 'fee_limit':
      return sayOfferRule('fee', rule.most === 0 ? '' : ` of more than $${rule.most}`, rule)
    case 'no_longer_contract':
      return sayOfferRule(
        'new contract',
        rule.most === 0 ? '' : ` for more than ${rule.most} months`,
        rule,
      )
    case 'hours':
      return `Call nobody before ${rule.from}:00 or from ${rule.to}:00 on.`
    case 'wait_at_most':
      return `${WAITING.join(String(rule.minutes))}: hang up, and call at another hour.`
    case 'write_down':
      return REPORT
    case 'stop_rule':
      return STOP
  }
}

const sayOfferRule = (
  thing: string,
  size: string,
  { unlessAgreed }: { readonly unlessAgreed: boolean },
): string => `Accept no ${thing}${size}${unlessAgreed ? UNLESS_AGREED : ''}.`

function readOfferRule(text: string): Rule | undefined {
  const [, thing, dollars, months, unless] = OFFER.exec(text) ?? []
  if (thing === undefined) return undefined
  const form = thing === 'fee' ? 'fee_limit' : 'no_longer_contract'
  const most = Number(dollars ?? months ?? 0)
  return { form, most, unlessAgreed: unless === UNLESS_AGREED }
}

const HEADING = 'The rules of the house:'

/** The page as it stands in the prompt. */
export const sayPage = ({ house, rules }: Page): string =>
  [
    `You work for ${house}. ${HEADING}`,
    ...rules.map((rule, at) => `${at + 1}. ${sayRule(rule)}`),
  ].join('\n')

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

function readRule(text: string): Rule | undefined {
  if (text === BEHALF) return { form: 'on_behalf' }
  if (text === ASKED) return { form: 'only_if_asked' }
  if (text === REPORT) return { form: 'write_down' }
  if (text === STOP) return { form: 'stop_rule' }
  const matter = Object.keys(MATTERS).find((name) => text === BEFORE.join(MATTERS[name]?.says))
  if (matter !== undefined) return { form: 'ask_before', matter }
  const ofOffers = readOfferRule(text)
  if (ofOffers !== undefined) return ofOffers
  const [[, from, to] = [], [, minutes] = []] = [HOURS.exec(text) ?? [], WAIT.exec(text) ?? []]
  if (from !== undefined) return { form: 'hours', from: Number(from), to: Number(to) }
  if (minutes !== undefined) return { form: 'wait_at_most', minutes: Number(minutes) }
  const [, count] = MESSAGES.exec(text) ?? []
  if (count !== undefined) return { form: 'messages_at_most', count: Number(count) }
  const [, field = ''] = /\((\w+)\)/.exec(text) ?? []
  return text.startsWith(NEVER) && isField(field) ? { form: 'never_tell', field } : undefined
}

/** A prompt without its page. */
export const withoutPage = (prompt: string): string => prompt.split(HEADING)[0] ?? ''

/** The rules that a prompt holds, in the order of their numbers; none without a page. */
export function readPage(prompt: string): readonly Rule[] {
  const [, page] = prompt.split(HEADING)
  if (page === undefined) return []
  return page.split('\n').flatMap((line) => readRule(line.replace(/^\d+\. /, '')) ?? [])
}
