import { percent, ratioText, table } from '../statistics/text.ts'
import { verdictText } from '../statistics/verdict.ts'
import { armNamed } from './arms.ts'
import { ratioOfRow, THRESHOLDS } from './compare.ts'
import { planNamed } from './plan.ts'
import type { Section } from './report.ts'

/** What the idea's authors expected, without having measured it. */
const EXPECTED = '5–10'

/** Whether an arm is the idea itself, and no control or weakened form of it. */
function isTheIdea(name: string): boolean {
  const { options, quality } = armNamed(name)
  return options.mode === 'feedback' && quality === undefined
}

/** Every arm of the main table on every condition in one line, beside what was expected. */
export function summaryOf(sections: readonly Section[]): string {
  const main = planNamed('main', false).cells
  const rows = main.flatMap(({ condition, arms }) => {
    const section = sections.find((one) => one.condition === condition.name)
    if (section === undefined) return []
    const { start, rows: all } = section
    const own = all.filter(({ arm }) => arms.includes(arm))
    return own.map((row) => {
      const [to70, to50] = THRESHOLDS.map((threshold) => ratioOfRow(row, 'tasks_drawn', threshold))
      const isPlain = row.arm === 'plain'
      const reached = row.arrived.map(({ runs }) => runs).join(', ')
      return [
        `${(100 * start.clean).toFixed(1)}`,
        armNamed(row.arm).title,
        String(row.seeds.length),
        isTheIdea(row.arm) ? EXPECTED : '',
        isPlain ? '1' : ratioText(to70),
        isPlain ? '1' : ratioText(to50),
        isPlain ? '' : verdictText(to50),
        reached,
        percent(row.area),
        percent(row.clean),
        percent(row.unseen),
        isPlain ? '' : percent(row.unseen_difference),
      ]
    })
  })
  const head = [
    ...['start, %', 'arm', 'seeds', 'expected', 'to 70 %', 'to 50 %', 'verdict at 50 %'],
    ...['runs that reached 70, 50 %', 'mean clean while training', 'clean at the end'],
    ...['unseen companies at the end', 'less plain'],
  ]
  return table(head, rows)
}
