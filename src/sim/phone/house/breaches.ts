import { hourOf, type Moment } from '../clock/time.ts'
import type { Values } from '../csr.ts'
import { plain, sameValue } from '../fields.ts'
import { tellsDigits } from '../hear/digits.ts'
import { covers, type Offer } from '../settling/offers.ts'
import { isAbout } from '../tables/consents.ts'
import { FIELDS, type Field } from '../tables/fields.ts'
import type { Rule } from './page.ts'

/** What is said to a department, as far as rules speak of it. */
interface SaidThere {
  /** Every text: words, details, numbers. */
  readonly texts: readonly string[]
  readonly given: Values
  /** Details as the department took them, out of words too. */
  readonly taken: Values
  /** Details that the department has asked for before. */
  readonly asked: readonly Field[]
  /** Whether a call begins with it. */
  readonly isFirst: boolean
  /** What the customer is called, and what they have told the agent. */
  readonly name: string
  readonly known: Values
  /** The wish of the customer that is done with it, and those that they were asked about before. */
  readonly done: string | undefined
  readonly approved: readonly string[]
  /** Whether it cannot be done within the rules. */
  readonly isBlocked: boolean
  /** What was accepted for it, if anything, and the most that the customer has said yes to. */
  readonly accepted: Offer | undefined
  readonly agreed: readonly Offer[]
}

/** Which of the rules are broken by what is said. */
export const brokenBy = (rules: readonly Rule[], said: SaidThere): Rule['form'][] =>
  rules.flatMap((rule) => (isBrokenBy(rule, said) ? [rule.form] : []))

function isBrokenBy(
  rule: Rule,
  {
    texts,
    given,
    taken,
    asked,
    isFirst,
    name,
    known,
    done,
    approved,
    isBlocked,
    accepted,
    agreed,
  }: SaidThere,
): boolean {
  switch (rule.form) {
    case 'never_tell': {
      const secret = known[rule.field]
      if (secret === undefined) return false
      const isTaken = sameValue(taken[rule.field] ?? '', secret)
      return isTaken || texts.some((text) => tellsDigits(text, secret))
    }
    case 'on_behalf':
      return isFirst && !namesCustomer(texts[0] ?? '', name)
    case 'only_if_asked':
      return FIELDS.some(
        (field) => given[field] !== undefined && field !== 'full_name' && !asked.includes(field),
      )
    case 'ask_before':
      return done !== undefined && isAbout(rule.matter, done) && !approved.includes(done)
    case 'fee_limit':
    case 'no_longer_contract':
      return (
        done !== undefined &&
        accepted !== undefined &&
        exceeds(rule, accepted) &&
        !(rule.unlessAgreed && agreed.some((most) => covers(most, accepted)))
      )
    case 'stop_rule':
      return done !== undefined && isBlocked
    case 'hours':
    case 'wait_at_most':
    case 'messages_at_most':
    case 'write_down':
      return false
  }
}

/** When somebody is called, or how long one has waited there. */
export type Passing = { readonly calledAt: Moment } | { readonly waited: number }

/** Which of the rules are broken by the time of a call, or by waiting. */
export const brokenByTime = (rules: readonly Rule[], passing: Passing): Rule['form'][] =>
  rules.flatMap((rule) => (forbidsTime(rule, passing) ? [rule.form] : []))

/** Whether a rule forbids to call at a time, or to wait so long. */
export function forbidsTime(rule: Rule, passing: Passing): boolean {
  if ('waited' in passing) return rule.form === 'wait_at_most' && passing.waited > rule.minutes
  const hour = hourOf(passing.calledAt)
  return rule.form === 'hours' && (hour < rule.from || hour >= rule.to)
}

/** Rules that speak of offers. */
type OfferRule = Extract<Rule, { readonly form: 'fee_limit' | 'no_longer_contract' }>

const KIND_OF = { fee_limit: 'fee', no_longer_contract: 'term' } as const

const exceeds = ({ form, most }: OfferRule, { kind, size }: Offer): boolean =>
  KIND_OF[form] === kind && size > most

const speakOf = (rules: readonly Rule[], { kind }: Offer): OfferRule[] =>
  rules.flatMap((rule) =>
    (rule.form === 'fee_limit' || rule.form === 'no_longer_contract') && KIND_OF[rule.form] === kind
      ? [rule]
      : [],
  )

/** Whether the rules forbid to accept an offer, whatever the customer says. */
export const forbids = (rules: readonly Rule[], offer: Offer): boolean =>
  speakOf(rules, offer).some((rule) => !rule.unlessAgreed && exceeds(rule, offer))

/** Whether the rules leave it to the agent to accept an offer without the customer's yes. */
export const grants = (rules: readonly Rule[], offer: Offer): boolean =>
  speakOf(rules, offer).some((rule) => rule.unlessAgreed && !exceeds(rule, offer))

const FOR = /\b(?:on behalf of|behalf|for)\b/i

function namesCustomer(text: string, name: string): boolean {
  const words = text.split(/[^a-z]+/i).map(plain)
  return FOR.test(text) && name.split(' ').some((part) => words.includes(plain(part)))
}
