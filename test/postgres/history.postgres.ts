// Guards that the checker of histories finds what is lost, doubled and told in two ways.
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../src/client/client.ts'
import type { StepResult } from '../../src/wire/results.ts'
import { startInProcess } from '../support/in-process.ts'
import { checkHistory } from './faults/check-history.ts'
import { type Call, History } from './faults/history.ts'
import { actionOf } from './faults/players.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function played() {
  const server = await startInProcess()
  const client = await connect({ url: server.url })
  ending.push(async () => {
    await client.close()
    await server.stop()
  })
  const history = new History()
  const episode = await client.open({ env: 'mock-v1', split: 'train', index: 3, openKey: 'key' })
  const answer = { episode_id: episode.id }
  await history.note({ kind: 'open', openKey: 'key' }, Promise.resolve(answer))
  for (const seq of [1, 2, 3]) {
    const action = actionOf(`turn ${seq}`)
    const call = { kind: 'step', episode: episode.id, seq, action } as const
    await history.note(call, episode.step(action))
  }
  const check = async (calls: readonly Call[]) => {
    const spoilt = new History()
    spoilt.calls.push(...calls)
    const { lost, duplicated, diverging } = await checkHistory(server.host.core.store, spoilt)
    return [lost.length, duplicated.length, diverging.length]
  }
  return { calls: history.calls, check, id: episode.id }
}

it('has nothing to say of a history that is as it was told', async () => {
  const { calls, check } = await played()
  expect(await check(calls)).toEqual([0, 0, 0])
  const unanswered = calls.map(({ answer, ...call }) => call as Call)
  expect(await check(unanswered)).toEqual([0, 0, 0])
})

it('finds an answer whose row is missing, another one, or of nobody', async () => {
  const { calls, check, id } = await played()
  const last = calls[3] as Extract<Call, { kind: 'step' }>
  const answer = last.answer as StepResult
  expect(await check([...calls, { ...last, seq: 4 }])).toEqual([1, 0, 0])
  expect(await check([...calls, { kind: 'close', episode: id, answer: {} as never }])).toEqual([
    ...[1, 0, 0],
  ])
  const other: Call = { kind: 'open', openKey: 'other', answer: { episode_id: 'ep_lost' } }
  expect(await check([...calls, other])).toEqual([1, 0, 0])
  expect(await check(calls.slice(0, 3))).toEqual([0, 1, 0])
  expect(await check(calls.slice(1))).toEqual([0, 1, 0])
  expect(await check([...calls, { ...last, answer: { ...answer, reward: 9 } }])).toEqual([0, 0, 1])
  const twice: Call = { kind: 'open', openKey: 'key', answer: { episode_id: 'ep_second' } }
  expect(await check([...calls, twice])).toEqual([0, 0, 1])
})
