// Guards the threads of the grader: what runs away is ended alone, and nobody else waits for it.
import { afterAll, expect, it } from 'vitest'
import { bundled } from '../../test/support/bundles.ts'
import { gradePerformer } from './grade.ts'

const worker = bundled('stuck-grade-worker')
const performer = gradePerformer({ isShared: true, limitMs: 300, worker })
afterAll(() => performer.close())

const grade = (answer: string, owner: string) => {
  const input = { kind: 'expression', gold: '4', options: [], question: '', answer }
  return performer.perform({ kind: 'grade', input }, new AbortController().signal, owner)
}

it('ends a grading that does not stop, while another principal’s goes on', async () => {
  const stuck = [grade('stuck', 'mallory'), grade('stuck', 'mallory'), grade('stuck', 'mallory')]
  const other = await grade('5', 'alice')
  expect(other).toMatchObject({ status: 'answered', output: { correct: false } })
  for (const ended of await Promise.all(stuck)) {
    expect(ended).toEqual({
      status: 'failed',
      reason: 'timeout',
      message: 'The grading was stopped: it took more than 300 ms.',
    })
  }
  expect(await grade('4', 'mallory')).toMatchObject({ output: { correct: true } })
})

it.each(['hungry', 'hungry at once'])(
  'says that a grading took too much memory: %s',
  async (answer) => {
    const patient = gradePerformer({ limitMs: 60_000, worker })
    const input = { kind: 'expression', gold: '4', options: [], question: '', answer }
    const ended = await patient.perform({ kind: 'grade', input }, new AbortController().signal)
    const message = 'The grading was stopped: it took too much memory.'
    expect(ended).toEqual({ status: 'failed', reason: 'timeout', message })
    await patient.close()
  },
)

it('says what is wrong with what it is asked', async () => {
  const ended = await performer.perform({ kind: 'grade', input: {} }, new AbortController().signal)
  expect(ended).toMatchObject({ status: 'failed', reason: 'refused' })
})
