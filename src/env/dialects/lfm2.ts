import { CallList, callOf, parsedJson, type WrittenCall } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { afterSpace, endOfJson } from './json-span.ts'
import { readPythonCalls } from './python-calls.ts'
import { completeCalls, turnReader } from './thoughts.ts'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'
const ENDS = ['<|im_end|>', '<|endoftext|>']

/** The calls of a complete block, and the position after it. */
interface Block {
  readonly calls: readonly (WrittenCall | undefined)[]
  readonly end: number
}

/** Parses a block by its contents, so marks inside strings are text. */
function readComplete(turn: string, start: number): Block | undefined {
  const found = readPythonCalls(turn, start) ?? readJson(turn, start)
  if (found === undefined) return undefined
  const after = afterSpace(turn, found.end)
  const isClosed = turn.startsWith(CLOSE, after)
  if (!isClosed && after < turn.length) return undefined
  return { calls: found.calls, end: isClosed ? after + CLOSE.length : after }
}

/** The variant for system prompts that ask for JSON. */
function readJson(turn: string, start: number): Block | undefined {
  const open = afterSpace(turn, start)
  if (turn[open] !== '[' && turn[open] !== '{') return undefined
  const end = endOfJson(turn, open)
  const parsed = end < 0 ? undefined : parsedJson(turn.slice(open, end))
  return parsed === undefined ? undefined : { calls: jsonCalls(parsed), end }
}

function readTurn(turn: string): RawTurn {
  const list = new CallList()
  const content: string[] = []
  let position = 0
  while (!list.isFull) {
    const open = turn.indexOf(OPEN, position)
    if (open < 0) break
    content.push(turn.slice(position, open).trim())
    const start = open + OPEN.length
    const whole = readComplete(turn, start)
    const close = turn.indexOf(CLOSE, start)
    const end = whole?.end ?? (close < 0 ? turn.length : close + CLOSE.length)
    for (const call of whole?.calls ?? [undefined]) {
      if (!list.isFull) list.add(call, turn.slice(start, close < 0 ? undefined : close))
    }
    position = end
  }
  content.push(turn.slice(position).trim())
  return { content: content.filter((part) => part !== '').join('\n'), calls: list.calls }
}

const jsonCalls = (parsed: unknown): readonly (WrittenCall | undefined)[] =>
  Array.isArray(parsed) && parsed.length > 0 ? parsed.map(callOf) : [callOf(parsed)]

/** Calls in Python syntax, enclosed by special tokens. */
export const lfm2: Dialect = {
  families: 'LFM2, LFM2.5',
  grammar: '<|tool_call_start|>[NAME(KEY=LITERAL, …), …]<|tool_call_end|>, literals as in Python',
  vllm: 'lfm2',
  ends: ENDS,
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
  read: turnReader(ENDS, completeCalls(OPEN, readComplete), readTurn),
}
