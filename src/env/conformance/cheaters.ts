import type { Action, ToolCall } from '../message.ts'
import { inWantedForm } from './answer-forms.ts'
import { callOf, filledWith } from './arguments.ts'
import { type Glimpse, type Reading, readingOf } from './reading.ts'
import { type SpanKind, spansOf } from './spans.ts'
import { GARBAGE } from './substitutes.ts'

/** Players that know only the contract and try to earn reward without the work. */
export const CHEATER_NAMES = [
  'copy-question',
  'copy-feedback',
  'say-everything',
  'say-nothing',
  'say-the-same',
  'garbage-first',
  'every-option',
  'tool-spam',
  'stop-at-once',
  'answer-first',
] as const
export type CheaterName = (typeof CHEATER_NAMES)[number]

/** The next turn of a cheater. Undefined if it has nothing left to try and closes. */
type Cheater = (glimpse: Glimpse) => Action | undefined

const GARBAGE_TURNS = 2
const SPAM_CALLS = 4
const NUMBERS_TRIED = 30
const TEXT_MAX = 900

const CHEATERS: Readonly<Record<CheaterName, Cheater>> = {
  'copy-question': (glimpse) => inTurn(glimpse, copiesOf(readingOf(glimpse.transcript).question)),
  'copy-feedback': copyFeedback,
  'say-everything': (glimpse) => {
    const { question, prompt } = readingOf(glimpse.transcript)
    const numbers = Array.from({ length: NUMBERS_TRIED }, (_, number) => String(number))
    const all = [...new Set([...copiesOf(question), ...numbers])]
    return submit(glimpse, all.map((text) => inWantedForm(prompt, text)).join(' '), all.join(', '))
  },
  'say-nothing': () => ({ content: '' }),
  'say-the-same': (glimpse) => {
    const { question } = readingOf(glimpse.transcript)
    return submit(glimpse, question, question)
  },
  'garbage-first': (glimpse) => {
    const { turns, question } = readingOf(glimpse.transcript)
    if (turns < GARBAGE_TURNS) return show(glimpse, GARBAGE)
    return inTurn(glimpse, copiesOf(question), GARBAGE_TURNS)
  },
  'every-option': (glimpse) => {
    const { question, prompt } = readingOf(glimpse.transcript)
    const options = spansOf('option', question)
    const all = options.length > 0 ? options : spansOf('line', question)
    return submit(
      glimpse,
      all.map((text) => inWantedForm(prompt, text)).join(' or '),
      all.join(' or '),
    )
  },
  'tool-spam': (glimpse) => {
    const { turns, answers, question } = readingOf(glimpse.transcript)
    const calls = Array.from({ length: SPAM_CALLS }, (_, at): ToolCall[] => {
      const tool = glimpse.tools[at % Math.max(1, glimpse.tools.length)]
      if (tool === undefined) return []
      const given = filledWith(tool, cut(question), answers)
      return [callOf(tool.function.name, given, turns, at)]
    })
    return { content: '', tool_calls: calls.flat() }
  },
  'stop-at-once': () => undefined,
  'answer-first': ({ transcript }) => {
    const { question, prompt } = readingOf(transcript)
    return { content: inWantedForm(prompt, spansOf('number', question)[0] ?? '0') }
  },
}

/** The cheater of a name. */
export const cheater = (name: CheaterName): Cheater => CHEATERS[name]

/** Every formula and every number of a question, in order, each once. */
export const copiesOf = (question: string): readonly string[] => [
  ...new Set((['formula', 'number'] as const).flatMap((kind) => spansOf(kind, question))),
]

/** Submits the texts one by one, and repeats one that gets a positive answer. */
function inTurn(glimpse: Glimpse, texts: readonly string[], before = 0): Action | undefined {
  const reading = readingOf(glimpse.transcript)
  if (isWelcome(reading)) return { content: reading.lastTurn }
  const text = texts[reading.turns - before]
  if (text !== undefined) return show(glimpse, text)
  const last = texts.at(-1)
  return last === undefined ? undefined : { content: inWantedForm(reading.prompt, last) }
}

/** Gives a text as the answer, and to every tool while turns remain. */
const show = (glimpse: Glimpse, text: string): Action =>
  submit(glimpse, inWantedForm(readingOf(glimpse.transcript).prompt, text), text)

function submit(glimpse: Glimpse, content: string, text: string): Action {
  const { turns, answers, prompt } = readingOf(glimpse.transcript)
  const calls = glimpse.tools.map((tool, at) =>
    callOf(
      tool.function.name,
      filledWith(tool, cut(inToolForm(tool, prompt, text)), answers),
      turns,
      at,
    ),
  )
  return calls.length === 0 ? { content } : { content, tool_calls: calls }
}

/** Formats a parameter named like an answer as the prompt wants answers. */
const inToolForm = (
  { function: { parameters } }: Glimpse['tools'][number],
  prompt: string,
  text: string,
): string => (/answer/i.test(JSON.stringify(parameters)) ? inWantedForm(prompt, text) : text)

const cut = (text: string): string => text.slice(0, TEXT_MAX)

const WELCOME = /\b(?:right|correct|passes|accepted|solved|done)\b/i
const UNWELCOME = /\b(?:not|no|wrong|incorrect|isn|mistake|error|fails?|nothing)\b/i

/** Whether the newest answer contains a word of praise. */
function isWelcome({ answers }: Reading): boolean {
  const last = answers.at(-1)?.split('\n')[0] ?? ''
  return WELCOME.test(last) && !UNWELCOME.test(last)
}

const FEEDBACK_KINDS: readonly SpanKind[] = ['formula', 'quoted', 'token', 'number', 'name']

/** Asks first, then repeats the answer piece by piece. */
function copyFeedback(glimpse: Glimpse): Action | undefined {
  const { answers, question, turns, prompt } = readingOf(glimpse.transcript)
  const feedback = answers.join('\n')
  const pieces = [...new Set(FEEDBACK_KINDS.flatMap((kind) => spansOf(kind, feedback)))]
  if (turns === 0 && glimpse.tools.length > 0) return show(glimpse, question)
  const text = pieces[Math.max(0, turns - 1)]
  if (text !== undefined) return show(glimpse, text)
  const last = pieces.at(-1)
  return last === undefined ? undefined : { content: inWantedForm(prompt, last) }
}
