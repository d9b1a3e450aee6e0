// Guards that killing the server loses no answered model call, and that keys are nowhere in clear.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type OpenaiServer, startOpenaiServer } from '../openai-server.ts'
import { modelServer } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'
import { runCommand } from '../support/run-command.ts'
import { type ServeProcess, startServe } from '../support/serve-process.ts'

const STREAMS = 64
const folder = mkdtempSync(join(tmpdir(), 'backchannel-gateway-'))
const ending: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const end of ending.reverse()) await end()
})

/** What the processes of this test have written. */
let printed = ''

async function started(upstream: OpenaiServer): Promise<ServeProcess> {
  const config = join(folder, 'config.json')
  const gateway = { concurrency_per_key: STREAMS }
  const policy = { base_urls: [upstream.baseUrl], model: 'small', concurrency: STREAMS, gateway }
  writeFileSync(config, JSON.stringify({ profiles: { policy } }))
  const db = join(folder, 'store.db')
  const server = await startServe(['--config', config, '--db', db, '--log-level', 'debug'])
  ending.push(() => server.child.kill('SIGKILL'))
  for (const out of [server.child.stdout, server.child.stderr]) {
    out.on('data', (text) => {
      printed += String(text)
    })
  }
  return server
}

/** Reads a stream to its end; answers whether the end was sent. */
async function streamed(url: string, messages: object[], onText: () => void): Promise<boolean> {
  let text = ''
  try {
    const answer = await postJson(url, { model: 'any', stream: true, messages })
    const decoder = new TextDecoder()
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(part, { stream: true })
      if (text.includes('[DONE]')) onText()
    }
  } catch {
    // The server was killed.
  }
  return text.includes('"finish_reason":"stop"')
}

/** Half of the streams are held in the middle until the server is about to be killed. */
const contentOf = (at: number): string => `${at < STREAMS / 2 ? '' : 'held '}call ${at}.`

it('stores what it answered before it is killed, and goes on under the same keys', async () => {
  let later: () => void = () => undefined
  const half = new Promise<void>((resolve) => {
    later = resolve
  })
  const isHeld = (body: object) => JSON.stringify(body).includes('held')
  const upstream = await startOpenaiServer((response, request) => {
    const betweenChunks = async (_: unknown, sent: number) => {
      if (isHeld(request.body) && sent === 4) await half
    }
    return modelServer(() => ({ content: 'Good day.' }), { betweenChunks })(response, request)
  })
  ending.push(() => upstream.close())
  let server = await started(upstream)
  const asked = { env: 'mock-v1', split: 'train', index: 3 }
  const gateway = { profile: 'policy', tools: 'mcp' }
  const answer = await postJson(`${server.url}/v1/episodes`, { ...asked, gateway })
  const opened = (await answer.json()) as OpenResult
  const path = `${opened.gateway?.base_with_key}/chat/completions`
  let ends = 0
  let tellEnough: () => void = () => undefined
  const enough = new Promise<void>((resolve) => {
    tellEnough = resolve
  })
  const countEnd = (): void => {
    ends += 1
    if (ends === STREAMS / 2) tellEnough()
  }
  const streams = Array.from({ length: STREAMS }, (_, at) =>
    streamed(`${server.url}${path}`, [{ role: 'user', content: contentOf(at) }], countEnd),
  )
  await enough
  later()
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  const ended = await Promise.all(streams)
  expect(ended.filter((isWhole) => isWhole).length).toBeGreaterThanOrEqual(STREAMS / 2)

  server = await started(upstream)
  const calls = async () => {
    const url = `${server.url}/v1/episodes/${opened.episode_id}/calls`
    return (await (await fetch(url)).json()) as ModelCallResult[]
  }
  const stored = await calls()
  const whole = new Set(
    stored.filter(({ failure }) => failure === null).map(({ messages: [only] }) => only?.content),
  )
  for (const [at, isWhole] of ended.entries()) {
    if (isWhole) expect(whole.has(contentOf(at)), contentOf(at)).toBe(true)
  }
  const again = [{ role: 'user', content: 'Once more.' }]
  expect(await streamed(`${server.url}${path}`, again, () => undefined)).toBe(true)
  expect(await calls()).toHaveLength(stored.length + 1)
  await fetch(`${server.url}${opened.gateway?.base_with_key}/nothing`)

  server.child.kill('SIGTERM')
  await once(server.child, 'exit')
  const [db, out] = [join(folder, 'store.db'), join(folder, 'calls.jsonl')]
  expect(await runCommand('db', 'check', '--db', db)).toMatchObject({ code: 0 })
  const exported = await runCommand('export', '--format', 'calls', '--db', db, '--out', out)
  expect(exported.err).toBe(`Wrote ${stored.length + 1} model calls of 1 episode.\n`)

  const key = opened.gateway?.key ?? ''
  const secret = key.slice('ck_'.length + 33, 80)
  expect(printed).not.toContain(secret)
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(secret), name).toBe(false)
  }
})
