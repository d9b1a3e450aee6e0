import { callsBetween, type ReadCall } from './between.ts'
import { callOf, parsedJson } from './calls.ts'
import type { Dialect } from './dialect.ts'
import { afterSpace, endOfJson } from './json-span.ts'
import { completeCalls, turnReader } from './thoughts.ts'

const CALL_OPEN = '<tool_call>'
const CALL_CLOSE = '</tool_call>'
const ENDS = ['<|im_end|>', '<|endoftext|>']

/** Parses a call by its JSON. Its end mark may be missing before the next call or at the end. */
function readComplete(turn: string, start: number): ReadCall | undefined {
  const open = afterSpace(turn, start)
  if (turn[open] !== '{') return undefined
  const end = endOfJson(turn, open)
  if (end < 0) return undefined
  const call = callOf(parsedJson(turn.slice(open, end)))
  if (call === undefined) return undefined
  const after = afterSpace(turn, end)
  if (turn.startsWith(CALL_CLOSE, after)) return { call, end: after + CALL_CLOSE.length }
  return after === turn.length || turn.startsWith(CALL_OPEN, after) ? { call, end } : undefined
}

/** JSON between tags: the default, and the form of most open models up to 2025. */
export const hermes: Dialect = {
  families: 'Hermes 2 and later, Qwen2.5, QwQ, Qwen3',
  grammar: '<tool_call>{"name": NAME, "arguments": {…}}</tool_call>, any number of times',
  vllm: 'hermes',
  ends: ENDS,
  examples: [
    {
      text: '<tool_call>\n{"name": "look_up", "arguments": {"query": "lift"}}\n</tool_call>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift' } }],
    },
    {
      text:
        '<think>\nTwo at once.\n</think>\n\nBoth:\n<tool_call>\n{"name": "look_up", "arguments": ' +
        '{"query": "a \\"b\\"", "limit": 3}}\n</tool_call>\n<tool_call>\n{"name": "hang_up", ' +
        '"arguments": {}}\n</tool_call>',
      content: 'Both:',
      calls: [
        { name: 'look_up', arguments: { query: 'a "b"', limit: 3 } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(ENDS, completeCalls(CALL_OPEN, readComplete), (turn) =>
    callsBetween(turn, [CALL_OPEN, CALL_CLOSE], (start) => readComplete(turn, start)),
  ),
}
