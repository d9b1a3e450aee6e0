import type { RandomStream } from '../random.ts'
import type { Case } from './case.ts'
import type { Slots } from './grammar/agreement.ts'
import { CIRCUMSTANCES } from './grammar/circumstances.ts'
import { expand } from './grammar/expand.ts'
import { MESSAGES } from './grammar/messages.ts'
import { findService } from './services.ts'
import { drawOwnDetail, LACKING_BECAUSE } from './tables/own-details.ts'
import type { Customer, PhoneTask } from './task.ts'
import { voiceFor } from './voice.ts'
import type { Company } from './world.ts'

const WISHES_PER_PARAGRAPH = 3

const SPEECH = { ...MESSAGES, ...CIRCUMSTANCES }

/**
 * The customer's first message at the stage `seed`. Facts come from the task, wording from the
 * stream.
 */
export function sayOpening(task: PhoneTask, company: Company, random: RandomStream): string {
  const wishes = task.goals.map(({ service }) => {
    const says = findService(service)?.says ?? []
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

interface Wish {
  /** Continues "I need to". */
  readonly says: string
  readonly remark?: string
}

/** The contents of a message. */
interface Message {
  readonly customer: Customer
  readonly wishes: readonly Wish[]
  /** Whole sentences. */
  readonly remarks: readonly string[]
}

/** Long letters have paragraphs; a letter of up to three wishes without remarks is one. */
function sayMessage(
  { customer, wishes, remarks }: Message,
  company: Company,
  seed: number,
  random: RandomStream,
): string {
  const voice = voiceFor(customer, seed)
  const say = (act: keyof typeof SPEECH, slots: Slots): string =>
    expand(random.pick(SPEECH[act][voice]), slots, random)
  const greeting = [say('hello', {}), say('company', { company: company.name })]
  const further = random.shuffle(SPEECH.further_goal[voice])
  const sayWish = ({ says: goal, remark }: Wish, index: number): string => {
    const way = further[(index - 1) % further.length] ?? ''
    const wish = index === 0 ? say('first_goal', { goal }) : expand(way, { goal }, random)
    return remark === undefined ? wish : `${wish} ${remark}`
  }
  const wishSentences = wishes.map(sayWish)
  const paragraphs = [[...greeting, ...wishSentences.slice(0, WISHES_PER_PARAGRAPH)]]
  for (
    let start = WISHES_PER_PARAGRAPH;
    start < wishSentences.length;
    start += WISHES_PER_PARAGRAPH
  ) {
    paragraphs.push(wishSentences.slice(start, start + WISHES_PER_PARAGRAPH))
  }
  if (remarks.length > 0) paragraphs.push([...remarks])
  const closing = [...sayOwnDetails(customer, say, random)]
  closing.push(say(customer.persona === 'impatient' ? 'hurry' : 'thanks', {}))
  if (paragraphs.length > 1) paragraphs.push(closing)
  else paragraphs[0]?.push(...closing)
  const text = paragraphs.map((sentences) => sentences.join(' ')).join('\n\n')
  const { full_name: fullName } = customer.values
  const [firstName = ''] = fullName.split(' ')
  const name = customer.tells === 'full_name' ? fullName : firstName
  return `${text}\n${say('signature', { name })}`
}

/** The detail that the customer lacks or withholds, and the one that the message gives. */
function sayOwnDetails(
  { mentions, tells, values }: Customer,
  say: (act: 'lack' | 'withhold' | 'tell', slots: Slots) => string,
  random: RandomStream,
): string[] {
  const sentences: string[] = []
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
  return sentences
}
