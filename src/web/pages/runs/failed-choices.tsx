import type { JSX } from 'preact'
import { useEnvironment } from '../../data/episode-queries.ts'
import { choicesOf, failedChoices } from '../../data/failed-choices.ts'
import type { Failures } from '../../data/failure-facts.ts'
import { formatCount, humanize } from '../../data/format.ts'
import { EpisodeLinks } from '../../parts/examples.tsx'
import { useVisibleRows } from '../../parts/first-rows.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'

const ROWS_SHOWN = 5

/** Choices of the tools that failures name and that no successful attempt has. */
export function FailedChoices({
  env,
  failures,
}: {
  readonly env: string | undefined
  readonly failures: Failures
}): JSX.Element | null {
  const environment = useEnvironment(env).data
  const tools = environment === undefined ? [] : [...environment.tools, ...environment.more_tools]
  const choices = failedChoices(failures, choicesOf(tools))
  const [shown, more] = useVisibleRows(choices, ROWS_SHOWN)
  // Without a success, this is true of all choices.
  if (choices.length === 0 || failures.failed === failures.attempts) return null
  return (
    <>
      <h3>Choices without a success</h3>
      <p class="quiet">
        Events of failed attempts name these choices of the tools, and no successful attempt has
        them. If refusals ask for one, check whether the policy ever makes it.
      </p>
      <table class="plain big">
        <TableHead names={['choice', 'failed attempts', 'events', 'examples']} />
        <tbody>
          {shown.map(({ value, failed, events, episodes }) => (
            <tr key={value}>
              <th scope="row">
                <code>
                  <PlainText text={value} />
                </code>
              </th>
              <td>{formatCount(failed)}</td>
              <td>
                <PlainText
                  text={events
                    .map(({ kind, member }) => `${humanize(kind)}: ${humanize(member)}`)
                    .join(', ')}
                />
              </td>
              <td>
                <EpisodeLinks episodes={episodes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}
