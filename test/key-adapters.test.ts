// Guards that keys of an episode open no more over OpenEnv, ORS and MCP than the table says.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OperationName, operations } from '../src/wire/operations.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const ALICE = 'alice-token-0123456789'
const FIRST = { split: 'train', index: 0 }
const TURN = { message: 'no idea' }

interface Opened {
  readonly episode_id: string
  readonly resume_key: string
  readonly view_key: string
}

let server: InProcessServer
let alice: RpcSocket
beforeAll(async () => {
  server = await startInProcess({ tokens: [{ principal: 'alice', token: ALICE }] })
  alice = await RpcSocket.connect(server.url, { authorization: `Bearer ${ALICE}` })
})
afterAll(async () => {
  await alice.close()
  await server.stop()
})

/** The code of what a request is refused with; `none` if it is not. */
async function codeOf(path: string, body: unknown, headers: object): Promise<string> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return /"code":"([a-z_]+\/[a-z_]+)"/.exec(await response.text())?.[1] ?? 'none'
}

const tool = (name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
})

interface Door {
  readonly name: string
  /** What it comes to. */
  readonly operation: OperationName
  ask(episode: string): readonly [path: string, body: unknown]
}

const DOORS: readonly Door[] = [
  {
    name: 'a reset of OpenEnv to the episode',
    operation: 'episode.resume',
    ask: (episode_id) => ['/openenv/mock-v1/reset', { episode_id }],
  },
  {
    name: 'a step of OpenEnv',
    operation: 'episode.step',
    ask: (episode_id) => ['/openenv/mock-v1/step', { action: TURN, episode_id }],
  },
  {
    name: 'a reset of OpenEnv to a task',
    operation: 'episode.open',
    ask: () => ['/openenv/mock-v1/reset', FIRST],
  },
  {
    name: 'a tool of MCP',
    operation: 'episode.step',
    ask: (episode) => [`/mcp/mock-v1/${episode}`, tool('say', { content: 'well' })],
  },
  {
    name: 'an opening over MCP',
    operation: 'episode.open',
    ask: () => ['/mcp/mock-v1', tool('open_episode', { index: 0 })],
  },
  {
    name: 'an episode of ORS',
    operation: 'episode.open',
    ask: () => ['/create', { ...FIRST, env_name: 'mock-v1' }],
  },
]

it.each(DOORS)('$name takes the keys that the table says', async ({ operation, ask }) => {
  const { who, keys } = operations.find(([name]) => name === operation)?.[1] ?? {}
  for (const scope of ['view', 'play'] as const) {
    const opened = await alice.call<Opened>('episode.open', { env: 'mock-v1', ...FIRST })
    const key = scope === 'play' ? opened.resume_key : opened.view_key
    const [path, body] = ask(opened.episode_id)
    const session = { 'x-session-id': `s-${opened.episode_id}` }
    const isOrs = path === '/create'
    const headers = { authorization: `Bearer ${key}`, ...(isOrs ? session : {}) }
    const code = await codeOf(path, body, headers)
    const mayCome = who === 'token or resume key'
    const may = mayCome && (keys?.episode === 'view' || keys?.episode === scope)
    const refusal = mayCome ? 'episode/not_found' : 'auth/missing'
    expect([scope, code]).toEqual([scope, may ? 'none' : refusal])
  }
})
