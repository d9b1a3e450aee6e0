import type { JSX } from 'preact'
import type { Report } from '../../data/reports.ts'
import { Meaning } from '../../parts/term.tsx'
import { PlainText } from '../../parts/text.tsx'

/** Settings that differ between runs, with the value of each run; undefined if it is not set. */
export function differingSettings(
  reports: readonly (Pick<Report, 'configuration'> | null | undefined)[],
): readonly { readonly name: string; readonly values: readonly (string | undefined)[] }[] {
  const known = reports.filter((report) => report != null)
  const names = new Set(known.flatMap(({ configuration }) => Object.keys(configuration)))
  // The name of the run always differs, and is the header of its column.
  names.delete('run')
  return [...names].sort().flatMap((name) => {
    const values = reports.map((report) => {
      const settings = report?.configuration ?? {}
      return Object.hasOwn(settings, name) ? JSON.stringify(settings[name]) : undefined
    })
    const reported = values.filter((_, at) => reports[at] != null)
    return new Set(reported).size > 1 ? [{ name, values }] : []
  })
}

/** The differences between the configurations of runs. */
export function SettingsDiff({
  runs,
  reports,
}: {
  readonly runs: readonly string[]
  readonly reports: readonly (Report | null)[]
}): JSX.Element | null {
  const known = reports.filter((report) => report !== null).length
  if (known < 2) return null
  const rows = differingSettings(reports)
  return (
    <section>
      <h2>Differing settings</h2>
      {rows.length === 0 && <p>The reported configurations are the same.</p>}
      {rows.length > 0 && (
        <table class="plain big settings">
          <thead>
            <tr>
              <th scope="col">setting</th>
              {runs.map((run) => (
                <th scope="col" key={run}>
                  <PlainText text={run} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">
                  <span class="mono">
                    <PlainText text={name} />
                  </span>
                  <Meaning name={name} kind="setting" />
                </th>
                {values.map((value, at) => (
                  <td key={at} class="mono">
                    <PlainText text={value ?? '–'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
