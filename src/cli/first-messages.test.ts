/** Guards that the mistakes of a newcomer get an error that names them and says what to do. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../test/support/in-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { connect } from '../client/client.ts'
import { createArena } from '../env/conformance/arena.ts'
import { measureExploitability } from '../env/conformance/exploitability.ts'
import { splitByLevel } from '../env/conformance/level-tasks.ts'
import { referenceIn } from '../env/conformance/reference.ts'
import { mock } from '../env/mock/index.ts'
import { MOCK_WORLD, mockTask } from '../env/mock/task.ts'
import { configSchema } from '../server/config/schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-messages-'))
let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({})
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

it('conformance names floor(tasks) where an environment that is won by luck has none', () => {
  const { floor: _, ...audit } = mock.audit
  const arena = createArena({ ...mock, audit }, MOCK_WORLD)
  const drawn = Array.from({ length: 800 }, (_, at) => mockTask('train', at))
  const [tasks] = splitByLevel(drawn as never, { tuning: 50, fresh: 300 })
  if (tasks === undefined) throw new Error('the box has one level')
  const rest = { arena, tasks, episodesMax: 300, seed: 1, reference: referenceIn(arena) }
  const { failures } = measureExploitability(rest)
  expect(failures.join()).toContain('The environment has no floor(tasks)')
  expect(failures.join()).toContain('docs/environments.md')
})

it('rollout without a server says that nothing is recorded, and how to keep it', async () => {
  const words = ['rollout', '--env', 'mock-v1', '--policy', 'oracle', '--count', '1']
  const { err } = await runCommand(...words, '--data', folder)
  expect(err).toMatch(/in memory and are not recorded\. Give --db .* or --url/)
  const db = join(folder, 'kept.db')
  expect((await runCommand(...words, '--data', folder, '--db', db)).err).not.toMatch(/not recorded/)
})

it('train without words names --config, as its help and the docs do', async () => {
  const { err, code } = await runCommand('train')
  expect([err, code]).toEqual([expect.stringMatching(/\nGive --config FILE for verl or trl/), 2])
})

it('play gives the range of the indices where a task is not there', async () => {
  const where = ['--env', 'mock-v1', '--data', folder, '--db', join(folder, 'play.db')]
  const { err, code } = await runCommand('play', ...where, '--index', '99999')
  expect(err).toMatch(/^error: split \w+ has no task 99999; its indices are 0 to \d+ /)
  expect(err).toMatch(/\nGive --split, --index or --task of a task that exists\.\n$/)
  expect(code).toBe(2)
})

it('suggests the port on which a server listens', async () => {
  const { port } = configSchema.parse({})
  await expect(connect({ url: 'not an address' })).rejects.toMatchObject({
    hint: expect.stringContaining(`http://127.0.0.1:${port}`),
  })
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  const ports = sources.flatMap((text) =>
    [...text.matchAll(/--url https?:\/\/[\w.]+:(\d+)/g)].map(([, found]) => Number(found)),
  )
  expect(ports.length).toBeGreaterThan(3)
  expect(ports.filter((found) => found !== port)).toEqual([])
})

it.each(['port: [1\nfoo: : bar\n', 'a:\n\t- b', 'a: "b'])(
  'an error in YAML ends without a colon: %j',
  async (text) => {
    const path = join(folder, 'bad.yaml')
    writeFileSync(path, text)
    for (const command of ['serve', 'train']) {
      const { err } = await runCommand(command, '--config', path)
      expect(err).toMatch(/^error: .*bad\.yaml is not YAML: .* at line \d+, column \d+\n/)
    }
  },
)

it('names an unknown member of a body, and of an action', async () => {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { detail: string; hint: string; episode_id: string }
  }
  const opening = { env: 'mock-v1', split: 'val', index: 1 }
  const { detail } = await post('episodes', { ...opening, splt: 'val' })
  expect(detail).toBe('"splt" is not a member of the request')
  const phone = { env: 'phone-call-v2', split: 'val', index: 1 }
  const { detail: refusal, hint } = await post('episodes', { ...phone, stage: 'full' })
  expect(refusal).toBe('"stage" is not a member of the request')
  expect(hint).toBe('It is a setting of phone-call-v2: send "settings": {"stage": …}.')
  const { episode_id: id } = await post('episodes', opening)
  const refused = await post(`episodes/${id}/steps`, { seq: 1, action: { contnt: 'x' } })
  expect(refused.detail).toMatch(/^"contnt" is not a member of action/)
})

it('says what an action is where a step gets a text', async () => {
  const client = await connect({ url: server.url })
  const episode = await client.open({ env: 'mock-v1', split: 'val', index: 1 })
  await expect(episode.step('hi' as never)).rejects.toMatchObject({
    code: 'action/malformed',
    message: expect.stringMatching(/action must be an object; it is "hi"/),
    hint: expect.stringContaining('{content?, tool_calls?}'),
  })
  await client.close()
})
