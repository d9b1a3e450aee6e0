import { DAYS, sayMoment } from '../../sim/phone/clock/time.ts'
import { FIELD_PHRASES } from '../../sim/phone/tables/fields.ts'
import { companyOf } from '../../sim/phone/world.ts'
import { weekdayOf } from '../../sim/phone-v2/calendar.ts'
import type { Case, PageRule } from '../../sim/phone-v2/case.ts'
import type { Texts } from '../../sim/phone-v2/listing.ts'
import { sayCaseOpening } from '../../sim/phone-v2/opening.ts'
import { sayMoney } from '../../sim/phone-v2/say-details.ts'
import { CLEARANCE, serviceOf } from '../../sim/phone-v2/services.ts'
import { type ChatMessage, system, user } from '../message.ts'
import type { TalkEvent } from './talk-events.ts'
import type { TalkContext } from './talk-score.ts'

const FULL = `\
You get a customer's business done with a company by phone, on the customer's behalf.

What you can do:
- company_directory: find the company's departments, their phone numbers and their services.
- ask_customer: ask the customer for details, a few at a time, or for a yes to a service. Whoever \
is asked for much more than is needed leaves.
- phone_call: call a department and ask for a service. The employee asks for what is missing.
- say: answer the employee on the open line. hang_up: end the call.
- report: when nothing is left to do, tell the customer how it came out. With it you are finished.

Rules:
- Some departments only act after another department has done its part, and may want its \
reference number. A department that is needed for nothing else does its part with the service \
\`${CLEARANCE}\`.
- Choose the service that is what the customer wants, and have it done just as they want it. What \
nobody wanted cannot be undone and spoils the work. If a detail of what was wanted was wrong, ask \
the department for the service again, with the right one.
- Pass on only what the customer gave you, exactly. Never make up a detail: after wrong ones a \
department takes no more calls. If the customer does not have a detail, say so with \
\`unavailable\`, and the department names what it accepts instead.
- Before an employee acts, they may name a price or a side effect. Say yes unless it goes against \
what the customer wrote or against your rules; a no ends the call, and nothing is done.
- Not everything the customer wants can or may be done. Then leave it, and report why.
- Calls that end with nothing done count against you, and so does asking or telling more than is \
needed.`

const COMPACT = `\
You get a customer's business done with a company by phone.

Tools:
- company_directory: departments, numbers, services.
- ask_customer: asks the customer for details or for a yes. Asked too much, they leave.
- phone_call: asks a department for a service. say: answers on the open line. hang_up: ends it.
- report: ends the work.

Rules:
- Some departments act only after another one did its part (service \`${CLEARANCE}\`), and may \
want its reference number.
- Have done what the customer wants, as they want it. What nobody wanted cannot be undone; a \
wrong detail is put right by asking for the service again.
- Give only what the customer gave, exactly. What they lack: \`unavailable\`.
- Say yes to prices and side effects unless message or rules are against it. A no ends the call.
- What cannot or may not be done: leave it, and report why.
- Needless calls, questions and details count against you.`

const ROLES: Readonly<Record<Texts, string>> = { full: FULL, compact: COMPACT }

/** What the services of a rule are about. */
const aboutOf = (services: readonly string[]): string =>
  services.map((id) => `"${serviceOf(id)?.about ?? id}"`).join(' or ')

/** A rule of the page, in words. */
function sayRule(rule: PageRule): string {
  switch (rule.rule) {
    case 'never_tell':
      return (
        `Never tell anybody on the phone ${FIELD_PHRASES[rule.field][0]} (${rule.field}): ` +
        'call it unavailable, and companies take something else instead.'
      )
    case 'on_behalf':
      return rule.say
        ? 'Say at the beginning of every call on whose behalf you call.'
        : 'Do not say on whose behalf you call.'
    case 'only_if_asked':
      return "When you call, give none of the customer's details but the name before you are asked."
    case 'ask_before':
      return `Before you have this done, ask the customer for a yes: ${aboutOf(rule.services)}.`
    case 'forbid':
      return `We never have this done for customers: ${aboutOf(rule.services)}.`
    case 'fees':
      return rule.above === 'ask'
        ? `Accept a fee of up to ${sayMoney(rule.cents)}; above that only if the customer agrees.`
        : `Accept a fee of up to ${sayMoney(rule.cents)}, and none above that.`
    case 'fees_by_message':
      return 'Accept fees only within what the customer has written that they can spend.'
    case 'term':
      return `Accept no new contract for more than ${rule.months} months.`
  }
}

function sayPage({ page }: Case): string {
  if (page.length === 0) return ''
  const rules = page.map((rule, at) => `${at + 1}. ${sayRule(rule)}`)
  return `\n\nThe rules of the house you work for:\n${rules.join('\n')}`
}

/** The day and the time, as far as they matter. */
function sayToday({ date, moment, clock }: Case): string {
  const day = DAYS[weekdayOf(date)] ?? ''
  const time = clock
    ? ` It is ${sayMoment(moment)}; time passes, and departments answer in their opening hours ` +
      'only. With `when` a call is made later.'
    : ''
  return `\n\nToday is ${day} ${date}.${time}`
}

const namesService = ({ rule }: PageRule): boolean => rule === 'ask_before' || rule === 'forbid'

/** The first messages of an episode, and the event that says what programs may know of them. */
export function openingOfTalk({ made, world, context }: TalkContext): {
  readonly messages: readonly ChatMessage[]
  readonly events: readonly TalkEvent[]
} {
  const { settings, task, random } = context
  if (settings.stage === 'seed') throw new Error('phone: nobody talks at this stage')
  const company = companyOf(world, made.company)
  const { tells, mentions, persona, values } = made.customer
  const [first = ''] = values.full_name.split(' ')
  const role = `${ROLES[settings.texts]}${sayPage(made)}${sayToday(made)}`
  const text = sayCaseOpening(made, company, task.seed, random('opening'))
  const event: TalkEvent = {
    kind: 'message',
    stage: settings.stage,
    company: company.name,
    name: tells === 'full_name' ? values.full_name : first,
    tells: tells === null ? null : { field: tells, value: values[tells] },
    lacks: mentions,
    hurried: persona === 'impatient',
    date: made.date,
    rules: made.page.filter((rule) => !namesService(rule)),
  }
  return { messages: [system(role), user(text)], events: [event] }
}
