import type { RandomStream } from '../random.ts'
import type { Case } from './case.ts'
import type { Slots } from './grammar/agreement.ts'
import { CIRCUMSTANCES } from './grammar/circumstances.ts'
import { expand } from './grammar/expand.ts'
import { MESSAGES } from './grammar/messages.ts'
import { serviceOf } from './services.ts'
import { drawOwnDetail, LACKING_BECAUSE } from './tables/own-details.ts'
import type { Customer, PhoneTask } from './task.ts'
import { voiceFor } from './voice.ts'
import type { Company } from './world.ts'

const SPEECH = { ...MESSAGES, ...CIRCUMSTANCES }

/**
 * The customer's first message at the stage `seed`. Facts come from the task, wording from the
 * stream.
 */
export function sayOpening(task: PhoneTask, company: Company, random: RandomStream): string {
  const wishes = task.goals.map(({ service }) => {
    const says = serviceOf(service)?.says ?? []
    if (says.length === 0) throw new Error(`task ${task.id}: no customer asks for ${service}`)
    return { says: random.pick(says) }
  })
  return sayMessage({ customer: task.customer, wishes, remarks: [] }, company, task.seed, random)
}

/** The first message at the stages with a dialogue; it contains every detail that decides. */
export const sayCaseOpening = (
  { customer, goals, remarks }: Case,
  company: Company,
  seed: number,
  random: RandomStream,
): string => sayMessage({ customer, wishes: goals, remarks }, company, seed, random)

/** The contents of a message. */
interface Message {
  readonly customer: Customer
  readonly wishes: readonly {
    /** Continues "I need to". */
    readonly says: string
    readonly remark?: string
  }[]
  /** Whole sentences. */
  readonly remarks: readonly string[]
}

function sayMessage(
  { customer, wishes, remarks }: Message,
  company: Company,
  seed: number,
  random: RandomStream,
): string {
  const { persona, mentions, tells, values } = customer
  const voice = voiceFor(customer, seed)
  const say = (act: keyof typeof SPEECH, slots: Slots): string =>
    expand(random.pick(SPEECH[act][voice]), slots, random)
  const sentences = [say('hello', {}), say('company', { company: company.name })]
  const further = random.shuffle(SPEECH.further_goal[voice])
  wishes.forEach(({ says: goal, remark }, index) => {
    const way = further[(index - 1) % further.length] ?? ''
    sentences.push(index === 0 ? say('first_goal', { goal }) : expand(way, { goal }, random))
    if (remark !== undefined) sentences.push(remark)
  })
  sentences.push(...remarks)
  if (mentions !== null) {
    const field = drawOwnDetail(mentions, random)
    const reasons = LACKING_BECAUSE[mentions]
    // A field without reasons for its loss is withheld instead.
    const lacks = reasons === undefined ? undefined : { field, reason: random.pick(reasons) }
    sentences.push(lacks === undefined ? say('withhold', { field }) : say('lack', lacks))
  }
  // The signature gives the name.
  if (tells !== null && tells !== 'full_name') {
    const field = drawOwnDetail(tells, random)
    sentences.push(say('tell', { field, value: values[tells] }))
  }
  sentences.push(say(persona === 'impatient' ? 'hurry' : 'thanks', {}))
  const [first = ''] = values.full_name.split(' ')
  const name = tells === 'full_name' ? values.full_name : first
  return `${sentences.join(' ')}\n${say('signature', { name })}`
}
