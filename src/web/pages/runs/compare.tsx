import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { score, signed, words } from '../../data/format.ts'
import { type By, useAxis, useManySeries } from '../../data/runs.ts'
import { tasksOnce } from '../../data/tasks-once.ts'
import { Chart } from '../../parts/chart.tsx'
import { deltaTone } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { More } from '../../parts/more.tsx'
import { Select } from '../../parts/select.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { names, oneOf } from '../../state/fields.ts'
import { METRICS } from './curves.tsx'

const ORDERS = ['worse', 'better', 'task'] as const
const BYS = ['batch', 'episodes', 'time'] as const satisfies readonly By[]
const FIELDS = {
  r: names(),
  metric: oneOf(...METRICS),
  by: oneOf('', ...BYS),
  order: oneOf(...ORDERS),
}
const RUNS_MAX = 20
const COLOURS = 6
/** Each colour comes again with other strokes. */
const STROKES = ['', '6 3', '2 3', '9 3 2 3'] as const

type Comparison = ResultAt<'GET /v1/runs/{run}/compare'>

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Several runs, curve beside curve; the first two of them task by task. */
export function RunComparePage(): JSX.Element {
  const [{ r: named, metric, by, order }, setFields] = useFields(FIELDS)
  const runs = named.slice(0, RUNS_MAX)
  const [one = '', other = ''] = runs
  const axis = useAxis(
    runs.map((run) => ({ run })),
    by === '' ? undefined : by,
  )
  const compared = useInfiniteQuery({
    queryKey: ['run compare', one, other, order],
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) =>
      call('GET /v1/runs/{run}/compare', { run: one, with: other, order, from }),
    getNextPageParam: ({ next }) => next,
    enabled: other !== '',
  })
  const { data, error } = compared
  const comparison = data?.pages[0]
  const tasks = tasksOnce(data?.pages ?? [])
  useTitle('Compare runs · Backchannel')
  if (other === '') {
    return (
      <Empty>
        <h1>Compare runs</h1>
        <a href="/runs">Mark two or more in the list of runs.</a>
      </Empty>
    )
  }
  return (
    <div class="page wide-page">
      <h1>
        <Plain text={runs.join(', ')} />
      </h1>
      <p class="links">
        <Select
          name="metric"
          words={METRICS}
          value={metric}
          set={(word) => setFields({ metric: FIELDS.metric.read(word) })}
        />
        <Select
          name="by"
          words={BYS.filter((word) => word !== 'batch' || axis.hasBatches === true)}
          value={axis.by ?? 'episodes'}
          set={(word) => setFields({ by: FIELDS.by.read(word) })}
        />
        <Select
          name="order"
          words={ORDERS}
          value={order}
          set={(word) => setFields({ order: FIELDS.order.read(word) })}
        />
      </p>
      <RunCurves runs={runs} metric={metric} by={axis.by ?? 'episodes'} />
      {error !== null && <FaultBox error={error} />}
      {comparison === undefined && error === null && <Skeleton />}
      {comparison !== undefined && (
        <>
          <Tasks comparison={comparison} tasks={tasks} />
          <More
            of={compared}
            drawn={tasks.length}
            total={comparison.worse + comparison.better + comparison.same}
          />
        </>
      )}
    </div>
  )
}

function RunCurves({
  runs,
  metric,
  by,
}: {
  readonly runs: readonly string[]
  readonly metric: string
  readonly by: By
}): JSX.Element {
  const found = useManySeries(
    runs.map((run) => ({ run, by, metric: [metric], condition: 'clean' as const })),
  )
  return (
    <Chart
      title={`${words(metric)}, clean attempts`}
      curves={runs.map((name, at) => ({
        name,
        points: found[at]?.points ?? [],
        colour: `var(--series-${(at % COLOURS) + 1})`,
        dashed: false,
        strokes: STROKES[Math.floor(at / COLOURS)] ?? '',
      }))}
    />
  )
}

function Tasks({
  comparison: data,
  tasks,
}: {
  readonly comparison: Comparison
  readonly tasks: readonly Comparison['tasks'][number][]
}): JSX.Element {
  return (
    <section>
      <h2>
        <Plain text={data.run} /> and <Plain text={data.with} />, by task
      </h2>
      <p>
        Common tasks: {data.worse} worse, {data.better} better, {data.same} unchanged.
      </p>
      <p>
        Other tasks: {data.only_one} in the first run, {data.only_other} in the second.
      </p>
      <table class="plain big">
        <Heads names={['task', 'first', 'second', 'change', 'episodes']} />
        <tbody>
          {tasks.map(({ env, task, one: first, other: second, reward_delta: delta }) => (
            <tr key={`${env} ${task}`}>
              <td class="m">
                <Plain text={task} />
              </td>
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
    </section>
  )
}
