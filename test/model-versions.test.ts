// Guards that a step says which weights wrote it, in logs, replays, tables and files.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/client.ts'
import { type LogFileRow, parseLogFile, rowLine } from '../src/datasets/log-file.ts'
import { stepRows } from '../src/datasets/tables/step-table.ts'
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

const call = (name: string, given: object = {}) => ({
  tool_calls: [
    { id: 'a', type: 'function' as const, function: { name, arguments: JSON.stringify(given) } },
  ],
})

it('is stored with the step, and changes nothing that is played', async () => {
  const open = () => client.open({ env: 'mock-v1', split: 'train', index: 0 })
  const [episode, plain] = [await open(), await open()]
  const thought = { ...call('read_code'), reasoning_content: 'Hm.' }
  const first = await episode.step(thought, { modelVersion: '12' })
  expect(first.messages).toEqual((await plain.step(call('read_code'))).messages)
  await episode.step({ content: 'Is it ,"model_version":"9"}?' })
  await episode.step(call('enter_code', { code: '000' }), { modelVersion: 'weights "é" 13' })
  await episode.close()
  const rows = await client.call('episode.log', { episode_id: episode.id })
  const versions = [undefined, '12', undefined, 'weights "é" 13', undefined]
  const payloads = rows.map(({ payload = '' }) => JSON.parse(payload))
  expect(payloads.map((payload) => payload.model_version)).toEqual(versions)
  const { verdict } = await client.call('episode.replay', { episode_id: episode.id })
  expect(verdict).toBe('verified')
  const table = stepRows(rows as never)
  expect(table.map((row) => row.model_version)).toEqual(
    versions.slice(1).map((version) => version ?? null),
  )
  const file = rows.map((row) => rowLine(row as LogFileRow)).join('')
  expect(parseLogFile(file, 'file').episodes.get(episode.id)).toHaveLength(rows.length)
})

it('is refused if it is no text of a line', async () => {
  const episode = await client.open({ env: 'mock-v1', split: 'train', index: 0 })
  await expect(episode.step(call('read_code'), { modelVersion: 'a\nb' })).rejects.toThrow(
    'model_version',
  )
})
