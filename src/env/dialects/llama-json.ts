import { CallList, callOf, parsedJson } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { endOfJson } from './json-span.ts'
import { type CompleteCalls, turnReader } from './thoughts.ts'

const MARK = '<|python_tag|>'
const ENDS = ['<|eot_id|>', '<|eom_id|>', '<|eot|>', '<|eom|>', '<|end_of_text|>']

const COMPLETE_CALLS: CompleteCalls = {
  begin: '[{]',
  endOf(text, start) {
    const end = endOfJson(text, start)
    return end >= 0 && isCall(parsedJson(text.slice(start, end))) ? end : -1
  },
}

function readTurn(turn: string): RawTurn {
  const list = new CallList()
  const isMarked = turn.includes(MARK)
  let content = ''
  let position = 0
  while (!list.isFull) {
    const open = turn.indexOf('{', position)
    if (open < 0) break
    const end = endOfJson(turn, open)
    const span = turn.slice(open, end < 0 ? undefined : end)
    content += turn.slice(position, open)
    if (!readObject(span, list, isMarked)) content += span
    position = open + span.length
  }
  content += turn.slice(position)
  const text = content.replaceAll(MARK, '').trim()
  // Separators and list brackets around calls are not content.
  const isPunctuation = list.calls.length > 0 && /^[\s;,[\]]*$/.test(text)
  return { content: isPunctuation ? '' : text, calls: list.calls }
}

const isCall = (parsed: unknown): boolean => {
  if (typeof parsed !== 'object' || parsed === null) return false
  const { name, parameters, arguments: given } = parsed as Record<string, unknown>
  return typeof name === 'string' && (parameters !== undefined || given !== undefined)
}

/** Reads an object as a call if it is one or was meant as one. */
function readObject(span: string, list: CallList, isMarked: boolean): boolean {
  const parsed = parsedJson(span)
  if (typeof parsed === 'object' && parsed !== null) {
    const { name, parameters, arguments: given } = parsed as Record<string, unknown>
    const isOne = isCall(parsed)
    const call = { name, arguments: given === undefined ? parameters : given }
    if (isOne || isMarked) list.add(isOne ? callOf(call) : undefined, span)
    return isOne || isMarked
  }
  // Truncated or invalid JSON is a call if it has a call's member. Prose with braces has none.
  const isMeant = isMarked || /^\{\s*"(?:name|type|function)"\s*:/.test(span)
  if (isMeant) list.add(undefined, span)
  return isMeant
}

/** Bare JSON objects without marks. */
export const llamaJson: Dialect = {
  families: 'Llama 3.1, 3.2 and 3.3, Llama 4 with its JSON template',
  grammar:
    '{"name": NAME, "parameters": {…}}, several with ; between them, after <|python_tag|> or not',
  vllm: 'llama3_json',
  ends: ENDS,
  examples: [
    {
      text: '{"name": "look_up", "parameters": {"query": "lift {A}", "limit": 3}}<|eot_id|>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift {A}', limit: 3 } }],
    },
    {
      text:
        '<|python_tag|>{"name": "look_up", "parameters": {"query": "lift"}}; ' +
        '{"name": "hang_up", "parameters": {}}<|eom_id|>',
      content: '',
      calls: [
        { name: 'look_up', arguments: { query: 'lift' } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(ENDS, COMPLETE_CALLS, readTurn),
}
