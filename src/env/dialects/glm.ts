import { callsBetween } from './between.ts'
import type { WrittenCall } from './calls.ts'
import type { Dialect, ParametersOf, RawTurn } from './dialect.ts'
import { afterThoughts, withoutEnds } from './thoughts.ts'
import { typedArguments } from './typed.ts'

const CALL_OPEN = '<tool_call>'
const CALL_CLOSE = '</tool_call>'
const ENDS = ['<|observation|>', '<|user|>', '<|endoftext|>']

function parseGlm(text: string, parametersOf: ParametersOf): RawTurn {
  const turn = afterThoughts(withoutEnds(text, ENDS))
  if (typeof turn !== 'string') return turn
  // Without its end it may lack an argument, or half of its name.
  return callsBetween(turn, [CALL_OPEN, CALL_CLOSE], (body, isWhole) =>
    isWhole ? readCall(body, parametersOf) : undefined,
  )
}

/** Reads `NAME<arg_key>KEY</arg_key><arg_value>TEXT</arg_value>…`. */
function readCall(body: string, parametersOf: ParametersOf): WrittenCall | undefined {
  const mark = /<arg_key>([^<]*)<\/arg_key>\s*<arg_value>/g
  const first = body.indexOf('<arg_')
  const name = body.slice(0, first < 0 ? undefined : first).trim()
  const written: [string, string][] = []
  let position = first < 0 ? body.length : first
  for (;;) {
    mark.lastIndex = position
    const found = mark.exec(body)
    if (found === null) break
    const end = body.indexOf('</arg_value>', mark.lastIndex)
    if (end < 0) return undefined
    written.push([(found[1] as string).trim(), body.slice(mark.lastIndex, end)])
    position = end + '</arg_value>'.length
  }
  if (name === '' || /\s/.test(name) || body.includes('<arg_', position)) return undefined
  return { name, arguments: typedArguments(written, parametersOf(name)) }
}

/** Pairs of a key and a bare text: their types are those of the tool's schema. */
export const glm: Dialect = {
  families: 'GLM-4.5, 4.6, 4.7 and 5',
  grammar:
    '<tool_call>NAME<arg_key>KEY</arg_key><arg_value>TEXT</arg_value>…</tool_call>, with or ' +
    'without line breaks between the tags, any number of times',
  vllm: 'glm47',
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
  read: parseGlm,
}
