import type { Json } from '../../sim/json.ts'
import { callsBetween } from './between.ts'
import { parsedJson, type WrittenCall } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'
import { endOfTagged, type TagForm } from './tagged.ts'
import { type CompleteCalls, turnReader } from './thoughts.ts'

const INVOKE_OPEN = '<｜DSML｜invoke name="'
const INVOKE_CLOSE = '</｜DSML｜invoke>'
const PARAMETER_CLOSE = '</｜DSML｜parameter>'
const ENDS = ['<｜end▁of▁sentence｜>']
const WRAPPERS = ['function_calls', 'tool_calls'].flatMap((name) => [
  `<｜DSML｜${name}>`,
  `</｜DSML｜${name}>`,
])

const CALL_FORM: TagForm = {
  head: /<｜DSML｜invoke name="[^"<>]*">/y,
  key: /\s*<｜DSML｜parameter name="[^"<>]*"(?: string="(?:true|false)")?>/y,
  valueEnd: PARAMETER_CLOSE,
  tail: /\s*<\/｜DSML｜invoke>/y,
  inner: /<｜DSML｜/,
}
const COMPLETE_CALLS: CompleteCalls = {
  begin: INVOKE_OPEN,
  endOf: (text, start) => endOfTagged(text, start, CALL_FORM),
}

function readTurn(turn: string): RawTurn {
  // A call without its end mark may lack an argument.
  const { content, calls } = callsBetween(
    turn,
    [INVOKE_OPEN, INVOKE_CLOSE],
    () => undefined,
    (body, isWhole) => (isWhole ? readInvoke(body) : undefined),
  )
  const text = WRAPPERS.reduce((left, wrapper) => left.replaceAll(wrapper, ''), content)
  return { content: text.trim(), calls }
}

/** Reads `NAME"><｜DSML｜parameter name="KEY" string="true">TEXT</｜DSML｜parameter>…`. */
function readInvoke(body: string): WrittenCall | undefined {
  const nameEnd = body.indexOf('">')
  if (nameEnd < 0) return undefined
  const mark = /<｜DSML｜parameter name="([^"<>]*)"(?: string="(true|false)")?>/g
  const given: [string, Json][] = []
  let position = nameEnd
  for (;;) {
    mark.lastIndex = position
    const found = mark.exec(body)
    if (found === null) break
    const end = body.indexOf(PARAMETER_CLOSE, mark.lastIndex)
    if (end < 0) return undefined
    const text = body.slice(mark.lastIndex, end)
    const value = found[2] === 'true' ? text : (parsedJson(text) as Json | undefined)
    given.push([found[1] as string, value ?? (text.trim() === 'null' ? null : text)])
    position = end + PARAMETER_CLOSE.length
  }
  return { name: body.slice(0, nameEnd), arguments: Object.fromEntries(given) }
}

/** Arguments in tags that state whether they are text or JSON. */
export const deepseekDsml: Dialect = {
  families: 'DeepSeek-V3.2 and V4',
  grammar:
    '<｜DSML｜function_calls><｜DSML｜invoke name="NAME"><｜DSML｜parameter name="KEY" ' +
    'string="true">TEXT</｜DSML｜parameter>…</｜DSML｜invoke>…</｜DSML｜function_calls>; JSON where ' +
    'string="false"; V4 has tool_calls for function_calls',
  vllm: 'deepseek_v32',
  ends: ENDS,
  examples: [
    {
      text:
        'I look.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="look_up">\n' +
        '<｜DSML｜parameter name="query" string="true">42</｜DSML｜parameter>\n' +
        '<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n' +
        '</｜DSML｜invoke>\n<｜DSML｜invoke name="hang_up">\n</｜DSML｜invoke>\n' +
        '</｜DSML｜function_calls>',
      content: 'I look.',
      calls: [
        { name: 'look_up', arguments: { query: '42', limit: 3 } },
        { name: 'hang_up', arguments: {} },
      ],
    },
  ],
  read: turnReader(ENDS, COMPLETE_CALLS, readTurn),
}
