/** Guards that a watch gives every row once and in order, over drops and lags. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type Client, connect } from './client.ts'
import { FakeServer } from './fake-server.contract.ts'

let server: FakeServer
let client: Client

beforeEach(async () => {
  server = await FakeServer.start()
  client = await connect({ url: server.url, backOffMs: 1, backOffMaxMs: 5 })
})
afterEach(async () => {
  await client.close()
  await server.stop()
})

function tell(socket: WebSocket, method: string, params: object): void {
  socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
}

function sendRow(socket: WebSocket, position: number, end = false): void {
  const view = end ? { end: { kind: 'truncated', reason: 'client_closed' } } : {}
  tell(socket, 'episode.row', { episode_id: 'ep_0', position, kind: 'stepped', view })
}

const watchesFrom = (): unknown[] =>
  server.calls.filter(({ method }) => method === 'episode.watch').map(({ params }) => params.from)

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

it('gives every row once, in order, over drops, repetitions, gaps and lags', async () => {
  const seen: number[] = []
  const watching = (async () => {
    for await (const row of client.watch('ep_0')) seen.push(row.position)
  })()
  const socket = (): WebSocket => server.sockets.at(-1) as WebSocket
  await until(() => watchesFrom().length === 1)
  for (const position of [0, 1, 1, 0, 2]) sendRow(socket(), position)
  await until(() => seen.length === 3)
  server.dropAll()
  await until(() => watchesFrom().length === 2)
  for (const position of [2, 3, 5]) sendRow(socket(), position)
  await until(() => watchesFrom().length === 3)
  for (const position of [4, 5]) sendRow(socket(), position)
  tell(socket(), 'episode.watch_lagged', { episode_id: 'ep_0', position: 6 })
  await until(() => watchesFrom().length === 4)
  sendRow(socket(), 6, true)
  await watching
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(watchesFrom()).toEqual([0, 3, 4, 6])
  await until(() => server.calls.some(({ method }) => method === 'episode.unwatch'))
})

it('starts where it is told, and stops the watch when the reader leaves', async () => {
  const watching = (async () => {
    for await (const row of client.watch('ep_0', { from: 4, resumeKey: 'key' })) return row.position
    return undefined
  })()
  await until(() => watchesFrom().length === 1)
  sendRow(server.sockets[0] as WebSocket, 4)
  expect(await watching).toBe(4)
  expect(server.calls[0]?.params).toEqual({ episode_id: 'ep_0', from: 4, resume_key: 'key' })
  await until(() => server.calls.some(({ method }) => method === 'episode.unwatch'))
})

it('fails a second watch of one episode, a refused one, and all on close', async () => {
  const first = client.watch('ep_0')[Symbol.asyncIterator]().next()
  const second = client.watch('ep_0')[Symbol.asyncIterator]().next()
  await expect(second).rejects.toMatchObject({ code: 'client/busy' })
  await until(() => watchesFrom().length === 1)
  server.fate = () => ({ kind: 'fault', code: 'capacity/watches' })
  const refused = client.watch('ep_1')[Symbol.asyncIterator]().next()
  await expect(refused).rejects.toMatchObject({ code: 'capacity/watches', status: 429 })
  const ended = expect(first).rejects.toMatchObject({ code: 'client/closed' })
  await client.close()
  await ended
})
