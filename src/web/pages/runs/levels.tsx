import type { JSX } from 'preact'
import { formatCount, formatInterval, formatPercent } from '../../data/format.ts'
import type { RunDetail } from '../../data/runs.ts'
import { TableHead } from '../../parts/table-head.tsx'

const CONDITIONS = ['clean', 'guided'] as const
const COLUMNS = ['level', 'condition', 'attempts', 'success', 'mean reward', 'steps', 'failures']

/** The results of a run by level and condition. */
export function LevelTable({
  levels,
  episodesHref,
}: {
  readonly levels: RunDetail['levels']
  /** The address of the run's episodes. */
  readonly episodesHref: string
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
      <table class="plain big one-line">
        <TableHead names={COLUMNS} />
        <tbody>
          {rows.map(({ level, condition, success, reward, steps }) => (
            <tr key={`${level} ${condition}`}>
              <th scope="row">{level}</th>
              <td class={condition}>{condition}</td>
              <td>{formatCount(reward.n)}</td>
              <td>
                <span class="meter" aria-hidden="true">
                  <i style={{ width: `${100 * success.mean}%` }} />
                </span>{' '}
                <span class="nowrap">{formatPercent(success.mean)}</span>{' '}
                <span class="quiet nowrap">({formatInterval(success)})</span>
              </td>
              <td>{reward.mean.toFixed(3)}</td>
              <td>{steps.mean.toFixed(1)}</td>
              <td>
                {success.mean < 1 ? (
                  <a href={`${episodesHref}&level=${level}&cond=${condition}&won=false`}>
                    View failures
                  </a>
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
