// Guards that a card is cheap: it counts levels and makes no task of an endless split.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedDataSets } from '../src/cli/data-sets.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import type { Caller } from '../src/server/principal.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

const LOOKED_AT = 40
const caller: Caller = { kind: 'principal', name: 'alice', role: 'client' }
const dataSets = servedDataSets(undefined)
const own = dataSets.filter(({ environment }) => environment !== 'mock-v1')
const config = configSchema.parse({ db: ':memory:' })
let made = 0
let server: InProcessServer

beforeAll(async () => {
  const counting = dataSets.map((set) => ({
    ...set,
    task: (split: string, index: number) => {
      if (split === 'stream') made += 1
      return set.task(split, index)
    },
  }))
  server = await serveInProcess({ config, dataSets: counting, log: SILENT_LOG })
})
afterAll(() => server.stop())

describe.each(own.map((set) => [set.environment, set] as const))('the card of %s', (env, set) => {
  it('makes no task of the endless split, and counts its levels', async () => {
    made = 0
    const { splits } = await server.host.call('env.card', caller, { env })
    const endless = splits.find(({ count }) => count === null)
    expect(endless?.levels.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(2_000)
    expect(made).toBe(0)
  })

  it('knows the difficulty that the tasks of the endless split have', () => {
    for (let index = 0; index < LOOKED_AT; index++) {
      const { difficulty } = set.task('stream', index) ?? {}
      expect([index, set.difficulty?.('stream', index)]).toEqual([index, difficulty])
    }
    expect(set.difficulty?.('stream', -1)).toBeUndefined()
    expect(set.difficulty?.('train', 1_000_000_000)).toBeUndefined()
  })
})
