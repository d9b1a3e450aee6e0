// Guards the revision of the dialects: logs with raw text say which one read them.
import { expect, it } from 'vitest'
import { startInProcess } from '../../../test/support/in-process.ts'
import { connect } from '../../client/client.ts'
import { checkLog } from '../log-check.ts'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD } from '../mock/task.ts'
import { otherRevision } from '../revision.ts'
import { NO_HASH, type Row, rowHash } from '../row.ts'
import { DIALECTS_REVISION } from './index.ts'

type Payload = Record<string, unknown>

/** The payloads of an episode with one step, as a server stores them. */
async function recorded(action: { text: string } | { content: string }): Promise<Payload[]> {
  const server = await startInProcess({})
  const client = await connect({ url: server.url })
  const episode = await client.open({ env: 'mock-v1', split: 'val', index: 1 })
  await episode.step(action)
  const rows = await server.host.core.store.log.load(episode.id, 0, 10)
  await client.close()
  await server.stop()
  return (rows?.rows ?? []).map(({ payload }) => JSON.parse(payload) as Payload)
}

/** The rows of payloads, with a whole chain of hashes. */
function chained([opening, ...steps]: readonly Payload[]): Row[] {
  let previousHash = NO_HASH
  return [opening, ...steps].map((one, position) => {
    const payload = JSON.stringify(one)
    const kind = position === 0 ? ('opened' as const) : ('stepped' as const)
    const hash = rowHash(previousHash, 'ep_1', position, kind, payload)
    const row = { episode: 'ep_1', position, kind, payload, previousHash, hash } as Row
    previousHash = hash
    return row
  })
}

const check = (rows: readonly Row[]) =>
  checkLog('ep_1', rows, {
    findEnvironment: () => mock,
    findWorld: async () => MOCK_WORLD as never,
  })

/** As older code recorded it: without the revision, and with another answer to the step. */
const older = ([{ dialects_revision: _, ...opening } = {}, step]: readonly Payload[]): Row[] =>
  chained([opening, { ...step, messages: [{ role: 'user', content: 'Read differently.' }] }])

it('is stored in every log', async () => {
  const [opening] = await recorded({ content: 'Hello.' })
  expect(opening).toMatchObject({ dialects_revision: DIALECTS_REVISION })
})

it('tells older logs with raw text from logs that differ', async () => {
  const raw = await recorded({ text: 'Hello.' })
  expect(await check(chained(raw))).toMatchObject({ verdict: 'verified' })
  const reason = expect.stringContaining('recorded by revision 1 of the dialects, which read raw')
  expect(await check(older(raw))).toMatchObject({ verdict: 'other_revision', reason })
  const plain = await recorded({ content: 'Hello.' })
  expect(await check(older(plain))).toMatchObject({ verdict: 'different' })
})

it('leaves logs without raw text to play on', async () => {
  const here = { revision: 1 }
  const [raw, plain] = [
    older(await recorded({ text: 'a' })),
    older(await recorded({ content: 'a' })),
  ]
  expect(otherRevision(here, mock, plain)).toBeUndefined()
  expect(
    otherRevision({ ...here, dialects_revision: DIALECTS_REVISION }, mock, raw),
  ).toBeUndefined()
  expect(otherRevision(here, mock, raw)).toEqual({
    ...{ of: 'dialects', revision: 1 },
    revision_here: DIALECTS_REVISION,
  })
})
