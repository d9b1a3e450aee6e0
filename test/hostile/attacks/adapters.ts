import { WebSocket } from 'ws'
import type { Attack, Hand } from '../hand.ts'
import { pause } from '../line.ts'
import { bearer, TOKENS } from '../tokens.ts'
import { words } from './plays.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }
const MCP_HEADERS = { ...JSON_HEADERS, accept: 'application/json, text/event-stream' }

const nameOf = (hand: Hand): string => `s-${hand.random.integer(0, 1_000_000_000)}`

function post(hand: Hand, path: string, body: object, headers: object = JSON_HEADERS) {
  const init = { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) }
  return hand.http(path, init)
}

const mcp = (hand: Hand, method: string, params: object): Promise<number> =>
  post(hand, '/mcp', { jsonrpc: '2.0', id: 1, method, params }, MCP_HEADERS)

const mcpTool = (hand: Hand, name: string, given: object): Promise<number> =>
  mcp(hand, 'tools/call', { name, arguments: given })

/** Sends frames on a socket of OpenEnv's until it is closed, so many ahead of their answers. */
async function floodOpenEnv(hand: Hand, frame: () => string, ahead: number): Promise<void> {
  const address = `${hand.url.replace('http', 'ws')}/openenv/mock-v1/ws`
  const socket = new WebSocket(address, { headers: bearer(TOKENS.mallory) })
  let waiting = 0
  socket.on('error', () => undefined)
  socket.on('message', () => {
    waiting -= 1
  })
  await new Promise((resolve) => {
    socket.once('open', resolve)
    socket.once('close', resolve)
  })
  while (socket.readyState === WebSocket.OPEN && !hand.isOver) {
    for (; waiting < ahead; waiting++) socket.send(frame())
    await pause(1)
  }
  socket.terminate()
}

const RESET = JSON.stringify({ type: 'reset', data: {} })
const HUGE_STEP = JSON.stringify({ type: 'step', data: { content: words(200_000) } })

/** The protocols of other clients: what each keeps, makes or reads for those who ask. */
export const ADAPTER_ATTACKS: readonly Attack[] = [
  {
    name: 'resets over OpenEnv',
    what: 'resets on many sockets over and over, and leaves each episode where it is',
    run: (hand) => hand.repeat(8, () => floodOpenEnv(hand, () => RESET, 1)),
  },
  {
    name: 'frames ahead over OpenEnv',
    what: 'sends resets and long steps far ahead of their answers, and comes again when cut off',
    run: (hand) =>
      hand.repeat(8, () =>
        floodOpenEnv(hand, () => (hand.random.next() < 0.5 ? RESET : HUGE_STEP), 64),
      ),
  },
  {
    name: 'named sessions of OpenEnv',
    what: 'resets over HTTP in a new session each time, whose seat is kept',
    run: (hand) =>
      hand.repeat(16, () =>
        post(hand, `/openenv/mock-v1/reset?session_id=${nameOf(hand)}`, { seed: 1 }),
      ),
  },
  {
    name: 'sessions of ORS',
    what: 'creates a session each time, whose seat is kept, and calls a tool in it with long input',
    run: (hand) =>
      hand.repeat(16, async () => {
        const headers = { ...JSON_HEADERS, 'x-session-id': nameOf(hand) }
        await post(hand, '/create', { env_name: 'mock-v1', split: 'train', index: 1 }, headers)
        const input = { code: words(100_000) }
        await post(hand, '/mock-v1/call', { name: 'enter_code', input }, headers)
      }),
  },
  {
    name: 'ranges of tasks',
    what: 'asks for a thousand million tasks at once, and for descriptions of environments',
    run: (hand) =>
      hand.repeat(16, () => {
        const env = hand.random.pick(['phone-call-v2', 'math-feedback-v1', 'q-code-v1'])
        const range = {
          split: hand.random.pick(['stream', 'train']),
          start: 0,
          stop: 1_000_000_000,
        }
        const asks = [
          () => post(hand, `/${env}/task_range`, range),
          () => post(hand, `/openenv/${env}/${env}/tasks`, { split: 'train' }),
          () => hand.http(`/openenv/${env}/openapi.json`),
          () => hand.http(`/${env}/tools`),
        ]
        return hand.random.pick(asks)()
      }),
  },
  {
    name: 'episodes over MCP',
    what: 'begins protocols and episodes as fast as they are answered, and ends none',
    run: (hand) =>
      hand.repeat(16, async () => {
        const protocolVersion = '2025-11-25'
        const clientInfo = { name: 'mallory', version: '1' }
        await mcp(hand, 'initialize', { protocolVersion, capabilities: {}, clientInfo })
        await mcpTool(hand, 'open_episode', { env: 'mock-v1', split: 'train', index: 1 })
      }),
  },
  {
    name: 'long calls over MCP',
    what: 'calls tools with names and arguments of megabytes, and lists what there is meanwhile',
    run: (hand) =>
      hand.repeat(8, async () => {
        await mcpTool(hand, words(1_000_000), { episode_id: nameOf(hand) })
        await mcpTool(hand, 'enter_code', { episode_id: nameOf(hand), code: words(1_000_000) })
        await mcp(hand, hand.random.pick(['tools/list', 'prompts/list', 'resources/list']), {})
      }),
  },
  {
    name: 'connect keys',
    what: 'makes keys for other clients as fast as they are answered',
    run: (hand) =>
      hand.flood(() => {
        const params = { env: 'mock-v1', episodes: 100_000, minutes: 43_200 }
        return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'key.connect', params })
      }),
  },
]
