import { callsBehind } from './between.ts'
import { type CallList, callOf, parsedJson } from './calls.ts'
import type { Dialect } from './dialect.ts'
import { endOfJson } from './json-span.ts'
import { type CompleteCalls, turnReader } from './thoughts.ts'

const MARK = '[TOOL_CALLS]'
const ENDS = ['</s>']
const THOUGHTS = ['[THINK]', '[/THINK]'] as const

const COMPLETE_CALLS: CompleteCalls = {
  begin: '\\[TOOL_CALLS\\]',
  endOf(text, start) {
    const head =
      /\[TOOL_CALLS\]\s*(?:[^\s[{]+\s*(?:\[CALL_ID\][^\s[{]*\s*)?(?:\[ARGS\]\s*)?)?(?=[[{])/y
    head.lastIndex = start
    if (!head.test(text)) return -1
    const end = endOfJson(text, head.lastIndex)
    return parsedJson(text.slice(head.lastIndex, end)) === undefined ? -1 : end
  },
}

/** Parses a list of calls or one call after a mark. Returns the position after it. */
function readCalls(turn: string, start: number, list: CallList): number {
  const opening = /[[{]/g
  opening.lastIndex = start
  for (let found = opening.exec(turn); found !== null; found = opening.exec(turn)) {
    // Marks between the name and its arguments look like lists.
    const mark = /\[(?:ARGS|CALL_ID|TOOL_CALLS)\]/y
    mark.lastIndex = found.index
    const marked = mark.exec(turn)?.[0]
    if (marked === MARK) break
    if (marked !== undefined) continue
    const end = endOfJson(turn, found.index)
    // Truncated: the rest of the text belongs to this call.
    if (end < 0) return unreadable(turn, start, turn.length, list)
    takeCalls(turn.slice(start, found.index), turn.slice(found.index, end), list)
    return end
  }
  const next = turn.indexOf(MARK, start)
  return unreadable(turn, start, next < 0 ? turn.length : next, list)
}

function unreadable(turn: string, start: number, end: number, list: CallList): number {
  list.add(undefined, turn.slice(start, end))
  return end
}

function takeCalls(head: string, body: string, list: CallList): void {
  const name = head.split('[ARGS]', 1)[0]?.split('[CALL_ID]', 1)[0]?.trim() ?? ''
  const parsed = name === '' ? parsedJson(body) : undefined
  const calls =
    name !== ''
      ? [{ name, arguments: body }]
      : Array.isArray(parsed)
        ? parsed.map(callOf)
        : [callOf(parsed)]
  for (const call of calls) if (!list.isFull) list.add(call, body)
}

/** Calls after a special token: a JSON list until 2024, later a name and arguments. */
export const mistral: Dialect = {
  families: 'Mistral and Ministral from 2024 on, Magistral, Devstral, Mistral Small 3 and 4',
  grammar:
    '[TOOL_CALLS]NAME[ARGS]{…} any number of times, with [CALL_ID]ID before [ARGS] or not; ' +
    'older: [TOOL_CALLS][{"name": NAME, "arguments": {…}}, …]',
  vllm: 'mistral',
  ends: ENDS,
  thoughts: THOUGHTS,
  examples: [
    {
      text: '[TOOL_CALLS]look_up[ARGS]{"query": "lift [A]", "limit": 3}[TOOL_CALLS]hang_up[ARGS]{}',
      content: '',
      calls: [
        { name: 'look_up', arguments: { query: 'lift [A]', limit: 3 } },
        { name: 'hang_up', arguments: {} },
      ],
    },
    {
      text:
        '[TOOL_CALLS] [{"name": "look_up", "arguments": {"query": "lift"}, ' +
        '"id": "a1b2c3d4e"}]</s>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift' } }],
    },
  ],
  read: turnReader(
    ENDS,
    COMPLETE_CALLS,
    (turn) => callsBehind(turn, MARK, (start, list) => readCalls(turn, start, list)),
    THOUGHTS,
  ),
}
