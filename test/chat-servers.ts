import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createChatClient } from '../src/effects/chat-client.ts'
import { ChatError } from '../src/effects/chat-error.ts'
import type { CompletionParameters, CompletionResult } from '../src/effects/chat-message.ts'
import type { ChatClientOptions } from '../src/effects/chat-options.ts'
import { type OpenaiServer, say, startOpenaiServer } from './openai-server.ts'

/** An API key and the environment variable that holds it while the tests of a file run. */
export const KEY = 'sk-test-very-secret'
export const KEY_NAME = 'BACKCHANNEL_TEST_CHAT_KEY'

/** The smallest request, and one tool to send with it. */
export const prompt: CompletionParameters = { messages: [{ role: 'user', content: 'Hello?' }] }
export const tools: NonNullable<CompletionParameters['tools']> = [
  { type: 'function', function: { name: 'look', description: 'Looks.', parameters: {} } },
]

/** Two servers for all tests of a file; each test begins with both well and no requests seen. */
export interface ChatServersOfTests {
  readonly server: OpenaiServer
  readonly other: OpenaiServer
  /** One call of a fresh client with short pauses, at `server` unless told otherwise. */
  ask(
    more?: Partial<ChatClientOptions>,
    request?: CompletionParameters,
    signal?: AbortSignal,
  ): Promise<CompletionResult>
}

/** Starts the servers before the tests of a file and stops them after. */
export function useChatServers(): ChatServersOfTests {
  let started: readonly OpenaiServer[] = []
  const at = (index: number): OpenaiServer => {
    const server = started[index]
    if (server === undefined) throw new Error('the servers start with the first test')
    return server
  }
  beforeAll(async () => {
    started = await Promise.all([startOpenaiServer(), startOpenaiServer()])
    process.env[KEY_NAME] = KEY
  })
  afterEach(() => {
    for (const server of started) server.script(say('hello'))
  })
  afterAll(async () => {
    delete process.env[KEY_NAME]
    await Promise.all(started.map((server) => server.close()))
  })
  return {
    get server() {
      return at(0)
    },
    get other() {
      return at(1)
    },
    ask: async (more = {}, request = prompt, signal = undefined) => {
      const options = { baseUrls: [at(0).baseUrl], model: 'small', backOffMs: 10, ...more }
      return createChatClient(options).complete(request, signal)
    },
  }
}

/** The error that a call ends with, after checking that it is a `ChatError` without the key. */
export async function problemOf(work: Promise<unknown>): Promise<ChatError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ChatError)) throw new Error(`no ChatError: ${String(error)}`)
  expect(`${error.message} ${error.publicMessage} ${error.stack}`).not.toContain(KEY)
  return error
}
