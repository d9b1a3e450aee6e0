import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { counted, exactTime, percent, score, words } from '../../data/format.ts'
import { type By, type Point, type Series, useRun, useSeries } from '../../data/runs.ts'
import { Chart, type Curve } from '../../parts/chart.tsx'
import { Heads } from '../../parts/heads.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { nameOfSegment, oneOf } from '../../state/fields.ts'

const BYS = ['batch', 'episodes', 'time'] as const satisfies readonly By[]
const FIELDS = { by: oneOf(...BYS) }
const METRICS = ['reward', 'success', 'steps', 'malformed_calls'] as const

const COLOURS: Readonly<Record<Point['condition'], string>> = {
  clean: 'var(--clean)',
  guided: 'var(--guided)',
  none: 'var(--ink-3)',
}

/** The curves of one metric, a condition each: clean is solid, all else is dashed. */
function curvesOf(series: Series | undefined, metric: string): Curve[] {
  const conditions = ['clean', 'guided', 'none'] as const
  return conditions.map((condition) => ({
    name: condition === 'none' ? 'forks' : condition,
    colour: COLOURS[condition],
    dashed: condition !== 'clean',
    points: (series?.points ?? []).filter(
      (point) => point.condition === condition && point.metric === metric,
    ),
  }))
}

/** A run: curves with intervals, ends, and the tasks that it finds hardest. */
export function RunPage({ run = '' }): JSX.Element {
  const name = nameOfSegment(run)
  const [{ by }, setFields] = useFields(FIELDS)
  const { data, error } = useRun(name)
  const series = useSeries(name, METRICS, by)
  useEffect(() => {
    document.title = `${name} · Runs · Backchannel`
  }, [name])
  if (data === undefined) return error === null ? <Skeleton /> : <FaultBox error={error} />
  const listed = `/live?run=${encodeURIComponent(name)}`
  return (
    <div class="page wide-page">
      <nav class="crumb" aria-label="Where it belongs">
        <a href="/runs">Runs</a>
      </nav>
      <h1>
        <Plain text={name} />
      </h1>
      <div class="facts">
        <a href={listed}>{counted(data.episodes, 'episode')}</a>
        <span>
          <b>{data.open}</b> being played
        </span>
        <span>
          <b>{data.environments.join(', ')}</b>
        </span>
        <span>
          {exactTime(data.first_ms)} to {exactTime(data.last_ms)}
        </span>
        <a href={`/groups?run=${encodeURIComponent(name)}`}>its groups</a>
        <label class="order plain-order">
          by{' '}
          <select
            class="field-in small"
            value={by}
            onChange={(event) => setFields({ by: FIELDS.by.read(event.currentTarget.value) })}
          >
            {BYS.map((word) => (
              <option key={word}>{word}</option>
            ))}
          </select>
        </label>
      </div>
      {series.error !== null && <FaultBox error={series.error} />}
      <div class="charts">
        {METRICS.map((metric) => (
          <Chart key={metric} title={words(metric)} curves={curvesOf(series.data, metric)} />
        ))}
      </div>
      <Ends ends={data.ends} listed={listed} />
      <Hardest run={name} />
    </div>
  )
}

function Ends({
  ends,
  listed,
}: {
  readonly ends: Readonly<Record<string, number>>
  readonly listed: string
}): JSX.Element {
  const all = Object.entries(ends).sort(([, one], [, other]) => other - one)
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  return (
    <section>
      <h2>How they ended</h2>
      <table class="plain big">
        <tbody>
          {all.map(([reason, count]) => (
            <tr key={reason}>
              <th scope="row">
                <a href={`${listed}&end=${encodeURIComponent(reason)}`}>{words(reason)}</a>
              </th>
              <td>{count}</td>
              <td>{percent(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Hardest({ run }: { readonly run: string }): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ['run tasks', run],
    queryFn: () => call('GET /v1/runs/{run}/tasks', { run, limit: 20 }),
  })
  if (data === undefined || data.tasks.length === 0) return null
  return (
    <section>
      <h2>Hardest tasks, clean attempts</h2>
      <table class="plain big">
        <Heads names={['task', 'attempts', 'mean reward', 'success', 'a failure']} />
        <tbody>
          {data.tasks.map(({ env, task, n, reward, success, lost_episode_id: lost }) => (
            <tr key={`${env} ${task}`}>
              <td class="m">
                <a href={`/live?run=${encodeURIComponent(run)}&task=${encodeURIComponent(task)}`}>
                  {task}
                </a>
              </td>
              <td>{n}</td>
              <td>{score(reward)}</td>
              <td>{percent(success)}</td>
              <td>{lost === null ? '–' : <a href={`/episodes/${lost}`}>look at it</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
