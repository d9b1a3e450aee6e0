import type { JSX } from 'preact'
import { critiqueChanges, successByPrompt } from '../../data/critique-effect.ts'
import { useTools } from '../../data/episode-queries.ts'
import { FOCUSABLE, TableHead } from '../../parts/heads.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'
import { type Column, firstEpisode } from './grid.tsx'

const OUTCOMES = { true: 'won', false: 'not won', null: 'open' } as const

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
      <table class="plain big" {...FOCUSABLE}>
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
