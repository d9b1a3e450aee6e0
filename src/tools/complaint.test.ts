// Guards that the message for an invalid value names the member and the rule that it breaks.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pathsUnder, readText } from '../../test/tidy/files.ts'
import { describeMismatch, parseFitting } from './complaint.ts'

const point = z.strictObject({ x: z.int().min(0).max(9), name: z.string().max(3).optional() })
const text = z.strictObject({ text: z.string() })
const CASES: readonly (readonly [z.ZodType, unknown, string])[] = [
  [point, { x: -1 }, 'x must be at least 0; it is -1'],
  [point, { x: 10 }, 'x must be at most 9; it is 10'],
  [point, { x: 'a' }, 'x must be a number; it is "a"'],
  [point, { x: 1.5 }, 'x must be a whole number; it is 1.5'],
  [point, {}, 'x is missing; it must be a number'],
  [point, { x: 1, name: 'long' }, 'name must have at most 3 characters; it is "long"'],
  [point, { x: 'a', y: 1 }, '"y" is not a member of the value'],
  [point, 5, 'the value must be an object; it is 5'],
  [z.array(point).min(1), [], 'the value must have at least 1 item; it is []'],
  [z.array(point), [{ x: 1 }, { x: true }], '1.x must be a number; it is true'],
  [z.strictObject({ a: point }), { a: { x: 1, y: 1 } }, '"y" is not a member of a'],
  [z.enum(['a', 'b']), 'c', 'the value must be one of "a", "b"; it is "c"'],
  [z.literal(1), 2, 'the value must be 1; it is 2'],
  [z.string().regex(/^a/), 'b', 'the value must match the pattern /^a/; it is "b"'],
  [z.string().regex(/^a/, 'must begin with a'), 'b', 'the value: must begin with a; it is "b"'],
  [z.union([point, text]), 'hi', 'the value must be an object; it is "hi"'],
  [z.union([point, z.string()]), 5, 'the value must be an object or a string; it is 5'],
  [z.union([point, text]), { x: 'a' }, 'x must be a number; it is "a"'],
  [z.union([point, text]), { text: 5 }, 'text must be a string; it is 5'],
  [z.union([point, text]), { x: 1, z: 2 }, '"z" is not a member of the value'],
  [z.record(z.string().max(2), z.int()), { abc: 1 }, 'abc must not have this name'],
  [z.boolean(), 'x'.repeat(200), `the value must be true or false; it is "${'x'.repeat(79)}…`],
]

describe('a complaint', () => {
  it.each(CASES)('names the path, the rule and the value: %#', (schema, value, sentence) => {
    const { error } = schema.safeParse(value)
    expect(describeMismatch(error as z.ZodError, value).text).toContain(sentence)
  })

  it('begins with the name of the whole, and hides values that may be secret', () => {
    const { error } = point.safeParse({ x: 'secret' })
    const options = { root: 'settings', mayShow: () => false }
    expect(describeMismatch(error as z.ZodError, { x: 'secret' }, options).text).toBe(
      'settings.x must be a number',
    )
  })

  it('is the message of a value that must fit', () => {
    expect(parseFitting(point, { x: 1 }, 'the point')).toEqual({ x: 1 })
    expect(() => parseFitting(point, [], 'the point')).toThrow(
      'the point must be an object; it is []',
    )
  })
})

/** What models read of their calls, and stored answers of effects: replays depend on the words. */
const RECORDED = ['src/env/turn.ts', 'src/effects/performer.ts']

it('is the only report of schema mismatches in the program', () => {
  const own = ['src/tools/complaint.ts', 'src/tools/requirement.ts', ...RECORDED]
  const others = pathsUnder('src')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path) && !own.includes(path))
    .filter((path) => /\b(error|checked|read)\??\.issues\b|\.issues\[0\]/.test(readText(path).text))
  expect(others).toEqual([])
})
