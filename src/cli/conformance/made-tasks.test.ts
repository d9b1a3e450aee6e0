// Guards that tasks which change, share an id or are in two splits are reported.
import { expect, it } from 'vitest'
import type { DataSet } from '../../datasets/data-set.ts'
import { mock } from '../../env/mock/index.ts'
import { MOCK_WORLD, mockTask } from '../../env/mock/task.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { changedBetween, firstTasks, generatorFailures } from './made-tasks.ts'

const setOf = (task: DataSet['task'], count: number | null = null): DataSet => ({
  environment: mock.id,
  checksum: '',
  world: MOCK_WORLD,
  splits: [{ name: 'train', count }],
  task,
  find: () => undefined,
})

it('accepts tasks that depend on their index alone, and refuses a counter', () => {
  const sound = setOf((_, index) => mockTask('train', index))
  expect(changedBetween(sound, firstTasks(sound, 4).tasks)).toEqual([])
  let made = 0
  const counting = setOf((_, index) => ({ ...mockTask('train', index), seed: made++ }))
  expect(changedBetween(counting, firstTasks(counting, 4).tasks)).toHaveLength(4)
})

it('refuses data without a task, which would pass every check', () => {
  const { failures } = firstTasks(
    setOf(() => undefined, 0),
    4,
  )
  expect(failures).toEqual(['there is no task to check'])
})

it('runs a generator twice with the same request', () => {
  let made = 0
  const generate = (seedOf: () => number) => {
    const tasks = () => ({
      train: [{ ...mockTask('train', 0), seed: seedOf() }],
      val: [],
      test: [],
    })
    const options = { safeParse: () => ({ success: true, data: {} }) }
    const make = { name: 'm', version: 1, sizes: {}, options, make: () => ({ tasks: tasks() }) }
    return { ...mock, data: { ...mock.data, generate: make } } as unknown as AnyEnvironment
  }
  expect(generatorFailures(generate(() => 1))).toEqual([])
  expect(generatorFailures(generate(() => made++))).toHaveLength(1)
  expect(generatorFailures(mock)).toEqual([])
})

it('refuses tasks that are elsewhere, or share an id with a task of any split', () => {
  const splits = ['train', 'val'].map((name) => ({ name, count: 2 }))
  const failuresOf = (change: (split: string, index: number) => object) => {
    const task = (split: string, index: number) => ({
      ...mockTask(split, index),
      ...change(split, index),
    })
    return firstTasks({ ...setOf(task), splits }, 1).failures
  }
  expect(failuresOf(() => ({}))).toEqual([])
  expect(failuresOf((_, index) => ({ id: `task-${index}` }))).toEqual([
    'val-0: its id "task-0" is that of train-0 too: make ids of split and index',
    'val-1: its id "task-1" is that of train-1 too: make ids of split and index',
  ])
  expect(failuresOf(() => ({ index: 0 }))).toEqual([
    'train-1: its split and index are {"split":"train","index":0}: use the given ones',
    'val-1: its split and index are {"split":"val","index":0}: use the given ones',
  ])
})

it('counts the tasks that a split shares with an earlier one', () => {
  const splits = ['train', 'val'].map((name) => ({ name, count: 3 }))
  const task = (split: string, index: number) => ({
    ...mockTask(split, index),
    code: String(split === 'val' ? index + 1 : index),
  })
  const { notes } = firstTasks({ ...setOf(task), splits }, 1)
  expect(notes).toEqual(['tasks of val are also in train: 2, apart from their ids and seeds'])
})
