// Guards that a frame is read as it was sent, however large it is and in whatever pieces it comes.
import { once } from 'node:events'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import * as library from 'ws'
import { unmaskInWords } from './unmask.ts'

interface TestReceiver extends NodeJS.EventEmitter {
  write(chunk: Buffer): void
  _mask?: Uint8Array | undefined
  consume(count: number): Buffer
}
const { Receiver } = library as unknown as {
  Receiver: new (options: object) => TestReceiver
}

const LONG_LENGTH = 126

function maskedFrame(payload: Buffer, mask: Buffer): Buffer {
  const head = Buffer.from([0x81, 0x80 | LONG_LENGTH, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  const masked = payload.map((byte, at) => byte ^ (mask[at & 3] as number))
  return Buffer.concat([head, mask, masked])
}

async function received(frames: Buffer, pieces: readonly number[], count: number) {
  const receiver = new Receiver({ isServer: true })
  unmaskInWords({ _receiver: receiver } as unknown as library.WebSocket)
  const texts: string[] = []
  receiver.on('message', (data: Buffer) => texts.push(data.toString()))
  let at = 0
  for (let piece = 0; at < frames.length; piece++) {
    const size = pieces[piece % pieces.length] as number
    receiver.write(frames.subarray(at, at + size))
    at += size
  }
  await vi.waitFor(() => expect(texts).toHaveLength(count))
  return texts
}

const sizes = fc.oneof(
  fc.integer({ min: LONG_LENGTH, max: 200 }),
  fc.integer({ min: 4_090, max: 4_110 }),
  fc.integer({ min: 4_096, max: 20_000 }),
)
const messages = fc.array(fc.tuple(sizes, fc.uint8Array({ minLength: 4, maxLength: 4 })), {
  minLength: 1,
  maxLength: 4,
})
const pieces = fc.array(fc.integer({ min: 500, max: 30_000 }), { minLength: 1, maxLength: 4 })

it('every frame arrives as it was sent', () =>
  fc.assert(
    fc.asyncProperty(messages, pieces, async (given, sizesOfPieces) => {
      const texts = given.map(([size], at) => `${at}`.repeat(size).slice(0, size))
      const frames = given.map(([, mask], at) =>
        maskedFrame(Buffer.from(texts[at] as string), Buffer.from(mask)),
      )
      const all = Buffer.concat(frames)
      expect(await received(all, sizesOfPieces, texts.length)).toEqual(texts)
    }),
    { numRuns: 60, seed: 5 },
  ))

it('a large frame that comes in pieces is unmasked before the library does it', async () => {
  const receiver = new Receiver({ isServer: true })
  unmaskInWords({ _receiver: receiver } as unknown as library.WebSocket)
  const { consume } = receiver
  let mask: Uint8Array | undefined
  receiver.consume = (count) => {
    const data = consume(count)
    if (count > 4) mask = receiver._mask
    return data
  }
  const frame = maskedFrame(Buffer.alloc(9_000, 'x'), Buffer.from([1, 2, 3, 4]))
  const message = once(receiver, 'message')
  receiver.write(frame.subarray(0, 5_000))
  receiver.write(frame.subarray(5_000))
  expect(String((await message)[0])).toBe('x'.repeat(9_000))
  expect([...(mask ?? [])]).toEqual([0, 0, 0, 0])
})
