// Guards that the command line runs agent programs with the variables that their clients read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningServer } from '../../src/server/serve.ts'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import { type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { modelServer } from '../support/model-server.ts'
import { runCommand } from '../support/run-command.ts'
import { startServer } from '../support/test-server.ts'

const TOKEN = 'trainer-token-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'backchannel-command-'))
const agent = join(folder, 'agent.mjs')
let upstream: OpenaiServer
let server: RunningServer
let sampled = 0

/** Asks three times, each time with what was said before. */
const AGENT = `
import { readFileSync } from 'node:fs'
const { OPENAI_BASE_URL: base, OPENAI_API_KEY: key, BACKCHANNEL_MESSAGES: file } = process.env
if (process.env.BACKCHANNEL_TOKEN !== undefined) process.exit(9)
const messages = JSON.parse(readFileSync(file, 'utf8'))
for (let turn = 0; turn < 3; turn++) {
  const answer = await fetch(base + '/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
    body: JSON.stringify({ model: process.env.BACKCHANNEL_MODEL, messages }),
  })
  const { choices } = await answer.json()
  messages.push(choices[0].message, { role: 'user', content: 'Go on.' })
}
if (process.argv[2] === 'fail') process.exit(3)
if (process.argv[2] === 'hang') setInterval(() => undefined, 1_000)
`

beforeAll(async () => {
  writeFileSync(agent, AGENT)
  upstream = await startOpenaiServer(modelServer(() => ({ content: `Answer ${sampled++}.` })))
  const policy = { base_urls: [upstream.baseUrl], model: 'small', gateway: {} }
  const tokens = [{ principal: 'trainer', token: TOKEN }]
  server = await startServer({ profiles: { policy }, tokens })
  process.env.BACKCHANNEL_TOKEN = TOKEN
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  delete process.env.BACKCHANNEL_TOKEN
  await Promise.all([server.stop(), upstream.close()])
})

const words = (...more: string[]): string[] => ['--url', server.url, '--profile', 'policy', ...more]
const run = (...more: string[]) =>
  runCommand('gateway', 'run', ...words('--env', 'mock-v1', ...more))

async function answersOf(episode: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const calls = await fetch(`${server.url}/v1/episodes/${episode}/calls`, { headers })
  return ((await calls.json()) as ModelCallResult[]).map(({ answer }) => answer?.content)
}

it('runs a program in an episode, and forks it at a model call', async () => {
  const first = await run('--', process.execPath, agent)
  expect(first.code).toBe(0)
  const account = JSON.parse(first.out)
  expect(account).toMatchObject({ end_reason: 'client_closed', exit_code: 0, timed_out: false })
  const before = await answersOf(account.episode_id)
  expect(before).toHaveLength(3)
  const program = ['--', account.episode_id, process.execPath, agent]
  const forked = await runCommand('gateway', 'fork', ...words('--calls', '2', ...program))
  const after = await answersOf(JSON.parse(forked.out).episode_id)
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[2]).not.toBe(before[2])
})

it('says how a program failed, and ends one that takes too long with its episode', async () => {
  const failed = await run('--', process.execPath, agent, 'fail')
  expect([failed.code, JSON.parse(failed.out)]).toMatchObject([1, { exit_code: 3 }])
  const late = await run('--timeout', '3', '--', process.execPath, agent, 'hang')
  expect([late.code, JSON.parse(late.out)]).toMatchObject([
    1,
    { exit_code: null, timed_out: true, end_reason: 'turn_budget' },
  ])
  const missing = await run('--', join(folder, 'nothing'))
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('cannot be started')])
})
