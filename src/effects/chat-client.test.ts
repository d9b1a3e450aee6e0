// Guards what the chat client sends, and its patience with servers that refuse, fail or stall.
import { describe, expect, it } from 'vitest'
import { KEY, KEY_NAME, problemOf, prompt, tools, useChatServers } from '../../test/chat-servers.ts'
import {
  after,
  breakOff,
  hang,
  refuse,
  reset,
  say,
  startOpenaiServer,
  stream,
} from '../../test/openai-server.ts'
import { createChatClient } from './chat-client.ts'
import type { ChatClientOptions } from './chat-options.ts'
import { readRetryAfter } from './chat-transport.ts'
import { createChatUpstream } from './chat-upstream.ts'

const chat = useChatServers()

describe('what is sent', () => {
  it('is the path, the key and the members that were set, and nothing else', async () => {
    chat.server.script(say('hi'))
    await chat.ask({ baseUrls: [`${chat.server.baseUrl}//`], apiKeyEnv: KEY_NAME })
    const [request] = chat.server.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(request?.body).toEqual({ model: 'small', messages: prompt.messages, stream: false })
  })

  it('holds every option, and the request goes before the options', async () => {
    chat.server.script(say('hi'))
    const options: Partial<ChatClientOptions> = {
      temperature: 0.5,
      maxTokens: 9,
      seed: 14,
      stopTokenIds: [128001],
      bestOf: 2,
      extraBody: { top_p: 0.9, model: 'never' },
    }
    await chat.ask(options, { ...prompt, tools, temperature: 0, seed: 3, stop: ['\n'] })
    expect(chat.server.requests[0]?.headers.authorization).toBeUndefined()
    expect(chat.server.requests[0]?.body).toEqual({
      model: 'small',
      messages: prompt.messages,
      stream: false,
      temperature: 0,
      max_tokens: 9,
      seed: 3,
      stop: ['\n'],
      stop_token_ids: [128001],
      best_of: 2,
      top_p: 0.9,
      tools,
      tool_choice: 'auto',
    })
  })

  it('holds extra members that no option replaces', async () => {
    chat.server.script(say('hi'))
    const extraBody = { stop: ['</s>'], stop_token_ids: [7], best_of: 2, seed: 3, max_tokens: 9 }
    await chat.ask({ extraBody, maxTokens: 8 })
    expect(chat.server.requests[0]?.body).toMatchObject({ ...extraBody, max_tokens: 8 })
    await chat.ask({ extraBody }, { ...prompt, stop: ['\n'] })
    expect(chat.server.requests[1]?.body).toMatchObject({ ...extraBody, stop: ['\n'] })
    const { fixed } = createChatUpstream({ baseUrls: [], model: 'm', extraBody })
    expect(fixed).toMatchObject(extraBody)
  })

  it('asks the chat template for the mode, whatever else it is given', async () => {
    chat.server.script(say('hi'))
    const extraBody = { chat_template_kwargs: { thinking: true, tools_first: true }, top_p: 0.9 }
    await chat.ask({ thinking: false, extraBody }, prompt)
    expect(chat.server.requests[0]?.body).toMatchObject({
      chat_template_kwargs: { enable_thinking: false, thinking: false, tools_first: true },
      top_p: 0.9,
    })
  })

  it('is nothing without a usable key or address', async () => {
    chat.server.script(say('hi'))
    const missing = await problemOf(chat.ask({ apiKeyEnv: 'BACKCHANNEL_TEST_NO_KEY' }))
    expect(missing).toMatchObject({ reason: 'refused' })
    expect(missing.message).toContain('BACKCHANNEL_TEST_NO_KEY')
    process.env[KEY_NAME] = `${KEY}\nx-evil: 1`
    await problemOf(chat.ask({ apiKeyEnv: KEY_NAME }))
    process.env[KEY_NAME] = KEY
    for (const baseUrls of [[], ['ftp://x/v1'], ['x'], [`http://me:${KEY}@127.0.0.1/v1`]]) {
      const problem = await problemOf((async () => chat.ask({ baseUrls }))())
      expect(problem.reason).toBe('refused')
    }
    expect(chat.server.requests).toHaveLength(0)
  })
})

describe('refusals', () => {
  it.each([
    [401, 'environment variable BACKCHANNEL_TEST_CHAT_KEY'],
    [403, 'environment variable BACKCHANNEL_TEST_CHAT_KEY'],
    [404, 'the model "small"'],
    [400, 'Check the model'],
    [422, 'Check the model'],
    [307, 'redirects'],
  ])('with %i are final, named, and say what to do', async (status, remedy) => {
    const body = { error: { message: `no\n${KEY}` } }
    chat.server.script(refuse(status, body, { location: `${chat.other.baseUrl}/chat/completions` }))
    const problem = await problemOf(chat.ask({ apiKeyEnv: KEY_NAME }))
    expect(problem).toMatchObject({ reason: 'refused', status })
    expect(problem.message).toContain(`${chat.server.baseUrl} answered ${status}`)
    expect(problem.message).toContain(remedy)
    expect(problem.message).not.toContain('\n')
    expect(chat.server.requests).toHaveLength(1)
    expect(chat.other.requests).toHaveLength(0)
  })

  it('in a body with status 200 do not quote what may be part of the key', async () => {
    const error = { code: 401, message: 'wrong key sk-te***cret' }
    chat.server.script(refuse(200, { error }))
    const problem = await problemOf(chat.ask({ apiKeyEnv: KEY_NAME }))
    expect(problem.reason).toBe('refused')
    expect(problem.message).toContain('answered with the error 401. Check the API key')
    expect(problem.message).not.toContain('sk-te')
    expect(chat.server.requests).toHaveLength(1)
  })

  it('say what to do where no key was configured', async () => {
    chat.server.script(refuse(401, 'who are you'))
    const problem = await problemOf(chat.ask())
    expect(problem.message).toContain('Name the environment variable')
    expect(problem.message).not.toContain('who are you')
  })

  it('quote the server, shortened and without web pages', async () => {
    chat.server.script(
      refuse(400, { detail: 'y'.repeat(500) }),
      refuse(400, '<html>'),
      refuse(400, 'why'),
    )
    expect((await problemOf(chat.ask())).message).toContain(`${'y'.repeat(200)}…"`)
    expect((await problemOf(chat.ask())).message).not.toContain('html')
    expect((await problemOf(chat.ask())).message).toContain('answered 400 "why"')
  })
})

describe('tries', () => {
  it('follow a 500 and a time limit of the server until it is well', async () => {
    chat.server.script(refuse(500, 'oh'), refuse(408, 'slow'), refuse(503, 'oh'), say('well'))
    expect((await chat.ask()).content).toBe('well')
    expect(chat.server.requests).toHaveLength(4)
  })

  it('say that no time was left for the first', async () => {
    const problem = await problemOf(chat.ask({ deadlineMs: 0 }))
    expect(problem.reason).toBe('timeout')
    expect(problem.message).toContain('did not answer within 0 ms')
    expect(chat.server.requests).toHaveLength(0)
  })

  it('end after their number', async () => {
    chat.server.script(refuse(503, { error: { message: 'overloaded' } }))
    const problem = await problemOf(chat.ask({ retries: 2 }))
    expect(problem).toMatchObject({ reason: 'unavailable', status: 503 })
    expect(problem.message).toContain('answered 503 "overloaded"')
    expect(chat.server.requests).toHaveLength(3)
  })

  it('wait as long as a 429 says, for other calls too', async () => {
    const client = createChatClient({
      baseUrls: [chat.server.baseUrl],
      model: 'small',
      backOffMs: 1,
    })
    chat.server.script(refuse(429, 'slow down', { 'retry-after': '0.4' }), say('now'))
    const first = client.complete(prompt)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const second = client.complete(prompt)
    expect((await first).content).toBe('now')
    expect((await second).content).toBe('now')
    const [refused, ...later] = chat.server.requests
    for (const { atMs } of later) expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThan(350)
    expect(later).toHaveLength(2)
  })

  it('wait as long as a 429 says, although another call fails in between', async () => {
    chat.server.script(refuse(429, 'slow', { 'retry-after': '0.4' }), after(100, reset), say('now'))
    const client = createChatClient({
      baseUrls: [chat.server.baseUrl],
      model: 'small',
      backOffMs: 1,
    })
    await Promise.all([client.complete(prompt), client.complete(prompt)])
    const [refused, other, ...later] = chat.server.requests
    expect((other?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeLessThan(100)
    for (const { atMs } of later) expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThan(350)
  })

  it('end at once where the wait would pass the deadline', async () => {
    chat.server.script(refuse(429, 'slow down', { 'retry-after': '60' }))
    const client = createChatClient({
      baseUrls: [chat.server.baseUrl],
      model: 'm',
      deadlineMs: 5_000,
    })
    const startMs = Date.now()
    expect(await problemOf(client.complete(prompt))).toMatchObject({ status: 429 })
    const later = await problemOf(client.complete(prompt))
    expect(later.message).toContain('left alone for another 60 s')
    expect(Date.now() - startMs).toBeLessThan(3_000)
    expect(chat.server.requests).toHaveLength(1)
  })

  it('follow a reset and a body that breaks off', async () => {
    chat.server.script(reset, breakOff, say('well'))
    expect((await chat.ask()).content).toBe('well')
    expect(chat.server.requests).toHaveLength(3)
  })

  it('end in words where nothing listens', async () => {
    const gone = await startOpenaiServer()
    await gone.close()
    const problem = await problemOf(chat.ask({ baseUrls: [gone.baseUrl], retries: 1 }))
    expect(problem.reason).toBe('unavailable')
    expect(problem.message).toContain('ECONNREFUSED')
  })

  it('end at the deadline where the server hangs, streams that hang included', async () => {
    chat.server.script(hang, stream('data: {"choices": []}\n\n', 10, 'hang'))
    for (const streamed of [false, true]) {
      const startMs = Date.now()
      const problem = await problemOf(chat.ask({ deadlineMs: 150, stream: streamed }))
      expect(problem.reason).toBe('timeout')
      expect(problem.message).toContain('did not answer within')
      expect(Date.now() - startMs).toBeLessThan(3_000)
    }
    expect(chat.server.requests).toHaveLength(2)
  })

  it('end when the caller gives up, in a try and in a pause', async () => {
    chat.server.script(hang, refuse(503, 'oh'))
    for (const backOffMs of [10, 5_000]) {
      const startMs = Date.now()
      const signal = AbortSignal.timeout(100)
      const problem = await problemOf(chat.ask({ backOffMs }, prompt, signal))
      expect(problem.reason).toBe('unavailable')
      expect(problem.message).toContain('cancelled')
      expect(Date.now() - startMs).toBeLessThan(3_000)
    }
    await problemOf(chat.ask({}, prompt, AbortSignal.abort()))
    expect(chat.server.requests).toHaveLength(2)
  })
})

describe('several servers', () => {
  it('take turns', async () => {
    chat.server.script(say('server'))
    chat.other.script(say('other'))
    const client = createChatClient({
      baseUrls: [chat.server.baseUrl, chat.other.baseUrl],
      model: 'm',
    })
    const said: string[] = []
    for (let count = 0; count < 4; count++) said.push((await client.complete(prompt)).content)
    expect(said).toEqual(['server', 'other', 'server', 'other'])
  })

  it('stand in for one that failed, at once, until it has cooled down', async () => {
    chat.server.script(refuse(500, 'oh'), say('server'))
    chat.other.script(say('other'))
    const baseUrls = [chat.server.baseUrl, chat.other.baseUrl]
    const client = createChatClient({ baseUrls, model: 'm', backOffMs: 5_000, coolDownMs: 1_000 })
    const startMs = Date.now()
    const said: string[] = []
    for (let count = 0; count < 4; count++) said.push((await client.complete(prompt)).content)
    expect(said).toEqual(['other', 'other', 'other', 'other'])
    expect(Date.now() - startMs).toBeLessThan(1_000)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    const later = [(await client.complete(prompt)).content, (await client.complete(prompt)).content]
    expect(later.sort()).toEqual(['other', 'server'])
  })

  it('stand in for one that hangs, within the deadline', async () => {
    chat.server.script(hang)
    chat.other.script(say('other'))
    const baseUrls = [chat.server.baseUrl, chat.other.baseUrl]
    expect((await chat.ask({ baseUrls, deadlineMs: 600 })).content).toBe('other')
  })

  it('are all tried before a call fails, and tried again for the next one', async () => {
    chat.server.script(refuse(500, 'oh'), say('server'))
    chat.other.script(reset, say('other'))
    const baseUrls = [chat.server.baseUrl, chat.other.baseUrl]
    const client = createChatClient({ baseUrls, model: 'm', retries: 0 })
    await problemOf(client.complete(prompt))
    expect([chat.server.requests.length, chat.other.requests.length]).toEqual([1, 1])
    expect(['server', 'other']).toContain((await client.complete(prompt)).content)
  })

  it('do not stand in for a refusal', async () => {
    chat.server.script(refuse(400, 'no'))
    chat.other.script(say('other'))
    await problemOf(chat.ask({ baseUrls: [chat.server.baseUrl, chat.other.baseUrl] }))
    expect(chat.other.requests).toHaveLength(0)
  })
})

describe('the Retry-After header', () => {
  it('is seconds or a date, bounded', () => {
    expect(readRetryAfter(undefined)).toBe(0)
    expect(readRetryAfter(' 2 ')).toBe(2_000)
    expect(readRetryAfter('1e9')).toBe(0)
    expect(readRetryAfter('999999999')).toBe(300_000)
    expect(readRetryAfter('soon')).toBe(0)
    expect(readRetryAfter(new Date(Date.now() - 60_000).toUTCString())).toBe(0)
    expect(readRetryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000)
  })
})

describe('many calls at once', () => {
  it('share a client', async () => {
    chat.server.script(after(20, say('busy')))
    const client = createChatClient({ baseUrls: [chat.server.baseUrl], model: 'm' })
    const all = await Promise.all(Array.from({ length: 50 }, () => client.complete(prompt)))
    expect(new Set(all.map(({ content }) => content))).toEqual(new Set(['busy']))
  })
})
