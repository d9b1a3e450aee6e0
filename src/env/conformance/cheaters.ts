import type { Action, ToolCall } from '../message.ts'
import { inWantedForm } from './answer-forms.ts'
import { filledWith, makeCall } from './arguments.ts'
import { findSpans, type SpanKind } from './spans.ts'
import { GARBAGE } from './substitutes.ts'
import { type PlayerView, splitTranscript, type TranscriptParts } from './transcript-parts.ts'

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
type Cheater = (view: PlayerView) => Action | undefined

const GARBAGE_TURNS = 2
const SPAM_CALLS = 4
const NUMBERS_TRIED = 30
const TEXT_MAX = 900

const CHEATERS: Readonly<Record<CheaterName, Cheater>> = {
  'copy-question': (view) =>
    submitInTurn(view, formulasAndNumbers(splitTranscript(view.transcript).question)),
  'copy-feedback': copyFeedback,
  'say-everything': (view) => {
    const { question, prompt } = splitTranscript(view.transcript)
    const numbers = Array.from({ length: NUMBERS_TRIED }, (_, number) => String(number))
    const candidates = [...new Set([...formulasAndNumbers(question), ...numbers])]
    return submit(
      view,
      candidates.map((text) => inWantedForm(prompt, text)).join(' '),
      candidates.join(', '),
    )
  },
  'say-nothing': () => ({ content: '' }),
  'say-the-same': (view) => {
    const { question } = splitTranscript(view.transcript)
    return submit(view, question, question)
  },
  'garbage-first': (view) => {
    const { turns, question } = splitTranscript(view.transcript)
    if (turns < GARBAGE_TURNS) return show(view, GARBAGE)
    return submitInTurn(view, formulasAndNumbers(question), GARBAGE_TURNS)
  },
  'every-option': (view) => {
    const { question, prompt } = splitTranscript(view.transcript)
    const options = findSpans('option', question)
    const candidates = options.length > 0 ? options : findSpans('line', question)
    return submit(
      view,
      candidates.map((text) => inWantedForm(prompt, text)).join(' or '),
      candidates.join(' or '),
    )
  },
  'tool-spam': (view) => {
    const { turns, answers, question } = splitTranscript(view.transcript)
    const calls = Array.from({ length: SPAM_CALLS }, (_, index): ToolCall[] => {
      const tool = view.tools[index % Math.max(1, view.tools.length)]
      if (tool === undefined) return []
      const args = filledWith(tool, cut(question), answers)
      return [makeCall(tool.function.name, args, turns, index)]
    })
    return { content: '', tool_calls: calls.flat() }
  },
  'stop-at-once': () => undefined,
  'answer-first': ({ transcript }) => {
    const { question, prompt } = splitTranscript(transcript)
    return { content: inWantedForm(prompt, findSpans('number', question)[0] ?? '0') }
  },
}

/** The cheater of a name. */
export const cheater = (name: CheaterName): Cheater => CHEATERS[name]

/** Every formula and every number of a question, in order, each once. */
export const formulasAndNumbers = (question: string): readonly string[] => [
  ...new Set((['formula', 'number'] as const).flatMap((kind) => findSpans(kind, question))),
]

/** Submits the texts one by one, and repeats one that gets a positive answer. */
function submitInTurn(
  view: PlayerView,
  texts: readonly string[],
  turnsBefore = 0,
): Action | undefined {
  const reading = splitTranscript(view.transcript)
  if (isWelcome(reading)) return { content: reading.lastTurn }
  const text = texts[reading.turns - turnsBefore]
  if (text !== undefined) return show(view, text)
  const last = texts.at(-1)
  return last === undefined ? undefined : { content: inWantedForm(reading.prompt, last) }
}

/** Gives a text as the answer, and to every tool while turns remain. */
const show = (view: PlayerView, text: string): Action =>
  submit(view, inWantedForm(splitTranscript(view.transcript).prompt, text), text)

function submit(view: PlayerView, content: string, text: string): Action {
  const { turns, answers, prompt } = splitTranscript(view.transcript)
  const calls = view.tools.map((tool, index) =>
    makeCall(
      tool.function.name,
      filledWith(tool, cut(inToolForm(tool, prompt, text)), answers),
      turns,
      index,
    ),
  )
  return calls.length === 0 ? { content } : { content, tool_calls: calls }
}

/** Formats a parameter named like an answer as the prompt wants answers. */
const inToolForm = (
  { function: { parameters } }: PlayerView['tools'][number],
  prompt: string,
  text: string,
): string => (/answer/i.test(JSON.stringify(parameters)) ? inWantedForm(prompt, text) : text)

const cut = (text: string): string => text.slice(0, TEXT_MAX)

const WELCOME = /\b(?:right|correct|passes|accepted|solved|done)\b/i
const UNWELCOME = /\b(?:not|no|wrong|incorrect|isn|mistake|error|fails?|nothing)\b/i

/** Whether the newest answer contains a word of praise. */
function isWelcome({ answers }: TranscriptParts): boolean {
  const last = answers.at(-1)?.split('\n')[0] ?? ''
  return WELCOME.test(last) && !UNWELCOME.test(last)
}

const FEEDBACK_KINDS: readonly SpanKind[] = ['formula', 'quoted', 'token', 'number', 'name']

/** Asks first, then repeats the answer piece by piece. */
function copyFeedback(view: PlayerView): Action | undefined {
  const { answers, question, turns, prompt } = splitTranscript(view.transcript)
  const feedback = answers.join('\n')
  const pieces = [...new Set(FEEDBACK_KINDS.flatMap((kind) => findSpans(kind, feedback)))]
  if (turns === 0 && view.tools.length > 0) return show(view, question)
  const text = pieces[Math.max(0, turns - 1)]
  if (text !== undefined) return show(view, text)
  const last = pieces.at(-1)
  return last === undefined ? undefined : { content: inWantedForm(prompt, last) }
}
