import { callsBetween, type ReadCall } from './between.ts'
import { parsedJson, type WrittenCall } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { endOfJson } from './json-span.ts'
import { completeCalls, turnReader } from './thoughts.ts'

const LIST_OPEN = '<｜tool▁calls▁begin｜>'
const LIST_CLOSE = '<｜tool▁calls▁end｜>'
const CALL_OPEN = '<｜tool▁call▁begin｜>'
const CALL_CLOSE = '<｜tool▁call▁end｜>'
const MIDDLE = '<｜tool▁sep｜>'
const ENDS = ['<｜end▁of▁sentence｜>']

/** Parses a call by its JSON syntax, so marks inside strings are text. */
function readComplete(turn: string, start: number): ReadCall | undefined {
  const head =
    /\s*(?:function<｜tool▁sep｜>([^\n<｜]+)\n```[a-z]*\s*|([^\s<｜]+)<｜tool▁sep｜>\s*)/y
  head.lastIndex = start
  const found = head.exec(turn)
  const name = (found?.[1] ?? found?.[2])?.trim()
  if (name === undefined || turn[head.lastIndex] !== '{') return undefined
  const end = endOfJson(turn, head.lastIndex)
  const given = turn.slice(head.lastIndex, end)
  if (end < 0 || parsedJson(given) === undefined) return undefined
  const tail = /\s*(?:```\s*)?<｜tool▁call▁end｜>/y
  tail.lastIndex = end
  return tail.test(turn) ? { call: { name, arguments: given }, end: tail.lastIndex } : undefined
}

function readTurn(turn: string): RawTurn {
  const { content, calls } = callsBetween(
    turn,
    [CALL_OPEN, CALL_CLOSE],
    (start) => readComplete(turn, start),
    readCall,
  )
  return { content: content.replaceAll(LIST_OPEN, '').replaceAll(LIST_CLOSE, '').trim(), calls }
}

/** Reads `NAME SEP JSON`, or `function SEP NAME` and the JSON in a block of code below it. */
function readCall(body: string): WrittenCall | undefined {
  const middle = body.indexOf(MIDDLE)
  if (middle < 0) return undefined
  const head = body.slice(0, middle).trim()
  const rest = body.slice(middle + MIDDLE.length)
  const fence = rest.indexOf('\n```')
  if (head !== 'function' || fence < 0) return { name: head, arguments: rest.trim() }
  const start = rest.indexOf('\n', fence + 1)
  const end = rest.lastIndexOf('```')
  if (start < 0 || end < start) return undefined
  return { name: rest.slice(0, fence).trim(), arguments: rest.slice(start, end).trim() }
}

/** Calls enclosed by special tokens. */
export const deepseek: Dialect = {
  families: 'DeepSeek-V3, R1 (with ```json blocks) and V3.1',
  grammar:
    `${LIST_OPEN}${CALL_OPEN}NAME${MIDDLE}{…}${CALL_CLOSE}…${LIST_CLOSE}; V3 and R1 write ` +
    `${CALL_OPEN}function${MIDDLE}NAME, and the JSON in a block of code`,
  vllm: 'deepseek_v31',
  ends: ENDS,
  examples: [
    {
      text:
        'I look.' +
        `${LIST_OPEN}${CALL_OPEN}look_up${MIDDLE}{"query": "lift", "limit": 3}${CALL_CLOSE}` +
        `${CALL_OPEN}hang_up${MIDDLE}{}${CALL_CLOSE}${LIST_CLOSE}`,
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: 'lift', limit: 3 } },
        { name: 'hang_up', arguments: {} },
      ],
    },
    {
      text:
        `${LIST_OPEN}${CALL_OPEN}function${MIDDLE}look_up\n\`\`\`json\n{"query": "lift"}\n\`\`\`` +
        `${CALL_CLOSE}${LIST_CLOSE}<｜end▁of▁sentence｜>`,
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift' } }],
    },
  ],
  read: turnReader(ENDS, completeCalls(CALL_OPEN, readComplete), readTurn),
}
