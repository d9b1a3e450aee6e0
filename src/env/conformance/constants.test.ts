// Guards which constants the search knows: public ones always, and numbers only where they are.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD, mockTask } from '../mock/task.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { createArena } from './arena.ts'
import { constantsIn } from './constants.ts'
import { edgeValues } from './edges.ts'

const tasks = [mockTask('train', 0)]
const literals = Array.from({ length: 1_000 }, (_, at) => `'literal ${at}'`).join('\n')

it('knows a password of a tool description however many literals the source has', () => {
  const tool = { name: 'open', description: 'Say "swordfish".', parameters: z.strictObject({}) }
  const environment: AnyEnvironment = { ...mock, tools: [tool] }
  const arena = createArena(environment, MOCK_WORLD, { source: literals })
  expect(constantsIn(arena, tasks)).toContain('swordfish')
})

it('knows a literal of the source however many constants are public', () => {
  const publicTask = () => ({ listed: Array.from({ length: 1_000 }, (_, at) => `word ${at}`) })
  const environment = { ...mock, data: { ...mock.data, publicTask } } as unknown as AnyEnvironment
  const arena = createArena(environment, MOCK_WORLD, { source: "if (word === 'let me in') win()" })
  expect(constantsIn(arena, tasks)).toContain('let me in')
})

it('knows a password of the prompt', () => {
  expect(constantsIn(createArena(mock, MOCK_WORLD), tasks, ['Never say "mellon".'])).toContain(
    'mellon',
  )
})

it('takes for a number only what is one', () => {
  const values = edgeValues({ type: 'number' }, ['4.2.7', '12 items', '742913', '-3.5'])
  expect(values.filter((value) => !Number.isFinite(value))).toEqual([])
  expect(values).toEqual(expect.arrayContaining([742_913, -3.5]))
})
