import type { JSX } from 'preact'
import { changedBy, successByShown } from '../../data/critique-effect.ts'
import { useTools } from '../../data/episode-queries.ts'
import { isFreeText } from '../../data/tool-form.ts'
import { Heads, SCROLLED } from '../../parts/heads.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'
import type { Column } from './grid.tsx'

const OUTCOMES = { true: 'won', false: 'not won', null: 'open' } as const

/** The effect of critiques: the first new action of each guided rollout, and success. */
export function Effect({ columns }: { readonly columns: readonly Column[] }): JSX.Element | null {
  const example = columns.find(({ member }) => member.episode_id !== null)?.member.episode_id
  const tools = useTools(example ?? undefined).data ?? []
  const freeText = tools.filter((tool) => isFreeText(tool.function.parameters))
  const changed = changedBy(columns, new Set(freeText.map((tool) => tool.function.name)))
  if (changed.length === 0) return null
  return (
    <section class="effect" id="critiques">
      <h2>What the critique changed</h2>
      <table class="plain big" {...SCROLLED}>
        <Heads
          names={[
            'rollout',
            'attempts in the prompt',
            'first action not in a clean rollout',
            'end',
          ]}
        />
        <tbody>
          {changed.map(({ index, shown, success, turn }) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              <td>{shown.join(' ')}</td>
              <td>{turn === undefined ? 'none' : <TurnCell turn={turn} />}</td>
              <td>{OUTCOMES[String(success) as keyof typeof OUTCOMES]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table class="plain big" {...SCROLLED}>
        <Heads names={['attempts in the prompt', 'success']} />
        <tbody>
          {successByShown(columns).map(({ shown, successes, attempts }) => (
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
