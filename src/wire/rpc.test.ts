// Guards that no call, however deep or long, gets more than a fault out of its reader.
import { describe, expect, it } from 'vitest'
import { DEPTH_MAX, isWithinDepth } from '../sim/json.ts'
import { readCall } from './rpc.ts'

const LEVELS = 100_000
const deep: unknown = JSON.parse(`${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`)
const whole = { jsonrpc: '2.0', id: 1, method: 'env.list', params: {} }

describe('readCall', () => {
  it.each(['jsonrpc', 'id', 'method', 'params', 'other'])('refuses depth in %s', (member) => {
    const call = { ...whole, [member]: deep }
    expect(() => readCall(call)).toThrow(expect.objectContaining({ code: 'request/too_deep' }))
  })

  it('refuses depth instead of a call', () => {
    expect(() => readCall(deep)).toThrow(expect.objectContaining({ code: 'request/too_deep' }))
  })

  it.each([
    ['episode.reset', 'episode.open'],
    ['env.step', 'episode.step'],
    ['episode.lst', 'episode.list'],
  ])('suggests a method for %s', (method, meant) => {
    const message = `there is no method "${method}"; did you mean ${meant}?`
    expect(() => readCall({ ...whole, method })).toThrow(message)
  })
})

describe('withinDepth', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] })

  it('counts objects and arrays', () => {
    expect(isWithinDepth(nested(DEPTH_MAX / 2), DEPTH_MAX)).toBe(true)
    expect(isWithinDepth([nested(DEPTH_MAX / 2)], DEPTH_MAX)).toBe(false)
  })
})
