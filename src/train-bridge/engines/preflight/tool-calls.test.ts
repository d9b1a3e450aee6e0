/** Guards the count of a starting model's tool calls before a run. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Client } from '../../../client/client.ts'
import { parseRunConfig } from '../load-config.ts'
import { toolCallTrouble } from './tool-calls.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A chat server that calls a tool in every n-th answer. */
async function chatServer(every: number): Promise<string> {
  let asked = 0
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const calls = ++asked % every === 0
      const call = { id: 'c', type: 'function', function: { name: 'read_code', arguments: '{}' } }
      const message = {
        role: 'assistant',
        content: 'Hm.',
        ...(calls ? { tool_calls: [call] } : {}),
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const tools = [{ type: 'function', function: { name: 'read_code', parameters: {} } }]
let closed = 0
/** The part of a client that the check uses. */
const client = {
  describe: async () => ({ tools }),
  open: async () => ({
    messages: [{ role: 'user', content: 'Open the box.' }],
    tools,
    close: async () => void closed++,
  }),
} as unknown as Client

const config = (baseUrl: string) =>
  parseRunConfig(
    stringify({
      ...{ engine: 'verl', method: 'dapo', run: 'one', model: 'm', output: 'out' },
      ...{ server: { url: 'http://127.0.0.1:8000' }, environment: { id: 'mock-v1' } },
      ...{ data: { train: 'train.parquet' }, training: { batch: 8 } },
      endpoint: { base_url: baseUrl, model: 'm', tasks: 10, call_share_min: 0.2 },
    }),
    'run.yaml',
  )

it('accepts a model that calls often enough, and closes its episodes', async () => {
  expect(await toolCallTrouble(config(await chatServer(5)), client)).toBeUndefined()
  expect(closed).toBe(10)
})

it('refuses a model that hardly calls, with the remedy', async () => {
  expect(await toolCallTrouble(config(await chatServer(9)), client)).toEqual([
    'the starting model called a tool in 1 of 10 openings',
    'Train it on conversations first (--method sft), or lower endpoint.call_share_min.',
  ])
})

it('reports a model that does not answer', async () => {
  const trouble = await toolCallTrouble(config('http://127.0.0.1:9/v1'), client)
  expect(trouble?.[0]).toContain('the starting model could not be asked')
  expect(trouble?.[1]).toContain('endpoint.base_url')
})
