/** Guards the reading of raw text in each dialect: examples, odd texts, time on hostile ones. */
import { performance } from 'node:perf_hooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readTurn } from '../turn.ts'
import { DIALECT_NAMES, DIALECTS, type DialectName, readRaw } from './index.ts'

const TOOLS = [
  {
    name: 'look_up',
    description: '',
    parameters: z.strictObject({
      query: z.string(),
      limit: z.int().optional(),
      exact: z.boolean().optional(),
      near: z.array(z.number()).optional(),
      floor: z.union([z.string(), z.null()]).optional(),
    }),
  },
  { name: 'hang_up', description: '', parameters: z.strictObject({}) },
]
const LIMITS = { turnsMax: 9, toolCallsPerTurnMax: 64, actionCharactersMax: 100_000 }

/** Content and calls, with arguments as objects where they are JSON text. */
function read(dialect: DialectName, text: string) {
  const { content, calls, malformed } = readRaw(text, TOOLS, dialect)
  const read = calls.map(({ function: { name, arguments: given } }) => {
    try {
      return { name, arguments: typeof given === 'string' ? JSON.parse(given) : given }
    } catch {
      return { name, arguments: given }
    }
  })
  return malformed === undefined ? { content, calls: read } : { malformed }
}

const lookUp = (given: object) => ({ name: 'look_up', arguments: given })

describe.each(DIALECT_NAMES)('%s', (dialect) => {
  it('reads its examples', () => {
    for (const { text, content, calls } of DIALECTS[dialect].examples) {
      expect(read(dialect, text)).toEqual({ content, calls })
      const turn = readTurn({ text }, TOOLS, LIMITS, dialect)
      expect(turn.calls.map(({ status }) => status)).toEqual(calls.map(() => 'valid'))
    }
  })

  it('reads its examples cut off at any place without failing, and never as other calls', () => {
    for (const { text, calls } of DIALECTS[dialect].examples) {
      const whole = new Set(calls.map((call) => JSON.stringify(call)))
      for (let end = 0; end < text.length; end++) {
        const turn = readTurn({ text: text.slice(0, end) }, TOOLS, LIMITS, dialect)
        for (const call of turn.calls) {
          if (call.status !== 'valid') continue
          expect(whole).toContain(JSON.stringify({ name: call.name, arguments: call.arguments }))
        }
      }
    }
  })

  it('takes plain text as content', () => {
    expect(read(dialect, ' I am fine. ')).toEqual({ content: 'I am fine.', calls: [] })
  })

  it('is total, and what was read can be written', () => {
    const pieces = DIALECTS[dialect].examples.flatMap(({ text }) => text.split(/(?<=[>\]}{"])/))
    const spliced = fc
      .array(fc.oneof(fc.constantFrom(...pieces, '<think>', '</think>'), fc.string()))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(spliced, fc.string({ unit: 'binary' })), (text) => {
        expect(JSON.stringify(readRaw(text, TOOLS, dialect)).length).toBeGreaterThan(0)
        readTurn({ text }, TOOLS, LIMITS, dialect)
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the text, whatever is repeated in it', () => {
    const { examples } = DIALECTS[dialect]
    const marks = examples.flatMap(
      ({ text }) => text.match(/<[^<>]*>|\[[A-Z_]+\]|[{}[\]"]|[a-z]+\(/g) ?? [],
    )
    const pieces = new Set([...marks, ' ', '\n', '\\', ...examples.map(({ text }) => text)])
    const pairs = [...pieces].flatMap((one) => [
      one,
      ...[...pieces].slice(0, 12).map((x) => one + x),
    ])
    for (const piece of pairs) {
      const timeOf = (characters: number) => {
        const text = piece.repeat(Math.ceil(characters / piece.length))
        const start = performance.now()
        readRaw(text, TOOLS, dialect)
        return performance.now() - start
      }
      // A quadratic reader needs seconds for this, each time; a linear one some milliseconds,
      // unless the machine took its core away.
      let [tries, leastMs] = [0, Number.POSITIVE_INFINITY]
      while (leastMs > 400 && tries++ < 10) leastMs = Math.min(leastMs, timeOf(100_000))
      expect(leastMs, JSON.stringify(piece)).toBeLessThan(400)
    }
  })

  it('does not carry out what is nested too deeply to be written again', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    for (const { text } of DIALECTS[dialect].examples) {
      for (const place of [...text.matchAll(/\b3\b|42|lift/g)].map(({ index }) => index)) {
        const hostile = `${text.slice(0, place)}${deep}${text.slice(place + 1)}`
        expect(JSON.stringify(readRaw(hostile, TOOLS, dialect))).toBeTypeOf('string')
      }
    }
  })

  it('knows no prototypes', () => {
    for (const { text } of DIALECTS[dialect].examples) {
      readRaw(
        text.replaceAll('query', '__proto__').replaceAll('look_up', 'constructor'),
        TOOLS,
        dialect,
      )
    }
    expect(({} as Record<string, unknown>).lift).toBeUndefined()
  })
})

describe('bare text', () => {
  const qwen = (parameters: string) =>
    read('qwen3_xml', `<tool_call>\n<function=look_up>\n${parameters}\n</function>\n</tool_call>`)
  const value = (key: string, text: string) => qwen(`<parameter=${key}>\n${text}\n</parameter>`)

  it('is of the type that the schema asks for', () => {
    expect(value('query', '5')).toMatchObject({ calls: [lookUp({ query: '5' })] })
    expect(value('limit', '5')).toMatchObject({ calls: [lookUp({ limit: 5 })] })
    expect(value('exact', 'True')).toMatchObject({ calls: [lookUp({ exact: true })] })
    expect(value('near', '[1, 2.5]')).toMatchObject({ calls: [lookUp({ near: [1, 2.5] })] })
    expect(value('floor', 'null')).toMatchObject({ calls: [lookUp({ floor: null })] })
    expect(value('floor', 'ground')).toMatchObject({ calls: [lookUp({ floor: 'ground' })] })
  })

  it('stays text where it is nothing else, so that the model is told', () => {
    expect(value('limit', 'five')).toMatchObject({ calls: [lookUp({ limit: 'five' })] })
    expect(value('near', '[1e999]')).toMatchObject({ calls: [lookUp({ near: '[1e999]' })] })
    const text = '<function=look_up><parameter=query>x</parameter><parameter=limit>five</parameter>'
    const turn = readTurn({ text: `${text}</function>` }, TOOLS, LIMITS, 'qwen3_xml')
    expect(turn.calls[0]).toMatchObject({ status: 'rejected', name: 'look_up' })
  })

  it('keeps its own line breaks and loses those of the form', () => {
    expect(value('query', '\na\n')).toMatchObject({ calls: [lookUp({ query: '\na\n' })] })
  })
})

describe('odd texts', () => {
  const one = (dialect: DialectName, text: string) => read(dialect, text).calls

  it('of Qwen3-Coder: no outer tag, several functions in one, a tag in a value', () => {
    const call = '<function=look_up>\n<parameter=query>\na</tool_call>b\n</parameter>\n</function>'
    expect(one('qwen3_xml', call)).toEqual([lookUp({ query: 'a</tool_call>b' })])
    expect(one('qwen3_xml', `<tool_call>${call}${call}</tool_call>`)).toHaveLength(2)
    expect(one('qwen3_xml', '<tool_call>{"name": "look_up"}</tool_call>')?.[0]?.name).toBe(
      'tool_call',
    )
  })

  it('of Llama: prose with braces, a list, a call that is no JSON', () => {
    expect(read('llama_json', 'The set {1, 2} is small.').calls).toEqual([])
    expect(one('llama_json', '[{"name": "hang_up", "parameters": {}}]')).toHaveLength(1)
    expect(one('llama_json', '{"name": "hang_up", "parameters": {')?.[0]?.name).toBe('tool_call')
    expect(one('llama_json', '{"type": "function", "name": "hang_up", "parameters": {}}')).toEqual([
      { name: 'hang_up', arguments: {} },
    ])
  })

  it('of Mistral: ids of calls, several calls in a list, thoughts in brackets', () => {
    expect(one('mistral', '[TOOL_CALLS]look_up[CALL_ID]a1b2c3d4e[ARGS]{"query": "x"}')).toEqual([
      lookUp({ query: 'x' }),
    ])
    expect(one('mistral', 'Yes.[TOOL_CALLS]look_up{"query": "[TOOL_CALLS]"}')).toEqual([
      lookUp({ query: '[TOOL_CALLS]' }),
    ])
    const list = '[{"name": "hang_up"}, {"name": "hang_up", "arguments": {}}]'
    expect(one('mistral', `[THINK]Hm.[/THINK][TOOL_CALLS]${list}`)).toHaveLength(2)
    expect(read('mistral', '[THINK]Hm.').malformed).toContain('[/THINK]')
  })

  it('of LFM2: literals of Python, and calls that are none', () => {
    const text = (given: string) => `<|tool_call_start|>[look_up(${given})]<|tool_call_end|>`
    expect(one('lfm2', text(`query='it\\'s', near=[-1, 2_0, .5], exact=True, floor=None`))).toEqual(
      [lookUp({ query: "it's", near: [-1, 20, 0.5], exact: true, floor: null })],
    )
    expect(one('lfm2', text('query="""a "b"\nc""", limit=007,'))).toEqual([
      lookUp({ query: 'a "b"\nc', limit: 7 }),
    ])
    expect(one('lfm2', text("query='say 'hi' to it', limit=1"))).toEqual([
      lookUp({ query: "say 'hi' to it", limit: 1 }),
    ])
    for (const bad of ['"x"', 'query=open("x")', 'query="x', 'limit=1+1', 'query=\\']) {
      expect(one('lfm2', text(bad))?.[0]?.name).toBe('tool_call')
    }
    const json = '<|tool_call_start|>[{"name": "hang_up", "arguments": {}}]<|tool_call_end|>'
    expect(one('lfm2', json)).toEqual([{ name: 'hang_up', arguments: {} }])
  })

  it('of gpt-oss: the recipient before the channel, words before a call, endless thoughts', () => {
    const call =
      '<|start|>assistant to=functions.look_up<|channel|>commentary json<|message|>{"query":"x"}'
    expect(one('harmony', `<|channel|>analysis<|message|>Hm.<|end|>${call}<|call|>`)).toEqual([
      lookUp({ query: 'x' }),
    ])
    const said = '<|channel|>commentary<|message|>I look.<|end|>'
    expect(read('harmony', `${said}${call}`)).toEqual({
      content: 'I look.',
      calls: [lookUp({ query: 'x' })],
    })
    expect(read('harmony', '<|channel|>analysis<|message|>Hm, and').malformed).toContain('analysis')
    expect(read('harmony', '<|channel|>commentary to=functions.look_up').malformed).toBeDefined()
  })

  it('of DeepSeek: JSON over several lines', () => {
    const call = '<｜tool▁call▁begin｜>look_up<｜tool▁sep｜>{\n  "query": "x"\n}<｜tool▁call▁end｜>'
    expect(one('deepseek', call)).toEqual([lookUp({ query: 'x' })])
  })

  it('of all but gpt-oss: thoughts that were not closed', () => {
    for (const dialect of DIALECT_NAMES.filter((name) => name !== 'harmony')) {
      expect(read(dialect, '<think>Hm.').malformed).toContain('</think>')
    }
  })
})
