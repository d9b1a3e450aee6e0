import type { JSX } from 'preact'
import { sized } from '../../data/format.ts'
import { meaningOf } from '../../data/glossary.ts'
import { type Report, reportedPoints } from '../../data/reports.ts'
import { Chart } from '../../parts/chart.tsx'
import { Meaning } from '../../parts/term.tsx'
import { Plain } from '../../parts/text.tsx'
import { type CurveView, pointsInView } from './axis.ts'

/** Values that are drawn by default, by the trainers' names, in this order. */
const USUAL = [
  ...[/(^|[/_.])loss$/, /(^|[/_.])(lr|learning_rate)$/, /(^|[/_.])\w*kl\w*$/, /entropy/],
  ...[/grad_?norm/, /groups_trained|frac_reward_zero_std/, /(^|[/_.])tokens$/, /reward/],
]
const DRAWN_MAX = 6

/** The names to draw: those chosen, else the usual ones that the trainer reports. */
export function namesToDraw(known: Report | null | undefined, chosen: readonly string[]): string[] {
  const names = Object.keys(known?.latest ?? {})
  if (chosen.length > 0) return chosen.filter((name) => names.includes(name))
  const usual = USUAL.flatMap(
    (pattern) => names.find((name) => pattern.test(name.toLowerCase())) ?? [],
  )
  return [...new Set(usual)].slice(0, DRAWN_MAX)
}

/** The trainer's reports on a run: a curve for each value, and the configuration. */
export function ReportedCurves({
  report,
  names,
  set,
  view,
}: {
  readonly report: Report
  readonly names: readonly string[]
  /** Takes the names to draw. */
  readonly set: (names: readonly string[]) => void
  readonly view: CurveView
}): JSX.Element {
  const all = Object.keys(report.latest).sort()
  const toggle = (name: string): void =>
    set(names.includes(name) ? names.filter((one) => one !== name) : [...names, name])
  return (
    <section>
      <h2>Reported by the trainer</h2>
      <div class="charts">
        {names.map((name) => {
          const series = report.series.find((one) => one.name === name)
          const points = pointsInView(reportedPoints(series, view.axis.by), view)
          return (
            <Chart
              key={name}
              title={name}
              about={meaningOf(name)}
              axis={view.axis.by}
              curves={[{ name, ...points, colour: 'var(--accent)', dashed: false }]}
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
                <span class="m">
                  <Plain text={name} />
                </span>{' '}
                <span class="quiet">{sized(report.latest[name]?.value ?? 0)}</span>
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
              <th scope="row" class="m">
                <Plain text={name} />
              </th>
              <td class="m">
                <Plain text={String(value)} />
              </td>
              <td>
                <Meaning name={name} named="setting" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
