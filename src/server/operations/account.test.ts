// Guards that a temporary failure is reported as one: the same call may be sent again.
import { afterEach, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import { WorldUnavailable } from '../../env/failure.ts'
import { worldCritique } from '../../env/group-account.ts'
import { mock } from '../../env/mock/index.ts'
import type { Teaching } from '../../env/teaching.ts'
import { StoreError } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { OpenResult } from '../../wire/results.ts'

const servers: InProcessServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

const FAILURES = [
  [new WorldUnavailable('its workers start again'), 'env/unavailable'],
  [new StoreError('busy', 'it is locked'), 'store/unavailable'],
  [new TypeError('a bug'), 'episode/unverifiable'],
] as const

it.each(FAILURES)('describes an attempt again after %s', async (failure, code) => {
  let failures = 1
  const critique: Teaching['critique'] = (events, outcome, transcript) => {
    if (failures-- > 0) throw failure
    return worldCritique(mock, { events, transcript }, outcome)
  }
  const server = await startInProcess({}, [{ ...mock, teaching: { critique } }])
  servers.push(server)
  const rpc = await RpcSocket.connect(server.url)
  const { episode_id } = await rpc.call<OpenResult>('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 1 },
  })
  await rpc.call('episode.close', { episode_id })
  expect(await rpc.fault('episode.account', { episode_id })).toBe(code)
  expect(await rpc.fault('episode.account', { episode_id })).toBe('none')
})

it('does not blame the log if the store cannot read its world', async () => {
  const server = await startInProcess()
  servers.push(server)
  const rpc = await RpcSocket.connect(server.url)
  const { episode_id } = await rpc.call<OpenResult>('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 1 },
  })
  const { core } = server.host
  const { world } = core
  const busy = new Fault('store/unavailable', 'it is locked')
  Object.assign(core, { world: () => Promise.reject(busy) })
  expect(await rpc.fault('episode.replay', { episode_id })).toBe('store/unavailable')
  core.sessions.drop(episode_id)
  expect(await rpc.fault('episode.resume', { episode_id })).toBe('store/unavailable')
  Object.assign(core, { world })
  expect(await rpc.call('episode.replay', { episode_id })).toMatchObject({ verdict: 'verified' })
  expect(await rpc.fault('episode.resume', { episode_id })).toBe('none')
})
