import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { CountProgress } from '../../data/counting.ts'
import {
  compareCritiques,
  compareFacts,
  type Fact,
  type Failures,
  type FailuresQuery,
  type RecurringCritique,
} from '../../data/failure-facts.ts'
import { useFailures } from '../../data/failures.ts'
import { formatCount, formatPercent, humanize, pluralize } from '../../data/format.ts'
import { countAttempts, useRun } from '../../data/runs.ts'
import { CountControls } from '../../parts/count-all.tsx'
import { EpisodeLinks } from '../../parts/examples.tsx'
import { useVisibleRows } from '../../parts/first-rows.tsx'
import { Select } from '../../parts/select.tsx'
import { ErrorBox, Skeleton } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText, UnbrokenParts } from '../../parts/text.tsx'
import { FailedChoices } from './failed-choices.tsx'

const INITIAL_ROWS = 20
const ALL_EVENTS = 'all events'

const factName = ({ kind, member }: Pick<Fact, 'kind' | 'member'>): string =>
  `${humanize(kind)}: ${humanize(member)}`

/** Common features of failed attempts, from their public events. */
export function CommonFailures({
  query,
  env,
  isWanted,
  count,
  attempts,
}: {
  readonly query: FailuresQuery
  readonly env: string | undefined
  /** Whether the visitor wants the count. */
  readonly isWanted: boolean
  readonly count: () => void
  /** The number of finished attempts under the condition, if it is known. */
  readonly attempts?: number
}): JSX.Element {
  const [name, setName] = useState(ALL_EVENTS)
  const { failures, counting, error } = useFailures(query, isWanted)
  const names = [...new Set(failures?.facts.map(factName))].sort()
  const facts =
    failures?.facts.filter((fact) => name === ALL_EVENTS || factName(fact) === name) ?? []
  return (
    <section class="failures" id="failures">
      <h2>What failures have in common</h2>
      {!isWanted && (
        <button type="button" class="btn" onClick={count}>
          Count failures
        </button>
      )}
      {error !== null && <ErrorBox error={error} />}
      {isWanted && failures === undefined && error === null && <Skeleton />}
      {failures !== undefined && (
        <>
          <p class="links">
            <span role="status">
              {formatCount(failures.failed)} of {counting.hasMore ? 'the newest' : 'all'}{' '}
              {pluralize(failures.attempts, 'attempt')} failed.
            </span>
            <Select
              label="event"
              options={[ALL_EVENTS, ...names]}
              value={name}
              onChange={setName}
            />
          </p>
          <CountControls
            progress={counting}
            noun="attempts"
            counted={failures.attempts}
            total={attempts}
          />
          <FailedChoices env={env} failures={failures} />
          <h3>Values in events</h3>
          <p class="quiet">
            Values of refused and failed calls come first, then values of other events. Both are
            sorted by failures above the failure rate of all attempts.
          </p>
          <FactTable facts={facts.filter(({ failed }) => failed > 0)} />
          <RecurringCritiques failures={failures} />
        </>
      )}
    </section>
  )
}

const HEADS = ['event', 'value', 'failed attempts', 'failure rate', 'examples']

function FactTable({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  const [shown, more] = useVisibleRows(facts, INITIAL_ROWS)
  return (
    <>
      <table class="plain big">
        <TableHead names={HEADS} />
        <tbody>
          {shown.map((fact) => (
            <tr key={`${fact.kind} ${fact.member} ${fact.value}`}>
              <td>
                <PlainText text={factName(fact)} />
              </td>
              <td>
                <UnbrokenParts text={humanize(fact.value)} />
              </td>
              <td>
                {formatCount(fact.failed)} of {formatCount(fact.failed + fact.won)}
              </td>
              <td>{formatPercent(fact.share)}</td>
              <td>
                <EpisodeLinks episodes={fact.episodes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

/** Lines that recur in critiques of failed attempts. */
function RecurringCritiques({
  failures: { critiqued, critiques },
}: {
  readonly failures: Failures
}): JSX.Element | null {
  const [shown, more] = useVisibleRows(critiques, INITIAL_ROWS)
  if (critiques.length === 0) return null
  return (
    <>
      <h3>Recurring critiques</h3>
      <p class="quiet">The most frequent come first.</p>
      <table class="plain big lesson-table">
        <TableHead names={['critique', 'failed attempts', 'share', 'examples']} />
        <tbody>
          {shown.map(({ text, failed, episodes }) => (
            <tr key={text}>
              <th scope="row">
                <PlainText text={text} />
              </th>
              <td>
                {formatCount(failed)} of {formatCount(critiqued)}
              </td>
              <td>{formatPercent(failed / Math.max(1, critiqued))}</td>
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

/** A run of a comparison, with its counted failures. */
interface CountedRun {
  readonly run: string
  readonly failures: Failures
}

/** The number of finished clean attempts of a run. */
function useCleanAttempts(run: string): number | undefined {
  const conditions = useRun({ run }, { isListed: true }).data?.conditions
  return conditions && countAttempts('clean', conditions)
}

/** What failures have in common in one run and not in another. */
export function ChangedFailures({
  one,
  other,
}: {
  readonly one: string
  readonly other: string
}): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const first = useFailures({ run: one, condition: 'clean' }, isWanted)
  const second = useFailures({ run: other, condition: 'clean' }, isWanted)
  const totals = [useCleanAttempts(one), useCleanAttempts(other)]
  const error = first.error ?? second.error
  return (
    <section class="failures">
      <h2>What changed in failures</h2>
      {!isWanted && (
        <button type="button" class="btn" onClick={() => setWanted(true)}>
          Count failures of <PlainText text={one} /> and <PlainText text={other} />
        </button>
      )}
      {error !== null && <ErrorBox error={error} />}
      {first.failures !== undefined && second.failures !== undefined && (
        <>
          <CountControls
            progress={combine(first.counting, second.counting)}
            noun="attempts"
            counted={first.failures.attempts + second.failures.attempts}
            total={sumOf(totals)}
          />
          <ChangeTables
            first={{ run: one, failures: first.failures }}
            second={{ run: other, failures: second.failures }}
          />
        </>
      )}
    </section>
  )
}

const sumOf = ([one, other]: readonly (number | undefined)[]): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other

/** Combines the progress of two counts. */
const combine = (one: CountProgress, other: CountProgress): CountProgress => ({
  isCounting: one.isCounting || other.isCounting,
  hasMore: one.hasMore || other.hasMore,
  countAll() {
    one.countAll()
    other.countAll()
  },
  stop() {
    one.stop()
    other.stop()
  },
})

const failureRateText = ({ failed, attempts }: Failures): string =>
  `${formatPercent(failed / Math.max(1, attempts))} of ${formatCount(attempts)}`

function ChangeTables({
  first,
  second,
}: {
  readonly first: CountedRun
  readonly second: CountedRun
}): JSX.Element {
  const facts = compareFacts(first.failures, second.failures).map(
    ({ fact, one, other, change }) => ({
      ...{ cells: [factName(fact), humanize(fact.value)], entries: [one, other], change },
    }),
  )
  const lessons = compareCritiques(first.failures, second.failures).map(
    ({ text, one, other, change }) => ({ cells: [text], entries: [one, other], change }),
  )
  const runs = [first.run, second.run]
  const [one, other] = [first, second].map(({ failures }) => failureRateText(failures))
  return (
    <>
      <p role="status">
        Failed clean attempts: {one} in <PlainText text={first.run} />, {other} in{' '}
        <PlainText text={second.run} />. Refused and failed calls come first, and in them the
        largest changes.
      </p>
      <ChangeTable
        heads={['event', 'value', ...runs]}
        changes={facts}
        attempts={[first.failures.attempts, second.failures.attempts]}
      />
      {lessons.length > 0 && <h3>Recurring critiques</h3>}
      {lessons.length > 0 && (
        <ChangeTable
          heads={['critique', ...runs]}
          changes={lessons}
          attempts={[first.failures.critiqued, second.failures.critiqued]}
        />
      )}
    </>
  )
}

/** A row: one or two cells with its name, and the entry of each run. */
interface Change {
  readonly cells: readonly string[]
  readonly entries: readonly (Fact | RecurringCritique | undefined)[]
  /** The difference of the shares. */
  readonly change: number
}

/** @param among attempts of each run that were counted */
function ChangeTable({
  heads,
  changes,
  attempts,
}: {
  readonly heads: readonly string[]
  readonly changes: readonly Change[]
  readonly attempts: readonly number[]
}): JSX.Element {
  const [shown, more] = useVisibleRows(
    changes.filter(({ change }) => change !== 0),
    INITIAL_ROWS,
  )
  return (
    <>
      <table class={heads.length === 3 ? 'plain big lesson-table' : 'plain big'}>
        <TableHead names={[...heads, 'examples']} />
        <tbody>
          {shown.map(({ cells: [name = '', ...values], entries }) => (
            <tr key={JSON.stringify([name, values])}>
              <th scope="row">
                <PlainText text={name} />
              </th>
              {values.map((value) => (
                <td key={value}>
                  <UnbrokenParts text={value} />
                </td>
              ))}
              {entries.map((each, at) => (
                <td key={at}>
                  {formatPercent((each?.failed ?? 0) / Math.max(1, attempts[at] ?? 0))}
                </td>
              ))}
              <td>
                <EpisodeLinks
                  episodes={entries.flatMap((each) => each?.episodes.slice(0, 1) ?? [])}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}
