import { percent, ratioText, table } from '../../statistics/text.ts'
import { verdictText } from '../../statistics/verdict.ts'
import { armNamed } from '../arms.ts'
import { ratioOfRow } from '../compare.ts'
import { titleOf } from '../plan.ts'
import type { Findings, Part } from './part.ts'

/** The main comparison again where something differs for all arms alike. */
export function robustness({ sections }: Findings): Part {
  const varied = sections.filter(({ condition }) => condition.split('-').length > 2)
  const rows = varied.flatMap((section) =>
    section.rows.map((row) => {
      const ratio = ratioOfRow(row, 'tasks_drawn', 0.5)
      const compared = row.arm === 'plain' ? ['1', '-'] : [ratioText(ratio), verdictText(ratio)]
      return [
        titleOf(section.condition).split(', ').at(-1) ?? '',
        (100 * section.start.clean).toFixed(1),
        armNamed(row.arm).title,
        String(row.seeds.length),
        ...compared,
        ...[row.area, row.clean].map(percent),
      ]
    }),
  )
  const head = ['what differs', 'start, %', 'arm', 'seeds', 'tasks to 50 %', 'verdict']
  const text = table([...head, 'mean clean while training', 'clean at the end'], rows)
  return { name: 'robustness', text, figures: [] }
}
