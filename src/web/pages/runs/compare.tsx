import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { score, signed } from '../../data/format.ts'
import { useSeries } from '../../data/runs.ts'
import { Chart } from '../../parts/chart.tsx'
import { deltaTone } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { oneOf, text } from '../../state/fields.ts'

const ORDERS = ['worse', 'better', 'task'] as const
const FIELDS = { one: text(), other: text(), order: oneOf(...ORDERS) }

/** Two runs, curve beside curve and task by task. */
export function RunComparePage(): JSX.Element {
  const [{ one = '', other = '', order }, setFields] = useFields(FIELDS)
  const { data, error } = useQuery({
    queryKey: ['run compare', one, other, order],
    queryFn: () => call('GET /v1/runs/{run}/compare', { run: one, with: other, order }),
    enabled: one !== '' && other !== '',
  })
  useEffect(() => {
    document.title = 'Compare runs · Backchannel'
  }, [])
  if (one === '' || other === '') {
    return (
      <Empty>
        <h1>Compare two runs</h1>
        <a href="/runs">Mark two in the list of runs.</a>
      </Empty>
    )
  }
  if (data === undefined) return error === null ? <Skeleton /> : <FaultBox error={error} />
  return (
    <div class="page wide-page">
      <h1>
        <Plain text={one} /> and <Plain text={other} />
      </h1>
      <p>
        Of the tasks of both, <b>{data.worse}</b> got worse, <b>{data.better}</b> better,{' '}
        {data.same} stayed; {data.only_one} and {data.only_other} were played by one alone.
      </p>
      <Curves one={one} other={other} />
      <label class="inline">
        order{' '}
        <select
          class="field-in small"
          value={order}
          onChange={(event) => setFields({ order: FIELDS.order.read(event.currentTarget.value) })}
        >
          {ORDERS.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </label>
      <table class="plain big">
        <Heads names={['task', 'first', 'second', 'change', 'episodes']} />
        <tbody>
          {data.tasks.map(({ env, task, one: first, other: second, reward_delta: delta }) => (
            <tr key={`${env} ${task}`}>
              <td class="m">{task}</td>
              <td>{score(first.reward)}</td>
              <td>{score(second.reward)}</td>
              <td class={deltaTone(delta)}>{signed(delta)}</td>
              <td>
                <a href={`/compare?e=${first.episode_id},${second.episode_id}`}>compare</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Curves({ one, other }: { readonly one: string; readonly other: string }): JSX.Element {
  const METRIC = ['reward'] as const
  const [first, second] = [useSeries(one, METRIC, 'batch'), useSeries(other, METRIC, 'batch')]
  const clean = (series: typeof first) =>
    (series.data?.points ?? []).filter(({ condition }) => condition === 'clean')
  return (
    <Chart
      title="reward, clean attempts"
      curves={[
        { name: one, points: clean(first), colour: 'var(--clean)', dashed: false },
        { name: other, points: clean(second), colour: 'var(--guided)', dashed: true },
      ]}
    />
  )
}
