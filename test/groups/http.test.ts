// Guards groups over HTTP: long polls, beats, critiques, status, listings, labels and metrics.
import { afterEach, describe, expect, it } from 'vitest'
import { connect as connectClient } from '../../src/client/index.ts'
import { Resources } from '../../src/client/resources.ts'
import type { CloseResult, OpenResult } from '../../src/wire/results.ts'
import type { InProcessServer } from '../support/in-process.ts'
import {
  connect,
  fail,
  open,
  opening,
  pause,
  type Rollout,
  shownIn,
  start,
  stopAll,
  until,
  win,
} from './arena.ts'

afterEach(stopAll)

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many operations
  readonly body: any
}

async function post(
  { url }: InProcessServer,
  path: string,
  value: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    ...(signal === undefined ? {} : { signal }),
  })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, body: await response.json() }
}

const openOverHttp = (server: InProcessServer, rollout: Rollout, signal?: AbortSignal) =>
  post(server, 'episodes', opening(rollout), signal)

/** Asks again for as long as it is told to. */
async function openedInTheEnd(server: InProcessServer, rollout: Rollout): Promise<Answer> {
  for (;;) {
    const answer = await openOverHttp(server, rollout)
    if (answer.status !== 409) return answer
  }
}

describe('an opening over HTTP', () => {
  it('is a long poll that is asked again, and nobody waits for one that hung up', async () => {
    const server = await start({ groups: { poll_ms: 60, grace_ms: 150 } })
    const first = (await openOverHttp(server, { index: 0 })).body as OpenResult
    const told = await openOverHttp(server, { index: 1 })
    expect(told).toMatchObject({ status: 409, retryAfter: '1' })
    expect(told.body).toMatchObject({ code: 'group/would_wait', details: { waits_for: [0] } })
    const second = openedInTheEnd(server, { index: 1 })
    const gone = new AbortController()
    const third = openOverHttp(server, { index: 2 }, gone.signal).catch(() => undefined)
    await until(() => server.host.core.groups.waiting === 2)
    gone.abort()
    await until(() => server.host.core.groups.waiting <= 1)
    await third
    await post(server, `episodes/${first.episode_id}/close`, {})
    expect(shownIn((await second).body)).toEqual([0])
  })

  it('plays a group with beats, critiques and faults', async () => {
    const server = await start()
    const first = (await openOverHttp(server, { index: 0 })).body as OpenResult
    const at = `episodes/${first.episode_id}`
    const { body: heard } = await post(server, `${at}/beat`, {})
    expect(heard.lease_left_ms).toBeGreaterThan(25 * 60_000)
    expect((await post(server, `${at}/critique`, { text: 'x' })).body.code).toBe(
      'group/no_critique',
    )
    const closed = (await post(server, `${at}/close`, {})).body as CloseResult
    expect(closed).toMatchObject({ condition: 'clean', baseline: null, fault: false })
    await post(server, `${at}/critique`, { text: 'Read the label, they said.' })
    const second = (await openOverHttp(server, { index: 1, wait: false })).body as OpenResult
    expect(second.messages.at(-1)?.content).toContain('Read the label, they said.')
    const plain = await post(server, 'episodes', { env: 'mock-v1', split: 'train', index: 0 })
    const beat = await post(server, `episodes/${plain.body.episode_id}/beat`, {})
    expect(beat).toMatchObject({ status: 404, body: { code: 'group/not_found' } })
  })
})

describe('what is told of groups', () => {
  it('has success under the clean prompt and with feedback apart, everywhere', async () => {
    const server = await start()
    const rpc = await connect(server)
    const runs = { run: 'a/b', size: 4 }
    await fail(rpc, await open(rpc, { ...runs, index: 0 }))
    await win(rpc, await open(rpc, { ...runs, index: 1 }))
    await open(rpc, { ...runs, index: 2 })
    open(rpc, { ...runs, index: 3 }).catch(() => undefined)
    await open(rpc, { ...runs, id: 'h', index: 0, mode: 'independent' })
    await pause(20)
    const resources = new Resources({ url: server.url })
    const status = await resources.group('a/b', 'g')
    expect(status).toMatchObject({
      ...{ run: 'a/b', id: 'g', generation: 'one', env: 'mock-v1', task: 'train-000003' },
      ...{ size: 4, mode: 'feedback', episodes: 3, open: 1 },
      clean: { attempts: 1, successes: 0 },
      guided: { attempts: 1, successes: 1 },
      feedback: { waves: [1], show: 'all', clean_share: 0 },
    })
    expect(status.members).toMatchObject([
      { index: 0, condition: 'clean', state: 'over', success: false, shown: [] },
      { index: 1, condition: 'guided', state: 'over', success: true, shown: [0] },
      { index: 2, condition: 'guided', state: 'playing', shown: [0], waits_for: [] },
      { index: 3, condition: 'guided', state: 'opening', waits_for: [2], episode_id: null },
    ])
    const page = await resources.groups({ run: 'a/b', limit: 1 })
    expect(page.groups.map(({ id }) => id)).toEqual(['g'])
    const rest = await resources.groups({ run: 'a/b', after: page.next ?? '' })
    expect(rest.groups).toMatchObject([{ id: 'h', mode: 'independent', open: 1 }])
    const guided = await resources.episodes({ run: 'a/b', group: 'g', condition: 'guided' })
    expect(guided.episodes.map(({ group }) => group?.index)).toEqual([1, 2])
    const unknown = await fetch(`${server.url}/v1/groups/a/nothing`)
    expect(unknown.status).toBe(404)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('backchannel_group_waiting 1')
    expect(metrics).toContain(
      'backchannel_group_attempts_total{condition="guided",result="success"} 1',
    )
  })

  it('gives the mean of earlier attempts of the same run and condition as a baseline', async () => {
    const rpc = await connect(await start())
    const baselines: (number | null)[] = []
    for (const [at, play] of [fail, win, fail, win].entries()) {
      const { baseline } = await play(rpc, await open(rpc, { id: `${at}`, index: 0 }))
      baselines.push(baseline)
    }
    expect(baselines).toEqual([null, -0.1, 0.45, 0.267])
    const opened = await open(rpc, { id: '1', index: 1 })
    expect(await fail(rpc, opened)).toMatchObject({ condition: 'guided', baseline: null })
  })
})

describe('the client', () => {
  it('opens, waits, beats, posts critiques and asks how a group stands', async () => {
    const server = await start()
    const client = await connectClient({ url: server.url, requestTimeoutMs: 300 })
    try {
      const group = {
        ...{ run: 'run', id: 'g', size: 3, generation: 'one' },
        mode: 'feedback',
        feedback: { clean_share: 0 },
      } as const
      const at = (index: number) => ({
        ...{ env: 'mock-v1', split: 'train', index: 3 },
        group: { ...group, index },
      })
      const first = await client.open(at(0))
      expect(first.condition).toBe('clean')
      const waiting = client.open(at(1))
      await expect(client.open({ ...at(2), wait: false })).rejects.toMatchObject({
        code: 'group/would_wait',
      })
      expect(await first.beat()).toBeGreaterThan(1_000)
      // Longer than any other call may take.
      await pause(500)
      await first.close()
      await first.critique('Read it first.').catch(() => undefined)
      const second = await waiting
      expect(second.condition).toBe('guided')
      expect(second.attempts.map(({ index }) => index)).toEqual([0])
      expect((await second.close(undefined, { fault: true })).fault).toBe(true)
      expect((await client.groupStatus('run', 'g')).episodes).toBe(2)
      expect((await client.groups({ run: 'run' })).groups).toHaveLength(1)
    } finally {
      await client.close()
    }
  })
})
