// Guards that a stream reads the same however its bytes are cut into pieces.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { streamText } from '../../test/openai-server.ts'
import { createChatAssembly } from './chat-stream.ts'
import { createSseReader } from './sse.ts'

function readBytes(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const reader = createSseReader()
  const events: string[] = []
  let start = 0
  for (const cut of [...cuts].sort((left, right) => left - right)) {
    const end = Math.min(Math.max(cut, start), bytes.length)
    events.push(...reader.push(bytes.subarray(start, end)))
    start = end
  }
  events.push(...reader.push(bytes.subarray(start)), ...reader.end())
  return events
}

const cutsOf = fc.array(fc.nat(2_000), { maxLength: 30 })

describe('server-sent events', () => {
  it('give the same events for every way of cutting them', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), cutsOf, fc.boolean(), (texts, cuts, crlf) => {
        const data = texts.map((text) => JSON.stringify(text))
        const end = crlf ? '\r\n' : '\n'
        const stream = data.map((text) => `: note${end}data: ${text}${end}${end}`).join('')
        expect(readBytes(Buffer.from(stream), cuts)).toEqual(data)
      }),
    )
  })

  it('join the lines of one event, leave other fields out, and need no last blank line', () => {
    const reader = createSseReader()
    const text = 'event: x\nid: 7\ndata: a\ndata:b\n\n\n\nretry: 1\n\ndata: last'
    expect(reader.push(Buffer.from(text))).toEqual(['a\nb'])
    expect(reader.end()).toEqual(['last'])
    expect(reader.end()).toEqual([])
  })

  it('read behind a byte order mark, also one that is cut', () => {
    const bytes = Buffer.from('\ufeffdata: 1\n\ndata: \ufeff2\n\n')
    expect(readBytes(bytes, [])).toEqual(['1', '\ufeff2'])
    expect(readBytes(bytes, [1, 2])).toEqual(['1', '\ufeff2'])
  })

  it('read one long line in small pieces in linear time', () => {
    const reader = createSseReader()
    const startMs = performance.now()
    const piece = Buffer.from('x'.repeat(500))
    for (let count = 0; count < 40_000; count++) reader.push(piece)
    expect(performance.now() - startMs).toBeLessThan(10_000)
  })
})

describe('the assembly of a streamed completion', () => {
  it('gives back the text and the arguments that were cut up', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    const calls = fc.array(fc.record({ name: fc.constantFrom('a', 'b'), args: text }), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), calls, cutsOf, (texts, wanted, cuts) => {
        const deltas: unknown[] = texts.map((content) => ({ content }))
        wanted.forEach(({ name, args }, index) => {
          const head = { index, id: `id_${index}`, function: { name, arguments: '' } }
          deltas.push({ tool_calls: [head] })
          for (const unit of args.split('')) {
            deltas.push({ tool_calls: [{ index, function: { arguments: unit } }] })
          }
        })
        const assembly = createChatAssembly()
        const bytes = Buffer.from(streamText(deltas))
        for (const data of readBytes(bytes, cuts)) assembly.add(data)
        const read = assembly.finish()
        expect(read?.completion.content).toBe(texts.join(''))
        expect(read?.completion.toolCalls).toEqual(
          wanted.map(({ name, args }, index) => ({
            id: `id_${index}`,
            type: 'function',
            function: { name, arguments: args },
          })),
        )
      }),
    )
  })
})
