import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
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
import { Examples } from '../../parts/examples.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Select } from '../../parts/select.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'

const ROWS = 20
const ALL = 'all events'

const nameOf = ({ kind, member }: Pick<Fact, 'kind' | 'member'>): string =>
  `${words(kind)}: ${words(member)}`

/** Common features of a run's failed attempts, from their public events. */
export function RunFailures({ asked }: { readonly asked: FailuresAsked }): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const [name, setName] = useState(ALL)
  const { failures, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useFailures(
    asked,
    isWanted,
  )
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
              {count(failures.failed)} of the newest {counted(failures.looked, 'attempt')} failed.
            </span>
            <Select name="event" words={[ALL, ...names]} value={name} set={setName} />
            {hasNextPage && (
              <button
                type="button"
                class="btn small"
                disabled={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                Count older attempts too
              </button>
            )}
          </p>
          <FactTable facts={facts.filter(({ failed }) => failed > 0).slice(0, ROWS)} />
          <RecurringCritiques failures={failures} />
        </>
      )}
    </section>
  )
}

const HEADS = ['event', 'value', 'failed with it', 'share failed', 'examples']

function FactTable({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <table class="plain big">
      <Heads names={HEADS} />
      <tbody>
        {facts.map((fact) => (
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
  )
}

/** The lines that recur in critiques of failed attempts. */
function RecurringCritiques({
  failures: { critiqued, critiques },
}: {
  readonly failures: Failures
}): JSX.Element | null {
  if (critiques.length === 0) return null
  return (
    <>
      <h3>Recurring critiques</h3>
      <table class="plain big lesson-table">
        <Heads names={['lesson', 'in the critiques of', 'share', 'examples']} />
        <tbody>
          {critiques.slice(0, ROWS).map(({ text, failed, episodes }) => (
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
    </>
  )
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
          <ChangeTable first={first.failures} second={second.failures} />
          <LessonChanges first={first.failures} second={second.failures} />
        </>
      )}
    </section>
  )
}

/** The shares of two runs, and an example of each. @param among attempts that were counted */
function ChangeCells({
  of,
  among,
}: {
  readonly of: readonly (Fact | Recurring | undefined)[]
  readonly among: readonly number[]
}): JSX.Element {
  return (
    <>
      {of.map((each, at) => (
        <td key={at}>{percent((each?.failed ?? 0) / Math.max(1, among[at] ?? 0))}</td>
      ))}
      <td>
        <Examples episodes={of.flatMap((each) => each?.episodes.slice(0, 1) ?? [])} />
      </td>
    </>
  )
}

function ChangeTable({
  first,
  second,
}: {
  readonly first: Failures
  readonly second: Failures
}): JSX.Element {
  const changes = changedFacts(first, second).filter(({ change }) => change !== 0)
  return (
    <>
      <p role="status">
        Of the newest clean attempts, {percent(first.failed / Math.max(1, first.looked))} failed in
        the first run and {percent(second.failed / Math.max(1, second.looked))} in the second.
      </p>
      <table class="plain big">
        <Heads names={['event', 'value', 'first', 'second', 'examples']} />
        <tbody>
          {changes.slice(0, ROWS).map(({ fact, one, other }) => (
            <tr key={`${fact.kind} ${fact.member} ${fact.value}`}>
              <td>
                <Plain text={nameOf(fact)} />
              </td>
              <td>
                <Plain text={words(fact.value)} />
              </td>
              <ChangeCells of={[one, other]} among={[first.looked, second.looked]} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The lines of critiques that one run has more often than the other. */
function LessonChanges({
  first,
  second,
}: {
  readonly first: Failures
  readonly second: Failures
}): JSX.Element | null {
  const changes = changedLessons(first, second).filter(({ change }) => change !== 0)
  if (changes.length === 0) return null
  return (
    <>
      <h3>Recurring critiques</h3>
      <table class="plain big lesson-table">
        <Heads names={['lesson', 'first', 'second', 'examples']} />
        <tbody>
          {changes.slice(0, ROWS).map(({ text, one, other }) => (
            <tr key={text}>
              <th scope="row">
                <Plain text={text} />
              </th>
              <ChangeCells of={[one, other]} among={[first.critiqued, second.critiqued]} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
