import type { JSX } from 'preact'
import { critiqueChanges, successByPrompt } from '../../data/critique-effect.ts'
import { useTools } from '../../data/episode-queries.ts'
import { type ValueChanges, valueChanges } from '../../data/value-changes.ts'
import { useVisibleRows } from '../../parts/first-rows.tsx'
import { FOCUSABLE, TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'
import { type Column, firstEpisode } from './grid.tsx'

const OUTCOMES = { true: 'won', false: 'not won', null: 'open' } as const

const VALUES_SHOWN = 6

/** The values that guided rollouts sent more often than clean ones. */
function ValueTable({ clean, guided, changes }: ValueChanges): JSX.Element | null {
  const [shown, more] = useVisibleRows(changes, VALUES_SHOWN)
  if (changes.length === 0) return null
  return (
    <>
      <p class="quiet">
        Values that a larger share of guided than of clean rollouts sent in calls that were not
        refused. Values that a critique in the prompt names come first.
      </p>
      <table class="plain big one-line" {...FOCUSABLE}>
        <TableHead names={['value', 'named by a critique', 'clean', 'guided', 'guided and won']} />
        <tbody>
          {shown.map((change) => (
            <tr key={change.value}>
              <th scope="row">
                <code>
                  <PlainText text={change.value} />
                </code>
              </th>
              <td>{change.isInCritique ? 'yes' : 'no'}</td>
              <td>
                {change.clean} of {clean}
              </td>
              <td>
                {change.guided} of {guided}
              </td>
              <td>
                {change.guidedWon} of {change.guided}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

/** The effect of critiques: the first new action of each guided rollout, and success. */
export function CritiqueEffect({
  columns,
}: {
  readonly columns: readonly Column[]
}): JSX.Element | null {
  const tools = useTools(firstEpisode(columns)).data ?? []
  const changes = critiqueChanges(columns, tools)
  if (changes.length === 0) return null
  return (
    <section class="effect" id="critiques">
      <h2>What the critique changed</h2>
      <ValueTable {...valueChanges(columns, tools)} />
      <table class="plain big" {...FOCUSABLE}>
        <TableHead
          names={[
            'rollout',
            'attempts in the prompt',
            'first action not in a clean rollout',
            'end',
          ]}
        />
        <tbody>
          {changes.map(({ index, shown, success, turn }) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              <td>{shown.join(' ')}</td>
              <td>{turn === undefined ? 'none' : <TurnCell turn={turn} />}</td>
              <td>{OUTCOMES[String(success) as keyof typeof OUTCOMES]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table class="plain big narrow">
        <TableHead names={['attempts in the prompt', 'success']} />
        <tbody>
          {successByPrompt(columns).map(({ shown, successes, attempts }) => (
            <tr key={shown}>
              <th scope="row">{shown === '' ? 'none' : shown}</th>
              <td>
                {successes} of {attempts}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
