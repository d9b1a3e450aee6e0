import { countText, percent, table } from '../../statistics/text.ts'
import { armNamed, LABEL } from '../arms.ts'
import { cellsOf } from '../cells.ts'
import { pairsOf } from '../compare.ts'
import { atEqual, lessAfter } from '../equal-tasks.ts'
import { conditionTitle } from '../plan.ts'
import { type Findings, type Part, REFERENCE, recordsOf, sectionOf, share, USUAL } from './part.ts'

/** The main comparison again, with one difference for all arms. */
export function robustness(findings: Findings): Part {
  const varied = findings.sections.filter(({ condition }) => condition.split('-').length > 2)
  const rows = varied.flatMap(({ condition, start, tasks, rows: conditionRows }) =>
    conditionRows
      .filter(({ arm }) => ARMS.includes(arm))
      .map((row) => {
        const isPlain = row.arm === 'plain'
        const text = cellsOf(row, tasks)
        const tokens = row.at_equal.find(({ what }) => what === 'tokens')
        return [
          variantOf(condition),
          share(start.clean),
          armNamed(row.arm).title,
          String(row.seeds.length),
          text(row.clean),
          ...(isPlain
            ? [REFERENCE, REFERENCE]
            : [text(row.clean_difference), text(tokens?.difference ?? null)]),
        ]
      }),
  )
  const head = ['what differs', 'start, %', 'arm', 'seeds']
  const tasks = sectionOf(findings, USUAL)?.tasks ?? 0
  const ends = [`after ${countText(tasks)} tasks`, 'minus plain', 'minus plain, at equal tokens']
  const text = [
    table([...head, ...ends], rows),
    '**Other losses against GRPO.** Each cell is the arm with this loss minus the same arm with ' +
      'GRPO, on the same seeds, in points. Above 0, the other loss is better.',
    lossTable(findings),
  ]
  return { name: 'robustness', text: text.join('\n\n'), figures: [] }
}

const variantOf = (condition: string): string => conditionTitle(condition).split(', ').at(-1) ?? ''

const LOSSES = ['dapo', 'rloo']
const ARMS = ['plain', 'guided-clean', LABEL]

/** Each arm with another loss, minus the same arm with GRPO, at equal tasks and at equal tokens. */
function lossTable(findings: Findings): string {
  const tasks = sectionOf(findings, USUAL)?.tasks ?? 0
  const rows = LOSSES.flatMap((loss) =>
    ARMS.flatMap((arm) => {
      const condition = `${USUAL}-${loss}`
      const armRecords = recordsOf(findings, condition, arm)
      const pairs = pairsOf(armRecords, recordsOf(findings, USUAL, arm))
      if (pairs.length === 0) return []
      const tokens = atEqual(pairs, 'tokens')
      return [
        [
          ...[variantOf(condition), armNamed(arm).title, String(pairs.length)],
          ...[lessAfter(pairs, tasks, 'clean'), lessAfter(pairs, tasks, 'unseen')].map(percent),
          ...[tokens?.difference, tokens?.unseen_difference].map((difference) =>
            difference ? percent(difference) : '–',
          ),
        ],
      ]
    }),
  )
  const head = [
    'loss',
    'arm',
    'seeds',
    `known, after ${countText(tasks)} tasks`,
    `unseen, after ${countText(tasks)} tasks`,
  ]
  return table([...head, 'known, at equal tokens', 'unseen, at equal tokens'], rows)
}
