// Guards what an environment leaves behind: its logs list, show and export; its data is refused.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { loadDataSets } from '../src/datasets/load.ts'
import { phoneLearner } from '../src/env/phone-call/players/learner/index.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { openPinnedDatabase } from '../src/store/sqlite/pinned-database.ts'
import { LocalPolicy } from '../src/train-bridge/local/policy/policy.ts'
import {
  freshCheckpoint,
  readCheckpoint,
  writeCheckpoint,
} from '../src/train-bridge/local/training/checkpoint.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'
import { runCommand } from './support/run-command.ts'

const FORMER = 'phone-call-v1'
const HERE = 'phone-call-v2'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-former-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store that an older program wrote, from `fixtures/stores`. */
function oldStore(fixture: string): string {
  const path = join(folder, `${fixture}.db`)
  const database = openPinnedDatabase(path)
  const sql = new URL(`fixtures/stores/${fixture}.sql`, import.meta.url)
  database.exec(readFileSync(sql, 'utf8'))
  database.close()
  return path
}

describe('a log of an environment that this program does not have', () => {
  const [WON, LOST] = [
    'ep_01a22099aba742b494f74c1b2c4b50fd',
    'ep_01a22099ad324f7692a0f19f0a6182f3',
  ] as const
  const OPEN = 'ep_01a21fa41a5f460785acc6fa24f80985'
  const servers: InProcessServer[] = []
  const db = oldStore('before-events')
  let url = ''
  let urlOfOpen = ''

  async function serving(path: string): Promise<string> {
    const config = configSchema.parse({ port: 0, db: path })
    const server = await serveInProcess({ config, dataSets: builtInDataSets(), log: SILENT_LOG })
    servers.push(server)
    return server.url
  }
  beforeAll(async () => {
    url = await serving(db)
    urlOfOpen = await serving(oldStore('before-revisions'))
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })

  /** Asks with a body if there is one. */
  async function ask(address: string, body?: object): Promise<{ status: number; answer: unknown }> {
    const headers = { 'content-type': 'application/json' }
    const post = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(address, body === undefined ? {} : post)
    return { status: response.status, answer: await response.json() }
  }

  it('is listed and shown over HTTP', async () => {
    const { answer } = await ask(`${url}/v1/episodes?env=${FORMER}`)
    const { episodes } = answer as { episodes: { episode_id: string }[] }
    const ids = episodes.map((one) => one.episode_id)
    expect(ids.toSorted()).toEqual([WON, LOST].toSorted())
    const log = await ask(`${url}/v1/episodes/${WON}/log?public=true`)
    const rows = log.answer as { view: { environment?: string; task?: object } }[]
    expect(rows).toHaveLength(4)
    expect(rows[0]?.view).toMatchObject({ environment: FORMER, task: { id: 'train-000000' } })
    expect(Object.keys(rows[0]?.view.task ?? {})).toEqual(['id'])
    expect(JSON.stringify(rows)).toContain('Connected to')
  })

  it('is listed and shown on the command line', async () => {
    const listed = await runCommand('episodes', 'list', '--env', FORMER, '--db', db)
    expect(listed.out).toMatch(new RegExp(`^${WON}  ${FORMER} .*  won  completed$`, 'm'))
    expect(listed.out).toContain(LOST)
    const shown = await runCommand('replay', WON, '--db', db)
    expect([shown.code, shown.out]).toEqual([0, expect.stringContaining(`${FORMER}, revision 1`)])
  })

  it.each(['logs', 'episodes', 'steps'])('is exported as %s', async (format) => {
    const out = join(folder, `${format}.jsonl`)
    const from = ['--env', FORMER, '--db', db, '--out', out]
    expect(await runCommand('export', '--format', format, ...from)).toMatchObject({ code: 0 })
    expect(readFileSync(out, 'utf8')).toContain(WON)
  })

  it('is no row to train on, since nobody knows its tools', async () => {
    const from = ['--env', FORMER, '--db', db, '--out', join(folder, 'sft.jsonl')]
    const { code, err } = await runCommand('export', '--format', 'sft', ...from)
    expect(code).toBe(2)
    expect(err).toContain(`there is no environment "${FORMER}"`)
    expect(err).toContain('choose others with --env')
  })

  it.each([
    ['resumed', OPEN, '', undefined],
    ['played on', OPEN, '/steps', { action: { content: 'Hello.' } }],
    ['closed', OPEN, '/close', {}],
    ['forked while it is open', OPEN, '/fork', { position: 0 }],
    ['forked when it is over', WON, '/fork', { position: 0 }],
    ['told to others', LOST, '/account', undefined],
  ])('is not %s: the fault names the remedy', async (_, id, path, body) => {
    const base = id === OPEN ? urlOfOpen : url
    const { status, answer } = await ask(`${base}/v1/episodes/${id}${path}`, body)
    const { code, hint } = answer as { code: string; hint: string }
    expect([status, code]).toEqual([409, 'episode/unverifiable'])
    expect(hint).toMatch(/The log can be read; playing it needs the version of the environment/)
  })

  it('is not replayed: the verdict says so, and with what it can be', async () => {
    const { status, answer } = await ask(`${url}/v1/episodes/${WON}/replay`, {})
    const { verdict, reason } = answer as { verdict: string; reason: string }
    expect([status, verdict]).toEqual([200, 'unverifiable'])
    expect(reason).toContain(`plays with a version of the program that has ${FORMER}`)
    const all = await runCommand('replay', '--all', '--db', db)
    expect([all.code, all.out]).toEqual([0, expect.stringContaining(`unverifiable: ${reason}`)])
  })

  it('is not forked on the command line, with the code and the remedy', async () => {
    const flags = ['--at', '0', '--db', db, '--data', 'data/q-code']
    const { code, err } = await runCommand('fork', WON, ...flags)
    expect([code, err]).toEqual([2, expect.stringContaining('(episode/unverifiable)')])
    expect(err).toContain('The log can be read; playing it needs the version')
  })
})

describe('data of a former version of an environment', () => {
  const place = join(folder, 'data')
  const sizes = ['--num-companies', '2', '--num-train-tasks', '1', '--num-val-tasks', '1']
  const made = ['generate', '--env', HERE, '--out', place, ...sizes, '--num-test-tasks', '1']
  beforeAll(async () => {
    await runCommand(...made)
    const path = join(place, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...manifest, environment: FORMER }))
  })

  it.each([
    ['serve', ['--port', '0', '--db', join(folder, 'serve.db'), '--data', place]],
    ['data', ['check', place]],
    ['rollout', ['--env', HERE, '--policy', 'oracle', '--data', place]],
    ['conformance', ['--data', place]],
  ])('is refused by %s with a sentence that names the remedy', async (command, flags) => {
    const { code, err } = await runCommand(command, ...flags)
    expect([code, err]).toEqual([2, expect.stringContaining(`${place}: data of ${FORMER}, `)])
    expect(err).toContain(`backchannel generate --env ${HERE} --out ${place}`)
  })

  it('gives way to new data once the folder is moved away, as the sentence says', async () => {
    expect((await runCommand(...made)).err).toMatch(/holds data of .*Move it away/)
    renameSync(place, join(folder, 'moved'))
    expect(await runCommand(...made)).toMatchObject({ code: 0 })
    expect(loadDataSets(place).map(({ environment }) => environment)).toEqual([HERE])
  })
})

it('is what an old checkpoint of the local engine names, or does not name: it is refused', () => {
  const path = join(folder, 'checkpoint.bin')
  const refusals = [
    ['', 'if another build wrote it, begin a new one'],
    [
      `"environment":"${FORMER}",`,
      `holds a policy for ${FORMER}, which this program cannot train; begin a new one`,
    ],
  ] as const
  for (const [written, refusal] of refusals) {
    writeCheckpoint(path, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
    const bytes = readFileSync(path)
    const end = 4 + bytes.readUInt32LE()
    const text = bytes.toString('utf8', 4, end).replace(`"environment":"${HERE}",`, written)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(text))
    writeFileSync(path, Buffer.concat([length, Buffer.from(text), bytes.subarray(end)]))
    expect(() => readCheckpoint(path)).toThrow(refusal)
  }
})
