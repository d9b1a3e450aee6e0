import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { countText, ratioText, table } from '../../statistics/text.ts'
import { verdictText } from '../../statistics/verdict.ts'
import { LABEL } from '../arms.ts'
import { cellsOf } from '../cells.ts'
import { ratioOfRow } from '../compare.ts'
import { barOf, type Findings, imageLink, type Part, sectionOf, USUAL } from './part.ts'

/** From the best critiques to none: the arm, its row in the table, and its bar. */
const TOLD: readonly (readonly [string, string, string])[] = [
  ['guided-clean', 'all that was said', 'all'],
  ['one-field', 'one field', 'one field'],
  ['vague', 'that something was missing', 'vague'],
  ['wrong', 'other fields', 'wrong'],
  ['placebo', 'critique of another task', 'other task'],
  [LABEL, 'nothing; critique as label', 'label'],
  ['plain', 'nothing', 'plain'],
]

/** The value of critiques of different quality, all with the clean-prompt loss. */
export function critiques(findings: Findings): Part {
  const { rows, tasks } = sectionOf(findings, USUAL) ?? { rows: [], tasks: 0 }
  const bars = TOLD.flatMap(([arm, title, bar]) =>
    rows.filter((row) => row.arm === arm).map((row) => ({ row, title, bar })),
  )
  const head = ['what is told', 'seeds', 'tasks to 50 %', 'verdict']
  const text = table(
    [...head, `mean over ${countText(tasks)} tasks`, 'less plain', 'clean after them'],
    bars.map(({ row, title }) => {
      const { arm, seeds, area, area_difference: differs, clean } = row
      const ratio = ratioOfRow(row, 'tasks_drawn', 0.5)
      const compared = arm === 'plain' ? ['1', '-'] : [ratioText(ratio), verdictText(ratio)]
      const text = cellsOf(row, tasks)
      const differenceText = arm === 'plain' ? '' : text(differs)
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
