import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { countText, ratioText, table } from '../../statistics/text.ts'
import { verdictText } from '../../statistics/verdict.ts'
import { LABEL } from '../arms.ts'
import { cellsOf } from '../cells.ts'
import { ratioOfRow } from '../compare.ts'
import { barOf, type Findings, imageLink, type Part, REFERENCE, sectionOf, USUAL } from './part.ts'

/** From the best critiques to none: the arm, its row in the table, and its bar. */
const TOLD: readonly (readonly [string, string, string])[] = [
  ['guided-clean', 'every missing field', 'all'],
  ['one-field', 'one of the missing fields', 'one field'],
  ['vague', 'only that something was missing', 'vague'],
  ['wrong', 'other fields than the missing ones', 'wrong'],
  ['placebo', 'the critique of another task', 'other task'],
  [LABEL, 'nothing; the critique is a label', 'label'],
  ['plain', 'nothing (plain training)', 'plain'],
]

/** The value of critiques of different quality, all with the clean-prompt loss. */
export function critiques(findings: Findings): Part {
  const { rows, tasks } = sectionOf(findings, USUAL) ?? { rows: [], tasks: 0 }
  const bars = TOLD.flatMap(([arm, title, bar]) =>
    rows.filter((row) => row.arm === arm).map((row) => ({ row, title, bar })),
  )
  const head = ['what critiques say', 'seeds', 'tasks to 50 %', 'verdict']
  const text = table(
    [...head, `mean over ${countText(tasks)} tasks`, 'mean, minus plain', 'clean after them'],
    bars.map(({ row, title }) => {
      const { arm, seeds, area, area_difference: differs, clean } = row
      const ratio = ratioOfRow(row, 'tasks_drawn', 0.5)
      const compared = arm === 'plain' ? ['1', REFERENCE] : [ratioText(ratio), verdictText(ratio)]
      const text = cellsOf(row, tasks)
      const differenceText = arm === 'plain' ? REFERENCE : text(differs)
      return [title, String(seeds.length), ...compared, text(area), differenceText, text(clean)]
    }),
  )
  const svg = barPlot({
    title: 'What critiques are worth by their quality, start at about 2 %',
    label: 'what is told',
    y: { label: `mean clean success over ${countText(tasks)} tasks`, low: 0, unit: 'percent' },
    series: [`mean over ${countText(tasks)} tasks`],
    groups: bars.flatMap(({ row, bar }) =>
      row.area === null ? [] : [{ name: bar, bars: [barOf(row.area)] }],
    ),
  })
  const figure = { file: 'critiques.svg', svg }
  const parts = [text, imageLink('Worth of critiques by quality', figure)]
  return { name: 'critiques', text: parts.join('\n\n'), figures: [figure] }
}
