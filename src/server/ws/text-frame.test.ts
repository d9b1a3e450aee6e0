// Guards that the library decodes our frames to their original texts.
import type { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import * as library from 'ws'
import { partsFrame, textFrame } from './text-frame.ts'

// The library's types leave it out.
const { Receiver } = library as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean }) => Writable
}

/** What the library's receiving side makes of bytes. */
function received(bytes: Buffer): readonly string[] {
  const receiver = new Receiver({ isServer: false })
  const texts: string[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    texts.push(isBinary ? 'binary' : data.toString())
  })
  receiver.write(bytes)
  return texts
}

describe('textFrame', () => {
  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('%i bytes', (length) => {
    const text = 'x'.repeat(length)
    expect(received(textFrame(text))).toEqual([text])
  })

  test('lengths are in bytes, not characters', () => {
    const texts = ['ä'.repeat(63), '€'.repeat(42), '𝒳'.repeat(16_384), 'é'.repeat(32_767)]
    expect(texts.flatMap((text) => received(textFrame(text)))).toEqual(texts)
  })

  test('a frame of encoded parts is that of their text', () => {
    for (const parts of [[], ['ä', ''], ['[', 'ü'.repeat(70_000), ']']]) {
      const encoded = parts.map((part) => Buffer.from(part))
      expect(partsFrame(encoded).equals(textFrame(parts.join('')))).toBe(true)
    }
  })

  test('frames that follow each other', () => {
    const texts = ['{"one":1}', '', 'ü'.repeat(70_000), '[]']
    expect(received(Buffer.concat(texts.map(textFrame)))).toEqual(texts)
  })
})
