// Guards that what is wrong with a foreign server is coded and recorded, and hurts nobody else.
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { LOCAL } from '../../server/principal.ts'
import { startUpstream, type UpstreamFixture } from './upstream.fixture.ts'

let upstream: UpstreamFixture
let server: InProcessServer
const start = (url: string): Promise<InProcessServer> =>
  startInProcess({ environments: [{ openenv: { id: 'guess-v1', url, deadline_ms: 300 } }] })
beforeEach(async () => {
  upstream = await startUpstream()
  server = await start(upstream.url)
})
afterEach(async () => {
  await server.stop()
  await upstream.stop()
})

const open = async (index = 8) =>
  server.host.call('episode.open', LOCAL, { env: 'guess-v1', split: 'train', index })
const guess = async (id: string, number: number) => {
  const called = { name: 'act', arguments: { guess: String(number) } }
  const action = { tool_calls: [{ id: 'c', type: 'function' as const, function: called }] }
  return server.host.call('episode.step', LOCAL, { episode_id: id, action })
}
async function faultOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  throw new Error('it went well')
}
const observation = (more: object, reward: unknown = 0) =>
  JSON.stringify({ type: 'observation', data: { observation: more, reward, done: false } })
const refusal = (code: string) =>
  JSON.stringify({ type: 'error', data: { code, message: 'Traceback: /home/secret.py' } })

describe('a server without room', () => {
  it('is told apart from one that is broken, and nothing is lost', async () => {
    const { episode_id: id } = await open()
    await guess(id, 1)
    upstream.moods.isFull = true
    const fault = await faultOf(open())
    expect(fault.code).toBe('env/unavailable')
    expect(fault.message).toContain('CAPACITY_REACHED')
    for (const socket of upstream.sockets) socket.terminate()
    expect((await faultOf(guess(id, 2))).code).toBe('env/unavailable')
    upstream.moods.isFull = false
    expect(await guess(id, 2)).toMatchObject({ seq: 2, terminated: false })
  })

  it.each(['CAPACITY_REACHED', 'SESSION_ERROR', 'FACTORY_ERROR'])(
    'is not told to the model as a refused action: %s',
    async (code) => {
      const { episode_id: id } = await open()
      upstream.moods.answer = () => refusal(code)
      const fault = await faultOf(guess(id, 1))
      expect(fault.code).toBe('env/unavailable')
      expect(fault.message).not.toContain('secret')
      upstream.moods.answer = undefined
      expect(await guess(id, 1)).toMatchObject({ seq: 1 })
    },
  )
})

describe('an answer that cannot be kept', () => {
  const answers: readonly (readonly [string, string])[] = [
    ['longer than a message may be', observation({ text: 'x'.repeat(2 * 1024 * 1024) })],
    ['with a reward beyond all bounds', observation({}, 1e308)],
    ['with a number beyond all numbers', observation({ at: [{ x: 1 }] }).replace('1}', '1e999}')],
    ['nested beyond all need', observation({ at: JSON.parse('['.repeat(40) + ']'.repeat(40)) })],
    ['with no observation in it', observation([])],
    ['nothing at all', ''],
  ]
  it.each(answers)('ends the episode with a code: %s', async (_, answer) => {
    const { episode_id: id } = await open()
    upstream.moods.answer = () => answer
    const fault = await faultOf(guess(id, 1))
    expect(fault).toMatchObject({ code: 'episode/faulted' })
    expect(fault.message).toContain('openenv/answer in step')
    const rows = { episode_id: id, from: 0, public: false }
    const log = JSON.stringify(await server.host.call('episode.log', LOCAL, rows))
    expect(log).toContain('openenv/answer in step')
    const again = await server.host.call('episode.replay', LOCAL, { episode_id: id })
    expect(again).toMatchObject({ verdict: 'consistent', difference: null })
  })

  it('refuses an opening with it, and keeps no session there', async () => {
    upstream.moods.answer = () => 'Traceback (most recent call last): /home/secret.py'
    const fault = await faultOf(open())
    expect(fault.message).toContain('openenv/answer in reset')
    expect(fault.message).not.toContain('secret')
    await expect.poll(() => upstream.sockets.size).toBe(0)
  })

  it('keeps odd text and odd names as they came', async () => {
    const { episode_id: id } = await open()
    const odd = '{"text":"a\\u0000\\ud800b","__proto__":{"x":1},"constructor":2}'
    upstream.moods.answer = () =>
      `{"type":"observation","data":{"observation":${odd},"reward":-0.0,"done":false}}`
    expect((await guess(id, 1)).messages[0]?.content).toMatch(/^a.*b$/s)
    const again = await server.host.call('episode.replay', LOCAL, { episode_id: id })
    expect(again).toMatchObject({ verdict: 'consistent', difference: null })
  })
})

describe('a description that cannot be used', () => {
  const text = { type: 'string' }
  const pages: readonly (readonly [string, string])[] = [
    ['no JSON', 'NaN'],
    ['thousands of levels', `{"action":${'{"items":'.repeat(5_000)}{}${'}'.repeat(5_000)}}`],
    ['no action', '{"action":[]}'],
    ['no type that there is', JSON.stringify({ action: { properties: { a: { type: 'x' } } } })],
  ]
  it.each(pages)('keeps the server from its start, with a reason: %s', async (_, page) => {
    upstream.moods.schema = page
    await expect(start(upstream.url)).rejects.toThrow(/^environments: guess-v1/)
  })

  const odd: readonly (readonly [string, object])[] = [
    ['members of wrong forms', { required: 'x', anyOf: 7, description: [], enum: {}, items: 'x' }],
    [
      'references to itself',
      { properties: { a: { $ref: '#/$defs/N0' } }, $defs: tree(1, () => 0) },
    ],
    ['parts of wrong forms', { properties: { a: { type: [], enum: [], anyOf: 7, items: [1] } } }],
    ['ever more references', { properties: { a: { $ref: '#/$defs/N0' } }, $defs: tree(9) }],
  ]
  it.each(odd)('is read as far as it goes: %s', async (_, more) => {
    upstream.moods.schema = JSON.stringify({ action: { properties: { a: text }, ...more } })
    const other = await start(upstream.url)
    const card = await other.host.call('env.describe', LOCAL, { env: 'guess-v1' })
    expect(JSON.stringify(card.tools).length).toBeLessThan(200_000)
    await other.stop()
  })
})

/** Definitions of which each refers to another one in twenty places. */
function tree(levels: number, next = (level: number): number | string => level + 1): object {
  const names = Array.from({ length: levels }, (_, level) => level)
  const members = (level: number) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`m${at}`, { $ref: `#/$defs/N${next(level)}` }]),
    )
  return Object.fromEntries(names.map((level) => [`N${level}`, { properties: members(level) }]))
}

describe('an address that leads elsewhere', () => {
  it('is not followed', async () => {
    const elsewhere = await startUpstream()
    try {
      upstream.moods.redirects = `${elsewhere.url.replace('http', 'ws')}/ws`
      expect((await faultOf(open())).code).toBe('env/unavailable')
      expect(elsewhere.talks).toEqual([])
    } finally {
      await elsewhere.stop()
    }
  })
})

describe('a server that says nothing', () => {
  it('is not waited for beyond its deadline', async () => {
    const deaf = createServer((socket) => socket.on('error', () => undefined))
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const { port } = deaf.address() as { port: number }
    await expect(start(`http://127.0.0.1:${port}`)).rejects.toThrow(/guess-v1 at .* cannot be read/)
    deaf.close()
  })

  it('refuses an opening in which no answer comes', async () => {
    upstream.moods.answer = () => undefined
    const fault = await faultOf(open())
    expect(fault.message).toContain('openenv/late in reset')
    await expect.poll(() => upstream.sockets.size).toBe(0)
  })
})
