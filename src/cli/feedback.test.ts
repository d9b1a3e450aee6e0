// Guards that the check of feedback servers names each problem in plain words, with a remedy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Behaviour,
  hang,
  type OpenaiServer,
  refuse,
  reply,
  reset,
  say,
  startOpenaiServer,
} from '../../test/openai-server.ts'
import { runCommand } from '../../test/support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-feedback-'))
const file = join(folder, 'config.yaml')
let server: OpenaiServer

beforeAll(async () => {
  server = await startOpenaiServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function configure(profiles: object): void {
  writeFileSync(file, JSON.stringify({ profiles }))
}

const check = (...words: string[]) => runCommand('feedback', 'check', '--config', file, ...words)

const CASES: readonly (readonly [string, Behaviour, RegExp])[] = [
  ['refuses the key', refuse(401, { error: { message: 'no' } }), /wants another API key/],
  ['has no such model', refuse(404, { error: { message: 'no m' } }), /does not know the model "m"/],
  ['is busy', refuse(429, {}), /too many requests/],
  ['hangs', hang, /did not answer within 3000 ms/],
  ['is something else', reply('<html>hi</html>'), /not as an OpenAI-compatible/],
  ['says nothing', say('  '), /without a word/],
  ['hangs up', reset, /closed the connection/],
  [
    'gives it away',
    say('The common denominator is 6. Written over 6, the fractions are 3/6 and 2/6. Their sum is'),
    /right answer away/,
  ],
]

it.each(CASES)('tells when a server %s', async (_, behaviour, words) => {
  configure({ tutor: { base_urls: [server.baseUrl], model: 'm', deadline_ms: 3_000 } })
  server.script(behaviour)
  const { out, code } = await check('--profile', 'tutor')
  expect(out).toMatch(words)
  expect(code).toBe(1)
})

it('tells when nothing listens, when there is no such host and no TLS', async () => {
  const model = 'm'
  const closed = await startOpenaiServer()
  await closed.close()
  configure({
    tutor: {
      base_urls: [closed.baseUrl, server.baseUrl.replace('http', 'https')],
      model,
      deadline_ms: 3_000,
    },
  })
  const { out, code } = await check('--profile', 'tutor')
  expect(out).toMatch(/Nothing listens at this address/)
  expect(out).toMatch(/does not speak TLS/)
  expect(code).toBe(1)
})

it('is content with a server that advises, and asks it with the shipped parameters', async () => {
  configure({ 'self-inperfect': { base_urls: [server.baseUrl] } })
  server.script(say('Find a common denominator before you add.'))
  const { out, code } = await check('--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    profile: 'self-inperfect',
    warnings: [],
    servers: [{ status: 'fit', said: 'Find a common denominator before you add.' }],
  })
  expect(server.requests[0]?.body).toMatchObject({
    temperature: 0,
    max_tokens: 2_000,
    seed: 14,
    stop_token_ids: [128_001, 128_009],
  })
})

it('says what was masked, and warns of stop tokens of another model', async () => {
  configure({ 'self-inperfect': { base_urls: [server.baseUrl], model: 'qwen3' } })
  server.script(say('You should reach five sixths, or 5/6.'))
  const { out, code } = await check()
  expect(out).toMatch(/was in it and was masked/)
  expect(out).toMatch(/note: stop_token_ids 128001, 128009 .* qwen3/)
  expect(code).toBe(0)
})

it('says how to configure a profile that is not there', async () => {
  configure({})
  const { err, code } = await check()
  expect(err).toMatch(/no chat profile "self-inperfect" is configured/)
  expect(err).toMatch(/base_urls: \[http:\/\/127\.0\.0\.1:8001\/v1\]/)
  expect(code).toBe(2)
})
