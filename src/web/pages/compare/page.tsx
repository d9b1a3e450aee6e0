import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type AlignedRow, alignByIndex, alignMany } from '../../data/align.ts'
import { COMPARED_MAX } from '../../data/compare-href.ts'
import type { LoggedTurn, ParsedLog } from '../../data/episode-log.ts'
import { useTurnComparison } from '../../data/episode-queries.ts'
import { episodeTitle } from '../../data/episode-title.ts'
import { formatScore, shortenId } from '../../data/format.ts'
import { useLogs } from '../../data/group.ts'
import type { TurnComparison } from '../../data/turn-key.ts'
import { OutcomeChip, outcomeOf } from '../../parts/chips.tsx'
import { EmptyState, LoadingPage } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import { enumField, integerField, listField } from '../../state/fields.ts'
import { useKeys } from '../../state/keys.ts'
import { ComparisonCandidates } from './offers.tsx'
import { CompareRow } from './row.tsx'

const FIELDS = { e: listField(), align: enumField('action', 'turn'), at: integerField(0) }

/** Aligns all episodes with the first one. */
const alignedRows = (
  logs: readonly ParsedLog[],
  alignment: 'action' | 'turn',
  { similarity }: TurnComparison,
): readonly AlignedRow[] =>
  alignment === 'turn'
    ? alignByIndex(logs.map(({ turns }) => turns.length))
    : alignMany(
        logs.map(({ turns }) => turns),
        similarity,
      )

const differ = (turns: readonly (LoggedTurn | undefined)[], { keyOf }: TurnComparison): boolean =>
  new Set(turns.map((turn) => (turn === undefined ? '' : keyOf(turn)))).size > 1

/** Two to four episodes side by side, turn by turn. */
export function ComparePage(): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const { data, error } = useLogs(fields.e.slice(0, COMPARED_MAX))
  useEffect(() => {
    document.title = 'Compare · Backchannel'
  }, [])
  const [one] = fields.e
  if (fields.e.length < 2) {
    return (
      <div class="page">
        {one === undefined || one === '' ? (
          <ChooseEpisodes initialId={one} onChange={(e) => setFields({ e })} />
        ) : (
          <Siblings id={one} onChange={(e) => setFields({ e })} />
        )}
      </div>
    )
  }
  if (data === undefined) return <LoadingPage error={error} />
  const compared = fields.e.slice(0, COMPARED_MAX)
  const found = compared.filter((id) => data.get(id) !== undefined)
  const unreadable = compared.filter((id) => !found.includes(id))
  return (
    <>
      {unreadable.length > 0 && (
        <p class="notice" role="alert">
          Not compared, because the log could not be read:{' '}
          <PlainText text={unreadable.join(', ')} />.
        </p>
      )}
      <CompareTable ids={found} logs={found.map((id) => data.get(id) as ParsedLog)} />
    </>
  )
}

/** Candidates to compare an episode with, and a form for any id. */
function Siblings({
  id,
  onChange,
}: {
  readonly id: string
  readonly onChange: (ids: string[]) => void
}): JSX.Element {
  return (
    <>
      <h1>
        Compare <span class="mono">{shortenId(id)}</span> with
      </h1>
      <ComparisonCandidates id={id} />
      <details class="values">
        <summary>Another episode, by its id</summary>
        <IdForm initialId={id} onChange={onChange} />
      </details>
    </>
  )
}

function ChooseEpisodes({
  initialId,
  onChange,
}: {
  readonly initialId: string | undefined
  readonly onChange: (ids: string[]) => void
}): JSX.Element {
  return (
    <EmptyState>
      <h1>Compare two episodes</h1>
      <p>Mark rows in a list with x and press c, or enter two ids.</p>
      <IdForm initialId={initialId} onChange={onChange} />
    </EmptyState>
  )
}

function IdForm({
  initialId,
  onChange,
}: {
  readonly initialId: string | undefined
  readonly onChange: (ids: string[]) => void
}): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const { elements } = event.currentTarget as HTMLFormElement
    const idIn = (name: string): string =>
      (elements.namedItem(name) as HTMLInputElement).value.trim()
    onChange([idIn('one'), idIn('other')])
  }
  return (
    <form class="filters column-form" onSubmit={submit} aria-label="Episodes to compare">
      <label>
        first episode
        <input class="input" name="one" value={initialId ?? ''} />
      </label>
      <label>
        second episode
        <input class="input" name="other" />
      </label>
      <button type="submit" class="btn primary">
        Compare
      </button>
    </form>
  )
}

interface Compared {
  readonly ids: readonly string[]
  readonly logs: readonly ParsedLog[]
}

function CompareTable({ ids, logs }: Compared): JSX.Element {
  const [fields, setFields] = useUrlFields(FIELDS)
  const body = useRef<HTMLTableSectionElement>(null)
  const comparison = useTurnComparison(ids[0])
  const rows = alignedRows(logs, fields.align, comparison)
  const turnsOf = (row: AlignedRow): (LoggedTurn | undefined)[] =>
    row.map((at, which) => (at === undefined ? undefined : logs[which]?.turns[at]))
  const differences = rows.flatMap((row, at) => (differ(turnsOf(row), comparison) ? [at] : []))
  const go = (to: number | undefined): void => {
    if (to === undefined) return
    setFields({ at: to }, { replace: true })
    body.current?.children[to]?.scrollIntoView({ block: 'center' })
  }
  useKeys({
    n: () => go(differences.find((at) => at > fields.at) ?? differences[0]),
    N: () => go(differences.findLast((at) => at < fields.at) ?? differences.at(-1)),
  })
  return (
    <>
      <CompareHead
        title={logs[0] === undefined ? '' : episodeTitle(logs[0])}
        episodes={ids.length}
        differences={differences.length}
        turns={rows.length}
        alignment={fields.align}
        setAlignment={(value) => setFields({ align: FIELDS.align.parse(value) })}
      />
      <TaskWarning logs={logs} />
      <p class="links compare-other">
        <a class="btn small" href={`/compare?e=${ids[0]}`}>
          Compare the first with others of its task
        </a>
      </p>
      <div class="table-scroll">
        <table class="turn-table compare" style={{ '--sides': ids.length }}>
          <colgroup>
            <col class="label-column" />
          </colgroup>
          <thead>
            <tr class="rollout-row">
              <th scope="row">turn</th>
              <Headings ids={ids} logs={logs} />
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <CompareRow
                key={at}
                turns={turnsOf(row)}
                ids={ids}
                at={at}
                isAt={at === fields.at}
                isDifferent={differences.includes(at)}
                isFirstDifference={at === differences[0]}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const taskOf = ({ opening: { environment, task } }: ParsedLog): string =>
  `${environment} ${String(task.id)}`

/** Warns if the episodes are of different tasks. */
function TaskWarning({ logs }: { readonly logs: readonly ParsedLog[] }): JSX.Element | null {
  const tasks = [...new Set(logs.map(taskOf))]
  if (tasks.length < 2) return null
  return (
    <p class="notice" role="status">
      These episodes are of different tasks: <PlainText text={tasks.join(', ')} />.
    </p>
  )
}

/** Whether an attempt was clean or guided, and which attempts its prompt had. */
function conditionOf({ opening: { condition, attemptsInPrompt, parent } }: ParsedLog): string {
  const name = condition ?? (parent === undefined ? 'clean' : 'fork')
  if (attemptsInPrompt.length === 0) return name
  return `${name}, attempts in the prompt: ${attemptsInPrompt.map(({ index }) => index).join(' ')}`
}

function CompareHead({
  title,
  episodes,
  differences,
  turns,
  alignment,
  setAlignment,
}: {
  readonly title: string
  readonly episodes: number
  readonly differences: number
  readonly turns: number
  readonly alignment: string
  readonly setAlignment: (alignment: string) => void
}): JSX.Element {
  return (
    <div class="head">
      <div class="title">
        <h1>
          Compare <PlainText text={title} />
        </h1>
      </div>
      <div class="facts">
        <span>
          <b>{episodes}</b> episodes
        </span>
        <span>
          <b>{differences}</b> of {turns} turns differ
        </span>
        <label class="order select-label">
          align by{' '}
          <select
            class="input small"
            value={alignment}
            onChange={(event) => setAlignment(event.currentTarget.value)}
          >
            <option>action</option>
            <option>turn</option>
          </select>
        </label>
        <span class="wide-only">
          <kbd>n</kbd> next difference · <kbd>N</kbd> previous difference
        </span>
      </div>
    </div>
  )
}

const Headings = ({ ids, logs }: Compared): JSX.Element => (
  <>
    {logs.map((log, index) => (
      <th key={ids[index]} scope="col">
        <Heading id={ids[index] ?? ''} log={log} />
      </th>
    ))}
  </>
)

function Heading({ id, log }: { readonly id: string; readonly log: ParsedLog }): JSX.Element {
  const standing = outcomeOf({
    success: log.metrics?.success === 1,
    score: log.total,
    end_reason: log.end?.reason ?? null,
  })
  const condition = conditionOf(log)
  return (
    <>
      <div class="rollout-title">
        <a class="mono" href={`/episodes/${id}`} title={id}>
          {shortenId(id)}
        </a>
        <OutcomeChip outcome={standing} />
        <span class="total">{formatScore(log.total)}</span>
      </div>
      <div class={condition.startsWith('guided') ? 'guided' : 'clean'}>{condition}</div>
    </>
  )
}
