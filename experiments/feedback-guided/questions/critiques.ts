import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { armNamed } from '../arms.ts'
import { ratioOfRow } from '../compare.ts'
import { percent, ratioText, table, VERDICTS } from '../text.ts'
import { barOf, type Findings, type Part, sectionOf, shown, USUAL } from './part.ts'

/** From the best critiques to none. */
const ARMS = ['guided-clean', 'one-field', 'vague', 'wrong', 'placebo', 'label', 'plain']

const TITLES: Readonly<Record<string, string>> = { 'guided-clean': 'critiques: all that was said' }

/** What critiques of different quality are worth, all with the clean-prompt loss. */
export function critiques(findings: Findings): Part {
  const rows = sectionOf(findings, USUAL)?.rows ?? []
  const own = ARMS.flatMap((arm) => rows.filter((row) => row.arm === arm))
  const titleOf = (arm: string): string => TITLES[arm] ?? armNamed(arm).title
  const text = table(
    [
      'what is told',
      'seeds',
      'tasks to 50 %',
      'verdict',
      'mean clean while training',
      'less plain',
    ],
    own.map((row) => {
      const ratio = ratioOfRow(row, 'tasks_drawn', 0.5)
      const compared =
        row.arm === 'plain' ? ['1', '-'] : [ratioText(ratio), VERDICTS[ratio.verdict]]
      const differs = row.arm === 'plain' ? '' : percent(row.area_difference)
      return [titleOf(row.arm), String(row.seeds.length), ...compared, percent(row.area), differs]
    }),
  )
  const svg = barPlot({
    title: 'What critiques are worth by their quality, start at about 2 %',
    label: 'what is told',
    y: { label: 'mean clean success while training', low: 0, unit: 'percent' },
    series: ['mean over training'],
    groups: own.map((row) => ({
      name: titleOf(row.arm).replace(/^critiques: |: critique| of another task|, critique as/g, ''),
      bars: [barOf(row.area)],
    })),
  })
  const figure = { file: 'critiques.svg', svg }
  const parts = [text, shown('Worth of critiques by quality', figure)]
  return { name: 'critiques', text: parts.join('\n\n'), figures: [figure] }
}
