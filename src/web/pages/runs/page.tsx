import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ChartPoint } from '../../data/curve-math.ts'
import { pluralize as countedText, formatPercent, formatTime, humanize } from '../../data/format.ts'
import {
  evaluationPoints,
  evaluationTasksName,
  findEvaluationName,
  useReports,
} from '../../data/reports.ts'
import { findSigns, SIGNAL_NAMES } from '../../data/run-signs.ts'
import { countAttempts, type RunDetail, useDefaultAxis, useRunOrNull } from '../../data/runs.ts'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { SectionLink } from '../../parts/section-link.tsx'
import { Select } from '../../parts/select.tsx'
import { EmptyState, LoadingPage } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'
import { type SetUrlFields, useUrlFields } from '../../state/address.ts'
import {
  enumField,
  integerField,
  listField,
  parsePathSegment,
  type StateValues,
  textField,
} from '../../state/fields.ts'
import { AXES, type AxisName, type CurveView, commonAxes, SMOOTHING_NAMES, toAxis } from './axis.ts'
import { AxisSelects } from './axis-selects.tsx'
import { RunCharts } from './curves.tsx'
import { CommonFailures } from './failures.tsx'
import { HardestTasks } from './hardest.tsx'
import { RunLessons } from './lessons.tsx'
import { LevelTable } from './levels.tsx'
import { chooseNames, ReportedCurves } from './reported.tsx'
import { SuccessTrend } from './trend.tsx'

const FIELDS = {
  by: enumField('', ...AXES),
  smooth: enumField(...SMOOTHING_NAMES),
  /** Names of the reported values that have a chart. */
  draw: listField(),
  cond: enumField('', 'clean', 'guided'),
  level: integerField(undefined),
  from: integerField(undefined),
  to: integerField(undefined),
  principal: textField(),
}
type Fields = StateValues<typeof FIELDS>

/** A run: its trend, curves, failures, critiques, end reasons and hardest tasks. */
export function RunPage({ run = '' }): JSX.Element {
  const name = parsePathSegment(run)
  const [fields, setFields] = useUrlFields(FIELDS)
  const { by, smooth, draw, cond, level, from, to, principal } = fields
  const [isCounting, setCounting] = useState(location.hash === '#failures')
  const countFailures = (): void => setCounting(true)
  const query = { run: name, ...(principal === undefined ? {} : { principal }) }
  const { data, error } = useRunOrNull(query)
  const defaultAxis = useDefaultAxis([query], undefined)
  const { summary, report, chartedNames, evaluationsBy } = useRunReport(query, draw)
  const axes = commonAxes([summary], defaultAxis.hasBatches)
  const axisName = axes.find((one) => one === by) ?? defaultAxis.by ?? 'episodes'
  useEffect(() => {
    document.title = `${name} · Runs · Backchannel`
  }, [name])
  if (data === undefined) return <LoadingPage error={error} />
  if (data === null) return <NoEpisodeYet run={name} />
  const episodesHref = `/live?${new URLSearchParams(query)}`
  const range = from === undefined || to === undefined ? undefined : ([from, to] as const)
  const view: CurveView = { axis: toAxis(axisName, report), smoothing: smooth, range }
  const condition = cond === '' ? 'clean' : cond
  const endReasons = Object.entries(data.ends).sort(([, one], [, other]) => other - one)
  return (
    <div class="page wide-page">
      <Title name={name} />
      <RunFacts {...{ data, principal, episodesHref, countFailures }} />
      <SuccessTrend
        {...{ query, countFailures }}
        by={defaultAxis.by}
        attempts={pointOf(data)}
        evaluations={evaluationsBy('batch')}
        signs={findSigns(data, report)}
        isReported={chartedNames.length > 0}
      />
      <LevelTable levels={data.levels} episodesHref={episodesHref} />
      <ChartControls
        fields={{ ...fields, by: axisName }}
        axes={axes}
        setFields={setFields}
        episodesHref={episodesHref}
      />
      {defaultAxis.hasBatches === false && <NoBatches />}
      <RunCharts
        query={{ run: name, principal, view, level, condition: cond === '' ? undefined : cond }}
        evaluations={view.axis.name === 'episodes' ? [] : evaluationsBy(view.axis.name)}
        endReasons={endReasons.map(([reason]) => reason)}
        levels={data.levels}
        onBrush={([low, high]) => setFields({ from: low, to: high })}
      />
      {report != null && (
        <ReportedCurves
          report={report}
          names={chartedNames}
          onChange={(next) => setFields({ draw: next }, { replace: true })}
          view={view}
        />
      )}
      <CommonFailures
        query={{ ...query, condition }}
        env={data.environments[0]}
        isWanted={isCounting}
        count={countFailures}
        attempts={countAttempts(condition, data.conditions)}
      />
      <RunLessons query={query} guidedAttempts={countAttempts('guided', data.conditions)} />
      <EndReasonTable endReasons={endReasons} episodesHref={episodesHref} />
      <HardestTasks query={query} episodesHref={episodesHref} condition={condition} />
    </div>
  )
}

/** The success of all clean attempts of a run, as one point. */
function pointOf({ conditions }: RunDetail): ChartPoint | undefined {
  const success = conditions.find(({ condition }) => condition === 'clean')?.success
  return success === undefined || success.n === 0 ? undefined : { ...success, x: 0, open: 0 }
}

const Title = ({ name }: { readonly name: string }): JSX.Element => (
  <>
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <a href="/runs">Runs</a>
    </nav>
    <h1>
      <PlainText text={name} />
    </h1>
  </>
)

function RunFacts({
  data,
  principal,
  episodesHref,
  countFailures,
}: {
  readonly data: RunDetail
  readonly principal: string | undefined
  readonly episodesHref: string
  readonly countFailures: () => void
}): JSX.Element {
  return (
    <div class="facts">
      <a href={episodesHref}>{countedText(data.episodes, 'episode')}</a>
      <span>
        <b>{data.open}</b> open
      </span>
      <span>
        <b>{data.environments.join(', ')}</b>
      </span>
      {principal !== undefined && (
        <span>
          of{' '}
          <b>
            <PlainText text={principal} />
          </b>
        </span>
      )}
      <span>
        {formatTime(data.first_ms)} to {formatTime(data.last_ms)}
      </span>
      <a href={`/groups?run=${encodeURIComponent(data.run)}`}>Groups</a>
      <SectionLink id="failures" text="Why attempts fail" onOpen={countFailures} />
      {countAttempts('guided', data.conditions) > 0 && (
        <SectionLink id="critiques" text="Which critiques helped" />
      )}
    </div>
  )
}

/**
 * The trainer's reports on a run.
 *
 * @returns `summary` lists the reported values, and `report` also has the series to draw
 */
function useRunReport(run: { readonly run: string }, requestedNames: readonly string[]) {
  const summary = useReports([run], []).data?.[0]
  const chartedNames = chooseNames(summary, requestedNames)
  const evaluation = findEvaluationName(summary)
  const axes = (['tasks', 'tokens'] as const).filter((name) => summary?.latest[name] !== undefined)
  const evaluationNames =
    evaluation === undefined ? [] : [evaluation, evaluationTasksName(evaluation)]
  const seriesNames = [
    ...chartedNames,
    ...axes,
    ...[...SIGNAL_NAMES, ...evaluationNames].filter((name) => summary?.latest[name]),
  ]
  const report = useReports([run], [...new Set(seriesNames)]).data?.[0] ?? summary
  const [success, tasks] = evaluationNames.map((evaluationName) =>
    report?.series.find(({ name }) => name === evaluationName),
  )
  const evaluationsBy = (by: string) => evaluationPoints(success, tasks, by)
  return { summary, report, chartedNames, evaluationsBy }
}

const NoBatches = (): JSX.Element => (
  <p class="quiet">
    No batches: the trainer sent no label <code>batch</code>. The axis is episodes or time.
  </p>
)

const NoEpisodeYet = ({ run }: { readonly run: string }): JSX.Element => (
  <EmptyState>
    <h1>
      No episode of the run <PlainText text={run} /> yet
    </h1>
    <p role="status">This page updates when the first episode is opened.</p>
    <a href="/runs">All runs</a>
  </EmptyState>
)

/** The axis, smoothing, filters and zoom of the charts. */
function ChartControls({
  fields: { by, smooth, cond, level, from, to },
  axes,
  setFields,
  episodesHref,
}: {
  readonly axes: readonly AxisName[]
  readonly fields: Fields
  readonly setFields: SetUrlFields<typeof FIELDS>
  readonly episodesHref: string
}): JSX.Element {
  return (
    <p class="links">
      <AxisSelects
        axes={axes}
        axis={by}
        smoothing={smooth}
        onAxis={(name) => setFields({ by: FIELDS.by.parse(name), from: undefined, to: undefined })}
        onSmoothing={(name) => setFields({ smooth: FIELDS.smooth.parse(name) })}
      />
      <Select
        label="condition"
        options={['all', 'clean', 'guided']}
        value={cond === '' ? 'all' : cond}
        onChange={(word) => setFields({ cond: FIELDS.cond.parse(word) })}
      />
      <label class="inline">
        level{' '}
        <CommittedInput
          type="number"
          min={0}
          isSmall
          value={String(level ?? '')}
          onCommit={(text) => setFields({ level: FIELDS.level.parse(text) })}
        />
      </label>
      {from === undefined || to === undefined ? (
        <span class="quiet">Drag over a curve to zoom in.</span>
      ) : (
        <>
          {by === 'time' && (
            <a class="btn small" href={`${episodesHref}&from=${from}&to=${to}`}>
              Episodes in this range
            </a>
          )}
          <button
            type="button"
            class="btn small"
            onClick={() => setFields({ from: undefined, to: undefined })}
          >
            Reset zoom
          </button>
        </>
      )}
    </p>
  )
}

function EndReasonTable({
  endReasons,
  episodesHref,
}: {
  readonly endReasons: readonly (readonly [reason: string, count: number])[]
  readonly episodesHref: string
}): JSX.Element {
  const total = endReasons.reduce((sum, [, count]) => sum + count, 0)
  return (
    <section>
      <h2>End reasons</h2>
      <table class="plain big narrow">
        <TableHead names={['end reason', 'episodes', 'share']} />
        <tbody>
          {endReasons.map(([reason, count]) => (
            <tr key={reason}>
              <th scope="row">
                <a href={`${episodesHref}&end=${encodeURIComponent(reason)}`}>{humanize(reason)}</a>
              </th>
              <td>{count}</td>
              <td>{formatPercent(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
