import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { count, percent, score, words } from '../../data/format.ts'
import { useRun } from '../../data/runs.ts'
import { Ago } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { names, segment, writeFields } from '../../state/fields.ts'

const FIELDS = { mark: names() }
const COMPARED = { r: names() }

const meanText = ({
  attempts,
  mean_reward: mean,
}: {
  attempts: number
  mean_reward: number | null
}) => (mean === null ? '–' : `${score(mean)} of ${attempts}`)

/** Runs, with what is known of each; those that are marked can be compared. */
export function RunsPage(): JSX.Element {
  const [{ mark }, setFields] = useFields(FIELDS)
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call('GET /v1/runs', { ...(pageParam === '' ? {} : { after: pageParam }), limit: 50 }),
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => {
    document.title = 'Runs · Backchannel'
  }, [])
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  const toggle = (run: string): void =>
    setFields(
      { mark: mark.includes(run) ? mark.filter((each) => each !== run) : [...mark, run] },
      { replace: true },
    )
  return (
    <div class="page wide-page">
      <h1>Runs</h1>
      {error !== null && <FaultBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && runs.length === 0 && (
        <Empty>
          <h2>No run has an episode that ended</h2>
          <code>
            backchannel rollout --env phone-call-v1 --policy habit --run first --url{' '}
            {location.origin}
          </code>
        </Empty>
      )}
      {mark.length > 1 && (
        <p>
          <a
            class="btn primary"
            href={`/runs/compare${writeFields(COMPARED, { r: mark }, new URLSearchParams())}`}
          >
            Compare the {mark.length} marked
          </a>
        </p>
      )}
      {runs.length > 0 && <RunTable runs={runs} mark={mark} toggle={toggle} />}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

const COLUMNS = [
  ...['mark', 'run', 'episodes', 'newest', 'environment', 'clean: reward', 'clean: success'],
  ...['guided: reward', 'guided: success', 'ended by'],
] as const

type Run = ResultAt<'GET /v1/runs'>['runs'][number]

function RunTable({
  runs,
  mark,
  toggle,
}: {
  readonly runs: readonly Run[]
  readonly mark: readonly string[]
  readonly toggle: (run: string) => void
}): JSX.Element {
  return (
    <div>
      <table class="plain big">
        <Heads names={COLUMNS} />
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={`${run.principal} ${run.run}`}
              run={run}
              isMarked={mark.includes(run.run)}
              toggle={() => toggle(run.run)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Ends that are told of, the most frequent first. */
const ENDS_SHOWN = 2

function RunRow({
  run: { principal, run, clean, guided },
  isMarked,
  toggle,
}: {
  readonly run: Run
  readonly isMarked: boolean
  readonly toggle: () => void
}): JSX.Element {
  const { data } = useRun({ run, principal }, { isListed: true })
  const ends = Object.entries(data?.ends ?? {}).sort(([, one], [, other]) => other - one)
  const success = (wanted: 'clean' | 'guided'): string => {
    const found = data?.conditions.find(({ condition }) => condition === wanted)?.success
    return found === undefined || found.n === 0 ? '–' : percent(found.mean)
  }
  return (
    <tr>
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
    </tr>
  )
}
