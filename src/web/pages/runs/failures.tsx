import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Counting } from '../../data/counting.ts'
import {
  changedFacts,
  changedLessons,
  type Fact,
  type Failures,
  type FailuresAsked,
  type Recurring,
} from '../../data/failure-facts.ts'
import { useFailures } from '../../data/failures.ts'
import { count, counted, percent, words } from '../../data/format.ts'
import { attemptsUnder, useRun } from '../../data/runs.ts'
import { CountAll } from '../../parts/count-all.tsx'
import { Examples } from '../../parts/examples.tsx'
import { useFirstRows } from '../../parts/first-rows.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Select } from '../../parts/select.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'

const ROWS = 20
const ALL = 'all events'

const nameOf = ({ kind, member }: Pick<Fact, 'kind' | 'member'>): string =>
  `${words(kind)}: ${words(member)}`

/** Common features of a run's failed attempts, from their public events. */
export function RunFailures({
  asked,
  attempts,
}: {
  readonly asked: FailuresAsked
  /** Attempts of the run that ended, under the condition. */
  readonly attempts: number
}): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const [name, setName] = useState(ALL)
  const { failures, counting, error } = useFailures(asked, isWanted)
  const names = [...new Set(failures?.facts.map(nameOf))].sort()
  const facts = failures?.facts.filter((fact) => name === ALL || nameOf(fact) === name) ?? []
  return (
    <section class="failures" id="failures">
      <h2>What failures have in common</h2>
      {!isWanted && (
        <button type="button" class="btn" onClick={() => setWanted(true)}>
          Count failures
        </button>
      )}
      {error !== null && <FaultBox error={error} />}
      {isWanted && failures === undefined && error === null && <Skeleton />}
      {failures !== undefined && (
        <>
          <p class="links">
            <span role="status">
              {count(failures.failed)} of {counting.hasMore ? 'the newest' : 'all'}{' '}
              {counted(failures.looked, 'attempt')} failed.
            </span>
            <Select name="event" words={[ALL, ...names]} value={name} set={setName} />
          </p>
          <CountAll of={counting} what="attempts" counted={failures.looked} total={attempts} />
          <p class="quiet">
            First come values with the most failures beyond the share of failures in all attempts.
          </p>
          <FactTable facts={facts.filter(({ failed }) => failed > 0)} />
          <RecurringCritiques failures={failures} />
        </>
      )}
    </section>
  )
}

const HEADS = ['event', 'value', 'failed with it', 'share failed', 'examples']

function FactTable({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  const [shown, more] = useFirstRows(facts, ROWS)
  return (
    <>
      <table class="plain big">
        <Heads names={HEADS} />
        <tbody>
          {shown.map((fact) => (
            <tr key={`${fact.kind} ${fact.member} ${fact.value}`}>
              <td>
                <Plain text={nameOf(fact)} />
              </td>
              <td>
                <Plain text={words(fact.value)} />
              </td>
              <td>
                {count(fact.failed)} of {count(fact.failed + fact.won)}
              </td>
              <td>{percent(fact.share)}</td>
              <td>
                <Examples episodes={fact.episodes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

/** The lines that recur in critiques of failed attempts. */
function RecurringCritiques({
  failures: { critiqued, critiques },
}: {
  readonly failures: Failures
}): JSX.Element | null {
  const [shown, more] = useFirstRows(critiques, ROWS)
  if (critiques.length === 0) return null
  return (
    <>
      <h3>Recurring critiques</h3>
      <p class="quiet">The most frequent come first.</p>
      <table class="plain big lesson-table">
        <Heads names={['lesson', 'in the critiques of', 'share', 'examples']} />
        <tbody>
          {shown.map(({ text, failed, episodes }) => (
            <tr key={text}>
              <th scope="row">
                <Plain text={text} />
              </th>
              <td>
                {count(failed)} of {count(critiqued)}
              </td>
              <td>{percent(failed / Math.max(1, critiqued))}</td>
              <td>
                <Examples episodes={episodes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

/** A run of a comparison, with its clean attempts that were counted. */
interface CountedRun {
  readonly run: string
  readonly failures: Failures
}

/** The number of clean attempts of a run that ended. */
function useCleanAttempts(run: string): number | undefined {
  const conditions = useRun({ run }, { isListed: true }).data?.conditions
  return conditions && attemptsUnder('clean', conditions)
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
          Count failures of both
        </button>
      )}
      {error !== null && <FaultBox error={error} />}
      {first.failures !== undefined && second.failures !== undefined && (
        <>
          <CountAll
            of={together(first.counting, second.counting)}
            what="attempts"
            counted={first.failures.looked + second.failures.looked}
            total={sumOf(totals)}
          />
          <Changes
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

/** Two counts as one. */
const together = (one: Counting, other: Counting): Counting => ({
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

const failedText = ({ failed, looked }: Failures): string =>
  `${percent(failed / Math.max(1, looked))} of ${count(looked)}`

function Changes({
  first,
  second,
}: {
  readonly first: CountedRun
  readonly second: CountedRun
}): JSX.Element {
  const facts = changedFacts(first.failures, second.failures).map(
    ({ fact, one, other, change }) => ({
      ...{ cells: [nameOf(fact), words(fact.value)], of: [one, other], change },
    }),
  )
  const lessons = changedLessons(first.failures, second.failures).map(
    ({ text, one, other, change }) => ({ cells: [text], of: [one, other], change }),
  )
  const runs = [first.run, second.run]
  return (
    <>
      <p role="status">
        Failed clean attempts: {failedText(first.failures)} in <Plain text={first.run} />,{' '}
        {failedText(second.failures)} in <Plain text={second.run} />. The largest changes come
        first.
      </p>
      <ChangeTable
        heads={['event', 'value', ...runs]}
        changes={facts}
        among={[first.failures.looked, second.failures.looked]}
      />
      {lessons.length > 0 && <h3>Recurring critiques</h3>}
      {lessons.length > 0 && (
        <ChangeTable
          heads={['lesson', ...runs]}
          changes={lessons}
          among={[first.failures.critiqued, second.failures.critiqued]}
        />
      )}
    </>
  )
}

/** What both runs have: its name in one or two cells, and the failed attempts of each run. */
interface Change {
  readonly cells: readonly string[]
  readonly of: readonly (Fact | Recurring | undefined)[]
  /** The difference of the shares. */
  readonly change: number
}

/** @param among attempts of each run that were counted */
function ChangeTable({
  heads,
  changes,
  among,
}: {
  readonly heads: readonly string[]
  readonly changes: readonly Change[]
  readonly among: readonly number[]
}): JSX.Element {
  const [shown, more] = useFirstRows(
    changes.filter(({ change }) => change !== 0),
    ROWS,
  )
  return (
    <>
      <table class={heads.length === 3 ? 'plain big lesson-table' : 'plain big'}>
        <Heads names={[...heads, 'examples']} />
        <tbody>
          {shown.map(({ cells: [name = '', ...values], of }) => (
            <tr key={JSON.stringify([name, values])}>
              <th scope="row">
                <Plain text={name} />
              </th>
              {values.map((value) => (
                <td key={value}>
                  <Plain text={value} />
                </td>
              ))}
              {of.map((each, at) => (
                <td key={at}>{percent((each?.failed ?? 0) / Math.max(1, among[at] ?? 0))}</td>
              ))}
              <td>
                <Examples episodes={of.flatMap((each) => each?.episodes.slice(0, 1) ?? [])} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}
