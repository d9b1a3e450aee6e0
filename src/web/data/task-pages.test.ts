// Guards that a task which moved between two pages of a table stands in it once.
import { expect, it } from 'vitest'
import { mergeTaskPages } from './task-pages.ts'

const task = (env: string, name: string, reward: number) => ({ env, task: name, reward })

it('keeps the first position and the newest data of a task', () => {
  const first = { tasks: [task('a', 'one', 0), task('a', 'two', 0.1)] }
  const second = { tasks: [task('a', 'one', 0.2), task('b', 'two', 0.3)] }
  expect(mergeTaskPages([first, second])).toEqual([
    task('a', 'one', 0.2),
    task('a', 'two', 0.1),
    task('b', 'two', 0.3),
  ])
})

it('distinguishes tasks whose joined names are equal', () => {
  const tasks = [task('a b', 'c', 0), task('a', 'b c', 0)]
  expect(mergeTaskPages([{ tasks }])).toEqual(tasks)
})
