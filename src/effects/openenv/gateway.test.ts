// Guards foreign environments: play, replay without them, coming back, forks, and their faults.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { LOCAL } from '../../server/principal.ts'
import { foreignPerformer } from './performer.ts'
import { startUpstream, type UpstreamFixture } from './upstream.fixture.ts'

let upstream: UpstreamFixture
let server: InProcessServer
const start = async (more: object = {}): Promise<InProcessServer> => {
  const openenv = { id: 'guess-v1', url: upstream.url, deadline_ms: 1_000, ...more }
  return startInProcess({ environments: [{ openenv }] })
}
beforeEach(async () => {
  upstream = await startUpstream()
  server = await start()
})
afterEach(async () => {
  await server.stop()
  await upstream.stop()
})

const open = async (index = 0) =>
  server.host.call('episode.open', LOCAL, { env: 'guess-v1', split: 'train', index })
const guess = (id: string, number: string | number) => {
  const called = { name: 'act', arguments: { guess: String(number) } }
  const action = { tool_calls: [{ id: 'c', type: 'function' as const, function: called }] }
  return server.host.call('episode.step', LOCAL, { episode_id: id, action })
}
const replay = async (id: string) => server.host.call('episode.replay', LOCAL, { episode_id: id })
const codeOf = async (work: unknown): Promise<string> => {
  try {
    await work
    return 'no fault'
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}

describe('a foreign environment', () => {
  it('is played, with what it rewards, and replayed without it', async () => {
    const opened = await open(4)
    expect(opened.messages.at(-1)?.content).toBe('Guess a number from 1 to 9.')
    expect(opened.tools[0]?.function).toMatchObject({
      name: 'act',
      parameters: { properties: { guess: { type: 'string' } }, required: ['guess'] },
    })
    const first = await guess(opened.episode_id, 1)
    expect(first).toMatchObject({ reward: 0, terminated: false })
    const said = { episode_id: opened.episode_id, action: { content: '5' } }
    const last = await server.host.call('episode.step', LOCAL, said)
    expect(last).toMatchObject({ reward: 1, terminated: true })
    expect(last.info.metrics).toMatchObject({ success: 1, raw_reward: 0.9996 })
    await upstream.stop()
    expect(await replay(opened.episode_id)).toMatchObject({
      verdict: 'consistent',
      difference: null,
    })
  })

  it('says on its card what is promised of it, and what cannot be', async () => {
    const card = await server.host.call('env.card', LOCAL, { env: 'guess-v1' })
    expect(card.class).toBe('foreign')
    expect(card.guarantees.join(' ')).toMatch(/faulted.*thousandths.*unknown/)
    const own = await server.host.call('env.card', LOCAL, { env: 'mock-v1' })
    expect(own.class).toBe('own')
  })

  it('tells a refused action in words, without those of the server', async () => {
    const { episode_id: id } = await open()
    const refused = await guess(id, 'bad')
    expect(refused.messages[0]?.content).toContain('VALIDATION_ERROR')
    expect(JSON.stringify(refused)).not.toContain('Traceback')
    expect(await guess(id, 1)).toMatchObject({ terminated: true, reward: 1 })
  })

  it('keeps forks apart, by playing again what came before', async () => {
    const { episode_id: id } = await open(8)
    await guess(id, 1)
    const fork = { episode_id: id, position: 1 }
    const { episode_id: other } = await server.host.call('episode.fork', LOCAL, fork)
    await guess(id, 2)
    const resets = upstream.heard.filter(({ type }) => type === 'reset').length
    await guess(other, 3)
    expect(upstream.heard.filter(({ type }) => type === 'reset').length).toBe(resets + 1)
    expect(await guess(other, 9)).toMatchObject({ seq: 3, terminated: true })
    expect(await guess(id, 9)).toMatchObject({ seq: 3, terminated: true })
  })

  it('comes back where its server was cut off, if that answers the same', async () => {
    const { episode_id: id } = await open(8)
    await guess(id, 1)
    upstream.moods.hangsUp = true
    expect(await codeOf(guess(id, 2))).toBe('env/unavailable')
    upstream.moods.hangsUp = false
    for (const socket of upstream.sockets) socket.terminate()
    expect(await guess(id, 2)).toMatchObject({ seq: 2, terminated: false })
    for (const socket of upstream.sockets) socket.terminate()
    upstream.moods.drift = 1
    expect(await codeOf(guess(id, 3))).toBe('episode/faulted')
    const { info } = await server.host.call('episode.resume', LOCAL, { episode_id: id })
    expect(info.end_reason).toBe('faulted')
    const rows = await server.host.call('episode.log', LOCAL, {
      episode_id: id,
      from: 0,
      public: false,
    })
    expect(JSON.stringify(rows)).toContain('openenv/differs in step')
  })

  it('leaves out of the comparison what the config says differs', async () => {
    await server.stop()
    server = await start({ volatile: ['turns'] })
    const { episode_id: id } = await open(8)
    await guess(id, 1)
    for (const socket of upstream.sockets) socket.terminate()
    upstream.moods.drift = 1
    expect(await guess(id, 2)).toMatchObject({ seq: 2 })
  })

  it('opens no more talks than it may, and lets the oldest idle one go', async () => {
    await server.stop()
    server = await start({ sessions_max: 2 })
    const ids = []
    for (let index = 0; index < 4; index++) ids.push((await open(index)).episode_id)
    expect(upstream.sockets.size).toBeLessThanOrEqual(3)
    expect(await guess(String(ids[0]), 1)).toMatchObject({ terminated: true })
  })

  it('counts a talk once while it is being opened', async () => {
    await server.stop()
    server = await start({ sessions_max: 2 })
    upstream.moods.answer = () => undefined
    const first = codeOf(open(1))
    await expect.poll(() => upstream.heard.length).toBe(1)
    upstream.moods.answer = undefined
    expect(await codeOf(open(2))).toBe('no fault')
    await first
  })
})

describe('an effect that is cancelled', () => {
  const request = { kind: 'openenv', profile: 'g', input: { call: 'reset', reset: { seed: 1 } } }
  const performer = () =>
    foreignPerformer([
      {
        ...{ id: 'g', url: upstream.url, token: undefined, volatile: [] },
        ...{ deadlineMs: 5_000, sessionsMax: 1, idleMs: 60_000 },
      },
    ])

  it('leaves no session, whether its socket was open or not', async () => {
    const own = performer()
    const cancelled = new AbortController()
    const opening = own.perform(request, cancelled.signal)
    cancelled.abort(new Error('enough'))
    for (const work of [opening, own.perform(request, cancelled.signal)]) {
      expect(await work).toMatchObject({ status: 'failed' })
    }
    expect(upstream.heard).toEqual([])
    await expect.poll(() => upstream.sockets.size).toBe(0)
    const { signal } = new AbortController()
    expect(await own.perform(request, signal)).toMatchObject({ status: 'answered' })
    own.close()
  })
})

describe('a foreign server that misbehaves', () => {
  const answers: readonly (readonly [string, string])[] = [
    ['no JSON', '<html>'],
    ['no observation', '{"type":"observation","data":{"done":"yes"}}'],
    [
      'a reward that is none',
      '{"type":"observation","data":{"observation":{},"reward":true,"done":false}}',
    ],
    ['deep', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    [
      'long',
      JSON.stringify({
        type: 'observation',
        data: { observation: { text: 'x'.repeat(600_000) }, reward: 0, done: false },
      }),
    ],
  ]
  it.each(answers)('ends the episode as faulted: %s', async (_, answer) => {
    const { episode_id: id } = await open()
    upstream.moods.answer = () => answer
    expect(await codeOf(guess(id, 5))).toBe('episode/faulted')
    upstream.moods.answer = undefined
    expect((await open()).messages).toHaveLength(1)
  })

  it('ends it too where no answer comes', async () => {
    const { episode_id: id } = await open()
    upstream.moods.answer = () => undefined
    expect(await codeOf(guess(id, 5))).toBe('episode/faulted')
  })

  it('is said at the start where it cannot be reached', async () => {
    await upstream.stop()
    await expect(start()).rejects.toThrow(/guess-v1 at http.*cannot be read/)
  })
})
