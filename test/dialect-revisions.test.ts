// Guards logs whose raw text older code read: recorded answers stay, and faults say what to do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { openPinnedDatabase } from '../src/store/sqlite/pinned-database.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

const OLD = new URL('fixtures/stores/before-dialect-revisions.sql', import.meta.url)
/** The episodes of that store; what the second step of the first one says is read otherwise now. */
const BEHIND_END = 'ep_01a22124b3e142e7a58e3c3100f69b58'
const ALIKE = 'ep_01a22124b40a4a82bc414b4ec6a8372a'
const STRUCTURED = 'ep_01a22124b41147589b538dcde9843ab2'
const ENDED = 'ep_01a22124b4194749b2ab757d2c0aad0a'

const CALL = '<tool_call>{"name": "read_code", "arguments": {}}</tool_call>'
const RAW = { text: CALL }
const BEHIND = { text: `Let me look.<|im_end|>\n${CALL}` }
const TYPED = {
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_code', arguments: {} } }],
}

const folder = mkdtempSync(join(tmpdir(), 'backchannel-dialect-revisions-'))
const db = join(folder, 'old.db')
let server: InProcessServer
async function start(): Promise<void> {
  const config = configSchema.parse({ port: 0, db })
  server = await serveInProcess({ config, dataSets: builtInDataSets(), log: SILENT_LOG })
}
beforeAll(async () => {
  const database = openPinnedDatabase(db)
  database.exec(readFileSync(OLD, 'utf8'))
  database.close()
  await start()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(method: 'GET' | 'POST', path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(server.url + path, { method, headers, ...sent })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const step = (id: string, seq: number, action: object) =>
  ask('POST', `/v1/episodes/${id}/steps`, { seq, action })
const resume = (id: string) => ask('GET', `/v1/episodes/${id}`)
const fork = (id: string, position: number) => ask('POST', `/v1/episodes/${id}/fork`, { position })
const replay = (id: string) => ask('POST', `/v1/episodes/${id}/replay`, {})

const REFUSED = {
  status: 409,
  body: {
    code: 'episode/other_revision',
    detail: expect.stringMatching(/recorded by revision 1 of the dialects, .* has revision 2$/),
    hint: expect.stringMatching(/Fork it .*open another episode of the task/),
    details: { of: 'dialects', revision: 1, revision_here: 2 },
  },
}

describe('an episode with raw text that other dialects read', () => {
  it('resumes with its recorded answers, which its steps are answered with again', async () => {
    const { status, body } = await resume(BEHIND_END)
    expect([status, body.next_seq, body.closed]).toEqual([200, 3, false])
    expect(body.last).toMatchObject({ seq: 2, messages: [{ content: 'The label says 101.' }] })
    expect((await step(BEHIND_END, 2, BEHIND)).body).toEqual(body.last)
  })

  it('is not played on: the fault says which revision read it, and what to do', async () => {
    for (const [id, seq] of [
      [BEHIND_END, 3],
      [ALIKE, 2],
    ] as const) {
      expect(await step(id, seq, TYPED)).toMatchObject(REFUSED)
      expect(await step(id, seq, RAW)).toMatchObject(REFUSED)
    }
  })

  it('can be forked as far as its text is read as recorded', async () => {
    const early = await fork(BEHIND_END, 1)
    expect([early.status, early.body.next_seq]).toEqual([200, 2])
    expect((await step(early.body.episode_id, 2, RAW)).status).toBe(200)
    expect((await replay(early.body.episode_id)).body).toMatchObject({ verdict: 'verified' })
    const hint = 'Fork it at an earlier step, or open another episode of the task.'
    const late = { ...REFUSED, body: { ...REFUSED.body, hint } }
    expect(await fork(BEHIND_END, 2)).toMatchObject(late)
  })

  it('has a verdict of its own, open or ended', async () => {
    const reason = expect.stringMatching(/^recorded by revision 1 of the dialects/)
    for (const id of [BEHIND_END, ENDED]) {
      expect((await replay(id)).body).toMatchObject({ verdict: 'other_revision', reason })
    }
    expect((await replay(ALIKE)).body).toMatchObject({ verdict: 'verified' })
    expect((await resume(ENDED)).body).toMatchObject({ closed: true })
  })

  it('can be closed', async () => {
    const closed = await ask('POST', `/v1/episodes/${ALIKE}/close`, {})
    expect(closed).toMatchObject({ status: 200, body: { end_reason: 'abandoned' } })
  })
})

describe('an episode without raw text that a program with other dialects began', () => {
  it('is played on with typed calls, and takes no raw text', async () => {
    expect((await step(STRUCTURED, 2, TYPED)).status).toBe(200)
    expect(await step(STRUCTURED, 3, RAW)).toMatchObject(REFUSED)
    expect((await step(STRUCTURED, 3, TYPED)).status).toBe(200)
    await server.stop()
    await start()
    expect((await step(STRUCTURED, 4, TYPED)).status).toBe(200)
    expect((await replay(STRUCTURED)).body).toMatchObject({ verdict: 'verified' })
  })
})
