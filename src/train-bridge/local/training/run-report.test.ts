// Guards that the local engine reports settings and batches, and survives a lost report.
import { expect, it } from 'vitest'
import { trainOptions } from './options.ts'
import { reportRun } from './run-report.ts'
import type { BatchMetrics } from './trainer.ts'

const BATCH: BatchMetrics = {
  ...{ kind: 'batch', batch: 1, tasks_drawn: 8, episodes: 64, turns: 300, characters: 9_000 },
  ...{ depth: 20, groups_trained: 5, lost: 0, clean_success: 0.25, guided_success: null },
  ...{ mean_reward: 0.1, entropy: 2, ratio_mean: 1, cut_share: 0 },
}
const OPTIONS = trainOptions({ run: 'told', learningRate: 0.5, feedback: { waves: [1, 3] } })

it('reports each batch under the step of its episodes, in order', async () => {
  const sent: Record<string, unknown>[] = []
  const call = async (_: string, params: object) => void sent.push({ ...params })
  const report = reportRun({ call } as never, 'mock-v1', OPTIONS)
  report.onBatch(BATCH)
  report.onEvaluation(1, { clean_success: 0.5, clean_reward: null } as never)
  expect(await report.end()).toBeUndefined()
  expect(sent[0]).toMatchObject({
    run: 'told',
    configuration: {
      ...{ engine: 'local', env: 'mock-v1', learningRate: 0.5, 'feedback.waves': '[1,3]' },
    },
  })
  const points = sent.slice(1).map((entry) => (entry.points as object[])[0])
  expect(points).toMatchObject([
    { step: 0, values: { tasks: 8, clean_success: 0.25, entropy: 2, learning_rate: 0.5 } },
    { step: 1, values: { 'eval/success': 0.5 } },
  ])
  expect(JSON.stringify(points)).not.toContain('null')
})

it('continues after a lost report, and returns its reason at the end', async () => {
  let calls = 0
  const call = async () => {
    calls += 1
    if (calls === 2) throw new Error('no room')
  }
  const report = reportRun({ call } as never, 'mock-v1', OPTIONS)
  report.onBatch(BATCH)
  report.onBatch(BATCH)
  expect(await report.end()).toBe('no room')
  expect(calls).toBe(3)
})
