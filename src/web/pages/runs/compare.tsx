import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { overSeeds, withoutSeed } from '../../data/curve-math.ts'
import { score, signed } from '../../data/format.ts'
import { type Report, reportedPoints, useReports } from '../../data/reports.ts'
import { useAxis, useManySeries } from '../../data/runs.ts'
import { tasksOnce } from '../../data/tasks-once.ts'
import { Chart, type Curve } from '../../parts/chart.tsx'
import { deltaTone } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { More } from '../../parts/more.tsx'
import { Select } from '../../parts/select.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { names, oneOf, text } from '../../state/fields.ts'
import { AXES, type AxisName, axesOf, axisOf, looked, SMOOTHINGS, type Smoothing } from './axis.ts'
import { METRICS } from './curves.tsx'
import { ChangedFailures } from './failures.tsx'
import { SettingsDiff } from './settings-diff.tsx'

const ORDERS = ['worse', 'better', 'task'] as const
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
  order: { name: 'order', words: ORDERS },
}

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
  const metric = metrics.find((name) => name === asked) ?? METRICS[0]
  const axes = axesOf(reports ?? [], counted.hasBatches)
  const axis = axes.find((name) => name === by) ?? counted.by ?? 'episodes'
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
      call('GET /v1/runs/{run}/compare', { run: one, with: other, order, from }),
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
          set={(word) => setFields({ metric: word === METRICS[0] ? undefined : word })}
        />
        <Select
          name="by"
          words={axes}
          value={axis}
          set={(word) => setFields({ by: FIELDS.by.read(word) })}
        />
        {(['smooth', 'seeds', 'order'] as const).map((name) => (
          <Select
            key={name}
            name={CHOICES[name].name}
            words={CHOICES[name].words}
            value={{ smooth, seeds, order }[name]}
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
    const look = { axis, smoothing: seeds === 'each' ? smoothing : ('none' as const) }
    return { name, ...looked(points, look), ...strokeOf(at) }
  })
  const title = counted ? `${metric.replaceAll('_', ' ')}, clean attempts` : metric
  const drawn = seeds === 'each' ? curves : meansOf(curves, smoothing)
  return <Chart title={title} curves={drawn} axis={by} />
}

/** One curve for the runs that differ in their seed alone; a run without others stays as it is. */
function meansOf(curves: readonly Curve[], smoothing: Smoothing): readonly Curve[] {
  const names = [...new Set(curves.map(({ name }) => withoutSeed(name)))]
  return names.map((name, at): Curve => {
    const family = curves.filter((curve) => withoutSeed(curve.name) === name)
    const [one] = family
    const points = family.length > 1 ? overSeeds(family.map((each) => each.points)) : one?.points
    const look = { axis: { by: 'batch', asked: 'batch' } as const, smoothing }
    const label = family.length > 1 ? `${name} (${family.length} seeds)` : (one?.name ?? name)
    return { name: label, ...looked(points ?? [], look), ...strokeOf(at) }
  })
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
