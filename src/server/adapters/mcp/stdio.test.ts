/** Guards that a program which closes its pipe after a request still gets every answer. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../../test/support/in-process.ts'
import { SILENT_LOG } from '../../host-log.ts'
import { mcpOverStdio } from './stdio.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({})
})
afterAll(() => server.stop())

const clientInfo = { name: 'test', version: '1' }
const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
}
const openEpisode = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'open_episode', arguments: { index: id } },
})

/** The answers to requests after which the input ends at once. */
async function answersTo(requests: readonly object[]): Promise<Record<string, unknown>[]> {
  const pipes = { input: new PassThrough(), output: new PassThrough() }
  const printed = text(pipes.output)
  const { ended, close } = await mcpOverStdio(server.host, SILENT_LOG, 'mock-v1', pipes)
  pipes.input.end(
    requests.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''),
  )
  await ended
  await close()
  pipes.output.end()
  return (await printed)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('answers every request that arrived before the input ended', async () => {
  const asked = Array.from({ length: 50 }, (_, at) => openEpisode(at + 2))
  const answers = await answersTo([INITIALIZE, ...asked])
  const ids = answers.map(({ id }) => Number(id)).sort((a, b) => a - b)
  expect(ids).toEqual(Array.from({ length: 51 }, (_, at) => at + 1))
  for (const { result } of answers) expect(result).not.toHaveProperty('isError', true)
})

it('does not wait for the answer to a cancelled request', async () => {
  const cancel = { method: 'notifications/cancelled', params: { requestId: 2 } }
  const ids = (await answersTo([INITIALIZE, openEpisode(2), cancel, openEpisode(3)])).map(
    ({ id }) => id,
  )
  expect(ids).toEqual(expect.arrayContaining([1, 3]))
})

it('ends when the program is gone and reads no answers', async () => {
  const pipes = { input: new PassThrough(), output: new PassThrough() }
  const { ended, close } = await mcpOverStdio(server.host, SILENT_LOG, 'mock-v1', pipes)
  pipes.output.destroy(new Error('EPIPE'))
  pipes.input.end(`${JSON.stringify({ jsonrpc: '2.0', ...INITIALIZE })}\n`)
  await ended
  await close()
})
