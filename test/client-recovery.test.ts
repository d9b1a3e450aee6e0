/** Guards that a client loses and repeats nothing while its server is killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { connect } from '../src/client/client.ts'
import type { Episode } from '../src/client/episode.ts'
import { Resources } from '../src/client/resources.ts'
import { stream } from '../src/sim/random.ts'
import type { Child } from './support/command-process.ts'
import { startServe } from './support/serve-process.ts'
import { startServer } from './support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-recovery-'))
let child: Child | undefined

afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async (port: number): Promise<string> => {
  const words = ['--port', String(port), '--db', join(folder, 'store.db')]
  const server = await startServe([...words, '--log-level', 'silent'], folder)
  child = server.child
  return server.url
}

const wrong = (number: number) => ({
  tool_calls: [
    {
      id: 'call_1',
      type: 'function' as const,
      function: { name: 'enter_code', arguments: { code: `wrong ${number}` } },
    },
  ],
})

async function playAll(episodes: readonly Episode[], steps: number): Promise<void> {
  const play = async (episode: Episode): Promise<void> => {
    for (let number = 1; number <= steps; number++) {
      await episode.step(wrong(number))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  await Promise.all(episodes.map(play))
}

it('plays every step once while its server is killed three times', {
  timeout: 180_000,
}, async () => {
  const url = await start(0)
  const port = Number(new URL(url).port)
  const client = await connect({ url, backOffMs: 20, backOffMaxMs: 200 })
  const open = (index: number) => client.open({ env: 'mock-v1', split: 'train', index })
  const episodes = await Promise.all(Array.from({ length: 16 }, (_, index) => open(index)))
  const rows: number[] = []
  const watching = (async () => {
    for await (const row of client.watch(episodes[0]?.id as string)) rows.push(row.position)
  })()
  const steps = 18
  const playing = playAll(episodes, steps)
  for (let kill = 0; kill < 3; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const gone = new Promise((resolve) => child?.once('close', resolve))
    child?.kill('SIGKILL')
    await gone
    await start(port)
  }
  await playing
  const resources = new Resources({ url })
  for (const episode of episodes) {
    const log = await resources.log(episode.id)
    const played = log.slice(1).map(({ payload }) => JSON.parse(payload ?? '{}').action)
    expect(played).toEqual(Array.from({ length: steps }, (_, at) => wrong(at + 1)))
    expect((await resources.checkReplay(episode.id)).verdict).toBe('verified')
  }
  await Promise.all(episodes.map((episode) => episode.close()))
  await watching
  expect(rows).toEqual(Array.from({ length: steps + 2 }, (_, at) => at))
  await client.close()
})

/** A link to a server that cuts every connection now and then, in the middle of what it carries. */
async function cuttingProxy(to: number, random: () => number) {
  const open = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connectTcp(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      // Half a chunk goes first, so that cuts fall inside frames too.
      one.on('data', (chunk) => {
        const half = Math.floor(chunk.length / 2)
        other.write(chunk.subarray(0, half))
        one.pause()
        setTimeout(() => {
          if (!other.destroyed) other.write(chunk.subarray(half))
          one.resume()
        }, random() * 3)
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, cut, close: () => proxy.close() }
}

it('plays every step once over a link that is cut again and again', async () => {
  const server = await startServer()
  const draws = stream(7, 0, 'cuts')
  const proxy = await cuttingProxy(Number(new URL(server.url).port), () => draws.next())
  const client = await connect({ url: proxy.url, backOffMs: 1, backOffMaxMs: 8 })
  let cuts = 0
  const cutting = setInterval(() => {
    if (!draws.chance(0.5)) return
    cuts += 1
    proxy.cut()
  }, 30)
  const open = (index: number) => client.open({ env: 'mock-v1', split: 'train', index })
  const episodes = await Promise.all(Array.from({ length: 12 }, (_, index) => open(index)))
  for (let number = 1; number <= 15; number++) {
    const turns = episodes.map((episode) => ({ episode, action: wrong(number) }))
    const results = await client.stepMany(turns)
    expect(results.map(({ status }) => status)).not.toContain('rejected')
  }
  clearInterval(cutting)
  expect(cuts).toBeGreaterThan(5)
  const resources = new Resources({ url: server.url })
  for (const { id } of episodes) {
    const played = (await resources.log(id)).slice(1)
    expect(played.map(({ payload }) => JSON.parse(payload ?? '{}').action)).toEqual(
      Array.from({ length: 15 }, (_, at) => wrong(at + 1)),
    )
  }
  expect((await resources.episodes({})).episodes).toHaveLength(12)
  await client.close()
  proxy.close()
  await server.stop()
})

it('goes on from a resume, a fork and a batch, on the real protocol', async () => {
  const server = await startServer()
  const client = await connect({ url: server.url })
  const episodes = await Promise.all(
    [0, 1].map((index) => client.open({ env: 'mock-v1', split: 'val', index })),
  )
  const turns = episodes.map((episode) => ({ episode, action: wrong(1) }))
  const [first] = await client.stepMany(turns)
  expect(first).toMatchObject({ status: 'fulfilled', value: { seq: 1, reward: -0.1 } })
  const [episode] = episodes as [Episode]
  const other = await connect({ url: server.url })
  const resumed = await other.resume(episode.id, { resumeKey: episode.resumeKey ?? '' })
  expect(resumed.transcript).toEqual(episode.transcript)
  expect(resumed.messages).toEqual(episode.messages)
  await other.close()
  const fork = await episode.fork(0, { labels: { run: 'forked' } })
  expect(fork.nextSeq).toBe(1)
  expect(
    await client.stepMany([
      { episode, action: wrong(2) },
      { episode, action: wrong(2) },
    ]),
  ).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'client/busy' } }])
  await client.close()
  await server.stop()
})
