import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { type MeanOverSeeds, overSeeds } from '../../statistics/over-seeds.ts'
import { percent, table } from '../../statistics/text.ts'
import { armNamed, colourOf, LABEL } from '../arms.ts'
import { barOf, endedRecords, type Findings, imageLink, type Part, USUAL } from './part.ts'

const ARMS = ['plain', 'guided', 'guided-clean', LABEL]

/** Clean success by level at the end of training. */
export function levels(findings: Findings): Part {
  const all = endedRecords(findings, USUAL, 'plain')[0]?.levels.map(({ level }) => level) ?? []
  const arms = ARMS.map((arm) => ({
    title: armNamed(arm).title,
    byLevel: all.map((level) => successAt(findings, arm, level)),
  }))
  const head = ['arm', ...all.map((level) => `level ${level}`)]
  const rows = arms.map(({ title, byLevel }) => [title, ...byLevel.map(percent)])
  const svg = barPlot({
    title: 'Clean success by level after training, start at about 2 %',
    label: 'level',
    y: { label: 'clean success', low: 0, high: 1, unit: 'percent' },
    series: arms.map(({ title }) => title),
    colours: ARMS.map(colourOf),
    groups: all.map((level, levelIndex) => ({
      name: String(level),
      bars: arms.map(({ byLevel }) => barOf(byLevel[levelIndex] as MeanOverSeeds)),
    })),
  })
  const figure = { file: 'levels.svg', svg }
  const text = [table(head, rows), imageLink('Success by level', figure)].join('\n\n')
  return { name: 'levels', text, figures: [figure] }
}

const successAt = (findings: Findings, arm: string, level: number): MeanOverSeeds =>
  overSeeds(
    endedRecords(findings, USUAL, arm).flatMap((record) =>
      record.levels.filter((one) => one.level === level).map(({ clean }) => clean),
    ),
  )
