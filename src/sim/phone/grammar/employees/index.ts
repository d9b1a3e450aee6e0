import type { SpeechStyle } from '../../people/employees.ts'
import { ON_DETAILS } from './details.ts'
import { ON_HOLDING } from './holding.ts'
import { MANNERS } from './manners.ts'
import { ON_ORDER } from './order.ts'
import { ON_OUTCOMES } from './outcomes.ts'
import { ON_REQUESTS } from './requests.ts'
import type { SayingsByAct } from './sayings.ts'
import { ON_SETTLING } from './settling.ts'

/** What an employee can say that carries news. */
const NEWS = {
  ...ON_REQUESTS,
  ...ON_ORDER,
  ...ON_DETAILS,
  ...ON_SETTLING,
  ...ON_OUTCOMES,
}
export type Occasion = keyof typeof NEWS
export const OCCASIONS = Object.keys(NEWS) as readonly Occasion[]

/** What else they say. */
const ALL_MANNERS = { ...MANNERS, ...ON_HOLDING }
export type Manner = keyof typeof ALL_MANNERS

/**
 * Sentences by act and style. Slots: {right} and {first} are departments, {fields} details in
 * natural words, {reference} a number, {thing} what a request was about, {slots} what it left open
 * or what was heard of it, {offer} what is proposed,
 * {fact} what stands in the way; {company}, {desk} and {name} who is called and
 * who answers, {our_desk} the department within a sentence.
 */
export const SPEECH: SayingsByAct<Occasion | Manner> = { ...NEWS, ...ALL_MANNERS }

const MANNER_ACTS: ReadonlySet<string> = new Set(Object.keys(ALL_MANNERS))

/** Whether an act carries no news. */
export const isManner = (act: Occasion | Manner): act is Manner => MANNER_ACTS.has(act)

/** One way to say an act. */
interface EmployeeSaying {
  readonly act: Occasion | Manner
  readonly style: SpeechStyle
  readonly template: string
}

export const EMPLOYEE_SAYINGS: readonly EmployeeSaying[] = Object.entries(SPEECH).flatMap(
  ([act, byStyle]) =>
    Object.entries(byStyle).flatMap(([style, templates]) =>
      templates.map((template) => ({
        act: act as Occasion | Manner,
        style: style as SpeechStyle,
        template,
      })),
    ),
)
