import { callsBetween, type ReadCall } from './between.ts'
import type { Dialect, ParametersOf } from './dialect.ts'
import { readGemmaObject } from './gemma-values.ts'
import { afterSpace } from './json-span.ts'
import { completeCalls, turnReader } from './thoughts.ts'

const CALL_OPEN = '<|tool_call>'
const CALL_CLOSE = '<tool_call|>'
/** After a call, the model asks for the tool's answer by the mark that begins it. */
const ENDS = ['<turn|>', '<|tool_response>', '<eos>']

/** Parses `call:NAME{KEY:VALUE,…}` and the end mark. Some checkpoints leave `call` out. */
function readComplete(
  turn: string,
  start: number,
  parametersOf: ParametersOf = () => undefined,
): ReadCall | undefined {
  const head = /\s*(?:call)?:\s*([^\s{}()<>:]+)\s*(?=\{)/y
  head.lastIndex = start
  const name = head.exec(turn)?.[1]
  if (name === undefined) return undefined
  const given = readGemmaObject(turn, head.lastIndex, parametersOf(name))
  if (given === undefined) return undefined
  const close = afterSpace(turn, given.end)
  if (!turn.startsWith(CALL_CLOSE, close)) return undefined
  return { call: { name, arguments: given.value }, end: close + CALL_CLOSE.length }
}

/** Calls in a syntax of their own, whose texts stand between marks and need no escapes. */
export const gemma4: Dialect = {
  families: 'Gemma 4',
  grammar:
    '<|channel>thought TEXT<channel|> for thoughts; <|tool_call>call:NAME{KEY:VALUE,…}' +
    '<tool_call|> any number of times, where a value is <|"|>TEXT<|"|>, a number, true, false, ' +
    'null, [VALUE,…] or {KEY:VALUE,…}',
  vllm: 'gemma4',
  ends: ENDS,
  thoughts: ['<|channel>thought', '<channel|>'],
  examples: [
    {
      text:
        '<|channel>thought\nThe desk knows.\n<channel|><|tool_call>call:look_up{limit:3,' +
        'query:<|"|>lift "A", {2}<|"|>}<tool_call|><|tool_response>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift "A", {2}', limit: 3 } }],
    },
    {
      text:
        'I look.<|tool_call>call:look_up{query:<|"|>42<|"|>}<tool_call|>' +
        '<|tool_call>call:hang_up{}<tool_call|>',
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: '42' } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(
    ENDS,
    completeCalls(CALL_OPEN, readComplete),
    (turn, parametersOf) =>
      callsBetween(turn, [CALL_OPEN, CALL_CLOSE], (start) =>
        readComplete(turn, start, parametersOf),
      ),
    ['<|channel>', '<channel|>'],
  ),
}
