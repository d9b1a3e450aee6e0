/**
 * The official TypeScript client of MCP plays a turn in every environment, in both revisions.
 * Run with the folder that has its package.
 */
import { pathToFileURL } from 'node:url'

const [folder] = process.argv.slice(2)
const entry = `${folder}/node_modules/@modelcontextprotocol/client/dist/index.mjs`
const { Client, StreamableHTTPClientTransport } = await import(pathToFileURL(entry).href)
const ENVIRONMENTS = ['phone-call-v2', 'math-feedback-v1', 'q-code-v1', 'mock-v1']
const REVISIONS = { '2025-11-25': {}, '2026-07-28': { versionNegotiation: { mode: 'auto' } } }

async function play(env, revision, options) {
  const client = new Client({ name: 'interop', version: '1' }, options)
  const url = new URL(`${process.env.BACKCHANNEL_URL}/mcp/${env}`)
  await client.connect(new StreamableHTTPClientTransport(url))
  const spoken = client.getNegotiatedProtocolVersion()
  if (spoken !== revision) throw new Error(`speaks ${spoken}`)
  const opened = await client.callTool({ name: 'open_episode', arguments: { index: 1 } })
  const { episode_id } = opened.structuredContent
  const said = await client.callTool({ name: 'say', arguments: { episode_id, content: 'x' } })
  if (typeof said.structuredContent.reward !== 'number') throw new Error('has no reward')
  await client.close()
}

for (const env of ENVIRONMENTS) {
  for (const [revision, options] of Object.entries(REVISIONS)) {
    const what = `a turn, revision ${revision}`
    const line = { client: 'mcp (TypeScript)', env, what, ok: true, why: '' }
    try {
      await play(env, revision, options)
    } catch (error) {
      Object.assign(line, { ok: false, why: String(error) })
    }
    console.log(JSON.stringify(line))
  }
}
