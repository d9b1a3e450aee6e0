// Guards the critique of environments that write none: the last answer of a failed attempt.
import { afterEach, expect, it } from 'vitest'
import { mock } from '../../src/env/mock/index.ts'
import { connect, fail, open, start, stopAll } from './arena.ts'

afterEach(stopAll)

it('shows later rollouts the last answer that a failed attempt got', async () => {
  const server = await start({}, undefined, { environments: [{ ...mock, teaching: {} }] })
  const rpc = await connect(server)
  await fail(rpc, await open(rpc, { index: 0 }))
  const { messages } = await open(rpc, { index: 1 })
  const told = messages.at(-1)?.content ?? ''
  expect(told).toContain('called enter_code.')
  expect(told).toContain('The last answer was: The lock does not move.')
  expect(told).not.toContain('The code is on the label')
})
