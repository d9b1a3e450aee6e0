import { callsBetween, type ReadCall } from './between.ts'
import type { Dialect, ParametersOf } from './dialect.ts'
import { afterSpace } from './json-span.ts'
import { endOfTagged, type TagForm } from './tagged.ts'
import { type CompleteCalls, turnReader } from './thoughts.ts'
import { typedArguments } from './typed.ts'

const CALL_OPEN = '<tool_call>'
const CALL_CLOSE = '</tool_call>'
const VALUE_CLOSE = '</arg_value>'
const ENDS = ['<|observation|>', '<|user|>', '<|endoftext|>']

const CALL_FORM: TagForm = {
  head: /<tool_call>\s*[^\s<]+\s*/y,
  key: /\s*<arg_key>[^<]*<\/arg_key>\s*<arg_value>/y,
  valueEnd: VALUE_CLOSE,
  tail: /\s*<\/tool_call>/y,
  inner: /<tool_call>|<arg_key>|<arg_value>/,
}
const COMPLETE_CALLS: CompleteCalls = {
  begin: CALL_OPEN,
  endOf: (text, start) => endOfTagged(text, start, CALL_FORM),
}

/** Reads `NAME<arg_key>KEY</arg_key><arg_value>TEXT</arg_value>…` and the end of the call. */
function readCall(turn: string, start: number, parametersOf: ParametersOf): ReadCall | undefined {
  const head = /\s*([^\s<]+)\s*/y
  head.lastIndex = start
  const name = head.exec(turn)?.[1]
  if (name === undefined) return undefined
  const mark = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>/y
  const written: [string, string][] = []
  let position = head.lastIndex
  for (;;) {
    mark.lastIndex = position
    const key = mark.exec(turn)?.[1]
    if (key === undefined) break
    const end = turn.indexOf(VALUE_CLOSE, mark.lastIndex)
    if (end < 0) return undefined
    written.push([key.trim(), turn.slice(mark.lastIndex, end)])
    position = afterSpace(turn, end + VALUE_CLOSE.length)
  }
  if (!turn.startsWith(CALL_CLOSE, position)) return undefined
  const call = { name, arguments: typedArguments(written, parametersOf(name)) }
  return { call, end: position + CALL_CLOSE.length }
}

/** Pairs of a key and a bare text. The tool's schema gives their types. */
export const glm: Dialect = {
  families: 'GLM-4.5, 4.6, 4.7 and 5',
  grammar:
    '<tool_call>NAME<arg_key>KEY</arg_key><arg_value>TEXT</arg_value>…</tool_call>, with or ' +
    'without line breaks between the tags, any number of times',
  vllm: 'glm47',
  ends: ENDS,
  examples: [
    {
      text:
        '<think>Where is it?</think>\n<tool_call>look_up\n<arg_key>query</arg_key>\n' +
        '<arg_value>lift A</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n' +
        '</tool_call>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift A', limit: 3 } }],
    },
    {
      text:
        'I look.<tool_call>look_up<arg_key>query</arg_key><arg_value>42</arg_value></tool_call>' +
        '<tool_call>hang_up</tool_call><|observation|>',
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: '42' } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  // A call without its end mark may lack an argument or part of its name.
  read: turnReader(ENDS, COMPLETE_CALLS, (turn, parametersOf) =>
    callsBetween(turn, [CALL_OPEN, CALL_CLOSE], (start) => readCall(turn, start, parametersOf)),
  ),
}
