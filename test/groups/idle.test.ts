// Guards that an idle group, dropped from memory, does not end the leases of its rollouts early.
import { afterEach, expect, it } from 'vitest'
import { forgetIdle } from '../../src/server/sweep.ts'
import { connect, fail, isSettled, open, pause, start, stopAll, until } from './arena.ts'

afterEach(stopAll)

it('waits for a rollout whose socket is open and silent, as long as its lease lasts', async () => {
  const groups = { lease_ms: 100, grace_ms: 50, arrival_ms: 50, silence_ms: 60_000 }
  const server = await start({ groups })
  const { core } = server.host
  const rpc = await connect(server)
  const first = await open(rpc, { index: 0 })
  await pause(300)
  await forgetIdle(core, { sessionMs: 100, groupMs: 100 })
  expect(core.groups.size).toBe(1)
  const second = open(rpc, { index: 1 })
  await until(() => core.groups.waiting === 1)
  await pause(300)
  expect(await isSettled(second)).toBe(false)
  await fail(rpc, first)
  expect((await second).attempts_shown).toBe(1)
})

it('drops a group whose only open rollout lost its socket', async () => {
  const groups = { lease_ms: 100, grace_ms: 50, arrival_ms: 50, silence_ms: 60_000 }
  const server = await start({ groups })
  const { core } = server.host
  const rpc = await connect(server)
  await open(rpc, { index: 0 })
  rpc.socket.terminate()
  await pause(300)
  await forgetIdle(core, { sessionMs: 100, groupMs: 100 })
  expect(core.groups.size).toBe(0)
})
