/** Guards which reasons of a failed replay callers other than admins see. */
import { afterEach, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { WorldUnavailable } from '../../env/failure.ts'
import { mock } from '../../env/mock/index.ts'
import { Fault } from '../../wire/faults.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { LOCAL } from '../principal.ts'

const OWNER = { ...LOCAL, role: 'client' } as const
const HIDDEN = 'the environment failed during the replay; an admin can see the error'

let server: InProcessServer
afterEach(() => server.stop())

/** The reports to the owner and to an admin, with a changed part of the server. */
async function reports(change: (server: InProcessServer) => void): Promise<ReplayReport[]> {
  server = await startInProcess({}, [{ ...mock }])
  const task = { env: 'mock-v1', split: 'train', index: 1 }
  const { episode_id } = await server.host.call('episode.open', OWNER, task)
  await server.host.call('episode.close', OWNER, { episode_id })
  change(server)
  const replay = (caller: typeof OWNER | typeof LOCAL) =>
    server.host.call('episode.replay', caller, { episode_id })
  return [await replay(OWNER), await replay(LOCAL)]
}

it.each<[string, (server: InProcessServer) => void, string | RegExp]>([
  [
    'a missing world',
    ({ host }) => {
      const missing = new Fault('episode/unverifiable', 'no world')
      Object.assign(host.core, { world: () => Promise.reject(missing) })
    },
    'its world is missing',
  ],
  [
    'another package',
    ({ host }) => {
      const entry = host.core.catalog.get('mock-v1') ?? expect.fail()
      const digest = 'a'.repeat(64)
      Object.assign(entry.environment, { package: { name: 'box', version: null, digest } })
    },
    /^mock-v1 was the program itself when it was played, and is box \(digest a{12}\) here$/,
  ],
  ['an unavailable world', throwing(new WorldUnavailable('no worker')), 'no worker'],
])('shows everybody the reason: %s', async (_, change, reason) => {
  const text = typeof reason === 'string' ? reason : expect.stringMatching(reason)
  const expected = { verdict: 'unverifiable', reason: text }
  expect(await reports(change)).toMatchObject([expected, expected])
})

it('shows only admins the message of an unexpected error', async () => {
  expect(await reports(throwing(new TypeError('the code is 417')))).toMatchObject([
    { verdict: 'unverifiable', reason: HIDDEN },
    { verdict: 'unverifiable', reason: 'the code is 417' },
  ])
})

/** Makes the replay throw. */
function throwing(error: Error) {
  return ({ host }: InProcessServer): void => {
    const timeSlice = (): never => {
      throw error
    }
    Object.assign(host.core.scheduler, { timeSlice })
  }
}
