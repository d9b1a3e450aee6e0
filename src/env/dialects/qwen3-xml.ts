import { CallList } from './calls.ts'
import type { Dialect, ParametersOf, RawTurn } from './dialect.ts'
import { afterSpace } from './json-span.ts'
import { endOfTagged, type TagForm } from './tagged.ts'
import { type CompleteCalls, turnReader } from './thoughts.ts'
import { typedArguments } from './typed.ts'

const CALL_CLOSE = '</tool_call>'
const FUNCTION_OPEN = '<function='
const FUNCTION_CLOSE = '</function>'
const ENDS = ['<|im_end|>', '<|endoftext|>']

const CALL_FORM: TagForm = {
  head: /(?:<tool_call>\s*)?<function=[^<>]+>/y,
  key: /\s*<parameter=[^<>]*>/y,
  valueEnd: '</parameter>',
  tail: /\s*<\/function>(?:\s*<\/tool_call>)?/y,
  inner: /<tool_call>|<function=|<parameter=/,
}
/** Finds complete calls, whose arguments may contain marks of thoughts or ends. */
const COMPLETE_CALLS: CompleteCalls = {
  begin: `<tool_call>|${FUNCTION_OPEN}`,
  endOf: (text, start) => endOfTagged(text, start, CALL_FORM),
}

/** Reads calls whose arguments are bare text between tags. */
function readTurn(turn: string, parametersOf: ParametersOf): RawTurn {
  const list = new CallList()
  // Some models leave the outer tag out.
  const opening = /<tool_call>|<function=/g
  let content = ''
  let position = 0
  while (!list.isFull) {
    opening.lastIndex = position
    const found = opening.exec(turn)
    if (found === null) break
    content += turn.slice(position, found.index)
    const isBare = found[0] === FUNCTION_OPEN
    const start = isBare ? found.index : opening.lastIndex
    position = readBlock(turn, start, list, parametersOf)
  }
  content += turn.slice(position)
  return { content: content.trim(), calls: list.calls }
}

/** Reads the calls in one `<tool_call>`, or calls without it. Returns the position after them. */
function readBlock(
  turn: string,
  start: number,
  list: CallList,
  parametersOf: ParametersOf,
): number {
  const close = turn.indexOf(CALL_CLOSE, start)
  let open = turn.indexOf(FUNCTION_OPEN, start)
  if (open < 0 || (close >= 0 && close < open)) {
    const end = close < 0 ? turn.length : close
    list.add(undefined, turn.slice(start, end))
    return close < 0 ? end : end + CALL_CLOSE.length
  }
  let end = start
  do {
    end = readFunction(turn, open + FUNCTION_OPEN.length, list, parametersOf)
    open = afterSpace(turn, end)
  } while (!list.isFull && turn.startsWith(FUNCTION_OPEN, open))
  return turn.startsWith(CALL_CLOSE, open) ? open + CALL_CLOSE.length : end
}

/** Reads `NAME><parameter=NAME>TEXT</parameter>…</function>`. Returns the position after it. */
function readFunction(
  turn: string,
  start: number,
  list: CallList,
  parametersOf: ParametersOf,
): number {
  const angle = /[<>]/g
  angle.lastIndex = start
  const nameEnd = angle.exec(turn)
  const name = turn.slice(start, nameEnd?.index).trim()
  if (nameEnd?.[0] !== '>' || name === '') {
    const close = turn.indexOf(FUNCTION_CLOSE, start)
    list.add(undefined, turn.slice(start, close < 0 ? undefined : close))
    return close < 0 ? turn.length : close + FUNCTION_CLOSE.length
  }
  const written: [string, string][] = []
  const mark = /<parameter=([^<>]*)>|<\/parameter>|<\/function>|<function=/g
  mark.lastIndex = angle.lastIndex
  let key: string | undefined
  let valueStart = 0
  for (let found = mark.exec(turn); found !== null; found = mark.exec(turn)) {
    if (key !== undefined) written.push([key, unwrapped(turn.slice(valueStart, found.index))])
    key = found[1]?.trim()
    valueStart = mark.lastIndex
    if (found[0] === FUNCTION_CLOSE || found[0] === FUNCTION_OPEN) {
      const given = typedArguments(written, parametersOf(name))
      list.add({ name, arguments: given }, '')
      return found[0] === FUNCTION_CLOSE ? mark.lastIndex : found.index
    }
  }
  // The text ends inside the call, so it is malformed: a value or an argument may be missing.
  list.add(undefined, turn.slice(start))
  return turn.length
}

/** A value without the line breaks that the form puts around it. */
function unwrapped(value: string): string {
  const start = value.startsWith('\n') ? 1 : 0
  const end = value.endsWith('\n') ? Math.max(start, value.length - 1) : value.length
  return value.slice(start, end)
}

/** Arguments between tags, as bare text: their types are those of the tool's schema. */
export const qwen3Xml: Dialect = {
  families: 'Qwen3-Coder, Qwen3-Coder-Next, Qwen3.5 and later',
  grammar:
    '<tool_call><function=NAME><parameter=KEY>TEXT</parameter>…</function></tool_call>, ' +
    'any number of times',
  vllm: 'qwen3_coder',
  ends: ENDS,
  examples: [
    {
      text:
        '<tool_call>\n<function=look_up>\n<parameter=query>\nlift "A"\nfloor 2\n</parameter>\n' +
        '<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift "A"\nfloor 2', limit: 3 } }],
    },
    {
      text:
        'I look.\n\n<tool_call>\n<function=look_up>\n<parameter=query>\n42\n</parameter>\n' +
        '</function>\n</tool_call>\n<tool_call>\n<function=hang_up>\n</function>\n</tool_call>',
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: '42' } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(ENDS, COMPLETE_CALLS, readTurn),
}
