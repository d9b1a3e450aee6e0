// Guards that an episode's reward parts add up to its reward, and that a fork is in no group.
import { expect, it } from 'vitest'
import type { LogFileRow } from '../log-file.ts'
import { episodeRow } from './episode-table.ts'

const row = (position: number, kind: LogFileRow['kind'], payload: object): LogFileRow => ({
  ...{ episode_id: 'ep_1', position, kind, wall_ms: 0, previous_hash: '', hash: '' },
  payload: JSON.stringify(payload),
})

it('takes the parts of the last row, because each row has the sums so far', () => {
  const opened = {
    ...{ environment: 'mock-v1', task: { id: 'val-000000', difficulty: 1 }, labels: {} },
    ...{ settings: {}, attempts_shown: [], parent: null, messages: [] },
  }
  const step = (reward: number, parts: object): object => ({ reward, parts, messages: [] })
  const rows = [
    row(0, 'opened', opened),
    row(1, 'stepped', step(300, { form: 300 })),
    row(2, 'stepped', step(-50, { form: 300, waste: -50 })),
    row(3, 'stepped', step(0, { form: 300, waste: -50 })),
  ]
  expect(episodeRow(rows, 'val')).toMatchObject({
    reward: 0.25,
    parts: { form: 0.3, waste: -0.05 },
  })
  expect(episodeRow(rows.slice(0, 1), 'val')).toMatchObject({ reward: 0, parts: {} })
})

it('gives a fork the run of its labels and no group, as lists do', () => {
  const group = { run: 'run', id: 'g', index: 2, condition: 'clean' }
  const opened = {
    ...{ environment: 'mock-v1', task: { id: 'val-000000', difficulty: 1 } },
    ...{ settings: {}, attempts_shown: [], messages: [], labels: { run: 'copies' }, group },
  }
  const own = episodeRow([row(0, 'opened', { ...opened, parent: null })], 'val')
  expect(own).toMatchObject({ run: 'run', group_id: 'g', group_index: 2, condition: 'clean' })
  const parent = { episode: 'ep_0', position: 0, hash: '' }
  const fork = episodeRow([row(0, 'opened', { ...opened, parent })], 'val')
  expect(fork).toMatchObject({ run: 'copies', group_id: null, group_index: null, condition: null })
})
