import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { callServer } from '../../data/api.ts'
import { formatScore, formatSigned } from '../../data/format.ts'
import { useReports } from '../../data/reports.ts'
import { useDefaultAxis } from '../../data/runs.ts'
import { mergeTaskPages } from '../../data/task-pages.ts'
import { deltaClass } from '../../parts/chips.tsx'
import { MoreRows } from '../../parts/more.tsx'
import { Select } from '../../parts/select.tsx'
import { EmptyState, ErrorBox, Skeleton } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'
import { type SetUrlFields, useUrlFields } from '../../state/address.ts'
import { enumField, listField, textField } from '../../state/fields.ts'
import { AXES, commonAxes, SMOOTHING_NAMES, type Smoothing } from './axis.ts'
import { AxisSelects } from './axis-selects.tsx'
import { RunCurves, SEEDS } from './compare-curves.tsx'
import { CURVE_METRICS } from './curves.tsx'
import { ChangedFailures } from './failures.tsx'
import { SettingsDiff } from './settings-diff.tsx'

const ORDERS = ['change', 'worse', 'better', 'task'] as const
const TASKS_PER_PAGE = 20
const FIELDS = {
  r: listField(),
  /** One of the server's metrics, or a value that trainers report. */
  metric: textField(),
  by: enumField('', ...AXES),
  smooth: enumField(...SMOOTHING_NAMES),
  seeds: enumField(...SEEDS),
  order: enumField(...ORDERS),
}
const RUNS_MAX = 20

type Comparison = ResultAt<'GET /v1/runs/{run}/compare'>

/** Success of clean attempts is the measure of learning. */
const DEFAULT_METRIC: (typeof CURVE_METRICS)[number] = 'success'

/** The metrics and axes for several runs, and the chosen ones. */
function useChoices(
  runs: readonly string[],
  requestedMetric: string | undefined,
  requestedAxis: string,
) {
  const defaults = useDefaultAxis(
    runs.map((run) => ({ run })),
    undefined,
  )
  const reports = useReports(
    runs.map((run) => ({ run })),
    [],
  ).data
  const reported = [...new Set(reports?.flatMap((report) => Object.keys(report?.latest ?? {})))]
  const metrics = [...CURVE_METRICS, ...reported.sort()]
  const metric = metrics.find((name) => name === requestedMetric) ?? DEFAULT_METRIC
  const axes = commonAxes(reports ?? [], defaults.hasBatches)
  // Runs are compared after equal numbers of tasks if every run reports them.
  const defaultAxis = axes.includes('tasks') ? 'tasks' : (defaults.by ?? 'episodes')
  const axis = axes.find((name) => name === requestedAxis) ?? defaultAxis
  return { reports, metrics, metric, axes, axis }
}

/** Compares the curves of several runs, and the first two runs task by task. */
export function RunComparePage(): JSX.Element {
  const [{ r: named, metric: requestedMetric, by, smooth, seeds, order }, setFields] =
    useUrlFields(FIELDS)
  const runs = named.slice(0, RUNS_MAX)
  const [one = '', other = ''] = runs
  const { reports, metrics, metric, axes, axis } = useChoices(runs, requestedMetric, by)
  const query = useInfiniteQuery({
    queryKey: ['run compare', one, other, order],
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) =>
      callServer('GET /v1/runs/{run}/compare', {
        run: one,
        with: other,
        order,
        from,
        limit: TASKS_PER_PAGE,
      }),
    getNextPageParam: ({ next }) => next,
    enabled: other !== '',
  })
  const { data, error } = query
  const comparison = data?.pages[0]
  const tasks = mergeTaskPages(data?.pages ?? [])
  useEffect(() => {
    document.title = 'Compare runs · Backchannel'
  }, [])
  if (other === '') return <NoRunsMarked />
  return (
    <div class="page wide-page">
      <h1>
        <PlainText text={runs.join(', ')} />
      </h1>
      <CurveControls {...{ metrics, metric, axes, axis, setFields }} {...{ smooth, seeds }} />
      <RunCurves runs={runs} metric={metric} axisName={axis} smoothing={smooth} seeds={seeds} />
      <SettingsDiff runs={runs} reports={reports ?? []} />
      <ChangedFailures one={one} other={other} />
      {error !== null && <ErrorBox error={error} />}
      {comparison === undefined && error === null && <Skeleton />}
      {comparison !== undefined && (
        <>
          <TaskTable
            comparison={comparison}
            tasks={tasks}
            order={order}
            setOrder={(word) => setFields({ order: FIELDS.order.parse(word) })}
          />
          <MoreRows
            query={query}
            shownCount={tasks.length}
            total={comparison.worse + comparison.better + comparison.same}
          />
        </>
      )}
    </div>
  )
}

function CurveControls({
  metrics,
  metric,
  axes,
  axis,
  smooth,
  seeds,
  setFields,
}: {
  readonly metrics: readonly string[]
  readonly metric: string
  readonly axes: readonly string[]
  readonly axis: string
  readonly smooth: Smoothing
  readonly seeds: (typeof SEEDS)[number]
  readonly setFields: SetUrlFields<typeof FIELDS>
}): JSX.Element {
  return (
    <p class="links">
      <Select
        label="metric"
        options={metrics}
        value={metric}
        onChange={(word) => setFields({ metric: word === DEFAULT_METRIC ? undefined : word })}
      />
      <AxisSelects
        axes={axes}
        axis={axis}
        smoothing={smooth}
        onAxis={(name) => setFields({ by: FIELDS.by.parse(name) })}
        onSmoothing={(name) => setFields({ smooth: FIELDS.smooth.parse(name) })}
      />
      <Select
        label="seeds"
        options={SEEDS}
        value={seeds}
        onChange={(word) => setFields({ seeds: FIELDS.seeds.parse(word) })}
      />
    </p>
  )
}

const NoRunsMarked = (): JSX.Element => (
  <EmptyState>
    <h1>Compare runs</h1>
    <a href="/runs">Mark two or more in the list of runs.</a>
  </EmptyState>
)

function TaskTable({
  comparison: data,
  tasks,
  order,
  setOrder,
}: {
  readonly comparison: Comparison
  readonly tasks: readonly Comparison['tasks'][number][]
  readonly order: string
  readonly setOrder: (order: string) => void
}): JSX.Element {
  const { run, with: other } = data
  return (
    <section>
      <h2>
        <PlainText text={run} /> and <PlainText text={other} />, by task
      </h2>
      <p>
        Common tasks: {data.worse} worse, {data.better} better, {data.same} unchanged.
      </p>
      <p>
        Other tasks: {data.only_one} in <PlainText text={run} /> alone, {data.only_other} in{' '}
        <PlainText text={other} /> alone.
      </p>
      <p class="links">
        <Select label="order" options={ORDERS} value={order} onChange={setOrder} />
      </p>
      <table class="plain big">
        <TableHead
          names={['task', `reward in ${run}`, `reward in ${other}`, 'change', 'episodes']}
        />
        <tbody>
          {tasks.map(({ env, task, one: first, other: second, reward_delta: delta }) => (
            <tr key={`${env} ${task}`}>
              <td class="mono">
                <PlainText text={task} />
              </td>
              <td>{formatScore(first.reward)}</td>
              <td>{formatScore(second.reward)}</td>
              <td class={deltaClass(delta)}>{formatSigned(delta)}</td>
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
