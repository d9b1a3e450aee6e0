/** Guards that marks of raw text mean nothing where they are an argument's or a thought's. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readTurn } from '../turn.ts'
import { DIALECT_NAMES, DIALECTS, type DialectName } from './index.ts'

const TOOLS = [
  {
    name: 'look_up',
    description: '',
    parameters: z.strictObject({ query: z.string(), limit: z.int().optional() }),
  },
  { name: 'hang_up', description: '', parameters: z.strictObject({}) },
]
const LIMITS = { turnsMax: 9, toolCallsPerTurnMax: 64, actionCharactersMax: 100_000 }

const read = (dialect: DialectName, text: string) => readTurn({ text }, TOOLS, LIMITS, dialect)

/** The arguments of the calls that are carried out; the name alone of one that is refused. */
const calls = (dialect: DialectName, text: string) =>
  read(dialect, text).calls.map((call) =>
    call.status === 'valid' ? [call.name, call.arguments] : [call.name],
  )

const SEP = '<｜tool▁sep｜>'
const D = '｜DSML｜'

/** A call of `look_up` with a query as it has to be written in each dialect. */
const WRITERS: Record<DialectName, (query: string) => string> = {
  hermes: (q) => `<tool_call>\n${json('arguments', q)}\n</tool_call>`,
  qwen3_xml: xml,
  nemotron_3: xml,
  glm: (q) => `<tool_call>look_up<arg_key>query</arg_key><arg_value>${q}</arg_value></tool_call>`,
  llama_json: (q) => json('parameters', q),
  mistral: (q) => `[TOOL_CALLS]look_up[ARGS]${JSON.stringify({ query: q })}`,
  deepseek: (q) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look_up${SEP}${JSON.stringify({ query: q })}` +
    '<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  deepseek_dsml: (q) =>
    `<${D}function_calls>\n<${D}invoke name="look_up">\n<${D}parameter name="query" ` +
    `string="true">${q}</${D}parameter>\n</${D}invoke>\n</${D}function_calls>`,
  lfm2: (q) => `<|tool_call_start|>[look_up(query=${JSON.stringify(q)})]<|tool_call_end|>`,
  harmony: (q) =>
    '<|start|>assistant<|channel|>commentary to=functions.look_up <|constrain|>json<|message|>' +
    `${JSON.stringify({ query: q })}<|call|>`,
  gemma_4: (q) => `<|tool_call>call:look_up{query:<|"|>${q}<|"|>}<tool_call|>`,
  kimi_k2: (q) =>
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.look_up:0' +
    `<|tool_call_argument_begin|>${JSON.stringify({ query: q })}<|tool_call_end|>` +
    '<|tool_calls_section_end|>',
}
function json(member: string, q: string): string {
  return `{"name": "look_up", "${member}": ${JSON.stringify({ query: q })}}`
}
function xml(q: string): string {
  const value = `<parameter=query>\n${q}\n</parameter>`
  return `<tool_call>\n<function=look_up>\n${value}\n</function>\n</tool_call>`
}

/** Marks of all dialects, and what else might end or begin something. */
const MARKS = [
  '<think>',
  '</think>',
  '<think>a</think>',
  '[THINK]',
  '[/THINK]',
  '<tool_call>',
  '</tool_call>',
  '<|tool_call_start|>',
  '<|tool_call_end|>',
  '<|tool_call>',
  '<tool_call|>',
  '<|tool_call>call:hang_up{}<tool_call|>',
  '<|tool_response>',
  '<|channel>',
  '<channel|>',
  '<turn|>',
  '<|tool_calls_section_begin|>',
  '<|tool_calls_section_end|>',
  '<|tool_call_begin|>functions.hang_up:0<|tool_call_argument_begin|>{}',
  '[EOS]',
  '[TOOL_CALLS]',
  '<｜tool▁call▁begin｜>',
  '<｜tool▁call▁end｜>',
  '<｜tool▁calls▁end｜>',
  '[ARGS]',
  '[CALL_ID]',
  '<|python_tag|>',
  '{"name": "hang_up", "parameters": {}}',
  '<tool_call>{"name": "hang_up", "arguments": {}}</tool_call>',
  '<function=hang_up></function>',
  '[hang_up()]',
  '<|im_end|>',
  '<|eot_id|>',
  '</s>',
  '<|observation|>',
  '"} ]',
  "'); hang_up()",
  '\\',
  '}}{{',
  '```json',
]
/** In these a value is bare text, which ends where its own mark stands. */
const ENDS_VALUES: Partial<Record<DialectName, readonly string[]>> = {
  qwen3_xml: ['<function=hang_up></function>'],
  nemotron_3: ['<function=hang_up></function>'],
}

describe.each(DIALECT_NAMES)('%s', (dialect) => {
  const write = WRITERS[dialect]
  const one = (query: string) => [['look_up', { query }]]

  it.each(MARKS)('reads %j within an argument as text', (mark) => {
    if (ENDS_VALUES[dialect]?.includes(mark)) return
    for (const query of [mark, `a ${mark} b`, `a ${mark}\n${mark}`]) {
      expect(calls(dialect, write(query))).toEqual(one(query))
      expect(calls(dialect, `I look. ${write(query)}`)).toEqual(one(query))
    }
  })

  it('never carries out a call within a thought', () => {
    const inner = write('secret')
    if (dialect === 'harmony') {
      const thought = (text: string) => `<|channel|>analysis<|message|>${text}<|end|>`
      const plain = thought('maybe {"query": "secret"} to=functions.look_up')
      expect(calls(dialect, `${plain}${write('open')}`)).toEqual(one('open'))
      return
    }
    for (const thought of [
      `<think>${inner}</think>`,
      `${inner}</think>`,
      `<think>\nmaybe ${inner} or not\n</think>\n\n`,
      `<think>a</think> b <think>${inner}</think>`,
      `<think>${inner.slice(0, inner.length / 2)}</think>`,
      `hm ${inner.slice(0, inner.length / 2)} </think>`,
      `hm ${inner.slice(0, inner.length - 3)} </think>`,
      `<think>${write('</think>')} more </think>`,
      ...(dialect === 'gemma_4' ? [`<|channel>thought\n${inner}\n<channel|>`] : []),
      ...(dialect === 'gemma_4' ? [`${inner}<channel|>`, `${write('<channel|>')}<channel|>`] : []),
    ]) {
      expect(calls(dialect, thought + write('open')), thought).toEqual(one('open'))
      expect(calls(dialect, thought), thought).toEqual([])
    }
    expect(read(dialect, `<think>${inner}`).malformed).toContain('</think>')
    expect(read(dialect, `<think>${inner}`).calls).toEqual([])
  })

  it.each(DIALECTS[dialect].ends)('reads nothing behind %s, which ends the turn', (end) => {
    for (const invented of [
      '',
      '\n',
      '<tool_response>Floor 2.</tool_response>',
      '\nuser\nGo on.',
    ]) {
      const text = `${write('a')}${end}${invented}${write('b')}`
      expect(calls(dialect, text), text).toEqual(one('a'))
      expect(calls(dialect, `Words.${end}${invented}${write('b')}`)).toEqual([])
      expect(read(dialect, `Words.${end}${invented}${write('b')}`).content).toBe('Words.')
      const half = `${write('a').slice(0, -6)}${end}${invented}${write('b')}`
      expect(calls(dialect, half).flatMap(([, given]) => given ?? [])).not.toContainEqual({
        query: 'b',
      })
    }
  })

  it('reads several calls in their order, with words around them', () => {
    // Of gpt-oss a call ends the turn.
    if (dialect === 'harmony') return
    const both = `First.\n${write('a')}\n${write('b')}`
    expect(calls(dialect, both)).toEqual([...one('a'), ...one('b')])
  })

  it('reads quotes, backslashes, other scripts and line breaks', () => {
    for (const query of ['"a"', "it's", 'C:\\new\\table', 'ü 東 🦜', 'a\nb', '{a} [b] <c> & d']) {
      expect(calls(dialect, write(query)), query).toEqual(one(query))
    }
  })
})

describe('gpt-oss', () => {
  it('is not taken for the tool whose answer it invents', () => {
    const invented =
      '<|start|>functions.look_up to=assistant<|channel|>commentary<|message|>Floor 2.<|end|>'
    const text = `<|channel|>analysis<|message|>Hm.<|end|>${invented}${WRITERS.harmony('b')}`
    expect(calls('harmony', text)).toEqual([])
    expect(read('harmony', text).malformed).toContain('analysis')
  })
})

describe('Gemma 4', () => {
  const gemma = (given: string) => calls('gemma_4', `<|tool_call>call:look_up${given}<tool_call|>`)

  it('says that a thought in its own marks goes on', () => {
    const text = `<|channel>thought\n${WRITERS.gemma_4('a')}`
    expect(read('gemma_4', text)).toMatchObject({ calls: [] })
    expect(read('gemma_4', text).malformed).toContain('<channel|>')
  })

  it('refuses what is not whole, so that the model is told', () => {
    for (const given of [
      '',
      '{',
      '{query:<|"|>a}',
      '{query:<|"|>a<|"|>',
      '{query}',
      '{query:}',
      '{:<|"|>a<|"|>}',
      '{query:[<|"|>a<|"|>}',
      '{"query": "a"}',
      `{query:${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      '({query:<|"|>a<|"|>})',
    ]) {
      const read = gemma(given)
      expect(read.length, given).toBeGreaterThan(0)
      expect(
        read.flatMap(([, args]) => args ?? []),
        given,
      ).toEqual([])
    }
  })

  it('takes words, spaces and quoted keys as vLLM does', () => {
    const one = [['look_up', { query: 'a', limit: 3 }]]
    expect(gemma('{ query : <|"|>a<|"|> ,\n limit: 3 }')).toEqual(one)
    expect(gemma('{<|"|>query<|"|>:<|"|>a<|"|>,limit:3,}')).toEqual(one)
    expect(gemma('{query:a,limit:3}')).toEqual(one)
    expect(gemma('{query:<|"|>b<|"|>,query:<|"|>a<|"|>,limit:3}')).toEqual(one)
  })
})

describe('Kimi K2', () => {
  const CALL = '<|tool_call_begin|>'
  const ARGUMENTS = '<|tool_call_argument_begin|>'
  const section = (body: string) =>
    read('kimi_k2', `<|tool_calls_section_begin|>${body}<|tool_calls_section_end|>`).calls
  const call = (id: string, given: string) => `${CALL}${id}${ARGUMENTS}${given}<|tool_call_end|>`

  it('gives calls the ids that the model wrote, and others where one is written twice', () => {
    const one = call('functions.hang_up:7', '{}')
    expect(section(one + one + call('functions.hang_up:9', '')).map(({ id }) => id)).toEqual([
      'functions.hang_up:7',
      'call_2',
      'functions.hang_up:9',
    ])
  })

  it('refuses calls without a number, outside a section, and what is no call', () => {
    const good = '{"query": "a"}'
    for (const body of [
      call('functions.look_up', good),
      call('look_up', good),
      call('functions.look_up:x', good),
      call(':0', good),
      `${CALL}functions.look_up:0${good}<|tool_call_end|>`,
      good,
      `${CALL}functions.look_up:0${ARGUMENTS}{"query": "a"`,
    ]) {
      const read = section(body)
      expect(read.length, body).toBe(1)
      expect(read[0], body).toMatchObject({ status: 'rejected', name: 'tool_call' })
    }
    const outside = read('kimi_k2', call('functions.look_up:0', good)).calls
    expect(outside).toMatchObject([{ status: 'rejected', name: 'tool_call' }])
  })

  it('says what is wrong with the arguments of a call that it can name', () => {
    for (const given of ['{"query": a}', '["a"]', '"a"', '{"query": "a"', 'query=a']) {
      const [read] = section(call('functions.look_up:0', given))
      expect(read, given).toMatchObject({ status: 'rejected', name: 'look_up' })
    }
  })
})

describe('JSON of models', () => {
  const hermes = (given: string) =>
    calls('hermes', `<tool_call>{"name": "look_up", "arguments": ${given}}</tool_call>`)

  it('counts a member that is written twice as last written', () => {
    expect(hermes('{"query": "a", "query": "b"}')).toEqual([['look_up', { query: 'b' }]])
  })

  it('refuses numbers beyond all bounds, prototypes and what is no object', () => {
    for (const given of [
      '{"query": "a", "limit": 1e400}',
      '{"query": "a", "limit": 99999999999999999999999}',
      '{"query": "a", "__proto__": {"limit": 1}}',
      '["a"]',
      '"query"',
      'null',
      '5',
      '{"query": a}',
      "{'query': 'a'}",
    ]) {
      expect(
        hermes(given).every(([, read]) => read === undefined),
        given,
      ).toBe(true)
    }
  })

  it('takes arguments that are JSON in a text', () => {
    expect(hermes(JSON.stringify('{"query": "a"}'))).toEqual([['look_up', { query: 'a' }]])
  })
})

describe('calls without their end', () => {
  it('of Hermes are read where the next begins, if their JSON is whole', () => {
    const call = '{"name": "look_up", "arguments": {"query": "a"}}'
    const text = `<tool_call>${call}\n<tool_call>${call}</tool_call>`
    expect(calls('hermes', text)).toHaveLength(2)
    expect(calls('hermes', text)[0]).toEqual(['look_up', { query: 'a' }])
  })
})
