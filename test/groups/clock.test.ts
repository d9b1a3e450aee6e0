// Guards that a system clock that jumps lets nobody go and holds nobody up in a group.
import { afterEach, expect, it } from 'vitest'
import { builtInDataSets } from '../../src/datasets/built-in.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import { MemoryStore } from '../../src/store/memory.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { connect, fail, open, opening, stopAll } from './arena.ts'

let server: InProcessServer | undefined
afterEach(async () => {
  await stopAll()
  await server?.stop()
})

const DAY_MS = 86_400_000

it.each([-DAY_MS, DAY_MS])('a jump of %i ms moves no lease', async (jumpMs) => {
  let nowMs = 1_760_000_000_000
  server = await serveInProcess({
    config: configSchema.parse({ groups: { critique_ms: 3_600_000 } }),
    dataSets: builtInDataSets(),
    log: SILENT_LOG,
    store: new MemoryStore({ nowMs: () => nowMs }),
  })
  const rpc = await connect(server)
  const first = await open(rpc, { index: 0 })
  nowMs += jumpMs
  const asked = { ...opening({ index: 1 }), wait: false }
  expect(await rpc.fault('episode.open', asked)).toBe('group/would_wait')
  expect(await rpc.call('group.beat', { episode_id: first.episode_id })).toMatchObject({
    lease_left_ms: expect.toSatisfy((left: number) => left > 60_000 && left < DAY_MS),
  })
  await fail(rpc, first)
  expect(await rpc.call<OpenResult>('episode.open', asked)).toMatchObject({ condition: 'guided' })
})
