import type { JSX } from 'preact'
import { formatNumber } from '../../data/format.ts'
import { meaningOf } from '../../data/glossary.ts'
import { type Report, reportedPoints } from '../../data/reports.ts'
import { LineChart } from '../../parts/chart.tsx'
import { Meaning } from '../../parts/term.tsx'
import { PlainText } from '../../parts/text.tsx'
import { type CurveView, pointsInView, reportedView } from './axis.ts'

/** Patterns of the values that have a chart by default, in this order. */
const DEFAULT_PATTERNS = [
  ...[/(^|[/_.])loss$/, /(^|[/_.])(lr|learning_rate)$/, /(^|[/_.])\w*kl\w*$/, /entropy/],
  ...[/grad_?norm/, /groups_trained|frac_reward_zero_std/, /(^|[/_.])tokens$/, /reward/],
]
const CHARTS_MAX = 6

/** The names of the charts: the requested ones, or else the default ones that are reported. */
export function chooseNames(known: Report | null | undefined, chosen: readonly string[]): string[] {
  const names = Object.keys(known?.latest ?? {})
  if (chosen.length > 0) return chosen.filter((name) => names.includes(name))
  const defaults = DEFAULT_PATTERNS.flatMap(
    (pattern) => names.find((name) => pattern.test(name.toLowerCase())) ?? [],
  )
  return [...new Set(defaults)].slice(0, CHARTS_MAX)
}

/** The trainer's reports on a run: a curve for each value, and the configuration. */
export function ReportedCurves({
  report,
  names,
  onChange,
  view: curveView,
}: {
  readonly report: Report
  readonly names: readonly string[]
  /** Called with the names to draw. */
  readonly onChange: (names: readonly string[]) => void
  readonly view: CurveView
}): JSX.Element {
  const all = Object.keys(report.latest).sort()
  const { view, label } = reportedView(curveView)
  const toggle = (name: string): void =>
    onChange(names.includes(name) ? names.filter((one) => one !== name) : [...names, name])
  return (
    <section>
      <h2>Reported by the trainer</h2>
      <div class="charts">
        {names.map((name) => {
          const series = report.series.find((one) => one.name === name)
          const points = pointsInView(reportedPoints(series, view.axis.name), view)
          return (
            <LineChart
              key={name}
              title={name}
              description={meaningOf(name)}
              axisLabel={label}
              curves={[{ name, ...points, color: 'var(--accent)', isDashed: false }]}
            />
          )
        })}
      </div>
      <details class="values">
        <summary>
          {all.length} values, {names.length} drawn
        </summary>
        <ul>
          {all.map((name) => (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={names.includes(name)}
                  onChange={() => toggle(name)}
                />{' '}
                <span class="mono">
                  <PlainText text={name} />
                </span>{' '}
                <span class="quiet">{formatNumber(report.latest[name]?.value ?? 0)}</span>
              </label>
              <Meaning name={name} />
            </li>
          ))}
        </ul>
      </details>
      <Configuration settings={report.configuration} />
    </section>
  )
}

function Configuration({
  settings,
}: {
  readonly settings: Report['configuration']
}): JSX.Element | null {
  const entries = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))
  if (entries.length === 0) return null
  return (
    <details class="values">
      <summary>Configuration, {entries.length} settings</summary>
      <table class="plain">
        <tbody>
          {entries.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" class="mono">
                <PlainText text={name} />
              </th>
              <td class="mono">
                <PlainText text={String(value)} />
              </td>
              <td>
                <Meaning name={name} kind="setting" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
