import type { Case, PageRule } from '../../sim/phone/case.ts'
import { sayMoment } from '../../sim/phone/clock/time.ts'
import type { Texts } from '../../sim/phone/listing.ts'
import { sayCaseOpening } from '../../sim/phone/opening.ts'
import { sayDay, sayMoney, sayWeekday } from '../../sim/phone/say-details.ts'
import { CLEARANCE, findService } from '../../sim/phone/services.ts'
import { FIELD_PHRASES } from '../../sim/phone/tables/fields.ts'
import { findCompany } from '../../sim/phone/world.ts'
import { type ChatMessage, system, user } from '../message.ts'
import { TURNS_MAX } from './limits.ts'
import type { TalkEvent } from './talk-events.ts'
import type { TalkContext } from './talk-score.ts'

const FULL = `\
You take care of a customer's business with a company by phone, on the customer's behalf.

Tools:
- company_directory: finds the company's departments, their phone numbers and their services.
- ask_customer: asks the customer for details, a few at a time, or for a yes. A customer who is \
asked for much more than is needed leaves.
- phone_call: calls a department and asks for one service. The employee asks for what is missing.
- say: answers the employee on the open line. hang_up: ends the call.
- report: tells the customer how everything turned out. It ends your work.
You have ${TURNS_MAX} turns and {calls} phone calls. A call is not counted if the department is \
closed, or if it ends because you hear for the first time what has to come before. If you make one \
call more, your work ends without a report.
- In one call you can ask about several services of the department, one after another: name the \
other one with \`say\`. Once one is carried out, declined or put off, the call is over.

Rules:
- Choose the service that does what the customer wants, and have it done exactly as they want it. \
A service that nobody wanted cannot be undone and spoils the work. If a detail of a wanted service \
was wrong, call the department about it again, and give the right detail with that call.
- Some departments act only after another department has done its part, and may ask for its \
reference number. Some look at a request only after another one has gone through. They say so \
when you call, and the first time costs nothing. A department that \
has no other business with the customer does its part with the service \`${CLEARANCE}\`.
- Pass on only what the customer gave you, exactly. Never make up a detail: a department that was \
given two wrong ones takes no more calls. If the customer does not have a detail, say so with \
\`unavailable\`, and the department names what it accepts instead.
- What one department has checked is in the customer's file: no other department of the company \
asks for it again.
- An employee names the price of a service as soon as they know who the customer is, and its side \
effects before they carry it out. Say yes unless that goes against what the customer wrote or \
against your rules. A no ends the call, and nothing is done. You may also hang up at such a \
question, but what they say has to be decided on that call is then lost.
- What one department has carried out may make it impossible for another one to do its part, or do \
away with its fee. One of the two says so with its first question of yes or no, and that may be \
the one that you have not called yet. If a service has no price, that question comes when the \
employee reads the order back.
- Not everything the customer wants can or may be done. Leave that undone, and report why. A \
reason counts only if an employee gave it for an order with the right details.
- All other calls that end with nothing done count against you, and so does asking or telling more \
than is needed.`

const COMPACT = `\
You take care of a customer's business with a company by phone.

Tools:
- company_directory: departments, numbers, services.
- ask_customer: asks the customer for details or for a yes. Asked too much, they leave.
- phone_call: asks a department for a service. say: answers on the open line. hang_up: ends it.
- report: ends the work.
Limits: ${TURNS_MAX} turns, {calls} calls. One call more ends your work without a report. In a \
call, \`say\` can name another service of the department.

Rules:
- Some departments act only after another one did its part (service \`${CLEARANCE}\`), and may \
want its reference number. They say so; the first time costs nothing.
- Have done what the customer wants, as they want it. What nobody wanted cannot be undone; a \
wrong detail is put right by asking for the service again.
- Give only what the customer gave, exactly. What they lack: \`unavailable\`. What one department \
has checked, no other one asks for.
- Prices come first, side effects last. Say yes unless message or rules are against it. A no ends \
the call; hanging up at such a question is free, unless it has to be decided on that call.
- Some requests are looked at only after another one has gone through.
- What one department has done may make it impossible for another one to do its part, or do away \
with its fee. One of the two says so with its first question of yes or no: perhaps the other one.
- What cannot or may not be done: leave it, and report why. A reason counts only if it was given \
for an order with the right details.
- Needless calls, questions and details count against you.`

const ROLES: Readonly<Record<Texts, string>> = { full: FULL, compact: COMPACT }

/** What the services of a rule are about. */
const listServices = (services: readonly string[]): string =>
  services.map((id) => `"${findService(id)?.about ?? id}"`).join(' or ')

/** A rule of the page, in words. */
function sayRule(rule: PageRule): string {
  switch (rule.rule) {
    case 'never_tell':
      return (
        `Never give ${FIELD_PHRASES[rule.field][0]} (${rule.field}) to anyone on the phone. ` +
        'Say that it is unavailable, and the department accepts something else instead.'
      )
    case 'on_behalf':
      return rule.say
        ? 'At the beginning of every call, say on whose behalf you are calling.'
        : 'Do not say on whose behalf you are calling.'
    case 'only_if_asked':
      return 'When you call, give no customer details except the name until you are asked.'
    case 'ask_before':
      return `Get the customer's yes before you have this done: ${listServices(rule.services)}.`
    case 'forbid':
      return `We never have this done for a customer: ${listServices(rule.services)}.`
    case 'fees':
      return rule.above === 'ask'
        ? `You may accept a fee of up to ${sayMoney(rule.cents)}. Accept a higher one only if ` +
            'the customer agrees.'
        : `Never accept a fee of more than ${sayMoney(rule.cents)}.`
    case 'fees_by_message':
      return 'Accept fees only up to the total that the customer gives in the message.'
    case 'term':
      return `Never accept a new contract of more than ${rule.months} months.`
  }
}

function sayPage({ page }: Case): string {
  if (page.length === 0) return ''
  const rules = page.map((rule, at) => `${at + 1}. ${sayRule(rule)}`)
  return `\n\nRules of the agency that you work for:\n${rules.join('\n')}`
}

/** The day and the time, as far as they matter. */
function sayToday({ date, moment, clock }: Case): string {
  const time = clock
    ? ` It is ${sayMoment(moment)}. Time passes: a message to the customer takes three minutes; ` +
      'a search, a call or an answer on the line takes one; hanging up takes none. Departments ' +
      'answer only during their opening hours, but a call that has begun goes on. With `when`, ' +
      'you call later; `open` waits until somebody answers. Waiting longer than needed counts ' +
      'against you. What is arranged later than the customer wrote counts as not done.'
    : ''
  return `\n\nToday is ${sayWeekday(date)}, ${sayDay(date)}, ${date.slice(0, 4)} (${date}).${time}`
}

const namesService = ({ rule }: PageRule): boolean => rule === 'ask_before' || rule === 'forbid'

/** The first messages of an episode, and the public event that describes them. */
export function openingOfTalk({ phoneCase, world, context }: TalkContext): {
  readonly messages: readonly ChatMessage[]
  readonly events: readonly TalkEvent[]
} {
  const { settings, task, random } = context
  if (settings.stage === 'seed') throw new Error('phone: nobody talks at this stage')
  const company = findCompany(world, phoneCase.company)
  const { tells, mentions, persona, values } = phoneCase.customer
  const [firstName = ''] = values.full_name.split(' ')
  const rules = ROLES[settings.texts].replace('{calls}', String(phoneCase.calls_max))
  const role = `${rules}${sayPage(phoneCase)}${sayToday(phoneCase)}`
  const text = sayCaseOpening(phoneCase, company, task.seed, random('opening'))
  const event: TalkEvent = {
    kind: 'message',
    stage: settings.stage,
    company: company.name,
    name: tells === 'full_name' ? values.full_name : firstName,
    tells: tells === null ? null : { field: tells, value: values[tells] },
    lacks: mentions,
    hurried: persona === 'impatient',
    date: phoneCase.date,
    rules: phoneCase.page.filter((rule) => !namesService(rule)),
  }
  return { messages: [system(role), user(text)], events: [event] }
}
