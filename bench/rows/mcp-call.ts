import { startChild } from '../support/child.ts'
import { HttpClient } from '../support/http-client.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

/** Steps of an episode, and episodes of a round. */
const STEPS = 18
const EPISODES = 20
/** The same action for both protocols: a wrong code, so that the world does almost nothing. */
const CODE = 'none'
const MCP = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

/** Plays one step; throws if the server refuses it. */
type Step = (id: string) => Promise<void>

/** A tool call over MCP compared with a step over HTTP: one client and one connection, in turn. */
export const mcpCall: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('mcp.db'),
  })
  const client = new HttpClient(server.url)
  const times = { http: [] as number[], mcp: [] as number[] }
  const timed = async (samples: number[], step: Step, id: string): Promise<void> => {
    const sentMs = performance.now()
    await step(id)
    samples.push(performance.now() - sentMs)
  }
  const ways = { http: overHttp(client), mcp: overMcp(client) }
  try {
    for (let episode = 0; episode < rounds * EPISODES; episode++) {
      const [httpEpisode, mcpEpisode] = [
        await openEpisode(client, episode),
        await openEpisode(client, episode),
      ]
      for (let step = 0; step < STEPS; step++) {
        await timed(times.http, ways.http, httpEpisode)
        await timed(times.mcp, ways.mcp, mcpEpisode)
      }
    }
  } finally {
    client.close()
    await server.stop()
    scratch.remove()
  }
  const [http, mcp] = [quantile(times.http, 0.5), quantile(times.mcp, 0.5)]
  const figures = { mcp_p50_ms: mcp, http_p50_ms: http, mcp_p99_ms: quantile(times.mcp, 0.99) }
  const gate = { what: 'MCP p50 / HTTP p50', value: mcp / http, goal: 2, better: 'less' } as const
  const note = `mock-v1, one client and one connection, ${times.mcp.length} steps each, in turn`
  return [row({ name: 'a tool call over MCP', figures, gate, note })]
}

async function openEpisode(client: HttpClient, index: number): Promise<string> {
  const task = { env: 'mock-v1', split: 'train', index: index % 1_000 }
  const { episode_id } = JSON.parse(await client.post('/v1/episodes', JSON.stringify(task)))
  return episode_id
}

const overHttp =
  (client: HttpClient): Step =>
  async (id) => {
    const toolCall = { name: 'enter_code', arguments: { code: CODE } }
    const tool_calls = [{ id: 'call_1', type: 'function', function: toolCall }]
    const body = JSON.stringify({ action: { tool_calls } })
    sure(await client.post(`/v1/episodes/${id}/steps`, body))
  }

const overMcp =
  (client: HttpClient): Step =>
  async (id) => {
    const params = { name: 'enter_code', arguments: { episode_id: id, code: CODE } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    sure(await client.post('/mcp/mock-v1', body, MCP))
  }

function sure(answer: string): void {
  if (!answer.includes('The lock does not move.')) throw new Error(answer.slice(0, 500))
}
