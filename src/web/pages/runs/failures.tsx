import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  changedFacts,
  type Fact,
  type Failures,
  type FailuresAsked,
} from '../../data/failure-facts.ts'
import { useFailures } from '../../data/failures.ts'
import { count, counted, percent, shortId, words } from '../../data/format.ts'
import { Heads } from '../../parts/heads.tsx'
import { Select } from '../../parts/select.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'

const ROWS = 20
const ALL = 'all events'

const nameOf = ({ kind, member }: Pick<Fact, 'kind' | 'member'>): string =>
  `${words(kind)}: ${words(member)}`

/** What the failed attempts of a run have in common, by their public events. */
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
    <section class="failures">
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

const Examples = ({ episodes }: { readonly episodes: readonly string[] }): JSX.Element => (
  <span class="links">
    {episodes.map((id) => (
      <a key={id} class="m" href={`/episodes/${id}`}>
        {shortId(id)}
      </a>
    ))}
  </span>
)

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
        <ChangeTable first={first.failures} second={second.failures} />
      )}
    </section>
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
  const shareOf = (fact: Fact | undefined, { looked }: Failures): string =>
    percent(looked === 0 ? 0 : (fact?.failed ?? 0) / looked)
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
              <td>{shareOf(one, first)}</td>
              <td>{shareOf(other, second)}</td>
              <td>
                <Examples
                  episodes={[one, other].flatMap((each) => each?.episodes.slice(0, 1) ?? [])}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
