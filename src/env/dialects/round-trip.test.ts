/** Guards that every call that Gemma 4 and Kimi K2 can write is read back as it was meant. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../sim/json.ts'
import { readRaw } from './index.ts'

const QUOTE = '<|"|>'

/** Text as models write it: whole code points, often marks, and no mark that ends a Gemma text. */
const MARKS = ['<tool_call|>', '<|tool_call>', '<|tool_call_end|>', '<channel|>', '</think>', '"']
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...MARKS)), { maxLength: 4 })
  .map((parts) => parts.join(' '))
const word = fc.stringMatching(/^[A-Za-z_][\w.-]{0,12}$/)
const values = fc.letrec<{ value: Json; object: Record<string, Json> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(word, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))
const calls = fc.array(fc.record({ name: word, given: values.object }), {
  minLength: 1,
  maxLength: 4,
})

/** A value as Gemma's template writes it. */
function gemma(value: Json): string {
  if (typeof value === 'string') return QUOTE + value + QUOTE
  if (Array.isArray(value)) return `[${value.map(gemma).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => `${key}:${gemma(member as Json)}`)
  return `{${members.join(',')}}`
}

const WRITERS = {
  gemma_4: (name: string, given: Json) => `<|tool_call>call:${name}${gemma(given)}<tool_call|>`,
  kimi_k2: (name: string, given: Json, number: number) =>
    `<|tool_call_begin|>functions.${name}:${number}<|tool_call_argument_begin|>` +
    `${JSON.stringify(given)}<|tool_call_end|>`,
}

describe.each(['gemma_4', 'kimi_k2'] as const)('%s', (dialect) => {
  it('reads what it wrote, with words and a thought before it', () => {
    fc.assert(
      fc.property(calls, fc.boolean(), (written, thinks) => {
        const body = written.map(({ name, given }, n) => WRITERS[dialect](name, given, n)).join('')
        const section = `<|tool_calls_section_begin|>${body}<|tool_calls_section_end|>`
        const thought = dialect === 'gemma_4' ? '<|channel>thought\nHm.\n<channel|>' : '</think>'
        const turn = `${thinks ? thought : ''}Well.${dialect === 'kimi_k2' ? section : body}`
        const read = readRaw(turn, [], dialect)
        expect(read.content).toBe('Well.')
        expect(
          read.calls.map(({ function: { name, arguments: given } }) => ({
            name,
            given: typeof given === 'string' ? JSON.parse(given) : given,
          })),
        ).toEqual(written)
      }),
      { numRuns: 500 },
    )
  })

  it('never reads a valid call from a turn that was cut off within its first one', () => {
    fc.assert(
      fc.property(word, values.object, fc.nat(), (name, given, cut) => {
        const begin = dialect === 'kimi_k2' ? '<|tool_calls_section_begin|>' : ''
        const turn = begin + WRITERS[dialect](name, given, 0)
        const read = readRaw(turn.slice(0, cut % turn.length), [], dialect)
        for (const { function: called } of read.calls) {
          if (called.name === 'tool_call') continue
          expect(called.name).toBe(name)
          expect(() => JSON.parse(called.arguments as string)).toThrow()
        }
      }),
    )
  })
})
