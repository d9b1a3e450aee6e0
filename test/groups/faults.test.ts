// Guards that no crashed, absent, slow, repeated or superseded rollout holds up or mixes a group.
import { afterEach, describe, expect, it } from 'vitest'
import type { CloseResult, OpenResult, ResumeResult } from '../../src/wire/results.ts'
import {
  connect,
  fail,
  isSettled,
  open,
  opening,
  pause,
  shownIn,
  start,
  status,
  stopAll,
  tryWrong,
  until,
  win,
} from './arena.ts'

afterEach(stopAll)

describe('a rollout that is missed', () => {
  it('is not waited for when its connection is gone for longer than the grace', async () => {
    const server = await start({ groups: { grace_ms: 60 } })
    const [crashing, rpc] = [await connect(server), await connect(server)]
    const { episode_id } = await open(crashing, { index: 0 })
    await tryWrong(crashing, episode_id)
    const waiting = open(rpc, { index: 1 })
    await pause(150)
    expect(await isSettled(waiting)).toBe(false)
    crashing.socket.terminate()
    const second = await waiting
    expect(shownIn(second)).toEqual([])
    expect(server.host.metrics.groupLeasesExpired).toBe(1)
    const late = await rpc.call<CloseResult>('episode.close', { episode_id })
    expect(late).toMatchObject({ reward: -0.1, condition: 'clean', fault: false })
    await win(rpc, second)
    expect(shownIn(await open(rpc, { index: 2 }))).toEqual([0])
  })

  it('is still waited for when a viewer or an admin visits it and leaves', async () => {
    const [alice, root] = ['alice-token-0123456789', 'admin-token-0123456789']
    const tokens = [
      { principal: 'alice', token: alice },
      { principal: 'root', role: 'admin' as const, token: root },
    ]
    const server = await start({ tokens, groups: { grace_ms: 20 } })
    const as = (secret: string) => connect(server, { authorization: `Bearer ${secret}` })
    const [player, rpc] = [await as(alice), await as(alice)]
    const first = await open(player, { index: 0 })
    const waiting = open(rpc, { index: 1 })
    for (const secret of [first.view_key, root]) {
      const visitor = await as(secret)
      await visitor.call('episode.resume', { episode_id: first.episode_id })
      visitor.socket.terminate()
      await pause(120)
    }
    expect(await isSettled(waiting)).toBe(false)
    await fail(player, first)
    expect(shownIn(await waiting)).toEqual([0])
  })

  it('is not waited for when it never opens', async () => {
    const rpc = await connect(await start({ groups: { arrival_ms: 1_500, grace_ms: 20 } }))
    const waiting = [1, 2].map((index) => open(rpc, { index, size: 3 }))
    await pause(40)
    expect(await isSettled(waiting[0] as Promise<OpenResult>)).toBe(false)
    await fail(rpc, await (waiting[0] as Promise<OpenResult>))
    expect(shownIn(await (waiting[1] as Promise<OpenResult>))).toEqual([1])
    const late = await open(rpc, { index: 0, size: 3 })
    expect(late.condition).toBe('clean')
  })

  it('is not waited for without end when it never ends, and may still finish', async () => {
    const rpc = await connect(await start({ groups: { lease_ms: 80, silence_ms: 160 } }))
    const slow = await open(rpc, { index: 0 })
    const waiting = open(rpc, { index: 1 })
    for (let beats = 0; beats < 6; beats++) {
      await pause(50)
      const beat = await rpc.call<{ lease_left_ms: number }>('group.beat', {
        episode_id: slow.episode_id,
      })
      expect(beat.lease_left_ms).toBeGreaterThan(100)
    }
    expect(await isSettled(waiting)).toBe(false)
    expect(shownIn(await waiting)).toEqual([])
    expect(await fail(rpc, slow)).toMatchObject({ reward: -0.1, end_reason: 'client_closed' })
  })

  it('counts as no attempt when its client closes it as its own failure', async () => {
    const rpc = await connect(await start())
    const { episode_id } = await open(rpc, { index: 0 })
    await tryWrong(rpc, episode_id)
    const waiting = open(rpc, { index: 1 })
    const close = { episode_id, fault: true }
    const closed = await rpc.call<CloseResult>('episode.close', close)
    expect(closed).toMatchObject({ reward: 0, reward_parts: {}, end_reason: 'client_fault' })
    expect(closed.fault).toBe(true)
    expect(await rpc.call('episode.close', { episode_id })).toEqual(closed)
    expect(shownIn(await waiting)).toEqual([])
    const text = 'Read the label.'
    expect(await rpc.fault('group.critique', { episode_id, text })).toBe('group/no_critique')
    const next = await fail(rpc, await waiting)
    expect(next.baseline).toBe(null)
  })

  it('is no waiter any more when its connection goes, and one again when it returns', async () => {
    const server = await start({ groups: { grace_ms: 2_000 } })
    const [leaving, rpc] = [await connect(server), await connect(server)]
    const first = await open(rpc, { index: 0 })
    open(leaving, { index: 1 }).catch(() => undefined)
    const third = open(rpc, { index: 2 })
    await until(() => server.host.core.groups.waiting === 2)
    leaving.socket.terminate()
    await until(() => server.host.core.groups.waiting === 1)
    await fail(rpc, first)
    await pause(30)
    expect(await isSettled(third)).toBe(false)
    const back = await open(rpc, { index: 1 })
    expect(shownIn(back)).toEqual([0])
    await fail(rpc, back)
    expect(shownIn(await third)).toEqual([0, 1])
  })
})

describe('a repeated call', () => {
  it('gets the same episode, the same end and the same account', async () => {
    const rpc = await connect(await start())
    const first = await open(rpc, { index: 0 })
    expect(await open(rpc, { index: 0 })).toEqual(first)
    const closed = await fail(rpc, first)
    const close = { episode_id: first.episode_id }
    expect(await rpc.call('episode.close', close)).toEqual(closed)
    const twice = await Promise.all([open(rpc, { index: 1 }), open(rpc, { index: 1 })])
    expect(twice[1]).toEqual(twice[0])
    expect(await open(rpc, { index: 1 })).toEqual(twice[0])
    const second = twice[0] as OpenResult
    await rpc.call('group.beat', { episode_id: second.episode_id })
    await rpc.call('group.beat', { episode_id: second.episode_id })
    const account = await fail(rpc, second)
    const critique = { episode_id: second.episode_id, text: 'Read first.' }
    const posted = await rpc.call('group.critique', critique)
    expect(await rpc.call('group.critique', critique)).toEqual(posted)
    const other = { ...critique, text: 'Something else.' }
    expect(await rpc.fault('group.critique', other)).toBe('group/no_critique')
    const third = await open(rpc, { index: 2 })
    expect(third.messages.at(-1)?.content).toContain('Read first.')
    await fail(rpc, third)
    expect(await rpc.call('episode.close', { episode_id: second.episode_id })).toEqual(account)
    const resumed = await rpc.call<ResumeResult>('episode.resume', {
      episode_id: second.episode_id,
    })
    expect(resumed).toMatchObject({ condition: 'guided', attempts: second.attempts })
  })

  it('is told from another request for the same place', async () => {
    const rpc = await connect(await start())
    await open(rpc, { index: 0 })
    const fault = (rollout: Parameters<typeof opening>[0]) =>
      rpc.fault('episode.open', opening(rollout))
    expect(await fault({ index: 0, task: 4 })).toBe('group/mismatch')
    expect(await fault({ index: 1, size: 8 })).toBe('group/mismatch')
    expect(await fault({ index: 1, feedback: { show: 'last' } })).toBe('group/mismatch')
    expect(await fault({ index: 4 })).toBe('request/invalid')
    expect(await fault({ index: 1, feedback: { critique: 'model' } })).toBe('group/no_critic')
    const stale = { ...opening({ index: 1 }), data_checksum: 'other' }
    expect(await rpc.fault('episode.open', stale)).toBe('task/stale')
    const labelled = { ...opening({ index: 1 }), labels: { run: 'another' } }
    expect(await rpc.fault('episode.open', labelled)).toBe('request/invalid')
  })
})

describe('opening without waiting', () => {
  it('says that it would wait, for whom, and opens later', async () => {
    const rpc = await connect(await start())
    const first = await open(rpc, { index: 0, wait: false })
    const asked = await rpc.answer('episode.open', opening({ index: 2, wait: false }))
    expect(asked.error?.data).toMatchObject({
      code: 'group/would_wait',
      retryable: true,
      details: { waits_for: [0, 1] },
    })
    await fail(rpc, first)
    expect(shownIn(await open(rpc, { index: 1, wait: false }))).toEqual([0])
  })

  it('is the only way to open a rollout in a batch, and one of each group at most', async () => {
    const rpc = await connect(await start())
    const batch = (rollouts: readonly object[]) =>
      rpc.raw(
        JSON.stringify(
          rollouts.map((params, id) => ({
            jsonrpc: '2.0',
            id: `b${id}`,
            method: 'episode.open',
            params,
          })),
        ),
      ) as Promise<{ result?: OpenResult; error?: { data: { code: string } } }[]>
    const codes = async (rollouts: readonly object[]) =>
      (await batch(rollouts)).map(({ error }) => error?.data.code ?? 'opened')
    const refused = 'request/not_batchable'
    expect(await codes([0, 1].map((index) => opening({ index })))).toEqual([refused, refused])
    const hasty = [0, 1].map((index) => opening({ index, wait: false }))
    expect(await codes(hasty)).toEqual(['opened', refused])
    const mode = 'independent'
    const apart = [0, 1, 2].map((index) => opening({ id: 'free', index, mode }))
    expect(await codes(apart)).toEqual(['opened', 'opened', 'opened'])
  })

  it('has a limit of its own, which holds back nothing else', async () => {
    const limits = { waiting_per_principal_max: 2, in_flight_per_principal_max: 3 }
    const rpc = await connect(await start({ limits }))
    await open(rpc, { index: 0, size: 8 })
    for (const index of [1, 2]) open(rpc, { index, size: 8 }).catch(() => undefined)
    await pause(30)
    expect(await rpc.fault('episode.open', opening({ index: 3, size: 8 }))).toBe('capacity/waiting')
    const more = await Promise.all([0, 1, 2].map(() => rpc.call('env.list', {})))
    expect(more).toHaveLength(3)
  })
})

describe('generations', () => {
  it('begin with an empty memory, and the old one’s waiters are told', async () => {
    const rpc = await connect(await start())
    const old = await open(rpc, { index: 0 })
    const playing = await open(rpc, { id: 'other', index: 0 })
    await fail(rpc, old)
    const second = await open(rpc, { index: 1 })
    const waiting = rpc.fault('episode.open', opening({ index: 2 }))
    await pause(20)
    const anew = await open(rpc, { index: 0, generation: 'two' })
    expect(anew.episode_id).not.toBe(old.episode_id)
    expect(await waiting).toBe('group/superseded')
    expect(await rpc.fault('episode.open', opening({ index: 3 }))).toBe('group/superseded')
    await until(async () => {
      const { episode_id } = second
      const resumed = await rpc.call<ResumeResult>('episode.resume', { episode_id })
      return resumed.info.end_reason === 'superseded'
    })
    await fail(rpc, anew)
    const next = await open(rpc, { index: 1, generation: 'two' })
    expect(shownIn(next)).toEqual([0])
    expect(next.attempts?.[0]?.episode_id).toBe(anew.episode_id)
    await fail(rpc, playing)
    expect(await status(rpc)).toMatchObject({ generation: 'two', episodes: 2, open: 1 })
  })

  it('keep two trainers with one run name apart', async () => {
    const tokens = ['alice', 'bob'].map((principal) => ({
      principal,
      token: `${principal}-token-0123456789`,
    }))
    const server = await start({ tokens })
    const [alice, bob] = await Promise.all(
      tokens.map(({ token }) => connect(server, { authorization: `Bearer ${token}` })),
    )
    if (alice === undefined || bob === undefined) throw new Error('no sockets')
    await fail(alice, await open(alice, { index: 0 }))
    const bobs = await open(bob, { index: 0 })
    expect(shownIn(await open(alice, { index: 1 }))).toEqual([0])
    const waiting = open(bob, { index: 1 })
    await pause(20)
    expect(await isSettled(waiting)).toBe(false)
    expect(await win(bob, bobs)).toMatchObject({ baseline: null })
    expect(shownIn(await waiting)).toEqual([])
    expect(await status(bob)).toMatchObject({ principal: 'bob', clean: { successes: 1 } })
    const alices = { run: 'run', id: 'g', principal: 'alice' }
    expect(await bob.fault('group.status', alices)).toBe('auth/forbidden')
  })
})
