import { callsBetween } from './between.ts'
import { callOf, parsedJson } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { afterThoughts } from './thoughts.ts'

const CALL_OPEN = '<tool_call>'
const CALL_CLOSE = '</tool_call>'

/**
 * Reads raw model text in the Hermes form: what follows the last `</think>` is the turn, and each
 * `<tool_call>{"name": …, "arguments": …}</tool_call>` in it is a call.
 */
export function parseHermes(text: string): RawTurn {
  const turn = afterThoughts(text)
  if (typeof turn !== 'string') return turn
  return callsBetween(turn, [CALL_OPEN, CALL_CLOSE], (body) => callOf(parsedJson(body)))
}

/** JSON between tags: the default, and the form of most open models up to 2025. */
export const hermes: Dialect = {
  families: 'Hermes 2 and later, Qwen2.5, QwQ, Qwen3',
  grammar: '<tool_call>{"name": NAME, "arguments": {…}}</tool_call>, any number of times',
  vllm: 'hermes',
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
  read: parseHermes,
}
