// Guards that what reads input from outside is total: any value gives a result or a fault.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRaw } from '../../src/env/dialects/index.ts'
import { mock } from '../../src/env/mock/index.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { readTurn } from '../../src/env/turn.ts'
import { action } from '../../src/wire/action.ts'
import { Fault } from '../../src/wire/faults.ts'
import { METHODS, parseCallId, readCall } from '../../src/wire/rpc.ts'

const LIMITS = { turnsMax: 5, toolCallsPerTurnMax: 4, actionCharactersMax: 20_000 }
const TOOLS = [...mock.tools, ...phoneCallEnvironment.tools]

/** Any JSON, with the names that matter among its keys and texts. */
const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '\ud800', '\u0000', 'env', 'episode_id'),
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(word, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value

/** Parsed again, so that keys such as `__proto__` are members as they are on the wire. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const method = fc.oneof(fc.constantFrom(...Object.keys(METHODS)), word)
const call = fc.record(
  { jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, json), id: json, method },
  { requiredKeys: [] },
)

function thrownBy(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

describe('readCall', () => {
  it('takes any JSON, and throws nothing but faults of bounded length', () => {
    const value = fc.oneof(
      json,
      call,
      fc.tuple(call, json).map(([one, params]) => ({ ...one, params })),
    )
    fc.assert(
      fc.property(value, (given) => {
        const error = thrownBy(() => readCall(wire(given)))
        if (error === undefined) return
        expect(error).toBeInstanceOf(Fault)
        expect((error as Fault).code).not.toBe('server/internal')
        expect((error as Fault).message.length).toBeLessThan(1_000)
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes values nested without end anywhere in a call', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const places = [deep, { jsonrpc: deep }, { jsonrpc: '2.0', id: deep }]
    const known = { jsonrpc: '2.0', id: 1 }
    const more = [
      { ...known, method: deep },
      { ...known, method: 'env.list', params: deep },
    ]
    for (const value of [...places, ...more]) {
      expect(thrownBy(() => readCall(value))).toBeInstanceOf(Fault)
    }
  })

  it('gives ids back as they came', () => {
    const id = fc.oneof(fc.string({ maxLength: 200 }), fc.double({ noNaN: true }), fc.integer())
    fc.assert(
      fc.property(id, (given) => {
        const value = wire({ jsonrpc: '2.0', id: given, method: 'env.list' }) as { id: unknown }
        expect(parseCallId(value)).toBe(value.id)
        if (value.id !== null) expect(readCall(value).id).toBe(value.id)
      }),
    )
  })
})

describe('turns', () => {
  const deepText = fc
    .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 3_000 }))
    .map(([open, levels]) => `${open.repeat(levels)}1${(open === '[' ? ']' : '}').repeat(levels)}`)
  const given = fc.oneof(
    word,
    json.map((value) => JSON.stringify(value)),
    deepText,
  )
  const name = fc.oneof(fc.constantFrom(...TOOLS.map((tool) => tool.name)), word)
  const hermes = fc
    .array(
      fc.oneof(
        fc.constantFrom('<think>', '</think>', '<tool_call>', '</tool_call>'),
        word,
        fc
          .tuple(name, given)
          .map(
            ([called, text]) => `<tool_call>{"name":${JSON.stringify(called)},"arguments":${text}}`,
          ),
      ),
    )
    .map((parts) => parts.join(''))

  it('are read from any text, and what was read can be written', () => {
    fc.assert(
      fc.property(fc.oneof(hermes, fc.string({ unit: 'binary' })), (text) => {
        const parsed = readRaw(text)
        expect(JSON.stringify(parsed).length).toBeGreaterThan(0)
        const turn = readTurn({ text }, TOOLS, LIMITS)
        expect(turn.calls).toHaveLength(parsed.calls.length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are read from any action that the schema lets in', () => {
    const toolCall = fc.record({
      id: fc.string({ minLength: 1 }),
      type: fc.constant('function' as const),
      function: fc.record({ name, arguments: fc.oneof(given, fc.dictionary(word, json)) }),
    })
    const message = fc.record(
      {
        ...{ role: fc.constantFrom('assistant', 'user'), refusal: fc.oneof(word, json) },
        content: fc.oneof(word, fc.constant(null), json),
        tool_calls: fc.oneof(fc.array(toolCall), json),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(message, (value) => {
        const checked = action.safeParse(wire(value))
        if (!checked.success || 'text' in checked.data) return
        const turn = readTurn(checked.data, TOOLS, LIMITS)
        expect(turn.calls).toHaveLength(checked.data.tool_calls?.length ?? 0)
      }),
      { numRuns: 1_000 },
    )
    expect(action.safeParse({ text: 'a' }).success).toBe(true)
  })

  it('calls nested too deeply to be written again are answered, not carried out', () => {
    const deep = `{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`
    const text = `<tool_call>{"name":"enter_code","arguments":${deep}}</tool_call>`
    // What follows the stack's size on the machine at hand would not show it everywhere.
    expect(readRaw(text).calls[0]?.function.arguments).toBeTypeOf('string')
    expect(readTurn({ text }, TOOLS, LIMITS).calls[0]?.status).toBe('rejected')
  })
})
