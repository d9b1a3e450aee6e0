import type { Json, JsonObject } from '../../src/sim/json.ts'
import { type HeardCall, hearCall } from '../../src/sim/phone/hear-call.ts'
import { FIELD_PHRASES, type Field } from '../../src/sim/phone/tables/fields.ts'
import { type RandomStream, stream } from '../../src/sim/random.ts'
import type { EffectRequest } from '../../src/tools/effect.ts'

const phrase = (field: Field, random: RandomStream): string => random.pick(FIELD_PHRASES[field])

function details({ missing, mismatched, held }: HeardCall, random: RandomStream): string[] {
  const asked = missing.map(({ field, alternative }) => {
    const first = phrase(field, random)
    if (alternative === undefined) return first
    const second = phrase(alternative, random)
    return random.pick([`${first} (or else ${second})`, `either ${first} or ${second}`])
  })
  const wrong = mismatched.map((field) => phrase(field, random))
  return [
    ...(asked.length > 0
      ? [random.pick(['Sorry, I still need', 'You have not given me']).concat(` ${list(asked)}.`)]
      : []),
    ...(wrong.length > 0 ? [`What you gave for ${list(wrong)} is not what I see here.`] : []),
    ...(held
      ? [
          random.pick([
            'I am putting a security hold on this now.',
            'That means a security hold, sorry.',
          ]),
        ]
      : []),
  ]
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** What an employee says, in words that are none of the built-in sentences. */
export function paraphrase(heard: HeardCall, company: string, random: RandomStream): string {
  const { kind, named, reference } = heard
  switch (kind) {
    case 'missing':
    case 'mismatch':
      return details(heard, random).join(' ')
    case 'done':
      return random.pick([
        `Good news, everything has been processed. For your notes, it is ${reference}.`,
        `That went through without a hitch; please write down reference number ${reference}.`,
      ])
    case 'already_done':
      return `That was settled on an earlier call, see reference number ${reference}.`
    case 'wrong_department':
      return `You have come to the wrong place; ${named} looks after that sort of thing.`
    case 'prerequisite':
      return `Nothing can happen on our side until ${named} have had their turn.`
    case 'unsaid':
      return `Happy to, but you would need to give me ${named} as well.`
    case 'offer':
    case 'firm':
    case 'no_deal':
    case 'blocked':
    case 'read_back':
      throw new Error('what is offered or read back is said in the words of the rules')
    case 'reference':
      return `Could you read me the number that ${named} handed you?`
    case 'clarify':
      return 'Happy to look into it. What is it, in a little more detail?'
    case 'unclear':
      return 'It is not clear to me what you want, so this is where we stop.'
    case 'held':
      return 'The security hold from earlier is in place; I may not talk about it.'
    case 'one_at_a_time':
      return 'Let us do this one by one, please. With which thing shall we begin?'
    case 'too_long':
      return 'I lost the thread there; please say it in a shorter way.'
    case 'one_number':
      return 'A single number will do.'
    case 'other_matter':
      return 'What I have here for your customer is another request, not this one.'
    case 'nothing_to_do':
      return 'I checked, and there is nothing for us to take care of here.'
    case 'not_offered':
      return `I am afraid no one at ${company} handles such things.`
    case 'no_customer':
      return `Your customer is not known to us at ${company}.`
  }
}

/** The rule's sentences and their place, as a request to a model tells them. */
function briefOf(input: JsonObject): { lines: string[]; department: string; company: string } {
  const text = JSON.stringify(input)
  const [messages] = [input.messages as readonly { readonly content: string }[]]
  const content = messages.at(-1)?.content ?? text
  const [, department = '', company = ''] = /^Employee of: (.+) at (.+)$/m.exec(content) ?? []
  const lines = content.slice(content.indexOf('Sentences:\n') + 'Sentences:\n'.length).split('\n')
  return { lines, department, company }
}

/** A good model's answer to a request for other words. */
export function goodWords({ input }: Pick<EffectRequest, 'input'>): string {
  const { lines, ...place } = briefOf(input)
  const heard = hearCall(lines, place)
  if (heard === undefined) throw new Error(`not understood: ${lines.join(' ')}`)
  return paraphrase(heard, place.company, stream(Number(input.seed ?? 0), 0, 'paraphrase'))
}

/** The answer of a chat effect with these words. */
export const answered = (content: string): { status: 'answered'; output: Json } => ({
  status: 'answered',
  output: { content, finish_reason: 'stop' },
})
