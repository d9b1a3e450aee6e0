import { CallList, callOf, parsedJson, type WrittenCall } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { readPythonCalls } from './python-calls.ts'
import { afterThoughts, withoutEnds } from './thoughts.ts'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'

function parseLfm2(text: string): RawTurn {
  const turn = afterThoughts(withoutEnds(text, ['<|im_end|>', '<|endoftext|>']))
  if (typeof turn !== 'string') return turn
  const list = new CallList()
  const content: string[] = []
  let position = 0
  while (!list.isFull) {
    const open = turn.indexOf(OPEN, position)
    if (open < 0) break
    content.push(turn.slice(position, open).trim())
    const start = open + OPEN.length
    const close = turn.indexOf(CLOSE, start)
    readBlock(turn.slice(start, close < 0 ? undefined : close), list)
    position = close < 0 ? turn.length : close + CLOSE.length
  }
  content.push(turn.slice(position).trim())
  return { content: content.filter((part) => part !== '').join('\n'), calls: list.calls }
}

/** Reads the calls of one block: Python, or JSON where the system prompt asks for it. */
function readBlock(body: string, list: CallList): void {
  const calls = readPythonCalls(body) ?? jsonCalls(parsedJson(body))
  for (const call of calls) if (!list.isFull) list.add(call, body)
}

const jsonCalls = (parsed: unknown): readonly (WrittenCall | undefined)[] =>
  Array.isArray(parsed) && parsed.length > 0 ? parsed.map(callOf) : [callOf(parsed)]

/** Calls in the syntax of Python, between tokens of their own. */
export const lfm2: Dialect = {
  families: 'LFM2, LFM2.5',
  grammar: '<|tool_call_start|>[NAME(KEY=LITERAL, …), …]<|tool_call_end|>, literals as in Python',
  vllm: 'lfm2',
  examples: [
    {
      text:
        '<|tool_call_start|>[look_up(query="lift \\"A\\"", limit=3), hang_up()]' +
        '<|tool_call_end|>I look.<|im_end|>',
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: 'lift "A"', limit: 3 } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: parseLfm2,
}
