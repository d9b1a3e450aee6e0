import { decides } from '../../sim/phone/house/blocks.ts'
import { pageOf } from '../../sim/phone/house/page.ts'
import { sayPage } from '../../sim/phone/house/wording.ts'
import { sayOpening } from '../../sim/phone/opening.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { companyOf } from '../../sim/phone/world.ts'
import { type ChatMessage, system, user } from '../message.ts'
import type { PhoneContext, Settings } from './task.ts'

const FORM = `\
- auth_info_form: ask the customer for the details that the departments will want. There is one \
form, and only before your first call: the customer fills it in and leaves. Ask for everything \
you will need, but no more than that: a customer who finds the form too long fills in nothing.`

const DIALOGUE = `\
- ask_customer: ask the customer for details that the departments will want, two or three at a \
time. Customers answer what they are asked; some have to look a thing up first, and some give an \
old number by mistake: ask again. Whoever is asked for much more than is needed leaves.`

const CALL = `\
- phone_call: call a department. Departments ask for different details, and some of them only act \
after another department has done its part and may want its reference number.`

const LINE = `\
- say: answer the employee while the line is open. What was said before on the call still holds.
- hang_up: end the call. A call that ends with nothing done counts against you.`

const WAIT = {
  full: '- wait: stay in the queue of a call until it is your turn; hang_up leaves it at no cost.',
  short: '- wait: stays in the queue of a call; hang_up leaves it.',
} as const

/** Where there is a clock. */
const TIME = {
  full: `\
Time passes with everything that you do; the directory and your calls tell what time it is. \
Departments answer in their opening hours only, and at some times of the day people wait in \
queues. With \`when\` a call is made later, such as "14:30" or "Tue 9:00". Time that is lost \
counts against you.`,
  short: `\
Time passes. Departments answer in their opening hours only, and may have queues. With \`when\` a \
call is made later ("Tue 9:00").`,
} as const

/** How an episode ends: with the work, or where there is a page with a report. */
const LAST = {
  full: {
    off: `You are finished when all the business has been done. If you cannot get any further, \
say so without calling a tool.`,
    on: `In the end report to the customer, without calling a tool: what was done, or what was \
not done and what stood in the way.`,
  },
  short: {
    off: 'If you cannot get any further, say so without a tool.',
    on: 'In the end report without a tool: what was done, or not done and why.',
  },
} as const

const ROLE = ({ customer, conversation, page, clock }: Settings): string => `\
You get a customer's business done with a company by phone, on the customer's behalf.

What you can do:
- company_directory: find the company's departments and their phone numbers.
${customer === 'form' ? FORM : DIALOGUE}
${conversation === 'off' ? CALL : `${CALL}\n${LINE}`}${waiting({ conversation, clock }, 'full')}

Rules:
- Think about which departments the business needs, in which order, and what each of them will ask.
- Pass on only what the customer gave you, exactly as given. Never make up a detail: after \
wrong ones a department takes no more calls, and without those it wants it does nothing.
- Say to each department what is to be done and about what, one thing at a time. A name or a thing \
alone is no request.${conversation === 'off' ? '' : `\n- ${THRIFT}`}
- Every call that gets nothing done counts against you.${passing(clock, 'full')}
- ${LAST.full[page]}`

type Length = Settings['prompt']

const waiting = (
  { conversation, clock }: Pick<Settings, 'conversation' | 'clock'>,
  length: Length,
): string => (conversation === 'on' && clock === 'on' ? `\n${WAIT[length]}` : '')

const passing = (clock: Settings['clock'], length: Length): string =>
  clock === 'on' ? `\n- ${TIME[length]}` : ''

/** Where one talks on the phone: what is not wanted is not told. */
const THRIFT = 'Tell a department what it asks for or is sure to want, and nothing else.'

const SHORT_FORM = `\
- auth_info_form: asks the customer for details, once, before the first call. Too long a form is \
not filled in.`

const SHORT_DIALOGUE = `\
- ask_customer: asks the customer for details, two or three at a time. Asked for too much, they \
leave. Unsure ones know more when asked again.`

const SHORT_LINE = `\
- say: answers the employee on the open line.
- hang_up: ends the call.`

const onLine = (settings: Pick<Settings, 'conversation' | 'clock'>): string =>
  settings.conversation === 'off' ? '' : `\n${SHORT_LINE}${waiting(settings, 'short')}`

/** The same for models that pay dearly for every character. */
const SHORT_ROLE = ({ customer, conversation, page, clock }: Settings): string => `\
You get a customer's business done with a company by phone.

Tools:
- company_directory: departments of a company and their numbers.
${customer === 'form' ? SHORT_FORM : SHORT_DIALOGUE}
- phone_call: calls a department.${onLine({ conversation, clock })}
Fields: ${FIELDS.join(', ')}.

Rules:
- Every department wants details of its own. Some act only after another one did its part, and \
may want its reference number.
- Give only what the customer gave, exactly. Never make up a detail.
- Say what is to be done and about what, one thing at a time.
- Calls that get nothing done count against you.${passing(clock, 'short')}
- ${LAST.short[page]}`

const ROLES = { full: ROLE, short: SHORT_ROLE } as const

/** Where the records must be right: one rule more. */
const SAY_ALL = {
  full:
    'Say with each request all that the customer wrote about it: amounts, dates, addresses, ' +
    'which one is meant. What you say is what is done, and wrong changes count against you.',
  short: 'Say all that the customer wrote about it; what you say is what is done.',
} as const

/** Where the customer decides of what is offered: one rule more. */
const ONLY_AGREED = {
  full:
    'Accept a fee, a longer contract or a wait only if the customer has said yes to it, or the ' +
    'rules of the house leave it to you. What can be had without, decline.',
  short: 'Accept fees, contracts and waits only with a yes of the customer.',
} as const

function roleOf(settings: Settings): string {
  const { prompt, records, page } = settings
  const role = ROLES[prompt](settings)
  const rules = [
    ...(records === 'strict' ? [SAY_ALL[prompt]] : []),
    ...(page === 'on' && decides(settings) ? [ONLY_AGREED[prompt]] : []),
  ]
  return [role, ...rules].join('\n- ')
}

/** The first messages of an episode: the agent's role and rules, and the customer's message. */
export function openingMessages({
  task,
  world,
  settings,
  random,
}: PhoneContext): readonly ChatMessage[] {
  const company = companyOf(world, task.company)
  const told = taskTold(task, settings.numbers)
  const opening = sayOpening(told, company, random('opening'), settings.records)
  const role = roleOf(settings)
  const page = settings.page === 'on' ? `\n\n${sayPage(pageOf(task, world, settings))}` : ''
  return [system(`${role}${page}`), user(opening)]
}

/** Sent once to an agent that stops without having called a tool. */
export const NUDGE =
  'The business is not done yet. Use a tool to go on, or answer without one again to stop here.'
