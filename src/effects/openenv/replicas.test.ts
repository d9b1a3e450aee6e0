// Guards that two servers on one store never play in one session of a foreign server.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type InProcessServer, serveInProcess } from '../../../test/support/in-process.ts'
import { configSchema } from '../../server/config/schema.ts'
import { SILENT_LOG } from '../../server/host-log.ts'
import { LOCAL } from '../../server/principal.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { EventStore } from '../../store/event-store.ts'
import { openStore } from '../../store/open.ts'
import { startUpstream, type UpstreamFixture } from './upstream.fixture.ts'

let upstream: UpstreamFixture
let store: EventStore
let servers: readonly InProcessServer[]
beforeEach(async () => {
  upstream = await startUpstream()
  store = await openStore({ path: ':memory:', durability: 'process' })
  servers = [await replica(), await replica()]
})
afterEach(async () => {
  for (const one of servers) await one.stop()
  await upstream.stop()
})

const replica = () => {
  const openenv = { id: 'guess-v1', url: upstream.url }
  const config = configSchema.parse({ db: ':memory:', environments: [{ openenv }] })
  return serveInProcess({ config, dataSets: [], log: SILENT_LOG, store })
}
const guess = (at: number, id: string, seq: number, number = seq) => {
  const called = { name: 'act', arguments: { guess: String(number) } }
  const action = { tool_calls: [{ id: 'c', type: 'function' as const, function: called }] }
  return (servers[at] as InProcessServer).host.call('episode.step', LOCAL, {
    ...{ episode_id: id, seq, action },
  })
}
const told = (talk: readonly JsonObject[]) =>
  talk.map(({ type, data }) => (type === 'reset' ? 'reset' : (data as JsonObject).guess))

it('goes on elsewhere by playing the log again, each in a session of its own', async () => {
  const [first] = servers as [InProcessServer, InProcessServer]
  const task = { env: 'guess-v1', split: 'train', index: 8 }
  const { episode_id: id } = await first.host.call('episode.open', LOCAL, task)
  for (const [seq, at] of [0, 1, 1, 0, 1].entries()) {
    expect(await guess(at, id, seq + 1)).toMatchObject({ seq: seq + 1, terminated: false })
  }
  expect(await guess(0, id, 6, 9)).toMatchObject({ seq: 6, terminated: true })
  const line = ['reset', '1', '2', '3', '4', '5', '9']
  const talks = upstream.talks.map(told)
  // Whoever came back found its own session behind, and left it: none was played in by both.
  expect(talks.length).toBeGreaterThanOrEqual(4)
  for (const talk of talks) expect(talk).toEqual(line.slice(0, talk.length))
  expect(talks.filter((talk) => talk.length === line.length)).toHaveLength(1)
})
