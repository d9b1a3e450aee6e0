import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { overSeeds, withoutSeed } from '../../data/curve-math.ts'
import { score, signed, words } from '../../data/format.ts'
import { meaningOf } from '../../data/glossary.ts'
import { type Report, reportedPoints, useReports } from '../../data/reports.ts'
import { useAxis, useManySeries } from '../../data/runs.ts'
import { tasksOnce } from '../../data/tasks-once.ts'
import { Chart, type Curve } from '../../parts/chart.tsx'
import { valueText } from '../../parts/chart-shapes.tsx'
import { deltaTone } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { More } from '../../parts/more.tsx'
import { Select } from '../../parts/select.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { names, oneOf, text } from '../../state/fields.ts'
import {
  AXES,
  type AxisName,
  axesOf,
  axisOf,
  pointsInView,
  SMOOTHINGS,
  type Smoothing,
} from './axis.ts'
import { METRICS } from './curves.tsx'
import { ChangedFailures } from './failures.tsx'
import { SettingsDiff } from './settings-diff.tsx'

const ORDERS = ['change', 'worse', 'better', 'task'] as const
/** Tasks that show at first. */
const TASKS = 20
const SMOOTH = Object.keys(SMOOTHINGS) as readonly Smoothing[]
const SEEDS = ['each', 'mean'] as const
const FIELDS = {
  r: names(),
  /** One of the server's metrics, or a value that trainers report. */
  metric: text(),
  by: oneOf('', ...AXES),
  smooth: oneOf(...SMOOTH),
  seeds: oneOf(...SEEDS),
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

const CHOICES = {
  smooth: { name: 'smoothing', words: SMOOTH },
  seeds: { name: 'seeds', words: SEEDS },
}
/** What learning is measured by. */
const USUAL_METRIC: (typeof METRICS)[number] = 'success'

/** The metrics and axes for several runs, and the chosen ones. */
function useChoices(runs: readonly string[], asked: string | undefined, by: string) {
  const counted = useAxis(
    runs.map((run) => ({ run })),
    undefined,
  )
  const reports = useReports(
    runs.map((run) => ({ run })),
    [],
  ).data
  const reported = [...new Set(reports?.flatMap((report) => Object.keys(report?.latest ?? {})))]
  const metrics = [...METRICS, ...reported.sort()]
  const metric = metrics.find((name) => name === asked) ?? USUAL_METRIC
  const axes = axesOf(reports ?? [], counted.hasBatches)
  // Runs are held against each other after equal numbers of tasks, if both report them.
  const usual = axes.includes('tasks') ? 'tasks' : (counted.by ?? 'episodes')
  const axis = axes.find((name) => name === by) ?? usual
  return { reports, metrics, metric, axes, axis }
}

/** Several runs, curve beside curve; the first two of them task by task. */
export function RunComparePage(): JSX.Element {
  const [{ r: named, metric: asked, by, smooth, seeds, order }, setFields] = useFields(FIELDS)
  const runs = named.slice(0, RUNS_MAX)
  const [one = '', other = ''] = runs
  const { reports, metrics, metric, axes, axis } = useChoices(runs, asked, by)
  const compared = useInfiniteQuery({
    queryKey: ['run compare', one, other, order],
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) =>
      call('GET /v1/runs/{run}/compare', { run: one, with: other, order, from, limit: TASKS }),
    getNextPageParam: ({ next }) => next,
    enabled: other !== '',
  })
  const { data, error } = compared
  const comparison = data?.pages[0]
  const tasks = tasksOnce(data?.pages ?? [])
  useTitle('Compare runs · Backchannel')
  if (other === '') return <NothingMarked />
  return (
    <div class="page wide-page">
      <h1>
        <Plain text={runs.join(', ')} />
      </h1>
      <p class="links">
        <Select
          name="metric"
          words={metrics}
          value={metric}
          set={(word) => setFields({ metric: word === USUAL_METRIC ? undefined : word })}
        />
        <Select
          name="axis"
          words={axes}
          value={axis}
          set={(word) => setFields({ by: FIELDS.by.read(word) })}
        />
        {(['smooth', 'seeds'] as const).map((name) => (
          <Select
            key={name}
            name={CHOICES[name].name}
            words={CHOICES[name].words}
            value={{ smooth, seeds }[name]}
            set={(word) => setFields({ [name]: FIELDS[name].read(word) })}
          />
        ))}
      </p>
      <RunCurves runs={runs} metric={metric} by={axis} smoothing={smooth} seeds={seeds} />
      <SettingsDiff runs={runs} reports={reports ?? []} />
      <ChangedFailures one={one} other={other} />
      {error !== null && <FaultBox error={error} />}
      {comparison === undefined && error === null && <Skeleton />}
      {comparison !== undefined && (
        <>
          <Tasks
            comparison={comparison}
            tasks={tasks}
            order={order}
            setOrder={(word) => setFields({ order: FIELDS.order.read(word) })}
          />
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

const NothingMarked = (): JSX.Element => (
  <Empty>
    <h1>Compare runs</h1>
    <a href="/runs">Mark two or more in the list of runs.</a>
  </Empty>
)

const isCounted = (metric: string): boolean => METRICS.some((name) => name === metric)

const strokeOf = (at: number) => ({
  colour: `var(--series-${(at % COLOURS) + 1})`,
  dashed: false,
  strokes: STROKES[Math.floor(at / COLOURS)] ?? '',
})

function RunCurves({
  runs,
  metric,
  by,
  smoothing,
  seeds,
}: {
  readonly runs: readonly string[]
  readonly metric: string
  readonly by: AxisName
  readonly smoothing: Smoothing
  readonly seeds: (typeof SEEDS)[number]
}): JSX.Element {
  const { asked } = axisOf(by, undefined)
  const counted = isCounted(metric)
  const series = useManySeries(
    counted
      ? runs.map((run) => ({ run, by: asked, metric: [metric], condition: 'clean' as const }))
      : [],
  )
  const wanted = [...(counted ? [] : [metric]), ...(by === 'tasks' || by === 'tokens' ? [by] : [])]
  const found = useReports(
    runs.map((run) => ({ run })),
    wanted,
  ).data
  const reports: readonly (Report | null)[] = found ?? []
  if (counted ? series.includes(undefined) : found === undefined) return <Skeleton />
  const curves = runs.map((name, at): Curve => {
    const axis = axisOf(by, reports[at])
    const own = reports[at]?.series.find((one) => one.name === metric)
    const points = counted ? (series[at]?.points ?? []) : reportedPoints(own, by)
    const view = { axis, smoothing: seeds === 'each' ? smoothing : ('none' as const) }
    return { name, ...pointsInView(points, view), ...strokeOf(at) }
  })
  const title = counted ? `${words(metric)}, clean attempts` : metric
  const drawn = seeds === 'each' ? curves : meansOf(curves, smoothing)
  if (drawn.every(({ points }) => points.length < 2)) {
    const isEmpty = counted
      ? series.every((found) => found?.points.length === 0)
      : reports.every((report) => report?.latest[metric] === undefined)
    return (
      <NoCurve
        title={title}
        curves={drawn}
        why={isEmpty ? WHY[`${counted}`] : `none has a place on the axis ${by}`}
      />
    )
  }
  return <Chart title={title} about={meaningOf(metric)} curves={drawn} axis={by} />
}

/** Why runs have no point at all. */
const WHY = {
  true: 'no clean attempt of these runs has ended',
  false: 'no trainer of these runs reports it',
} as const

/** In place of curves that have a point each or none: their values, or why there are none. */
function NoCurve({
  title,
  curves,
  why,
}: {
  readonly title: string
  readonly curves: readonly Curve[]
  readonly why: string
}): JSX.Element {
  const values = curves.flatMap(({ name, points: [point] }) =>
    point === undefined ? [] : [{ name, text: valueText(point) }],
  )
  if (values.length === 0) {
    return (
      <p>
        No curve of <b>{title}</b>: {why}.
      </p>
    )
  }
  return (
    <p class="facts">
      <span>
        <b>{title}</b>, a single point for each run, so there is no curve:
      </span>
      {values.map(({ name, text: value }) => (
        <span key={name}>
          <Plain text={name} /> <b>{value}</b>
        </span>
      ))}
    </p>
  )
}

/** One curve for the runs that differ in their seed alone; a run without others stays as it is. */
function meansOf(curves: readonly Curve[], smoothing: Smoothing): readonly Curve[] {
  const names = [...new Set(curves.map(({ name }) => withoutSeed(name)))]
  return names.map((name, at): Curve => {
    const family = curves.filter((curve) => withoutSeed(curve.name) === name)
    const [one] = family
    const points = family.length > 1 ? overSeeds(family.map((each) => each.points)) : one?.points
    const view = { axis: { by: 'batch', asked: 'batch' } as const, smoothing }
    const label = family.length > 1 ? `${name} (${family.length} seeds)` : (one?.name ?? name)
    return { name: label, ...pointsInView(points ?? [], view), ...strokeOf(at) }
  })
}

function Tasks({
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
        <Plain text={run} /> and <Plain text={other} />, by task
      </h2>
      <p>
        Common tasks: {data.worse} worse, {data.better} better, {data.same} unchanged.
      </p>
      <p>
        Other tasks: {data.only_one} in <Plain text={run} /> alone, {data.only_other} in{' '}
        <Plain text={other} /> alone.
      </p>
      <p class="links">
        <Select name="order" words={ORDERS} value={order} set={setOrder} />
      </p>
      <table class="plain big">
        <Heads names={['task', `reward in ${run}`, `reward in ${other}`, 'change', 'episodes']} />
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
