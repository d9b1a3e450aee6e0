// Guards that thoughts of an agent are stored, found and shown, and change nothing that is played.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowText } from '../src/cli/logs/transcript.ts'
import { type Client, connect } from '../src/client/client.ts'
import { readEpisode } from '../src/datasets/training/episode.ts'
import { toConversation } from '../src/datasets/training/turns.ts'
import { findEnvironment } from '../src/env/registry.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

let server: InProcessServer
let client: Client
beforeAll(async () => {
  server = await startInProcess()
  client = await connect({ url: server.url })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

const call = {
  tool_calls: [
    { id: 'a', type: 'function' as const, function: { name: 'read_code', arguments: '{}' } },
  ],
}

it.each(['reasoning_content', 'reasoning'])('as %s', async (name) => {
  const open = () => client.open({ env: 'mock-v1', split: 'train', index: 0 })
  const episode = await open()
  const word = `pondering${name.length}`
  const stepped = await episode.step({ ...call, [name]: `I was ${word}.` })
  const plain = await (await open()).step(call)
  expect(stepped.messages).toEqual(plain.messages)
  expect(episode.transcript.at(-2)).toMatchObject({ reasoning_content: `I was ${word}.` })
  await episode.close()
  const rows = await client.call('episode.log', { episode_id: episode.id })
  expect(JSON.parse(rows[1]?.payload ?? '').action).toEqual({
    ...{ ...call, reasoning_content: `I was ${word}.` },
  })
  expect(rowText(rows[1] as never)).toContain(`agent thinks: I was ${word}.`)
  const found = await client.call('search.said', { q: word })
  expect(JSON.stringify(found)).toContain(episode.id)
  const read = readEpisode(rows as never)
  if (typeof read === 'string') throw new Error(read)
  const environment = findEnvironment('mock-v1')
  if (environment === undefined) throw new Error('mock-v1 is missing')
  const texts = [true, false].map(
    (keepThoughts) =>
      toConversation(read, environment, { keepAttempts: false, keepThoughts })?.turns[0]?.text,
  )
  expect(texts[0]).toContain(`<think>\nI was ${word}.\n</think>`)
  expect(texts[1]).not.toContain(word)
  expect(texts[1]).toContain('read_code')
})
