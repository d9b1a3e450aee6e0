import { ratioText, table } from '../../statistics/text.ts'
import { verdictText } from '../../statistics/verdict.ts'
import { armNamed, LABEL } from '../arms.ts'
import { ratioOfRow } from '../compare.ts'
import type { Measure } from '../curve.ts'
import { type Findings, type Part, STARTS, sectionOf, startName } from './part.ts'

const ARMS = ['guided', 'guided-clean', LABEL]
const MEASURES: readonly Measure[] = ['tasks_drawn', 'turns', 'depth']

/** By which factor each form of guidance needs less to reach 30 %. */
export function efficiency(findings: Findings): Part {
  const rows = STARTS.flatMap((condition) => {
    const section = sectionOf(findings, condition)
    if (section === undefined) return []
    return section.rows
      .filter(({ arm }) => ARMS.includes(arm))
      .map((row) => {
        const ratios = MEASURES.map((measure) => ratioOfRow(row, measure, 0.3))
        return [
          startName(condition),
          armNamed(row.arm).title,
          String(row.seeds.length),
          ...ratios.map(ratioText),
          verdictText(ratios[0]),
        ]
      })
  })
  const head = ['start', 'arm', 'seeds', 'tasks', 'turns', 'turns in sequence']
  const text = table([...head, 'verdict for tasks'], rows)
  return { name: 'efficiency', text, figures: [] }
}
