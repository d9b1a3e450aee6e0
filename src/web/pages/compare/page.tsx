import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type AlignedRow, alignMany, beside, wordDifferences } from '../../data/align.ts'
import { clipped } from '../../data/clip.ts'
import type { EpisodeLog, Turn } from '../../data/episode-log.ts'
import { titleOf } from '../../data/episode-title.ts'
import { score, shortId } from '../../data/format.ts'
import { useLogs } from '../../data/group.ts'
import { turnLikeness } from '../../data/turn-key.ts'
import { Outcome, standingOf } from '../../parts/chips.tsx'
import { Awaited, Empty } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { TurnCell } from '../../parts/turn-cell.tsx'
import { useFields } from '../../state/address.ts'
import { names, oneOf, whole } from '../../state/fields.ts'
import { useKeys } from '../../state/keys.ts'
import { Offers } from './offers.tsx'

const FIELDS = { e: names(), align: oneOf('action', 'turn'), at: whole(0) }

/** Everything is aligned with the first episode. */
const rowsOf = (logs: readonly EpisodeLog[], how: 'action' | 'turn'): readonly AlignedRow[] =>
  how === 'turn'
    ? beside(logs.map(({ turns }) => turns.length))
    : alignMany(
        logs.map(({ turns }) => turns),
        turnLikeness,
      )

const isDifferent = (turns: readonly (Turn | undefined)[]): boolean =>
  turns.some((turn) => {
    const [first] = turns
    return first === undefined || turn === undefined || turnLikeness(first, turn) !== 1
  })

/** Two to four episodes beside each other, turn by turn. */
export function ComparePage(): JSX.Element {
  const [fields, setFields] = useFields(FIELDS)
  const { data, error } = useLogs(fields.e.slice(0, 4), true)
  useEffect(() => {
    document.title = 'Compare · Backchannel'
  }, [])
  const [one] = fields.e
  if (fields.e.length < 2) {
    return (
      <div class="page">
        {one === undefined || one === '' ? (
          <Choose had={one} set={(e) => setFields({ e })} />
        ) : (
          <Siblings id={one} set={(e) => setFields({ e })} />
        )}
      </div>
    )
  }
  if (data === undefined) return <Awaited error={error} />
  const found = fields.e.filter((id) => data.has(id))
  return <Table ids={found} logs={found.map((id) => data.get(id) as EpisodeLog)} />
}

/** Others to compare an episode with, and a form for any other one. */
function Siblings({
  id,
  set,
}: {
  readonly id: string
  readonly set: (ids: string[]) => void
}): JSX.Element {
  return (
    <>
      <h1>
        Compare <span class="m">{shortId(id)}</span> with
      </h1>
      <Offers id={id} />
      <details class="values">
        <summary>Another episode, by its id</summary>
        <IdForm had={id} set={set} />
      </details>
    </>
  )
}

function Choose({
  had,
  set,
}: {
  readonly had: string | undefined
  readonly set: (ids: string[]) => void
}): JSX.Element {
  return (
    <Empty>
      <h1>Compare two episodes</h1>
      <p>Mark rows in a list with x and press c, or name two ids.</p>
      <IdForm had={had} set={set} />
    </Empty>
  )
}

function IdForm({
  had,
  set,
}: {
  readonly had: string | undefined
  readonly set: (ids: string[]) => void
}): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const { elements } = event.currentTarget as HTMLFormElement
    const idIn = (name: string): string =>
      (elements.namedItem(name) as HTMLInputElement).value.trim()
    set([idIn('one'), idIn('other')])
  }
  return (
    <form class="filters plainform" onSubmit={submit} aria-label="Episodes to compare">
      <label>
        one
        <input class="field-in" name="one" value={had ?? ''} />
      </label>
      <label>
        other
        <input class="field-in" name="other" />
      </label>
      <button type="submit" class="btn primary">
        Compare
      </button>
    </form>
  )
}

function Table({
  ids,
  logs,
}: {
  readonly ids: readonly string[]
  readonly logs: readonly EpisodeLog[]
}): JSX.Element {
  const [fields, setFields] = useFields(FIELDS)
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = rowsOf(logs, fields.align)
  const turnsOf = (row: AlignedRow): (Turn | undefined)[] =>
    row.map((at, which) => (at === undefined ? undefined : logs[which]?.turns[at]))
  const differences = rows.flatMap((row, at) => (isDifferent(turnsOf(row)) ? [at] : []))
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
        title={logs[0] === undefined ? '' : titleOf(logs[0])}
        differences={differences.length}
        turns={rows.length}
        how={fields.align}
        setHow={(how) => setFields({ align: FIELDS.align.read(how) })}
      />
      <TaskWarning logs={logs} />
      <p class="links compare-other">
        <a class="btn small" href={`/compare?e=${ids[0]}`}>
          Compare the first with others of its task
        </a>
      </p>
      <div class="gridwrap">
        <table class="al compare">
          <colgroup>
            <col class="c0" />
          </colgroup>
          <thead>
            <tr class="ro">
              <th scope="row">turn</th>
              {logs.map((log, which) => (
                <th key={ids[which]} scope="col">
                  <Heading id={ids[which] ?? ''} log={log} />
                </th>
              ))}
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
                isFirst={at === differences[0]}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const taskOf = ({ opening: { environment, task } }: EpisodeLog): string =>
  `${environment} ${String(task.id)}`

/** Episodes of different tasks differ for another reason than their play. */
function TaskWarning({ logs }: { readonly logs: readonly EpisodeLog[] }): JSX.Element | null {
  const tasks = [...new Set(logs.map(taskOf))]
  if (tasks.length < 2) return null
  return (
    <p class="amber" role="status">
      These episodes are of different tasks: <Plain text={tasks.join(', ')} />.
    </p>
  )
}

/** Whether an attempt was clean or guided, and which attempts its prompt had. */
function conditionOf({ opening: { condition, shown, parent } }: EpisodeLog): string {
  const name = condition ?? (parent === undefined ? 'clean' : 'fork')
  if (shown.length === 0) return name
  return `${name}, attempts in the prompt: ${shown.map(({ index }) => index).join(' ')}`
}

function CompareHead({
  title,
  differences,
  turns,
  how,
  setHow,
}: {
  readonly title: string
  readonly differences: number
  readonly turns: number
  readonly how: string
  readonly setHow: (how: string) => void
}): JSX.Element {
  return (
    <div class="head">
      <div class="title">
        <h1>
          Compare <Plain text={title} />
        </h1>
      </div>
      <div class="facts">
        <span>
          <b>{differences}</b> of {turns} turns differ
        </span>
        <label class="order plain-order">
          align by{' '}
          <select
            class="field-in small"
            value={how}
            onChange={(event) => setHow(event.currentTarget.value)}
          >
            <option>action</option>
            <option>turn</option>
          </select>
        </label>
        <span class="wide-only">
          <kbd>n</kbd> next difference · <kbd>N</kbd> the one before
        </span>
      </div>
    </div>
  )
}

function Heading({ id, log }: { readonly id: string; readonly log: EpisodeLog }): JSX.Element {
  const standing = standingOf({
    success: log.metrics?.success === 1,
    score: log.total,
    end_reason: log.end?.reason ?? null,
  })
  const condition = conditionOf(log)
  return (
    <>
      <div class="l">
        <a class="m" href={`/episodes/${id}`} title={id}>
          {shortId(id)}
        </a>
        <Outcome standing={standing} />
        <span class="sc">{score(log.total)}</span>
      </div>
      <div class={condition.startsWith('guided') ? 'guided' : 'clean'}>{condition}</div>
    </>
  )
}

function CompareRow({
  turns,
  ids,
  at,
  isAt,
  isFirst,
}: {
  readonly turns: readonly (Turn | undefined)[]
  readonly ids: readonly string[]
  readonly at: number
  readonly isAt: boolean
  readonly isFirst: boolean
}): JSX.Element {
  const differs = isDifferent(turns)
  const texts = turns.map(wordsOf)
  const marks =
    differs && texts.length === 2 ? wordDifferences(texts[0] ?? '', texts[1] ?? '') : undefined
  return (
    <tr class={isFirst ? 'parts-here' : ''}>
      <th scope="row" class={isAt ? 'at' : ''}>
        {at + 1} {differs ? '≠' : ''}
      </th>
      {turns.map((turn, which) =>
        turn === undefined ? (
          <td key={which} class="gone" />
        ) : (
          <td key={which} class={differs ? '' : 'same'}>
            <a class="steplink m" href={`/episodes/${ids[which]}?step=${turn.step}`}>
              step {turn.step}
            </a>
            <TurnCell turn={turn} />
            {marks !== undefined && turns.every((other) => other !== undefined) && (
              <p class="words">
                {marks[which as 0 | 1].map(({ text, same }, index) =>
                  same ? (
                    <Plain key={index} text={text} />
                  ) : (
                    <mark key={index}>
                      <Plain text={text} />
                    </mark>
                  ),
                )}
              </p>
            )}
          </td>
        ),
      )}
    </tr>
  )
}

/** More takes long to compare; each cell links to its step, which has the full text. */
const CHARACTERS_MAX = 1_500

/** The calls and answers of a turn, as one text to compare. */
function wordsOf(turn: Turn | undefined): string {
  if (turn === undefined) return ''
  const calls = turn.calls.map(({ arguments: given, answer = '' }) => {
    const shortAnswer = answer.length > 400 ? '' : answer
    return `${JSON.stringify(given ?? {})} ${shortAnswer}`
  })
  return clipped([turn.text ?? '', ...calls].join(' ').trim(), CHARACTERS_MAX)
}
