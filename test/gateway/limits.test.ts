// Guards that no call takes more than its share: budgets hold together, and slots are given back.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import {
  type Behaviour,
  hang,
  type OpenaiServer,
  reset,
  startOpenaiServer,
} from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'

let upstream: OpenaiServer
let server: InProcessServer

const says = (content: string): Behaviour => modelServer(() => ({ content }))

beforeAll(async () => {
  upstream = await startOpenaiServer(says('Hello.'))
  const shared = { base_urls: [upstream.baseUrl], model: 'org/small', max_tokens: 50 }
  const gateway = { concurrency_per_key: 100 }
  server = await startInProcess({
    profiles: {
      policy: { ...shared, concurrency: 1, gateway },
      brief: { ...shared, gateway: { ...gateway, tokens_per_minute: 12 } },
      frugal: { ...shared, gateway: { ...gateway, tokens_max: 120 } },
    },
  })
  for (const model of server.host.core.gatewayModels.values()) {
    while (model.probe.found === undefined) await new Promise(setImmediate)
  }
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))
beforeEach(() => upstream.script(says('Hello.')))

async function opened(profile: string) {
  const gateway = { profile, tools: 'mcp' }
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const result = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const base = `${server.url}${result.gateway?.base_with_key}`
  const ask = (content: string, more: object = {}, signal: AbortSignal | null = null) => {
    const messages = [{ role: 'user', content }]
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'any', messages, ...more })
    return fetch(`${base}/chat/completions`, { method: 'POST', headers, body, signal })
  }
  const calls = async () => {
    const answer = await fetch(`${server.url}/v1/episodes/${result.episode_id}/calls`)
    return (await answer.json()) as ModelCallResult[]
  }
  return { base, ask, calls }
}

/** Waits until so many requests have come to the model server. */
async function arrived(count: number): Promise<void> {
  while (upstream.requests.length < count) await new Promise(setImmediate)
}

describe('the tokens of an episode', () => {
  it('are not exceeded by calls that are under way together', async () => {
    upstream.script(async (response, request) => {
      const content = 'x'.repeat(Number(request.body.max_tokens))
      await new Promise(setImmediate)
      await says(content)(response, request)
    })
    const { ask, calls } = await opened('frugal')
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const answer = await ask(`${at}`, { stream: at % 2 === 0 })
        await answer.text()
        return answer.status
      }),
    )
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    const sampled = (await calls()).map(({ token_ids: ids }) => ids?.length)
    expect(sampled).toEqual([50, 50, 20])
  })

  it('are given back by a call that fails, and by one whose agent is gone', async () => {
    const { ask } = await opened('frugal')
    upstream.script(hang, hang, reset, says('Hello.'))
    const gone = new AbortController()
    const held = [1, 2].map((at) => ask(`${at}`, {}, gone.signal).catch(() => undefined))
    await arrived(2)
    const waits = ask('3')
    gone.abort()
    await Promise.all(held)
    expect((await waits).status).toBe(502)
    expect((await ask('4')).status).toBe(200)
  })
})

describe('the tokens of a principal in a minute', () => {
  it('are limited over all of its episodes, and the next minute begins anew', async () => {
    const now = vi.spyOn(server.host.core.store, 'nowMs')
    const startMs = now.getMockImplementation()?.() ?? Date.now()
    now.mockImplementation(() => startMs)
    for (const stream of [false, true]) {
      const answer = await (await opened('brief')).ask('Hello?', { stream })
      await answer.text()
      expect(answer.status).toBe(200)
    }
    const third = await opened('brief')
    now.mockImplementation(() => startMs + 15_000)
    for (const stream of [false, true]) {
      const refused = await third.ask('Hello?', { stream })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45'])
      expect(await refused.json()).toMatchObject({
        error: {
          code: 'capacity/tokens',
          message: expect.stringContaining('12 of 12 tokens in this minute'),
        },
      })
    }
    expect(await third.calls()).toEqual([])
    now.mockImplementation(() => startMs + 60_000)
    expect((await third.ask('Hello?')).status).toBe(200)
    now.mockRestore()
  })
})

describe('the slot of a call', () => {
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'an agent that leaves before the answer': async () => {
      upstream.script(hang)
      const gone = new AbortController()
      const asked = (await opened('policy')).ask('Hello?', {}, gone.signal).catch(() => undefined)
      await arrived(1)
      gone.abort()
      await asked
    },
    'an agent that leaves within a stream': async () => {
      upstream.script(modelServer(() => ({ content: 'Hello.' }), { betweenChunks: hanging }))
      const gone = new AbortController()
      const { ask } = await opened('policy')
      const answer = await ask('Hello?', { stream: true }, gone.signal)
      await (answer.body as ReadableStream).getReader().read()
      gone.abort()
    },
    'an agent that leaves while it waits for the slot': async () => {
      let letGo: () => void = () => undefined
      upstream.script(async (response, request) => {
        await new Promise<void>((resolve) => {
          letGo = resolve
        })
        await says('Hello.')(response, request)
      })
      const { ask } = await opened('policy')
      const first = ask('1')
      await arrived(1)
      const gone = new AbortController()
      const second = ask('2', {}, gone.signal).catch(() => undefined)
      await new Promise(setImmediate)
      gone.abort()
      await second
      letGo()
      await first
    },
    'a model server that resets the connection': async () => {
      upstream.script(reset)
      await (await opened('policy')).ask('Hello?')
    },
    'a model server that breaks its stream off': async () => {
      const between = (response: { destroy(): void }, sent: number): void => {
        if (sent === 3) response.destroy()
      }
      upstream.script(modelServer(() => ({ content: 'Hello.' }), { betweenChunks: between }))
      await (await (await opened('policy')).ask('Hello?', { stream: true })).text()
    },
    'a store that fails': async () => {
      const { ask } = await opened('policy')
      const append = vi.spyOn(server.host.core.store.calls, 'append')
      append.mockRejectedValueOnce(new Error('the disk is gone'))
      await (await ask('Hello?')).text()
      append.mockRejectedValueOnce(new Error('the disk is gone'))
      await (await ask('Hello?', { stream: true })).text()
      append.mockRestore()
    },
  }
  /** Holds a stream after its first text, until the gateway ends the connection. */
  const hanging = (_: unknown, sent: number): Promise<void> | undefined =>
    sent < 2 ? undefined : new Promise(() => undefined)

  for (const [way, take] of Object.entries(ways)) {
    it(`is given back after ${way}`, async () => {
      await take()
      upstream.script(says('Hello.'))
      expect((await (await opened('policy')).ask('Hello?')).status).toBe(200)
    })
  }
})

describe('a count of a model server', () => {
  const absurd = [-1, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 0.5, '7', null, [], {}, true]

  it('that is absurd costs at most what was asked for, and gives no ids', async () => {
    for (const value of absurd) {
      const changes: Readonly<Record<string, (body: Record<string, unknown>) => void>> = {
        prompt_token_ids: (body) => {
          body.prompt_token_ids = [1, value]
          delete body.usage
        },
        usage: (body) => {
          body.usage = { prompt_tokens: value, completion_tokens: value }
        },
        token_ids: (body) => {
          for (const choice of body.choices as Record<string, unknown>[]) {
            choice.token_ids = Array(6).fill(value)
          }
        },
      }
      for (const [what, change] of Object.entries(changes)) {
        upstream.script(modelServer(() => ({ content: 'Hello.' }), { change }))
        const { ask, calls } = await opened('frugal')
        const statuses = []
        for (const at of [1, 2, 3]) statuses.push((await ask(`${at}`)).status)
        expect([what, value, ...statuses].slice(0, 4)).toEqual([what, value, 200, 200])
        // A usage that is none says nothing against the ids.
        if (what === 'usage' && !Number.isSafeInteger(value)) continue
        if (what === 'usage' && Number(value) < 0) continue
        expect((await calls())[0]).toMatchObject({ token_ids: null, prompt_ids: null })
      }
    }
  })

  it('whose log-probabilities are no numbers of 32 bits leaves the call without ids', async () => {
    for (const logprob of [1e308, -1e308, '-1', null, {}]) {
      const change = (body: Record<string, unknown>): void => {
        for (const choice of body.choices as Record<string, unknown>[]) {
          choice.logprobs = { content: Array(6).fill({ token: 'x', logprob }) }
        }
      }
      upstream.script(modelServer(() => ({ content: 'Hello.' }), { change }))
      const { ask, calls } = await opened('policy')
      expect((await ask('Hello?')).status).toBe(200)
      expect((await calls())[0]).toMatchObject({
        ...{ token_ids: null, logprobs: null },
        text_only: 'a log-probability is not a number',
      })
    }
  })
})

describe('what is not there', () => {
  it('is refused with 404, a code and the remedy, in the format of its path', async () => {
    const { base } = await opened('policy')
    const root = base.replace(/\/v1$/, '')
    for (const path of ['/v1/completions', '/chat/completions', '/v1/embeddings', '/v1']) {
      const answer = await fetch(`${root}${path}`, { method: 'POST', body: '{}' })
      expect(answer.status).toBe(404)
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect(error.code).toBe('request/not_found')
      expect(error.message).toContain('v1/chat/completions')
      expect(JSON.stringify(error)).not.toContain('ck_')
    }
    const batches = await fetch(`${base}/messages/batches`, { method: 'POST', body: '{}' })
    expect([batches.status, await batches.json()]).toMatchObject([
      404,
      { type: 'error', error: { type: 'not_found_error' } },
    ])
  })

  it('is every model but that of the profile', async () => {
    const { base } = await opened('policy')
    for (const name of ['org/small', 'org%2Fsmall']) {
      const answer = await fetch(`${base}/models/${name}`)
      expect([answer.status, await answer.json()]).toMatchObject([200, { id: 'org/small' }])
    }
    const unknown = await fetch(`${base}/models/gpt-4o`)
    expect(unknown.status).toBe(404)
    const { error } = (await unknown.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('request/not_found')
    expect(error.message).toContain('org/small')
  })
})
