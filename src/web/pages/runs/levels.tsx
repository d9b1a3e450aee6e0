import type { JSX } from 'preact'
import { confidence, count, percent, score } from '../../data/format.ts'
import type { RunDetail } from '../../data/runs.ts'
import { Heads } from '../../parts/heads.tsx'

const CONDITIONS = ['clean', 'guided'] as const
const COLUMNS = ['level', 'condition', 'attempts', 'success', 'mean reward', 'steps', 'failures']

/** Which levels a run fails at: each with its attempts, clean and guided apart. */
export function ByLevel({
  levels,
  listed,
}: {
  readonly levels: RunDetail['levels']
  /** The list of the run's episodes. */
  readonly listed: string
}): JSX.Element | null {
  const rows = levels.flatMap(({ difficulty: level, conditions }) =>
    CONDITIONS.flatMap((wanted) => {
      const found = conditions.find(({ condition, reward }) => condition === wanted && reward.n > 0)
      return found === undefined ? [] : [{ level, ...found }]
    }),
  )
  if (rows.length === 0) return null
  return (
    <section>
      <h2>By level</h2>
      <table class="plain big">
        <Heads names={COLUMNS} />
        <tbody>
          {rows.map(({ level, condition, success, reward, steps }) => (
            <tr key={`${level} ${condition}`}>
              <th scope="row">{level}</th>
              <td class={condition}>{condition}</td>
              <td>{count(reward.n)}</td>
              <td>
                <span class="meter" aria-hidden="true">
                  <i style={{ width: `${100 * success.mean}%` }} />
                </span>{' '}
                {percent(success.mean)} <span class="quiet">({confidence(success)})</span>
              </td>
              <td>{score(reward.mean)}</td>
              <td>{score(steps.mean)}</td>
              <td>
                {success.mean < 1 ? (
                  <a href={`${listed}&level=${level}&cond=${condition}&won=false`}>View failures</a>
                ) : (
                  'none'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
