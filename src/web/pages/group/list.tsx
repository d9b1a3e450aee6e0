import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ResultAt } from '../../../client/resources.ts'
import { call } from '../../data/api.ts'
import { exactTime } from '../../data/format.ts'
import { Ago } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Select } from '../../parts/select.tsx'
import { Empty, FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { oneOf, segment, text, whole } from '../../state/fields.ts'

const FIELDS = {
  ...{ run: text(), env: text(), task: text(), order: oneOf('newest', 'oldest') },
  /** The period in which they began, in milliseconds since 1970. */
  ...{ from: whole(undefined), to: whole(undefined) },
}
const LIVE_MS = 5_000

type Stretch = readonly [from: number, to: number]

/** The last episode before a moment, behind which the groups of a stretch begin; '' for none. */
async function before(run: string | undefined, from: number): Promise<string> {
  const asked = { ...(run === undefined ? {} : { run }), opened_to: from }
  const page = await call('GET /v1/episodes', { ...asked, order: 'newest', limit: 1 })
  return page.episodes[0]?.episode_id ?? ''
}

const episodesOf = (run: string | undefined, [from, to]: Stretch): string =>
  new URLSearchParams({
    ...(run === undefined ? {} : { run }),
    ...{ from: String(from), to: String(to + 1) },
  }).toString()

/** Groups that fit, as many as were read; and the way to read more. */
function useGroups(
  asked: { readonly run?: string | undefined } & Readonly<Record<string, string | undefined>>,
  span: Stretch | undefined,
) {
  const conditions = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  )
  const query = useInfiniteQuery({
    queryKey: ['groups', conditions, span],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const after =
        pageParam === '' && span !== undefined ? await before(asked.run, span[0]) : pageParam
      return call('GET /v1/groups', {
        ...conditions,
        ...(after === '' ? {} : { after }),
        limit: 100,
      })
    },
    getNextPageParam: ({ groups, next }) =>
      span !== undefined && groups.some((group) => group.opened_ms > span[1]) ? null : next,
    // Do not reload the list while further pages are open.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : LIVE_MS),
  })
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? []
  const isIn = (at: number): boolean => span === undefined || (at >= span[0] && at <= span[1])
  return { ...query, groups: groups.filter(({ opened_ms: at }) => isIn(at)) }
}

/** Groups, the newest first, of any run, environment and task. */
export function GroupsPage(): JSX.Element {
  const [{ run, env, task, order: chosen, from, to }, setFields] = useFields(FIELDS)
  const span = from === undefined || to === undefined ? undefined : ([from, to] as const)
  const order = span === undefined ? chosen : 'oldest'
  const { groups, error, hasNextPage, fetchNextPage, isPending } = useGroups(
    { run, env, task, order },
    span,
  )
  useEffect(() => {
    document.title = 'Groups · Backchannel'
  }, [])
  return (
    <div class="page wide-page">
      <h1>Groups</h1>
      <p class="links">
        {(['run', 'env', 'task'] as const).map((name) => (
          <label class="inline" key={name}>
            {name}{' '}
            <input
              class="field-in"
              value={{ run, env, task }[name] ?? ''}
              onChange={(event) => setFields({ [name]: event.currentTarget.value.trim() })}
            />
          </label>
        ))}
        <Select
          name="order"
          words={['newest', 'oldest']}
          value={order}
          set={(word) => setFields({ order: FIELDS.order.read(word) })}
        />
      </p>
      {span !== undefined && (
        <Started
          run={run}
          span={span}
          reset={() => setFields({ from: undefined, to: undefined })}
        />
      )}
      {error !== null && <FaultBox error={error} />}
      {isPending && error === null && <Skeleton />}
      {!isPending && error === null && groups.length === 0 && (
        <NoGroups
          isFiltered={
            span !== undefined || run !== undefined || env !== undefined || task !== undefined
          }
        />
      )}
      {groups.length > 0 && <GroupTable groups={groups} />}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

function Started({
  run,
  span,
  reset,
}: {
  readonly run: string | undefined
  readonly span: Stretch
  readonly reset: () => void
}): JSX.Element {
  return (
    <p class="links">
      <span>
        Started from {exactTime(span[0])} to {exactTime(span[1])}
      </span>
      <button type="button" class="btn small" onClick={reset}>
        All times
      </button>
      <a class="btn small" href={`/live?${episodesOf(run, span)}`}>
        Its episodes
      </a>
    </p>
  )
}

function NoGroups({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  if (isFiltered) {
    return (
      <Empty>
        <h2>No group matches</h2>
        <a href="/groups">All groups</a>
      </Empty>
    )
  }
  return (
    <Empty>
      <h2>No group yet</h2>
      <p>A trainer puts rollouts of one task into a group. To see one, run:</p>
      <code>backchannel demo</code>
    </Empty>
  )
}

function GroupTable({
  groups,
}: {
  readonly groups: ResultAt<'GET /v1/groups'>['groups']
}): JSX.Element {
  return (
    <table class="plain big">
      <Heads names={['group', 'run', 'task', 'mode', 'finished', 'clean', 'guided', 'started']} />
      <tbody>
        {groups.map((group) => (
          <tr key={`${group.principal} ${group.run} ${group.id}`}>
            <td>
              <a href={`/groups/${segment(group.run)}/${segment(group.id)}`}>
                <Plain text={group.id} />
              </a>
            </td>
            <td>
              <Plain text={group.run} />
            </td>
            <td class="m">{group.task}</td>
            <td>{group.mode}</td>
            <td>
              {group.episodes - group.open} of {group.size}
            </td>
            <td>
              {group.clean.successes} of {group.clean.attempts}
            </td>
            <td>
              {group.guided.successes} of {group.guided.attempts}
            </td>
            <td>
              <Ago ms={group.opened_ms} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
