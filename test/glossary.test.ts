// Guards that the console explains every value and setting that this project's trainers report.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FEEDBACK_SHAPE } from '../src/env/group.ts'
import { trainOptions } from '../src/train-bridge/local/training/options.ts'
import { meaningOf, type NameKind } from '../src/web/data/glossary.ts'

const unexplained = (names: readonly string[], named?: NameKind): readonly string[] =>
  names.filter((name) => meaningOf(name, named) === undefined)

it('explains what the local engine reports of a batch and of an evaluation', () => {
  const folder = 'src/train-bridge/local/training'
  const trainer = readFileSync(join(folder, 'trainer.ts'), 'utf8')
  const [, members = ''] = /interface BatchMetrics \{(.*?)\n\}/s.exec(trainer) ?? []
  const metrics = [...members.matchAll(/readonly (\w+):/g)].map(([, name = '']) => name)
  expect(metrics).toContain('cut_share')
  const own = ['kind', 'batch', 'tasks_drawn']
  expect(unexplained(metrics.filter((name) => !own.includes(name)))).toEqual([])
  const report = readFileSync(join(folder, 'run-report.ts'), 'utf8')
  const evaluated = [...report.matchAll(/'(eval\/\w+)'/g)].map(([, name = '']) => name)
  expect(evaluated).toContain('eval/success')
  expect(unexplained([...evaluated, 'tasks', 'learning_rate'])).toEqual([])
})

it('explains the settings of the local engine, also those of feedback', () => {
  const settings = Object.keys(trainOptions({})).filter((name) => name !== 'feedback')
  const feedback = Object.keys(FEEDBACK_SHAPE).map((name) => `feedback.${name}`)
  expect(settings).toContain('mixedOnly')
  expect(unexplained([...settings, ...feedback, 'engine', 'env'], 'setting')).toEqual([])
})

it('explains what the Python package reports for verl and TRL', () => {
  const folder = 'src/train-bridge/python/backchannel'
  const files = readdirSync(folder).filter((name) => /^(verl|trl)_\w+\.py$/.test(name))
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /"((?:actor|drawn|episode|distill)\/\w+)"/g,
      ),
    ].map(([, name = '']) => name),
  )
  expect(names).toContain('drawn/tasks')
  expect(unexplained([...new Set(names)])).toEqual([])
})
