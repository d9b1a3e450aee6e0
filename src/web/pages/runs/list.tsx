import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { count, counted, percent, score, words } from '../../data/format.ts'
import { useRun } from '../../data/runs.ts'
import { Ago } from '../../parts/chips.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { whenNear } from '../../parts/when-near.ts'
import { useFields } from '../../state/address.ts'
import { names, oneOf, segment, text, writeFields, yesNo } from '../../state/fields.ts'
import {
  COLUMNS,
  type Run,
  reportedColumns,
  sortedBy,
  valueIn,
  valueText,
  withoutEvaluations,
} from './columns.ts'
import { Columns, Head } from './columns-choice.tsx'

const FIELDS = {
  ...{ name: text(), mark: names() },
  /** Columns of what trainers reported, and the column that runs are sorted by. */
  ...{ cols: names(), sort: text(), dir: oneOf('up', 'down') },
  /** Whether evaluations of runs are listed too. */
  evaluations: yesNo(),
}
const COMPARED = { r: names() }
const LIVE_MS = 10_000
/** Names that load at once. They are cheap, unlike the counts of each run. */
const NAMES = 500
/** Runs that are drawn; more for the asking. */
const ROWS = 50

const meanText = ({
  attempts,
  mean_reward: mean,
}: {
  attempts: number
  mean_reward: number | null
}) => (mean === null ? '–' : `${score(mean)} (n = ${count(attempts)})`)

/** Runs by their names, as many as were read; and the way to read more. */
function useRuns() {
  const query = useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call('GET /v1/runs', {
        ...(pageParam === '' ? {} : { after: pageParam }),
        limit: NAMES,
        reported: true,
      }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : LIVE_MS),
  })
  return { ...query, runs: query.data?.pages.flatMap((page) => page.runs) ?? [] }
}

const hasNamePart = (run: string, name: string): boolean =>
  run.toLowerCase().includes(name.toLowerCase())

/** The list of runs. Marked ones can be compared. */
export function RunsPage(): JSX.Element {
  const [{ name = '', mark, cols, sort, dir, evaluations }, setFields] = useFields(FIELDS)
  const [drawn, setDrawn] = useState(ROWS)
  const { runs, error, isPending, hasNextPage, fetchNextPage } = useRuns()
  useEffect(() => {
    document.title = 'Runs · Backchannel'
  }, [])
  const columns = reportedColumns(runs)
  const shown = cols.filter((column) => columns.includes(column))
  const matching = runs.filter(({ run }) => hasNamePart(run, name))
  const kept = new Set(withoutEvaluations(matching.map(({ run }) => run)))
  const trained = matching.filter(({ run }) => kept.has(run))
  const named = evaluations === true ? matching : trained
  const found = sort === undefined ? named : sortedBy(named, sort, dir === 'down')
  const toggle = (run: string): void =>
    setFields(
      { mark: mark.includes(run) ? mark.filter((each) => each !== run) : [...mark, run] },
      { replace: true },
    )
  const more = (): void => {
    setDrawn(drawn + ROWS)
    if (drawn + ROWS > found.length && hasNextPage) void fetchNextPage()
  }
  return (
    <div class="page wide-page">
      <h1>Runs</h1>
      {error !== null && <FaultBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && error === null && runs.length === 0 && <NoRuns />}
      {runs.length > 0 && (
        <p class="links">
          <NameFilter name={name} set={(next) => setFields({ name: next }, { replace: true })} />
          <span class="quiet">
            {count(found.length)} of {count(runs.length)}
            {hasNextPage && ' loaded'}
          </span>
          {trained.length < matching.length && (
            <WithEvaluations
              isOn={evaluations === true}
              number={matching.length - trained.length}
              set={(isOn) => setFields({ evaluations: isOn ? true : undefined })}
            />
          )}
          <Lately />
        </p>
      )}
      {mark.length > 1 && <CompareMarked mark={mark} />}
      {columns.length > 0 && (
        <Columns all={columns} shown={shown} set={(next) => setFields({ cols: next })} />
      )}
      {found.length > 0 && (
        <RunTable
          runs={found.slice(0, drawn)}
          columns={shown}
          sort={sort}
          isDown={dir === 'down'}
          setSort={(column, isDown) => setFields({ sort: column, dir: isDown ? 'down' : 'up' })}
          mark={mark}
          toggle={toggle}
        />
      )}
      {(drawn < found.length || hasNextPage) && (
        <button type="button" class="btn" onClick={more}>
          More
        </button>
      )}
    </div>
  )
}

const NameFilter = ({
  name,
  set,
}: {
  readonly name: string
  readonly set: (name: string) => void
}): JSX.Element => (
  <label class="inline">
    name <input class="field-in" value={name} onInput={(event) => set(event.currentTarget.value)} />
  </label>
)

/** Lists the evaluations of runs too. They have names of their own, and are many. */
const WithEvaluations = ({
  isOn,
  number,
  set,
}: {
  readonly isOn: boolean
  readonly number: number
  readonly set: (isOn: boolean) => void
}): JSX.Element => (
  <label class="inline">
    <input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
    <span> with {counted(number, 'evaluation')}</span>
  </label>
)

const CompareMarked = ({ mark }: { readonly mark: readonly string[] }): JSX.Element => (
  <p>
    <a
      class="btn primary"
      href={`/runs/compare${writeFields(COMPARED, { r: mark }, new URLSearchParams())}`}
    >
      Compare the {mark.length} marked
    </a>
  </p>
)

const NoRuns = (): JSX.Element => (
  <Empty>
    <h2>No run has an episode that ended</h2>
    <code>
      backchannel rollout --env phone-call-v2 --policy habit --run first --url {location.origin}
    </code>
  </Empty>
)

const LATELY_EPISODES = 200
const LATELY_RUNS = 6

/** The runs of the newest episodes: which one is sought mostly is one of them. */
function Lately(): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ['runs lately'],
    queryFn: () => call('GET /v1/episodes', { order: 'newest', limit: LATELY_EPISODES }),
    refetchInterval: LIVE_MS,
  })
  const played = new Set(data?.episodes.flatMap(({ run }) => run ?? []))
  const lately = withoutEvaluations([...played])
  if (lately.length === 0) return null
  return (
    <span class="lately">
      recent:
      {lately.slice(0, LATELY_RUNS).map((run) => (
        <a key={run} class="link" href={`/runs/${segment(run)}`}>
          <Plain text={run} />
        </a>
      ))}
    </span>
  )
}

function RunTable({
  runs,
  columns,
  mark,
  toggle,
  ...sorting
}: {
  readonly runs: readonly Run[]
  /** The values of the reports. */
  readonly columns: readonly string[]
  readonly sort: string | undefined
  readonly isDown: boolean
  readonly setSort: (column: string, isDown: boolean) => void
  readonly mark: readonly string[]
  readonly toggle: (run: string) => void
}): JSX.Element {
  return (
    <div>
      <table class="plain big">
        <thead>
          <tr>
            {[...COLUMNS, ...columns].map((column) => (
              <Head key={column} column={column} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={`${run.principal} ${run.run}`}
              run={run}
              columns={columns}
              isMarked={mark.includes(run.run)}
              toggle={() => toggle(run.run)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** End reasons to show, the most frequent first. */
const ENDS_SHOWN = 2

function RunRow({
  run: whole,
  columns,
  isMarked,
  toggle,
}: {
  readonly run: Run
  readonly columns: readonly string[]
  readonly isMarked: boolean
  readonly toggle: () => void
}): JSX.Element {
  const { principal, run, clean, guided } = whole
  const row = useRef<HTMLTableRowElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(
    () => (row.current === null ? undefined : whenNear(row.current, () => setNear(true))),
    [],
  )
  const { data } = useRun({ run, principal }, { isListed: true, isWanted: isNear })
  const ends = Object.entries(data?.ends ?? {}).sort(([, one], [, other]) => other - one)
  const success = (wanted: 'clean' | 'guided'): string => {
    const found = data?.conditions.find(({ condition }) => condition === wanted)?.success
    return found === undefined || found.n === 0 ? '–' : percent(found.mean)
  }
  return (
    <tr ref={row}>
      <td>
        <input type="checkbox" aria-label={`Mark ${run}`} checked={isMarked} onChange={toggle} />
      </td>
      <td>
        <a href={`/runs/${segment(run)}?principal=${encodeURIComponent(principal)}`}>
          <Plain text={run} />
        </a>
      </td>
      <td>
        {data === undefined
          ? '…'
          : `${count(data.episodes)}${data.open > 0 ? `, ${count(data.open)} open` : ''}`}
      </td>
      <td>{data === undefined ? '…' : <Ago ms={data.last_ms} />}</td>
      <td>{data?.environments.join(', ')}</td>
      <td>{meanText(clean)}</td>
      <td>{success('clean')}</td>
      <td>{meanText(guided)}</td>
      <td>{success('guided')}</td>
      <td>
        {ends
          .slice(0, ENDS_SHOWN)
          .map(([reason, times]) => `${words(reason)} ${count(times)}`)
          .join(', ')}
      </td>
      {columns.map((column) => (
        <td key={column} class="m">
          <Plain text={valueText(valueIn(column, whole))} />
        </td>
      ))}
    </tr>
  )
}
