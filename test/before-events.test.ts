// Guards a store from before there were public events: its logs are checked, its attempts reported.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { LOCAL } from '../src/server/principal.ts'
import { openPinnedDatabase } from '../src/store/sqlite/pinned-database.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

const OLD = new URL('fixtures/stores/before-events.sql', import.meta.url)
/** The episodes of that store, and their critiques: where events are needed, the general one. */
const OVER: readonly (readonly [string, string, RegExp])[] = [
  ['mock-v1, failed', 'ep_01a22099a3ef47d18f5694a67304509b', /^The code is on the label/],
  ['mock-v1, won', 'ep_01a22099a3fb4c9dbdb4267e90473ee3', /^$/],
  ['math-feedback-v1, won', 'ep_01a22099a408447195d7f2648445d768', /^$/],
  ['q-code-v1, won', 'ep_01a22099a41b4e88a881f2e83405254c', /^$/],
  [
    'math-feedback-v1, failed',
    'ep_01a2211484b24641ac28c1fe4f4a9328',
    /^The last answer was: Your answer is not right/,
  ],
  [
    'q-code-v1, failed',
    'ep_01a2211484ec46c8a565c2c4586c2b08',
    /^The last answer was: Your answer fails this example/,
  ],
]
const OPEN = 'ep_01a22099a4044ef5b68dfa16d6f555f5'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-before-events-'))
let server: InProcessServer
beforeAll(async () => {
  const db = join(folder, 'e.db')
  const database = openPinnedDatabase(db)
  database.exec(readFileSync(OLD, 'utf8'))
  database.close()
  const config = configSchema.parse({ port: 0, db })
  server = await serveInProcess({ config, dataSets: builtInDataSets(), log: SILENT_LOG })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Environments whose behaviour has changed since, so that their logs say their own revision. */
const CHANGED = /^math-feedback-v1/

it.each(OVER)(
  '%s: its log is checked and its critique stays',
  async (name, episode_id, critique) => {
    const { host } = server
    expect(await host.call('episode.replay', LOCAL, { episode_id })).toMatchObject({
      verdict: CHANGED.test(name) ? 'other_revision' : 'verified',
    })
    const account = await host.call('episode.account', LOCAL, { episode_id })
    expect(account.critique ?? '').toMatch(critique)
  },
)

it('mock-v1, open: it resumes, goes on and verifies to the end', async () => {
  const { host } = server
  const { messages } = await host.call('episode.resume', LOCAL, { episode_id: OPEN })
  const code = /says (\d+)/.exec(messages.at(-1)?.content ?? '')?.[1]
  const called = { name: 'enter_code', arguments: { code: String(code) } }
  const tool_calls = [{ id: 'call_2', type: 'function' as const, function: called }]
  const action = { tool_calls }
  const { terminated } = await host.call('episode.step', LOCAL, { episode_id: OPEN, action })
  expect(terminated).toBe(true)
  expect(await host.call('episode.replay', LOCAL, { episode_id: OPEN })).toMatchObject({
    verdict: 'verified',
  })
})
