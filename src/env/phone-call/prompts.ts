import { numbersIn, type Texts } from '../../sim/phone/listing.ts'
import { sayOpening } from '../../sim/phone/opening.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { visibleTaskFor } from '../../sim/phone/short-numbers.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { findCompany } from '../../sim/phone/world.ts'
import { type ChatMessage, system, user } from '../message.ts'
import type { PhoneEvent } from './events.ts'
import type { PhoneContext } from './task.ts'

const FULL = `\
You get a customer's business done with a company by phone, on the customer's behalf.

What you can do:
- company_directory: find the company's departments, their phone numbers and their services.
- auth_info_form: ask the customer for the details that the departments will want. There is one \
form, and only before your first call: the customer fills it in and leaves. Ask for everything \
you will need, but no more than that: a customer who finds the form too long fills in nothing.
- phone_call: call a department and have it carry out a service. Departments ask for different \
details. Some of them only act after another department has done its part, and may want its \
reference number. A department that is needed for nothing else does its part with the service \
\`${CLEARANCE}\`.

Rules:
- Think about which departments the business needs, in which order, and what each of them will ask.
- Choose the service that is what the customer wants. A department carries out any service it \
lists, whether the customer wants it or not; what is done is final, and what nobody wanted \
spoils the work.
- Pass on only what the customer gave you, exactly as given. Never make up a detail: after \
wrong ones a department takes no more calls, and without those it wants it does nothing.
- Something may be accepted in place of a detail that the customer does not have. First ask the \
customer for the detail itself, unless they have told you that they lack it.
- Every call that gets nothing done counts against you.
- You are finished when all the business has been done. If you cannot get any further, say so \
without calling a tool.`

/** The same for models with short contexts. */
const COMPACT = `\
You get a customer's business done with a company by phone.

Tools:
- company_directory: departments of a company, their numbers and services.
- auth_info_form: asks the customer for details, once, before the first call. Too long a form is \
not filled in.
- phone_call: has a department carry out a service.
Fields: ${FIELDS.join(', ')}.

Rules:
- Every department wants details of its own. Some act only after another one did its part \
(service \`${CLEARANCE}\`), and may want its reference number.
- Choose the service that the customer wants. What is done is final.
- Give only what the customer gave, exactly. Never make up a detail.
- What stands in for a detail is taken only if the customer said to lack the detail.
- Calls that get nothing done count against you.
- If you cannot get any further, say so without a tool.`

const ROLES: Readonly<Record<Texts, string>> = { full: FULL, compact: COMPACT }

/** The first messages of an episode, and the public event that describes them. */
export function seedOpening({ task, world, settings, random }: PhoneContext): {
  readonly messages: readonly ChatMessage[]
  readonly events: readonly PhoneEvent[]
} {
  const company = findCompany(world, task.company)
  const visibleTask = visibleTaskFor(task, numbersIn(settings.texts))
  const { tells, mentions, persona, values } = visibleTask.customer
  const [firstName = ''] = values.full_name.split(' ')
  const message: PhoneEvent = {
    kind: 'message',
    company: company.name,
    name: tells === 'full_name' ? values.full_name : firstName,
    tells: tells === null ? null : { field: tells, value: values[tells] },
    lacks: mentions,
    hurried: persona === 'impatient',
  }
  return {
    messages: [
      system(ROLES[settings.texts]),
      user(sayOpening(visibleTask, company, random('opening'))),
    ],
    events: [message],
  }
}

/** Sent once to an agent that stops without having called a tool. */
export const NUDGE =
  'The business is not done yet. Use a tool to go on, or answer without one again to stop here.'
