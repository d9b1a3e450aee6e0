import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { score } from '../../data/format.ts'
import { Heads } from '../../parts/heads.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { names, segment } from '../../state/fields.ts'

const FIELDS = { mark: names() }

const meanText = ({
  attempts,
  mean_reward: mean,
}: {
  attempts: number
  mean_reward: number | null
}) => (mean === null ? '–' : `${score(mean)} of ${attempts}`)

/** Runs, as the server lists them; two of them can be marked and compared. */
export function RunsPage(): JSX.Element {
  const [{ mark }, setFields] = useFields(FIELDS)
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call('GET /v1/runs', { ...(pageParam === '' ? {} : { after: pageParam }), limit: 200 }),
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => {
    document.title = 'Runs · Backchannel'
  }, [])
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  const toggle = (run: string): void =>
    setFields(
      { mark: mark.includes(run) ? mark.filter((each) => each !== run) : [...mark, run].slice(-2) },
      { replace: true },
    )
  const [one, other] = mark
  return (
    <div class="page">
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
      {one !== undefined && other !== undefined && (
        <p>
          <a
            class="btn primary"
            href={`/runs/compare?one=${encodeURIComponent(one)}&other=${encodeURIComponent(other)}`}
          >
            Compare the two marked
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

function RunTable({
  runs,
  mark,
  toggle,
}: {
  readonly runs: ResultAt<'GET /v1/runs'>['runs']
  readonly mark: readonly string[]
  readonly toggle: (run: string) => void
}): JSX.Element {
  return (
    <table class="plain big">
      <Heads names={['mark', 'run', 'clean: mean reward', 'guided: mean reward']} />
      <tbody>
        {runs.map(({ principal, run, clean, guided }) => (
          <tr key={`${principal} ${run}`}>
            <td>
              <input
                type="checkbox"
                aria-label={`Mark ${run}`}
                checked={mark.includes(run)}
                onChange={() => toggle(run)}
              />
            </td>
            <td>
              <a href={`/runs/${segment(run)}`}>
                <Plain text={run} />
              </a>
            </td>
            <td>{meanText(clean)}</td>
            <td>{meanText(guided)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
