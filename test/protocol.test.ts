// Guards that docs/protocol.md is true: its frames play as shown, its tables are those of the code.
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openApiDocument } from '../src/wire/openapi/document.ts'
import { withTables } from '../src/wire/openapi/tables.ts'
import { SUBPROTOCOL } from '../src/wire/subprotocol.ts'
import { startInProcess } from './support/in-process.ts'
import { readText } from './tidy/files.ts'

const DOCUMENT = 'docs/protocol.md'
const { text } = readText(DOCUMENT)

interface Frame {
  readonly from: 'Client' | 'Server'
  readonly value: unknown
}

const frames: Frame[] = [...text.matchAll(/^(Client|Server):\n\n```json\n([\s\S]*?)^```$/gm)].map(
  ([, from, json]) => ({ from: from as Frame['from'], value: JSON.parse(json as string) }),
)

const EPISODE = /ep_[0-9a-f]{32}/

/** A frame without what differs from run to run: stamps, signatures, hashes, times. */
function comparable(value: unknown, episode: string): unknown {
  const json = JSON.stringify(value)
    .replaceAll(episode, 'EPISODE')
    .replace(/(rk_(?:play|view)_EPISODE_)\d{5}_0_[\w-]{22}/g, '$1STAMP_SIGNATURE')
    .replace(/"(previous_hash|hash)":"[0-9a-f]{64}"/g, '"$1":"HASH"')
    .replace(/"wall_ms":\d+/g, '"wall_ms":0')
  return JSON.parse(json)
}

/** Sends the client's frames and gives the server's, in the order of the document. */
async function playFrames(shown: string): Promise<{ episode: string; answers: unknown[] }> {
  const server = await startInProcess()
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws`, [SUBPROTOCOL])
  const received: unknown[] = []
  const answers: unknown[] = []
  let episode = shown
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  try {
    await new Promise((resolve) => socket.once('open', resolve))
    for (const { from, value } of frames) {
      if (from === 'Client') {
        socket.send(JSON.stringify(value).replaceAll(shown, episode))
        continue
      }
      await expect.poll(() => received.length, { interval: 2 }).toBeGreaterThan(0)
      const answer = received.shift()
      answers.push(answer)
      if (episode === shown) episode = EPISODE.exec(JSON.stringify(answer))?.[0] ?? shown
    }
    return { episode, answers }
  } finally {
    socket.terminate()
    await server.stop()
  }
}

describe('the protocol page', () => {
  it('shows frames as they are', async () => {
    const shown = EPISODE.exec(text)?.[0] as string
    const { episode, answers } = await playFrames(shown)
    const expected = frames.filter(({ from }) => from === 'Server').map(({ value }) => value)
    expect(expected.length).toBeGreaterThan(5)
    expect(answers.map((answer) => comparable(answer, episode))).toEqual(
      expected.map((value) => comparable(value, shown)),
    )
  })

  it('has the tables of the code; run "npm run openapi" if it has not', () => {
    expect(withTables(text) === text).toBe(true)
  })

  it('has every close code of openapi.yaml', () => {
    const { paths } = openApiDocument('0.0.0') as unknown as {
      paths: { '/v1/ws': { get: { 'x-websocket': { 'close-codes': Record<string, string> } } } }
    }
    const codes = Object.keys(paths['/v1/ws'].get['x-websocket']['close-codes'])
    expect([...text.matchAll(/^\| (\d{4}) \|/gm)].map((match) => match[1])).toEqual(codes)
  })
})
