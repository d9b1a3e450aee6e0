import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callServer } from '../../data/api.ts'
import { formatCount, formatPercent, formatScore, humanize, pluralize } from '../../data/format.ts'
import { useRun } from '../../data/runs.ts'
import { TimeAgo } from '../../parts/chips.tsx'
import { EmptyState, ErrorBox, Skeleton } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { onNear } from '../../parts/when-near.ts'
import { useUrlFields } from '../../state/address.ts'
import {
  booleanField,
  enumField,
  formatQuery,
  listField,
  pathSegment,
  textField,
} from '../../state/fields.ts'
import {
  columnValue,
  FIXED_COLUMNS,
  formatValue,
  type Run,
  reportedColumns,
  sortRuns,
  withoutEvaluations,
} from './columns.ts'
import { ColumnHeader, ColumnPicker } from './columns-choice.tsx'

const FIELDS = {
  ...{ name: textField(), mark: listField() },
  /** Reported columns, and the column by which runs are sorted. */
  ...{ cols: listField(), sort: textField(), dir: enumField('up', 'down') },
  /** Whether evaluations of runs are listed, too. */
  evaluations: booleanField(),
}
const COMPARE_FIELDS = { r: listField() }
const POLL_MS = 10_000
/** Names are cheap to load, unlike the counts of each run. */
const NAMES_PER_PAGE = 500
const ROWS_PER_PAGE = 50

const meanText = ({
  attempts,
  mean_reward: mean,
}: {
  attempts: number
  mean_reward: number | null
}) => (mean === null ? '–' : `${formatScore(mean)} (n = ${formatCount(attempts)})`)

/** The loaded pages of the list of runs. */
function useRuns() {
  const query = useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      callServer('GET /v1/runs', {
        ...(pageParam === '' ? {} : { after: pageParam }),
        limit: NAMES_PER_PAGE,
        reported: true,
      }),
    getNextPageParam: ({ next }) => next,
    // Each page is a request, so a longer list is polled less often.
    refetchInterval: ({ state }) => POLL_MS * (state.data?.pages.length ?? 1),
  })
  return { ...query, runs: query.data?.pages.flatMap((page) => page.runs) ?? [] }
}

/** The runs whose name contains a text. Evaluations of other runs can be left out. */
function filterRuns(runs: readonly Run[], name: string, withEvaluations: boolean) {
  const matching = runs.filter(({ run }) => run.toLowerCase().includes(name.toLowerCase()))
  const trainingNames = new Set(withoutEvaluations(matching.map(({ run }) => run)))
  const training = matching.filter(({ run }) => trainingNames.has(run))
  return {
    filtered: withEvaluations ? matching : training,
    evaluationCount: matching.length - training.length,
  }
}

const toggled = (marked: readonly string[], run: string): readonly string[] =>
  marked.includes(run) ? marked.filter((each) => each !== run) : [...marked, run]

/** The list of runs. Marked ones can be compared. */
export function RunsPage(): JSX.Element {
  const [{ name = '', mark, cols, sort, dir, evaluations }, setFields] = useUrlFields(FIELDS)
  const [rowsMax, setRowsMax] = useState(ROWS_PER_PAGE)
  const { runs, error, isPending, hasNextPage, fetchNextPage } = useRuns()
  useEffect(() => {
    document.title = 'Runs · Backchannel'
  }, [])
  const columns = reportedColumns(runs)
  const selectedColumns = cols.filter((column) => columns.includes(column))
  const { filtered, evaluationCount } = filterRuns(runs, name, evaluations === true)
  const sorted = sort === undefined ? filtered : sortRuns(filtered, sort, dir === 'down')
  const showMore = (): void => {
    setRowsMax(rowsMax + ROWS_PER_PAGE)
    if (rowsMax + ROWS_PER_PAGE > sorted.length && hasNextPage) void fetchNextPage()
  }
  return (
    <div class="page wide-page">
      <h1>Runs</h1>
      {error !== null && <ErrorBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && error === null && runs.length === 0 && <NoRuns />}
      {runs.length > 0 && (
        <p class="links">
          <NameFilter
            name={name}
            onChange={(next) => setFields({ name: next }, { replace: true })}
          />
          <span class="quiet">
            {formatCount(sorted.length)} of {formatCount(runs.length)}
            {hasNextPage && ' loaded'}
          </span>
          {evaluationCount > 0 && (
            <EvaluationToggle
              isChecked={evaluations === true}
              count={evaluationCount}
              onChange={(isChecked) => setFields({ evaluations: isChecked ? true : undefined })}
            />
          )}
          <RecentRuns />
        </p>
      )}
      {mark.length > 1 && <CompareLink mark={mark} />}
      {columns.length > 0 && (
        <ColumnPicker
          all={columns}
          selected={selectedColumns}
          onChange={(next) => setFields({ cols: next })}
        />
      )}
      {sorted.length > 0 && (
        <RunTable
          runs={sorted.slice(0, rowsMax)}
          columns={selectedColumns}
          sort={sort}
          isDescending={dir === 'down'}
          setSort={(column, isDescending) =>
            setFields({ sort: column, dir: isDescending ? 'down' : 'up' })
          }
          mark={mark}
          toggle={(run) => setFields({ mark: toggled(mark, run) }, { replace: true })}
        />
      )}
      {(rowsMax < sorted.length || hasNextPage) && (
        <button type="button" class="btn" onClick={showMore}>
          More
        </button>
      )}
    </div>
  )
}

const NameFilter = ({
  name,
  onChange,
}: {
  readonly name: string
  readonly onChange: (name: string) => void
}): JSX.Element => (
  <label class="inline">
    name{' '}
    <input class="input" value={name} onInput={(event) => onChange(event.currentTarget.value)} />
  </label>
)

/** A checkbox that also lists evaluations. They are separate runs, and there are many. */
const EvaluationToggle = ({
  isChecked,
  count,
  onChange,
}: {
  readonly isChecked: boolean
  readonly count: number
  readonly onChange: (isOn: boolean) => void
}): JSX.Element => (
  <label class="inline">
    <input
      type="checkbox"
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span> include {pluralize(count, 'evaluation')}</span>
  </label>
)

const CompareLink = ({ mark }: { readonly mark: readonly string[] }): JSX.Element => (
  <p>
    <a
      class="btn primary"
      href={`/runs/compare${formatQuery(COMPARE_FIELDS, { r: mark }, new URLSearchParams())}`}
    >
      Compare the {mark.length} marked
    </a>
  </p>
)

const NoRuns = (): JSX.Element => (
  <EmptyState>
    <h2>No run has an episode that ended</h2>
    <code>
      backchannel rollout --env phone-call-v2 --policy habit --run first --url {location.origin}
    </code>
  </EmptyState>
)

const RECENT_EPISODES = 200
const RECENT_RUNS_MAX = 6

/** Links to the runs of the newest episodes. */
function RecentRuns(): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ['runs lately'],
    queryFn: () => callServer('GET /v1/episodes', { order: 'newest', limit: RECENT_EPISODES }),
    refetchInterval: POLL_MS,
  })
  const recentNames = new Set(data?.episodes.flatMap(({ run }) => run ?? []))
  const recentRuns = withoutEvaluations([...recentNames])
  if (recentRuns.length === 0) return null
  return (
    <span class="recent-runs">
      recent:
      {recentRuns.slice(0, RECENT_RUNS_MAX).map((run) => (
        <a key={run} class="link" href={`/runs/${pathSegment(run)}`}>
          <PlainText text={run} />
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
  /** The reported columns that are shown. */
  readonly columns: readonly string[]
  readonly sort: string | undefined
  readonly isDescending: boolean
  readonly setSort: (column: string, isDescending: boolean) => void
  readonly mark: readonly string[]
  readonly toggle: (run: string) => void
}): JSX.Element {
  return (
    <div>
      <table class="plain big one-line">
        <thead>
          <tr>
            {[...FIXED_COLUMNS, ...columns].map((column) => (
              <ColumnHeader key={column} column={column} {...sorting} />
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
const END_REASONS_SHOWN = 2

function RunRow({
  run: summary,
  columns,
  isMarked,
  toggle,
}: {
  readonly run: Run
  readonly columns: readonly string[]
  readonly isMarked: boolean
  readonly toggle: () => void
}): JSX.Element {
  const { principal, run, clean, guided } = summary
  const row = useRef<HTMLTableRowElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => (row.current === null ? undefined : onNear(row.current, () => setNear(true))), [])
  const { data } = useRun({ run, principal }, { isListed: true, isWanted: isNear })
  const endReasons = Object.entries(data?.ends ?? {}).sort(([, one], [, other]) => other - one)
  const success = (wanted: 'clean' | 'guided'): string => {
    const found = data?.conditions.find(({ condition }) => condition === wanted)?.success
    return found === undefined || found.n === 0 ? '–' : formatPercent(found.mean)
  }
  return (
    <tr ref={row}>
      <td>
        <input type="checkbox" aria-label={`Mark ${run}`} checked={isMarked} onChange={toggle} />
      </td>
      <td>
        <a href={`/runs/${pathSegment(run)}?principal=${encodeURIComponent(principal)}`}>
          <PlainText text={run} />
        </a>
      </td>
      <td>
        {data === undefined ? '…' : formatCount(data.episodes)}
        {data !== undefined && data.open > 0 && `, ${formatCount(data.open)} open`}
      </td>
      <td>{data === undefined ? '…' : <TimeAgo ms={data.last_ms} />}</td>
      <td>{data?.environments.join(', ')}</td>
      <td>{meanText(clean)}</td>
      <td>{success('clean')}</td>
      <td>{meanText(guided)}</td>
      <td>{success('guided')}</td>
      <td>
        {endReasons
          .slice(0, END_REASONS_SHOWN)
          .map(([reason, times]) => `${humanize(reason)} ${formatCount(times)}`)
          .join(', ')}
      </td>
      {columns.map((column) => (
        <td key={column} class="mono">
          <PlainText text={formatValue(columnValue(column, summary))} />
        </td>
      ))}
    </tr>
  )
}
