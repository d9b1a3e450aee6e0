import type { DataSet } from '../../src/datasets/data-set.ts'
import type { AnyEnvironment } from '../../src/env/environment.ts'
import { mock } from '../../src/env/mock/index.ts'
import { mockDataSet } from '../../src/server/builtin-data.ts'

/** The ways in which the environment fails, by the index of its task. */
export const BREAKAGES = [
  'step',
  'effect',
  'fraction',
  'unwritable',
  'unwritable effect',
  'score',
  'opening',
] as const
type Breakage = (typeof BREAKAGES)[number]

export const BROKEN_ID = 'broken-v1'

const breakageOf = (task: { readonly index: number }): Breakage | undefined => BREAKAGES[task.index]

/** Nothing that JSON can hold, where a text should be. */
const UNWRITABLE = [{ role: 'user', content: 10n as unknown as string }] as const

/** A locked box with bugs: each task shows another way in which an environment can fail. */
export const brokenEnvironment: AnyEnvironment = {
  ...mock,
  id: BROKEN_ID,
  open(context) {
    if (breakageOf(context.task) === 'opening') throw new Error('the opening is broken')
    return mock.open(context)
  },
  *step(state, _, { task }) {
    const breakage = breakageOf(task)
    if (breakage === 'step') throw new Error('the step is broken')
    if (breakage === 'effect' || breakage === 'unwritable effect') {
      yield { kind: 'timer', input: { milliseconds: 1 } }
      if (breakage === 'effect') throw new Error('the step is broken after its effect')
    }
    return { state, messages: breakage?.startsWith('unwritable') === true ? UNWRITABLE : [] }
  },
  score(state, context) {
    const breakage = breakageOf(context.task)
    if (breakage === 'fraction') return { opened: 0.5, wrong_codes: 0 }
    if (breakage === 'score' && context.closed) throw new Error('the last score is broken')
    return mock.score(state, context)
  },
}

/** Its tasks are those of the sound one. */
export const brokenDataSet = (): DataSet => ({ ...mockDataSet(), environment: BROKEN_ID })
