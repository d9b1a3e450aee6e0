import { CallList, parsedJson } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { endOfJson } from './json-span.ts'
import { completeCalls, turnReader } from './thoughts.ts'

const SECTION_OPEN = '<|tool_calls_section_begin|>'
const SECTION_CLOSE = '<|tool_calls_section_end|>'
const CALL_OPEN = '<|tool_call_begin|>'
const CALL_CLOSE = '<|tool_call_end|>'
const MIDDLE = '<|tool_call_argument_begin|>'
const ENDS = ['<|im_end|>', '[EOS]']

/** The head of a call after its mark. The model numbers its calls, and answers refer to that id. */
const HEAD = /\s*((?:functions\.)?([^\s:<>|]{1,256}):\d{1,9})\s*<\|tool_call_argument_begin\|>\s*/y

interface CallSpan {
  readonly id: string
  readonly name: string
  readonly given: string
  readonly end: number
}

/** Parses a call by its JSON, so marks inside strings are text. A section's end is its end too. */
function readComplete(turn: string, start: number): CallSpan | undefined {
  HEAD.lastIndex = start
  const [, id, name] = HEAD.exec(turn) ?? []
  if (id === undefined || name === undefined) return undefined
  const from = HEAD.lastIndex
  const end = /[[{]/.test(turn.charAt(from)) ? endOfJson(turn, from) : from
  const given = turn.slice(from, end)
  if (end < 0 || (given !== '' && parsedJson(given) === undefined)) return undefined
  const tail = /\s*(?:<\|tool_call_end\|>|(?=<\|tool_calls_section_end\|>))/y
  tail.lastIndex = end
  return tail.test(turn) ? { id, name, given: given || '{}', end: tail.lastIndex } : undefined
}

/** Calls count within a section only, where nothing else may stand. */
function readTurn(turn: string): RawTurn {
  const list = new CallList()
  const mark = /<\|tool_calls_section_(?:begin|end)\|>|<\|tool_call_begin\|>/g
  let content = ''
  let isInSection = false
  let position = 0
  const take = (text: string) => {
    if (!isInSection) content += text
    else if (text.trim() !== '') list.add(undefined, text)
  }
  while (!list.isFull) {
    mark.lastIndex = position
    const found = mark.exec(turn)
    if (found === null) break
    take(turn.slice(position, found.index))
    position = mark.lastIndex
    if (found[0] === CALL_OPEN) position = readCall(turn, position, isInSection, list)
    else isInSection = found[0] === SECTION_OPEN
  }
  if (list.isFull) isInSection = false
  take(turn.slice(position))
  return { content: content.trim(), calls: list.calls }
}

/** Reads the call behind a mark. Returns where the text continues. */
function readCall(turn: string, start: number, isInSection: boolean, list: CallList): number {
  const whole = readComplete(turn, start)
  if (whole !== undefined) {
    const { id, name, given, end } = whole
    list.add(isInSection ? { id, name, arguments: given } : undefined, turn.slice(start, end))
    return end
  }
  const close = /<\|tool_call_end\|>|(?=<\|tool_calls_section_end\|>|<\|tool_call_begin\|>)/g
  close.lastIndex = start
  const found = close.exec(turn)
  const body = turn.slice(start, found?.index)
  const middle = body.indexOf(MIDDLE)
  HEAD.lastIndex = start
  const [, id, name] = HEAD.exec(turn) ?? []
  // Arguments that are no JSON are the call's own, so that the model is told what is wrong.
  const isNamed = isInSection && found?.[0] === CALL_CLOSE && id !== undefined && name !== undefined
  const given = body.slice(middle + MIDDLE.length).trim()
  list.add(isNamed ? { id, name, arguments: given } : undefined, body)
  return found === null ? turn.length : found.index + found[0].length
}

/** JSON between special tokens. Each call has a number, by which its answer refers to it. */
export const kimiK2: Dialect = {
  families: 'Kimi K2 Instruct and Thinking',
  grammar:
    `${SECTION_OPEN}${CALL_OPEN}functions.NAME:NUMBER${MIDDLE}{…}${CALL_CLOSE}…${SECTION_CLOSE}; ` +
    'calls of an episode are numbered from 0',
  vllm: 'kimi_k2',
  ends: ENDS,
  namesCalls: true,
  examples: [
    {
      text:
        `<think>The desk knows.</think>${SECTION_OPEN}${CALL_OPEN}functions.look_up:0${MIDDLE}` +
        `{"query": "lift", "limit": 3}${CALL_CLOSE}${SECTION_CLOSE}<|im_end|>`,
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift', limit: 3 } }],
    },
    {
      text:
        `I look.${SECTION_OPEN}${CALL_OPEN}functions.look_up:1${MIDDLE}{"query": "42"}` +
        `${CALL_CLOSE}${CALL_OPEN}functions.hang_up:2${MIDDLE}{}${CALL_CLOSE}${SECTION_CLOSE}`,
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: '42' } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(ENDS, completeCalls(CALL_OPEN, readComplete), readTurn),
}
