import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { counted as countedText, exactTime, percent, words } from '../../data/format.ts'
import { evaluatedName, evaluationPoints, tasksNameOf, useReports } from '../../data/reports.ts'
import { attemptsUnder, type RunDetail, useAwaitedRun, useAxis } from '../../data/runs.ts'
import { SectionLink } from '../../parts/section-link.tsx'
import { Select } from '../../parts/select.tsx'
import { Awaited, Empty } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { type SetFields, useFields } from '../../state/address.ts'
import { nameOfSegment, names, oneOf, text, type Values, whole } from '../../state/fields.ts'
import {
  AXES,
  type AxisName,
  axesOf,
  axisOf,
  type CurveView,
  SMOOTHINGS,
  type Smoothing,
} from './axis.ts'
import { Curves } from './curves.tsx'
import { RunFailures } from './failures.tsx'
import { Hardest } from './hardest.tsx'
import { RunLessons } from './lessons.tsx'
import { ByLevel } from './levels.tsx'
import { namesToDraw, ReportedCurves } from './reported.tsx'
import { TrendOfSuccess } from './trend.tsx'

const SMOOTH = Object.keys(SMOOTHINGS) as readonly Smoothing[]
const FIELDS = {
  by: oneOf('', ...AXES),
  smooth: oneOf(...SMOOTH),
  /** Reported values that are drawn. */
  draw: names(),
  cond: oneOf('', 'clean', 'guided'),
  level: whole(undefined),
  from: whole(undefined),
  to: whole(undefined),
  principal: text(),
}
type Fields = Values<typeof FIELDS>

/** A run: curves with intervals, ends, and the tasks that it finds hardest. */
export function RunPage({ run = '' }): JSX.Element {
  const name = nameOfSegment(run)
  const [fields, setFields] = useFields(FIELDS)
  const { by, smooth, draw, cond, level, from, to, principal } = fields
  const asked = { run: name, ...(principal === undefined ? {} : { principal }) }
  const { data, error } = useAwaitedRun(asked)
  const counted = useAxis([asked], undefined)
  const { known, report, drawn, evaluatedBy } = useReport(asked, draw)
  const axes = axesOf([known], counted.hasBatches)
  const chosen = axes.find((one) => one === by) ?? counted.by ?? 'episodes'
  useEffect(() => {
    document.title = `${name} · Runs · Backchannel`
  }, [name])
  if (data === undefined) return <Awaited error={error} />
  if (data === null) return <NoEpisodeYet run={name} />
  const listed = `/live?${new URLSearchParams(asked)}`
  const span = from === undefined || to === undefined ? undefined : ([from, to] as const)
  const view: CurveView = { axis: axisOf(chosen, report), smoothing: smooth, span }
  const condition = cond === '' ? 'clean' : cond
  const guided = attemptsUnder('guided', data.conditions)
  const ends = Object.entries(data.ends).sort(([, one], [, other]) => other - one)
  return (
    <div class="page wide-page">
      <nav class="crumb" aria-label="Breadcrumb">
        <a href="/runs">Runs</a>
      </nav>
      <h1>
        <Plain text={name} />
      </h1>
      <Facts data={data} principal={principal} listed={listed} />
      <TrendOfSuccess asked={asked} by={counted.by} evaluated={evaluatedBy('batch')} />
      <ByLevel levels={data.levels} listed={listed} />
      <Controls fields={{ ...fields, by: chosen }} axes={axes} set={setFields} listed={listed} />
      {counted.hasBatches === false && <NoBatches />}
      <Curves
        query={{
          run: name,
          principal,
          view,
          level,
          condition: cond === '' ? undefined : cond,
        }}
        evaluated={evaluatedBy(view.axis.by)}
        ends={ends.map(([reason]) => reason)}
        levels={data.levels}
        brush={([low, high]) => setFields({ from: low, to: high })}
      />
      {report != null && (
        <ReportedCurves
          report={report}
          names={drawn}
          set={(next) => setFields({ draw: next }, { replace: true })}
          view={view}
        />
      )}
      <RunFailures
        asked={{ ...asked, condition }}
        attempts={attemptsUnder(condition, data.conditions)}
      />
      {guided > 0 && <RunLessons asked={asked} guided={guided} />}
      <Ends ends={ends} listed={listed} />
      <Hardest asked={asked} listed={listed} condition={condition} />
    </div>
  )
}

function Facts({
  data,
  principal,
  listed,
}: {
  readonly data: RunDetail
  readonly principal: string | undefined
  readonly listed: string
}): JSX.Element {
  return (
    <div class="facts">
      <a href={listed}>{countedText(data.episodes, 'episode')}</a>
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
            <Plain text={principal} />
          </b>
        </span>
      )}
      <span>
        {exactTime(data.first_ms)} to {exactTime(data.last_ms)}
      </span>
      <a href={`/groups?run=${encodeURIComponent(data.run)}`}>Groups</a>
      <SectionLink id="failures" text="Why attempts fail" />
      {attemptsUnder('guided', data.conditions) > 0 && (
        <SectionLink id="critiques" text="Which critiques helped" />
      )}
    </div>
  )
}

/** The trainer's reports on a run: first the list of values, then those that are drawn. */
function useReport(asked: { readonly run: string }, draw: readonly string[]) {
  const known = useReports([asked], []).data?.[0]
  const drawn = namesToDraw(known, draw)
  const evaluation = evaluatedName(known)
  const axes = (['tasks', 'tokens'] as const).filter((name) => known?.latest[name] !== undefined)
  const evaluations = evaluation === undefined ? [] : [evaluation, tasksNameOf(evaluation)]
  const wanted = [...drawn, ...axes, ...evaluations.filter((name) => known?.latest[name])]
  const report = useReports([asked], [...new Set(wanted)]).data?.[0] ?? known
  const [success, tasks] = evaluations.map((wantedName) =>
    report?.series.find(({ name }) => name === wantedName),
  )
  const evaluatedBy = (by: string) => evaluationPoints(success, tasks, by)
  return { known, report, drawn, evaluatedBy }
}

const NoBatches = (): JSX.Element => (
  <p class="quiet">
    No batches: the trainer sent no label <code>batch</code>. The axis is episodes or time.
  </p>
)

const NoEpisodeYet = ({ run }: { readonly run: string }): JSX.Element => (
  <Empty>
    <h1>
      No episode of the run <Plain text={run} /> yet
    </h1>
    <p role="status">This page updates when the first episode is opened.</p>
    <a href="/runs">All runs</a>
  </Empty>
)

/** The metric of the curves, and the visible range. */
function Controls({
  fields: { by, smooth, cond, level, from, to },
  axes,
  set,
  listed,
}: {
  readonly axes: readonly AxisName[]
  readonly fields: Fields
  readonly set: SetFields<typeof FIELDS>
  readonly listed: string
}): JSX.Element {
  return (
    <p class="links">
      <Select
        name="axis"
        words={axes}
        value={by}
        set={(word) => set({ by: FIELDS.by.read(word), from: undefined, to: undefined })}
      />
      <Select
        name="smoothing"
        words={SMOOTH}
        value={smooth}
        set={(word) => set({ smooth: FIELDS.smooth.read(word) })}
      />
      <Select
        name="condition"
        words={['all', 'clean', 'guided']}
        value={cond === '' ? 'all' : cond}
        set={(word) => set({ cond: FIELDS.cond.read(word) })}
      />
      <label class="inline">
        level{' '}
        <input
          class="field-in small"
          type="number"
          min={0}
          value={level ?? ''}
          onChange={(event) => set({ level: FIELDS.level.read(event.currentTarget.value) })}
        />
      </label>
      {from === undefined || to === undefined ? (
        <span class="quiet">Drag over a curve to zoom in.</span>
      ) : (
        <>
          {by === 'time' && (
            <a class="btn small" href={`${listed}&from=${from}&to=${to}`}>
              Episodes in this range
            </a>
          )}
          <button
            type="button"
            class="btn small"
            onClick={() => set({ from: undefined, to: undefined })}
          >
            Reset zoom
          </button>
        </>
      )}
    </p>
  )
}

function Ends({
  ends,
  listed,
}: {
  readonly ends: readonly (readonly [reason: string, count: number])[]
  readonly listed: string
}): JSX.Element {
  const total = ends.reduce((sum, [, count]) => sum + count, 0)
  return (
    <section>
      <h2>End reasons</h2>
      <table class="plain big">
        <tbody>
          {ends.map(([reason, count]) => (
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
