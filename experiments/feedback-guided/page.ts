import { armNamed } from './arms.ts'
import { THRESHOLDS } from './compare.ts'
import { planNamed } from './plan.ts'
import type { Section } from './report.ts'
import { percent, ratioText, table, VERDICTS } from './text.ts'

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
      const ratios = THRESHOLDS.map((threshold) =>
        row.ratios.find((one) => one.measure === 'tasks_drawn' && one.threshold === threshold),
      )
      const [to70, to50] = ratios
      const isPlain = row.arm === 'plain'
      const reached = row.arrived.map(({ runs }) => runs).join(', ')
      return [
        `${(100 * start.clean).toFixed(1)}`,
        armNamed(row.arm).title,
        String(row.seeds.length),
        isTheIdea(row.arm) ? EXPECTED : '',
        isPlain || to70 === undefined ? '1' : ratioText(to70),
        isPlain || to50 === undefined ? '1' : ratioText(to50),
        isPlain || to50 === undefined ? '' : VERDICTS[to50.verdict],
        reached,
        percent(row.area),
        percent(row.clean),
      ]
    })
  })
  const head = [
    ...['start, %', 'arm', 'seeds', 'expected', 'to 70 %', 'to 50 %', 'verdict at 50 %'],
    ...['runs that reached 70, 50 %', 'mean clean while training', 'clean at the end'],
  ]
  return table(head, rows)
}
