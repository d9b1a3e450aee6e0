import { echoesPrompt } from '../../sim/echo.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import { visibleWords } from '../../tools/model-words.ts'
import type { Attempt } from '../attempt.ts'
import type { Transcript } from '../message.ts'
import { CRITIQUE_CHARACTERS_MAX, type Critic } from './critic.ts'

const TRANSCRIPT_CHARACTERS_MAX = 24_000
const TOKENS_MAX = 600

const INSTRUCTIONS = [
  'You review a failed attempt at a task, for whoever tries the task next.',
  'Below are the conversation of the attempt and a list of facts about it that is correct.',
  'Write what the next attempt should do differently, in at most eight short lines.',
  'Keep every fact of the list. Copy names with underscores and numbers exactly.',
  'Add nothing that neither the conversation nor the list says.',
].join(' ')

/** Headings of conversation and facts, and the speakers of the conversation. */
const HEADINGS = /^\s*(?:conversation|facts|system|user|assistant|tool):/im

/** Asks a model for the critique through a chat profile, and drops answers that fail the checks. */
export const modelCritic: Critic = {
  writes: 'by_asking',
  *write({ attempt, transcript, profile }) {
    if (profile === undefined) return undefined
    const answer = yield critiqueRequest(profile, transcript, attempt)
    return checkedCritique(answer, transcript, attempt)
  },
}

/** The request to the model: the conversation of the attempt and the critique by rule. */
function critiqueRequest(
  profile: string,
  transcript: Transcript,
  { critique }: Attempt,
): EffectRequest {
  const messages = [
    { role: 'system', content: INSTRUCTIONS },
    {
      role: 'user',
      content: `Conversation:\n${transcriptText(transcript)}\n\nFacts:\n${critique}`,
    },
  ]
  return { kind: 'chat', profile, input: { messages, max_tokens: TOKENS_MAX } }
}

/**
 * The critique that a model wrote; undefined if it fails a check. It must not repeat the prompt. It
 * must contain every name and number of the critique by rule, and no others than those of that
 * critique or the conversation.
 */
function checkedCritique(
  answer: EffectAnswer,
  transcript: Transcript,
  { critique }: Attempt,
): string | undefined {
  if (answer.status === 'failed') return undefined
  const text = visibleWords(answer)
  if (text === '' || text.length > CRITIQUE_CHARACTERS_MAX) return undefined
  if (echoesPrompt(text, INSTRUCTIONS, HEADINGS)) return undefined
  const facts = factsIn(text)
  const required = factsIn(critique)
  const givenFacts = factsIn(`${critique}\n${transcriptText(transcript, Number.POSITIVE_INFINITY)}`)
  const hasLostFacts = [...required].some((fact) => !facts.has(fact))
  const hasInventedFacts = [...facts].some((fact) => !givenFacts.has(fact))
  return hasLostFacts || hasInventedFacts ? undefined : text
}

/** Names with underscores, and numbers of two digits or more. */
function factsIn(text: string): ReadonlySet<string> {
  const factTexts = text.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)+|\d[\d.,:-]*\d/g)
  return new Set(factTexts ?? [])
}

function transcriptText(transcript: Transcript, charactersMax = TRANSCRIPT_CHARACTERS_MAX): string {
  const lines = transcript.map((message) => {
    const calls = 'tool_calls' in message ? (message.tool_calls ?? []) : []
    const called = calls.map(({ function: { name, arguments: args } }) => {
      return `[${name} ${typeof args === 'string' ? args : JSON.stringify(args)}]`
    })
    const parts = [message.content, ...called].filter((part) => part !== '').join(' ')
    return `${message.role}: ${parts}`
  })
  const text = lines.join('\n')
  if (text.length <= charactersMax) return text
  const half = charactersMax >> 1
  return `${text.slice(0, half)}\n…\n${text.slice(-half)}`.toWellFormed()
}
