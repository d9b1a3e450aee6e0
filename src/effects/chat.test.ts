// Guards the chat performer: named profiles only, bounded, and silent about addresses and keys.
import { describe, expect, it } from 'vitest'
import { KEY, KEY_NAME, useChatServers } from '../../test/chat-servers.ts'
import { after, complete, hang, refuse, say } from '../../test/openai-server.ts'
import type { EffectRequest } from '../tools/effect.ts'
import { chatPerformer } from './chat.ts'
import type { ChatError } from './chat-error.ts'
import { chatProfileSchema } from './chat-profile.ts'
import { createPerformers } from './performers.ts'

const chat = useChatServers()
const messages = [{ role: 'user', content: 'Is 4 right?' }]

function performers(more: object = {}, failures: ChatError[] = []) {
  const base_urls = [chat.server.baseUrl]
  const tutor = chatProfileSchema.parse({ base_urls, model: 'small', ...more })
  const onFailure = (_: string, error: ChatError) => failures.push(error)
  return createPerformers([chatPerformer({ tutor, spare: tutor }, { onFailure })])
}

const ask = (input: object, profile = 'tutor'): EffectRequest => ({
  kind: 'chat',
  profile,
  input: input as EffectRequest['input'],
})

describe('a chat effect', () => {
  it('answers the words and the finish reason', async () => {
    chat.server.script(complete({ content: 'No.', reasoning_content: 'secret' }, 'length'))
    expect(await performers().perform(ask({ messages }))).toEqual({
      status: 'answered',
      output: { content: 'No.', finish_reason: 'length' },
    })
  })

  it('is asked with the defaults of its profile, and never for more tokens', async () => {
    chat.server.script(say('ok'))
    const { perform } = performers({ max_tokens: 100, stop_token_ids: [5], best_of: 2 })
    await perform(ask({ messages }))
    await perform(ask({ messages, max_tokens: 50, temperature: 1, seed: 2, stop: ['X'] }))
    await perform(ask({ messages, max_tokens: 5_000 }))
    const [first, second, third] = chat.server.requests.map(({ body }) => body)
    expect(first).toEqual({
      model: 'small',
      messages,
      stream: false,
      temperature: 0,
      max_tokens: 100,
      seed: 14,
      stop_token_ids: [5],
      best_of: 2,
    })
    expect(second).toMatchObject({ max_tokens: 50, temperature: 1, seed: 2, stop: ['X'] })
    expect(third).toMatchObject({ max_tokens: 100 })
  })

  it('is refused for an unknown profile, naming the known ones', async () => {
    const { perform } = performers()
    for (const profile of ['tutr', 'constructor']) {
      expect(await perform(ask({ messages }, profile))).toEqual({
        status: 'failed',
        reason: 'refused',
        message: `No chat profile "${profile}"; known profiles: tutor, spare.`,
      })
    }
    expect(await perform({ kind: 'chat', input: { messages } })).toMatchObject({
      reason: 'refused',
    })
    const none = createPerformers([chatPerformer({})])
    expect(await none.perform(ask({ messages }))).toMatchObject({
      message: 'No chat profile "tutor"; none is configured.',
    })
  })

  it.each([
    [{}],
    [{ messages: [] }],
    [{ messages, base_url: 'http://169.254.169.254/v1' }],
    [{ messages, api_key: 'x' }],
    [{ messages, model: 'large' }],
    [{ messages: [{ role: 'root', content: 'x' }] }],
    [{ messages: [{ role: 'user', content: 'x', url: 'x' }] }],
    [{ messages: [{ role: 'user', content: 'x'.repeat(1_000_001) }] }],
    [{ messages, max_tokens: 0 }],
  ])('is refused for the input %#', async (input) => {
    chat.server.script(say('ok'))
    expect(await performers().perform(ask(input))).toMatchObject({ reason: 'refused' })
    expect(chat.server.requests).toHaveLength(0)
  })

  it('that fails names its profile to the log, and the address to the operator only', async () => {
    chat.server.script(refuse(400, { error: { message: `bad ${KEY}` } }))
    const failures: ChatError[] = []
    const { perform } = performers({ api_key_env: KEY_NAME }, failures)
    expect(await perform(ask({ messages }))).toEqual({
      status: 'failed',
      reason: 'refused',
      message:
        'Profile "tutor": The chat server answered 400 "bad [key]". ' +
        'Check the model, the limits of tokens and the tools it was asked with.',
    })
    expect(failures[0]?.message).toContain(chat.server.baseUrl)
  })

  it('ends at the deadline of its profile, in words', async () => {
    chat.server.script(hang)
    const answer = await performers({ deadline_ms: 100 }).perform(ask({ messages }))
    expect(answer).toMatchObject({ status: 'failed', reason: 'timeout' })
    expect(JSON.stringify(answer)).toContain('did not answer within')
  })

  it('waits its turn in its own profile only, and is turned away when too many wait', async () => {
    chat.server.script(after(150, say('ok')))
    const { perform } = performers({ concurrency: 1, queue: 1 })
    const answers = await Promise.all([
      perform(ask({ messages })),
      perform(ask({ messages })),
      perform(ask({ messages })),
      perform(ask({ messages }, 'spare')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      'answered',
      'answered',
      'failed',
      'answered',
    ])
    expect(answers[2]).toMatchObject({ reason: 'unavailable' })
    expect(chat.server.load.most).toBe(2)
  })

  it('that never got its turn says so', async () => {
    chat.server.script(hang)
    const { perform } = performers({ concurrency: 1, deadline_ms: 100 })
    const [, second] = await Promise.all([perform(ask({ messages })), perform(ask({ messages }))])
    expect(second).toMatchObject({ status: 'failed', reason: 'timeout' })
  })

  it('is dropped at the server when its caller gives up', async () => {
    chat.server.script(hang)
    const answer = await performers().perform(ask({ messages }), AbortSignal.timeout(100))
    expect(answer).toMatchObject({ status: 'failed', reason: 'unavailable' })
    await expect.poll(() => chat.server.load.now).toBe(0)
  })
})

describe('a chat profile', () => {
  const profile = { base_urls: ['http://127.0.0.1:8000/v1'], model: 'm' }

  it('has defaults', () => {
    expect(chatProfileSchema.parse(profile)).toMatchObject({
      temperature: 0,
      max_tokens: 2_000,
      seed: 14,
      stream: false,
      deadline_ms: 60_000,
      concurrency: 16,
    })
  })

  it.each([
    [{ base_urls: [] }],
    [{ base_urls: ['file:///etc/passwd'] }],
    [{ base_urls: ['http://me:secret@host/v1'] }],
    [{ api_key_env: 'sk-123' }],
    [{ api_key: 'x' }],
    [{ extra_body: { messages: [] } }],
    [{ deadline_ms: 3_600_001 }],
  ])('is refused with %j', (more) => {
    expect(chatProfileSchema.safeParse({ ...profile, ...more }).success).toBe(false)
  })

  it('may be slow where it streams', () => {
    const slow = { ...profile, stream: true, deadline_ms: 600_000 }
    expect(chatProfileSchema.safeParse(slow).success).toBe(true)
  })
})
