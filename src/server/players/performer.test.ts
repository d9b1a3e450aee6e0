// Guards the threads of players: turns are isolated, and only an endless one is aborted.
import { afterAll, expect, it } from 'vitest'
import { bundled } from '../../../test/support/bundles.ts'
import { MOCK_WORLD, mockTask } from '../../env/mock/task.ts'
import type { JsonObject } from '../../sim/json.ts'
import { playerPerformer } from './performer.ts'

const worker = bundled('stuck-player-worker')
const performer = playerPerformer({ isShared: true, limitMs: 300, worker })
afterAll(() => performer.close())

const task = mockTask('val', 3)
const opening = { task, messages: [{ role: 'user', content: 'Please open the box.' }] }
const read = {
  action: { content: 'Let me see.' },
  messages: [{ role: 'tool', content: `The label says ${task.code}.` }],
  events: [{ kind: 'label_read', code: task.code, call_id: 'call_1' }],
}

const turn = (player: string, later: readonly object[] = [], owner = 'alice', on = performer) => {
  const rows = [opening, ...later].map((row) => JSON.stringify(row))
  const world = { hash: 'w', text: JSON.stringify(MOCK_WORLD) }
  const job = { environment: 'mock-v1', player, episode: 'ep_1', rows, world }
  const input = job as unknown as JsonObject
  return on.perform({ kind: 'player', input }, new AbortController().signal, owner)
}

it('returns the next turn of the conversation, and the same again', async () => {
  const name = (answer: unknown) => JSON.stringify(answer)
  expect(name(await turn('oracle'))).toContain('"name":"read_code"')
  const second = await turn('oracle', [read])
  expect(name(second)).toContain(`"arguments":{"code":"${task.code}"}`)
  expect(await turn('random', [read])).toEqual(await turn('random', [read]))
})

it('says why a player cannot play', async () => {
  expect(await turn('nobody')).toMatchObject({
    ...{ status: 'failed', reason: 'refused' },
    message: 'nobody is no player of mock-v1',
  })
})

it.each(['hungry', 'hungry at once'])(
  'says that a turn took too much memory: %s',
  async (player) => {
    const patient = playerPerformer({ limitMs: 60_000, worker })
    const ended = await turn(player, [], 'alice', patient)
    const message = 'The turn was stopped: it took too much memory.'
    expect(ended).toEqual({ status: 'failed', reason: 'timeout', message })
    await patient.close()
  },
)

it('aborts an endless turn while another principal’s turn is played', async () => {
  const stuck = [turn('stuck', [], 'mallory')]
  expect(await turn('oracle')).toMatchObject({ status: 'answered' })
  for (const ended of await Promise.all(stuck)) {
    expect(ended).toEqual({
      status: 'failed',
      reason: 'timeout',
      message: 'The turn was stopped: it took more than 300 ms.',
    })
  }
})
